// About a table: who sits at it, its links, how it ended.

import { button, h } from "./dom.js";
import { post } from "./net.js";
import { complain, dialog, showLink } from "./notices.js";
import { parts, t } from "./texts.js";
import { verification } from "./verification.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** @param {T.Table} table @param {Material} material @param {{key_hash: string, key: string} | null} secret that fixes the dice: its hash, and itself when the game is over */
export function showTable(table, material, secret) {
    const hash = secret?.key_hash ?? "";
    const mine = table.seats.some((seat) => seat.mine);
    const options = table.options.map((id) => h("li", {}, material.options.get(id)?.text ?? id));
    const seats = table.seats.map((seat) =>
        h("li", {}, t(seat.mine ? "page.seat.mine" : "page.seat", { faction: material.faction(seat.faction), who: holder(seat) })));
    const watch = button(t("page.link.spectators"), () =>
        showLink(t("page.link.spectators"), `${location.origin}/#/game/${table.id}`, t("page.link.spectators.text")));
    dialog(table.name || t("page.table"), [
        table.engine_note ? h("p", { class: "why" }, table.engine_note.text) : "",
        h("p", { class: "edition" }, table.edition_name),
        h("ul", {}, seats),
        options.length ? h("div", {}, h("h3", {}, t("page.options")), h("ul", {}, options)) : "",
        table.rulings.length ? h("div", {}, h("h3", {}, t("page.rulings")), h("ul", {}, table.rulings.map(({ text }) => h("li", {}, text)))) : "",
        h("p", { class: "quiet-text" }, ...parts(table.status === "over" ? "page.dice.over" : "page.dice", { hash: h("code", { class: "hash" }, hash) })),
        ...(secret?.key ? verification(secret.key, hash) : []),
    ], { narrow: true, actions: [...(table.status === "over" ? [record(table.id), analysis(table.id)] : []), ...(mine ? [button(t("page.recovery.ask"), () => recovery(table.id))] : []), watch] });
}

/** Who sits there. @param {T.Seat} seat */
export function holder(seat) {
    return seat.kind === "bot" ? t("page.bot") : seat.name || t("page.somebody");
}

/** @param {string} game */
async function recovery(game) {
    try {
        const { link } = await post(`/api/games/${game}/recovery`);
        showLink(t("page.recovery"), new URL(link, location.origin).href, t("page.recovery.text"));
    } catch (error) {
        complain(error);
    }
}

/** Everything that was done and rolled, for whoever wants to check it. @param {string} game */
export function record(game) {
    return h("a", { class: "button", href: `/api/games/${game}/record`, download: `diadochi-${game}.json`, title: t("page.record.text") }, t("page.record"));
}

/** How the game went, computed when it is asked for. @param {string} game */
export function analysis(game) {
    return h("a", { class: "button", href: `/api/games/${game}/analysis`, download: `diadochi-${game}-analysis.html`, title: t("page.analysis.text") }, t("page.analysis"));
}
