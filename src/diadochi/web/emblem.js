// Every Faction has a colour and a shape of its own: either alone tells it.

import { h, s } from "./dom.js";

/** Shapes around the origin, about 8 units in radius. */
const SHAPES = /** @type {Record<string, string>} */ ({
    blue: "M0,-8A8,8 0 1 1 0,8A8,8 0 1 1 0,-8Z",
    red: "M0,-9.6L9.6,0L0,9.6L-9.6,0Z",
    yellow: "M-7.4,-7.4H7.4V7.4H-7.4Z",
    green: "M0,-9.4L9.2,6.8H-9.2Z",
    black: "M0,-9.6L2.8,-3.2L9.4,-2.8L4.4,1.6L6,8.2L0,4.6L-6,8.2L-4.4,1.6L-9.4,-2.8L-2.8,-3.2Z",
    independent: "M-3.2,-8.4H3.2V-3.2H8.4V3.2H3.2V8.4H-3.2V3.2H-8.4V-3.2H-3.2Z",
});

export const SIGNED = Object.keys(SHAPES);

/**
 * The sign of a Faction in a drawing.
 * @param {string} faction
 * @param {Record<string, unknown>} [attributes]
 */
export function sign(faction, attributes = {}) {
    return s("path", { class: `sign-of ${faction}`, d: SHAPES[faction] ?? SHAPES.independent, ...attributes });
}

/**
 * The sign of a Faction in a line of text.
 * @param {string} faction
 */
export function emblem(faction) {
    return h("span", { class: "emblem", "aria-hidden": "true" },
        s("svg", { viewBox: "-11 -11 22 22" }, sign(faction)));
}
