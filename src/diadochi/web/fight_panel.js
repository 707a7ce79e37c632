// A fight beside the map, for whoever watches: its computation and its dice, line by line.

import { die } from "./die.js";
import { button, h, show } from "./dom.js";
import { icon } from "./icons.js";
import { withRule } from "./notices.js";
import { reckoning, TABLED } from "./reckoning.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** Milliseconds that a line stays before the next, and how much longer one with dice. */
const LINE = 450, DICE = 900;

export class FightPanel {
    /** @param {Material} material @param {(milliseconds: number) => Promise<void>} wait */
    constructor(material, wait) {
        this.material = material;
        this.wait = wait;
        this.title = h("h2", {});
        this.table = h("div", { class: "reckoning-box" });
        this.list = h("ol", { class: "computation" });
        this.node = h("aside", { class: "fight-panel", hidden: true, "aria-label": t("page.fight.beside") },
            h("header", {}, this.title, button(t("page.close"), () => this.close(), { class: "quiet" }, icon("close"))), this.table, this.list);
        /** @type {T.Line[]} the fight so far */
        this.lines = [];
    }

    close() {
        this.lines = [];
        this.node.hidden = true;
    }

    /** Whether the dice have fallen; what still belongs to the fight comes after them. */
    get isDecided() {
        return this.lines.some((line) => line.fight?.ends || line.fight?.rolls);
    }

    /**
     * What of these lines belongs to a fight is told; the rest closes one that is over.
     * @param {T.Line[]} lines
     * @param {number} speed 0: at once
     */
    async tell(lines, speed) {
        for (const line of lines) {
            const begins = line.fight?.begins && !(line.fight.rolls && this.lines[0]?.fight?.kind === "naval" && !this.isDecided);
            if (begins) this.begin(line);
            else if (!line.fight && this.isDecided) this.close();
            if (!this.lines.length) continue;
            if (!begins) this.lines.push(line);
            this.say(line, speed > 0);
            if (speed) await this.wait((line.dice.length ? DICE : LINE) / speed);
        }
    }

    /** @param {T.Line} line */
    begin(line) {
        const where = line.refs.find((ref) => ref.kind === "space" || ref.kind === "location");
        this.lines = [line];
        this.table.replaceChildren();
        this.list.replaceChildren();
        this.title.textContent = t(`page.fight.${line.fight?.kind}${where ? ".at" : ""}`, { space: where ? this.material.at(where.id) : "" });
        this.node.hidden = false;
    }

    /** @param {T.Line} line @param {boolean} rolling */
    say(line, rolling) {
        if (TABLED.has(line.key)) {
            show(this.table, reckoning(this.lines, this.material, rolling ? line : null));
            return;
        }
        this.list.append(h("li", { class: line.fight?.ends ? "outcome" : line.key },
            line.dice.length ? h("div", { class: "dice" }, line.dice.map((value) => die(value, rolling))) : null,
            h("p", {}, ...withRule(line.text, line.rule))));
        this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
    }
}
