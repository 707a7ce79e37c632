// The key of the dice, when the game is over: it must fit the hash that everybody was shown from the start.

import { h } from "./dom.js";
import { parts, t } from "./texts.js";

/** Whether a key fits a hash; null where the browser computes none, as on a page without https. @param {string} key @param {string} hash @returns {Promise<boolean | null>} */
export async function fits(key, hash) {
    if (!globalThis.crypto?.subtle) return null;
    const bytes = Uint8Array.from(key.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}

/** @param {string} key @param {string} hash */
export function verification(key, hash) {
    const found = h("strong", { class: "key-check", role: "status" });
    fits(key, hash).then((fit) => {
        found.textContent = t(fit === null ? "page.key.unchecked" : fit ? "page.key.fits" : "page.key.wrong");
        found.dataset.fits = String(fit);
    });
    return [
        h("p", { class: "quiet-text" }, ...parts("page.key", { key: h("code", { class: "hash" }, key) })), h("p", {}, found),
        h("p", { class: "quiet-text" }, ...parts("page.key.command", { command: h("code", {}, "diadochi verify") })),
    ];
}
