// A die.

import { s } from "./dom.js";

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @param {number} value @param {boolean} rolling */
export function die(value, rolling = false) {
    const pips = (PIPS[value] ?? []).map((i) => s("circle", { cx: 6 + (i % 3) * 6, cy: 6 + Math.floor(i / 3) * 6, r: 2.1 }));
    return s("svg", { class: `die${rolling ? " rolling" : ""}`, viewBox: "0 0 24 24", role: "img", "aria-label": String(value) },
        s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 4 }), ...pips);
}
