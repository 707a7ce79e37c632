// The board, alive: the picture of the server with the pieces on it.

import { button, h, s } from "./dom.js";
import { icon } from "./icons.js";
import { army, freeRoyals, groundMarks } from "./counters.js";
import { dock, docksOf } from "./docks.js";
import { Fan } from "./fan.js";
import { Viewport } from "./viewport.js";
import { language, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const REACH = 17;
/** The scale under which names could not be read. */
const LEGIBLE = 0.5;

const CLOSE_UP = 1.1;
/** Around spaces that are brought near. */
const ROOM = 70;
const TRACED = 3500;
export const LAYERS = /** @type {const} */ (["pcs", "armies", "control", "names", "legend"]);
/** What is not seen until somebody wants to. */
const HIDDEN = "legend";

/**
 * @typedef {object} Hooks
 * @property {(space: string, at: {x: number, y: number}) => void} pick a space was clicked
 * @property {(space: string | null) => void} hover
 */

export class BoardMap {
    /**
     * @param {HTMLElement} host
     * @param {Material} material
     * @param {Hooks} hooks
     */
    constructor(host, material, hooks) {
        this.material = material;
        this.hooks = hooks;
        this.ground = s("g", { id: "board" });
        this.pcs = s("g", { class: "layer-pcs", "aria-hidden": "true" });
        this.glow = s("g", { class: "layer-glow" });
        this.armies = s("g", { class: "layer-armies", "aria-hidden": "true" });
        this.stems = s("g", { class: "layer-stems", "aria-hidden": "true" });
        this.traces = s("g", { class: "layer-traces", "aria-hidden": "true" }, s("marker", {
            id: "arrow", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 4.2, markerHeight: 4.2, orient: "auto",
        }, s("path", { d: "M0,0L10,5L0,10Z" })));
        this.flights = s("g", { class: "layer-flights", "aria-hidden": "true" });
        this.targets = s("g", { class: "layer-targets" });
        // What can be reached with the keyboard of counters that the pointer finds where they are drawn.
        this.handles = s("g", { class: "layer-handles" });
        // Three sheets over each other: what seldom changes is not painted again with what often does.
        this.sheets = [s("svg", { class: "sheet ground", "aria-hidden": "true" }, this.ground), s("svg", { class: "sheet glowing", "aria-hidden": "true" }, this.glow)];
        this.svg = s("svg", { class: "map", role: "group", "aria-label": t("page.tab.map"), tabindex: "0" }, this.traces, this.stems, this.pcs, this.armies, this.flights, this.targets, this.handles);
        host.append(...this.sheets, this.svg);
        host.classList.add(`hide-${HIDDEN}`);
        this.host = host;
        /** @type {Map<string, string>} */
        this.labels = new Map();
        /** @type {import("./docks.js").Placed[]} */
        this.stacks = [];
        this.nearest = "";
        this.levels = material.facts.levels.map((facts) => ({ facts, docks: docksOf(facts, material.facts.spaces), names: s("g") }));
        this.level = this.levels[0];
        /** @type {SVGGElement | undefined} those of the level that is shown */
        this.names = undefined;
        const [left, top, width, height] = material.facts.play;
        this.fan = new Fan(this, material);
        this.viewport = new Viewport(this.svg, { left, top, width, height }, () => this.moved());
        this.svg.addEventListener("click", (event) => this.click(event));
        this.svg.addEventListener("pointermove", (event) => this.hovered(event));
        this.svg.addEventListener("pointerleave", () => this.hooks.hover(null));
        this.svg.addEventListener("keydown", (event) => this.enter(event));
    }

    /** The scale is another one; who draws on the map besides sets it. */
    rescaled() {}

    /** Put the picture of the board in; its style sheet is adopted, for the page allows none in its text. */
    async load() {
        const [board, dark] = await Promise.all([`/board.svg?language=${language}&edition=${this.material.facts.edition}`, "/board.css?theme=dark"].map((path) => fetch(path).then((answer) => answer.text())));
        const picture = new DOMParser().parseFromString(board, "image/svg+xml").documentElement;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`#board{${picture.querySelector("style")?.textContent ?? ""}} :root.dark #board{${dark}}`);
        document.adoptedStyleSheets = [sheet];
        for (const element of [...picture.querySelectorAll("style, title")]) element.remove();
        const { width, height } = this.material.facts;
        const clip = s("clipPath", { id: "sheet" }, s("rect", { width, height }));
        this.ground.setAttribute("clip-path", "url(#sheet)");
        this.ground.replaceChildren(clip, ...[...picture.children].map((child) => document.importNode(child, true)));
        for (const level of this.levels) level.names = this.namesOf(level.facts.id);
        this.relabel();
    }

    /** The names of a level, taken off the board. @param {string} level */
    namesOf(level) {
        const names = /** @type {SVGGElement} */ (this.ground.querySelector(`#labels-${level}`));
        this.names ??= names.parentNode?.insertBefore(s("g"), names);
        names.remove();
        for (const element of names.querySelectorAll("[id]")) element.id = element.id.replace(`${level}-`, "");
        return names;
    }

    relabel() {
        this.names?.replaceChildren(this.level.names);
    }

    /** @param {T.View} view */
    show(view) {
        this.view = view;
        this.pcs.replaceChildren();
        const boxed = [];
        for (const space of this.material.facts.spaces) {
            const seen = view.spaces[space.id];
            if (!seen) continue;
            const marks = groundMarks(seen, space);
            marks.dataset.space = space.id;
            marks.setAttribute("transform", `translate(${space.x},${space.y})`);
            this.pcs.append(marks);
        }
        for (const independent of view.independents) if (independent.at === "box") boxed.push(independent.id);
        for (const id of boxed) {
            const box = this.material.holdings.get(id);
            if (!box) continue;
            const active = view.independents.some((x) => x.id === id && x.active);
            this.pcs.append(s("text", { class: "boxed", x: box.x, y: box.y + 16 }, t(active ? "page.waits.active" : "page.waits")));
        }
        for (const province of this.material.facts.provinces) {
            const shape = this.ground.querySelector(`#province-${CSS.escape(province.id)}`);
            const owner = view.provinces[province.id]?.owner;
            if (owner) shape?.setAttribute("data-owner", owner);
            else shape?.removeAttribute("data-owner");
        }
        this.stack(view);
    }

    /** The counters, as they look and where they stand at this level. @param {T.View} view */
    stack(view) {
        const near = this.level !== this.levels[0];
        this.stacks = this.material.facts.spaces.flatMap((space) => {
            const seen = view.spaces[space.id];
            if (!seen) return [];
            const found = seen.stacks.map((stack) => this.counter(space, army(stack, this.material, near), `${stack.faction} ${stack.where}`));
            return seen.royals.length ? [...found, this.counter(space, freeRoyals(seen.royals, near), "free")] : found;
        });
        dock(this.stacks, this.level.docks, this.boxes());
        this.armies.replaceChildren(...this.stacks.map((stack) => stack.node));
        this.stems.replaceChildren(...this.stacks.map((stack) => stack.stem));
        this.handle(view);
        this.fan.renew(view);
    }

    /** @param {T.SpaceFacts} space @param {import("./counters.js").Counter} counter @param {string} key which of the counters of its space */
    counter(space, { node, width, height }, key) {
        const body = s("g", {}, node);
        return {
            space, body, width, height, stem: s("line", { class: "stem" }), box: { left: 0, right: 0, top: 0, bottom: 0 },
            node: s("g", { class: "stack", "data-space": space.id, "data-key": `${space.id} ${key}` }, body),
        };
    }

    /** Where the keyboard finds the counters; the focus stays on the one that had it. @param {T.View} view */
    handle(view) {
        const active = document.activeElement;
        const key = active instanceof SVGElement && this.handles.contains(active) ? active.dataset.key : undefined;
        this.handles.replaceChildren(...this.stacks.map(({ space, node, box }) => s("rect", {
            class: "handle", "data-space": space.id, "data-key": node.dataset.key, tabindex: "0", role: "button", "aria-expanded": "false",
            "aria-label": this.fan.words(node.dataset.key ?? "", view),
            x: box.left, y: box.top, width: box.right - box.left, height: box.bottom - box.top, rx: 3,
        })));
        const again = key && this.handles.querySelector(`[data-key="${CSS.escape(key)}"]`);
        if (again instanceof SVGElement) again.focus({ preventScroll: true });
    }

    /** The room of the names of the cities. @returns {import("./docks.js").Box[]} */
    boxes() {
        if (this.host.classList.contains("hide-names") || this.svg.classList.contains("far")) return [];
        return [...this.level.names.querySelectorAll("#space-labels text")].map((name) => {
            const { x, y, width, height } = /** @type {SVGTextElement} */ (name).getBBox();
            return { left: x, right: x + width, top: y + height * 0.2, bottom: y + height * 0.9 };
        });
    }

    moved() {
        for (const sheet of this.sheets) sheet.setAttribute("viewBox", this.svg.getAttribute("viewBox") ?? "");
        const scale = this.viewport?.scale ?? 1;
        for (const part of [this.host, this.svg]) part.classList.toggle("far", scale < LEGIBLE);
        const level = this.levels.findLast(({ facts }) => facts.least <= scale) ?? this.levels[0];
        this.fan?.close();
        this.rescaled();
        if (level === this.level) return;
        this.level = level;
        this.relabel();
        if (this.view) this.stack(this.view);
    }

    /**
     * The legal targets glow.
     * @param {Map<string, string>} labels by space: what choosing it does
     */
    showTargets(labels) {
        this.labels = labels;
        this.glow.replaceChildren();
        const focused = document.activeElement;
        const key = focused instanceof SVGElement && this.targets.contains(focused) ? focused.dataset.space : undefined;
        this.targets.replaceChildren();
        for (const [id, label] of labels) {
            const space = this.material.spaces.get(id);
            if (!space) continue;
            const radius = space.kind === "major" ? 15 : 12;
            this.glow.append(s("circle", { class: "halo", cx: space.x, cy: space.y, r: radius }), s("circle", { class: "glow", cx: space.x, cy: space.y, r: radius }));
            const target = s("circle", {
                class: "target", cx: space.x, cy: space.y, r: radius + 3, "data-space": id, tabindex: "0", role: "button", "aria-label": label,
            });
            this.targets.append(target);
            if (id === key) target.focus({ preventScroll: true });
        }
        if (key && !labels.has(key)) this.svg.focus({ preventScroll: true });
    }

    /**
     * What has just happened: from one space to another, or in one.
     * @param {string} from
     * @param {string} to
     */
    trace(from, to) {
        const a = this.material.spaces.get(from), b = this.material.spaces.get(to);
        if (!b) return;
        const mark = a && a !== b ? s("line", { class: "trace", x1: a.x, y1: a.y, x2: b.x, y2: b.y, "marker-end": "url(#arrow)" })
            : s("circle", { class: "trace", cx: b.x, cy: b.y, r: 20 });
        this.traces.append(mark);
        setTimeout(() => mark.remove(), TRACED);
    }

    /** A button that means this space is looked at. @param {string} id */
    point(id) {
        for (const old of this.glow.querySelectorAll(".pointed")) old.remove();
        const space = this.material.spaces.get(id);
        if (space) this.glow.append(s("circle", { class: "pointed", cx: space.x, cy: space.y, r: 22 }));
    }

    /** @param {string} layer @param {boolean} on */
    setLayer(layer, on) {
        this.host.classList.toggle(`hide-${layer}`, !on);
    }

    /** The space under the pointer: what is drawn there, or the nearest one. @param {MouseEvent} event */
    spaceAt(event) {
        const target = event.target instanceof Element ? event.target.closest("[data-space]") : null;
        if (target instanceof SVGElement && target.dataset.space) return target.dataset.space;
        const matrix = this.svg.getScreenCTM();
        if (!matrix) return null;
        const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        const reach = Math.max(REACH, 14 / this.viewport.scale);
        let best = null, closest = reach;
        for (const space of this.material.facts.spaces) {
            const far = Math.hypot(space.x - at.x, space.y - at.y);
            if (far < closest) [best, closest] = [space.id, far];
        }
        return best;
    }

    /** @param {MouseEvent} event */
    click(event) {
        if (this.viewport.dragged) return;
        const space = this.spaceAt(event);
        if (space) this.hooks.pick(space, this.pixelsOf(space));
        else this.hooks.pick("", { x: 0, y: 0 });
    }

    /** @param {PointerEvent} event */
    hovered(event) {
        if (event.pointerType === "touch" || this.viewport.pointers.size) return;
        const space = this.spaceAt(event) ?? "";
        this.svg.classList.toggle("over", this.labels.has(space));
        if (space === this.nearest) return;
        this.nearest = space;
        this.hooks.hover(space || null);
    }

    /** @param {KeyboardEvent} event */
    enter(event) {
        if (event.key !== "Enter" && event.key !== " ") return;
        const target = event.target;
        if (!(target instanceof SVGElement) || !target.dataset.space) return;
        event.preventDefault();
        this.hooks.pick(target.dataset.space, this.pixelsOf(target.dataset.space));
    }

    /** @param {string} id */
    pixelsOf(id) {
        const space = this.material.spaces.get(id);
        return space ? this.viewport.toPixels(space.x, space.y) : { x: 0, y: 0 };
    }

    /** Bring a space into the middle and flash it. @param {string} id */
    find(id) {
        const space = this.material.spaces.get(id);
        if (!space) return;
        this.viewport.lookAt(space.x, space.y, CLOSE_UP);
        const ring = s("circle", { class: "found", cx: space.x, cy: space.y, r: 26 });
        this.glow.append(ring);
        setTimeout(() => ring.remove(), 2400);
    }

    /** Bring several spaces so near that a finger can choose between them. @param {string[]} ids @param {number} largest */
    approach(ids, largest) {
        const spaces = ids.map((id) => this.material.spaces.get(id)).filter((x) => x !== undefined);
        if (!spaces.length) return;
        const xs = spaces.map((space) => space.x), ys = spaces.map((space) => space.y);
        this.viewport.frame({ left: Math.min(...xs) - ROOM, right: Math.max(...xs) + ROOM, top: Math.min(...ys) - ROOM, bottom: Math.max(...ys) + ROOM }, largest);
    }

    /** Bring several spaces into sight if they are not. @param {string[]} ids */
    reveal(ids) {
        const spaces = ids.map((id) => this.material.spaces.get(id)).filter((x) => x !== undefined);
        if (!spaces.length) return;
        const { width, height } = this.viewport.box;
        const seen = spaces.some((x) => {
            const at = this.viewport.toPixels(x.x, x.y);
            return at.x > 0 && at.y > 0 && at.x < width && at.y < height;
        });
        if (seen) return;
        const x = spaces.reduce((sum, a) => sum + a.x, 0) / spaces.length;
        const y = spaces.reduce((sum, a) => sum + a.y, 0) / spaces.length;
        const nearest = spaces.reduce((a, b) => (Math.hypot(a.x - x, a.y - y) < Math.hypot(b.x - x, b.y - y) ? a : b));
        this.viewport.lookAt(nearest.x, nearest.y);
    }
}

/** The buttons over the map. @param {BoardMap} map */
export function mapTools(map) {
    const view = map.viewport;
    const layers = LAYERS.map((id) =>
        h("label", {}, h("input", {
            type: "checkbox", checked: id !== HIDDEN,
            onchange: (/** @type {Event} */ event) => map.setLayer(id, /** @type {HTMLInputElement} */ (event.target).checked),
        }), " ", t(`page.layer.${id}`)));
    return h("div", { class: "map-tools" },
        button(t("page.zoom.in"), () => view.zoom(1.4), {}, icon("plus")),
        button(t("page.zoom.out"), () => view.zoom(1 / 1.4), {}, icon("minus")),
        button(t("page.zoom.whole"), () => view.fit(), {}, icon("whole")),
        h("details", { class: "layers" }, h("summary", { title: t("page.layers"), "aria-label": t("page.layers") }, icon("layers")), h("div", {}, layers)));
}
