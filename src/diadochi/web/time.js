// Time at the table: what others do is played out, and the whole game can be looked at again.

import { FightPanel } from "./fight_panel.js";
import { rate, Motion } from "./motion.js";
import { OpenHands } from "./open_hands.js";
import { pause } from "./net.js";
import { Replay } from "./replay.js";
import { GameSource, placeOf } from "./replay_sources.js";
import { ReplayBar } from "./replay_bar.js";
import { settings } from "./kept.js";

/** @import * as T from "./types" */
/** @import { TablePage } from "./table.js" */
/** @import { Source } from "./replay_sources.js" */

/** Milliseconds at normal speed: between players, and how long a board stays when others move. */
const BETWEEN = 500, FOLLOWED = 350;
/** Milliseconds after which what was not told is shown nevertheless. */
const LATE = 4000;
/** So many things that others did since the own last step are much. */
const MUCH = 8;
const QUICK_STEP = 140;
/** Entries of the log that are on the page from the beginning. */
export const RECENT = 300;

export class Time {
    /** @param {TablePage} page */
    constructor(page) {
        this.page = page;
        this.motion = new Motion(page.material, page.map, page.players.strip);
        this.panel = new FightPanel(page.material, (milliseconds) => this.motion.wait(milliseconds));
        this.bar = new ReplayBar(page.material, {
            step: (by) => this.replay.step(by), round: (by) => this.replay.round(by), first: () => this.replay.first(), last: () => this.last(), toggle: () => this.toggle(),
            go: (version) => this.go(version), speed: (speed) => this.replay.setSpeed(speed), since: () => this.sinceLastTurn(), skip: () => this.skip(),
            eyes: (seat) => this.lookThrough(seat), hands: (open) => this.showHands(open),
        });
        this.hands = new OpenHands(page.material, (card) => page.readCard(card));
        this.game = new GameSource(page.id, page.seat);
        this.replay = new Replay(this.game, this.stage());
        /** @type {T.View | null} the board on the map while what others did is still played out */
        this.board = null;
        /** @type {T.Entry[]} what has happened and is not told yet */
        this.queue = [];
        /** The last version that was heard of. */
        this.heardOf = -1;
        /** Each time that others' moves are played out; a newer one ends those before. */
        this.run = 0;
        this.following = false;
        /** Whether all hands are shown, and through whose eyes, when the game is over. */
        this.open = false;
        this.seen = "";
        this.started = false;
        // While one looks back, arrows do not move the map.
        page.map.svg.addEventListener("keydown", (event) => {
            if (!page.past || !this.key(event)) return;
            event.preventDefault();
            event.stopImmediatePropagation();
        }, { capture: true });
    }

    // What happens now

    /** Through other eyes, or again from the beginning. */
    reset() {
        this.queue = [];
        this.heardOf = -1;
        this.game = new GameSource(this.page.id, this.seen || this.page.seat);
        this.replay.take(this.game);
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
        if (unheard && before && rate() && !document.hidden && !this.board && !page.past && page.frame.offline.hidden) {
            // What happened comes in a moment; until then the board stays.
            this.board = before;
            setTimeout(() => {
                if (!this.following && view.version > this.heardOf) this.skip();
            }, LATE);
        }
        this.settle(before);
    }

    /** Tell and show what has happened: the own steps at once, others' one after another. @param {T.View | null} [before] */
    settle(before = null) {
        const { page, queue } = this;
        const { view } = page;
        if (!view) return;
        if (!rate() || document.hidden || page.past || page.curtain.next) {
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
        const { view } = page;
        if (!from || !view || from === view || from.version >= view.version) return;
        page.combat.whenTold(() => this.motion.show(from, view, told.flatMap((entry) => entry.lines), () => page.draw(), rate()));
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
        while (page.combat.isTelling && run === this.run) await pause(QUICK_STEP);
        if (run !== this.run) return;
        this.board = after;
        await this.motion.show(from, after, entry.lines, () => page.draw(), rate());
        while (page.combat.box && run === this.run) await pause(QUICK_STEP);
        if (run === this.run) await this.motion.wait(FOLLOWED / rate());
    }

    /** Whatever is played out is over; what is so is shown. */
    skip() {
        this.run++;
        const was = this.following;
        this.following = false;
        this.motion.skip();
        this.flush();
        this.page.draw();
        if (was && this.page.view?.over) this.page.ended();
    }

    /** Somebody does something of his own: nothing is played out any longer. */
    act() {
        this.panel.close();
        if (this.following || this.board) this.skip();
    }

    // Looking back

    /** How the table shows what is looked at. @returns {import("./replay.js").Stage} */
    stage() {
        const { page } = this;
        return {
            begin: () => {
                if (!page.past) page.past = page.shown;
                this.show();
            },
            look: (board, version, entry, isWanted) => this.look(board, version, entry, isWanted),
            present: () => page.lookAtPresent(),
            changed: () => this.show(),
            wait: (milliseconds) => this.motion.wait(milliseconds),
            hurry: () => (this.following || this.board ? this.skip() : this.motion.skip()),
        };
    }

    /** @param {T.View} board @param {number} version @param {T.Entry | null} entry @param {() => boolean} isWanted */
    async look(board, version, entry, isWanted) {
        const { page } = this;
        const speed = entry ? rate() * this.replay.speed : 0;
        if (entry) await this.tellFight(entry.lines, speed);
        else this.panel.close();
        if (!isWanted() || page.closed) return;
        const before = page.past;
        page.past = board;
        page.lookingAt(version);
        await this.motion.show(before, board, entry?.lines ?? [], () => page.draw(), speed);
    }

    /** @param {number} version */
    go(version) {
        return this.replay.go(version);
    }

    last() {
        this.replay.last();
    }

    toggle() {
        const lagging = this.following ? this.board : null;
        if (lagging) this.replay.go(lagging.version);
        else this.replay.toggle();
    }

    /** What has happened since the own last step, from there to the present. */
    sinceLastTurn() {
        const { since } = this;
        if (since !== null) this.replay.play(Math.max(0, placeOf(this.game.stops, since)));
    }

    /** Show something else than this game, such as an example. @param {Source} source */
    watch(source) {
        this.replay.take(source);
        return this.replay.first();
    }

    // Afterwards

    /** @param {string} seat */
    async lookThrough(seat) {
        const { page } = this;
        const { stops, marks, version } = this.game;
        const { at } = this.replay;
        this.seen = seat;
        this.reset();
        Object.assign(this.game, { stops, marks, version });
        await page.loadLog(Math.max(-1, page.table.version - RECENT));
        this.begin(page.log.entries);
        await page.refresh();
        if (at !== null) await this.go(at);
        this.show();
    }

    /** @param {boolean} open */
    showHands(open) {
        this.open = open;
        this.show();
    }

    // The bar

    show() {
        const { page, replay } = this;
        const { view, shown } = page;
        if (!view || !shown) return;
        const { source } = replay;
        this.bar.show({
            stops: source.stops, marks: source.marks, live: source.isLive, playing: replay.playing, speed: replay.speed,
            at: page.past ? replay.shown : shown.version, now: !page.past && !this.board,
            following: this.following, waited: Boolean(view.decision?.mine), since: this.since, seat: page.seat ?? undefined,
            eyes: view.over ? view.players.map((player) => player.faction) : [], known: view.over || !source.isLive, seen: this.seen, open: this.open,
        });
        this.hands.show(this.open ? shown : null);
    }

    /** @param {KeyboardEvent} event @returns {boolean} whether it was meant */
    key(event) {
        const pressing = event.target instanceof HTMLButtonElement || event.target instanceof HTMLAnchorElement || (event.target instanceof Element && event.target.closest("summary, .target") !== null);
        const by = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
        if (by && event.shiftKey) this.replay.round(by);
        else if (by) this.replay.step(by);
        else if (event.key === "Home") this.replay.first();
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
