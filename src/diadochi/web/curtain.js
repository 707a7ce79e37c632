// Between two players at one device: nothing is shown until the next one says so.

import { button, h, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { clearAway } from "./notices.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

export class Curtain {
    /** @param {Material} material @param {(seat: T.Seat["faction"]) => void} take */
    constructor(material, take) {
        this.material = material;
        this.take = take;
        this.node = h("div", { class: "curtain", hidden: true, role: "dialog", "aria-modal": "true", "aria-label": t("page.curtain") });
        this.next = "";
    }

    /**
     * @param {string[]} seats the seats at this device, when there are several
     * @param {T.View["seat"]} decider
     * @param {string | null} seat through whose eyes the table is seen
     * @returns {boolean} whether the curtain is down
     */
    update(seats, decider, seat) {
        const next = decider !== null && seats.includes(decider) && decider !== seat ? decider : "";
        if (next === this.next) return next !== "";
        this.next = next;
        this.node.hidden = !next;
        document.querySelector(".table")?.toggleAttribute("inert", Boolean(next));
        if (!next) return false;
        clearAway();
        const faction = this.material.who(next);
        const lift = button(t("page.curtain.lift", { faction }), () => {
            this.take(next);
        }, { class: "primary big" });
        show(this.node, h("div", {}, emblem(next), h("h2", {}, t("page.curtain.next", { faction })), h("p", {}, t("page.curtain.text")), lift));
        lift.focus();
        return true;
    }
}
