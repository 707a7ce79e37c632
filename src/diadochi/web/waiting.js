// Before the game: who sits where, and the link for those who are missing.

import { holder } from "./about.js";
import { button, h } from "./dom.js";
import { emblem } from "./emblem.js";
import { post } from "./net.js";
import { complain, showLink } from "./notices.js";
import { settings } from "./kept.js";
import { t } from "./texts.js";

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
    const name = h("input", { id: "your-name", maxlength: 40, value: typed ?? settings.name, placeholder: t("page.your_name") });
    const invite = async () => {
        try {
            const kept = sessionStorage.getItem(`invite-${table.id}`);
            const token = kept ?? (await post(`/api/games/${table.id}/invite`)).invite;
            showLink(t("page.invitation"), `${location.origin}/#/join/${table.id}/${token}`, t("page.invitation.text"));
        } catch (error) {
            complain(error);
        }
    };
    const free = (/** @type {T.Seat} */ seat) => [
        button(t("page.sit", { faction: material.who(seat.faction) }), () => sit(seat.faction, name.value.trim()), { class: mine ? "" : "primary" }),
        mine ? button(t("page.sit.bot", { faction: material.who(seat.faction) }), () => seatBot(seat.faction)) : null];
    const taken = (/** @type {T.Seat} */ seat) => h("span", {}, seat.mine ? t("page.mine", { name: holder(seat) }) : holder(seat));
    const seats = table.seats.map((seat) => h("li", {}, emblem(seat.faction), h("strong", {}, material.faction(seat.faction)), " ",
        seat.kind === "open" ? free(seat) : taken(seat)));
    page.replaceChildren(h("main", { class: "lobby waiting-room" },
        h("header", { class: "masthead" }, h("h1", {}, table.name || t("page.table.new")), h("p", { class: "motto" }, t("page.waiting_room"))),
        mine ? null : h("p", {}, h("label", { for: "your-name" }, t("page.your_name")), " ", name),
        h("p", { class: "edition" }, table.edition_name),
        h("ul", { class: "waiting-seats" }, seats),
        table.options.length ? h("ul", {}, table.options.map((id) => h("li", {}, material.options.get(id)?.text ?? id))) : null,
        table.rulings.length ? h("ul", {}, table.rulings.map(({ text }) => h("li", {}, text))) : null,
        h("p", { class: "row" }, mine ? button(t("page.invite"), invite, { class: "primary" }) : null, h("a", { href: "#/" }, t("page.to_lobby")))));
}
