// One space in full: who stands there, its Province and who holds how much of it.

import { button, h, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { icon } from "./icons.js";
import { withRule } from "./notices.js";
import { listed, row, t, upper } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

export class Details {
    /** @param {Material} material */
    constructor(material) {
        this.material = material;
        this.node = h("aside", { class: "details", hidden: true, "aria-label": t("page.space") });
        /** @type {string | null} */
        this.pinned = null;
        /** @type {string | null} */
        this.space = null;
        /** @type {(space: string) => Node[]} what choosing it would do */
        this.prospect = () => [];
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
        const facts = row([t(`page.kind.${space.kind}`), ...(space.port ? [t("page.port")] : []), ...(space.hellespont ? [t("page.hellespont")] : [])]);
        show(this.node,
            h("header", {}, h("h3", {}, this.material.space(id)), this.pinned ? button(t("page.close"), () => this.close(), { class: "quiet" }, icon("close")) : null),
            h("p", { class: "facts" }, facts, seen?.pc ? h("span", {}, " · ", emblem(seen.pc), this.material.faction(seen.pc)) : null),
            why ? h("p", { class: "why" }, ...withRule(upper(why.text), why.rule)) : null,
            this.prospect(id),
            seen ? seen.stacks.map((stack) => this.stack(stack)) : null,
            seen?.royals.length ? h("p", {}, t("page.uncontrolled", { royals: listed(seen.royals.map((royal) => this.material.family(royal))) })) : null,
            seen ? this.works(seen) : null,
            space.province ? this.province(space.province, view) : null);
        this.node.hidden = false;
    }

    /** @param {T.Stack} stack */
    stack(stack) {
        const { material } = this;
        const generals = stack.generals.map((id) => {
            const facts = material.generals.get(id);
            const moved = stack.moved.generals.includes(id);
            return h("li", {}, h("b", {}, facts?.name ?? id), " ", facts ? t(moved ? "page.ratings.moved" : "page.ratings", { initiative: facts.initiative, battle: facts.battle }) : "", facts?.stars ? ` ${"★".repeat(facts.stars)}` : "",
                facts?.ability ? h("small", {}, facts.ability) : null);
        });
        const units = Object.entries(stack.cus).map(([unit, number]) => {
            const moved = stack.moved.cus[unit] ?? 0;
            return h("li", {}, t(moved ? "page.cus.moved" : "page.cus", { number, unit: material.unit(unit), moved }));
        });
        const royals = stack.royals.map((royal) => h("li", { class: "royal" }, material.royal(royal)));
        return h("div", { class: `stack-of ${stack.faction}` },
            h("h4", {}, emblem(stack.faction), material.faction(stack.faction), stack.where === "land" ? null : h("small", {}, " ", t(`page.where.${stack.where}`))),
            h("ul", {}, generals, units, royals));
    }

    /** @param {T.SpaceView} seen */
    works(seen) {
        const signs = Object.entries(seen.siege_points).map(([faction, points]) => t("page.siege_points.of", { who: this.material.who(faction), points }));
        if (seen.helepolis) signs.push(t("page.helepolis"));
        if (seen.tomb) signs.push(t("page.tomb"));
        if (seen.looted) signs.push(t("page.looted"));
        if (seen.capital) signs.push(t("page.capital.of", { who: this.material.who(seen.capital) }));
        return signs.length ? h("p", { class: "works" }, signs.join(" · ")) : null;
    }

    /** @param {string} id @param {T.View} view */
    province(id, view) {
        const province = this.material.provinces.get(id);
        const seen = view.provinces[id];
        if (!province) return null;
        const held = Object.entries(seen?.held ?? {}).sort((a, b) => b[1] - a[1]);
        return h("div", { class: "province-of" },
            h("h4", {}, province.name, h("small", {}, " ", t("page.province.worth", { vp: province.vp, needed: province.needed, spaces: province.spaces.length }))),
            h("p", {}, seen?.owner ? [emblem(seen.owner), t("page.province.controlled", { who: this.material.who(seen.owner) })] : t("page.province.free"), " ",
                held.map(([faction, number]) => h("span", { class: "held" }, emblem(faction), h("span", { class: "visually-hidden" }, this.material.faction(faction)), ` ${number} `))));
    }
}
