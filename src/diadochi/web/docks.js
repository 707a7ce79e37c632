// Where counters stand: at the docks that were laid out with the board, whatever is asked and whatever glows.

/** @import * as T from "./types" */

/** @typedef {{x: number, y: number, across: number, down: number}} Dock */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/**
 * A counter with its place, in the order of the spaces.
 * @typedef {object} Placed
 * @property {T.SpaceFacts} space
 * @property {SVGGElement} node
 * @property {SVGGElement} body
 * @property {SVGLineElement} stem
 * @property {number} width
 * @property {number} height
 * @property {Box} box
 */

const NAME = 0.4;
const LATER = 0.02;
const APART = 2;
/** A stem as short as this would not be seen. */
const SHORT = 2;
/** How far from its middle a space's mark reaches. */
const MARK = { major: 12.5, transit: 6.5 };
const USUAL = 10;

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 0 && down > 0 ? across * down : 0;
}

/** The docks of each space. @param {T.LevelFacts} level @param {T.SpaceFacts[]} spaces @returns {Map<string, Dock[]>} */
export function docksOf(level, spaces) {
    return new Map(spaces.map((space, i) => {
        const numbers = level.docks[i], docks = [];
        for (let k = 0; k < numbers.length; k += 4) docks.push({ x: numbers[k], y: numbers[k + 1], across: numbers[k + 2], down: numbers[k + 3] });
        return [space.id, docks];
    }));
}

/** @param {Dock} dock @param {number} width @param {number} height @returns {Box} */
function boxAt({ x, y, across, down }, width, height) {
    const left = x + (across - 1) / 2 * width, top = y + (down - 1) / 2 * height;
    return { left, top, right: left + width, bottom: top + height };
}

/** Beside the counters of the same space, where its docks are full. @param {Box} box @param {number} width @param {number} height @returns {Box[]} */
function beside({ left, right, top, bottom }, width, height) {
    return [[left, bottom + APART], [left, top - APART - height], [right + APART, top], [left - APART - width, top]]
        .map(([x, y]) => ({ left: x, top: y, right: x + width, bottom: y + height }));
}

/**
 * Every counter to its first dock where it covers no other and no name of a city; it depends on the position alone.
 * @param {Placed[]} stacks
 * @param {Map<string, Dock[]>} docks
 * @param {Box[]} names
 */
export function dock(stacks, docks, names) {
    /** @type {Placed[]} */
    const placed = [];
    for (const stack of stacks) {
        const { width, height, space } = stack;
        const own = placed.filter((other) => other.space === space);
        const boxes = [...(docks.get(space.id) ?? []).map((at) => boxAt(at, width, height)), ...own.flatMap((other) => beside(other.box, width, height))];
        const cost = (/** @type {Box} */ box, /** @type {number} */ i) => i * LATER
            + (placed.reduce((sum, other) => sum + overlap(box, other.box), 0) + NAME * names.reduce((sum, name) => sum + overlap(box, name), 0)) / (width * height);
        stack.box = boxes.map((box, i) => ({ box, cost: cost(box, i) })).reduce((a, b) => (b.cost < a.cost ? b : a)).box;
        placed.push(stack);
        stand(stack);
    }
}

/** @param {Placed} stack */
function stand({ box, body, stem, space }) {
    body.setAttribute("transform", `translate(${((box.left + box.right) / 2).toFixed(1)},${box.top.toFixed(1)})`);
    const x = Math.min(box.right, Math.max(box.left, space.x)), y = Math.min(box.bottom, Math.max(box.top, space.y));
    const far = Math.hypot(x - space.x, y - space.y);
    const edge = MARK[/** @type {keyof typeof MARK} */ (space.kind)] ?? USUAL;
    stem.toggleAttribute("hidden", far - edge < SHORT);
    if (far <= edge) return;
    const ends = { x1: x, y1: y, x2: space.x + (x - space.x) * edge / far, y2: space.y + (y - space.y) * edge / far };
    for (const [name, value] of Object.entries(ends)) stem.setAttribute(name, value.toFixed(1));
}
