// Where one comes in: a game against bots at once, a new table, open tables, one's own games.

import { button, h } from "./dom.js";
import { emblem } from "./emblem.js";
import { FIRST_LESSON, beginLesson } from "./guide.js";
import { created, makeTable, newTable } from "./create.js";
import { helpButton, showHelp } from "./help.js";
import { loadMaterial } from "./material.js";
import { complain, dialog, notice, sayWaiting } from "./notices.js";
import { get, obtain, openWish } from "./net.js";
import { keep, settings } from "./kept.js";
import { settingsButton, showSettings } from "./settings.js";
import { language, listed, named, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const AGAINST = 4;

/** @param {HTMLButtonElement} pressed */
async function playBots(pressed) {
    pressed.disabled = true;
    try {
        const seats = Array.from({ length: AGAINST }, (_, i) => (i ? { kind: "bot" } : { kind: "me", name: settings.name || t("page.you") }));
        const made = await makeTable({ players: AGAINST, options: [], seats, private: true, reasons: true, name: t("page.against_bots") });
        created(made);
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
        id: "your-name", maxlength: 40, autocomplete: "nickname", value: settings.name, placeholder: t("general.perdikkas"),
        onchange: (/** @type {Event} */ event) => keep({ name: /** @type {HTMLInputElement} */ (event.target).value.trim() }),
    });
    const play = button(t("page.play_bots"), () => playBots(play), { class: "primary big" });
    const guided = button(t("page.guide.begin"), () => begin(guided, FIRST_LESSON), {});
    page.replaceChildren(h("main", { class: "lobby" },
        h("header", { class: "masthead" },
            h("h1", {}, t("page.name")), h("p", { class: "motto" }, t("page.motto")),
            h("div", { class: "corner" }, settingsButton(() => showSettings()))),
        h("section", { class: "welcome" },
            h("p", {}, t("page.welcome")),
            play,
            h("p", { class: "quiet-text" }, t("page.welcome.how", { who: named("faction.blue"), bots: AGAINST - 1 }), " ",
                helpButton(help))),
        h("section", { class: "learn", "aria-label": t("page.learn") }, guided,
            h("a", { class: "button", href: "#/example" }, t("page.example.watch"))),
        h("div", { class: "columns" },
            h("section", {}, h("h2", {}, t("page.games.mine")), mine),
            h("section", {}, h("h2", {}, t("page.games.open")), open),
            h("section", {}, h("h2", {}, t("page.table.new")),
                h("p", {}, h("label", { for: "your-name" }, t("page.your_name")), " ", name),
                button(t("page.table.set_up"), setUp),
                h("h2", {}, t("page.link.have")), linkForm()))));
    fillTables(mine, open, guided);
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
        const [material, { editions }] = await Promise.all([loadMaterial(), get("/api/editions")]);
        const form = newTable(material, editions, (made) => {
            box.close();
            created(made);
        });
        const box = dialog(t("page.table.new"), [form]);
    } catch (error) {
        complain(error);
    }
}

/** @param {HTMLButtonElement} pressed @param {string} lesson */
async function begin(pressed, lesson) {
    pressed.disabled = true;
    try {
        await beginLesson(lesson);
    } catch (error) {
        complain(error);
    } finally {
        pressed.disabled = false;
    }
}

/** A guided game that was left is taken up again at its latest step. @param {HTMLButtonElement} guided @param {T.Table[]} tables */
function takeUp(guided, tables) {
    const [last] = tables.filter((table) => table.lesson).sort((a, b) => b.created.localeCompare(a.created));
    if (!last?.lesson || last.status === "over") return;
    const { number, of } = last.lesson;
    guided.replaceWith(h("a", { class: "button", href: `#/game/${last.id}` }, t("page.guide.go_on", { number, of })));
}

/** @param {HTMLElement} mine @param {HTMLElement} open @param {HTMLButtonElement} guided */
async function fillTables(mine, open, guided) {
    try {
        const [own, free] = await Promise.all([get("/api/games", { mine: "true" }), get("/api/games"), ]);
        const material = await loadMaterial();
        takeUp(guided, own.games);
        list(mine, own.games.filter((/** @type {T.Table} */ table) => !table.lesson), material, t("page.games.mine.none"));
        list(open, free.games.filter((/** @type {T.Table} */ table) => !table.seats.some((seat) => seat.mine)), material, t("page.games.open.none"));
    } catch {
        mine.replaceChildren(h("p", { class: "quiet-text" }, t("page.unreachable")));
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
    const free = table.seats.filter((seat) => seat.kind === "open").length;
    const state = table.status === "over" ? t("page.game.over", { who: table.result ? material.who(table.result.winner) : named("faction.nobody") })
        : table.status === "waiting" ? t("page.game.free", { free, seats: table.players })
            : turn ? t("page.game.yours") : !mine ? t("page.game.running") : waitedFor(table, material);
    const verb = mine ? "go_on" : table.status === "waiting" ? "join" : "watch";
    const title = table.name || company(table) || t("page.game.players", { players: table.players });
    return h("a", { class: `table-row${turn ? " turn" : ""}`, href: `#/game/${table.id}`, "aria-label": t(`page.game.${verb}`, { title, state }) },
        h("strong", table.name ? { translate: "no" } : {}, title), h("span", { class: "seats" }, table.seats.map((seat) => emblem(seat.faction))),
        h("span", { class: "state" }, state, h("small", { class: "edition" }, table.edition_name)), h("time", { datetime: table.changed }, when(table.changed)));
}

/** @param {T.Table} table @param {Material} material */
function waitedFor(table, material) {
    const seat = table.seats.find((x) => x.faction === table.decision_seat);
    const who = seat ? material.who(seat.faction) : named("faction.nobody");
    if (seat?.kind === "bot") return t("page.game.waits.bot", { who });
    return seat?.name ? t("page.game.waits.name", { who, name: seat.name }) : t("page.game.waits", { who });
}

/** Who else plays, where a table has no name. @param {T.Table} table */
function company(table) {
    const others = table.seats.filter((seat) => !seat.mine && seat.name && seat.kind !== "bot").map((seat) => seat.name);
    return others.length ? t("page.game.with", { names: listed(others) }) : "";
}

/** @param {string} iso */
function when(iso) {
    const minutes = Math.round((Date.now() - Date.parse(iso)) / 60000);
    if (minutes < 1) return t("page.time.now");
    if (minutes < 60) return t("page.time.minutes", { minutes });
    if (minutes < 48 * 60) return t("page.time.hours", { hours: Math.round(minutes / 60) });
    return new Date(iso).toLocaleDateString(language);
}

function linkForm() {
    const field = h("input", { id: "link", "aria-label": t("page.link.field"), placeholder: t("page.link.paste") });
    return h("form", {
        class: "link-form",
        onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            const at = field.value.indexOf("#/");
            if (at >= 0) location.hash = field.value.slice(at);
            else notice(t("page.link.wrong"));
        },
    }, field, h("button", { type: "submit" }, t("page.open")));
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
