// Coming to a table: it is looked up, waited for, and opened when everybody sits.

import { h } from "./dom.js";
import { Live } from "./live.js";
import { loadMaterial } from "./material.js";
import { get, obtain, openWish, pause, post, Refused } from "./net.js";
import { complain, notice } from "./notices.js";
import { keep } from "./kept.js";
import { TablePage } from "./table.js";
import { waitingRoom } from "./waiting.js";
import { speakOf, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */
/** @import { Wish } from "./net.js" */

const RETRY = 1500;

export class Arrival {
    /** @param {HTMLElement} page @param {string} id @param {string} [version] of the moment to look at, as a link names it */
    constructor(page, id, version = "") {
        this.page = page;
        this.id = id;
        this.version = /^\d+$/.test(version) ? Number(version) : null;
        this.closed = false;
        /** @type {TablePage | null} */
        this.table = null;
        /** @type {Live | null} */
        this.live = null;
        /** @type {Promise<void>} the answer that makes a seat ours; others may hear of it before we do */
        this.sitting = Promise.resolve();
    }

    async open() {
        if (!this.live) this.say(t("page.loading"));
        const wish = openWish(`seat-${this.id}`);
        if (wish && !this.live) this.takeSeat(wish);
        while (!this.closed) {
            try {
                await this.come();
                return;
            } catch (error) {
                this.table?.close();
                this.table = null;
                if (error instanceof Refused) {
                    this.say(error.message);
                    return;
                }
                this.say(t("page.unreachable.again"));
                await pause(RETRY);
            }
        }
    }

    /** @param {string} text */
    say(text) {
        this.page.replaceChildren(h("main", { class: "loading" }, h("h1", {}, t("page.name")), h("p", {}, text), h("a", { href: "#/" }, t("page.to_lobby"))));
    }

    async come() {
        const { sitting } = this;
        await sitting;
        const table = await this.look();
        const [material] = await Promise.all([loadMaterial(table.edition), speakOf(table.edition)]);
        if (this.closed || this.table || sitting !== this.sitting) return;
        if (table.status === "waiting") {
            this.wait(table, material);
            return;
        }
        this.live?.close();
        this.table = new TablePage(this.page, table, material);
        await this.table.open();
        if (this.version !== null) await this.table.lookBack(this.version);
        const invited = sessionStorage.getItem(`invite-${this.id}`);
        if (invited && !table.seats.some((seat) => seat.mine)) notice(t("page.seats_taken"));
    }

    /** @returns {Promise<T.Table>} */
    look() {
        return get(`/api/games/${this.id}`);
    }

    /** @param {T.Table} table @param {Material} material */
    wait(table, material) {
        const again = () => {
            if (!this.table) this.open();
        };
        waitingRoom(this.page, table, material, (faction, name) => this.sit(faction, name), (faction) => this.seatBot(faction));
        let broken = false;
        this.live ??= new Live(this.id, null, {
            since: () => table.version, entries: again, table: again, presence: () => {},
            connected: (on) => {
                if (on && broken) again();
                broken = !on;
            },
        });
    }

    /** @param {string} faction @param {string} name */
    async sit(faction, name) {
        keep({ name });
        const invite = sessionStorage.getItem(`invite-${this.id}`) ?? "";
        this.takeSeat({ path: `/api/games/${this.id}/seats/${faction}`, body: { name, invite } });
        await this.open();
    }

    /** @param {string} faction */
    async seatBot(faction) {
        await post(`/api/games/${this.id}/seats/${faction}/bot`).catch(complain);
        if (!this.table) await this.open();
    }

    /** @param {Wish} wish */
    takeSeat(wish) {
        const tell = (/** @type {boolean} */ waiting) => {
            if (waiting && !this.closed) this.say(t("page.unreachable.again"));
        };
        this.sitting = obtain(`seat-${this.id}`, wish, tell).then(() => {}, complain);
    }

    close() {
        this.closed = true;
        this.live?.close();
        this.table?.close();
    }
}
