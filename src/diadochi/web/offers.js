// What may be chosen, sorted for the eye: by verb, by place, by card.

import { spaceOf } from "./material.js";

/** @import * as T from "./types" */

/** Verbs that play a card out of the hand: they cannot be taken back. */
const CARD_VERBS = new Set([
    "event", "surprise", "discard", "force-march", "place-pcs", "train", "spend-nothing", "upgrade", "recruit", "free-cart", "retrieve",
]);

export const USES = /** @type {Record<string, string>} */ ({
    event: "Event", surprise: "Surprise", discard: "Discard", "force-march": "Force-March", "place-pcs": "Place PCs", train: "Train",
    "spend-nothing": "Spend nothing", upgrade: "Upgrade a Fleet", recruit: "Recruit", "free-cart": "Free the Cart", retrieve: "Retrieve a Fleet",
});

/** The same in the room of a small card. */
export const SHORT_USES = /** @type {Record<string, string>} */ ({
    ...USES, "force-march": "March", "place-pcs": "PCs", "spend-nothing": "Nothing", upgrade: "Fleet", "free-cart": "Cart", retrieve: "Retrieve",
});

/** Headings for verbs with an operand; a verb that is missing here is headed by its own name. */
const HEADINGS = /** @type {Record<string, string>} */ ({
    ...USES,
    activate: "Activate", muster: "CUs under a Minor General, at", march: "March to", sail: "Sail to", place: "Place at",
    "place-pc": "Place a PC in", "remove-pc": "Remove the PC in", siege: "Besiege", intercept: "Intercept from", reposition: "Minor General to",
    "evade-to": "Evade to", take: "Take along", leave: "Leave here", "take-general": "Take along", "take-royal": "Take along",
    "leave-general": "Leave here", "leave-royal": "Leave here", lose: "Lose", join: "Join the battle", inside: "Put inside", outside: "Put outside",
    start: "Start in", at: "At", land: "Land at", drop: "Drop off at", escort: "Escort with the Fleet of", commit: "Commit the Fleet of",
    "inside-general": "Put inside", "inside-royal": "Put inside", "outside-general": "Put outside", "outside-royal": "Put outside", "join-general": "Join the battle",
    fetch: "Take from where he stands", command: "Takes command", first: "Goes first", "ask-passage": "Ask for Free Passage",
    "discard-general": "Discard", "recruit-general": "Recruit", "upgrade-fleet": "Upgrade the Fleet of", "retrieve-fleet": "Retrieve the Fleet of",
    "start-training": "Train", "move-independent": "Move the Independent Army of", "enter-board": "Enter the board at",
    "choose-space": "Choose", "choose-general": "Choose", "choose-royal": "Choose", "choose-faction": "Choose", "choose-units": "Choose",
    disband: "Disband a Royal Army CU at", "remove-general": "Take off the map",
});

/** Places where pieces are counted one by one. */
export const STEPPED = new Set(["take", "leave", "inside", "outside", "join"]);

/** Those who go along with the CUs, one by one. */
const COMPANIONS = new Set([
    "take-general", "take-royal", "leave-general", "leave-royal", "inside-general", "inside-royal", "outside-general", "outside-royal", "join-general",
]);

/** A click on one's own Army means none of these. */
const NOT_ON_MAP = new Set([
    "leave-general", "leave-royal", "inside-general", "inside-royal", "outside-general", "outside-royal", "join-general", "disband", "remove-general",
]);

const ACTIVATING = new Set(["activate", "muster"]);

/** Where nobody is left to activate, these are asked for; they stand in the list. */
const BESIDES = new Set(["reposition", "remove-general", "disband"]);

/** What is asked, without what may be done besides at any time of one's own turn. @param {T.Offer[]} offers */
export function asked(offers) {
    return offers.filter((offer) => !offer.further);
}

/** @param {T.Offer} offer whether a General has an Army after it that he may take along */
export function activates(offer) {
    return ACTIVATING.has(offer.verb);
}

/** @typedef {(offers: T.Offer[]) => string} Next an action that is sure to be wanted, or nothing */

/** @type {Next} */
const takeAll = (offers) => offers.find((offer) => offer.verb === "take-all")?.action ?? "";

/** @type {Next} */
const takeTheOnlyGeneral = (offers) => {
    const generals = offers.filter((offer) => offer.verb === "take-general");
    return generals.length === 1 ? generals[0].action : "";
};

/** What follows an offer when whoever goes takes everything along. @param {T.Offer} offer @returns {Next[]} */
export function afterwards(offer) {
    if (activates(offer)) return [takeAll];
    return offer.verb === "intercept" ? [takeTheOnlyGeneral, takeAll] : [];
}

/** What is over when one is done, by the rule of the decision. */
const ENDINGS = /** @type {Record<string, string>} */ ({
    "6.1.2": "remove no more PCs", "6.1.4": "place no more PCs", "6.1.5": "no more Sieges", "6.2.B2.1": "place no more PCs", "6.3.1": "activate nobody",
    "7.1.3": "end the Segment", "7.1.C.2": "go on", "9.1.3": "activate nobody else", "9.3.0.1": "halt here", "11.2.4": "Intercept with these", "13.2.1": "sail with these Fleets",
});

/** The words on a button. @param {T.Offer} offer @param {string} rule of the decision */
export function saying(offer, rule) {
    return offer.verb === "done" && rule in ENDINGS ? `${offer.label}: ${ENDINGS[rule]}` : offer.label;
}

/** Decisions in which nothing speaks against choosing everything, by rule: the verb and what all of it is called. */
const ALL_AT_ONCE = /** @type {Record<string, [string, string]>} */ ({ "6.1.2": ["remove-pc", "Remove all"], "6.1.4": ["place-pc", "Place all"], "13.2.1": ["escort", "Escort with all"] });

/** @param {T.Offer[]} offers @param {string} rule @returns {{label: string, actions: string[]} | null} */
export function allAtOnce(offers, rule) {
    const [verb, label] = ALL_AT_ONCE[rule] ?? [];
    const actions = offers.filter((offer) => offer.verb === verb).map((offer) => offer.action);
    return actions.length > 1 ? { label: `${label} ${actions.length}${verb === "escort" ? " Fleets" : ""}`, actions } : null;
}

/** Whether a card is played for what is written on it. @param {T.Offer} offer */
export function forItsText(offer) {
    return offer.verb === "event" || offer.verb === "surprise";
}

/** @param {T.Offer} offer */
export function playsCard(offer) {
    return CARD_VERBS.has(offer.verb);
}

/** Whether an offer is neither on the map nor on a card nor counted with a stepper. @param {T.Offer} offer @param {T.View} view */
export function standsAlone(offer, view) {
    if (offer.domain === "none" || COMPANIONS.has(offer.verb)) return true;
    return offer.domain !== "card" && !STEPPED.has(offer.verb) && !BESIDES.has(offer.verb) && !placeOf(offer, view);
}

/** @param {string} verb */
export function heading(verb) {
    return HEADINGS[verb] ?? (verb[0].toUpperCase() + verb.slice(1)).replaceAll("-", " ");
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
 * @returns {Map<string, T.Offer[]>} by space
 */
export function byPlace(offers, view) {
    /** @type {Map<string, T.Offer[]>} */
    const places = new Map();
    for (const offer of asked(offers)) {
        const space = NOT_ON_MAP.has(offer.verb) ? "" : placeOf(offer, view);
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
 * @returns {string} an action, or nothing
 */
export function meant(offers, space, view) {
    const groups = [...byVerb(offers)].sort((a, b) => b[1].length - a[1].length);
    for (const [verb, group] of groups) {
        if (group[0].domain === "space" || group[0].domain === "location") {
            if (verb !== "muster" && verb !== "disband") return `${verb}:${space}`;
        }
    }
    const general = view.spaces[space]?.stacks.flatMap((stack) => stack.generals)[0];
    const verb = groups.find(([, group]) => group[0].domain === "general")?.[0];
    if (general && verb) return `${verb}:${general}`;
    const located = groups.find(([, group]) => group[0].domain === "location");
    return located ? `${located[0]}:${space}` : "";
}
