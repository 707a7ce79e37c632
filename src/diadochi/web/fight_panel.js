// A fight beside the map, for whoever watches: its computation and its dice, line by line.

import { die } from "./die.js";
import { button, h, show } from "./dom.js";
import { icon } from "./icons.js";
import { withRule } from "./notices.js";
import { reckoning, TABLED } from "./reckoning.js";
import { Story } from "./story.js";
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
        this.story = new Story();
        /** Whether something else has happened since. */
        this.isOver = false;
    }

    close() {
        this.story = new Story();
        this.isOver = false;
        this.node.hidden = true;
    }

    /**
     * What of these lines belongs to a fight is told; one that is over stays until something else is told at a pace.
     * @param {T.Line[]} lines
     * @param {number} speed 0: at once
     */
    async tell(lines, speed) {
        if (this.isOver && speed) this.close();
        for (const line of lines) {
            const begins = this.story.isBegunBy(line);
            if (begins) this.begin(line);
            else if (this.story.isEndedBy(line)) this.isOver = true;
            if (!this.story.lines.length || this.isOver) continue;
            if (!begins) this.story.lines.push(line);
            this.say(line, speed > 0);
            if (speed) await this.wait((line.dice.length ? DICE : LINE) / speed);
        }
    }

    /** @param {T.Line} line */
    begin(line) {
        const where = line.refs.find((ref) => ref.kind === "space" || ref.kind === "location");
        this.story = new Story();
        this.story.lines.push(line);
        this.isOver = false;
        this.table.replaceChildren();
        this.list.replaceChildren();
        this.title.textContent = t(`page.fight.${line.fight?.kind}${where ? ".at" : ""}`, { space: where ? this.material.at(where.id) : "" });
        this.node.hidden = false;
    }

    /** @param {T.Line} line @param {boolean} rolling */
    say(line, rolling) {
        if (TABLED.has(line.key)) {
            show(this.table, reckoning(this.story.lines, this.material, rolling ? line : null));
            return;
        }
        this.list.append(h("li", { class: line.fight?.ends ? "outcome" : line.key },
            line.dice.length ? h("div", { class: "dice" }, line.dice.map((value) => die(value, rolling))) : null,
            h("p", {}, ...withRule(line.text, line.rule))));
        this.list.lastElementChild?.scrollIntoView({ block: "nearest" });
    }
}
