// Cards that can be read.

import { button, h, show } from "./dom.js";
import { finalMark } from "./odds.js";
import { dialog } from "./notices.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/**
 * @param {T.CardFacts} card
 * @param {(T.Offer)[]} offers what it can be used for now
 * @param {boolean} busy
 * @param {(offer: T.Offer) => void} choose
 * @param {(offer: T.Offer) => string} [use] what a use is called
 * @param {Record<string, string>} [final] by action: why it cannot be taken back
 */
export function cardFace(card, offers, busy, choose, use = (offer) => offer.label, final = {}) {
    return [
        h("header", { class: "card-head" },
            h("span", { class: "ops", title: card.ops ? t("page.ops", { ops: card.ops }) : t("page.ops.none") }, card.ops || "–"),
            h("h3", {}, card.name), h("span", { class: "card-kind" }, t(`page.card.${card.kind}`))),
        h("p", { class: "card-effect" }, card.effect),
        card.condition ? h("p", { class: "card-condition" }, h("strong", {}, t("page.card.condition")), " ", card.condition) : null,
        card.limits.length ? h("p", { class: "card-condition card-limits" }, h("strong", {}, t("page.card.limits")), " ", card.limits.join(" ")) : null,
        card.reconstructed ? h("p", { class: "reconstructed" }, t("page.card.reconstructed")) : null,
        offers.length
            ? h("footer", { class: "card-uses" }, offers.map((offer) =>
                h("button", {
                    type: "button", onclick: () => choose(offer), "aria-label": offer.label,
                    class: offer.verb === "event" || offer.verb === "surprise" ? "use event" : "use",
                    disabled: busy, title: final[offer.action] ? t("page.final.why", { action: offer.label, why: final[offer.action] }) : offer.label, "data-key": `card-${offer.action}`,
                }, use(offer), final[offer.action] ? finalMark() : null)),
                offers.some((offer) => final[offer.action]) ? h("small", { class: "final-text" }, t("page.final.card")) : null)
            : null,
    ];
}

const LEAST_TEXT = 60;

export class Hand {
    /**
     * @param {Material} material
     * @param {{choose: (offer: T.Offer) => void, why: (card: T.CardFacts) => void}} hooks
     */
    constructor(material, hooks) {
        this.material = material;
        this.hooks = hooks;
        /** @type {Record<string, string>} by action: why it cannot be taken back */
        this.final = {};
        this.node = h("section", { class: "hand", "aria-label": t("page.hand") });
    }

    /** @param {T.View} view @param {{busy: boolean, past: boolean, final: Record<string, string>}} how */
    show(view, how) {
        this.final = how.final;
        const offers = view.decision?.mine && !how.past ? view.decision.offers.filter((x) => x.domain === "card") : [];
        const held = view.hand.map((card) => card.number);
        const others = [...new Set(offers.map((offer) => offer.id))].filter((number) => !held.includes(number));
        show(this.node, [...held, ...others].map((number) => this.card(number, offers.filter((x) => x.id === number), how.busy)));
        this.node.classList.toggle("empty", !held.length && !others.length);
        this.node.classList.toggle("choosing", offers.length > 0);
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
        const node = h("article", { class: classes, "data-card": number },
            button(t("page.card.read", { card: card.name }), () => this.read(card, offers, busy), { class: "card-open", "data-key": `read-${number}` }, ""),
            cardFace(card, offers, busy, this.hooks.choose, (offer) => this.material.verb(offer).short, this.final));
        // As wide as its text is long, so that all are about as high.
        node.style.flexGrow = String(LEAST_TEXT + card.name.length + card.effect.length + card.condition.length);
        return node;
    }

    /** @param {T.CardFacts} card @param {T.Offer[]} offers @param {boolean} busy */
    read(card, offers, busy) {
        const choose = (/** @type {T.Offer} */ offer) => {
            box.close();
            this.hooks.choose(offer);
        };
        const face = h("article", { class: `card large ${card.kind}` }, cardFace(card, offers, busy, choose, (offer) => this.material.verb(offer).heading, this.final));
        const why = offers.length ? [] : [button(t("page.card.why"), () => {
            box.close();
            this.hooks.why(card);
        })];
        const box = dialog(t("page.card.number", { number: card.number }), [face], { narrow: true, actions: why });
    }
}
