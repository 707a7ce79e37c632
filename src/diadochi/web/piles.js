// What lies beside the map, to be read whole: the Dispersed Box, the discard pile and the cards out of the game.

import { button, h } from "./dom.js";
import { cardFace } from "./hand.js";
import { dialog } from "./notices.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */
/** @import { Players } from "./players.js" */

/** @param {T.View} view @param {Material} material @param {Players} players */
export function showPiles(view, material, players) {
    const dispersed = players.dispersed(view);
    dialog(t("page.piles.show"), [
        h("h3", {}, t("page.pool.dispersed")), dispersed.length ? h("ul", { class: "pile" }, dispersed) : h("p", { class: "quiet-text" }, t("page.pool.dispersed.none")),
        h("p", { class: "quiet-text" }, t("page.piles", { deck: view.deck_size, face_down: view.face_down })),
        h("h3", {}, t("page.discards", { number: view.discard.length })), pile(view.discard, material),
        h("h3", {}, t("page.removed", { number: view.removed.length })), pile(view.removed, material),
    ]);
}

/** The last card first; each opens where it lies. @param {string[]} numbers @param {Material} material */
function pile(numbers, material) {
    return h("ul", { class: "pile" }, [...numbers].reverse().map((number) => {
        const card = material.cards.get(number);
        if (!card) return null;
        const whole = h("article", { class: `card large ${card.kind}`, hidden: true });
        const name = button(card.name, () => {
            whole.hidden = !whole.hidden;
            name.setAttribute("aria-expanded", String(!whole.hidden));
            if (!whole.hidden) whole.replaceChildren(...cardFace(card, [], true, () => {}).filter((part) => part !== null));
        }, { class: "link", "aria-expanded": "false" });
        return h("li", {}, name, " ", h("small", {}, t(`page.card.${card.kind}`)), whole);
    }));
}
