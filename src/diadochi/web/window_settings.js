// For which windows somebody wants to be asked, what the table does without asking, and what either gives away.

import { button, h } from "./dom.js";
import { choice } from "./settings.js";
import { listed, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const KINDS = ["any_time", "battle_cards", "siege_roll", "naval_step", "naval_dice", "commander_death", "answer_surprise"];
/** Where an order may ask for a number of CUs, and where it goes against somebody. */
const COUNTED = ["battle_cards", "naval_step", "naval_dice"];
const AGAINST = ["any_time", "battle_cards", "siege_roll", "naval_step", "naval_dice", "answer_surprise"];
const MOST_CUS = 20, MOST_ORDERS = 8;

/** @typedef {(windows: string, kinds: string[] | null, orders?: T.Order[] | null) => Promise<void>} Setter */

/**
 * @param {T.Table} table
 * @param {T.Seat} seat
 * @param {Material} material
 * @param {string[]} hand the cards of this seat, by number
 * @param {Setter} set
 * @returns {Node[]}
 */
export function windowSettings(table, seat, material, hand, set) {
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
        ["battles", t("page.windows.battles")],
        ["fitting", t("page.windows.fitting")],
        ["turn", t("page.windows.turn")],
        ["round", t("page.windows.round")],
        ["segment", t("page.windows.segment")],
    ], seat.windows ?? "", (value) => {
        seat.windows = /** @type {T.Seat["windows"]} */ (value);
        kinds.toggleAttribute("disabled", value !== "chosen");
        set(value, null);
    });
    return [h("p", { class: "quiet-text" }, how), question, kinds, ...(steps ? [steps] : []), standingOrders(table, seat, material, hand, set)];
}

/**
 * @param {T.Table} table
 * @param {T.Seat} seat
 * @param {Material} material
 * @param {string[]} hand
 * @param {Setter} set
 */
function standingOrders(table, seat, material, hand, set) {
    const given = [...seat.orders ?? []];
    const cards = material.facts.cards.filter((card) => card.windows.length);
    const held = cards.filter((card) => hand.includes(card.number));
    const node = h("fieldset", { class: "choice orders" });
    const save = async () => {
        seat.orders = [...given];
        draw();
        await set(seat.windows ?? "ask", null, given);
    };

    function draw() {
        node.replaceChildren(h("legend", {}, t("page.orders")), h("p", { class: "quiet-text" }, t("page.orders.text")),
            h("ul", {}, given.map((order, i) => h("li", {}, orderText(order, material), " ", button(t("page.orders.remove"), () => {
                given.splice(i, 1);
                save();
            })))),
            given.length < MOST_ORDERS && cards.length ? form() : "");
    }

    function form() {
        const option = (/** @type {string} */ value, /** @type {string} */ text) => h("option", { value }, text);
        const card = h("select", { name: "order-card", "aria-label": t("page.orders.card") }, [...held, ...cards.filter((each) => !held.includes(each))].map((each) => option(each.number, each.name)));
        const kind = h("select", { name: "order-kind", "aria-label": t("page.orders.when") });
        const whom = h("select", { name: "order-whom", "aria-label": t("page.orders.whom") }, option("", t("page.orders.anybody")),
            table.seats.filter(({ faction }) => faction !== seat.faction).map(({ faction }) => option(faction, material.faction(faction))));
        const least = h("input", { type: "number", name: "order-least", min: 0, max: MOST_CUS, value: 0, "aria-label": t("page.orders.least") });
        const suit = () => {
            const { windows } = /** @type {T.CardFacts} */ (material.cards.get(card.value));
            const fitting = windows.includes("any_time") ? KINDS.filter((id) => id !== "answer_surprise" || windows.includes(id)) : windows;
            const before = kind.value;
            kind.replaceChildren(...fitting.map((id) => option(id, t(`page.windows.${id}`))));
            if (fitting.includes(before)) kind.value = before;
            whom.disabled = !AGAINST.includes(kind.value);
            least.disabled = !COUNTED.includes(kind.value);
        };
        card.addEventListener("change", suit);
        kind.addEventListener("change", suit);
        suit();
        return h("p", { class: "order-form" }, card, " ", kind, " ", whom, " ", h("label", {}, t("page.orders.least"), " ", least), " ", button(t("page.orders.add"), () => {
            given.push({
                card: card.value, kind: /** @type {T.Order["kind"]} */ (kind.value), whom: whom.disabled || !whom.value ? [] : [/** @type {T.Seat["faction"]} */ (whom.value)],
                least: least.disabled ? 0 : Number(least.value) || 0,
            });
            save();
        }));
    }

    draw();
    return node;
}

/** A standing order as a sentence. @param {T.Order} order @param {Material} material */
export function orderText(order, material) {
    const { kind, whom = [], least = 0 } = order;
    const words = { card: material.cards.get(order.card)?.name ?? order.card, who: listed(whom.map((id) => material.who(id))), least };
    const against = whom.length && AGAINST.includes(kind) ? ".whom" : "";
    return t(`page.order.${kind}${against}${least && COUNTED.includes(kind) ? ".least" : ""}`, words);
}
