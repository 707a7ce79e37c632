// Pieces on the map: PCs, armies, royals, siege works. Everything is drawn around the origin of its space.

import { s } from "./dom.js";
import { sign } from "./emblem.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const HEAD = 15;
const ROW = 14;
const LETTER = 5.3;
const CHIP = 17;

/** How large the units of this drawing are on the board, from near and from afar. */
const NEAR = 0.82;
const FAR = 1.35;
const LOW = 18;
const INITIALS = 35;
const FIGURE = 7.5;

/** @typedef {{node: SVGGElement, width: number, height: number}} Counter */

/**
 * A counter as large as it is on the board.
 * @param {Counter} counter
 * @param {number} size
 * @returns {Counter}
 */
function sized({ node, width, height }, size) {
    return { node: s("g", { transform: `scale(${size})` }, node), width: width * size, height: height * size };
}

/**
 * An Army: from near everything that stands on its counters, from afar whose it is, who commands it and how many CUs there are.
 * @param {T.Stack} stack
 * @param {Material} material
 * @param {boolean} near
 * @returns {Counter}
 */
export function army(stack, material, near) {
    return near ? sized(plates(stack, material), NEAR) : sized(small(stack, material), FAR);
}

/** The Generals of a stack, the most senior first. @param {T.Stack} stack @param {Material} material */
export function seniors(stack, material) {
    return [...stack.generals].sort((a, b) => rank(material, b) - rank(material, a));
}

/** @param {T.Stack} stack @param {Material} material @returns {Counter} */
function small(stack, material) {
    const [first, second] = seniors(stack, material);
    const general = first ? material.generals.get(first) : undefined;
    const cus = Object.values(stack.cus).reduce((sum, number) => sum + number, 0);
    const head = first ? INITIALS : 16;
    const tail = cus ? String(cus).length * FIGURE + 8 : 0;
    const royals = stack.royals.length * CHIP;
    const width = head + tail + royals + (royals ? 3 : 0);
    const left = -width / 2;
    const node = s("g", { class: `counter small ${stack.faction} ${stack.where}` });
    if (second) node.append(s("rect", { class: "card-body behind", x: left + 3, y: -3, width, height: LOW, rx: 2.5 }));
    node.append(outline(stack.where, width, LOW),
        s("rect", { class: `plate-of ${stack.faction}`, x: left, width: head, height: LOW, rx: 2.5 }),
        sign(stack.faction, { class: `sign-of ${stack.faction} on-plate`, transform: `translate(${left + 8.5},9) scale(.55)` }));
    if (first) node.append(s("text", { class: `initials${general?.minor ? " minor" : ""}`, x: left + 15.5, y: 13.4 }, general?.initials ?? first));
    if (cus) node.append(s("text", { class: "cu-count", x: left + head + tail / 2, y: 13.4 }, cus));
    stack.royals.forEach((royal, i) => node.append(royalChip(royal, left + head + tail + 1.5 + i * CHIP, 2.6)));
    return { node: s("g", { class: "small-of" }, node), width, height: LOW };
}

/** @param {T.Stack} stack @param {Material} material @returns {Counter} */
function plates(stack, material) {
    const generals = seniors(stack, material);
    const units = Object.entries(stack.cus);
    const names = generals.map((id) => ({ id, ...naming(material, id) }));
    const shown = names.slice(0, 2);
    const chips = units.length + stack.royals.length;
    const width = Math.max(30, chips * CHIP + 6, ...shown.map((x) => x.name.length * LETTER + x.ratings.length * 4.8 + 24));
    const rows = shown.length * HEAD + (chips ? ROW + 2 : 0);
    const height = Math.max(rows, HEAD + 1);
    const node = s("g", { class: `counter ${stack.faction} ${stack.where}` });
    node.append(outline(stack.where, width, height));
    shown.forEach((general, i) => node.append(nameplate(general, stack, i * HEAD, width, names.length - shown.length, i)));
    if (!shown.length) node.append(sign(stack.faction, { transform: `translate(${-width / 2 + 1},1) scale(.62)` }));
    const y = shown.length * HEAD + 1.5;
    let x = -width / 2 + (width - chips * CHIP) / 2;
    for (const [unit, number] of units) {
        node.append(unitChip(unit, number, stack, x, y));
        x += CHIP;
    }
    for (const royal of stack.royals) {
        node.append(royalChip(royal, x, y));
        x += CHIP;
    }
    return { node, width, height };
}

/** @param {Material} material @param {string} id */
function rank(material, id) {
    const general = material.generals.get(id);
    return general ? (general.minor ? 0 : 100) + general.stars * 1000 + general.seniority : 0;
}

/** @param {Material} material @param {string} id */
function naming(material, id) {
    const general = material.generals.get(id);
    if (!general) return { name: id, ratings: "", minor: true };
    return { name: general.name, ratings: `${general.initiative}–${general.battle}`, minor: general.minor };
}

/**
 * @param {string} where
 * @param {number} width
 * @param {number} height
 */
function outline(where, width, height) {
    const left = -width / 2;
    if (where === "inside") {
        const step = width / 7;
        let d = `M${left - 2},${height + 2}V-5`;
        for (let i = 0; i < 7; i++) d += `H${left - 2 + (i + 1) * (step + 4 / 7)}V${i % 2 ? -5 : -1}`;
        return s("g", {}, s("path", { class: "rampart", d: `${d}V${height + 2}Z` }),
            s("rect", { class: "card-body", x: left, y: 0, width, height }));
    }
    const body = s("rect", { class: "card-body", x: left, y: 0, width, height, rx: 2.5 });
    if (where !== "sea") return body;
    const hull = `M${left - 5},${height - 3}H${-left + 5}C${-left + 2},${height + 5} ${-left - 6},${height + 6} 0,${height + 6}`
        + `C${left + 6},${height + 6} ${left - 2},${height + 5} ${left - 5},${height - 3}Z`;
    return s("g", {}, s("path", { class: "hull", d: hull }), body);
}

/**
 * @param {{id: string, name: string, ratings: string, minor: boolean}} general
 * @param {T.Stack} stack
 * @param {number} y
 * @param {number} width
 * @param {number} more
 * @param {number} index
 */
function nameplate(general, stack, y, width, more, index) {
    const moved = stack.moved.generals.includes(general.id);
    const node = s("g", { class: `nameplate${moved ? " moved" : ""}${general.minor ? " minor" : ""}`, transform: `translate(${-width / 2},${y})` },
        s("rect", { class: `plate-of ${stack.faction}`, width, height: HEAD, rx: index ? 0 : 2.5 }),
        sign(stack.faction, { class: `sign-of ${stack.faction} on-plate`, transform: "translate(7.5,7.5) scale(.5)" }),
        s("text", { class: "general-name", x: 14, y: 10.8 }, general.name),
        s("text", { class: "ratings", x: width - 3.5, y: 10.8 }, general.ratings));
    if (more > 0 && index === 1) {
        node.append(s("circle", { class: "more", cx: width, cy: HEAD, r: 5.5 }),
            s("text", { class: "more-text", x: width, y: HEAD + 2.6 }, `+${more}`));
    }
    return node;
}

/**
 * @param {string} unit
 * @param {number} number
 * @param {T.Stack} stack
 * @param {number} x
 * @param {number} y
 */
function unitChip(unit, number, stack, x, y) {
    const moved = (stack.moved.cus[unit] ?? 0) >= number;
    return s("g", { class: `unit ${unit}${moved ? " moved" : ""}`, transform: `translate(${x},${y})` },
        s("rect", { class: "unit-body", x: 0.8, y: 0.3, width: CHIP - 1.6, height: 12.4, rx: 2 }),
        s("text", { class: "unit-number", x: 2.4, y: 9.8 }, number),
        s("text", { class: "unit-letter", x: CHIP - 2.6, y: 9.8 }, t(`page.letter.${unit}`)));
}

/**
 * @param {string} royal
 * @param {number} x
 * @param {number} y
 */
function royalChip(royal, x, y) {
    const node = s("g", { class: "royal-chip", transform: `translate(${x},${y})` },
        s("rect", { class: "royal-body", x: 0.6, y: 0.3, width: CHIP - 1.2, height: 12.4, rx: 6 }));
    if (royal === "funeral_cart") node.append(cartShape(CHIP / 2, 6.4));
    else node.append(s("text", { class: "royal-letter", x: CHIP / 2, y: 9.2 }, t(`page.letter.${royal}`)));
    return node;
}

/**
 * @param {number} x
 * @param {number} y
 */
function cartShape(x, y) {
    return s("g", { class: "cart", transform: `translate(${x},${y})` },
        s("path", { d: "M-6,1.4H6L5,-2.4H-5ZM-3.6,-2.6L0,-5.2L3.6,-2.6" }),
        s("circle", { cx: -3.6, cy: 3.2, r: 1.8 }), s("circle", { cx: 3.6, cy: 3.2, r: 1.8 }));
}

/**
 * Royals whom nobody controls.
 * @param {string[]} royals
 * @param {boolean} near
 * @returns {Counter}
 */
export function freeRoyals(royals, near) {
    const width = royals.length * CHIP + 4;
    const node = s("g", { class: "counter free" }, s("rect", { class: "card-body", x: -width / 2, y: 0, width, height: 16, rx: 8 }));
    royals.forEach((royal, i) => node.append(royalChip(royal, -width / 2 + 2 + i * CHIP, 1.6)));
    return sized({ node, width, height: 16 }, near ? NEAR : FAR);
}

/**
 * What lies on the space itself: the PC, and signs around it.
 * @param {T.SpaceView} seen
 * @param {T.SpaceFacts} space
 */
export function groundMarks(seen, space) {
    const node = s("g", { class: "marks" });
    if (seen.pc) {
        const size = space.kind === "major" ? 1.12 : 0.86;
        node.append(s("g", { class: "pc", transform: `scale(${size})` }, sign(seen.pc)));
    }
    const signs = [];
    for (const [faction, points] of Object.entries(seen.siege_points)) signs.push(siegePoints(faction, points));
    if (seen.helepolis) signs.push(letter("helepolis", t("page.letter.helepolis")));
    if (seen.tomb) signs.push(tomb());
    if (seen.looted) signs.push(letter("looted", "×"));
    if (seen.capital) signs.push(s("g", { class: "capital" }, sign(seen.capital, { transform: "scale(.7)" })));
    signs.forEach((mark, i) => {
        mark.setAttribute("transform", `translate(${-15 - i * 14},13)`);
        node.append(mark);
    });
    return node;
}

/** @param {string} faction @param {number} points */
function siegePoints(faction, points) {
    return s("g", { class: "siege-points" },
        s("path", { class: `plate-of ${faction}`, d: "M-7,-6H-4V-8H-1.5V-6H1.5V-8H4V-6H7V7H-7Z" }),
        s("text", { class: "siege-number", y: 4.6 }, points));
}

/** @param {string} name @param {string} text */
function letter(name, text) {
    return s("g", { class: name }, s("circle", { class: "mark-body", r: 6.5 }), s("text", { class: "mark-text", y: 3.4 }, text));
}

function tomb() {
    return s("g", { class: "tomb" }, s("path", { class: "mark-body", d: "M-8,6V-1L0,-7L8,-1V6Z" }),
        s("path", { class: "tomb-door", d: "M-2.4,6V1A2.4,2.4 0 0 1 2.4,1V6Z" }));
}
