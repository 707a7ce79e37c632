// Battles, sieges and naval battles, told line by line with the dice that fell.

import { die } from "./die.js";
import { button, h, show } from "./dom.js";
import { dialog, withRule } from "./notices.js";
import { reckoning, TABLED } from "./reckoning.js";
import { settings } from "./kept.js";
import { Story } from "./story.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const PACE = /** @type {Record<string, number>} */ ({ fast: 250, normal: 900, slow: 2000 });

export class Combat {
    /** @param {Material} material */
    constructor(material) {
        this.material = material;
        this.table = h("div", { class: "reckoning-box" });
        this.story = new Story();
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
        /** @type {(() => void)[]} what waits until everything has been told */
        this.waiting = [];
    }

    /**
     * Follow what happens; a fight that the settings want to be seen opens its dialog.
     * @param {T.Entry[]} entries
     * @param {string[]} mine
     */
    follow(entries, mine) {
        let news = false;
        for (const line of entries.flatMap((entry) => entry.lines)) {
            const begins = this.story.isBegunBy(line);
            if (begins || this.story.isEndedBy(line)) {
                if (news) this.present(mine);
                this.story = new Story();
                news = false;
            }
            if (!this.story.lines.length && !begins) continue;
            this.story.lines.push(line);
            news ||= line.fight?.rolls || this.box !== null;
        }
        if (news) this.present(mine);
    }

    /** Whether dice of the fight in the dialog still have to fall: until then nothing beside it tells what comes of it. */
    get isTelling() {
        return this.box !== null && this.told !== null && this.shown < this.told.length;
    }

    /** Do something when everything that has happened in the fight has been told. @param {() => void} something */
    whenTold(something) {
        if (this.isTelling) this.waiting.push(something);
        else something();
    }

    release() {
        for (const something of this.waiting.splice(0)) something();
    }

    /** Whether a fight is one's own: others' are told beside the map. @param {T.Line[]} lines @param {string[]} mine */
    concerns(lines, mine) {
        return lines.slice(0, 4).some((line) => line.refs.some((ref) => ref.kind === "faction" && mine.includes(ref.id)));
    }

    /** @param {string[]} mine */
    present(mine) {
        const { lines } = this.story;
        if (settings.fights === "never" || !this.concerns(lines, mine)) return;
        if (!this.box) this.show(lines);
        else if (this.told === lines) this.play();
        else if (!this.queue.includes(lines)) this.queue.push(lines);
    }

    /** Open the dialog. @param {T.Line[]} lines */
    show(lines) {
        this.told = lines;
        this.shown = 0;
        const [first] = lines;
        const where = first.refs.find((ref) => ref.kind === "space" || ref.kind === "location");
        this.list = h("ol", { class: "computation" });
        // What is outside a dialog is not heard while it is open.
        this.said = h("div", { class: "visually-hidden", "aria-live": "polite" });
        this.table.replaceChildren();
        this.skip = button(t("page.fight.all"), () => this.finish(), { class: "skip" });
        const box = dialog(t(`page.fight.${first.fight?.kind}${where ? ".at" : ""}`, { space: where ? this.material.at(where.id) : "" }), [this.table, this.list, this.said], {
            forAll: true,
            closed: () => {
                clearTimeout(this.timer);
                this.box = null;
                const next = this.queue.shift();
                if (next) {
                    this.show(next);
                    return;
                }
                this.release();
                this.afterwards?.();
                this.afterwards = null;
            },
            actions: [this.skip, button(t("page.fight.continue"), () => box.close(), { class: "primary", autofocus: true })],
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
            this.release();
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
        this.release();
    }

    /** @param {T.Line} line @param {boolean} rolling */
    tell(line, rolling) {
        this.said?.append(h("p", {}, line.text));
        if (TABLED.has(line.key)) {
            show(this.table, reckoning((this.told ?? []).slice(0, this.shown), this.material, rolling ? line : null));
            return;
        }
        this.list?.append(this.step(line, rolling));
        if (rolling) this.list?.lastElementChild?.scrollIntoView({ block: "nearest" });
    }

    /** @param {T.Line} line @param {boolean} rolling */
    step(line, rolling) {
        return h("li", { class: line.fight?.ends ? "outcome" : line.key },
            line.dice.length ? h("div", { class: "dice" }, ...line.dice.map((value) => die(value, rolling))) : null,
            h("p", {}, ...withRule(line.text, line.rule)));
    }
}
