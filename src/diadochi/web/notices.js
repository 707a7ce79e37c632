// Short messages, rules to read, and questions with two answers.

import { button, byId, h } from "./dom.js";
import { icon } from "./icons.js";
import { get, Refused } from "./net.js";
import { edition, t } from "./texts.js";

/** @import * as T from "./types" */

const STAYS = 6000;

/**
 * A message at the edge of the page.
 * @param {string} text
 * @param {string} [rule]
 */
export function notice(text, rule = "") {
    const node = h("div", { class: "notice" }, ...withRule(text, rule), button(t("page.close"), () => node.remove(), { class: "quiet" }, icon("close")));
    const all = byId("notices");
    for (const old of [...all.children]) if (old.textContent === node.textContent) old.remove();
    while (all.children.length > 2) all.firstChild?.remove();
    all.append(node);
    setTimeout(() => node.remove(), STAYS);
}

/**
 * The text, and its rule's number as a button that opens the rule.
 * @param {string} text
 * @param {string} rule
 * @returns {(Node | string)[]}
 */
export function withRule(text, rule) {
    return rule ? [text, " ", ruleLink(rule)] : [text];
}

/** @param {string} rule */
export function ruleLink(rule) {
    return h("button", {
        type: "button", class: "rule-link", "aria-label": t("page.rule", { number: rule }), title: t("page.rule", { number: rule }),
        onclick: (/** @type {Event} */ event) => {
            event.stopPropagation();
            showRule(rule);
        },
    }, rule);
}

/** @param {string} number */
export async function showRule(number) {
    const body = h("div", { class: "rule-text" }, "…");
    dialog(t("page.rule", { number }), [body], { narrow: true });
    try {
        const rule = /** @type {T.RuleFacts} */ (await get(`/api/rules/${encodeURIComponent(number)}`, { edition }));
        body.replaceChildren(h("h3", {}, rule.title), h("p", {}, rule.text));
    } catch (error) {
        body.replaceChildren(error instanceof Refused ? error.message : t("page.unreachable"));
    }
}

/**
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {{narrow?: boolean, wide?: boolean, forAll?: boolean, closed?: () => void, actions?: Node[]}} [how] `forAll`: everybody may see it
 */
export function dialog(title, content, how = {}) {
    const back = document.activeElement;
    const box = h("dialog", { class: how.narrow ? "narrow" : how.wide ? "wide" : "", "data-for-all": how.forAll, "aria-label": title },
        h("header", {}, h("h2", {}, title), button(t("page.close"), () => box.close(), { class: "quiet" }, icon("close"))),
        h("div", { class: "dialog-body", tabindex: "0" }, ...content),
        how.actions?.length ? h("footer", {}, ...how.actions) : null);
    box.addEventListener("close", () => {
        box.remove();
        how.closed?.();
        if (back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    });
    box.addEventListener("click", (event) => {
        if (event.target === box) box.close();
    });
    document.body.append(box);
    box.showModal();
    return box;
}

/** Nothing that one player has asked for is left to be seen by the next. */
export function clearAway() {
    for (const box of document.querySelectorAll("dialog[open]:not([data-for-all])")) /** @type {HTMLDialogElement} */ (box).close();
    byId("notices").replaceChildren();
}

/**
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirm(title, content, yes) {
    return new Promise((answer) => {
        let agreed = false;
        const agree = button(yes, () => {
            agreed = true;
            box.close();
        }, { class: "primary", autofocus: true });
        const box = dialog(title, [h("div", { class: "question" }, ...content)], {
            narrow: true, closed: () => answer(agreed), actions: [button(t("page.back"), () => box.close()), agree],
        });
    });
}

/**
 * A question with several answers, the first of them the main one; nothing where it is left open.
 * @param {string} title
 * @param {(Node | string)[]} content
 * @param {[string, string][]} answers what each is called, and its value
 * @returns {Promise<string>}
 */
export function pick(title, content, answers) {
    return new Promise((answer) => {
        let chosen = "";
        const box = dialog(title, [h("div", { class: "question" }, ...content)], {
            narrow: true, closed: () => answer(chosen),
            actions: [button(t("page.back"), () => box.close()), ...answers.map(([label, value], i) => button(label, () => {
                chosen = value;
                box.close();
            }, i ? { "data-answer": value } : { class: "primary", autofocus: true, "data-answer": value }))],
        });
    });
}

/** @param {unknown} error */
export function complain(error) {
    if (error instanceof Refused) notice(error.message, error.rule);
    else notice(t("page.unreachable.safe"));
}

/** @param {boolean} waiting whether the server cannot be reached */
export function sayWaiting(waiting) {
    if (waiting) notice(t("page.unreachable.again"));
}

/**
 * A link to be copied.
 * @param {string} title
 * @param {string} link
 * @param {string} text
 */
export function showLink(title, link, text) {
    const field = h("input", { readonly: true, value: link, "aria-label": title, class: "link-field" });
    const copy = button(t("page.copy"), async () => {
        field.select();
        try {
            await navigator.clipboard.writeText(link);
            notice(t("page.copied"));
        } catch {
            notice(t("page.copy.marked"));
        }
    }, { class: "primary" });
    dialog(title, [h("p", {}, text), field], { narrow: true, actions: [copy] });
    field.select();
}
