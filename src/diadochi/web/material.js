// What the game is made of, by id.

import { get } from "./net.js";

/** @import * as T from "./types" */

export const LETTERS = /** @type {Record<string, string>} */ ({
    mercenary: "M", loyal: "L", royal: "R", silver_shields: "S", elephant: "E", cavalry: "C",
});
export const ROMAN = ["", "I", "II", "III", "IV", "V"];
export const SEGMENTS = /** @type {Record<string, string>} */ ({
    surrender: "Surrender", tyche: "Tyche", activation: "Activation", forage: "Forage",
});

/** Where pieces are that are on no space. */
const OFF_BOARD = /** @type {Record<string, string>} */ ({ dispersed: "Dispersed", off_map: "off map", box: "in the holding box", out: "out of the game" });

/**
 * @template {{id: string}} X
 * @param {X[]} things
 */
const byId = (things) => new Map(things.map((thing) => [thing.id, thing]));

export class Material {
    /** @param {T.Material} facts */
    constructor(facts) {
        this.facts = facts;
        this.spaces = byId(facts.spaces);
        this.provinces = byId(facts.provinces);
        this.generals = byId(facts.generals);
        this.royals = byId(facts.royals);
        this.fleets = byId(facts.fleets);
        this.units = byId(facts.units);
        this.factions = byId(facts.factions);
        this.options = byId(facts.options);
        this.cards = new Map(facts.cards.map((card) => [card.number, card]));
        this.holdings = new Map(facts.holdings.map((box) => [box.army.toLowerCase(), box]));
    }

    /** @param {string} id */
    faction(id) {
        const name = this.factions.get(id)?.name ?? id;
        return name[0].toUpperCase() + name.slice(1);
    }

    /** @param {string} id of a space or a location */
    space(id) {
        return (this.spaces.get(spaceOf(id))?.name ?? id).replace(/[()]/g, "");
    }

    /** @param {string} id of a location, or `dispersed` and the like */
    place(id) {
        const [space, where] = id.split(".");
        if (!this.spaces.has(space)) return OFF_BOARD[id] ?? id;
        return where === "inside" ? `inside ${this.space(space)}` : where === "sea" ? `at sea off ${this.space(space)}` : this.space(space);
    }

    /** @param {string} id */
    general(id) {
        return this.generals.get(id)?.name ?? id;
    }

    /** @param {string} id */
    royal(id) {
        return this.royals.get(id)?.name ?? id;
    }

    /** @param {string} id */
    unit(id) {
        return (this.units.get(id)?.name ?? id.replace("_", " ")).replace(/^1 | CU$/g, "");
    }

    /** @param {string} id */
    fleet(id) {
        return this.facts.fleets.find((fleet) => fleet.id === id)?.name ?? id;
    }

    /** @param {string} id of a type of CU, or of those of it that have moved */
    unitGroup(id) {
        const [unit, moved] = id.split(".");
        return `${this.unit(unit)}${moved ? " (moved)" : ""}`;
    }

    /** @param {T.Forces} cus */
    forces(cus) {
        return Object.entries(cus).map(([unit, number]) => `${number} ${this.unit(unit)}`).join(", ");
    }
}

/** @param {string} location */
export function spaceOf(location) {
    return location.split(".")[0];
}

/** @type {Promise<Material> | null} */
let loaded = null;

/** @returns {Promise<Material>} */
export function loadMaterial() {
    loaded ??= get("/api/material").then((facts) => new Material(facts), (error) => {
        loaded = null;
        throw error;
    });
    return loaded;
}
