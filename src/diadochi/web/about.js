// About a table: who sits at it, its links, how it ended.

import { button, h } from "./dom.js";
import { post } from "./net.js";
import { complain, dialog, showLink } from "./notices.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** @param {T.Table} table @param {Material} material @param {string} hash of the secret that fixes the dice */
export function showTable(table, material, hash) {
    const mine = table.seats.some((seat) => seat.mine);
    const options = table.options.map((id) => h("li", {}, material.options.get(id)?.text ?? id));
    const seats = table.seats.map((seat) =>
        h("li", {}, `${material.faction(seat.faction)}: ${seat.kind === "bot" ? "bot" : seat.name || "somebody"}${seat.mine ? " (you)" : ""}`));
    const watch = button("Link for spectators", () =>
        showLink("Link for spectators", `${location.origin}/#/game/${table.id}`, "Whoever opens it sees what everybody may see."));
    dialog(table.name || "The table", [
        table.engine_note ? h("p", { class: "why" }, table.engine_note.text) : "",
        h("ul", {}, seats),
        options.length ? h("div", {}, h("h3", {}, "Optional rules"), h("ul", {}, options)) : "",
        h("p", { class: "quiet-text" }, "The dice of this game are fixed by a secret whose hash is ", h("code", { class: "hash" }, hash),
            table.status === "over" ? "; the secret is in the record." : "; the secret is in the record of the game, when it is over."),
    ], { narrow: true, actions: [...(table.status === "over" ? [record(table.id)] : []), ...(mine ? [button("Move my seat to another device", () => recovery(table.id))] : []), watch] });
}

/** @param {string} game */
async function recovery(game) {
    try {
        const { link } = await post(`/api/games/${game}/recovery`);
        showLink("Recovery link", new URL(link, location.origin).href, "Open this link on the other device. It works once; keep it to yourself.");
    } catch (error) {
        complain(error);
    }
}

/** Everything that was done and rolled, for whoever wants to check it. @param {string} game */
function record(game) {
    return h("a", { class: "button", href: `/api/games/${game}/record`, download: `diadochi-${game}.json`, title: "Every action, die and card; “diadochi verify FILE” plays it again and checks it" }, "Record of the game");
}

/** @param {string} game @param {T.View} view @param {Material} material */
export function showResult(game, view, material) {
    if (!view.result) return;
    const rows = [...view.players].sort((a, b) => b.vp - a.vp).map((player) =>
        h("tr", {}, h("th", { scope: "row" }, material.faction(player.faction)), h("td", {}, player.vp), h("td", {}, player.legitimacy)));
    const heads = ["Faction", "VP", "Legitimacy"].map((text) => h("th", { scope: "col" }, text));
    const box = dialog(`${material.faction(view.result.winner)} wins`, [
        h("p", {}, view.result.text),
        h("table", { class: "result" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)),
    ], {
        narrow: true, actions: [record(game), button("Look at the board", () => box.close()), button("To the lobby", () => {
            box.close();
            location.hash = "#/";
        }, { class: "primary" })],
    });
}
