// One space in full: who stands there, its Province and who holds how much of it.

import { button, h, show, upper } from "./dom.js";
import { emblem } from "./emblem.js";
import { icon } from "./icons.js";
import { withRule } from "./notices.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const WHERE = /** @type {Record<string, string>} */ ({ land: "", inside: "inside the walls", sea: "at sea" });
const KINDS = /** @type {Record<string, string>} */ ({ minor: "Minor City", major: "Major City", stronghold: "Stronghold", transit: "Transit Point" });

export class Details {
    /** @param {Material} material */
    constructor(material) {
        this.material = material;
        this.node = h("aside", { class: "details", hidden: true, "aria-label": "Space" });
        /** @type {string | null} */
        this.pinned = null;
        /** @type {string | null} */
        this.space = null;
    }

    /** The same space when the board has changed. @param {T.View} view */
    renew(view) {
        if (this.space && !this.node.hidden) this.fill(this.space, view);
    }

    /** @param {string | null} space @param {T.View | null} view */
    hover(space, view) {
        if (this.pinned) return;
        if (space && view) this.fill(space, view);
        else this.node.hidden = true;
    }

    /** @param {string} space @param {T.View} view @param {T.Why | null} [why] */
    pin(space, view, why = null) {
        this.pinned = space;
        this.node.setAttribute("aria-live", "polite");
        this.fill(space, view, why);
    }

    close() {
        this.pinned = null;
        this.node.setAttribute("aria-live", "off");
        this.node.hidden = true;
    }

    /** @param {string} id @param {T.View} view @param {T.Why | null} [why] */
    fill(id, view, why = null) {
        const space = this.material.spaces.get(id);
        if (!space) return;
        this.space = id;
        const seen = view.spaces[id];
        const facts = [KINDS[space.kind], space.port ? "port" : "", space.hellespont ? "Hellespont" : ""].filter(Boolean).join(", ");
        show(this.node,
            h("header", {}, h("h3", {}, this.material.space(id)), this.pinned ? button("Close", () => this.close(), { class: "quiet" }, icon("close")) : null),
            h("p", { class: "facts" }, facts, seen?.pc ? h("span", {}, " · ", emblem(seen.pc), this.material.faction(seen.pc)) : null),
            why ? h("p", { class: "why" }, ...withRule(upper(why.text), why.rule)) : null,
            seen ? seen.stacks.map((stack) => this.stack(stack)) : null,
            seen?.royals.length ? h("p", {}, `Nobody controls: ${seen.royals.map((royal) => this.material.royal(royal)).join(", ")}`) : null,
            seen ? this.works(seen) : null,
            space.province ? this.province(space.province, view) : null);
        this.node.hidden = false;
    }

    /** @param {T.Stack} stack */
    stack(stack) {
        const { material } = this;
        const generals = stack.generals.map((id) => {
            const facts = material.generals.get(id);
            const moved = stack.moved.generals.includes(id) ? ", moved" : "";
            return h("li", {}, h("b", {}, facts?.name ?? id), facts ? ` Initiative ${facts.initiative}, Battle ${facts.battle}${moved}` : "",
                facts?.ability ? h("small", {}, facts.ability) : null);
        });
        const units = Object.entries(stack.cus).map(([unit, number]) => {
            const moved = stack.moved.cus[unit] ? ` (${stack.moved.cus[unit]} moved)` : "";
            return h("li", {}, `${number} ${material.unit(unit)}${moved}`);
        });
        const royals = stack.royals.map((royal) => h("li", { class: "royal" }, material.royal(royal)));
        return h("div", { class: `stack-of ${stack.faction}` },
            h("h4", {}, emblem(stack.faction), material.faction(stack.faction), WHERE[stack.where] ? h("small", {}, ` ${WHERE[stack.where]}`) : null),
            h("ul", {}, generals, units, royals));
    }

    /** @param {T.SpaceView} seen */
    works(seen) {
        const signs = Object.entries(seen.siege_points).map(([faction, points]) => `Siege Points of ${this.material.faction(faction)}: ${points}`);
        if (seen.helepolis) signs.push("Helepolis");
        if (seen.tomb) signs.push("Tomb of Alexander");
        if (seen.looted) signs.push("Treasure looted");
        if (seen.capital) signs.push(`Capital of ${this.material.faction(seen.capital)}`);
        return signs.length ? h("p", { class: "works" }, signs.join(" · ")) : null;
    }

    /** @param {string} id @param {T.View} view */
    province(id, view) {
        const province = this.material.provinces.get(id);
        const seen = view.provinces[id];
        if (!province) return null;
        const held = Object.entries(seen?.held ?? {}).sort((a, b) => b[1] - a[1]);
        return h("div", { class: "province-of" },
            h("h4", {}, province.name, h("small", {}, ` ${province.vp} VP, ${province.needed} of ${province.spaces.length} needed`)),
            h("p", {}, seen?.owner ? [emblem(seen.owner), `${this.material.faction(seen.owner)} controls it. `] : "Nobody controls it. ",
                held.map(([faction, number]) => h("span", { class: "held" }, emblem(faction), h("span", { class: "visually-hidden" }, this.material.faction(faction)), ` ${number} `))));
    }
}
