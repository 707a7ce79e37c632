// Battles, sieges and naval battles, told line by line with the dice that fell.

import { die } from "./die.js";
import { button, h, show } from "./dom.js";
import { dialog, withRule } from "./notices.js";
import { reckoning, TABLED } from "./reckoning.js";
import { settings } from "./settings.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const FIRST = new Set(["battle_begins", "siege", "naval_battle", "declares_naval_battle"]);
const ROLLS = new Set(["battle_roll", "siege_roll", "naval_battle"]);
const LAST = new Set(["battle_won", "battle_drawn", "siege_completed", "naval_win", "naval_draw"]);
/** The chapters whose lines still belong to a fight that has been decided. */
const AFTERMATH = /^(7\.3|13\.3|14|15)/;
const TITLES = /** @type {Record<string, string>} */ ({ battle_begins: "Land Battle", siege: "Siege", naval_battle: "Naval Battle", declares_naval_battle: "Naval Battle" });
const PACE = /** @type {Record<string, number>} */ ({ fast: 250, normal: 900, slow: 2000 });

export class Combat {
    /** @param {Material} material */
    constructor(material) {
        this.material = material;
        this.table = h("div", { class: "reckoning-box" });
        /** @type {T.Line[]} */
        this.lines = [];
        /** @type {T.Line[] | null} the fight in the dialog */
        this.told = null;
        this.shown = 0;
        this.skip = h("button", { type: "button" });
        /** @type {(() => void) | null} what waits until the fight has been seen */
        this.afterwards = null;
        /** @type {HTMLDialogElement | null} */
        this.box = null;
        /** @type {T.Line[][]} fights that wait until the one in the dialog has been seen */
        this.queue = [];
    }

    /**
     * Follow what happens; a fight that the settings want to be seen opens its dialog.
     * @param {T.Entry[]} entries
     * @param {string[]} mine
     */
    follow(entries, mine) {
        let news = false;
        for (const line of entries.flatMap((entry) => entry.lines)) {
            if (FIRST.has(line.key) && !(line.key === "naval_battle" && this.open("declares_naval_battle"))) {
                if (news) this.present(mine);
                this.lines = [];
                news = false;
            } else if (this.lines.some((x) => LAST.has(x.key) || ROLLS.has(x.key)) && !AFTERMATH.test(line.rule)) {
                if (news) this.present(mine);
                news = false;
                this.lines = [];
            }
            if (!this.lines.length && !FIRST.has(line.key)) continue;
            this.lines.push(line);
            news ||= ROLLS.has(line.key) || this.box !== null;
        }
        if (news) this.present(mine);
    }

    /** @param {string} key */
    open(key) {
        return this.lines[0]?.key === key && !this.lines.some((line) => LAST.has(line.key) || ROLLS.has(line.key));
    }

    /** @param {string[]} mine */
    present(mine) {
        const involved = this.lines.slice(0, 4).some((line) => line.refs.some((ref) => ref.kind === "faction" && mine.includes(ref.id)));
        if (settings.fights === "never" || (settings.fights === "mine" && mine.length && !involved)) return;
        if (!this.box) this.show(this.lines);
        else if (this.told === this.lines) this.play();
        else if (!this.queue.includes(this.lines)) this.queue.push(this.lines);
    }

    /** Open the dialog. @param {T.Line[]} lines */
    show(lines) {
        this.told = lines;
        this.shown = 0;
        const [first] = lines;
        const where = first.refs.find((ref) => ref.kind === "space" || ref.kind === "location");
        this.list = h("ol", { class: "computation" });
        this.table.replaceChildren();
        this.skip = button("Show everything", () => this.finish(), { class: "skip" });
        const box = dialog(`${TITLES[first.key]}${where ? `: ${where.name}` : ""}`, [this.table, this.list], {
            forAll: true,
            closed: () => {
                clearTimeout(this.timer);
                this.box = null;
                const next = this.queue.shift();
                if (next) {
                    this.show(next);
                    return;
                }
                this.afterwards?.();
                this.afterwards = null;
            },
            actions: [this.skip, button("Continue", () => box.close(), { class: "primary", autofocus: true })],
        });
        this.box = box;
        this.play();
    }

    /** Do something when no fight is shown any more. @param {() => void} something */
    whenSeen(something) {
        if (this.box) this.afterwards = something;
        else something();
    }

    /** Something is more urgent than a fight that is over; the log tells it. */
    leave() {
        this.queue = [];
        this.box?.close();
    }

    play() {
        clearTimeout(this.timer);
        this.skip.hidden = false;
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches || settings.pace === "none";
        if (still) this.finish();
        else this.next();
    }

    next() {
        if (!this.box || !this.told || this.shown >= this.told.length) {
            this.skip.hidden = true;
            return;
        }
        const line = this.told[this.shown++];
        this.tell(line, true);
        this.timer = setTimeout(() => this.next(), (PACE[settings.pace] ?? PACE.normal) * (line.dice.length ? 1.4 : 0.6));
    }

    finish() {
        clearTimeout(this.timer);
        this.skip.hidden = true;
        const lines = this.told ?? [];
        while (this.shown < lines.length) this.tell(lines[this.shown++], false);
    }

    /** @param {T.Line} line @param {boolean} rolling */
    tell(line, rolling) {
        if (TABLED.has(line.key)) {
            show(this.table, reckoning((this.told ?? []).slice(0, this.shown), this.material, rolling ? line : null));
            return;
        }
        this.list?.append(this.step(line, rolling));
        if (rolling) this.list?.lastElementChild?.scrollIntoView({ block: "nearest" });
    }

    /** @param {T.Line} line @param {boolean} rolling */
    step(line, rolling) {
        return h("li", { class: LAST.has(line.key) ? "outcome" : line.key },
            line.dice.length ? h("div", { class: "dice" }, ...line.dice.map((value) => die(value, rolling))) : null,
            h("p", {}, ...withRule(line.text, line.rule)));
    }
}
