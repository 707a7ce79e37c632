// For which windows somebody wants to be asked, and what that gives away.

import { h } from "./dom.js";
import { choice } from "./settings.js";

/** @import * as T from "./types" */

const KINDS = [
    ["any_time", "at the start of a turn, and before Prestige is compared"], ["battle_cards", "in a battle of mine"], ["siege_roll", "before a siege roll"],
    ["naval_step", "when somebody sails"], ["naval_dice", "before a naval battle"], ["commander_death", "when my commander falls"], ["answer_surprise", "to answer a Surprise card"],
];

/**
 * @param {T.Table} table
 * @param {T.Seat} seat
 * @param {(windows: string, kinds: string[] | null) => void} set
 * @returns {Node[]}
 */
export function windowSettings(table, seat, set) {
    const chosen = new Set(seat.kinds ?? []);
    const how = table.countdown ? "Everybody is asked together, under a countdown that is the same whatever anybody holds." : "Players are asked one after another.";
    const kinds = h("fieldset", { class: "choice", disabled: seat.windows !== "chosen" }, h("legend", {}, "Ask me"), KINDS.map(([id, text]) => tick(id, text)));
    const steps = table.countdown ? h("div", { class: "choice" }, tick("every_step", "In a voyage, the whole countdown at every step, not only at the first")) : null;

    /** @param {string} id @param {string} text */
    function tick(id, text) {
        return h("label", {}, h("input", {
            type: "checkbox", name: "window-kind", value: id, checked: chosen.has(id),
            onchange: () => {
                if (!chosen.delete(id)) chosen.add(id);
                set(id === "every_step" ? seat.windows ?? "ask" : "chosen", [...chosen]);
            },
        }), " ", text);
    }

    const question = choice("When Surprise cards may be played", "windows", [
        ["ask", "Always ask me. Gives nothing away."],
        ["chosen", "Ask me in the windows chosen below, whatever I hold. Gives nothing away, unless I change it when I draw a card."],
        ["fitting", "Ask me only when I hold a card that fits. Faster, but whenever I am asked everybody can tell that I hold one."],
        ["segment", "Do not ask me in this Segment, pass for me. Gives nothing of my hand away, but I may miss my chance."],
    ], seat.windows ?? "", (value) => {
        seat.windows = value;
        kinds.toggleAttribute("disabled", value !== "chosen");
        set(value, null);
    });
    return [h("p", { class: "quiet-text" }, how), question, kinds, ...(steps ? [steps] : [])];
}
