// Going through a source of boards: step by step, round by round, or played.

import { complain } from "./notices.js";
import { placeOf } from "./replay_sources.js";

/** @import * as T from "./types" */
/** @import { Source } from "./replay_sources.js" */

/** Milliseconds at normal speed: how long a board stays, and between two players. */
const STAYS = 700, BETWEEN = 500;
/** Milliseconds for each letter of a comment. */
const LETTER = 35;

/**
 * Where a replay is shown.
 * @typedef {object} Stage
 * @property {() => void} begin the replay is about to show something
 * @property {(board: T.View, version: number, entry: T.Entry | null, isWanted: () => boolean) => Promise<void>} look show a board, as long as it is wanted; with an entry, as it came to be
 * @property {() => void} present there is nothing to look back at any more; a source without a present stays where it is
 * @property {() => void} changed whatever tells about the replay is shown anew
 * @property {(milliseconds: number) => Promise<void>} wait
 * @property {() => void} hurry nothing moves or waits any longer
 */

export class Replay {
    /** @param {Source} source @param {Stage} stage */
    constructor(source, stage) {
        this.source = source;
        this.stage = stage;
        /** @type {number | null} the version that is looked at; null: the present */
        this.at = null;
        this.playing = false;
        this.speed = 1;
        /** Each thing that one wants to see; a newer one ends those before. */
        this.run = 0;
    }

    /** From now on it is this that is shown. @param {Source} source */
    take(source) {
        this.stop();
        this.source = source;
        this.at = null;
    }

    /** The version that is shown: the last one is the present. */
    get shown() {
        return this.at ?? this.source.stops.at(-1) ?? 0;
    }

    get place() {
        return placeOf(this.source.stops, this.shown);
    }

    stop() {
        this.run++;
        this.playing = false;
        this.stage.hurry();
    }

    /** @param {number} version */
    async go(version) {
        this.stop();
        await this.look(version, false, false);
    }

    /** @param {number} by */
    async step(by) {
        this.stop();
        const between = by < 0 && this.source.stops[this.place] !== this.shown;
        await this.lookAtStop(between ? this.place : this.place + by, by === 1, by < 0);
    }

    /** @param {number} by one round back or on */
    async round(by) {
        this.stop();
        const begun = this.source.marks.filter((mark) => mark.kind === "turn" || mark.kind === "round").map((mark) => mark.version);
        const next = by > 0 ? begun.find((version) => version > this.shown) : begun.findLast((version) => version < this.shown);
        if (next !== undefined) await this.look(next, false, by < 0);
        else await (by > 0 ? this.last() : this.first());
    }

    async first() {
        this.stop();
        await this.lookAtStop(0, false, false);
    }

    async last() {
        this.stop();
        if (this.source.isLive) this.leave();
        else await this.lookAtStop(this.source.stops.length - 1, false, true);
    }

    leave() {
        this.at = null;
        this.stage.present();
    }

    /** @param {number} speed */
    setSpeed(speed) {
        this.speed = speed;
        this.stage.changed();
    }

    toggle() {
        if (this.playing) {
            this.stop();
            this.stage.changed();
        } else {
            this.play(this.at === null || this.place === this.source.stops.length - 1 ? 0 : this.place);
        }
    }

    /** @param {number} place of the stop from which on everything is shown @param {number} [last] at which it ends @param {boolean} [moving] whether the first is shown as it came to be */
    async play(place, last = Infinity, moving = false) {
        this.stop();
        const { run } = this;
        this.playing = true;
        try {
            await this.lookAtStop(place, moving, false);
            for (let at = place + 1; run === this.run && at <= last && at < this.source.stops.length; at++) await this.playOn(at, run);
        } catch (error) {
            if (run === this.run) complain(error);
        }
        if (run !== this.run) return;
        this.playing = false;
        if (this.source.isLive) this.leave();
        else this.stage.changed();
    }

    /** @param {number} place @param {number} run */
    async playOn(place, run) {
        const { source, stage } = this;
        const [before, entry] = await Promise.all([source.entry(source.stops[place - 1]), source.entry(source.stops[place])]);
        const another = entry && before && entry.seat !== before.seat && entry.action !== "pass";
        const comment = source.comment(source.stops[place - 1]);
        const read = comment === source.comment(source.stops[place]) ? 0 : comment.length * LETTER;
        await stage.wait((STAYS + (another ? BETWEEN : 0) + read) / this.speed);
        if (run === this.run) await this.lookAtStop(place, true, false);
    }

    /** @param {number} place @param {boolean} moving @param {boolean} back */
    async lookAtStop(place, moving, back) {
        const { stops, isLive } = this.source;
        const last = stops.length - 1;
        if (place >= last && isLive && !this.playing) this.leave();
        else if (stops.length) await this.look(stops[Math.min(last, Math.max(0, place))], moving, back);
    }

    /** Show the board of a moment; moving, as it came to be. @param {number} version @param {boolean} moving @param {boolean} back */
    async look(version, moving, back) {
        const { run, source, stage } = this;
        this.at = version;
        stage.begin();
        try {
            const [board, entry] = await Promise.all([source.board(version, back), moving ? source.entry(version) : null]);
            if (run !== this.run) return;
            source.ahead(placeOf(source.stops, version), back);
            await stage.look(board, version, entry, () => run === this.run);
        } catch (error) {
            if (run !== this.run) return;
            this.stop();
            complain(error);
            stage.changed();
        }
    }
}
