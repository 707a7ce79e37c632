// What a reader may choose about the page; kept in this browser.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { dialog } from "./notices.js";

const KEPT = "diadochi-settings";

/** @typedef {{theme: string, pace: string, fights: string, name: string, takeAll: boolean, askFights: boolean}} Settings */

/** @type {Settings} */
export const settings = { theme: "auto", pace: "normal", fights: "mine", name: "", takeAll: true, askFights: true, ...read() };

function read() {
    try {
        return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    } catch {
        return {};
    }
}

/** @param {Partial<Settings>} changes */
export function keep(changes) {
    Object.assign(settings, changes);
    localStorage.setItem(KEPT, JSON.stringify(settings));
    applyTheme();
}

const night = matchMedia("(prefers-color-scheme: dark)");

export function applyTheme() {
    const dark = settings.theme === "dark" || (settings.theme === "auto" && night.matches);
    document.documentElement.classList.toggle("dark", dark);
    document.documentElement.classList.toggle("light", !dark);
}

night.addEventListener("change", applyTheme);

/**
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(legend, name, choices, chosen, choose) {
    return h("fieldset", { class: "choice" }, h("legend", {}, legend), choices.map(([value, text]) =>
        h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }), " ", text)));
}

/** @param {Node[]} more choices of the table */
export function showSettings(more = []) {
    dialog("Settings", [
        ...more,
        choice("Colours", "theme", [["auto", "As the device"], ["light", "Light"], ["dark", "Dark"]], settings.theme, (theme) => keep({ theme })),
        choice("Show battles, sieges and naval battles", "fights", [["mine", "Mine"], ["all", "All"], ["never", "None, the log is enough"]], settings.fights, (fights) => keep({ fights })),
        choice("Pace of the dice", "pace", [["none", "At once"], ["fast", "Fast"], ["normal", "Normal"], ["slow", "Slow"]], settings.pace, (pace) => keep({ pace })),
        choice("Before a fight", "ask-fights", [["yes", "show me the odds and ask"], ["no", "roll at once"]], settings.askFights ? "yes" : "no", (value) => keep({ askFights: value === "yes" })),
        choice("A General who is activated", "take", [["yes", "takes everything along"], ["no", "waits until I choose"]], settings.takeAll ? "yes" : "no", (value) => keep({ takeAll: value === "yes" })),
    ], { narrow: true });
}

const KEYS = [
    ["1 … 99", "choose the offer with this number"], ["U", "undo"], ["I", "hint: what a bot would do"], ["+ − 0", "zoom in, zoom out, whole map"],
    ["Arrows", "move the map while it has the focus"], ["Tab, Enter", "go through targets, cards and buttons"],
    ["M A H P L B", "map, actions, hand, players, log, beside the map"], ["N", "where must I look? the next target"], ["Esc", "close, or back to the present"], ["?", "this help"],
];

export function showKeys() {
    dialog("Keys", [h("dl", { class: "keys" }, KEYS.flatMap(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]))], { narrow: true });
}

/** @param {() => void} press */
export function settingsButton(press) {
    return button("Settings", press, { class: "quiet" }, icon("settings"));
}
