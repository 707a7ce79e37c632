// The prompt line and everything that may be chosen, as buttons with numbers.

import { button, h, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { withRule } from "./notices.js";
import { oddsView } from "./odds.js";
import { byVerb, heading, standsAlone, STEPPED } from "./offers.js";
import { stepper } from "./steppers.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const HESITATION = 900;
const MANY = 30;
const MOST_CHIPS = 9;

/**
 * @typedef {object} Deciding
 * @property {(offer: T.Offer) => void} choose
 * @property {(offers: string[]) => void} chooseAll several actions, one after another
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {(offer: T.Offer | null) => void} point a button is looked at
 * @property {() => void} skipWindows
 */

export class Prompt {
    /**
     * @param {Material} material
     * @param {Deciding} deciding
     */
    constructor(material, deciding) {
        this.material = material;
        this.deciding = deciding;
        this.line = h("p", { class: "prompt-line", role: "status", "aria-live": "polite" });
        this.chips = h("div", { class: "chips" });
        this.undo = button("Undo", () => deciding.undo(), { class: "undo", "data-key": "undo", title: "Take the last step back (U)", disabled: true });
        this.hint = button("Hint", () => deciding.hint(), { class: "hint", "data-key": "hint", title: "What would a bot do here? (I)", hidden: true });
        this.odds = h("div", { class: "odds" });
        this.bar = h("section", { class: "prompt", "aria-label": "Decision" }, this.line, this.chips, this.hint, this.undo, this.odds);
        this.list = h("section", { class: "offers", "aria-label": "Everything you may choose" });
        /** @type {T.Offer[]} */
        this.numbered = [];
        this.typed = "";
    }

    /**
     * @param {T.View} view
     * @param {{busy: boolean, past: boolean, names: Map<string, string>}} how
     */
    show(view, how) {
        const decision = view.decision;
        const mine = Boolean(decision?.mine) && !how.past;
        const offers = mine && decision ? decision.offers : [];
        this.bar.classList.toggle("mine", mine);
        this.bar.classList.toggle("busy", how.busy);
        this.bar.dataset.version = String(view.version);
        this.line.replaceChildren(...this.sentence(view, how.names));
        this.undo.disabled = !view.can_undo || how.busy || how.past;
        this.hint.hidden = !mine;
        this.hint.disabled = how.busy;
        this.numbered = this.inOrder(offers);
        const alone = offers.filter((offer) => offer.domain === "none" || standsAlone(offer, view)).slice(0, MOST_CHIPS);
        const stepped = [...byVerb(offers)].filter(([verb]) => STEPPED.has(verb));
        show(this.chips,
            alone.map((offer) => this.offerButton(offer, how.busy, offer.verb === "done" || offer.verb === "pass" ? "chip ending" : "chip")),
            decision?.window && mine ? button("Pass until the Segment ends", () => this.deciding.skipWindows(), { class: "chip", "data-key": "skip" }) : null,
            stepped.map(([verb, group]) => stepper(verb, group, view, this.material, how.busy, (actions) => this.deciding.chooseAll(actions))));
        show(this.list, this.groups(offers, how.busy));
    }

    /**
     * @param {T.View} view
     * @param {Map<string, string>} names
     * @returns {(Node | string)[]}
     */
    sentence(view, names) {
        if (view.result) {
            return [emblem(view.result.winner), h("strong", {}, `${this.material.faction(view.result.winner)} wins: ${view.result.text}`)];
        }
        const decision = view.decision;
        if (!decision) return ["…"];
        const text = withRule(decision.prompt, decision.rule);
        if (decision.mine) return [emblem(decision.seat), ...text];
        const name = names.get(decision.seat);
        return [emblem(decision.seat), h("span", { class: "waiting" }, `Waiting for ${this.material.faction(decision.seat)}${name ? ` (${name})` : ""}. `), ...text];
    }

    /** The groups of the list, one below the other. @param {T.Offer[]} offers */
    inOrder(offers) {
        return [...byVerb(offers).values()].flat();
    }

    /**
     * @param {T.Offer} offer
     * @param {boolean} busy
     * @param {string} style
     * @param {string} [label]
     */
    offerButton(offer, busy, style, label = offer.label) {
        const number = this.numbered.indexOf(offer) + 1;
        return h("button", {
            type: "button", class: style, disabled: busy, "data-key": offer.action, "data-action": offer.action,
            "aria-keyshortcuts": number, title: offer.label, "aria-label": label === offer.label ? null : offer.label,
            onclick: () => this.deciding.choose(offer),
            onpointerenter: () => this.deciding.point(offer), onfocus: () => this.deciding.point(offer),
            onpointerleave: () => this.deciding.point(null), onblur: () => this.deciding.point(null),
        }, h("kbd", { "aria-hidden": "true" }, number), h("span", {}, label));
    }

    /** @param {T.Offer[]} offers @param {boolean} busy */
    groups(offers, busy) {
        if (!offers.length) return h("p", { class: "quiet-text" }, "Nothing to choose now.");
        return [...byVerb(offers)].map(([verb, group]) => {
            if (group[0].domain === "none") return this.offerButton(group[0], busy, "offer");
            const many = group.length > MANY;
            return h("details", { open: !many || undefined, class: "verb" },
                h("summary", {}, heading(verb), h("span", { class: "count" }, ` ${group.length}`)),
                h("div", {}, group.map((offer) => this.offerButton(offer, busy, "offer", this.short(offer, group)))));
        });
    }

    /** What tells an offer from the others of its group. @param {T.Offer} offer @param {T.Offer[]} group */
    short(offer, group) {
        const { material } = this;
        switch (offer.domain) {
            case "space": return material.space(offer.id);
            case "location": return material.place(offer.id);
            case "general": return material.general(offer.id);
            case "royal": return material.royal(offer.id);
            case "faction": return material.faction(offer.id);
            case "units": return material.unitGroup(offer.id);
            case "card": return this.cardName(offer.id, group);
            default: return offer.label;
        }
    }

    /** @param {string} number @param {T.Offer[]} group */
    cardName(number, group) {
        const name = (/** @type {string} */ id) => this.material.cards.get(id)?.name ?? id;
        const twice = group.filter((offer) => name(offer.id) === name(number)).length > 1;
        return twice ? `${name(number)} (${number})` : name(number);
    }

    /** Digits choose by number; where a longer number is possible it waits a moment. @param {KeyboardEvent} event */
    type(event) {
        if (event.key === "Escape") this.typed = "";
        if (!/^[0-9]$/.test(event.key) && !(event.key === "Enter" && this.typed)) return false;
        clearTimeout(this.timer);
        if (event.key !== "Enter") this.typed += event.key;
        const number = Number(this.typed);
        const longer = this.numbered.length >= number * 10;
        if (event.key === "Enter" || !longer || !number) this.fire();
        else this.timer = setTimeout(() => this.fire(), HESITATION);
        return true;
    }

    fire() {
        const offer = this.numbered[Number(this.typed) - 1];
        this.typed = "";
        if (offer) this.deciding.choose(offer);
    }

    /** The chances before the dice fall. @param {T.Odds | null} odds */
    showOdds(odds) {
        show(this.odds, odds ? oddsView(odds, this.material) : null);
    }
}
