// Cards that can be read.

import { button, h, show } from "./dom.js";
import { dialog } from "./notices.js";
import { SHORT_USES, USES } from "./offers.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const KINDS = /** @type {Record<string, string>} */ ({ event: "Event", bonus: "Bonus", surprise: "Surprise" });

/**
 * @param {T.Card} card
 * @param {(T.Offer)[]} offers what it can be used for now
 * @param {boolean} busy
 * @param {(offer: T.Offer) => void} choose
 * @param {Record<string, string>} uses what the uses are called
 */
export function cardFace(card, offers, busy, choose, uses = USES) {
    return [
        h("header", { class: "card-head" },
            h("span", { class: "ops", title: card.ops ? `${card.ops} Operation Points` : "No Operation Points" }, card.ops || "–"),
            h("h3", {}, card.name), h("span", { class: "card-kind" }, KINDS[card.kind])),
        h("p", { class: "card-effect" }, card.effect),
        card.condition ? h("p", { class: "card-condition" }, h("strong", {}, "Condition "), card.condition) : null,
        card.limits.length ? h("p", { class: "card-condition card-limits" }, h("strong", {}, "Limits "), card.limits.join(" ")) : null,
        card.reconstructed ? h("p", { class: "reconstructed" }, "Text reconstructed") : null,
        offers.length
            ? h("footer", { class: "card-uses" }, offers.map((offer) =>
                h("button", {
                    type: "button", onclick: () => choose(offer), "aria-label": offer.label,
                    class: offer.verb === "event" || offer.verb === "surprise" ? "use event" : "use",
                    disabled: busy, title: offer.label, "data-key": `card-${offer.action}`,
                }, uses[offer.verb] ?? offer.verb)))
            : null,
    ];
}

export class Hand {
    /**
     * @param {Material} material
     * @param {{choose: (offer: T.Offer) => void, why: (card: T.Card) => void}} hooks
     */
    constructor(material, hooks) {
        this.material = material;
        this.hooks = hooks;
        this.node = h("section", { class: "hand", "aria-label": "Your hand" });
    }

    /** @param {T.View} view @param {{busy: boolean, past: boolean}} how */
    show(view, how) {
        const offers = view.decision?.mine && !how.past ? view.decision.offers.filter((x) => x.domain === "card") : [];
        const held = view.hand.map((held) => held.number);
        const others = [...new Set(offers.map((offer) => offer.id))].filter((number) => !held.includes(number));
        show(this.node, [...held, ...others].map((number) => this.card(number, offers.filter((x) => x.id === number), how.busy)));
        this.node.classList.toggle("empty", !held.length && !others.length);
    }

    clear() {
        this.node.replaceChildren();
    }

    /** @param {string} number @param {T.Offer[]} offers @param {boolean} busy */
    card(number, offers, busy) {
        const card = this.material.cards.get(number);
        if (!card) return null;
        const fits = offers.some((offer) => offer.verb === "surprise");
        const classes = `card ${card.kind}${offers.length ? " playable" : ""}${fits ? " fits" : ""}`;
        return h("article", { class: classes, "data-card": number },
            button(`Read ${card.name}`, () => this.read(card, offers, busy), { class: "card-open", "data-key": `read-${number}` }, ""),
            cardFace(card, offers, busy, this.hooks.choose, SHORT_USES));
    }

    /** @param {T.Card} card @param {T.Offer[]} offers @param {boolean} busy */
    read(card, offers, busy) {
        const choose = (/** @type {T.Offer} */ offer) => {
            box.close();
            this.hooks.choose(offer);
        };
        const face = h("article", { class: `card large ${card.kind}` }, cardFace(card, offers, busy, choose));
        const why = offers.length ? [] : [button("Why can I not play it now?", () => {
            box.close();
            this.hooks.why(card);
        })];
        const box = dialog(`Card ${card.number}`, [face], { narrow: true, actions: why });
    }
}
