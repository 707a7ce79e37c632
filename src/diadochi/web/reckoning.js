// The computation of a fight as a table: a column for each side, a row for each step of the rules.

import { h } from "./dom.js";
import { die } from "./die.js";
import { emblem } from "./emblem.js";
import { row as rowOf, signed, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** @typedef {(Node | string | number)[]} Cell */
/** @typedef {{id: string, name?: string, cells: Cell[], total?: boolean}} Row */

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
        h("thead", {}, h("tr", {}, h("td"), sides.map((side, i) => h("th", { scope: "col" }, emblem(side), commander(lines[0], i, material) || material.faction(side))))),
        h("tbody", {}, rows.map((row) => h("tr", { class: row.total ? "total" : "" },
            h("th", { scope: "row" }, row.name ?? t(`page.reckoning.${row.id}`)), row.cells.map((cell) => h("td", {}, ...cell))))));
}

/** Who leads a side. @param {T.Line} first of the fight @param {number} side @param {Material} material */
function commander(first, side, material) {
    const id = first.fight?.commanders?.[side] ?? (side ? "" : facts(first).general);
    return id ? material.general(id) : "";
}

/** The strength of CUs, one by one; Elephants roll theirs. @param {T.Line} line @param {Material} material */
function sum(line, material) {
    const each = Object.entries(facts(line).cus).flatMap(([unit, number]) => Array(number).fill(material.units.get(unit)?.strength ?? 0)).filter((strength) => strength);
    const total = facts(line).strength;
    if (each.length < 2 || each.reduce((a, b) => a + b, 0) !== total) return String(total);
    return t("page.reckoning.sum", { number: each.length, terms: each.sort((a, b) => b - a).join("+"), total });
}

/** What a line tells; which facts there are depends on its key. @param {T.Line} line @returns {Record<string, any>} */
function facts(line) {
    return line.args;
}

/** The Factions. @param {T.Line[]} lines @returns {string[]} */
function sidesOf(lines) {
    const naval = lines.find((line) => line.key === "naval_battle");
    if (naval) return [facts(naval).mover, facts(naval).interceptor];
    const [first] = lines;
    const args = facts(first);
    return first.fight?.kind === "siege" ? [args.who] : [args.attacker, args.defender];
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
    if (lines[0].fight?.kind === "siege") return siegeRows(lines, fresh);
    const of = (/** @type {string} */ key) => sides.map((side) => lines.find((line) => line.key === key && facts(line).who === side));
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
    /** @type {(id: string, lines: (T.Line | undefined)[], cell: (line: T.Line) => Cell, total?: boolean) => Row} */
    const row = (id, lines, cell, total = false) => ({ id, total, cells: lines.map((line) => (line ? cell(line) : [])) });
    const rows = [
        row("cus", strengths, (line) => [rowOf(material.forces(facts(line).cus))]),
        row("strength", strengths, (line) => [sum(line, material)]),
        row("elephants", strengths, (line) => [...line.dice.map((value) => die(value, line === fresh)), ` ${facts(line).elephants}`]),
        row("local", strengths, (line) => [facts(line).local]),
        row("battle_strength", strengths, (line) => [facts(line).total], true),
        row("dice", rolls, (line) => line.dice.map((value) => die(value, line === fresh))),
        row("raised", rolls, (line) => [t("page.reckoning.raised.to", { rating: facts(line).rating, dice: facts(line).raised.join(" + ") })]),
        row("added", rolls, (line) => [signed(facts(line).bonus)]),
        row("roll", rolls, (line) => [facts(line).roll]),
        row("score", rolls, (line) => [facts(line).score], true),
    ];
    return rows.filter((each) => each.cells.some((cell) => cell.length) && !isNothing(each));
}

/** A row that says nothing for either side. @param {Row} row */
function isNothing(row) {
    return (row.id === "elephants" || row.id === "added") && row.cells.every((cell) => !cell.length || ["+0", " 0"].includes(String(cell.at(-1))));
}

/** @param {T.Line[]} lines @param {T.Line | null} fresh @returns {Row[]} */
function siegeRows(lines, fresh) {
    const roll = lines.find((line) => line.key === "siege_roll");
    if (!roll) return [];
    const modifiers = lines.filter((line) => line.key === "siege_modifier").map((line) => ({
        id: "modifier", name: line.label, cells: [[signed(facts(line).points)]],
    }));
    return [
        { id: "die", cells: [roll.dice.map((value) => die(value, roll === fresh))] }, ...modifiers,
        { id: "siege_roll", cells: [[facts(roll).modified]], total: true },
        { id: "siege_points", cells: [[facts(roll).points]] },
        { id: "lost", cells: [[facts(roll).losses]] },
    ];
}

/** @param {T.Line} line @param {Material} material @param {T.Line | null} fresh @returns {Row[]} */
function navalRows(line, material, fresh) {
    /** @type {(id: string, fact: string, cell?: (value: any) => Cell, total?: boolean) => Row} */
    const row = (id, fact, cell = (value) => [value], total = false) => ({
        id, total, cells: ["mover", "interceptor"].map((side) => cell(facts(line)[`${side}_${fact}`] ?? 0)),
    });
    return [
        row("fleets", "fleets", (ids) => [rowOf((ids || []).map((/** @type {string} */ id) => material.fleet(id)))]),
        row("ability", "ability", (value) => [signed(value)]),
        row("fleet_strength", "strength", undefined, true),
        row("dice", "dice", (dice) => dice.map((/** @type {number} */ value) => die(value, line === fresh))),
        row("added", "bonus", (value) => [signed(value)]),
        row("roll", "roll"),
        row("score", "score", undefined, true),
    ].filter((each) => (each.id !== "ability" || facts(line).mover_ability) && !isNothing(each));
}
