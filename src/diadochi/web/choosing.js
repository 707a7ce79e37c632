// From a click to an action that the server has: confirmed where it must be, sent in order, explained when refused.

import { menu } from "./menu.js";
import { deliver, get, newId, pendingAction, Refused, Unreachable } from "./net.js";
import { complain, confirm, notice } from "./notices.js";
import { meant, placeOf, playsCard } from "./offers.js";
import { settings } from "./settings.js";

/** @import * as T from "./types" */
/** @import { TablePage } from "./table.js" */

/** After these a General has an Army that he may take along. */
const ACTIVATING = new Set(["activate", "muster"]);

export class Choosing {
    /** @param {TablePage} page */
    constructor(page) {
        this.page = page;
        this.busy = false;
    }

    get offers() {
        const { view, past } = this.page;
        return view?.decision?.mine && !past && !this.busy ? view.decision.offers : [];
    }

    /** @param {string} action */
    isOffered(action) {
        return Boolean(this.page.view?.decision?.offers.some((offer) => offer.action === action));
    }

    /** @param {T.Offer} offer */
    async choose(offer) {
        if (this.busy || this.page.past) return;
        if (playsCard(offer)) {
            const name = this.page.material.cards.get(offer.id)?.name ?? "A card";
            const version = this.page.view?.version;
            const agreed = await confirm(name, `${offer.label}? A card that has been played cannot be taken back.`, "Play");
            if (!agreed || version !== this.page.view?.version) return;
        }
        await this.send([offer.action], ACTIVATING.has(offer.verb) && settings.takeAll ? "take-all" : "");
    }

    undo() {
        if (this.page.view?.can_undo && !this.page.past) this.send(["undo"]);
    }

    /**
     * Send actions one after another, each as long as it is offered; then one more if it is offered.
     * @param {string[]} actions
     * @param {string} [then]
     */
    async send(actions, then = "") {
        if (this.busy || !this.page.view || !this.page.seat) return;
        this.busy = true;
        this.page.details.close();
        this.page.draw();
        try {
            for (const [i, action] of actions.entries()) {
                if (i && !this.isOffered(action)) break;
                await this.deliver(action);
            }
            if (then && this.isOffered(then)) await this.deliver(then);
        } catch (error) {
            if (error instanceof Refused && error.code === "stale") await this.page.refresh();
            else complain(error);
        } finally {
            this.busy = false;
            this.page.draw();
            this.page.turnToTargets();
        }
    }

    /** @param {string} action */
    async deliver(action) {
        const { id, seat, view } = this.page;
        if (!seat || !view) return;
        await deliver({ game: id, seat, version: view.version, action, id: newId() }, (waiting) => this.page.waiting(waiting));
        await this.page.refresh();
    }

    /** An action whose answer was lost with the page is sent again. */
    async resume() {
        const pending = pendingAction();
        if (pending?.game !== this.page.id || !this.page.mine.includes(pending.seat)) return;
        try {
            await deliver(pending, (waiting) => this.page.waiting(waiting));
        } catch (error) {
            if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
        }
    }

    /** A space was clicked. @param {string} space @param {{x: number, y: number}} at */
    pick(space, at) {
        const { view, details } = this.page;
        if (!space || !view) {
            details.close();
            return;
        }
        const here = this.offers.filter((offer) => placeOf(offer, view) === space);
        if (here.length === 1) {
            this.choose(here[0]);
        } else if (here.length > 1) {
            menu(this.page.frame.mapHost, at, here, (offer) => this.choose(offer));
        } else {
            details.pin(space, this.page.shown ?? view);
            this.explain(meant(this.offers, space, view), space);
        }
    }

    /** Why what somebody may have meant is not offered. @param {string} action @param {string} space */
    async explain(action, space) {
        const why = action ? await this.why(action) : null;
        const { details, shown } = this.page;
        if (why && !why.possible && details.pinned === space && shown) details.pin(space, shown, why);
    }

    /** @param {T.Card} card */
    async explainCard(card) {
        const why = await this.why(`${card.kind === "surprise" ? "surprise" : "event"}:${card.number}`);
        if (why) notice(why.possible ? "It can be played now." : why.text, why.rule);
    }

    /** @param {string} action @returns {Promise<T.Why | null>} */
    async why(action) {
        try {
            return await get(`/api/games/${this.page.id}/why`, { action, seat: this.page.seat });
        } catch (error) {
            complain(error);
            return null;
        }
    }
}
