// Movement on the board: pieces travel along their path, PCs flip, dice roll, scores count up. It only shows what is so already.

import { die } from "./die.js";
import { h, s } from "./dom.js";
import { spaceOf } from "./material.js";
import { settings } from "./kept.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */
/** @import { BoardMap } from "./map.js" */

/** Milliseconds at normal speed. */
const STEP = 220, FLIP = 180, ROLL = 600, STILL = 300, COUNT = 400;
const FASTER = 2.5;
const LONGEST_PATH = 12;
const MOST_DICE = 6;
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** How fast everything moves; 0: not at all. */
export function rate() {
    if (reduced.matches || settings.motion === "off") return 0;
    return settings.motion === "fast" ? FASTER : 1;
}

/**
 * Pieces of one Faction that went from one space to another.
 * @typedef {{faction: string, from: string, to: string, sea: boolean}} Move
 */

export class Motion {
    /** @param {Material} material @param {BoardMap} map @param {HTMLElement} players */
    constructor(material, map, players) {
        this.material = material;
        this.map = map;
        this.players = players;
        /** @type {Set<Animation>} */
        this.running = new Set();
        /** @type {Set<() => void>} what waits, and how it is let go */
        this.waiting = new Set();
        /** @type {Map<string, string[]> | null} */
        this.near = null;
        this.tray = h("div", { class: "dice-tray", "aria-hidden": "true" });
        this.trails = s("g", { class: "trails", "aria-hidden": "true" });
        map.traces.append(this.trails);
        map.host.append(this.tray);
        /** Whose activation the trails belong to. */
        this.trailOf = "";
    }

    /**
     * Redraw the board, and show how it came to be. What is drawn is the new board at once.
     * @param {T.View | null} before
     * @param {T.View} after
     * @param {T.Line[]} lines
     * @param {() => void} draw
     * @param {number} speed
     */
    async show(before, after, lines, draw, speed) {
        if (!before || !speed) {
            this.skip();
            draw();
            return;
        }
        const moves = this.moves(before, after);
        const flips = changedPcs(before, after);
        const leaving = new Map(moves.map((move) => [move, this.counterOf(move.from, move.faction)]));
        const turned = new Map(flips.map((space) => [space, this.pcOf(space)]));
        draw();
        this.endTrails(after);
        const dice = lines.filter((line) => line.dice.length && !line.fight?.rolls).slice(-MOST_DICE);
        await this.roll(dice, speed);
        await Promise.all([
            ...moves.map((move) => this.travel(move, leaving.get(move) ?? null, speed)),
            ...flips.map((space) => this.flip(space, turned.get(space) ?? null, speed)),
            ...this.counts(before, after, speed),
        ]);
    }

    /** Everything is where it goes, at once. */
    skip() {
        for (const animation of [...this.running]) animation.finish();
        for (const go of [...this.waiting]) go();
    }

    /** @param {number} milliseconds */
    wait(milliseconds) {
        return /** @type {Promise<void>} */ (new Promise((done) => {
            const go = () => {
                clearTimeout(timer);
                this.waiting.delete(go);
                done();
            };
            const timer = setTimeout(go, milliseconds);
            this.waiting.add(go);
        }));
    }

    /** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
    async animate(element, frames, how) {
        const animation = element.animate(frames, how);
        this.running.add(animation);
        await animation.finished.catch(() => {});
        this.running.delete(animation);
    }

    // Pieces

    /** @param {T.View} before @param {T.View} after @returns {Move[]} */
    moves(before, after) {
        const old = places(before);
        /** @type {Map<string, Move>} */
        const moves = new Map();
        for (const [piece, { at, faction }] of places(after)) {
            const from = spaceOf(old.get(piece)?.at ?? ""), to = spaceOf(at);
            if (from === to || !this.material.spaces.has(from) || !this.material.spaces.has(to)) continue;
            const sea = at.endsWith(".sea") || Boolean(old.get(piece)?.at.endsWith(".sea"));
            moves.set(`${faction} ${from} ${to}`, { faction, from, to, sea });
        }
        return [...moves.values()];
    }

    /** @param {string} space @param {string} faction */
    counterOf(space, faction) {
        const counter = this.map.svg.querySelector(`.stack[data-space="${CSS.escape(space)}"] .counter.${CSS.escape(faction)}`);
        return counter instanceof SVGGraphicsElement ? { node: /** @type {SVGGraphicsElement} */ (counter.cloneNode(true)), ...this.standing(counter) } : null;
    }

    /** Where a counter stands, in units of the board. @param {SVGGraphicsElement} node */
    standing(node) {
        const own = node.getCTM(), board = this.map.armies.getCTM();
        const matrix = own && board ? board.inverse().multiply(own) : new DOMMatrix();
        return { x: matrix.e, y: matrix.f, size: matrix.a };
    }

    /** @param {Move} move @param {ReturnType<Motion["counterOf"]>} left what stood where they came from @param {number} speed */
    async travel(move, left, speed) {
        const path = this.path(move);
        const arrived = this.map.svg.querySelector(`.stack[data-space="${CSS.escape(move.to)}"] .counter.${CSS.escape(move.faction)}`);
        const come = this.counterOf(move.to, move.faction);
        const counter = come ?? left;
        this.trail(path, move.faction);
        if (!counter) return;
        const end = come ?? this.beside(move.to, counter), begin = left ?? this.beside(move.from, counter);
        const frames = this.stations(path, begin, end).map(({ x, y }) => ({ transform: `translate(${x}px,${y}px) scale(${counter.size})` }));
        const ghost = s("g", { class: "travelling", "data-to": move.to }, counter.node);
        counter.node.removeAttribute("transform");
        this.map.flights.append(ghost);
        arrived?.classList.add("arriving");
        await this.animate(ghost, frames, { duration: STEP * (path.length - 1) / speed, easing: "ease-in-out", fill: "both" });
        arrived?.classList.remove("arriving");
        ghost.remove();
    }

    /** As far beside its space as a counter stands at its own. @param {string} space @param {{size: number}} counter */
    beside(space, counter) {
        const { x, y } = this.spot(space);
        return { x, y: y - 24 * counter.size };
    }

    /** @param {string} space */
    spot(space) {
        return /** @type {T.SpaceFacts} */ (this.material.spaces.get(space));
    }

    /** From where it stood over every space to where it stands. @param {string[]} path @param {{x: number, y: number}} begin @param {{x: number, y: number}} end */
    stations(path, begin, end) {
        const last = path.length - 1;
        const first = this.spot(path[0]), goal = this.spot(path[last]);
        return path.map((space, i) => {
            const { x, y } = this.spot(space);
            const part = i / last;
            return {
                x: x + (begin.x - first.x) * (1 - part) + (end.x - goal.x) * part,
                y: y + (begin.y - first.y) * (1 - part) + (end.y - goal.y) * part,
            };
        });
    }

    /** The spaces between two, by the fewest paths; straight on where there are none. @param {Move} move @returns {string[]} */
    path({ from, to }) {
        const near = this.neighbours();
        /** @type {Map<string, string>} */
        const cameFrom = new Map([[from, ""]]);
        let front = [from];
        for (let length = 0; front.length && length < LONGEST_PATH && !cameFrom.has(to); length++) {
            const following = [];
            for (const space of front) {
                for (const next of near.get(space) ?? []) {
                    if (cameFrom.has(next)) continue;
                    cameFrom.set(next, space);
                    following.push(next);
                }
            }
            front = following;
        }
        const path = [];
        for (let at = cameFrom.has(to) ? to : ""; at; at = cameFrom.get(at) ?? "") path.unshift(at);
        return path.length ? path : [from, to];
    }

    neighbours() {
        if (this.near) return this.near;
        /** @type {Map<string, string[]>} */
        const near = new Map();
        for (const { a, b } of this.material.facts.paths) {
            near.set(a, [...near.get(a) ?? [], b]);
            near.set(b, [...near.get(b) ?? [], a]);
        }
        this.near = near;
        return near;
    }

    // Trails

    /** It stays until the activation ends. @param {string[]} path @param {string} faction */
    trail(path, faction) {
        const points = path.map((space) => this.spot(space)).map(({ x, y }) => `${x},${y}`).join(" ");
        this.trails.append(s("polyline", { class: `trail ${faction}`, points }));
    }

    /** @param {T.View} view */
    endTrails(view) {
        const of = `${view.turn} ${view.round} ${view.active} ${view.segment}`;
        if (of !== this.trailOf) this.trails.replaceChildren();
        this.trailOf = of;
    }

    // PCs, dice and scores

    /** @param {string} space */
    pcOf(space) {
        const sign = this.map.svg.querySelector(`.marks[data-space="${CSS.escape(space)}"] .pc > *`);
        return sign instanceof SVGElement ? sign : null;
    }

    /** The old side goes, the new one comes. @param {string} space @param {SVGElement | null} old @param {number} speed */
    async flip(space, old, speed) {
        const come = this.pcOf(space);
        const half = { duration: FLIP / 2 / speed, easing: "ease-in" };
        if (old && old.parentElement) {
            const gone = s("g", { class: "pc flipping", transform: `${this.map.svg.querySelector(`.marks[data-space="${CSS.escape(space)}"]`)?.getAttribute("transform") ?? ""}` },
                s("g", { transform: old.parentElement.getAttribute("transform") ?? "" }, old));
            if (gone.getAttribute("transform")) {
                come?.classList.add("arriving");
                this.map.flights.append(gone);
                await this.animate(old, [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }], half);
                come?.classList.remove("arriving");
                gone.remove();
            }
        }
        if (come) await this.animate(come, [{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { ...half, easing: "ease-out" });
    }

    /** @param {T.Line[]} lines @param {number} speed */
    async roll(lines, speed) {
        if (!lines.length) return;
        const place = lines.flatMap((line) => line.refs).find((ref) => ref.kind === "space" || ref.kind === "location");
        const at = place && this.map.viewport.toPixels(this.spot(spaceOf(place.id)).x, this.spot(spaceOf(place.id)).y);
        this.tray.style.left = at ? `${Math.max(8, at.x + 14)}px` : "";
        this.tray.style.top = at ? `${Math.max(8, at.y + 14)}px` : "";
        this.tray.style.setProperty("--roll", `${ROLL / speed}ms`);
        this.tray.replaceChildren(...lines.map((line) => h("span", { class: "rolled-line" }, line.dice.map((value) => die(value, true)))));
        await this.wait((ROLL + STILL) / speed);
        this.tray.replaceChildren();
    }

    /** @param {T.View} before @param {T.View} after @param {number} speed */
    counts(before, after, speed) {
        const old = new Map(before.players.map((player) => [player.faction, player]));
        return after.players.flatMap((player) => (/** @type {const} */ (["vp", "legitimacy"])).map((which) => {
            const from = old.get(player.faction)?.[which] ?? player[which];
            const figure = this.players.querySelector(`[data-key="${which}-${player.faction}"] b`);
            return from === player[which] || !figure ? null : this.count(figure, from, player[which], speed);
        }));
    }

    /** @param {Element} figure @param {number} from @param {number} to @param {number} speed */
    async count(figure, from, to, speed) {
        const steps = Math.min(12, Math.abs(to - from));
        figure.classList.add("counting");
        for (let i = 0; i < steps; i++) {
            figure.textContent = String(Math.round(from + (to - from) * i / steps));
            await this.wait(COUNT / steps / speed);
        }
        figure.textContent = String(to);
        figure.classList.remove("counting");
    }
}

/** Where every General and everyone of the royal family is. @param {T.View} view */
function places(view) {
    /** @type {Map<string, {at: string, faction: string}>} */
    const out = new Map();
    for (const player of view.players) for (const { id, at } of player.generals) out.set(id, { at, faction: player.faction });
    for (const { id, at } of view.independents) out.set(id, { at, faction: "independent" });
    for (const [id, { at, owner }] of Object.entries(view.royals)) out.set(id, { at, faction: owner ?? "free" });
    return out;
}

/** @param {T.View} before @param {T.View} after */
function changedPcs(before, after) {
    const spaces = new Set([...Object.keys(before.spaces), ...Object.keys(after.spaces)]);
    return [...spaces].filter((space) => before.spaces[space]?.pc !== after.spaces[space]?.pc && (before.spaces[space]?.pc || after.spaces[space]?.pc));
}
