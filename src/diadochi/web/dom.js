// Elements from words: text always goes in as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {string | number | Node | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Attributes */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === undefined || value === false) continue;
        if (typeof value === "function") {
            element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
        } else {
            element.setAttribute(name, value === true ? "" : String(value));
        }
    }
}

/**
 * @param {Element} element
 * @param {(Child | Child[])[]} children
 */
function fill(element, children) {
    for (const child of children.flat()) {
        if (child === null || child === undefined || child === false) continue;
        element.append(typeof child === "number" ? String(child) : child);
    }
}

/**
 * An HTML element; attributes that are functions are listeners: `onclick`.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    dress(element, attributes);
    fill(element, children);
    return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    dress(element, attributes);
    fill(element, children);
    return element;
}

/** By element: the key of what had the focus when nothing in it could keep it, as while an action is on its way. */
const waiting = /** @type {WeakMap<Element, string>} */ (new WeakMap());

/**
 * Put these children, and only these, into an element; the focus stays on what has the same `data-key`.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function show(element, ...children) {
    const active = document.activeElement;
    const inside = active instanceof HTMLElement && element.contains(active);
    const key = inside ? active.dataset.key ?? "" : active === document.body ? waiting.get(element) : undefined;
    element.replaceChildren();
    fill(element, children);
    waiting.delete(element);
    if (key === undefined) return;
    const again = key ? element.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled])`) : null;
    const target = again ?? element.querySelector("button:not([disabled])");
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    else waiting.set(element, key);
}

/**
 * @param {string} label
 * @param {() => void} press
 * @param {Attributes} [attributes]
 * @param {...(Child | Child[])} children what stands on it, when not the label
 */
export function button(label, press, attributes = {}, ...children) {
    const inner = children.length ? children : [label];
    const aria = children.length ? { "aria-label": label, title: label } : {};
    return h("button", { type: "button", onclick: press, ...aria, ...attributes }, ...inner);
}

/**
 * The element with this id; it must be there.
 * @param {string} id
 */
export function byId(id) {
    const found = document.getElementById(id);
    if (!found) throw new Error(`no element ${id}`);
    return found;
}
