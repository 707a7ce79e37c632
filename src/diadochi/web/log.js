// What has happened: by turn, round, player and segment; every name leads to the map.

import { button, h } from "./dom.js";
import { emblem } from "./emblem.js";
import { icon } from "./icons.js";
import { spaceOf } from "./material.js";
import { ruleLink } from "./notices.js";
import { generalAt } from "./offers.js";
import { named, t, upper } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** @typedef {{turn: number, round: number, active: string | null, segment: string | null}} Moment */

/**
 * @typedef {object} Reading
 * @property {(space: string) => void} find
 * @property {(version: number) => void} look show the board as it was
 * @property {() => T.View | null} view
 * @property {() => void} earlier
 * @property {(card: string) => void} card
 */

export class Log {
    /** @param {Material} material @param {Reading} hooks */
    constructor(material, hooks) {
        this.material = material;
        this.hooks = hooks;
        this.list = h("div", { class: "log-list", tabindex: "0", role: "log", "aria-label": t("page.tab.log"), "aria-live": "off" });
        this.earlier = button(t("page.log.earlier"), () => hooks.earlier(), { class: "earlier", hidden: true });
        this.list.addEventListener("keydown", (event) => this.key(event));
        this.list.addEventListener("click", (event) => this.click(event));
        this.node = h("section", { class: "log", "aria-label": t("page.log") }, this.earlier, this.list);
        this.announcer = h("div", { class: "visually-hidden", "aria-live": "polite" });
        /** @type {T.Entry[]} */
        this.entries = [];
        /** @type {Map<number, HTMLElement[]>} */
        this.nodes = new Map();
        /** @type {Moment | null} */
        this.moment = null;
        /** @type {string | null} the last that was told: it is not told twice */
        this.reason = null;
        this.group = "";
        /** @type {HTMLElement | null} */
        this.box = null;
    }

    clear() {
        this.entries = [];
        this.nodes.clear();
        this.moment = null;
        this.group = "";
        this.box = null;
        this.list.replaceChildren();
        this.announcer.replaceChildren();
    }

    get version() {
        return this.entries.at(-1)?.version ?? -1;
    }

    /** @param {T.Entry[]} entries that follow those shown; ones that are there already are left out */
    add(entries) {
        const fresh = entries.filter((entry) => entry.version > this.version);
        const atEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 60;
        for (const entry of fresh) {
            this.entries.push(entry);
            if (entry.action === "undo") this.takeBack();
            else this.append(entry);
        }
        if (atEnd) this.toEnd();
        return fresh;
    }

    toEnd() {
        this.list.scrollTop = this.list.scrollHeight;
    }

    /** An undo takes the last entry that still stands off the page. */
    takeBack() {
        const last = [...this.nodes.keys()].at(-1);
        if (last === undefined) return;
        for (const node of this.nodes.get(last) ?? []) node.remove();
        this.nodes.delete(last);
    }

    /** What an entry tells belongs to the Segment before it, until a line says that the next one begins. @param {T.Entry} entry */
    append(entry) {
        /** @type {HTMLElement[]} */
        const nodes = [];
        this.nodes.set(entry.version, nodes);
        /** @type {Moment} */
        let moment = this.moment ?? entry;
        /** @type {HTMLElement | null} */
        let node = null;
        let reason = entry.reason === this.reason ? null : entry.reason;
        this.reason = entry.reason ?? this.reason;
        for (const line of entry.lines) {
            if (line.begins) {
                moment = this.begun(line, entry, moment);
                node = null;
                continue;
            }
            if (line.common && moment.active) {
                moment = { ...moment, active: null, segment: null };
                node = null;
            }
            if (!node) {
                node = h("div", { class: "entry", "data-version": entry.version });
                nodes.push(node);
                this.boxFor(moment).append(node);
            }
            node.append(this.line(line, entry));
            if (reason && entry.seat) node.append(h("p", { class: "line reason" }, reason));
            reason = null;
        }
        this.moment = { turn: entry.turn, round: entry.round, active: entry.active, segment: entry.segment };
    }

    /** What a line begins: a Game Turn, a round or a Segment. @param {T.Line} line @param {T.Entry} entry @param {Moment} moment @returns {Moment} */
    begun(line, entry, moment) {
        if (line.begins === "turn") return { turn: entry.turn, round: 0, active: null, segment: null };
        if (line.begins === "round") return { turn: entry.turn, round: entry.round, active: null, segment: null };
        const active = line.refs.find((ref) => ref.kind === "faction")?.id ?? null;
        return { ...moment, active, segment: line.begins };
    }

    /** The box of a moment, with its headings where it is a new one. @param {Moment} moment */
    boxFor(moment) {
        const group = `${moment.turn}/${moment.round}/${moment.active}/${moment.segment}`;
        if (group === this.group && this.box) return this.box;
        const [turn, round] = this.group.split("/");
        if (turn !== String(moment.turn)) this.list.append(h("h3", {}, moment.turn ? t("page.game_turn", { turn: named(`turn.${moment.turn}`) }) : t("map.setup")));
        if (moment.round && (round !== String(moment.round) || turn !== String(moment.turn))) this.list.append(h("h4", {}, t("page.round", { round: moment.round })));
        this.group = group;
        const title = moment.active && moment.segment ? [emblem(moment.active), upper(t("page.segment.of", { who: this.material.who(moment.active), segment: t(`page.segment.${moment.segment}`) }))] : [];
        this.box = h("div", { class: "log-group" }, title.length ? h("h5", {}, ...title) : null);
        this.list.append(this.box);
        return this.box;
    }

    /** @param {T.Line} line @param {T.Entry} entry */
    line(line, entry) {
        const look = button(t("page.log.look"), () => this.hooks.look(entry.version), { class: "look", tabindex: "-1" }, icon("clock"));
        return h("p", { class: `line ${line.private ? "private" : ""} ${line.dice.length ? "rolled" : ""}` },
            look, ...this.words(line), line.rule ? " " : null, line.rule ? ruleLink(line.rule) : null);
    }

    /** The text of a line, its names as links. @param {T.Line} line @returns {(string | Node)[]} */
    words(line) {
        return line.parts.map((part) => {
            if (typeof part === "string") return part;
            return this.name({ ...line.refs[part.ref], name: part.text });
        });
    }

    /** @param {T.Ref} ref */
    name(ref) {
        if (ref.kind === "faction") return h("span", { class: `name ${ref.id}` }, ref.name);
        if (ref.kind === "card") return button(ref.name, () => this.hooks.card(ref.id), { class: "name link", tabindex: "-1" });
        const space = this.spaceOf(ref);
        if (!space) return h("span", { class: "name" }, ref.name);
        return button(ref.name, () => this.hooks.find(space), { class: "name link", tabindex: "-1" });
    }

    /** @param {T.Ref} ref */
    spaceOf(ref) {
        const view = this.hooks.view();
        if (ref.kind === "space" || ref.kind === "location") return spaceOf(ref.id);
        if (ref.kind === "province") return this.material.provinces.get(ref.id)?.spaces[0] ?? "";
        if (ref.kind === "general" && view) return generalAt(ref.id, view);
        if (ref.kind === "royal" && view) return spaceOf(view.royals[ref.id]?.at ?? "");
        return "";
    }

    /** A click on a line, but not on a name in it, shows the board as it was. @param {Event} event */
    click(event) {
        const target = /** @type {Element} */ (event.target);
        const entry = target.closest(".entry");
        if (entry && !target.closest("button") && !String(getSelection())) this.hooks.look(Number(/** @type {HTMLElement} */ (entry).dataset.version));
    }

    /** Arrows go through the entries, Enter shows the board as it was. @param {KeyboardEvent} event */
    key(event) {
        const entries = [...this.list.querySelectorAll(".entry")];
        const now = entries.findIndex((entry) => entry.classList.contains("cursor"));
        const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
        if (event.key === "Enter" && now >= 0 && event.target === this.list) {
            event.preventDefault();
            this.hooks.look(Number(/** @type {HTMLElement} */ (entries[now]).dataset.version));
        } else if (step && entries.length) {
            event.preventDefault();
            entries[now]?.classList.remove("cursor");
            const next = entries[Math.min(entries.length - 1, Math.max(0, now < 0 ? entries.length - 1 : now + step))];
            next.classList.add("cursor");
            next.scrollIntoView({ block: "nearest" });
        }
    }

    /** Say the last lines to those who listen. @param {T.Entry[]} entries */
    announce(entries) {
        const lines = entries.flatMap((entry) => entry.lines).slice(-6);
        if (lines.length) this.announcer.replaceChildren(...lines.map((line) => h("p", {}, line.text)));
    }

    /** @param {number | null} version */
    mark(version) {
        for (const node of this.list.querySelectorAll(".entry.looked")) node.classList.remove("looked");
        for (const node of this.nodes.get(version ?? -1) ?? []) node.classList.add("looked");
    }
}
