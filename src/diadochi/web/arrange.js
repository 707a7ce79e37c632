// Where counters stand around their spaces, so that they hide each other, spaces and targets as little as may be.

/** @import * as T from "./types" */

const OFF = 12;
const TARGET = 14;
const BASE = 7;
const SIDES = /** @type {const} */ ([[0, -1], [0, 1], [1, 0], [-1, 0], [0.8, -1], [-0.8, -1], [0.8, 1], [-0.8, 1]]);
/** Farther off, for a space in the middle of targets. */
const FAR = /** @type {const} */ ([[0, -2.4], [0, 2.4], [1.7, 0], [-1.7, 0], [1.3, -2.2], [-1.3, -2.2], [1.3, 2.2], [-1.3, 2.2]]);

/**
 * @typedef {object} Placed
 * @property {T.SpaceFacts} space
 * @property {SVGGElement} node
 * @property {SVGGElement} body
 * @property {SVGPathElement} tether
 * @property {number} width
 * @property {number} height
 */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return across > 0 && down > 0 ? across * down : 0;
}

/** @param {Box} box @param {number} x @param {number} y @param {number} [reach] */
function covers(box, x, y, reach = 0) {
    return x > box.left - reach && x < box.right + reach && y > box.top - reach && y < box.bottom + reach;
}

/** A pointer from a counter to its space. @param {number} x @param {number} y @param {T.SpaceFacts} space @param {number} base */
function wedge(x, y, space, base) {
    const length = Math.hypot(space.x - x, space.y - y) || 1;
    const across = (space.y - y) / length * base, down = (x - space.x) / length * base;
    return `M${(x + across).toFixed(1)},${(y + down).toFixed(1)}L${space.x},${space.y}L${(x - across).toFixed(1)},${(y - down).toFixed(1)}Z`;
}

/**
 * @param {Placed[]} stacks
 * @param {T.SpaceFacts[]} spaces
 * @param {number} size
 * @param {Map<string, string>} targets
 * @param {{width: number, height: number}} sheet
 */
export function arrange(stacks, spaces, size, targets, sheet) {
    /** @type {Box[]} */
    const taken = [];
    const aims = spaces.filter((space) => targets.has(space.id));
    for (const stack of [...stacks].sort((a, b) => b.width * b.height - a.width * a.height)) {
        const w = stack.width * size / 2, h = stack.height * size / 2;
        let best = Infinity, x = stack.space.x, y = stack.space.y;
        /** @type {Box} */
        let found = { left: x - w, right: x + w, top: y - h, bottom: y + h };
        for (const [i, [dx, dy]] of (aims.length ? [...SIDES, ...FAR] : SIDES).entries()) {
            const cx = stack.space.x + dx * (w + OFF), cy = stack.space.y + dy * (h + OFF);
            const box = { left: cx - w, right: cx + w, top: cy - h, bottom: cy + h };
            const hidden = taken.reduce((sum, other) => sum + overlap(box, other), 0) / (4 * w * h);
            const aimed = aims.filter((space) => covers(box, space.x, space.y, TARGET)).length;
            const marks = spaces.filter((space) => covers(box, space.x, space.y)).length;
            const off = box.left < 0 || box.top < 0 || box.right > sheet.width || box.bottom > sheet.height ? 2 : 0;
            const cost = off + i * 0.03 + hidden * 3 + aimed * 4 + marks * 0.35;
            if (cost < best) [best, x, y, found] = [cost, cx, cy, box];
        }
        taken.push(found);
        stack.body.setAttribute("transform", `translate(${x.toFixed(1)},${y.toFixed(1)}) scale(${size.toFixed(3)})`);
        stack.tether.setAttribute("d", wedge(x, y, stack.space, Math.min(h, BASE * size)));
        stack.node.classList.toggle("aside", aims.some((space) => space !== stack.space && covers(found, space.x, space.y, TARGET)));
    }
}
