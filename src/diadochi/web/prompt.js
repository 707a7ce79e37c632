// The prompt line and everything that may be chosen, as buttons with numbers.

import { Countdown } from "./countdown.js";
import { button, h, lower, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { withRule } from "./notices.js";
import { oddsView } from "./odds.js";
import { allAtOnce, asked, byVerb, heading, saying, standsAlone, STEPPED } from "./offers.js";
import { stepper } from "./steppers.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const HESITATION = 900;
const MANY = 30;
const MOST_CHIPS = 9;
/** The group of what may be done besides what is asked. */
const BESIDES = "besides";
const GENERALS_COME_AND_GO = new Set(["discard-general", "recruit-general"]);

/**
 * @typedef {object} Deciding
 * @property {(offer: T.Offer) => void} choose
 * @property {(offers: string[]) => void} chooseAll several actions, one after another
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {(offer: T.Offer | null) => void} point a button is looked at
 * @property {() => void} toHand
 * @property {() => void} result how the game has ended
 * @property {() => void} skipWindows
 * @property {() => void} everyStep the whole countdown at every step of a voyage
 * @property {() => void} refresh
 */

export class Prompt {
    /**
     * @param {Material} material
     * @param {Deciding} deciding
     */
    constructor(material, deciding) {
        this.material = material;
        this.deciding = deciding;
        this.line = h("p", { class: "prompt-line", role: "status", "aria-live": "polite", tabindex: "-1" });
        this.chips = h("div", { class: "chips" });
        this.undo = button("Undo", () => deciding.undo(), { class: "undo", "data-key": "undo", title: "Take the last step back (U)", disabled: true });
        this.hint = button("Hint", () => deciding.hint(), { class: "hint", "data-key": "hint", title: "What would a bot do here? (I)", hidden: true });
        this.odds = h("div", { class: "odds" });
        this.countdown = new Countdown(() => deciding.refresh());
        this.advice = h("p", { class: "advice", role: "status" });
        this.bar = h("section", { class: "prompt", "aria-label": "Decision" }, this.line, this.hint, this.undo, this.countdown.node, this.chips, this.advice, this.odds);
        this.list = h("section", { class: "offers", "aria-label": "Everything you may choose" });
        /** @type {T.Offer[]} */
        this.numbered = [];
        this.typed = "";
        this.rule = "";
        /** @type {string | null} what has been answered in a countdown, nothing, or that none runs */
        this.answer = null;
        /** @type {Map<string, boolean>} the groups that the reader has opened or closed, by verb */
        this.opened = new Map();
        /** What is shown: as long as nothing of it changes, what has been typed and counted stays. */
        this.shown = "";
    }

    /**
     * @param {T.View} view
     * @param {{busy: boolean, past: boolean, names: Map<string, string>, received: number, everyStep: boolean}} how
     */
    show(view, how) {
        const decision = view.decision;
        const mine = Boolean(decision?.mine) && !how.past;
        const offers = mine && decision ? decision.offers : [];
        this.rule = decision?.rule ?? "";
        this.answer = mine && decision?.round ? decision.round.answer ?? "" : null;
        this.bar.classList.toggle("mine", mine);
        this.bar.classList.toggle("busy", how.busy);
        this.bar.dataset.version = String(view.version);
        const round = how.past ? null : decision?.round ?? null;
        this.countdown.show(round, how.received);
        const lasting = { ...decision, round: round && { ...round, left: 0 } };
        const shown = JSON.stringify([view.seat, view.version, view.can_undo, lasting, how.busy, how.past, how.everyStep, [...how.names]]);
        if (shown === this.shown) return;
        this.shown = shown;
        this.line.replaceChildren(...this.sentence(view, how.names));
        const undoing = document.activeElement === this.undo;
        this.hint.hidden = !mine;
        this.undo.hidden = view.seat === null;
        this.undo.disabled = !view.can_undo || how.past;
        if (undoing && this.undo.disabled) this.hint.focus();
        this.numbered = this.inOrder(offers);
        const alone = asked(offers).filter((offer) => standsAlone(offer, view)).slice(0, MOST_CHIPS);
        const all = allAtOnce(offers, decision?.rule ?? "");
        const stepped = [...byVerb(offers)].filter(([verb]) => STEPPED.has(verb));
        show(this.chips,
            alone.map((offer) => this.offerButton(offer, how.busy, offer.verb === "done" || offer.verb === "pass" ? "chip ending" : "chip")),
            view.result ? button("The result", () => this.deciding.result(), { class: "chip", "data-key": "result" }) : null,
            offers.some((offer) => offer.domain === "card") ? button("Look at your cards", () => this.deciding.toHand(), { class: "chip to-hand", "data-key": "to-hand" }) : null,
            all ? button(all.label, () => this.deciding.chooseAll(all.actions), { class: "chip", "data-key": "all", disabled: how.busy }) : null,
            decision?.window && mine ? button("Pass until the Segment ends", () => this.deciding.skipWindows(), { class: "chip", "data-key": "skip" }) : null,
            mine && round?.kind === "naval_step" && !how.everyStep
                ? button("Give me time at every step", () => this.deciding.everyStep(), { class: "chip", "data-key": "every-step", title: "The whole countdown at every step of a voyage, in this game" }) : null,
            stepped.map(([verb, group]) => stepper(verb, group, view, this.material, how.busy, (actions) => this.deciding.chooseAll(actions))));
        show(this.list, view.seat === null ? h("p", { class: "quiet-text" }, "You are watching, and see what everybody may see.") : this.groups(offers, how.busy));
    }

    /**
     * @param {T.View} view
     * @param {Map<string, string>} names
     * @returns {(Node | string)[]}
     */
    sentence(view, names) {
        if (view.result) {
            return [emblem(view.result.winner), h("strong", {}, `${this.material.faction(view.result.winner)} wins: ${view.result.text}`)];
        }
        const decision = view.decision;
        if (!decision) return ["…"];
        if (decision.round) return this.asking(decision, decision.round);
        if (decision.mine) return [emblem(decision.seat), ...withRule(decision.prompt, decision.rule)];
        const faction = this.material.faction(decision.seat);
        const name = names.get(decision.seat);
        const twice = decision.prompt.startsWith(`${faction}: `);
        const text = twice ? decision.prompt.slice(faction.length + 2) : decision.prompt;
        return [emblem(decision.seat), h("span", { class: "waiting" }, `Waiting for ${faction}${name ? ` (${name})` : ""}${twice ? ": " : ". "}`),
            ...withRule(text, decision.rule)];
    }

    /** What a window asks everybody at once. @param {T.Decision} decision @param {T.Round} round @returns {(Node | string)[]} */
    asking(decision, round) {
        const faction = this.material.faction(decision.seat);
        const text = decision.prompt.startsWith(`${faction}: `) ? decision.prompt.slice(faction.length + 2) : decision.prompt;
        const asked = round.asked.map((id) => this.material.faction(id));
        const all = asked.length > 1 ? `${asked.slice(0, -1).join(", ")} and ${asked.at(-1)} are asked together.` : `${asked[0]} is asked.`;
        if (!decision.mine) return [h("span", { class: "waiting" }, `${all} `), ...withRule(text, decision.rule)];
        const chosen = decision.offers.find((offer) => offer.action === round.answer);
        const said = chosen ? `Your answer: ${chosen.label}. You may change it until the end.`
            : `${asked.length > 1 ? "Everybody is asked together. " : ""}Whoever says nothing within ${Math.max(1, Math.round(round.seconds))} s passes.`;
        return [emblem(decision.seat), ...withRule(text, decision.rule), h("span", { class: "said" }, ` ${said}`)];
    }

    /** The groups of the list, one below the other. @param {T.Offer[]} offers */
    inOrder(offers) {
        return [...[...byVerb(offers).values()].flat(), ...offers.filter((offer) => offer.further)];
    }

    /**
     * @param {T.Offer} offer
     * @param {boolean} busy
     * @param {string} style
     * @param {string} [label]
     */
    offerButton(offer, busy, style, label = saying(offer, this.rule)) {
        const number = this.numbered.indexOf(offer) + 1;
        return h("button", {
            type: "button", class: style, disabled: busy, "data-key": offer.action, "data-action": offer.action,
            "aria-keyshortcuts": number, "aria-pressed": this.answer === null ? null : String(this.answer === offer.action), title: offer.label, "aria-label": label.startsWith(offer.label) ? null : offer.label,
            onclick: () => this.deciding.choose(offer),
            onpointerenter: () => this.deciding.point(offer), onfocus: () => this.deciding.point(offer),
            onpointerleave: () => this.deciding.point(null), onblur: () => this.deciding.point(null),
        }, h("kbd", { "aria-hidden": "true" }, number), h("span", {}, label, this.facts(offer)));
    }

    /** What must be known of a General who comes or goes. @param {T.Offer} offer */
    facts(offer) {
        const general = GENERALS_COME_AND_GO.has(offer.verb) ? this.material.generals.get(offer.id) : undefined;
        return general ? h("small", { class: "facts" }, `Initiative ${general.initiative}, Battle ${general.battle}${general.ability ? `. ${general.ability}` : ""}`) : null;
    }

    /** @param {T.Offer[]} offers @param {boolean} busy */
    groups(offers, busy) {
        if (!offers.length) return h("p", { class: "quiet-text" }, "Nothing to choose now.");
        const further = offers.filter((offer) => offer.further);
        return [...[...byVerb(offers)].map(([verb, group]) => {
            if (group[0].domain === "none") return this.offerButton(group[0], busy, "offer");
            return this.group(verb, heading(verb), group.length <= MANY, group.map((offer) => this.offerButton(offer, busy, "offer", this.short(offer, group))));
        }), further.length ? this.besides(further, busy) : ""];
    }

    /** What may be done at any time of one's own turn: in sight, but nothing that is left to do. @param {T.Offer[]} offers @param {boolean} busy */
    besides(offers, busy) {
        const title = offers.some((offer) => offer.verb === "disband") ? "Minor Generals, Royal Army" : "Minor Generals";
        return this.group(BESIDES, title, false, offers.map((offer) => this.offerButton(offer, busy, "offer quiet")));
    }

    /** @param {string} key @param {string} title @param {boolean} open unless the reader has it otherwise @param {Node[]} buttons */
    group(key, title, open, buttons) {
        const box = h("details", { open: this.opened.get(key) ?? open, class: key === BESIDES ? "verb besides" : "verb" },
            h("summary", { onclick: () => this.opened.set(key, !box.open) }, title, h("span", { class: "count" }, ` ${buttons.length}`)),
            h("div", {}, buttons));
        return box;
    }

    /** What tells an offer from the others of its group. @param {T.Offer} offer @param {T.Offer[]} group */
    short(offer, group) {
        const { material } = this;
        switch (offer.domain) {
            case "space": return material.space(offer.id);
            case "location": return material.place(offer.id);
            case "general": return material.general(offer.id);
            case "royal": return material.royal(offer.id);
            case "faction": return material.faction(offer.id);
            case "units": return material.unitGroup(offer.id);
            case "fleet": return material.fleet(offer.id);
            case "card": return this.cardName(offer.id, group);
            default: return offer.label;
        }
    }

    /** @param {string} number @param {T.Offer[]} group */
    cardName(number, group) {
        const name = (/** @type {string} */ id) => this.material.cards.get(id)?.name ?? id;
        const twice = group.filter((offer) => name(offer.id) === name(number)).length > 1;
        return twice ? `${name(number)} (${number})` : name(number);
    }

    /** Digits choose by number; where a longer number is possible it waits a moment. @param {KeyboardEvent} event */
    type(event) {
        if (event.key === "Escape") this.typed = "";
        if (!/^[0-9]$/.test(event.key) && !(event.key === "Enter" && this.typed)) return false;
        clearTimeout(this.timer);
        if (event.key !== "Enter") this.typed += event.key;
        const number = Number(this.typed);
        const longer = this.numbered.length >= number * 10;
        if (event.key === "Enter" || !longer || !number) this.fire();
        else this.timer = setTimeout(() => this.fire(), HESITATION);
        return true;
    }

    fire() {
        const offer = this.numbered[Number(this.typed) - 1];
        this.typed = "";
        if (offer) this.deciding.choose(offer);
    }

    /** What a bot would do, until something is done. @param {T.Hint | null} hint */
    showAdvice(hint) {
        const meant = this.numbered.find((offer) => offer.action === hint?.action);
        const said = !hint ? "" : !hint.action ? "The bot has no answer in time."
            : `A bot would choose: ${meant?.label ?? hint.label}.${hint.text ? ` It ${lower(hint.text)}.` : ""}`;
        if (this.advice.textContent !== said) this.advice.textContent = said;
    }

    /** The chances before the dice fall. @param {T.Odds | null} odds */
    showOdds(odds) {
        show(this.odds, odds ? oddsView(odds, this.material) : null);
    }
}
