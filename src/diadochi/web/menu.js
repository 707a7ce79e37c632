// Several things that may be done with one space.

import { h } from "./dom.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */

/** What it offered is gone. @param {HTMLElement} host */
export function closeMenu(host) {
    host.querySelector(".menu")?.remove();
}

/**
 * @param {HTMLElement} host
 * @param {{x: number, y: number}} at
 * @param {T.Offer[]} offers
 * @param {(offer: T.Offer) => void} choose
 */
export function menu(host, at, offers, choose) {
    closeMenu(host);
    const back = document.activeElement;
    const close = () => {
        node.remove();
        removeEventListener("pointerdown", outside, true);
        if (back instanceof SVGElement && back.isConnected) back.focus();
    };
    const outside = (/** @type {Event} */ event) => {
        if (!node.contains(/** @type {Node} */ (event.target))) close();
    };
    const items = offers.map((offer) => h("button", {
        type: "button", role: "menuitem", "data-action": offer.action,
        onclick: () => {
            close();
            choose(offer);
        },
    }, offer.label));
    const node = h("div", { class: "menu", role: "menu", "aria-label": t("page.menu") }, items);
    node.addEventListener("keydown", (event) => {
        const now = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
        if (event.key === "Escape") close();
        else if (event.key === "ArrowDown") items[(now + 1) % items.length].focus();
        else if (event.key === "ArrowUp") items[(now + items.length - 1) % items.length].focus();
        else return;
        event.preventDefault();
        event.stopPropagation();
    });
    host.append(node);
    const { width, height } = host.getBoundingClientRect();
    node.style.left = `${Math.max(4, Math.min(width - node.offsetWidth - 4, at.x + 12))}px`;
    node.style.top = `${Math.max(4, Math.min(height - node.offsetHeight - 4, at.y + 8))}px`;
    items[0].focus();
    addEventListener("pointerdown", outside, true);
}
