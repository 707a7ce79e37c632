// From a click to an action that the server has: confirmed where it must be, sent in order, explained when refused.

import { h } from "./dom.js";
import { cardFace } from "./hand.js";
import { menu } from "./menu.js";
import { deliver, get, newId, pause, pendingAction, Refused, Unreachable } from "./net.js";
import { complain, confirm, notice } from "./notices.js";
import { oddsView } from "./odds.js";
import { afterwards, byPlace, meant } from "./offers.js";
import { settings } from "./kept.js";
import { t, upper } from "./texts.js";

/** @import * as T from "./types" */
/** @import { TablePage } from "./table.js" */
/** @import { Next } from "./offers.js" */

const RETRY = 1000;

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
        const version = this.page.view?.version;
        if (this.page.view?.decision?.round) {
            // It may be changed until the countdown ends.
            await this.send([offer.action]);
            return;
        }
        const agreed = offer.sure ? await confirm(offer.label, [h("p", {}, offer.sure)], t("page.yes")) : await this.agrees(offer);
        if (!agreed || version !== this.page.view?.version) return;
        await this.send([offer.action], settings.takeAll ? afterwards(offer, this.page.material) : []);
    }

    /** @param {T.Offer} offer */
    agrees(offer) {
        return offer.domain === "card" ? this.agreesToCard(offer) : this.agreesToFight(offer);
    }

    /** @param {T.Offer} offer */
    agreesToCard(offer) {
        const card = this.page.material.cards.get(offer.id);
        const read = card && this.page.material.verb(offer).reads ? h("article", { class: `card large ${card.kind}` }, cardFace(card, [], true, () => {})) : "";
        const doing = offer.verb === "discard" ? "discard" : "play";
        return confirm(card?.name ?? "", [h("p", {}, t(`page.sure.${doing}`, { action: offer.label })), read], t(`page.${doing}`));
    }

    /** Dice cannot be taken back: before a fight its odds are shown. @param {T.Offer} offer */
    async agreesToFight(offer) {
        const odds = settings.askFights ? await this.oddsOf(offer) : null;
        if (!odds) return true;
        // A roll of its own decides whether an Interception or an Evasion leads to a fight.
        const when = this.page.view?.decision?.fight === "reaction" ? "reaction" : "fight";
        return confirm(offer.label, [h("p", {}, t(`page.sure.${when}.${odds.kind}`)), oddsView(odds, this.page.material)], t("page.roll"));
    }

    /** Without a connection an attack waits for one: nobody begins a fight unasked. @param {T.Offer} offer @returns {Promise<T.Odds | null>} */
    async oddsOf(offer) {
        this.busy = true;
        this.page.draw();
        const ask = () => get(`/api/games/${this.page.id}/odds`, { action: offer.action, seat: this.page.seat });
        try {
            return (await (this.page.material.verb(offer).fights ? this.insist(ask) : ask())).odds;
        } catch (error) {
            // The action itself waits for the server, and says so.
            if (!(error instanceof Unreachable)) complain(error);
            return null;
        } finally {
            this.busy = false;
            this.page.draw();
        }
    }

    /** @template X @param {() => Promise<X>} ask @returns {Promise<X>} */
    async insist(ask) {
        for (;;) {
            try {
                return await ask();
            } catch (error) {
                if (!(error instanceof Unreachable) || this.page.closed) throw error;
                this.page.waiting(true);
                await pause(RETRY);
            }
        }
    }

    undo() {
        if (this.page.view?.can_undo && !this.page.past) this.send(["undo"]);
    }

    /** What a bot would do in this place; it is marked, and nothing is done. */
    async hint() {
        if (!this.offers.length) return;
        try {
            const hint = /** @type {T.Hint} */ (await get(`/api/games/${this.page.id}/hint`, { seat: this.page.seat }));
            if (hint.version !== this.page.view?.version) return;
            this.page.showHint(hint);
            this.page.point(this.offers.find((offer) => offer.action === hint.action) ?? null);
        } catch (error) {
            complain(error);
        }
    }

    /**
     * Send actions one after another, each as long as it is offered; then what is sure to be wanted next.
     * @param {string[]} actions
     * @param {Next[]} [then]
     */
    async send(actions, then = []) {
        if (this.busy || !this.page.view || !this.page.seat) return;
        this.page.time.act();
        this.busy = true;
        this.page.details.close();
        this.page.news.clear();
        this.page.frame.byHand = false;
        this.page.draw();
        try {
            for (const [i, action] of actions.entries()) {
                if (i && !this.isOffered(action)) break;
                await this.deliver(action);
            }
            for (const next of then) {
                const decision = this.page.view?.decision;
                const action = decision?.mine ? next(decision.offers) : "";
                if (action) await this.deliver(action);
            }
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
        const here = byPlace(this.offers, view, this.page.material).get(space) ?? [];
        if (here.length === 1) {
            this.choose(here[0]);
        } else if (here.length > 1) {
            menu(this.page.frame.mapHost, at, here, (offer) => this.choose(offer));
        } else {
            details.pin(space, this.page.shown ?? view);
            this.explain(meant(this.offers, space, view, this.page.material), space);
        }
    }

    /** Why what somebody may have meant is not offered. @param {string} action @param {string} space */
    async explain(action, space) {
        const why = action ? await this.why(action) : null;
        const { details, shown } = this.page;
        if (why && !why.possible && details.pinned === space && shown) details.pin(space, shown, why);
    }

    /** @param {T.CardFacts} card */
    async explainCard(card) {
        const why = await this.why(`${card.kind === "surprise" ? "surprise" : "event"}:${card.number}`);
        if (why) notice(why.possible ? t("page.playable") : upper(why.text), why.rule);
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
