// For which windows somebody wants to be asked, and what that gives away.

import { h } from "./dom.js";
import { choice } from "./settings.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */

const KINDS = ["any_time", "battle_cards", "siege_roll", "naval_step", "naval_dice", "commander_death", "answer_surprise"];

/**
 * @param {T.Table} table
 * @param {T.Seat} seat
 * @param {(windows: string, kinds: string[] | null) => void} set
 * @returns {Node[]}
 */
export function windowSettings(table, seat, set) {
    const chosen = /** @type {Set<string>} */ (new Set(seat.kinds));
    const how = t(table.countdown ? "page.windows.together" : "page.windows.in_turn");
    const kinds = h("fieldset", { class: "choice", disabled: seat.windows !== "chosen" }, h("legend", {}, t("page.windows.when")), KINDS.map((id) => tick(id)));
    const steps = table.countdown ? h("div", { class: "choice" }, tick("every_step")) : null;

    /** @param {string} id */
    function tick(id) {
        return h("label", {}, h("input", {
            type: "checkbox", name: "window-kind", value: id, checked: chosen.has(id),
            onchange: () => {
                if (!chosen.delete(id)) chosen.add(id);
                set(id === "every_step" ? seat.windows ?? "ask" : "chosen", [...chosen]);
            },
        }), " ", t(`page.windows.${id}`));
    }

    const question = choice(t("page.windows"), "windows", [
        ["ask", t("page.windows.ask")],
        ["chosen", t("page.windows.chosen")],
        ["fitting", t("page.windows.fitting")],
        ["segment", t("page.windows.segment")],
    ], seat.windows ?? "", (value) => {
        seat.windows = /** @type {T.Seat["windows"]} */ (value);
        kinds.toggleAttribute("disabled", value !== "chosen");
        set(value, null);
    });
    return [h("p", { class: "quiet-text" }, how), question, kinds, ...(steps ? [steps] : [])];
}
