// Who plays: points with their sources, pieces, and the tracks.

import { button, h, show } from "./dom.js";
import { emblem, SHAPE_NAMES } from "./emblem.js";
import { LETTERS, ROMAN, SEGMENTS } from "./material.js";
import { dialog, showRule } from "./notices.js";
import { get } from "./net.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** By Game Turn: the rules that say what is special about it. */
const TURN_RULES = [[], ["5.1.A.1"], ["5.1.A.2", "3.8.4"], ["5.1.A.3", "5.1.A.4"], ["5.1.A.5", "3.8.9"], ["5.1.A.6", "3.3.1"]];

/**
 * @typedef {object} Finding
 * @property {(space: string) => void} find
 */

export class Players {
    /** @param {Material} material @param {Finding} hooks */
    constructor(material, hooks) {
        this.material = material;
        this.hooks = hooks;
        this.strip = h("section", { class: "players", "aria-label": "Players" });
        this.tracks = h("section", { class: "tracks", "aria-label": "Tracks" });
        this.beside = h("section", { class: "beside", "aria-label": "Beside the map" });
    }

    /** @param {T.View} view @param {T.Table} table @param {string[]} present */
    show(view, table, present) {
        show(this.strip, inOrder(view).map((player) => this.player(player, view, table, present)));
        show(this.tracks,
            this.track("Victory Points", view, "vp", view.thresholds.vp),
            this.track("Legitimacy", view, "legitimacy", view.thresholds.legitimacy),
            this.turns(view));
        show(this.beside, this.pools(view));
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
            h("header", {}, emblem(faction), h("h3", {}, this.material.faction(faction), view.seat === faction ? h("small", {}, " you") : null),
                h("span", { class: player.champion ? "badge champion" : "badge successor" }, player.champion ? "Champion" : "Successor"),
                view.usurper === faction ? h("span", { class: "badge usurper" }, "Usurper") : null,
                h("small", { class: "seat-name", title: seat?.name },
                    seat && seat.kind !== "bot" ? h("span", { class: here ? "present" : "absent", title: here ? "here" : "away", role: "img", "aria-label": here ? "here" : "away" }, here ? "●" : "○") : null,
                    seat?.kind === "bot" ? "bot" : seat?.name || "")),
            h("div", { class: "figures" },
                this.figure("VP", player.vp, player.vp_sources, faction, "Victory Points"),
                this.figure("L", player.legitimacy, player.legitimacy_sources, faction, "Legitimacy"),
                h("span", { class: "figure", title: "in hand" }, h("b", {}, player.hand_size), player.hand_size === 1 ? " card" : " cards"),
                h("span", { class: "figure", title: fleets.map((fleet) => `${this.material.fleet(fleet.id)} ${fleet.strength}`).join(", ") || "no Fleet" },
                    h("b", {}, strength), " Fleet Strength"),
                player.training ? h("span", { class: "badge" }, `Training ${this.material.unit(player.training.unit)} ${player.training.points}/${player.training.cost}`) : null),
            h("div", { class: "generals" }, this.onMap(player).map((general) => this.general(general))));
    }

    /** Major Generals, and Minor ones who have come to the map. @param {T.Player} player */
    onMap(player) {
        return player.generals.filter(({ id, at }) => !this.material.generals.get(id)?.minor || this.material.spaces.has(at.split(".")[0]));
    }

    /** @param {{id: string, at: string}} general */
    general(general) {
        const facts = this.material.generals.get(general.id);
        const place = this.material.place(general.at);
        const label = `${facts?.name ?? general.id} ${facts ? `${facts.initiative}–${facts.battle}` : ""}, ${place}`;
        const space = general.at.split(".")[0];
        const attributes = { class: `general${facts?.minor ? " minor" : ""}`, title: facts?.ability ? `${label}. ${facts.ability}` : label, "data-key": `general-${general.id}` };
        if (!this.material.spaces.has(space)) return h("span", attributes, `${facts?.name} (${place})`);
        return button(label, () => this.hooks.find(space), attributes, facts?.name ?? general.id);
    }

    /**
     * A number whose sources show on hover and focus, and in a dialog when clicked.
     * @param {string} short
     * @param {number} value
     * @param {T.Source[]} sources
     * @param {string} faction
     * @param {string} long
     */
    figure(short, value, sources, faction, long) {
        const list = () => h("ul", { class: "sources" }, sources.length ? sources.map((x) => h("li", {}, h("b", {}, signed(x.points)), ` ${x.text}`)) : h("li", {}, "none"));
        const title = `${long} of ${this.material.faction(faction)}: ${value}`;
        const tip = h("span", { class: "sources-tip", "aria-hidden": "true" }, h("b", {}, title), list());
        const place = (/** @type {Event} */ event) => {
            const { left, bottom } = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
            tip.style.left = `${Math.min(left, innerWidth - 220)}px`;
            tip.style.top = `${bottom}px`;
        };
        return h("span", { class: "figure has-sources", onpointerenter: place, onfocusin: place },
            button(title, () => dialog(title, [list()], { narrow: true }), { "data-key": `${short}-${faction}`, title: "" }, h("b", {}, value), ` ${short}`),
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
        const words = view.players.map((player) => `${this.material.faction(player.faction)} ${player[which]}`).join(", ");
        return h("div", { class: "track" }, h("h3", {}, title, h("small", {}, ` wins at ${threshold}`)),
            h("p", { class: "visually-hidden" }, words), h("ol", { "aria-hidden": "true" }, cells));
    }

    /** @param {T.View} view */
    turns(view) {
        const last = this.material.facts.turns;
        const cells = [];
        for (let turn = 1; turn <= last; turn++) {
            cells.push(h("li", { class: turn === view.turn ? "now" : turn < view.turn ? "past" : "" },
                button(`Game Turn ${ROMAN[turn]}: what happens`, () => this.explain(turn), { "data-key": `turn-${turn}`, "aria-current": turn === view.turn ? "step" : null }, ROMAN[turn])));
        }
        return h("div", { class: "track turns" }, h("h3", {}, "Game Turns"), h("ol", {}, cells));
    }

    /** @param {number} turn */
    async explain(turn) {
        const list = h("ul", { class: "turn-rules" }, h("li", {}, "…"));
        dialog(`Game Turn ${ROMAN[turn]}`, [list], { narrow: true });
        const rules = await Promise.all(TURN_RULES[turn].map((number) => get(`/api/rules/${number}`).catch(() => null)));
        list.replaceChildren(...rules.filter((rule) => rule !== null).map((/** @type {T.Rule} */ rule) =>
            h("li", {}, rule.text, " ", button(`Rule ${rule.number}`, () => showRule(rule.number), { class: "rule-link" }, rule.number))));
    }

    /** The emblem, and the name for those who listen. @param {string} faction */
    sign(faction) {
        return h("span", {}, emblem(faction), h("span", { class: "visually-hidden" }, `${this.material.faction(faction)}: `));
    }

    /** The board in words: who stands where. @param {T.View} view */
    armies(view) {
        const { material } = this;
        const where = (/** @type {string} */ space, /** @type {T.Stack} */ stack) => material.place(stack.where === "land" ? space : `${space}.${stack.where}`);
        const stacks = Object.entries(view.spaces).flatMap(([space, seen]) => seen.stacks.map((stack) => ({ space, stack })));
        const place = (/** @type {string} */ faction) => (faction === view.seat ? -1 : [...view.order, "independent"].indexOf(faction));
        return stacks.sort((a, b) => place(a.stack.faction) - place(b.stack.faction)).map(({ space, stack }) => {
            const pieces = [...stack.generals.map((id) => material.general(id)), material.forces(stack.cus), ...stack.royals.map((id) => material.royal(id))];
            return h("li", {}, this.sign(stack.faction), button(`${where(space, stack)}: ${pieces.filter(Boolean).join(", ")}`, () => this.hooks.find(space), { class: "link", "data-key": `army-${space}-${stack.faction}-${stack.where}` }));
        });
    }

    /** The board in words: who holds how much of each Province. @param {T.View} view */
    provinces(view) {
        const { material } = this;
        return material.facts.provinces.map((province) => {
            const { owner, held } = view.provinces[province.id] ?? { owner: null, held: {} };
            const parts = Object.entries(held).sort((a, b) => b[1] - a[1]).map(([faction, number]) => `${material.faction(faction)} ${number}`);
            return h("li", {}, owner ? this.sign(owner) : h("span", { class: "emblem" }),
                `${province.name}, ${province.vp} VP, ${province.needed} of ${province.spaces.length} needed: ${parts.join(", ") || "nobody holds any"}`);
        });
    }

    /** Fleets, Dispersed pieces, cards and the royal family off the map. @param {T.View} view */
    pools(view) {
        const { material } = this;
        const fleets = view.fleets.map((fleet) => {
            const facts = material.fleets.get(fleet.id);
            return h("li", { class: fleet.dispersed ? "dispersed" : "" }, fleet.owner ? emblem(fleet.owner) : h("span", { class: "emblem" }),
                `${facts?.name ?? fleet.id} `, h("b", {}, fleet.strength), fleet.upgraded ? " upgraded" : "", fleet.dispersed ? " Dispersed" : "",
                fleet.owner ? h("span", { class: "visually-hidden" }, ` of ${material.faction(fleet.owner)}`) : " in its holding box");
        });
        const dispersed = view.players.filter((x) => x.dispersed.generals.length || Object.keys(x.dispersed.units).length).map((player) =>
            h("li", {}, this.sign(player.faction), [...player.dispersed.generals.map((id) => material.general(id)), material.forces(player.dispersed.units)].filter(Boolean).join(", ")));
        const royals = Object.entries(view.royals).filter(([, royal]) => royal.at !== "out").map(([id, royal]) => {
            const space = royal.at.split(".")[0];
            const name = material.royal(id);
            return h("li", {}, royal.owner ? this.sign(royal.owner) : h("span", { class: "emblem" }),
                material.spaces.has(space) ? button(`${name}, ${material.place(royal.at)}`, () => this.hooks.find(space), { class: "link" }) : `${name}, ${material.place(royal.at)}`);
        });
        const independents = view.independents.filter((x) => x.at !== "out").map((army) => {
            const space = army.at.split(".")[0];
            const text = `${material.general(army.id)}, ${material.place(army.at)}${army.active ? "" : ", inactive"}`;
            return h("li", {}, emblem("independent"), material.spaces.has(space) ? button(text, () => this.hooks.find(space), { class: "link" }) : text);
        });
        const cards = (/** @type {string[]} */ numbers) => numbers.map((n) => material.cards.get(n)?.name ?? n).join(", ") || "none";
        const front = Object.entries(view.front).map(([faction, numbers]) => h("li", {}, emblem(faction), `In front of ${material.faction(faction)}: ${cards(numbers)}`));
        const known = view.known.map((card) => h("li", {}, emblem(card.faction), `You know: ${cards([card.number])}`));
        return [
            section("Armies", this.armies(view)), section("Provinces", this.provinces(view)), section("Fleets", fleets), section("Dispersed", dispersed), section("Royal family", royals), section("Independent Armies", independents),
            section("Cards", [h("li", {}, `Draw pile ${view.deck_size}, face down ${view.face_down}`), ...front, ...known,
                h("li", {}, h("details", {}, h("summary", {}, `Discards: ${view.discard.length}`), cards(view.discard))),
                h("li", {}, h("details", {}, h("summary", {}, `Out of the game: ${view.removed.length}`), cards(view.removed)))]),
            section("Shapes and letters", [
                ...Object.entries(SHAPE_NAMES).map(([faction, shape]) => h("li", {}, emblem(faction), `${material.faction(faction)}: ${shape}`)),
                h("li", {}, material.facts.units.map(({ id }) => `${LETTERS[id]} ${material.unit(id)}`).join(", ")),
                h("li", {}, "3–4 beside a General: Initiative Rating, Battle Rating; pale: has moved"),
                h("li", {}, "Battlements: inside the walls; a hull: at sea; a numbered tower: Siege Points; T: the Helepolis; ×: looted"),
            ]),
        ];
    }
}

/** @param {string} title @param {Node[]} items */
function section(title, items) {
    return items.length ? h("div", { class: "pool" }, h("h3", {}, title), h("ul", {}, items)) : null;
}

/** @param {number} n */
function signed(n) {
    return n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0";
}

/** @param {T.View} view */
function inOrder(view) {
    const place = (/** @type {T.Player} */ player) => (view.order.includes(player.faction) ? view.order.indexOf(player.faction) : 9);
    return [...view.players].sort((a, b) => place(a) - place(b));
}

/** Where the game stands, in a few words. @param {T.View} view @param {Material} material */
export function moment(view, material) {
    if (!view.turn) return "Set-up";
    const parts = [`Turn ${ROMAN[view.turn]}`];
    if (view.round) parts.push(`Round ${view.round}`);
    if (view.active && view.segment) parts.push(`${material.faction(view.active)}: ${SEGMENTS[view.segment]} Segment`);
    else if (!view.round) parts.push("Preparations");
    return parts.join(" · ");
}
