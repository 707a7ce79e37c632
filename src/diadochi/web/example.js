// The example of play in the replay bar: every step with our comment beside the board.

import { button, h, show } from "./dom.js";
import { loadMaterial } from "./material.js";
import { get } from "./net.js";
import { complain, dialog } from "./notices.js";
import { ExampleSource, placeOf } from "./replay_sources.js";
import { TablePage } from "./table.js";
import { speakOf, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** Coming to the example. */
export class Example {
    /** @param {HTMLElement} page */
    constructor(page) {
        this.page = page;
        this.closed = false;
        /** @type {ExamplePage | null} */
        this.table = null;
    }

    async open() {
        this.page.replaceChildren(h("main", { class: "loading" }, h("h1", {}, t("page.name")), h("p", {}, t("page.loading")), h("a", { href: "#/" }, t("page.to_lobby"))));
        try {
            const walk = /** @type {T.Walk} */ (await get("/api/example"));
            const [material] = await Promise.all([loadMaterial(walk.edition), speakOf(walk.edition)]);
            if (this.closed) return;
            this.table = new ExamplePage(this.page, walk, material);
            await this.table.open();
        } catch (error) {
            if (this.closed) return;
            complain(error);
            location.replace("#/");
        }
    }

    close() {
        this.closed = true;
        this.table?.close();
    }
}

/** A table at which nobody sits, and at which nothing happens but what the example tells. */
class ExamplePage extends TablePage {
    /** @param {HTMLElement} page @param {T.Walk} walk @param {Material} material */
    constructor(page, walk, material) {
        super(page, tableOf(walk, material), material);
        this.walk = walk;
        this.source = new ExampleSource(walk);
        this.heading = h("summary");
        this.text = h("div", { class: "guide-text", role: "status" });
        this.place = h("span", { class: "quiet-text" });
        this.back = button(t("page.example.previous"), () => this.go(-1), {});
        this.on = button(t("page.example.next"), () => this.go(1), { class: "primary" });
        this.guide.node.replaceWith(h("section", { class: "guide", "aria-label": t("page.example") },
            h("details", { open: true }, this.heading, this.text), h("p", { class: "guide-ways" }, this.back, this.on, this.place)));
    }

    async begin() {
        this.log.add(this.walk.entries);
        this.log.earlier.hidden = true;
        this.view = this.walk.first;
        await this.time.watch(this.source);
    }

    /** @param {number} version */
    lookingAt(version) {
        const number = this.source.numberOf(version);
        const { title, text, slips } = this.walk.comments[number];
        this.log.mark(version);
        show(this.heading, title);
        show(this.text, h("p", {}, text), slips.map((slip) => h("p", { class: "quiet-text" }, slip)));
        show(this.place, t("page.example.place", { number: number + 1, of: this.walk.comments.length }));
        this.back.disabled = !number && version === this.source.stops[0];
        this.on.disabled = version === this.source.stops.at(-1);
    }

    /** To the comment before at once, or to the next one as it comes to that. @param {number} by */
    go(by) {
        const { source } = this;
        const { replay } = this.time;
        const number = source.numberOf(replay.shown);
        const place = (/** @type {number} */ version) => placeOf(source.stops, version);
        if (by < 0) {
            this.time.go(number ? source.lastOf(number - 1) : source.stops[0]);
            return;
        }
        const last = source.lastOf(replay.shown === source.lastOf(number) ? number + 1 : number);
        replay.play(replay.place + 1, place(last), true);
    }

    showTable() {
        dialog(t("page.example"), [h("p", { class: "edition" }, this.table.edition_name), h("p", {}, t("page.example.text"))], { narrow: true });
    }
}

/** @param {T.Walk} walk @param {Material} material @returns {T.Table} */
function tableOf({ edition, first, entries }, material) {
    const seats = first.players.map(({ faction }) => /** @type {T.Seat} */ ({ faction, kind: "bot", name: "", mine: false }));
    return {
        id: "example", name: t("page.example"), players: seats.length, options: [], edition, edition_name: material.facts.edition_name, rulings: [],
        private: false, reasons: false, pace: "slow", countdown: false, created: "", changed: "", status: "over", seats, version: entries.length - 1,
        decision_seat: null, engine_note: null, result: null, lesson: null,
    };
}
