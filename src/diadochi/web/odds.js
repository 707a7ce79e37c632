// The chances of what is about to be rolled.

import { h } from "./dom.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** Of these the server tells the mean, not the chance. */
const AVERAGES = /** @type {Record<string, string>} */ ({ eliminated: "CUs lost", losses: "CUs lost", expected: "CUs lost" });
/** What a chance is called, from the side of who moves or attacks. */
const NAMES = /** @type {Record<string, Record<string, string>>} */ ({
    battle: { win: "attacker wins", draw: "draw", loss: "defender wins" },
    naval: { win: "mover wins", draw: "draw", loss: "interceptor wins" },
    siege: { completed: "the city falls" },
});
const SERIES = /** @type {Record<string, string>} */ ({ eliminated: "CUs eliminated", dispersed: "CUs Dispersed", killed: "Commander killed" });

/** @param {T.Odds} odds @param {Material} material */
export function oddsView(odds, material) {
    const names = NAMES[odds.kind] ?? {};
    const chances = Object.entries(odds.chances).filter(([name]) => !(name in AVERAGES));
    const sum = chances.reduce((total, [, chance]) => total + chance, 0);
    const parts = chances.map(([name, chance]) => part(name, `${names[name] ?? name} ${percent(chance)}`, chance));
    if (sum < 0.999) parts.push(part("rest", `${odds.kind === "siege" ? "not yet" : "not"} ${percent(1 - sum)}`, 1 - sum));
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
    const averages = Object.entries(odds.chances).filter(([name]) => name in AVERAGES).map(([name, value]) => `${AVERAGES[name]} on average ${value.toFixed(1)}`);
    if (odds.kind === "siege") return [...(odds.series.points ?? []).flatMap((chance, n) => (chance && n ? [`${n} Siege Point${n > 1 ? "s" : ""} ${percent(chance)}`] : [])), ...averages];
    if (odds.kind !== "battle") return averages;
    return [...averages, ...Object.entries(odds.series).map(([name, [attacker, defender]]) => (name === "killed"
        ? `${SERIES[name]}: attacker ${percent(attacker)}, defender ${percent(defender)}`
        : `${SERIES[name] ?? name} on average: attacker ${attacker.toFixed(1)}, defender ${defender.toFixed(1)}`))];
}

/** @param {number} chance */
function percent(chance) {
    return `${Math.round(chance * 100)} %`;
}
