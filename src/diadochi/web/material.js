// What the game is made of, by id.

import { get } from "./net.js";
import { firstEdition, named, t, title } from "./texts.js";

/** @import * as T from "./types" */

/**
 * @template {{id: string}} X
 * @param {X[]} things
 */
const byId = (things) => new Map(things.map((thing) => [thing.id, thing]));

export class Material {
    /** @param {T.MaterialFacts} facts */
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
        this.verbs = byId(facts.verbs);
        this.cards = new Map(facts.cards.map((card) => [card.number, card]));
        this.holdings = new Map(facts.holdings.map((box) => [box.army.toLowerCase(), box]));
    }

    /** What there is to know of what is offered. @param {T.Offer} offer @returns {T.VerbFacts} */
    verb(offer) {
        return /** @type {T.VerbFacts} */ (this.verbs.get(offer.verb));
    }

    /** The number that this edition's book gives to a rule of which the page speaks. @param {string} rule */
    cited(rule) {
        return this.facts.page_rules[rule] ?? rule;
    }

    /** A Faction by itself, as a heading. @param {string} id */
    faction(id) {
        return title(`faction.${id}`);
    }

    /** A Faction in a text. @param {string} id */
    who(id) {
        return named(`faction.${id}`);
    }

    /** @param {string} id of a space or a location */
    space(id) {
        return this.spaces.get(spaceOf(id))?.name ?? id;
    }

    /** A space in a text. @param {string} id of a space or a location */
    at(id) {
        return named(`space.${spaceOf(id)}`);
    }

    /** One of the royal family in a text. @param {string} id */
    family(id) {
        return named(`royal.${id}`);
    }

    /** @param {string} id of a location, or `dispersed` and the like */
    place(id) {
        const [space, where] = id.split(".");
        if (!this.spaces.has(space)) return t(`page.beside.${id.replace(" ", "_")}`);
        return where ? t(`page.place.${where}`, { space: this.at(space) }) : this.space(space);
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
        return this.units.get(id)?.name ?? id;
    }

    /** @param {string} id */
    fleet(id) {
        return this.facts.fleets.find((fleet) => fleet.id === id)?.name ?? id;
    }

    /** @param {string} id of a type of CU, or of those of it that have moved */
    unitGroup(id) {
        const [unit, moved] = id.split(".");
        return moved ? t("page.unit.moved", { unit: this.unit(unit) }) : this.unit(unit);
    }

    /** @param {Record<string, number>} cus */
    forces(cus) {
        return Object.entries(cus).map(([unit, number]) => t("page.cus", { number, unit: this.unit(unit) }));
    }
}

/** @param {string} location */
export function spaceOf(location) {
    return location.split(".")[0];
}

/** @type {Map<string, Promise<Material>>} */
const loaded = new Map();

/** Of an edition, the first where none is named. @param {string} [edition] @returns {Promise<Material>} */
export function loadMaterial(edition = firstEdition) {
    let wanted = loaded.get(edition);
    if (!wanted) {
        wanted = get("/api/material", { edition }).then((facts) => new Material(facts), (error) => {
            loaded.delete(edition);
            throw error;
        });
        loaded.set(edition, wanted);
    }
    return wanted;
}
