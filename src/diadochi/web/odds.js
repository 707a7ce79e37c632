// The chances of what is about to be rolled.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { decimal, percent, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** Of these the server tells the mean, not the chance. */
const AVERAGES = new Set(["eliminated", "losses", "expected"]);

/** The sign of what cannot be taken back; the sentence stands beside it or in its title. */
export function finalMark() {
    return h("span", { class: "final-mark" }, icon("lock"), h("span", { class: "visually-hidden" }, t("page.final")));
}

/** The chance that a button tells: to win, to succeed, to take the place; nothing where there is no single one. @param {T.Odds | undefined | null} odds */
export function chanceOf(odds) {
    const chance = odds?.chances.win ?? odds?.chances.success ?? odds?.chances.completed;
    return odds && chance !== undefined ? h("b", { class: "chance" }, t(`page.chance.${odds.kind}`, { chance: percent(chance) })) : null;
}

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
