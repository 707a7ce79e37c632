// How to play: what one must know before the first click, and the rules to be searched.

import { button, h } from "./dom.js";
import { LETTERS } from "./material.js";
import { get } from "./net.js";
import { complain, dialog, ruleLink } from "./notices.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const SHORT = [
    ["VP", "Victory Points"], ["L", "Legitimacy"], ["CU", "Combat Unit"], ["PC", "Political Control marker: whose a space is"],
    ["MP", "Movement Points"], ["OP", "Operation Points, the number on a card"],
];
const SEGMENTS = [
    ["Surrender", "enemy cities in which your CUs stand come over to you; Sieges go on", "6.1.1"],
    ["Tyche", "play one card, for its event or for its OPs", "6.2.1"],
    ["Activation", "roll a die and move your Armies one after another, or raise a Mercenary CU", "6.3.1"],
    ["Forage", "too many CUs in one space starve", "6.4.1"],
];
const FOUND = 30;

/** @param {Material} material @param {{vp: number, legitimacy: number} | undefined} thresholds of the game */
export function showHelp(material, thresholds) {
    const at = thresholds ? `${thresholds.vp} VP or ${thresholds.legitimacy} Legitimacy` : "enough VP or Legitimacy";
    const letters = Object.entries(LETTERS).map(([unit, letter]) => `${letter} ${material.unit(unit)}`).join(", ");
    dialog("How to play", [
        h("h3", {}, "To win"),
        h("p", {}, `From Game Turn II on whoever has ${at} wins at once `, ruleLink("3.1.1"), "; else whoever has the most VP after Game Turn V ", ruleLink("3.3.1"),
            ". Provinces give VP: under the name of each stand its VP and how many of its spaces one must control. Alexander's family and his body give Legitimacy. Whoever controls one of his two heirs, and leads in VP and Legitimacy together, may win earlier ", ruleLink("3.2.1"), "."),
        h("h3", {}, "Your turn"),
        h("ol", {}, SEGMENTS.map(([name, text, rule]) => h("li", {}, h("strong", {}, name), `: ${text} `, ruleLink(rule)))),
        h("h3", {}, "A counter"),
        h("p", {}, "Beside the name of a General stand his Initiative Rating (low is good: he moves farther) and his Battle Rating (high is good). Under it his CUs: ",
            `${letters}. A name in italics is a Minor General's; a pale counter has moved.`),
        h("h3", {}, "Clicking"),
        h("p", {}, "What glows can be chosen, on the map, on cards and as buttons. What does not glow tells you why. “Hint” shows what a bot would do, “Undo” takes a step back, and every small number opens its rule."),
        h("dl", { class: "keys" }, SHORT.flatMap(([short, text]) => [h("dt", {}, short), h("dd", {}, text)])),
        h("h3", {}, "The rules"), search(),
    ]);
}

function search() {
    const field = h("input", { id: "rules-search", "aria-label": "Search the rules", placeholder: "Siege, Usurper, 10.3, …", maxlength: 100 });
    const found = h("div", { class: "rules-found", role: "status" });
    return h("form", {
        class: "rules-search",
        onsubmit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            try {
                const { rules } = await get("/api/rules", { search: field.value.trim() });
                found.replaceChildren(...list(rules));
                field.scrollIntoView({ block: "start" });
            } catch (error) {
                complain(error);
            }
        },
    }, h("div", { class: "link-form" }, field, h("button", { type: "submit" }, "Search")), found);
}

/** @param {T.Rule[]} rules */
function list(rules) {
    const shown = rules.slice(0, FOUND).map((rule) => h("p", {}, h("strong", {}, `${rule.number} ${rule.title}: `), rule.text));
    if (!rules.length) return [h("p", {}, "No rule says that.")];
    return rules.length > FOUND ? [...shown, h("p", { class: "quiet-text" }, `${rules.length - FOUND} more; search for more words.`)] : shown;
}

/** @param {() => void} press @param {Node[]} inner */
export function helpButton(press, ...inner) {
    return button("How to play", press, { class: inner.length ? "quiet" : "link" }, ...inner);
}
