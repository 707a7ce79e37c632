// Before the game: who sits where, and the link for those who are missing.

import { button, h } from "./dom.js";
import { emblem } from "./emblem.js";
import { post } from "./net.js";
import { complain, showLink } from "./notices.js";
import { settings } from "./settings.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/**
 * @param {HTMLElement} page
 * @param {T.Table} table
 * @param {Material} material
 * @param {(faction: string, name: string) => void} sit
 * @param {(faction: string) => void} seatBot
 */
export function waitingRoom(page, table, material, sit, seatBot) {
    const mine = table.seats.some((seat) => seat.mine);
    const typed = /** @type {HTMLInputElement | null} */ (page.querySelector("#your-name"))?.value;
    const name = h("input", { id: "your-name", maxlength: 40, value: typed ?? settings.name, placeholder: "Your name" });
    const invite = async () => {
        try {
            const kept = sessionStorage.getItem(`invite-${table.id}`);
            const token = kept ?? (await post(`/api/games/${table.id}/invite`)).invite;
            showLink("Invitation", `${location.origin}/#/join/${table.id}/${token}`, "Whoever opens this link may take a free seat.");
        } catch (error) {
            complain(error);
        }
    };
    const free = (/** @type {T.Seat} */ seat) => [
        button(`Sit down as ${material.faction(seat.faction)}`, () => sit(seat.faction, name.value.trim()), { class: mine ? "" : "primary" }),
        mine ? button(`Let a bot play ${material.faction(seat.faction)}`, () => seatBot(seat.faction)) : null];
    const taken = (/** @type {T.Seat} */ seat) => h("span", {}, seat.kind === "bot" ? "bot" : seat.name || "somebody", seat.mine ? " (you)" : "");
    const seats = table.seats.map((seat) => h("li", {}, emblem(seat.faction), h("strong", {}, material.faction(seat.faction)), " ",
        seat.kind === "open" ? free(seat) : taken(seat)));
    page.replaceChildren(h("main", { class: "lobby waiting-room" },
        h("header", { class: "masthead" }, h("h1", {}, table.name || "A new table"), h("p", { class: "motto" }, "The game begins when every seat is taken.")),
        mine ? null : h("p", {}, h("label", { for: "your-name" }, "Your name "), name),
        h("ul", { class: "waiting-seats" }, seats),
        table.options.length ? h("ul", {}, table.options.map((id) => h("li", {}, material.options.get(id)?.text ?? id))) : null,
        h("p", { class: "row" }, mine ? button("Invite by link", invite, { class: "primary" }) : null, h("a", { href: "#/" }, "To the lobby"))));
}
