// Every word on the page: texts by key, in the reader's language. The server's catalogue.py fills them in the same way.

import { settings } from "./kept.js";

/** @import * as T from "./types" */

const UNTOLD = "…";
const CONTEXT = "\u0004";
const PLACE = /\{([\w.]+)(?::([^{}]*))?\}/g;

/** @typedef {{form: (form: string) => string, count: number}} Value what has forms: a name, a list of names */
/** @typedef {string | number | Value} Word */

/** @type {Record<string, string>} */
let texts = {};
/** @type {number[]} */
let plurals = [];
/** @type {T.LanguageFacts[]} */
export let languages = [];
/** The language in which everything is said. */
export let language = "";
/** The edition whose names are used, and the one that is meant where none is named. */
export let edition = "", firstEdition = "";

/** What the browser asks for is known to the server from its headers; a choice of the reader goes before it. */
export function wish() {
    return [settings.language, ...navigator.languages].filter(Boolean).join(",");
}

/** Ask for the texts with the names of an edition: once, for the browser keeps them under their digest. @param {string} [wanted] */
export async function loadTexts(wanted = "") {
    const known = await fetchJson(`/api/languages?edition=${wanted}`, "no-cache");
    languages = known.languages;
    const { id, digest } = /** @type {T.LanguageFacts} */ (languages.find((each) => each.id === known.reader));
    const found = /** @type {T.Texts} */ (await fetchJson(`/api/texts/${id}?edition=${wanted}&digest=${digest}`, "default"));
    ({ texts, plurals, language, edition } = found);
    firstEdition ||= edition;
    document.documentElement.lang = language;
    document.title = t("page.name");
}

/** From now on names are those of this edition. @param {string} wanted */
export async function speakOf(wanted) {
    if (wanted !== edition) await loadTexts(wanted);
}

/** @param {string} path @param {RequestCache} cache */
async function fetchJson(path, cache) {
    const answer = await fetch(path, { credentials: "same-origin", cache, headers: { "accept-language": wish() } });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
}

/** Whether there is a text. @param {string} key */
export function has(key) {
    return key in texts;
}

/** A text in the reader's language. @param {string} key @param {Record<string, Word>} [words] what fills it */
export function t(key, words = {}) {
    return (texts[key] ?? key).replace(PLACE, (_, name, spec) => filled(words[name], name, spec ?? ""));
}

/** What stands in a place: a word, or a name that a text calls by its key. @param {Word | undefined} word @param {string} name @param {string} spec */
function filled(word, name, spec) {
    if (word !== undefined) return spoken(word, spec);
    return name.includes(".") ? spoken(named(name), spec) : UNTOLD;
}

/**
 * A text whose places are filled with nodes: `{rule}` may be a button, `{name}` an emblem and a name.
 * @param {string} key
 * @param {Record<string, Word | Node>} words
 * @returns {(string | Node)[]}
 */
export function parts(key, words) {
    /** @type {(string | Node)[]} */
    const out = [];
    const template = texts[key] ?? key;
    let at = 0;
    for (const place of template.matchAll(PLACE)) {
        out.push(template.slice(at, place.index));
        const word = words[place[1]];
        out.push(word instanceof Node ? word : filled(word, place[1], place[2] ?? ""));
        at = place.index + place[0].length;
    }
    return [...out, template.slice(at)].filter((part) => part !== "");
}

/** @param {Word} word @param {string} spec what a text wants of it */
function spoken(word, spec) {
    const value = typeof word === "object" ? word : null;
    if (spec.includes("=")) {
        const choices = new Map(spec.split("|").map((side) => /** @type {[string, string]} */ ([side.slice(0, side.indexOf("=")), side.slice(side.indexOf("=") + 1)])));
        return choices.get(value?.form("gender") ?? "") ?? [...choices.values()][0];
    }
    if (spec.includes("|")) {
        const choices = spec.split("|");
        return choices[Math.min(plural(typeof word === "number" ? word : value?.count ?? 1), choices.length - 1)];
    }
    if (value) return value.form(spec);
    return typeof word === "number" && word < 0 ? `−${-word}` : String(word);
}

/** @param {number} number */
function plural(number) {
    const whole = Math.abs(Math.trunc(number));
    return plurals[whole < plurals.length ? whole : 100 + (whole % 100)] ?? 0;
}

/** Something with a name: a text may want it in a form. @param {string} key such as `space.issos` @returns {Value} */
export function named(key) {
    return { count: 1, form: (form) => (form && texts[`${form}${CONTEXT}${key}`]) || (form === "gender" ? "" : texts[key] ?? key) };
}

/** A name as it stands for itself, at the beginning of a line. @param {string} key */
export function title(key) {
    return upper(texts[key] ?? key);
}

/** Several, the last after `and`. @param {Word[]} words @returns {Value} */
export function listed(words) {
    return {
        count: words.length,
        form: (form) => {
            const said = words.map((word) => spoken(word, form));
            const last = said.pop();
            if (last === undefined) return t("none");
            return said.length ? t("list.last", { a: row(said), b: last }) : last;
        },
    };
}

/** Several, without `and`. @param {string[]} words */
export function row(words) {
    return words.length ? words.reduce((a, b) => t("list.more", { a, b })) : t("none");
}

/** A number with its sign. @param {number} value */
export function signed(value) {
    return value < 0 ? `−${-value}` : `+${value}`;
}

/** With a decimal, as the language writes it. @param {number} value */
export function decimal(value) {
    return value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** @param {number} chance */
export function percent(chance) {
    return t("page.percent", { number: Math.round(chance * 100) });
}

/** The first letter of a line. @param {string} text */
export function upper(text) {
    return text.charAt(0).toLocaleUpperCase(language || undefined) + text.slice(1);
}
