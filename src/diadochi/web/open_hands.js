// All hands, when the game is over and nothing is secret any more.

import { button, h, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

export class OpenHands {
    /** @param {Material} material @param {(card: string) => void} read */
    constructor(material, read) {
        this.material = material;
        this.read = read;
        this.node = h("section", { class: "open-hands", hidden: true, "aria-label": t("page.replay.open") });
    }

    /** @param {T.View | null} view */
    show(view) {
        this.node.hidden = !view;
        if (!view) return;
        show(this.node, h("dl", {}, Object.entries(view.hands).flatMap(([faction, cards]) => [
            h("dt", {}, emblem(faction), this.material.faction(faction)),
            h("dd", {}, cards.length ? cards.map((card) => this.card(card)) : t("none")),
        ])));
    }

    /** @param {string} number */
    card(number) {
        return button(this.material.cards.get(number)?.name ?? number, () => this.read(number), { class: "link", "data-key": `open-${number}` });
    }
}
