// What a reader has chosen about the page, kept in this browser.

const KEPT = "diadochi-settings";

/** @typedef {{theme: string, pace: string, motion: string, fights: string, name: string, takeAll: boolean, askFights: boolean, askCards: boolean, language: string}} Settings */

/** @type {Settings} */
export const settings = { theme: "auto", pace: "normal", motion: "normal", fights: "mine", name: "", takeAll: true, askFights: true, askCards: false, language: "", ...read() };

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
