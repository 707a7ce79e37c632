// What may be chosen, sorted for the eye: by verb, by place, by card.

import { spaceOf } from "./material.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

/** What is asked, without what may be done besides at any time of one's own turn. @param {T.Offer[]} offers */
export function asked(offers) {
    return offers.filter((offer) => !offer.further);
}

/** @typedef {(offers: T.Offer[]) => string} Next an action that is sure to be wanted, or nothing */

/** What follows an offer when whoever goes takes everything along: each where there is no choice. @param {T.Offer} offer @param {Material} material @returns {Next[]} */
export function afterwards(offer, material) {
    return material.verb(offer).then.slice(atOnce(offer, material).length).map((verb) => (offers) => {
        const [first, ...others] = offers.filter((next) => next.verb === verb);
        return first && !others.length ? first.action : "";
    });
}

/** Those of them that can be sent along, for they are the same whatever is offered. @param {T.Offer} offer @param {Material} material @returns {string[]} */
export function atOnce(offer, material) {
    const { then } = material.verb(offer);
    const open = then.findIndex((verb) => material.verbs.get(verb)?.domain !== "none");
    return open < 0 ? then : then.slice(0, open);
}

/** Whether an offer is neither on the map nor on a card nor counted with a stepper. @param {T.Offer} offer @param {T.View} view @param {Material} material */
export function standsAlone(offer, view, material) {
    const { counted, joins, listed } = material.verb(offer);
    return offer.domain === "none" || joins || (offer.domain !== "card" && !counted && !listed && !placeOf(offer, view));
}

/** What is asked, by verb. @param {T.Offer[]} offers */
export function byVerb(offers) {
    /** @type {Map<string, T.Offer[]>} */
    const groups = new Map();
    for (const offer of asked(offers)) {
        groups.set(offer.verb, [...(groups.get(offer.verb) ?? []), offer]);
    }
    return groups;
}

/**
 * Where an offer is shown on the map.
 * @param {T.Offer} offer
 * @param {T.View} view
 * @returns {string} a space, or nothing
 */
export function placeOf(offer, view) {
    if (offer.domain === "space" || offer.domain === "location") return spaceOf(offer.id);
    if (offer.domain === "general") return generalAt(offer.id, view);
    if (offer.domain === "royal") {
        const at = view.royals[offer.id]?.at ?? "";
        return spaceOf(at) in view.spaces ? spaceOf(at) : "";
    }
    return "";
}

/** @param {string} general @param {T.View} view */
export function generalAt(general, view) {
    for (const [space, seen] of Object.entries(view.spaces)) {
        if (seen.stacks.some((stack) => stack.generals.includes(general))) return space;
    }
    return "";
}

/**
 * What a click on a space does. Where a General may be activated it means him, not the CUs under another.
 * @param {T.Offer[]} offers
 * @param {T.View} view
 * @param {Material} material
 * @returns {Map<string, T.Offer[]>} by space
 */
export function byPlace(offers, view, material) {
    /** @type {Map<string, T.Offer[]>} */
    const places = new Map();
    for (const offer of asked(offers)) {
        const space = material.verb(offer).on_map ? placeOf(offer, view) : "";
        if (space) places.set(space, [...(places.get(space) ?? []), offer]);
    }
    for (const [space, here] of places) {
        const generals = here.filter((offer) => offer.verb === "activate");
        if (generals.length) places.set(space, generals);
    }
    return places;
}

/**
 * What somebody who clicks a space that does not glow may have meant.
 * @param {T.Offer[]} offers
 * @param {string} space
 * @param {T.View} view
 * @param {Material} material
 * @returns {string} an action, or nothing
 */
export function meant(offers, space, view, material) {
    const groups = [...byVerb(offers)].sort((a, b) => b[1].length - a[1].length);
    for (const [verb, group] of groups) {
        if (group[0].domain === "space" || group[0].domain === "location") {
            const { on_map, then } = material.verb(group[0]);
            if (on_map && !then.includes("take-all")) return `${verb}:${space}`;
        }
    }
    const general = view.spaces[space]?.stacks.flatMap((stack) => stack.generals)[0];
    const verb = groups.find(([, group]) => group[0].domain === "general")?.[0];
    if (general && verb) return `${verb}:${general}`;
    const located = groups.find(([, group]) => group[0].domain === "location");
    return located ? `${located[0]}:${space}` : "";
}
