// How many of each: a compound choice made at once, sent as one action after another.

import { button, h } from "./dom.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/**
 * As many as stand in any one stack; what turns out not to be offered any more is not sent.
 * @param {string} unit
 * @param {T.View} view
 */
function most(unit, view) {
    const stacks = Object.values(view.spaces).flatMap((space) => space.stacks);
    const own = stacks.filter((stack) => stack.faction === view.seat);
    return Math.max(1, ...own.map((stack) => stack.cus[unit.split(".")[0]] ?? 0));
}

/**
 * @param {string} verb
 * @param {T.Offer[]} offers
 * @param {T.View} view
 * @param {Material} material
 * @param {boolean} busy
 * @param {(actions: string[]) => void} send
 */
export function stepper(verb, offers, view, material, busy, send) {
    /** @type {Map<string, number>} */
    const chosen = new Map();
    const { heading } = material.verb(offers[0]);
    const go = button(heading, () => send(offers.flatMap((offer) => Array(chosen.get(offer.action) ?? 0).fill(offer.action))), {
        class: "chip", disabled: true, "data-key": `go-${verb}`,
    });
    const rows = offers.map((offer) => {
        const limit = most(offer.id, view);
        const name = material.unitGroup(offer.id);
        const count = h("output", { "aria-live": "polite" }, "0");
        const change = (/** @type {number} */ by) => {
            const number = Math.min(limit, Math.max(0, (chosen.get(offer.action) ?? 0) + by));
            chosen.set(offer.action, number);
            count.textContent = String(number);
            go.disabled = busy || [...chosen.values()].every((n) => n === 0);
        };
        return h("span", { class: "stepper", role: "group", "aria-label": t("page.stepper", { heading, name }) },
            button(t("page.stepper.less", { name }), () => change(-1), { disabled: busy, "data-key": `less-${offer.action}` }, "−"), count,
            button(t("page.stepper.more", { name }), () => change(1), { disabled: busy, "data-key": `more-${offer.action}` }, "+"),
            h("span", { class: "stepper-name" }, name));
    });
    return h("div", { class: "steppers" }, rows, go);
}
