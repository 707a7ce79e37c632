// Which page is shown: the part of the address after # says it, and never goes to the server.

import { Arrival } from "./arrival.js";
import { byId } from "./dom.js";
import { Example } from "./example.js";
import { recover, showLobby } from "./lobby.js";
import { pause } from "./net.js";
import { notice } from "./notices.js";
import { applyTheme, settings } from "./kept.js";
import { explain } from "./tips.js";
import { firstEdition, language, loadTexts, speakOf, t } from "./texts.js";

const RETRY = 1500;

/** @type {Arrival | Example | null} */
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
        table = new Arrival(page, first, second);
        table.open();
    } else if (kind === "example") {
        table = new Example(page);
        table.open();
    } else {
        lobby(page);
    }
}

/** The lobby speaks of the edition that is played where none is named. @param {HTMLElement} page */
async function lobby(page) {
    await speakOf(firstEdition).catch(() => {});
    document.title = t("page.name");
    showLobby(page);
}

/** Without its words there is no page: they are asked for until they come. */
async function begin() {
    for (;;) {
        try {
            await loadTexts();
            break;
        } catch {
            await pause(RETRY);
        }
    }
    explain();
    addEventListener("hashchange", route);
    route();
    if (settings.language && settings.language !== language) notice(t("page.language.gone", { language: settings.language }));
}

applyTheme();
begin();
