// A stack opened: everybody and everything in it, beside the counter, for as long as one points at it.

import { h, s, show } from "./dom.js";
import { seniors } from "./counters.js";
import { emblem } from "./emblem.js";
import { row, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */
/** @import { BoardMap } from "./map.js" */

const WAIT = 250;
const GAP = 10;
const EDGE = 6;

export class Fan {
    /** @param {BoardMap} map @param {Material} material */
    constructor(map, material) {
        this.map = map;
        this.material = material;
        this.node = h("aside", { class: "fan", hidden: true, role: "status", "aria-label": t("page.stack") });
        this.tie = s("line", { class: "tie" });
        map.host.append(this.node);
        /** @type {string | null} the counter that is open */
        this.key = null;
        this.pointed = "";
        map.svg.addEventListener("pointerover", (event) => this.point(event));
        map.svg.addEventListener("pointerleave", () => this.leave());
        map.svg.addEventListener("click", (event) => this.tap(event));
        map.svg.addEventListener("keydown", (event) => this.press(event), true);
        map.handles.addEventListener("focusin", (event) => this.open(keyOf(event)));
        map.handles.addEventListener("focusout", () => this.close());
    }

    /** @param {PointerEvent} event */
    point(event) {
        if (event.pointerType === "touch") return;
        const key = keyOf(event);
        if (key === this.pointed) return;
        this.leave();
        this.pointed = key;
        if (key) this.timer = setTimeout(() => this.open(key), WAIT);
    }

    leave() {
        clearTimeout(this.timer);
        if (this.pointed && this.pointed === this.key) this.close();
        this.pointed = "";
    }

    /** A finger opens a stack with a tap; another tap closes it. @param {MouseEvent} event */
    tap(event) {
        if (!(event instanceof PointerEvent) || event.pointerType !== "touch" || this.map.viewport.dragged) return;
        const key = keyOf(event);
        if (key && key !== this.key) this.open(key);
        else this.close();
    }

    /** @param {KeyboardEvent} event */
    press(event) {
        if (event.key === "Escape" && this.key) {
            event.stopPropagation();
            this.close();
        } else if ((event.key === "Enter" || event.key === " ") && this.map.handles.contains(/** @type {Node} */ (event.target))) {
            event.stopPropagation();
            event.preventDefault();
            if (this.key) this.close();
            else this.open(keyOf(event));
        }
    }

    close() {
        clearTimeout(this.timer);
        this.key = null;
        this.node.hidden = true;
        this.tie.remove();
        for (const handle of this.map.handles.querySelectorAll("[aria-expanded=true]")) handle.setAttribute("aria-expanded", "false");
    }

    /** The position has changed. @param {T.View} view */
    renew(view) {
        const { key } = this;
        if (!key) return;
        this.close();
        if (this.has(key, view)) this.open(key);
    }

    /** @param {string} key @param {T.View} view */
    has(key, view) {
        const [space, faction, where] = key.split(" ");
        const seen = view.spaces[space];
        return faction === "free" ? Boolean(seen?.royals.length) : Boolean(seen?.stacks.some((stack) => stack.faction === faction && stack.where === where));
    }

    /** @param {string} key */
    open(key) {
        const { map } = this;
        const placed = map.stacks.find(({ node }) => node.dataset.key === key);
        const seen = placed && map.view?.spaces[placed.space.id];
        if (!placed || !seen) return;
        this.close();
        this.key = key;
        // All that stands there, beginning with what is pointed at.
        const stacks = [...seen.stacks].sort((a, b) => Number(isOf(b, key)) - Number(isOf(a, key)));
        show(this.node, h("h3", {}, this.material.space(placed.space.id)), stacks.map((stack) => this.stack(stack)),
            seen.royals.length ? h("p", { class: "fan-free" }, t("page.uncontrolled", { royals: row(seen.royals.map((royal) => this.material.royal(royal))) })) : null);
        this.node.hidden = false;
        map.handles.querySelector(`[data-key="${CSS.escape(key)}"]`)?.setAttribute("aria-expanded", "true");
        this.stand(placed);
    }

    /** On the side where it hides the fewest targets, within the map. @param {import("./docks.js").Placed} placed */
    stand({ box, space }) {
        const { viewport, labels, material, host } = this.map;
        const [from, to] = [viewport.toPixels(box.left, box.top), viewport.toPixels(box.right, box.bottom)];
        const at = viewport.toPixels(space.x, space.y);
        const left = Math.min(from.x, at.x - GAP), right = Math.max(to.x, at.x + GAP), top = Math.min(from.y, at.y - GAP), bottom = Math.max(to.y, at.y + GAP);
        const { offsetWidth: width, offsetHeight: height } = this.node;
        const inside = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(EDGE, Math.min(most - EDGE, value));
        const across = inside((left + right - width) / 2, host.clientWidth - width), down = inside((top + bottom - height) / 2, host.clientHeight - height);
        const aims = [...labels.keys()].map((id) => material.spaces.get(id)).filter((aim) => aim !== undefined).map(({ x, y }) => viewport.toPixels(x, y));
        const cost = (/** @type {number[]} */ [x, y]) => (x < EDGE || y < EDGE || x + width > host.clientWidth - EDGE || y + height > host.clientHeight - EDGE ? 100 : 0)
            + aims.filter((aim) => aim.x > x - GAP && aim.x < x + width + GAP && aim.y > y - GAP && aim.y < y + height + GAP).length;
        const [x, y] = [[right + GAP, down], [left - GAP - width, down], [across, bottom + GAP], [across, top - GAP - height]].reduce((a, b) => (cost(b) < cost(a) ? b : a));
        this.node.style.left = `${inside(x, host.clientWidth - width)}px`;
        this.node.style.top = `${inside(y, host.clientHeight - height)}px`;
        const end = viewport.toUnits(Math.max(x, Math.min(x + width, at.x)), Math.max(y, Math.min(y + height, at.y)));
        for (const [name, value] of Object.entries({ x1: space.x, y1: space.y, x2: end.x, y2: end.y })) this.tie.setAttribute(name, value.toFixed(1));
        this.map.glow.append(this.tie);
    }

    /** @param {T.Stack} stack */
    stack(stack) {
        const { material } = this;
        const generals = seniors(stack, material).map((id) => {
            const facts = material.generals.get(id);
            return h("li", { class: `plate ${stack.faction}${facts?.minor ? " minor" : ""}${stack.moved.generals.includes(id) ? " moved" : ""}` },
                h("span", {}, facts?.name ?? id), facts?.stars ? h("span", { class: "stars" }, "★".repeat(facts.stars)) : null,
                h("b", {}, facts ? `${facts.initiative}–${facts.battle}` : ""));
        });
        const pieces = [...material.forces(stack.cus), ...stack.royals.map((royal) => material.royal(royal))];
        return h("section", { class: "fan-stack" },
            h("h4", {}, emblem(stack.faction), material.faction(stack.faction), stack.where === "land" ? null : h("small", {}, " ", t(`page.where.${stack.where}`))),
            h("ul", { class: "plates" }, generals), pieces.length ? h("ul", { class: "pieces" }, pieces.map((piece) => h("li", {}, piece))) : null);
    }

    /** A counter in words. @param {string} key @param {T.View} view */
    words(key, view) {
        const [space, faction, where] = key.split(" ");
        const { material } = this;
        const seen = view.spaces[space];
        const stack = seen?.stacks.find((each) => each.faction === faction && each.where === where);
        const pieces = stack ? [...seniors(stack, material).map((id) => material.general(id)), ...material.forces(stack.cus), ...stack.royals.map((id) => material.royal(id))]
            : seen?.royals.map((id) => material.royal(id)) ?? [];
        const words = t("page.army", { place: material.place(stack && stack.where !== "land" ? `${space}.${stack.where}` : space), pieces: row(pieces) });
        return stack ? t("page.army.of", { faction: material.faction(stack.faction), army: words }) : words;
    }
}

/** Which counter an event is about. @param {Event} event */
function keyOf(event) {
    const target = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    return target instanceof SVGElement ? target.dataset.key ?? "" : "";
}

/** @param {T.Stack} stack @param {string} key */
function isOf(stack, key) {
    return key.endsWith(` ${stack.faction} ${stack.where}`);
}
