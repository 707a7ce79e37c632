// The chances of what is about to be rolled.

import { h } from "./dom.js";
import { decimal, percent, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** Of these the server tells the mean, not the chance. */
const AVERAGES = new Set(["eliminated", "losses", "expected"]);

/** @param {T.Odds} odds @param {Material} material */
export function oddsView(odds, material) {
    const chances = Object.entries(odds.chances).filter(([name]) => !AVERAGES.has(name));
    const sum = chances.reduce((total, [, chance]) => total + chance, 0);
    const parts = chances.map(([name, chance]) => part(name, t(`page.odds.${odds.kind}.${name}`, { chance: percent(chance) }), chance));
    if (sum < 0.999) parts.push(part("rest", t(`page.odds.${odds.kind}.rest`, { chance: percent(1 - sum) }), 1 - sum));
    return h("div", { class: "odds-view" },
        odds.general ? h("strong", {}, material.general(odds.general)) : null,
        h("div", { class: "odds-bar" }, ...parts), ...facts(odds).map((text) => h("span", { class: "odds-pair" }, text)));
}

/** @param {string} name @param {string} text @param {number} chance */
function part(name, text, chance) {
    const node = h("span", { class: `odds-part ${name}` }, text);
    node.style.flexGrow = String(Math.max(0.08, chance));
    return node;
}

/** @param {T.Odds} odds */
function facts(odds) {
    const averages = Object.entries(odds.chances).filter(([name]) => AVERAGES.has(name)).map(([, value]) => t("page.odds.lost", { number: decimal(value) }));
    if (odds.kind === "siege") return [...(odds.series.points ?? []).flatMap((chance, n) => (chance && n ? [t("page.odds.points", { points: n, chance: percent(chance) })] : [])), ...averages];
    if (odds.kind !== "battle") return averages;
    const shown = (/** @type {string} */ name) => (name === "killed" ? percent : decimal);
    return [...averages, ...Object.entries(odds.series).map(([name, [attacker, defender]]) =>
        t(`page.odds.${name}`, { attacker: shown(name)(attacker), defender: shown(name)(defender) }))];
}
