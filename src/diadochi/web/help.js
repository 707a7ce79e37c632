// How to play: what one must know before the first click, and the rules to be searched.

import { button, h } from "./dom.js";
import { get } from "./net.js";
import { complain, dialog, ruleLink } from "./notices.js";
import { edition, named, parts, row, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const SHORT = ["vp", "legitimacy", "cu", "pc", "mp", "op"];
const SEGMENTS = /** @type {const} */ ([["surrender", "6.1.1"], ["tyche", "6.2.1"], ["activation", "6.3.1"], ["forage", "6.4.1"]]);
const FOUND = 30;

/** @param {Material} material @param {{vp: number, legitimacy: number} | undefined} thresholds of the game */
export function showHelp(material, thresholds) {
    const link = (/** @type {string} */ rule) => ruleLink(material.cited(rule));
    const winning = { at_once: link("3.1.1"), at_end: link("3.3.1"), regency: link("3.2.1") };
    const { turns } = material.facts;
    const first = named("turn.2"), last = named(`turn.${turns}`);
    const letters = row(material.facts.units.map(({ id }) => t("page.letter", { letter: t(`page.letter.${id}`), unit: material.unit(id) })));
    dialog(t("page.help"), [
        h("h3", {}, t("page.help.win")),
        h("p", {}, ...parts(thresholds ? "page.help.win.game" : "page.help.win.text", { ...thresholds, ...winning, first, last })),
        h("h3", {}, t("page.help.turn")),
        h("ol", {}, SEGMENTS.map(([segment, rule]) => h("li", {}, ...parts(`page.help.${segment}`, { segment: h("strong", {}, t(`page.segment.${segment}`)), rule: link(rule) })))),
        h("h3", {}, t("page.help.counter")),
        h("p", {}, t("page.help.counter.text", { letters })),
        h("h3", {}, t("page.help.click")),
        h("p", {}, t("page.help.click.text", { hint: t("page.hint"), undo: t("page.undo") })),
        h("dl", { class: "keys" }, SHORT.flatMap((short) => [h("dt", {}, t(`page.short.${short}`)), h("dd", {}, t(`page.short.${short}.text`))])),
        h("h3", {}, t("page.help.rules")), search(),
    ]);
}

function search() {
    const field = h("input", { id: "rules-search", "aria-label": t("page.rules.search"), placeholder: t("page.rules.such"), maxlength: 100 });
    const found = h("div", { class: "rules-found", role: "status" });
    return h("form", {
        class: "rules-search",
        onsubmit: async (/** @type {Event} */ event) => {
            event.preventDefault();
            try {
                const { rules } = await get("/api/rules", { search: field.value.trim(), edition });
                found.replaceChildren(...list(rules));
                field.scrollIntoView({ block: "start" });
            } catch (error) {
                complain(error);
            }
        },
    }, h("div", { class: "link-form" }, field, h("button", { type: "submit" }, t("page.search"))), found);
}

/** @param {T.RuleFacts[]} rules */
function list(rules) {
    const shown = rules.slice(0, FOUND).map((rule) => h("p", {}, h("strong", {}, t("page.rule.titled", { number: rule.number, title: rule.title })), " ", rule.text));
    if (!rules.length) return [h("p", {}, t("page.rules.none"))];
    return rules.length > FOUND ? [...shown, h("p", { class: "quiet-text" }, t("page.rules.more", { number: rules.length - FOUND }))] : shown;
}

/** @param {() => void} press @param {Node[]} inner */
export function helpButton(press, ...inner) {
    return button(t("page.help"), press, { class: inner.length ? "quiet" : "link" }, ...inner);
}
