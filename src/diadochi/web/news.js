// What has happened since one's own last step, on the map where one looks.

import { die } from "./die.js";
import { button, h, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { icon } from "./icons.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */

const MOST = 150;

export class News {
    /** @param {() => void} readOn open the whole log */
    constructor(readOn) {
        this.list = h("ol", {});
        this.node = h("aside", { class: "news", hidden: true, "aria-label": t("page.news") },
            h("header", {}, h("h2", {}, t("page.news")), button(t("page.news.log"), readOn, { class: "quiet" }, icon("clock")),
                button(t("page.close"), () => this.clear(), { class: "quiet" }, icon("close"))), this.list);
        /** @type {T.Entry[]} */
        this.entries = [];
    }

    /** @param {T.Entry[]} entries @param {string | null} seat who reads */
    add(entries, seat) {
        for (const entry of entries) {
            if (entry.action === "undo") this.entries.pop();
            else this.entries.push(entry);
        }
        const lines = this.entries.flatMap((entry, i) => entry.lines.filter((line) => !line.begins).map((line) => ({ line, by: this.whose(i) })));
        const told = lines.slice(-MOST);
        show(this.list, lines.length > MOST ? h("li", { class: "quiet-text" }, t("page.news.more", { number: lines.length - MOST })) : null,
            told.map(({ line, by }, i) => this.line(line, by, by !== told[i - 1]?.by, seat)));
        this.node.hidden = !told.length;
        this.look();
    }

    /** Who set going what an entry tells: a pass lets go on what somebody else began. @param {number} i */
    whose(i) {
        const began = this.entries.slice(0, i + 1).findLast((entry) => entry.action !== "pass");
        return (began ?? this.entries[i]).seat;
    }

    /** @param {T.Line} line @param {string | null} by @param {boolean} first of this player @param {string | null} seat */
    line(line, by, first, seat) {
        const concerns = seat && by !== seat && line.refs.some((ref) => ref.kind === "faction" && ref.id === seat);
        return h("li", { class: `${first ? "first" : ""} ${concerns ? "concerns" : ""}` }, first && by ? emblem(by) : null,
            line.dice.length ? h("span", { class: "dice" }, line.dice.map((value) => die(value))) : null, line.text);
    }

    /** What concerns the reader is in sight, else the latest. */
    look() {
        const first = this.list.querySelector(".concerns");
        this.node.scrollTop = first instanceof HTMLElement ? first.offsetTop - this.list.offsetTop : this.node.scrollHeight;
    }

    clear() {
        this.entries = [];
        this.node.hidden = true;
    }
}
