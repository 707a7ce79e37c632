// VP or Legitimacy over a whole game: a line for each Faction, its sign at the end.

import { h, s } from "./dom.js";
import { sign } from "./emblem.js";
import { row, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const WIDTH = 380, HEIGHT = 190, LEFT = 24, RIGHT = 44, TOP = 12, BOTTOM = 20;
const APART = 15;
const GRID = 5;

/**
 * What a curve is drawn of.
 * @typedef {object} Story
 * @property {T.Course} course
 * @property {T.View} view the board at the end
 * @property {Material} material
 * @property {(version: number) => void} look
 */

/** @param {"vp" | "legitimacy"} what @param {Story} story */
export function curve(what, { course, view, material, look }) {
    const end = Math.max(1, view.version);
    const threshold = view.thresholds[what];
    const most = Math.max(threshold, ...course.scores.filter((score) => score.what === what).map((score) => score.total)) + 1;
    const x = (/** @type {number} */ version) => LEFT + (WIDTH - LEFT - RIGHT) * version / end;
    const y = (/** @type {number} */ points) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - points / most);
    const lines = Array.from({ length: Math.floor(most / GRID) + 1 }, (_, i) => i * GRID);
    const last = inOrder(view.players.map((player) => ({ faction: player.faction, points: player[what], y: y(player[what]) })));
    const words = row(view.players.map((player) => t("standing", { who: material.who(player.faction), number: player[what] })));
    const title = t(what === "vp" ? "page.vp" : "page.legitimacy");
    return h("figure", { class: "curve" }, h("figcaption", {}, title),
        s("svg", {
            viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": t("page.curve", { what: title, standings: words }),
            onclick: (/** @type {MouseEvent} */ event) => look(versionAt(event, end)),
        },
        lines.map((points) => s("g", { class: "grid" }, s("path", { d: `M${LEFT},${y(points)}H${WIDTH - RIGHT}` }), s("text", { x: LEFT - 5, y: y(points) + 3.5, "text-anchor": "end" }, String(points)))),
        course.marks.filter((mark) => mark.kind === "turn").map((mark) => s("g", { class: "grid turn" }, s("path", { d: `M${x(mark.version)},${TOP}V${HEIGHT - BOTTOM}` }), s("text", { x: x(mark.version) + 3, y: HEIGHT - 7 }, t(`turn.${mark.turn}`)))),
        s("path", { class: "threshold", d: `M${LEFT},${y(threshold)}H${WIDTH - RIGHT}` }),
        view.players.map((player) => s("path", { class: `line ${player.faction}`, d: steps(player, what, course, x, y, end) })),
        last.map((one) => s("g", { transform: `translate(${WIDTH - RIGHT + 12},${one.y})` }, s("g", { transform: "scale(.62)" }, sign(one.faction)), s("text", { x: 9, y: 4, class: "last" }, String(one.points))))));
}

/** What somebody had from one change to the next. @param {T.Player} player @param {"vp" | "legitimacy"} what @param {T.Course} course @param {(version: number) => number} x @param {(points: number) => number} y @param {number} end */
function steps(player, what, course, x, y, end) {
    const changes = course.scores.filter((score) => score.faction === player.faction && score.what === what);
    const first = changes.length ? changes[0].total - changes[0].points : player[what];
    return `M${x(0)},${y(first)}${changes.map((change) => `H${x(change.version)}V${y(change.total)}`).join("")}H${x(end)}`;
}

/** From above to below, so far apart that each can be read. @template {{y: number}} X @param {X[]} all @returns {X[]} */
function inOrder(all) {
    const sorted = [...all].sort((a, b) => a.y - b.y);
    for (let i = 1; i < sorted.length; i++) sorted[i].y = Math.max(sorted[i].y, sorted[i - 1].y + APART);
    const over = Math.max(0, (sorted.at(-1)?.y ?? 0) - (HEIGHT - BOTTOM));
    for (const one of sorted) one.y -= over;
    return sorted;
}

/** @param {MouseEvent} event @param {number} end */
function versionAt(event, end) {
    const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
    const at = (event.clientX - left) / width * WIDTH;
    return Math.round(Math.min(1, Math.max(0, (at - LEFT) / (WIDTH - LEFT - RIGHT))) * end);
}
