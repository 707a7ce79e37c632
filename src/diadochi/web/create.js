// Setting up a table: players, seats, options.

import { button, h, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { get, obtain } from "./net.js";
import { complain, dialog, sayWaiting } from "./notices.js";
import { settings } from "./kept.js";
import { choice } from "./settings.js";
import { row, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const KINDS = ["me", "hot", "open", "bot"];

const USUAL = 4;

/**
 * @param {Material} material
 * @param {T.EditionFacts[]} editions that can be played
 * @param {(made: T.Created) => void} made
 */
export function newTable(material, editions, made) {
    const form = h("form", { class: "create" });
    const seats = h("div", { class: "seat-rows" });
    const edition = h("select", { id: "edition", name: "edition" }, editions.map(({ id, name }) => h("option", { value: id }, name)));
    const about = h("div", { class: "about" }), choices = h("div", {});
    const players = h("select", { id: "players", name: "players" });
    const played = () => /** @type {T.EditionFacts} */ (editions.find(({ id }) => id === edition.value));
    const drawSeats = () => show(seats, played().factions.slice(0, Number(players.value)).map((faction, i) => seatRow(material, faction, i)));
    /** Number of players and options are those of the edition; how many were chosen stays where it can. */
    const follow = () => {
        const chosen = played();
        const before = Number(players.value) || USUAL;
        show(players, chosen.players.map((n) => h("option", { value: n, selected: n === before }, n)));
        if (!chosen.players.includes(before)) players.value = String(chosen.players.at(-1));
        show(about, chosen.about, " ", button(t("page.reconstructed.more"), () => showReconstructed(chosen.id), { class: "link" }));
        show(choices, options(chosen), rulings(chosen));
        drawSeats();
    };
    players.addEventListener("change", drawSeats);
    edition.addEventListener("change", follow);
    follow();
    const begin = h("button", { type: "submit", class: "primary" }, t("page.begin"));
    form.append(
        field(t("page.table.name"), h("input", { id: "table-name", name: "name", maxlength: 80, placeholder: t("page.table.name.such") })),
        field(t("page.edition"), edition), about,
        field(t("page.players"), players), seats,
        choices,
        tick("reasons", t("page.table.reasons")),
        tick("private", t("page.table.private")),
        choice(t("page.surprise_cards"), "pace", [["live", t("page.table.live")], ["slow", t("page.table.slow")]], "live", () => {}),
        begin);
    form.addEventListener("submit", async (event) => {
        event.preventDefault();
        begin.disabled = true;
        try {
            made(await makeTable(wish(new FormData(form), played().factions)));
        } catch (error) {
            complain(error);
        } finally {
            begin.disabled = false;
        }
    });
    return form;
}

/** @param {Record<string, unknown>} wanted @returns {Promise<T.Created>} */
export function makeTable(wanted) {
    return obtain("table", { path: "/api/games", body: wanted }, sayWaiting);
}

/** @param {string} name @param {string} text @param {string} [value] */
function tick(name, text, value = "on") {
    return h("label", { class: "option" }, h("input", { type: "checkbox", name, value }), h("span", {}, text));
}

/** Every option with its sentence, and a warning under those that contradict each other. @param {T.EditionFacts} edition */
function options(edition) {
    const caution = h("p", { class: "caution", role: "status" });
    const box = h("details", { class: "options" }, h("summary", {}, t("page.options")),
        edition.options.map((option) => tick("option", option.text, option.id)),
        caution);
    box.addEventListener("change", () => {
        const chosen = [...box.querySelectorAll("input:checked")].map((input) => input.getAttribute("value") ?? "");
        const wrong = edition.contradictions.filter((pair) => pair.options.every((option) => chosen.includes(option)));
        caution.textContent = wrong.map((pair) => pair.text).join("\n");
    });
    return box;
}

/** The readings on which tables differ, the edition's own chosen. @param {T.EditionFacts} edition */
function rulings(edition) {
    if (!edition.rulings.length) return null;
    return h("details", { class: "options rulings" }, h("summary", {}, t("page.rulings")), h("p", { class: "quiet-text" }, t("page.rulings.text")),
        edition.rulings.map(({ id, text, readings }) => h("p", {}, h("label", { for: `ruling-${id}` }, text), " ",
            h("select", { id: `ruling-${id}`, name: `ruling-${id}` }, readings.map((reading) => h("option", { value: reading.id }, reading.text))))));
}

/** What of an edition no source states. @param {string} id */
async function showReconstructed(id) {
    try {
        const { edition, parts } = /** @type {T.Reconstructed} */ (await get(`/api/editions/${id}/reconstructed`));
        const rows = parts.map((part) => h("tr", {}, h("th", { scope: "row" }, part.title), h("td", {}, t("page.reconstructed.of", { number: part.number, of: part.of }))));
        const things = parts.filter((part) => part.things.length).map((part) => h("p", {}, h("strong", {}, part.title), ": ", row(part.things)));
        dialog(t("page.reconstructed", { edition }), [h("p", {}, t("page.reconstructed.text")), h("table", { class: "shares" }, rows), ...things]);
    } catch (error) {
        complain(error);
    }
}

/** @param {string} label @param {HTMLElement} input */
function field(label, input) {
    return h("p", {}, h("label", { for: input.id }, label), " ", input);
}

/** @param {Material} material @param {string} faction @param {number} index */
function seatRow(material, faction, index) {
    const name = material.faction(faction);
    const bots = material.facts.bots;
    const kinds = KINDS.map((value) => h("option", { value, selected: value === (index ? "bot" : "me") }, t(`page.seat.${value}`)));
    const bot = bots.length > 1 ? h("select", { name: `bot-${faction}`, "aria-label": t("page.bot.for", { faction: material.who(faction) }) }, [h("option", { value: "" }, t("page.bot.house")), ...bots.map((id) => h("option", { value: id }, id.replace(":", ", ")))]) : null;
    const called = h("input", { name: `name-${faction}`, "aria-label": t("page.seat.name", { faction: material.who(faction) }), maxlength: 40, placeholder: index ? t("page.their_name") : settings.name || t("page.their_name"), hidden: index > 0 });
    const kind = h("select", {
        id: `seat-${faction}`, name: `seat-${faction}`,
        onchange: () => {
            called.hidden = kind.value === "bot" || kind.value === "open";
            if (bot) bot.hidden = kind.value !== "bot";
        },
    }, kinds);
    if (bot) bot.hidden = !index;
    return h("div", { class: "seat-row" }, emblem(faction), h("label", { for: `seat-${faction}` }, name),
        kind, called, bot);
}

/** @param {FormData} data @param {string[]} factions in the order of their seats */
function wish(data, factions) {
    const readings = [...data].flatMap(([name, value]) => (name.startsWith("ruling-") ? [[name.slice("ruling-".length), String(value)]] : []));
    const players = Number(data.get("players"));
    const seats = factions.slice(0, players).map((faction) => {
        const kind = String(data.get(`seat-${faction}`));
        const name = String(data.get(`name-${faction}`) ?? "").trim() || (kind === "me" ? settings.name || t("page.you") : "");
        return { kind, name, bot: kind === "bot" ? String(data.get(`bot-${faction}`) ?? "") : "" };
    });
    return { edition: String(data.get("edition")), players, seats, options: data.getAll("option").map(String), rulings: Object.fromEntries(readings), private: data.has("private"), reasons: data.has("reasons"), pace: String(data.get("pace") ?? "live"), name: String(data.get("name") ?? "").trim() };
}

/** Go to a table that has been made. @param {T.Created} made */
export function created(made) {
    const waiting = made.seats.some((seat) => seat.kind === "open");
    if (waiting) sessionStorage.setItem(`invite-${made.id}`, made.invite);
    location.hash = `#/game/${made.id}`;
}
