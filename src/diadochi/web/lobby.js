// Where one comes in: a game against bots at once, a new table, open tables, one's own games.

import { button, h } from "./dom.js";
import { emblem } from "./emblem.js";
import { makeTable, newTable } from "./create.js";
import { helpButton, showHelp } from "./help.js";
import { loadMaterial } from "./material.js";
import { complain, dialog, notice, sayWaiting } from "./notices.js";
import { get, obtain, openWish } from "./net.js";
import { keep, settings, settingsButton, showSettings } from "./settings.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const AGAINST = 4;

/** @param {string} id */
export function goTo(id) {
    location.hash = `#/game/${id}`;
}

/** @param {HTMLButtonElement} pressed */
async function playBots(pressed) {
    pressed.disabled = true;
    try {
        const seats = Array.from({ length: AGAINST }, (_, i) => (i ? { kind: "bot" } : { kind: "me", name: settings.name || "You" }));
        const created = await makeTable({ players: AGAINST, options: [], seats, private: true, reasons: true, name: "Against bots" });
        goTo(created.id);
    } catch (error) {
        complain(error);
    } finally {
        pressed.disabled = false;
    }
}

/** @param {HTMLElement} page */
export async function showLobby(page) {
    const mine = h("div", { class: "tables" }, h("p", { class: "quiet-text" }, "…"));
    const open = h("div", { class: "tables" }, h("p", { class: "quiet-text" }, "…"));
    const name = h("input", {
        id: "your-name", maxlength: 40, autocomplete: "nickname", value: settings.name, placeholder: "Perdikkas",
        onchange: (/** @type {Event} */ event) => keep({ name: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
    });
    const play = button("Play against bots", () => playBots(play), { class: "primary big" });
    page.replaceChildren(h("main", { class: "lobby" },
        h("header", { class: "masthead" },
            h("h1", {}, "Diadochi"), h("p", { class: "motto" }, "The lands of Alexander and his Successors"),
            h("div", { class: "corner" }, settingsButton(() => showSettings()))),
        h("section", { class: "welcome" },
            h("p", {}, "Babylon, 323 BC. Alexander is dead, and his generals divide the world between them."),
            play,
            h("p", { class: "quiet-text" }, "You are Blue, three bots play the others. What you may do glows on the map; whatever you click tells you why or why not. ",
                helpButton(help))),
        h("div", { class: "columns" },
            h("section", {}, h("h2", {}, "My games"), mine),
            h("section", {}, h("h2", {}, "Open tables"), open),
            h("section", {}, h("h2", {}, "A new table"),
                h("p", {}, h("label", { for: "your-name" }, "Your name "), name),
                button("Set up a table", setUp),
                h("h2", {}, "I have a link"), linkForm()))));
    fillTables(mine, open);
}

async function help() {
    try {
        showHelp(await loadMaterial(), undefined);
    } catch (error) {
        complain(error);
    }
}

async function setUp() {
    try {
        const form = newTable(await loadMaterial(), (made) => {
            box.close();
            created(made);
        });
        const box = dialog("A new table", [form]);
    } catch (error) {
        complain(error);
    }
}

/** @param {T.Created} made */
function created(made) {
    const waiting = made.seats.some((seat) => seat.kind === "open");
    if (waiting) sessionStorage.setItem(`invite-${made.id}`, made.invite);
    goTo(made.id);
}

/** @param {HTMLElement} mine @param {HTMLElement} open */
async function fillTables(mine, open) {
    try {
        const [own, free] = await Promise.all([get("/api/games", { mine: "true" }), get("/api/games"), ]);
        const material = await loadMaterial();
        list(mine, own.games, material, "You have no game yet.");
        list(open, free.games.filter((/** @type {T.Table} */ table) => !table.seats.some((seat) => seat.mine)), material, "Nobody waits for players now.");
    } catch (error) {
        mine.replaceChildren(h("p", { class: "quiet-text" }, "The server cannot be reached."));
        open.replaceChildren();
    }
}

/** @param {HTMLElement} host @param {T.Table[]} tables @param {Material} material @param {string} none */
function list(host, tables, material, none) {
    if (!tables.length) {
        host.replaceChildren(h("p", { class: "quiet-text" }, none));
        return;
    }
    const sorted = [...tables].sort((a, b) => Number(urgent(b)) - Number(urgent(a)) || b.changed.localeCompare(a.changed));
    host.replaceChildren(h("ul", {}, sorted.map((table) => h("li", {}, entry(table, material)))));
}

/** Whether a table waits for whoever looks at it: for a player, or for a decision. @param {T.Table} table */
function urgent(table) {
    const mine = table.seats.some((seat) => seat.mine);
    if (!mine) return table.status === "waiting";
    return table.status === "running" && table.seats.some((seat) => seat.mine && seat.faction === table.decision_seat);
}

/** @param {T.Table} table @param {Material} material */
function entry(table, material) {
    const mine = table.seats.some((seat) => seat.mine);
    const turn = table.seats.find((seat) => seat.faction === table.decision_seat)?.mine && table.status === "running";
    const state = table.status === "over" ? `over: ${table.result ? material.faction(table.result.winner) : "nobody"} won`
        : table.status === "waiting" ? `${table.seats.filter((seat) => seat.kind === "open").length} of ${table.players} seats free` : turn ? "your decision" : !mine ? "running; you may watch" : `waiting for ${waitedFor(table, material)}`;
    const verb = mine ? "Go on" : table.status === "waiting" ? "Join" : "Watch";
    const title = table.name || company(table) || `${table.players} players`;
    return h("a", { class: `table-row${turn ? " turn" : ""}`, href: `#/game/${table.id}`, "aria-label": `${verb}: ${title}, ${state}` },
        h("strong", {}, title), h("span", { class: "seats" }, table.seats.map((seat) => emblem(seat.faction))),
        h("span", { class: "state" }, state), h("time", { datetime: table.changed }, when(table.changed)));
}

/** @param {T.Table} table @param {Material} material */
function waitedFor(table, material) {
    const seat = table.seats.find((seat) => seat.faction === table.decision_seat);
    return seat ? `${material.faction(seat.faction)}${seat.kind === "bot" ? ", a bot" : seat.name ? `, ${seat.name}` : ""}` : "nobody";
}

/** Who else plays, where a table has no name. @param {T.Table} table */
function company(table) {
    const others = table.seats.filter((seat) => !seat.mine && seat.name && seat.kind !== "bot").map((seat) => seat.name);
    return others.length ? `With ${others.join(", ")}` : "";
}

/** @param {string} iso */
function when(iso) {
    const minutes = Math.round((Date.now() - Date.parse(iso)) / 60000);
    if (minutes < 1) return "now";
    if (minutes < 60) return `${minutes} min ago`;
    if (minutes < 48 * 60) return `${Math.round(minutes / 60)} h ago`;
    return new Date(iso).toLocaleDateString();
}

function linkForm() {
    const field = h("input", { id: "link", "aria-label": "Invitation or recovery link", placeholder: "Paste it here" });
    return h("form", {
        class: "link-form",
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const at = field.value.indexOf("#/");
            if (at >= 0) location.hash = field.value.slice(at);
            else notice("A link of this table has #/join/ or #/recover/ in it.");
        },
    }, field, h("button", { type: "submit" }, "Open"));
}

/** @param {string} token */
export async function recover(token) {
    try {
        const table = /** @type {T.Table} */ (await obtain(`recovery-${token}`, openWish(`recovery-${token}`) ?? { path: "/api/recover", body: { token } }, sayWaiting));
        location.replace(`#/game/${table.id}`);
    } catch (error) {
        complain(error);
        location.replace("#/");
    }
}
