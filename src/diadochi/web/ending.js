// The end of a game: who won and why, how it came to that, and what one may do now.

import { analysis, record } from "./about.js";
import { created, makeTable } from "./create.js";
import { curve } from "./curves.js";
import { button, h } from "./dom.js";
import { emblem } from "./emblem.js";
import { settings } from "./kept.js";
import { complain, dialog, withRule } from "./notices.js";
import { get } from "./net.js";
import { named, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/**
 * @typedef {object} Showing
 * @property {(version: number) => void} look show the board of a moment
 * @property {() => void} replay show the whole game
 */

/** @param {T.Table} table @param {T.View} view @param {Material} material @param {Showing} showing */
export async function showEnding(table, view, material, showing) {
    if (!view.result) return;
    let course = null;
    try {
        course = await courseOf(table.id, view.version);
    } catch (error) {
        complain(error);
    }
    const go = (/** @type {() => void} */ where) => () => {
        box.close();
        where();
    };
    const look = (/** @type {number} */ version) => go(() => showing.look(version))();
    const story = course && { course, view, material, look };
    const may = table.seats.some((seat) => seat.mine) && !table.lesson;
    const again = may ? [button(t("page.rematch"), go(() => rematch(table)), { class: "primary", title: t("page.rematch.text") })] : [];
    const box = dialog(t("page.wins", { who: material.who(view.result.winner) }), [
        h("p", { class: "end-why" }, emblem(view.result.winner), h("span", {}, ...withRule(course?.ending?.text ?? view.result.text, course?.ending?.rule ?? ""))),
        h("p", {}, sums(view, material)),
        standings(view, material),
        ...(story ? [h("div", { class: "curves" }, curve("vp", story), curve("legitimacy", story)), turningPoints(story.course, look)] : []),
    ], {
        wide: true, actions: [...again, button(t("page.replay.whole"), go(showing.replay), {}), record(table.id), analysis(table.id), button(t("page.look_at_board"), () => box.close()), button(t("page.to_lobby"), go(() => {
            location.hash = "#/";
        }), may ? {} : { class: "primary" })],
    });
}

/** @param {string} game @param {number} version @returns {Promise<T.Course>} */
async function courseOf(game, version) {
    for (let known = -1; ;) {
        const course = /** @type {T.Course} */ (await get(`/api/games/${game}/course`));
        if (course.version >= version || course.version <= known) return course;
        known = course.version;
    }
}

/** Those who did best come first, the winner before everybody. @param {T.View} view */
function ranked(view) {
    const wins = (/** @type {T.Player} */ player) => Number(player.faction === view.result?.winner);
    return [...view.players].sort((a, b) => wins(b) - wins(a) || b.vp - a.vp || b.legitimacy - a.legitimacy);
}

/** What the winner ends with, and who comes next. @param {T.View} view @param {Material} material */
function sums(view, material) {
    const [first, next] = ranked(view);
    return t("page.end.sums", { who: material.who(first.faction), vp: first.vp, legitimacy: first.legitimacy, next: material.who(next.faction), next_vp: next.vp, next_legitimacy: next.legitimacy });
}

/** @param {T.View} view @param {Material} material */
function standings(view, material) {
    const heads = ["page.faction", "page.vp.short", "page.legitimacy"].map((key) => h("th", { scope: "col" }, t(key)));
    const rows = ranked(view).map((player) => h("tr", {}, h("th", { scope: "row" }, emblem(player.faction), material.faction(player.faction)), h("td", {}, player.vp), h("td", {}, player.legitimacy)));
    return h("table", { class: "result" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
}

/** @param {T.Course} course @param {(version: number) => void} look */
function turningPoints({ turning_points: points }, look) {
    if (!points.length) return "";
    return h("section", { class: "turning" }, h("h3", {}, t("page.turning")), h("ol", {}, points.map(({ version, turn, round, texts }) =>
        h("li", {}, button(t("page.turning.look", { turn: named(`turn.${turn}`), round }), () => look(version), { class: "link", "data-version": version }), h("ul", {}, texts.map((text) => h("li", {}, text)))))));
}

/** The same table once more: the same rules, and whoever sat where; other people take their seats by an invitation. @param {T.Table} table */
async function rematch(table) {
    const { players, edition, options, reasons, pace, name } = table;
    const seats = table.seats.map((seat) => (seat.kind === "bot" ? { kind: "bot", bot: seat.bot } : seat.mine ? { kind: "me", name: seat.name || settings.name || t("page.you") } : { kind: "open" }));
    try {
        created(await makeTable({ players, edition, options, rulings: Object.fromEntries(table.rulings.map(({ id, value }) => [id, value])), seats, private: table.private, reasons, pace, name }));
    } catch (error) {
        complain(error);
    }
}
