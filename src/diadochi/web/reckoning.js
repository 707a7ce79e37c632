// The computation of a fight as a table: a column for each side, a row for each step of the rules.

import { h } from "./dom.js";
import { die } from "./die.js";
import { emblem } from "./emblem.js";
import { withoutRule } from "./notices.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** @typedef {(Node | string | number)[]} Cell */
/** @typedef {{name: string, cells: Cell[], total?: boolean}} Row */

/** Lines whose facts stand in the table. */
export const TABLED = new Set(["battle_strength", "battle_roll", "siege_modifier", "siege_roll", "naval_battle"]);

/**
 * @param {T.Line[]} lines of the fight so far
 * @param {Material} material
 * @param {T.Line | null} fresh the line whose dice roll now
 */
export function reckoning(lines, material, fresh) {
    const sides = sidesOf(lines);
    const rows = rowsOf(lines, sides, material, fresh);
    if (!rows.length) return null;
    return h("table", { class: "reckoning" },
        h("thead", {}, h("tr", {}, h("td"), sides.map((side) => h("th", { scope: "col" }, emblem(side), material.faction(side))))),
        h("tbody", {}, rows.map((row) => h("tr", { class: row.total ? "total" : "" },
            h("th", { scope: "row" }, row.name), row.cells.map((cell) => h("td", {}, ...cell))))));
}

/** The Factions. @param {T.Line[]} lines @returns {string[]} */
function sidesOf(lines) {
    const naval = lines.find((line) => line.key === "naval_battle");
    if (naval) return [naval.args.mover, naval.args.interceptor];
    const [{ key, args }] = lines;
    return key === "siege" ? [args.who] : [args.attacker, args.defender];
}

/**
 * @param {T.Line[]} lines
 * @param {string[]} sides
 * @param {Material} material
 * @param {T.Line | null} fresh
 * @returns {Row[]}
 */
function rowsOf(lines, sides, material, fresh) {
    const naval = lines.find((line) => line.key === "naval_battle");
    if (naval) return navalRows(naval, material, fresh);
    if (lines[0].key === "siege") return siegeRows(lines, fresh);
    const of = (/** @type {string} */ key) => sides.map((side) => lines.find((line) => line.key === key && line.args.who === side));
    return battleRows(of("battle_strength"), of("battle_roll"), material, fresh);
}

/**
 * @param {(T.Line | undefined)[]} strengths
 * @param {(T.Line | undefined)[]} rolls
 * @param {Material} material
 * @param {T.Line | null} fresh
 * @returns {Row[]}
 */
function battleRows(strengths, rolls, material, fresh) {
    /** @type {(name: string, lines: (T.Line | undefined)[], cell: (line: T.Line) => Cell, total?: boolean) => Row} */
    const row = (name, lines, cell, total = false) => ({ name, total, cells: lines.map((line) => (line ? cell(line) : [])) });
    const rows = [
        row("CUs", strengths, (line) => [material.forces(line.args.cus) || "none"]),
        row("Their strength", strengths, (line) => [line.args.strength]),
        row("Elephants", strengths, (line) => [...line.dice.map((value) => die(value, line === fresh)), ` ${line.args.elephants}`]),
        row("Local Troops", strengths, (line) => [line.args.local]),
        row("Battle Strength", strengths, (line) => [line.args.total], true),
        row("Dice", rolls, (line) => line.dice.map((value) => die(value, line === fresh))),
        row("raised by Battle Rating", rolls, (line) => [`${line.args.rating}: ${line.args.raised.join(" + ")}`]),
        row("added", rolls, (line) => [signed(line.args.bonus)]),
        row("Battle Roll", rolls, (line) => [line.args.roll]),
        row("Battle Score", rolls, (line) => [line.args.score], true),
    ];
    return rows.filter((each) => each.cells.some((cell) => cell.length) && !isNothing(each));
}

/** A row that says nothing for either side. @param {Row} row */
function isNothing(row) {
    return (row.name === "Elephants" || row.name === "added") && row.cells.every((cell) => !cell.length || ["+0", " 0"].includes(String(cell.at(-1))));
}

/** @param {T.Line[]} lines @param {T.Line | null} fresh @returns {Row[]} */
function siegeRows(lines, fresh) {
    const roll = lines.find((line) => line.key === "siege_roll");
    if (!roll) return [];
    const modifiers = lines.filter((line) => line.key === "siege_modifier").map((line) => ({
        name: withoutRule(line.text, line.rule).replace(/^[^:]*: /, ""), cells: [[signed(line.args.points)]],
    }));
    return [
        { name: "Die", cells: [roll.dice.map((value) => die(value, roll === fresh))] }, ...modifiers,
        { name: "Siege Roll", cells: [[roll.args.modified]], total: true },
        { name: "Siege Points", cells: [[roll.args.points]] },
        { name: "CUs lost", cells: [[roll.args.losses]] },
    ];
}

/** @param {T.Line} line @param {Material} material @param {T.Line | null} fresh @returns {Row[]} */
function navalRows(line, material, fresh) {
    /** @type {(name: string, fact: string, cell?: (value: any) => Cell, total?: boolean) => Row} */
    const row = (name, fact, cell = (value) => [value], total = false) => ({
        name, total, cells: ["mover", "interceptor"].map((side) => cell(line.args[`${side}_${fact}`] ?? 0)),
    });
    return [
        row("Fleets", "fleets", (ids) => [(ids || []).map((/** @type {string} */ id) => material.fleet(id)).join(", ") || "none"]),
        row("Leader's ability", "ability", (value) => [signed(value)]),
        row("Fleet Strength", "strength", undefined, true),
        row("Dice", "dice", (dice) => dice.map((/** @type {number} */ value) => die(value, line === fresh))),
        row("added", "bonus", (value) => [signed(value)]),
        row("Battle Roll", "roll"),
        row("Battle Score", "score", undefined, true),
    ].filter((each) => (each.name !== "Leader's ability" || line.args.mover_ability) && !isNothing(each));
}

/** @param {number} value */
function signed(value) {
    return value < 0 ? `−${-value}` : `+${value}`;
}
