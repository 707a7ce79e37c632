// What a reader may choose about the page.

import { button, h } from "./dom.js";
import { icon } from "./icons.js";
import { keep, settings } from "./kept.js";
import { dialog } from "./notices.js";
import { languages, t } from "./texts.js";

/**
 * @param {string} legend
 * @param {string} name
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(value: string) => void} choose
 */
export function choice(legend, name, choices, chosen, choose) {
    return h("fieldset", { class: "choice" }, h("legend", {}, legend), choices.map(([value, text]) =>
        h("label", {}, h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => choose(value) }), " ", text)));
}

/** @param {string} of the beginning of their keys @param {...string} values @returns {[string, string][]} */
function worded(of, ...values) {
    return values.map((value) => [value, t(of + value)]);
}

/** In which language everything is said; where there is only one, nobody is asked. */
function languageChoice() {
    if (languages.length < 2) return [];
    const select = h("select", {
        id: "language", name: "language",
        onchange: () => {
            keep({ language: select.value });
            location.reload();
        },
    }, h("option", { value: "", selected: !settings.language }, t("page.language.browser")),
    languages.map(({ id, name }) => h("option", { value: id, lang: id, selected: settings.language === id }, name)));
    return [h("p", {}, h("label", { for: "language" }, t("page.language")), " ", select)];
}

/** @param {Node[]} more choices of the table */
export function showSettings(more = []) {
    dialog(t("page.settings"), [
        ...more,
        ...languageChoice(),
        choice(t("page.theme"), "theme", worded("page.theme.", "auto", "light", "dark"), settings.theme, (theme) => keep({ theme })),
        choice(t("page.fights"), "fights", worded("page.fights.", "mine", "never"), settings.fights === "never" ? "never" : "mine", (fights) => keep({ fights })),
        choice(t("page.motion"), "motion", worded("page.motion.", "normal", "fast", "off"), settings.motion, (motion) => keep({ motion })),
        choice(t("page.pace"), "pace", worded("page.pace.", "none", "fast", "normal", "slow"), settings.pace, (pace) => keep({ pace })),
        choice(t("page.before_fight"), "ask-fights", worded("page.before_fight.", "yes", "no"), settings.askFights ? "yes" : "no", (value) => keep({ askFights: value === "yes" })),
        choice(t("page.before_card"), "ask-cards", worded("page.before_card.", "no", "yes"), settings.askCards ? "yes" : "no", (value) => keep({ askCards: value === "yes" })),
        choice(t("page.take"), "take", worded("page.take.", "yes", "no"), settings.takeAll ? "yes" : "no", (value) => keep({ takeAll: value === "yes" })),
    ], { narrow: true });
}

/** What a key does; where a key has a name, the language gives it. */
const KEYS = [
    ["number", "1 … 99"], ["undo", "U"], ["hint", "I"], ["zoom", "+ − 0"], ["arrows", ""], ["tab", ""], ["parts", "M A H P L B"], ["next", "N"], ["step", ""], ["round", ""], ["ends", ""], ["play", ""], ["since", "R"], ["skip", "S"], ["escape", ""], ["help", "?"],
];

export function showKeys() {
    dialog(t("page.keys"), [h("dl", { class: "keys" }, KEYS.flatMap(([id, key]) => [h("dt", {}, h("kbd", {}, key || t(`page.keys.${id}.key`))), h("dd", {}, t(`page.keys.${id}`))]))], { narrow: true });
}

/** @param {() => void} press */
export function settingsButton(press) {
    return button(t("page.settings"), press, { class: "quiet" }, icon("settings"));
}
