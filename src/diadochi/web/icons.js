// Small line drawings for buttons.

import { s } from "./dom.js";

const LINES = /** @type {Record<string, string>} */ ({
    plus: "M12,5V19M5,12H19",
    minus: "M5,12H19",
    whole: "M4,9V4H9M15,4H20V9M20,15V20H15M9,20H4V15",
    layers: "M12,4L21,9L12,14L3,9ZM3,14L12,19L21,14",
    look: "M12,3V7M12,17V21M3,12H7M17,12H21M12,7A5,5 0 1 1 12,17A5,5 0 1 1 12,7Z",
    help: "M9,9A3,3 0 1 1 12,12.5V14.5M12,17.5V17.6",
    keys: "M3,7H21V17H3ZM7,11H7.1M12,11H12.1M17,11H17.1M8,14H16",
    table: "M4,6H20M4,12H20M4,18H20",
    settings: "M5,7H13M17,7H19M15,5V9M5,12H7M11,12H19M9,10V14M5,17H13M17,17H19M15,15V19",
    first: "M6,5V19M19,5L9,12L19,19Z",
    previous: "M17,5L7,12L17,19Z",
    play: "M7,5L18,12L7,19Z",
    pause: "M8,5V19M16,5V19",
    next: "M7,5L17,12L7,19Z",
    last: "M18,5V19M5,5L15,12L5,19Z",
    close: "M6,6L18,18M18,6L6,18",
    cards: "M8,8H20V21H8ZM16,8V4H4V17H8",
    fleet: "M4,15H20L17,20H7ZM12,15V4L19,12H12",
    lock: "M6,11H18V20H6ZM8.5,11V8A3.5,3.5 0 0 1 15.5,8V11M12,14.5V16.5",
    clock: "M12,4A8,8 0 1 1 12,20A8,8 0 1 1 12,4ZM12,8V12L15,14",
});

/** @param {string} name */
export function icon(name) {
    return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: LINES[name] }));
}
