// Which page is shown: the part of the address after # says it, and never goes to the server.

import { Arrival } from "./arrival.js";
import { byId } from "./dom.js";
import { recover, showLobby } from "./lobby.js";
import { applyTheme } from "./settings.js";

/** @type {Arrival | null} */
let table = null;

function route() {
    const page = byId("page");
    table?.close();
    table = null;
    const [, kind, first, second] = location.hash.split("/");
    if (kind === "recover" && first) {
        recover(first);
    } else if (kind === "join" && first && second) {
        sessionStorage.setItem(`invite-${first}`, second);
        location.replace(`#/game/${first}`);
    } else if (kind === "game" && first) {
        table = new Arrival(page, first);
        table.open();
    } else {
        document.title = "Diadochi";
        showLobby(page);
    }
}

applyTheme();
addEventListener("hashchange", route);
route();
