// Who plays: points with their sources, pieces, and the tracks.

import { button, h, show } from "./dom.js";
import { emblem, SIGNED } from "./emblem.js";
import { dialog, showRule } from "./notices.js";
import { get } from "./net.js";
import { edition, named, parts, row, signed, t, upper } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/**
 * @typedef {object} Finding
 * @property {(space: string) => void} find
 */

export class Players {
    /** @param {Material} material @param {Finding} hooks */
    constructor(material, hooks) {
        this.material = material;
        this.hooks = hooks;
        this.strip = h("section", { class: "players", "aria-label": t("page.players") });
        this.standings = h("section", { class: "standings", "aria-label": t("page.standings") });
        this.tracks = h("section", { class: "tracks", "aria-label": t("page.tracks") });
        this.beside = h("section", { class: "beside", "aria-label": t("page.beside") });
    }

    /** @param {T.View} view @param {T.Table} table @param {string[]} present */
    show(view, table, present) {
        show(this.strip, inOrder(view).map((player) => this.player(player, view, table, present)));
        show(this.standings, inOrder(view).map((player) => this.standing(player, view)));
        show(this.tracks,
            this.track(t("page.vp"), view, "vp", view.thresholds.vp),
            this.track(t("page.legitimacy"), view, "legitimacy", view.thresholds.legitimacy),
            this.turns(view));
        show(this.beside, h("p", { class: "quiet-text edition" }, table.edition_name), this.pools(view));
    }

    /** A player in one line, where there is no room for more. @param {T.Player} player @param {T.View} view */
    standing(player, view) {
        const { faction } = player;
        return h("div", { class: `standing ${faction}${view.active === faction ? " active" : ""}`, "data-faction": faction }, emblem(faction),
            h("span", { class: "visually-hidden" }, this.material.faction(faction)),
            this.figure("vp", player.vp, player.vp_sources, faction), this.figure("legitimacy", player.legitimacy, player.legitimacy_sources, faction));
    }

    /** @param {T.Player} player @param {T.View} view @param {T.Table} table @param {string[]} present */
    player(player, view, table, present) {
        const { faction } = player;
        const seat = table.seats.find((x) => x.faction === faction);
        const classes = ["player", faction, view.active === faction ? "active" : "", (view.decision?.round?.asked ?? [view.decision?.seat]).includes(faction) ? "deciding" : "", view.seat === faction ? "me" : ""];
        const fleets = player.fleets.filter((fleet) => !fleet.dispersed);
        const strength = fleets.reduce((sum, fleet) => sum + fleet.strength, 0);
        const here = present.includes(faction);
        return h("article", { class: classes.join(" "), "data-faction": faction },
            h("header", {}, emblem(faction), h("h3", {}, this.material.faction(faction), view.seat === faction ? h("small", {}, " ", t("page.is_you")) : null),
                player.champion ? h("span", { class: "badge champion" }, t("page.champion")) : null,
                view.usurper === faction ? h("span", { class: "badge usurper" }, t("page.usurper")) : null,
                h("small", { class: "seat-name", title: seat?.name },
                    seat && seat.kind !== "bot" ? h("span", { class: here ? "present" : "absent", title: t(here ? "page.here" : "page.away"), role: "img", "aria-label": t(here ? "page.here" : "page.away") }, here ? "●" : "○") : null,
                    seat?.kind === "bot" ? t("page.bot") : seat?.name || ""),
                this.figure("vp", player.vp, player.vp_sources, faction),
                this.figure("legitimacy", player.legitimacy, player.legitimacy_sources, faction)),
            h("div", { class: "generals" }, this.onMap(player).map((general) => this.general(general)),
                player.training ? h("span", { class: "badge" }, t("page.training", { unit: this.material.unit(player.training.unit), points: player.training.points, cost: player.training.cost })) : null,
                h("span", { class: "holdings" },
                    h("span", { class: "figure", tabindex: "0", "data-tip": t("page.in_hand") }, ...figure("page.cards", player.hand_size)),
                    h("span", { class: "figure", tabindex: "0", "data-tip": fleets.length ? row(fleets.map((fleet) => t("map.fleet", { fleet: this.material.fleet(fleet.id), strength: fleet.strength }))) : t("page.fleets.none") },
                        ...figure("page.fleet_strength", strength)))));
    }

    /** Major Generals, and Minor ones who have come to the map. @param {T.Player} player */
    onMap(player) {
        return player.generals.filter(({ id, at }) => !this.material.generals.get(id)?.minor || this.material.spaces.has(at.split(".")[0]));
    }

    /** @param {{id: string, at: string}} general */
    general(general) {
        const facts = this.material.generals.get(general.id);
        const place = this.material.place(general.at);
        const name = facts?.name ?? general.id;
        const label = t("page.general.at", { name, ratings: facts ? `${facts.initiative}–${facts.battle}` : "", place });
        const space = general.at.split(".")[0];
        const attributes = { class: `general${facts?.minor ? " minor" : ""}`, title: facts?.ability ? `${label}\n${facts.ability}` : label, "data-key": `general-${general.id}` };
        if (!this.material.spaces.has(space)) return h("span", attributes, t("page.general.off", { name, place }));
        return button(label, () => this.hooks.find(space), attributes, name);
    }

    /** Points, and where they come from. @param {"vp" | "legitimacy"} which @param {number} value @param {T.Source[]} sources @param {string} faction */
    figure(which, value, sources, faction) {
        const list = () => h("ul", { class: "sources" }, sources.length ? sources.map((x) => h("li", {}, h("b", {}, signed(x.points)), " ", x.text)) : h("li", {}, t("none")));
        const title = t(`page.${which}.of`, { who: this.material.who(faction), value });
        const tip = h("span", { class: "sources-tip", "aria-hidden": "true" }, h("b", {}, title), list(), h("small", {}, t(which === "vp" ? "page.abbr.vp.text" : "page.abbr.l.text")));
        const place = (/** @type {Event} */ event) => {
            const { left, bottom } = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
            tip.style.left = `${Math.min(left, innerWidth - 220)}px`;
            tip.style.top = `${bottom}px`;
        };
        return h("span", { class: "figure has-sources", onpointerenter: place, onfocusin: place },
            button(title, () => dialog(title, [list()], { narrow: true }), { "data-key": `${which}-${faction}`, title: "" }, ...figure(`page.${which}.figure`, value)),
            tip);
    }

    /** @param {string} title @param {T.View} view @param {"vp" | "legitimacy"} which @param {number} threshold */
    track(title, view, which, threshold) {
        const last = Math.max(threshold + 2, ...view.players.map((player) => player[which]));
        const first = Math.min(0, ...view.players.map((player) => player[which]));
        const cells = [];
        for (let n = first; n <= last; n++) {
            const here = view.players.filter((player) => player[which] === n);
            cells.push(h("li", { class: `${n === threshold ? "threshold" : ""} ${n > threshold ? "beyond" : ""}` },
                h("span", {}, n), here.map((player) => emblem(player.faction))));
        }
        const words = row(view.players.map((player) => t("standing", { who: this.material.who(player.faction), number: player[which] })));
        return h("div", { class: "track" }, h("h3", {}, title, h("small", {}, " ", t("page.wins_at", { threshold }))),
            h("p", { class: "visually-hidden" }, words), h("ol", { "aria-hidden": "true" }, cells));
    }

    /** @param {T.View} view */
    turns(view) {
        const last = this.material.facts.turns;
        const cells = [];
        for (let turn = 1; turn <= last; turn++) {
            cells.push(h("li", { class: turn === view.turn ? "now" : turn < view.turn ? "past" : "" },
                button(t("page.game_turn.what", { turn: named(`turn.${turn}`) }), () => this.explain(turn), { "data-key": `turn-${turn}`, "aria-current": turn === view.turn ? "step" : null }, t(`turn.${turn}`))));
        }
        return h("div", { class: "track turns" }, h("h3", {}, t("page.game_turns")), h("ol", {}, cells));
    }

    /** @param {number} turn */
    async explain(turn) {
        const list = h("ul", { class: "turn-rules" }, h("li", {}, "…"));
        dialog(t("page.game_turn", { turn: named(`turn.${turn}`) }), [list], { narrow: true });
        const rules = await Promise.all(this.material.facts.turn_rules[turn - 1].map((number) => get(`/api/rules/${encodeURIComponent(number)}`, { edition }).catch(() => null)));
        list.replaceChildren(...rules.filter((rule) => rule !== null).map((/** @type {T.RuleFacts} */ rule) =>
            h("li", {}, rule.text, " ", button(t("page.rule", { number: rule.number }), () => showRule(rule.number), { class: "rule-link" }, rule.number))));
    }

    /** The emblem, and the name for those who listen. @param {string} faction */
    sign(faction) {
        return h("span", {}, emblem(faction), h("span", { class: "visually-hidden" }, this.material.faction(faction), " "));
    }

    /** The board in words: who stands where. @param {T.View} view */
    armies(view) {
        const { material } = this;
        const where = (/** @type {string} */ space, /** @type {T.Stack} */ stack) => material.place(stack.where === "land" ? space : `${space}.${stack.where}`);
        const stacks = Object.entries(view.spaces).flatMap(([space, seen]) => seen.stacks.map((stack) => ({ space, stack })));
        const place = (/** @type {string} */ faction) => (faction === view.seat ? -1 : [...view.order, "independent"].indexOf(faction));
        return stacks.sort((a, b) => place(a.stack.faction) - place(b.stack.faction)).map(({ space, stack }) => {
            const pieces = row([...stack.generals.map((id) => material.general(id)), ...material.forces(stack.cus), ...stack.royals.map((id) => material.royal(id))]);
            return h("li", {}, this.sign(stack.faction), button(t("page.army", { place: where(space, stack), pieces }), () => this.hooks.find(space), { class: "link", "data-key": `army-${space}-${stack.faction}-${stack.where}` }));
        });
    }

    /** The board in words: who holds how much of each Province. @param {T.View} view */
    provinces(view) {
        const { material } = this;
        return material.facts.provinces.map((province) => {
            const { owner, held } = view.provinces[province.id] ?? { owner: null, held: {} };
            const heldBy = Object.entries(held).sort((a, b) => b[1] - a[1]).map(([faction, number]) => t("standing", { who: material.who(faction), number }));
            const facts = { province: province.name, vp: province.vp, needed: province.needed, spaces: province.spaces.length };
            return h("li", {}, owner ? this.sign(owner) : h("span", { class: "emblem" }),
                heldBy.length ? t("page.province.held", { ...facts, held: row(heldBy) }) : t("page.province.empty", facts));
        });
    }

    /** The Dispersed Box. @param {T.View} view */
    dispersed(view) {
        const { material } = this;
        return view.players.filter((x) => x.dispersed.generals.length || Object.keys(x.dispersed.units).length).map((player) =>
            h("li", {}, this.sign(player.faction), row([...player.dispersed.generals.map((id) => material.general(id)), ...material.forces(player.dispersed.units)])));
    }

    /** Fleets, Dispersed pieces, cards and the royal family off the map. @param {T.View} view */
    pools(view) {
        const { material } = this;
        const fleets = view.fleets.map((fleet) => {
            const facts = material.fleets.get(fleet.id);
            return h("li", { class: fleet.dispersed ? "dispersed" : "" }, fleet.owner ? emblem(fleet.owner) : h("span", { class: "emblem" }),
                ...figure(`page.fleet${fleet.upgraded ? ".upgraded" : ""}${fleet.dispersed ? ".dispersed" : ""}`, fleet.strength, { fleet: facts?.name ?? fleet.id }), " ",
                fleet.owner ? h("span", { class: "visually-hidden" }, material.faction(fleet.owner)) : t("page.fleet.box"));
        });
        const dispersed = this.dispersed(view);
        const royals = Object.entries(view.royals).filter(([, royal]) => royal.at !== "out").map(([id, royal]) => {
            const space = royal.at.split(".")[0];
            const text = t("page.piece.at", { name: material.royal(id), place: material.place(royal.at) });
            return h("li", {}, royal.owner ? this.sign(royal.owner) : h("span", { class: "emblem" }),
                material.spaces.has(space) ? button(text, () => this.hooks.find(space), { class: "link" }) : text);
        });
        const independents = view.independents.filter((x) => x.at !== "out").map((army) => {
            const space = army.at.split(".")[0];
            const text = t(army.active ? "page.piece.at" : "page.piece.inactive", { name: material.general(army.id), place: material.place(army.at) });
            return h("li", {}, emblem("independent"), material.spaces.has(space) ? button(text, () => this.hooks.find(space), { class: "link" }) : text);
        });
        const cards = (/** @type {string[]} */ numbers) => row(numbers.map((n) => material.cards.get(n)?.name ?? n));
        const front = Object.entries(view.front).map(([faction, numbers]) => h("li", {}, emblem(faction), t("page.front", { who: material.who(faction), cards: cards(numbers) })));
        const known = view.known.map((card) => h("li", {}, emblem(card.faction), t("page.known", { cards: cards([card.number]) })));
        return [
            section("armies", this.armies(view)), section("provinces", this.provinces(view)), section("fleets", fleets), section("dispersed", dispersed), section("royals", royals), section("independents", independents),
            section("cards", [h("li", {}, t("page.piles", { deck: view.deck_size, face_down: view.face_down })), ...front, ...known,
                h("li", {}, h("details", {}, h("summary", {}, t("page.discards", { number: view.discard.length })), cards(view.discard))),
                h("li", {}, h("details", {}, h("summary", {}, t("page.removed", { number: view.removed.length })), cards(view.removed)))]),
            section("signs", [
                ...SIGNED.map((faction) => h("li", {}, emblem(faction), upper(t(`page.shape.${faction}`, { who: material.who(faction) })))),
                h("li", {}, row(material.facts.units.map(({ id }) => t("page.letter", { letter: t(`page.letter.${id}`), unit: material.unit(id) })))),
                h("li", {}, t("page.signs.general")),
                h("li", {}, t("page.signs.marks", { helepolis: t("page.letter.helepolis") })),
            ]),
        ];
    }
}

/** A number that stands out in its words. @param {string} key @param {number} number @param {Record<string, string>} [words] */
function figure(key, number, words = {}) {
    return parts(key, { ...words, number, figure: h("b", {}, number) });
}

/** @param {string} id @param {Node[]} items */
function section(id, items) {
    return items.length ? h("div", { class: "pool" }, h("h3", {}, t(`page.pool.${id}`)), h("ul", {}, items)) : null;
}

/** @param {T.View} view */
function inOrder(view) {
    const place = (/** @type {T.Player} */ player) => (view.order.includes(player.faction) ? view.order.indexOf(player.faction) : 9);
    return [...view.players].sort((a, b) => place(a) - place(b));
}

/** Where the game stands, in a few words. @param {T.View} view @param {Material} material */
export function moment(view, material) {
    if (!view.turn) return t("map.setup");
    const turn = named(`turn.${view.turn}`);
    if (!view.round) return t("page.moment.preparations", { turn });
    if (!view.active || !view.segment) return t("page.moment.round", { turn, round: view.round });
    return t("page.moment", { turn, round: view.round, who: upper(material.who(view.active).form("")), segment: t(`page.segment.${view.segment}`) });
}
