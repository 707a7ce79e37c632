// How the parts of a table lie on the page: beside each other where there is room, behind tabs where there is not.

import { button, h } from "./dom.js";
import { helpButton } from "./help.js";
import { icon } from "./icons.js";
import { settingsButton } from "./settings.js";
import { t } from "./texts.js";

export const TABS = /** @type {const} */ (["map", "actions", "hand", "players", "log", "beside"]);
const SIDE = new Set(["actions", "log", "beside"]);
/** On a tablet, beside the actions. */
const LOWER = new Set(["log", "players", "beside"]);
/** A phone shows one part at a time; the style sheet (table.css) says the same. */
const PHONE = matchMedia("(max-width: 699px), (max-width: 899px) and (orientation: landscape)");
const TABLET = matchMedia("(min-width: 700px) and (max-width: 1100px) and (orientation: portrait)");

/**
 * @typedef {object} Parts
 * @property {HTMLElement} prompt
 * @property {HTMLElement} offers
 * @property {HTMLElement} hand
 * @property {HTMLElement} players
 * @property {HTMLElement} standings
 * @property {HTMLElement} log
 * @property {HTMLElement[]} beside
 * @property {HTMLElement} news
 * @property {HTMLElement} guide
 */
/**
 * @typedef {object} Pressed
 * @property {() => void} look
 * @property {() => void} piles
 * @property {() => void} help
 * @property {() => void} keys
 * @property {() => void} table
 * @property {() => void} settings
 */

export class Frame {
    /** @param {Parts} parts @param {Pressed} pressed */
    constructor(parts, pressed) {
        this.moment = h("h1", { class: "moment" });
        this.banner = h("div", { class: "banner", hidden: true, role: "status" });
        this.offline = h("div", { class: "offline", hidden: true, role: "status" }, t("page.offline"));
        this.mapHost = h("div", { class: "map-host", role: "tabpanel", id: "panel-map", "aria-labelledby": "tab-map" });
        /** Below the map: time; beside it: a fight that is watched. */
        this.time = h("div", { class: "time" });
        this.fight = h("div", { class: "fight" });
        /** @type {(tab: string) => void} */
        this.turned = () => {};
        /** Whether the reader has chosen a tab since the last own step: then it stays in front. */
        this.byHand = false;
        this.tabs = TABS.map((id) => button(t(`page.tab.${id}`), () => this.choose(id), {
            role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": "false", "data-tab": id,
        }));
        this.node = h("div", { class: "table", "data-tab": "map", "data-side": "actions", "data-lower": "log" },
            parts.standings,
            h("main", { class: "main" },
                h("div", { class: "prompt-room" }, this.offline, this.banner, parts.prompt),
                this.mapHost,
                h("div", { class: "foot-room" }, h("div", { class: "foot" }, this.time, panel("hand", parts.hand)))),
            h("div", { class: "side" },
                h("header", { class: "topbar" },
                    h("a", { class: "home", href: "#/", title: t("page.to_lobby") }, t("page.name")), this.moment,
                    h("div", { class: "top-buttons" },
                        button(t("page.look"), pressed.look, { class: "quiet" }, icon("look")),
                        button(t("page.piles.show"), pressed.piles, { class: "quiet" }, icon("cards")),
                        helpButton(pressed.help, icon("help")),
                        button(t("page.keys"), pressed.keys, { class: "quiet keys-button" }, icon("keys")),
                        button(t("page.table_and_links"), pressed.table, { class: "quiet" }, icon("table")),
                        settingsButton(pressed.settings))),
                parts.guide, panel("players", parts.players), this.fight,
                h("div", { class: "tabs", role: "tablist", "aria-label": t("page.parts") }, this.tabs),
                panel("actions", parts.offers), panel("log", parts.log), panel("beside", ...parts.beside), parts.news));
        this.select();
        TABLET.addEventListener("change", () => this.select());
        // What lies over the map leaves its tools and details free.
        for (const part of ["prompt-room", "foot-room"]) {
            const room = /** @type {HTMLElement} */ (this.node.querySelector(`.${part}`));
            const watch = new ResizeObserver(() => this.node.style.setProperty(`--over-${part}`, `${Math.max(0, ...[...room.children].map((child) => child.clientHeight)) - room.clientHeight}px`));
            for (const child of room.children) watch.observe(child);
        }
    }

    /** @param {import("./time.js").Time} time */
    addTime(time) {
        this.time.replaceWith(time.bar.node, time.hands.node);
        this.fight.replaceWith(time.panel.node);
    }

    /** Whether the map is in sight whatever else is. */
    get isWide() {
        return !PHONE.matches;
    }

    get tab() {
        return this.node.dataset.tab ?? "map";
    }

    /** The reader wants this part. @param {string} tab */
    choose(tab) {
        this.byHand = true;
        this.turnTo(tab);
    }

    /** @param {string} tab */
    turnTo(tab) {
        this.node.dataset.tab = tab;
        if (SIDE.has(tab)) this.node.dataset.side = tab;
        if (LOWER.has(tab)) this.node.dataset.lower = tab;
        this.select();
        this.turned(tab);
    }

    select() {
        const { side, tab: part, lower } = this.node.dataset;
        const chosen = PHONE.matches ? part : TABLET.matches ? lower : side;
        for (const tab of this.tabs) tab.setAttribute("aria-selected", String(tab.dataset.tab === chosen));
    }

    /** The offers come to the front where they stand beside the map. */
    showOffers() {
        if (this.byHand) return;
        this.node.dataset.side = "actions";
        this.select();
    }

    /** Mark the parts in which something can be chosen. @param {Record<string, boolean>} calls by tab */
    call(calls) {
        for (const tab of this.tabs) tab.classList.toggle("calls", Boolean(calls[tab.dataset.tab ?? ""]));
    }

    /** Go to a part and set the focus into it. @param {string} tab */
    enter(tab) {
        this.turnTo(tab);
        const part = this.node.querySelector(tab === "map" ? ".map" : `.panel-${tab} :is(button:not([disabled], [hidden]), [tabindex="0"])`);
        if (part instanceof HTMLElement || part instanceof SVGElement) part.focus();
    }
}

/** @param {string} id @param {...Node} nodes */
function panel(id, ...nodes) {
    return h("div", { class: `panel panel-${id}`, role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, ...nodes);
}
