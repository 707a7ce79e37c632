// What a replay shows: the boards of a game, or of an example, and what was told at each of them.

import { get } from "./net.js";

/** @import * as T from "./types" */

/**
 * Anything that can be stepped through. `board` and `entry` may take time; `comment` is ours, and empty for a game.
 * @typedef {object} Source
 * @property {boolean} isLive whether its last stop is the present of a game
 * @property {number[]} stops the versions to stop at, rising
 * @property {T.Mark[]} marks
 * @property {(version: number, back?: boolean) => Promise<T.View>} board
 * @property {(version: number) => Promise<T.Entry | null>} entry
 * @property {(version: number) => string} comment
 * @property {(place: number, back: boolean) => void} ahead fetch what is about to be wanted around a stop
 */

/** Boards in one answer of the server, the first among them. */
const AT_ONCE = 6;
const AHEAD = 8;

/** The board after some changes; what does not change is shared with the one before. @param {T.View} board @param {T.Step} step @returns {T.View} */
export function changed(board, step) {
    const out = { ...board, version: step.version };
    /** @type {Set<unknown>} */
    const fresh = new Set([out]);
    for (const { at, value } of step.changes) {
        /** @type {any} */
        let there = out;
        for (const key of at.slice(0, -1)) {
            if (!fresh.has(there[key])) {
                there[key] = Array.isArray(there[key]) ? [...there[key]] : { ...there[key] };
                fresh.add(there[key]);
            }
            there = there[key];
        }
        const last = at[at.length - 1];
        if (value === undefined) delete there[last];
        else there[last] = value;
    }
    return out;
}

/** The index of the last stop at or before a version; -1 before all of them. @param {number[]} stops @param {number} version */
export function placeOf(stops, version) {
    let low = 0, high = stops.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (stops[middle] <= version) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/** A game at the server, through the eyes of one seat. */
export class GameSource {
    /** @param {string} game @param {string | null} seat */
    constructor(game, seat) {
        this.isLive = true;
        this.game = game;
        this.seat = seat;
        /** @type {number[]} */
        this.stops = [];
        /** @type {T.Mark[]} */
        this.marks = [];
        this.version = -1;
        /** @type {Map<number, T.View>} */
        this.boards = new Map();
        /** @type {Map<number, T.Entry>} */
        this.entries = new Map();
        /** @type {Map<string, Promise<void>>} what is being fetched */
        this.fetching = new Map();
        /** @type {T.Entry[]} what was heard before the course was known */
        this.early = [];
    }

    /** Learn where to stop, up to a version. @param {number} version */
    async load(version) {
        for (let known = -1; known < version;) {
            const course = /** @type {T.Course} */ (await get(`/api/games/${this.game}/course`));
            if (course.version <= known) break;
            known = course.version;
            this.stops = course.stops;
            this.marks = course.marks;
        }
        this.version = Math.max(this.version, version);
        const { early } = this;
        this.early = [];
        this.add(early);
    }

    get isLoaded() {
        return this.version >= 0;
    }

    /** What happened since; the course grows with it. @param {T.Entry[]} entries */
    add(entries) {
        for (const entry of entries) {
            this.entries.set(entry.version, entry);
            if (!this.isLoaded) this.early.push(entry);
            else if (entry.version > this.version) this.grow(entry);
        }
    }

    /** @param {T.Entry} entry */
    grow(entry) {
        this.version = entry.version;
        if (entry.action === "undo") {
            const last = this.standing(entry.version);
            this.stops = this.stops.filter((stop) => stop !== last);
            this.marks = this.marks.filter((mark) => mark.version !== last);
            return;
        }
        const told = entry.lines.filter((line) => !line.private);
        if (told.length) this.stops.push(entry.version);
        for (const line of told) {
            if (line.mark) this.marks.push({ version: entry.version, kind: line.mark, turn: entry.turn, round: entry.round, space: spaceIn(line) });
        }
    }

    /** The last entry before an undo that was not taken back before. @param {number} version */
    standing(version) {
        let taken = 1;
        for (let at = version - 1; at >= 0; at--) {
            const entry = this.entries.get(at);
            if (!entry) return this.stops.at(-1);
            taken += entry.action === "undo" ? 1 : -1;
            if (!taken) return at;
        }
        return -1;
    }

    /** @param {number} version @param {boolean} [back] whether those before it are wanted next */
    async board(version, back = false) {
        const place = placeOf(this.stops, version);
        const from = back && place >= 0 && this.stops[place] === version ? this.stops[Math.max(0, place - AT_ONCE + 1)] : version;
        if (!this.boards.has(version)) await this.fetchBoards(from);
        if (!this.boards.has(version)) await this.fetchBoards(version);
        return /** @type {T.View} */ (this.boards.get(version));
    }

    /** @param {number} since */
    fetchBoards(since) {
        return this.once(`boards ${since}`, async () => {
            const { first, steps } = /** @type {T.Boards} */ (await get(`/api/games/${this.game}/boards`, { since, seat: this.seat }));
            this.boards.set(first.version, first);
            let board = first;
            for (const step of steps) {
                board = changed(board, step);
                this.boards.set(step.version, board);
            }
        });
    }

    /** @param {number} version @returns {Promise<T.Entry | null>} */
    async entry(version) {
        if (!this.entries.has(version)) await this.fetchEntries(version);
        return this.entries.get(version) ?? null;
    }

    /** @param {number} version */
    fetchEntries(version) {
        return this.once(`entries ${version}`, async () => {
            const { entries } = /** @type {T.Log} */ (await get(`/api/games/${this.game}/log`, { since: version - 1, seat: this.seat }));
            for (const entry of entries) this.entries.set(entry.version, entry);
        });
    }

    /** What is on its way is not asked for twice. @param {string} what @param {() => Promise<void>} fetch */
    once(what, fetch) {
        let under = this.fetching.get(what);
        if (!under) {
            under = fetch().finally(() => this.fetching.delete(what));
            this.fetching.set(what, under);
        }
        return under;
    }

    comment() {
        return "";
    }

    /** @param {number} place @param {boolean} back */
    ahead(place, back) {
        const near = back ? this.stops.slice(Math.max(0, place - AHEAD), place).reverse() : this.stops.slice(place + 1, place + 1 + AHEAD);
        const board = near.find((version) => !this.boards.has(version));
        const entry = near.find((version) => !this.entries.has(version));
        if (board !== undefined) this.board(board, back).catch(() => {});
        if (entry !== undefined && !back) this.entry(entry).catch(() => {});
    }
}

/** @param {T.Line} line */
function spaceIn(line) {
    return line.refs.find((ref) => ref.kind === "space" || ref.kind === "location")?.id ?? null;
}

/** An example of play, whole: its boards, what was told at each, and our comments. */
export class ExampleSource {
    /** @param {T.Walk} walk */
    constructor({ first, steps, entries, marks, comments }) {
        this.isLive = false;
        this.marks = marks;
        this.entries = entries;
        this.comments = comments;
        this.boards = [first];
        for (const step of steps) this.boards.push(changed(this.boards[this.boards.length - 1], step));
        this.stops = this.boards.map((board) => board.version);
    }

    /** @param {number} version */
    async board(version) {
        const board = this.boards[this.stops.indexOf(version)];
        if (!board) throw new RangeError(String(version));
        return board;
    }

    /** @param {number} version */
    async entry(version) {
        return this.entries.find((entry) => entry.version === version) ?? null;
    }

    /** Which of the comments belongs to a moment. @param {number} version */
    numberOf(version) {
        return Math.max(0, this.comments.findLastIndex((comment) => comment.version <= version));
    }

    /** @param {number} version */
    comment(version) {
        const { text, slips } = this.comments[this.numberOf(version)];
        return [text, ...slips].join(" ");
    }

    /** The last moment to which a comment belongs. @param {number} number of the comment */
    lastOf(number) {
        const next = this.comments[number + 1];
        return this.stops[next ? this.stops.indexOf(next.version) - 1 : this.stops.length - 1];
    }

    ahead() {}
}
