// From a click to an action that the server has: confirmed where it must be, sent in order, explained when refused.

import { h } from "./dom.js";
import { cardFace } from "./hand.js";
import { menu } from "./menu.js";
import { deliver, get, newId, pause, pendingAction, Refused, Unreachable } from "./net.js";
import { Journey } from "./journey.js";
import { complain, confirm, notice, pick } from "./notices.js";
import { oddsView } from "./odds.js";
import { afterwards, atOnce, byPlace, meant, placeOf } from "./offers.js";
import { wayText } from "./reach.js";
import { settings } from "./kept.js";
import { t, upper } from "./texts.js";

/** @import * as T from "./types" */
/** @import { TablePage } from "./table.js" */
/** @import { Next } from "./offers.js" */

const RETRY = 1000;
/** At most so many actions go with one request. */
const AT_ONCE = 12;
/** Where nothing points, a first tap shows what a second one does. */
const TOUCH = matchMedia("(hover: none)");

export class Choosing {
    /** @param {TablePage} page */
    constructor(page) {
        this.page = page;
        this.busy = false;
        /** Whether an action is on its way. */
        this.sending = false;
        this.journey = new Journey(page);
    }

    get offers() {
        const { view, past } = this.page;
        return view?.decision?.mine && !past && !this.busy ? view.decision.offers : [];
    }

    /** @param {string} action */
    isOffered(action) {
        return Boolean(this.page.view?.decision?.offers.some((offer) => offer.action === action));
    }

    /** @param {T.Offer} offer @param {string} [before] what has to be done first */
    async choose(offer, before = "") {
        if (this.busy || this.page.past) return;
        const version = this.page.view?.version;
        if (this.page.view?.decision?.round) {
            // It may be changed until the countdown ends.
            await this.send([offer.action]);
            return;
        }
        const first = this.offers.find(({ action }) => action === before);
        if ((first && !await this.agrees(first)) || !await this.agrees(offer) || version !== this.page.view?.version) return;
        const { material } = this.page;
        const actions = before ? [before, offer.action] : [offer.action];
        if (settings.takeAll) await this.send([...actions, ...atOnce(offer, material)], afterwards(offer, material));
        else await this.send(actions);
    }

    /** Several at once: whatever of it wants to be agreed to is asked for. @param {string[]} actions */
    async chooseAll(actions) {
        if (this.busy || this.page.past) return;
        const version = this.page.view?.version;
        for (const action of new Set(actions)) {
            const offer = this.offers.find((each) => each.action === action);
            if (offer && !await this.agrees(offer)) return;
        }
        if (version === this.page.view?.version) await this.send(actions);
    }

    /** @param {T.Offer} offer @returns {Promise<boolean>} */
    agrees(offer) {
        if (offer.sure) return confirm(offer.label, [h("p", {}, offer.sure)], t("page.yes"));
        return offer.domain === "card" ? this.agreesToCard(offer) : this.agreesToFight(offer);
    }

    /** A card that lies open already is not asked for again; one that is only spent says on itself that it is gone. @param {T.Offer} offer */
    async agreesToCard(offer) {
        const ahead = await this.ahead();
        const { reads } = this.page.material.verb(offer);
        if ((ahead && !ahead.final[offer.action]) || !(reads || offer.verb === "discard" || settings.askCards)) return true;
        const card = this.page.material.cards.get(offer.id);
        const read = card && this.page.material.verb(offer).reads ? h("article", { class: `card large ${card.kind}` }, cardFace(card, [], true, () => {})) : "";
        const [sure, go] = offer.verb === "discard" ? ["page.sure.discard", "page.discard"] : ["page.sure.play", "page.play"];
        return confirm(card?.name ?? "", [h("p", {}, t(sure, { action: offer.label })), read], t(go));
    }

    /** Dice cannot be taken back: before a fight its odds are shown. @param {T.Offer} offer */
    async agreesToFight(offer) {
        const known = await this.ahead();
        const odds = !settings.askFights ? null : known ? known.odds[offer.action] ?? null : await this.oddsOf(offer);
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

    /** What the choices of now lead to, if it is known or comes soon. @returns {Promise<T.Ahead | null>} */
    async ahead() {
        const { view } = this.page;
        if (!view?.decision?.mine) return null;
        const found = await this.page.lookAhead(view);
        return found?.version === this.page.view?.version ? found : null;
    }

    // Far goals

    /** @param {string} space @returns {T.Goal | undefined} */
    goalAt(space) {
        return this.offers.length ? this.page.goals.find((goal) => goal.space === space) : undefined;
    }

    /** @param {T.Goal} goal */
    async travel(goal) {
        const ahead = await this.ahead();
        const version = this.page.view?.version;
        if (!ahead || this.busy) return;
        const asks = goal.answers.length || (goal.fight && settings.askFights);
        const ways = goal.ways.map((way, i) => /** @type {[string, string]} */ ([t(i ? "page.way.safest" : goal.ways.length > 1 ? "page.way.cheapest" : "page.way.go", { cost: way.costs.at(-1) ?? 0 }), String(i)]));
        let chosen = "0", answer = "";
        if (goal.ways.length > 1) chosen = await pick(t("page.march.to", { space: this.page.material.at(goal.space) }), this.waysOf(goal), ways);
        const way = goal.ways[Number(chosen)];
        if (!chosen || !way) return;
        if (asks) {
            const answers = goal.answers.filter((offer) => offer.domain !== "card").map((offer) => /** @type {[string, string]} */ ([offer.label, offer.action]));
            const main = /** @type {[string, string]} */ ([t(goal.fight ? "page.roll" : "page.march.there"), "go"]);
            answer = await pick(t("page.march.to", { space: this.page.material.at(goal.space) }), this.facing(goal, way), answers.length ? answers : [main]);
            if (!answer) return;
        }
        if (version !== this.page.view?.version || this.busy) return;
        await this.journey.begin(goal, way, ahead, answer === "go" ? "" : answer);
    }

    /** @param {T.Goal} goal */
    waysOf(goal) {
        return goal.ways.map((way) => h("ul", { class: "way-text" }, wayText(way, this.page.material).map((line) => h("li", {}, line))));
    }

    /** What one comes upon at a goal, before anything is done. @param {T.Goal} goal @param {T.Way} way */
    facing(goal, way) {
        return [h("ul", { class: "way-text" }, wayText(way, this.page.material).map((line) => h("li", {}, line))),
            goal.question ? h("p", {}, upper(goal.question)) : "",
            ...(goal.odds ? [h("p", {}, t(`page.sure.fight.${goal.odds.kind}`)), oddsView(goal.odds, this.page.material)] : [])];
    }

    undo() {
        this.journey.plan = null;
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
        this.journey.plan = null;
        await this.deliverAll(actions, then);
    }

    /**
     * The same, also on the way of a journey; whether nothing went wrong.
     * @param {string[]} actions
     * @param {Next[]} [then]
     */
    async deliverAll(actions, then = []) {
        if (this.busy || !this.page.view || !this.page.seat) return false;
        this.page.time.act();
        this.busy = this.sending = true;
        this.page.details.close();
        this.page.news.clear();
        this.page.frame.byHand = false;
        this.page.draw();
        try {
            for (let rest = actions; rest.length && (rest === actions || this.isOffered(rest[0])); rest = rest.slice(AT_ONCE)) {
                const [action, ...more] = rest.slice(0, AT_ONCE);
                await this.deliver(action, more);
            }
            for (const next of then) {
                const decision = this.page.view?.decision;
                const action = decision?.mine ? next(decision.offers) : "";
                if (action) await this.deliver(action);
            }
            return true;
        } catch (error) {
            if (error instanceof Refused && error.code === "stale") await this.page.refresh();
            else complain(error);
            return false;
        } finally {
            this.busy = this.sending = false;
            this.page.draw();
            this.page.turnToTargets();
            this.page.catchUp();
        }
    }

    /** @param {string} action @param {string[]} [then] what follows, each as long as it is offered */
    async deliver(action, then = []) {
        const { id, seat, view } = this.page;
        if (!seat || !view) return;
        const now = await deliver({ game: id, seat, version: view.version, action, then, id: newId() }, (waiting) => this.page.waiting(waiting));
        if (now) this.page.see(now, seat);
        else await this.page.refresh();
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
        const goal = this.goalAt(space);
        const steps = new Set(goal?.ways.map((way) => way.actions[0]));
        const here = (byPlace(this.offers, view, this.page.material).get(space) ?? []).filter((offer) => !(goal && steps.has(offer.action)));
        const chain = goal || here.length ? undefined : this.page.chains.find(({ offer }) => placeOf(offer, view) === space);
        if (goal && !here.length) {
            if (TOUCH.matches && details.pinned !== space) this.preview(space);
            else this.travel(goal);
        } else if (chain) {
            this.choose(chain.offer, chain.first);
        } else if (here.length === 1 && !goal) {
            this.choose(here[0]);
        } else if (here.length) {
            const march = goal ? this.offers.filter((offer) => steps.has(offer.action) && goal.ways[0].actions.length === 1) : [];
            menu(this.page.frame.mapHost, at, [...march, ...here], (offer) => this.choose(offer));
        } else {
            details.pin(space, this.page.shown ?? view);
            this.explain(meant(this.offers, space, view, this.page.material), space);
        }
    }

    /** A first tap: the way and what it costs; the second one goes. @param {string} space */
    preview(space) {
        const { details, shown } = this.page;
        if (shown) details.pin(space, shown);
        this.page.pointAt(space);
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
