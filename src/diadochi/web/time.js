// Time at the table: what others do is played out, and the whole game can be looked at again.

import { FightPanel } from "./fight_panel.js";
import { rate, Motion } from "./motion.js";
import { complain } from "./notices.js";
import { OpenHands } from "./open_hands.js";
import { pause } from "./net.js";
import { GameSource, placeOf } from "./replay.js";
import { ReplayBar } from "./replay_bar.js";
import { settings } from "./kept.js";

/** @import * as T from "./types" */
/** @import { TablePage } from "./table.js" */
/** @import { Source } from "./replay.js" */

/** Milliseconds at normal speed: between players, and how long a board stays in a replay or when others move. */
const BETWEEN = 500, STAYS = 700, FOLLOWED = 350;
/** Milliseconds after which what was not told is shown nevertheless. */
const LATE = 2500;
/** So many things that others did since the own last step are much. */
const MUCH = 8;
/** A live game is so far behind at most; then it jumps. */
const MOST_QUEUED = 400;
const QUICK_STEP = 140;

export class Time {
    /** @param {TablePage} page */
    constructor(page) {
        this.page = page;
        this.motion = new Motion(page.material, page.map, page.players.strip);
        this.panel = new FightPanel(page.material, (milliseconds) => this.motion.wait(milliseconds));
        this.bar = new ReplayBar(page.material, {
            step: (by) => this.step(by), first: () => this.first(), last: () => this.last(), toggle: () => this.toggle(),
            go: (version) => this.go(version), speed: (speed) => this.setSpeed(speed), since: () => this.sinceLastTurn(), skip: () => this.skip(),
            eyes: (seat) => this.lookThrough(seat), hands: (open) => this.showHands(open),
        });
        this.hands = new OpenHands(page.material, (card) => page.readCard(card));
        this.game = new GameSource(page.id, page.seat);
        /** @type {Source} */
        this.source = this.game;
        /** @type {T.View | null} the board on the map while what others did is still played out */
        this.board = null;
        /** @type {T.Entry[]} what has happened and is not told yet */
        this.queue = [];
        /** The last version that was heard of. */
        this.heardOf = -1;
        this.speed = 1;
        /** Each run of a replay or of others' moves; a newer one ends those before. */
        this.run = 0;
        this.playing = false;
        this.following = false;
        /** The version that is shown, in a replay. */
        this.at = -1;
        this.open = false;
        this.seen = "";
        this.started = false;
    }

    // What happens now

    /** Through other eyes, or again from the beginning. */
    reset() {
        this.run++;
        this.motion.skip();
        this.playing = this.following = false;
        this.board = null;
        this.queue = [];
        this.heardOf = -1;
        this.game = new GameSource(this.page.id, this.seen || this.page.seat);
        this.source = this.game;
        this.panel.close();
    }

    /** The log has been read. @param {T.Entry[]} entries */
    begin(entries) {
        this.heardOf = entries.at(-1)?.version ?? -1;
        this.game.add(entries);
    }

    /** The first view is there: the course is learnt, and who comes back sees what has happened. */
    async begun() {
        const { game, page } = this;
        try {
            await game.load(page.table.version);
        } catch {
            return;
        }
        if (page.closed || game !== this.game) return;
        this.show();
        if (this.started) return;
        this.started = true;
        if (rate() && page.view && !page.view.over && !page.view.decision?.round && this.missed() >= MUCH) this.sinceLastTurn();
    }

    /** What others did since the own last step. */
    missed() {
        const since = this.since;
        return since === null ? 0 : this.game.stops.filter((stop) => stop > since).length;
    }

    /** The version of the own last step; null where there is none or nothing came after it. */
    get since() {
        const { page } = this;
        if (!page.seat) return null;
        const own = [...this.game.entries.values()].filter((entry) => entry.seat === page.seat && entry.action !== "pass" && entry.lines.length);
        const last = own.reduce((most, entry) => Math.max(most, entry.version), -1);
        return last >= 0 && last < (this.game.stops.at(-1) ?? -1) ? last : null;
    }

    /** @param {T.Entry[]} entries @returns {boolean} whether there was anything new */
    heard(entries) {
        const fresh = entries.filter((entry) => entry.version > this.heardOf);
        if (!fresh.length) return false;
        this.heardOf = fresh[fresh.length - 1].version;
        this.game.add(fresh);
        this.queue.push(...fresh);
        this.settle();
        return true;
    }

    /** A newer view is there. @param {T.View | null} before what was shown until now */
    arrived(before) {
        const { page } = this;
        const { view } = page;
        if (!view) return;
        if (view.decision?.round && view.decision.mine && page.past) this.last();
        const unheard = view.version > this.heardOf && this.heardOf >= 0;
        if (unheard && before && rate() && !document.hidden && !this.board && !page.past) {
            // What happened comes in a moment; until then the board stays.
            this.board = before;
            setTimeout(() => {
                if (view.version > this.heardOf) this.skip();
            }, LATE);
        }
        this.settle(before);
    }

    /** Tell and show what has happened: the own steps at once, others' one after another. @param {T.View | null} [before] */
    settle(before = null) {
        const { page, queue } = this;
        const { view } = page;
        if (!view) return;
        if (!rate() || document.hidden || page.past || page.curtain.next || queue.length > MOST_QUEUED) {
            this.flush();
        } else if (!this.following) {
            if (queue.some((entry) => !page.mine.includes(/** @type {any} */ (entry.seat)) && tells(entry))) this.follow(before);
            else if (view.version >= this.heardOf && (queue.length || !this.board)) this.catchUp(before);
        }
        page.draw();
    }

    /** Nothing of others is to be told: the board is the present one. @param {T.View | null} before */
    catchUp(before) {
        const { page } = this;
        const from = this.board ?? before, told = this.queue.splice(0);
        this.board = null;
        if (told.length) page.tell(told);
        if (from && page.view && from !== page.view && from.version < page.view.version) {
            this.motion.show(from, page.view, told.flatMap((entry) => entry.lines), () => page.draw(), rate());
        }
    }

    /** Everything is told at once. */
    flush() {
        const told = this.queue.splice(0);
        this.board = null;
        if (!told.length) return;
        for (const entry of told) if (!this.isOwnFight(entry)) this.tellFight(entry.lines, 0);
        this.page.tell(told);
    }

    /** Whether an entry belongs to a fight that is told over the map. @param {T.Entry} entry */
    isOwnFight(entry) {
        return entry.lines.some((line) => line.fight) && this.page.combat.concerns(entry.lines, this.page.mine);
    }

    /** Beside the map, where the settings want fights to be seen. @param {T.Line[]} lines @param {number} speed */
    async tellFight(lines, speed) {
        if (settings.fights !== "never") await this.panel.tell(lines, speed);
    }

    /** What others did, one thing after another. @param {T.View | null} before */
    async follow(before) {
        const { page } = this;
        const run = ++this.run;
        this.board ??= before ?? page.view;
        this.following = true;
        let who = page.seat;
        try {
            for (let entry = this.queue[0]; entry && run === this.run; entry = this.queue[0]) {
                const seat = entry.action === "pass" ? who : entry.seat;
                if (tells(entry)) {
                    if (seat !== who && who) await this.motion.wait(BETWEEN / rate());
                    if (run !== this.run) return;
                    await this.perform(entry, run);
                    who = seat;
                } else {
                    page.tell([entry]);
                }
                if (run === this.run) this.queue.shift();
            }
        } catch {
            if (run === this.run) this.flush();
        }
        if (run !== this.run) return;
        this.following = false;
        this.settle();
        if (page.view?.over) page.ended();
    }

    /** @param {T.Entry} entry @param {number} run */
    async perform(entry, run) {
        const { page } = this;
        const after = entry.version === page.view?.version ? page.view : await this.game.board(entry.version);
        if (run !== this.run) return;
        this.game.ahead(placeOf(this.game.stops, entry.version), false);
        if (!this.isOwnFight(entry)) await this.tellFight(entry.lines, rate());
        if (run !== this.run) return;
        const from = this.board;
        page.tell([entry]);
        this.board = after;
        await this.motion.show(from, after, entry.lines, () => page.draw(), rate());
        while (page.combat.box && run === this.run) await pause(QUICK_STEP);
        if (run === this.run) await this.motion.wait(FOLLOWED / rate());
    }

    /** Whatever is played out is over; what is so is shown. */
    skip() {
        this.run++;
        const was = this.following;
        this.following = this.playing = false;
        this.motion.skip();
        this.flush();
        this.page.draw();
        if (was && this.page.view?.over) this.page.ended();
    }

    /** Somebody does something of his own: nothing is played out any longer. */
    act() {
        if (this.following || this.board) this.skip();
    }

    // Looking back

    /** @param {number} version */
    async go(version) {
        this.stop();
        await this.look(version, false);
    }

    /** @param {number} by */
    async step(by) {
        this.stop();
        const { stops } = this.source;
        const place = placeOf(stops, this.shownVersion);
        const between = by < 0 && stops[place] !== this.shownVersion;
        await this.lookAtStop(between ? place : place + by, by < 0, by === 1);
    }

    /** @param {number} by one round forwards or back */
    async round(by) {
        this.stop();
        const begun = this.source.marks.filter((mark) => mark.kind === "turn" || mark.kind === "round").map((mark) => mark.version);
        const at = this.shownVersion;
        const next = by > 0 ? begun.find((version) => version > at) : begun.findLast((version) => version < at);
        if (next !== undefined) await this.look(next, false);
        else if (by > 0) this.last();
        else await this.first();
    }

    async first() {
        this.stop();
        await this.lookAtStop(0, false, false);
    }

    last() {
        this.stop();
        this.page.lookAtPresent();
        this.show();
    }

    toggle() {
        if (this.playing) {
            this.stop();
            this.show();
        } else if (this.following) {
            const at = this.board?.version ?? this.shownVersion;
            this.skip();
            this.go(at);
        } else {
            this.play(this.page.past ? placeOf(this.source.stops, this.at) : 0);
        }
    }

    /** @param {number} speed */
    setSpeed(speed) {
        this.speed = speed;
        this.show();
    }

    /** What has happened since the own last step, from there to the present. */
    sinceLastTurn() {
        const { since } = this;
        if (since === null) return;
        this.stop();
        this.play(Math.max(0, placeOf(this.source.stops, since)));
    }

    stop() {
        if (this.following) this.skip();
        this.run++;
        this.playing = false;
        this.motion.skip();
    }

    /** @param {number} place of the stop from which on everything is shown */
    async play(place) {
        const run = ++this.run;
        this.playing = true;
        const { stops } = this.source;
        try {
            await this.lookAtStop(place, false, false);
            for (let at = place + 1; run === this.run && at < this.source.stops.length; at++) {
                await this.motion.wait(STAYS / this.speed);
                if (run !== this.run) return;
                const [before, entry] = await Promise.all([this.source.entry(stops[at - 1]), this.source.entry(stops[at])]);
                if (run === this.run && entry && before && entry.seat !== before.seat && entry.action !== "pass") await this.motion.wait(BETWEEN / this.speed);
                if (run === this.run) await this.lookAtStop(at, false, true, run);
            }
        } catch (error) {
            if (run === this.run) complain(error);
        }
        if (run === this.run) this.last();
    }

    get shownVersion() {
        return this.page.past ? this.at : this.source.stops.at(-1) ?? 0;
    }

    /** @param {number} place @param {boolean} back @param {boolean} moving @param {number} [run] */
    async lookAtStop(place, back, moving, run = this.run) {
        const { stops } = this.source;
        const bounded = Math.min(stops.length - 1, Math.max(0, place));
        if (bounded === stops.length - 1 && this.source === this.game && !this.playing) this.last();
        else if (stops.length) await this.look(stops[bounded], moving, back, run);
    }

    /** Show the board of a moment; moving, as it came to be. @param {number} version @param {boolean} moving @param {boolean} [back] @param {number} [run] */
    async look(version, moving, back = false, run = this.run) {
        const { page, source } = this;
        const wanted = this.at = version;
        if (!page.past) page.past = page.shown;
        try {
            const place = placeOf(source.stops, version);
            const [board, entry] = await Promise.all([source.board(version, back), moving ? source.entry(version) : null]);
            if (run !== this.run || wanted !== this.at || source !== this.source || page.closed) return;
            source.ahead(place, back);
            const speed = rate() && moving ? rate() * this.speed : 0;
            if (moving) await this.tellFight(entry?.lines ?? [], speed);
            else this.panel.close();
            if (run !== this.run || wanted !== this.at) return;
            const before = page.past;
            page.past = board;
            page.lookingAt(version, source.comment(version));
            await this.motion.show(before, board, entry?.lines ?? [], () => page.draw(), speed);
        } catch (error) {
            if (run === this.run) complain(error);
            if (page.past && page.past === page.view) page.lookAtPresent();
        }
    }

    // Afterwards

    /** @param {string} seat */
    async lookThrough(seat) {
        this.seen = seat;
        const { at } = this;
        const { past } = this.page;
        const { stops, marks, version } = this.game;
        this.reset();
        Object.assign(this.game, { stops, marks, version });
        await this.page.refresh();
        this.heardOf = this.page.view?.version ?? -1;
        if (past) await this.go(at);
        this.show();
    }

    /** @param {boolean} open */
    showHands(open) {
        this.open = open;
        this.show();
    }

    // The bar

    show() {
        const { page, source } = this;
        const { view, past } = page;
        const shown = page.shown;
        if (!view || !shown) return;
        const lagging = !past && this.board !== null;
        this.bar.show({
            stops: source.stops, marks: source.marks, at: past ? this.at : shown.version, now: !past && !lagging, live: source === this.game, playing: this.playing,
            following: this.following, waited: Boolean(view.decision?.mine), speed: this.speed, since: this.since, seat: page.seat ?? undefined,
            eyes: view.over ? view.players.map((player) => player.faction) : [], seen: this.seen, open: this.open,
        });
        this.hands.show(this.open ? shown : null);
    }

    /** @param {KeyboardEvent} event @returns {boolean} whether it was meant */
    key(event) {
        const pressing = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement || (event.target instanceof Element && event.target.closest("summary, .target") !== null);
        const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
        if (by && event.shiftKey) this.round(by);
        else if (by) this.step(by);
        else if (event.key === "Home") this.first();
        else if (event.key === "End") this.last();
        else if (event.key === " " && !pressing) this.toggle();
        else if (event.key === "r") this.sinceLastTurn();
        else if (event.key === "s") this.skip();
        else return false;
        return true;
    }
}

/** Whether an entry shows anything. @param {T.Entry} entry */
function tells(entry) {
    return entry.lines.length > 0 || entry.action === "undo";
}
