// What an abbreviation means, and what a figure counts: told on pointing, on a long press and where the focus is.

import { h } from "./dom.js";
import { t } from "./texts.js";

const WAIT = 250;
const PRESS = 450;
const STILL = 8;
const BELOW = 20;
const EDGE = 6;
const ABBREVIATIONS = /** @type {const} */ (["vp", "l", "op", "mp", "cu", "pc"]);
const WORD = /[\p{L}\p{N}]/u;

/** @type {Map<string, string>} */
const meanings = new Map();
const box = h("div", { class: "tip", id: "tip", role: "tooltip", hidden: true });
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {Element | null} */
let described = null;

/** Once the texts are there. */
export function explain() {
    for (const id of ABBREVIATIONS) for (const form of t(`page.abbr.${id}`).split("|")) meanings.set(form, t(`page.abbr.${id}.text`));
    document.body.append(box);
    document.addEventListener("pointermove", (event) => event.pointerType !== "touch" && wait(event, WAIT), { passive: true });
    document.addEventListener("pointerdown", (event) => {
        close();
        if (event.pointerType === "touch") press(event);
    }, { passive: true });
    document.addEventListener("focusin", (event) => focused(/** @type {Element} */ (event.target)));
    document.addEventListener("focusout", close);
    document.addEventListener("keydown", (event) => event.key === "Escape" && close(), { capture: true });
    document.addEventListener("scroll", close, { capture: true, passive: true });
}

function close() {
    clearTimeout(timer);
    box.hidden = true;
    described?.removeAttribute("aria-describedby");
    described = null;
}

/** @param {PointerEvent} event @param {number} delay */
function wait(event, delay) {
    const { clientX: x, clientY: y, target } = event;
    const found = target instanceof Element ? meaning(target, x, y) : "";
    if (!box.hidden && box.textContent === found) return;
    close();
    if (found) timer = setTimeout(() => show([found], target instanceof Element ? target : null, x, y), delay);
}

/** @param {PointerEvent} down */
function press(down) {
    wait(down, PRESS);
    const end = (/** @type {PointerEvent} */ event) => {
        if (event.type === "pointermove" && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < STILL) return;
        if (box.hidden) clearTimeout(timer);
        for (const kind of kinds) document.removeEventListener(kind, end);
    };
    const kinds = /** @type {const} */ (["pointerup", "pointercancel", "pointermove"]);
    for (const kind of kinds) document.addEventListener(kind, end);
}

/** @param {Element} element */
function focused(element) {
    if (!element.matches(":focus-visible") || element.matches("[role=tabpanel], .log-list, .dialog-body, input, select, .prompt-line")) return;
    const own = element.getAttribute("data-tip");
    const words = (element.textContent ?? "").split(/[^\p{L}\p{N}]+/u).filter((word) => meanings.has(word)).map(explained);
    const found = [...own ? [own] : [], ...new Set(words)];
    const { left, bottom } = element.getBoundingClientRect();
    if (found.length) show(found, element, left, bottom - BELOW + EDGE);
}

/** @param {string} word */
function explained(word) {
    return t("page.abbr.means", { word, meaning: meanings.get(word) ?? "" });
}

/** What is explained at a place of the page. @param {Element} target @param {number} x @param {number} y */
function meaning(target, x, y) {
    if (target.closest(".has-sources")) return "";
    const own = target.closest("[data-tip]")?.getAttribute("data-tip");
    if (own) return own;
    const word = wordAt(x, y);
    return meanings.has(word) ? explained(word) : "";
}

/** @param {number} x @param {number} y */
function wordAt(x, y) {
    const at = caret(x, y);
    if (!at || !(at.node instanceof Text)) return "";
    const letters = at.node.data;
    let from = at.offset, to = at.offset;
    while (from > 0 && WORD.test(letters[from - 1])) from--;
    while (to < letters.length && WORD.test(letters[to])) to++;
    if (from === to) return "";
    const range = document.createRange();
    range.setStart(at.node, from);
    range.setEnd(at.node, to);
    // The nearest letter may be far away.
    const near = [...range.getClientRects()].some(({ left, right, top, bottom }) => x >= left - 2 && x <= right + 2 && y >= top - 2 && y <= bottom + 2);
    return near ? letters.slice(from, to) : "";
}

/** @param {number} x @param {number} y @returns {{node: Node, offset: number} | null} */
function caret(x, y) {
    const page = /** @type {any} */ (document);
    if (page.caretPositionFromPoint) {
        const found = page.caretPositionFromPoint(x, y);
        return found && { node: found.offsetNode, offset: found.offset };
    }
    const range = page.caretRangeFromPoint?.(x, y);
    return range && { node: range.startContainer, offset: range.startOffset };
}

/** @param {string[]} texts @param {Element | null} element @param {number} x @param {number} y */
function show(texts, element, x, y) {
    close();
    // Over a dialog it has to stand in it.
    (element?.closest("dialog") ?? document.body).append(box);
    box.replaceChildren(...texts.map((text) => h("p", {}, text)));
    box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = box;
    box.style.left = `${Math.max(EDGE, Math.min(x, innerWidth - width - EDGE))}px`;
    box.style.top = `${y + BELOW + height + EDGE > innerHeight ? Math.max(EDGE, y - height - BELOW) : y + BELOW}px`;
    const target = element?.closest("button, [tabindex], [data-tip]") ?? null;
    if (!target || target.hasAttribute("aria-describedby")) return;
    target.setAttribute("aria-describedby", box.id);
    described = target;
}
