// What has happened since one's own last step, on the map where one looks.

import { die } from "./die.js";
import { button, h, show } from "./dom.js";
import { icon } from "./icons.js";
import { HEADINGS } from "./log.js";
import { withoutRule } from "./notices.js";

/** @import * as T from "./types" */

const MOST = 7;

export class News {
    /** @param {() => void} readOn open the whole log */
    constructor(readOn) {
        this.list = h("ol", {});
        this.node = h("aside", { class: "news", hidden: true, "aria-label": "Just now" },
            h("header", {}, h("h2", {}, "Just now"), button("Open the log", readOn, { class: "quiet" }, icon("clock")),
                button("Close", () => this.clear(), { class: "quiet" }, icon("close"))), this.list);
        /** @type {T.Line[]} */
        this.lines = [];
    }

    /** @param {T.Entry[]} entries */
    add(entries) {
        const fresh = entries.flatMap((entry) => entry.lines).filter((line) => !(line.key in HEADINGS));
        this.lines = [...this.lines, ...fresh].slice(-MOST);
        show(this.list, this.lines.map((line) => h("li", {}, line.dice.length ? h("span", { class: "dice" }, line.dice.map((value) => die(value))) : null,
            withoutRule(line.text, line.rule))));
        this.node.hidden = !this.lines.length;
        this.node.scrollTop = this.node.scrollHeight;
    }

    clear() {
        this.lines = [];
        this.node.hidden = true;
    }
}
