// The prompt line and everything that may be chosen, as buttons with numbers.

import { Countdown } from "./countdown.js";
import { button, h, show } from "./dom.js";
import { emblem } from "./emblem.js";
import { withRule } from "./notices.js";
import { chanceOf, finalMark, oddsView } from "./odds.js";
import { asked, byVerb, standsAlone } from "./offers.js";
import { goalText } from "./reach.js";
import { stepper } from "./steppers.js";
import { listed, t, upper } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const HESITATION = 900;
const MANY = 30;
const MOST_CHIPS = 9;
/** How high a line of the question is (table.css). */
const THIN = 44;
/** How long one may not want to be asked for Surprise cards. */
const SKIPS = ["segment", "turn", "round"];
/** The group of what may be done besides what is asked. */
const BESIDES = "besides";
/** That of the spaces which several steps lead to, and that of what follows at once. */
const FAR = "far", NEXT = "next";

/**
 * @typedef {object} Deciding
 * @property {(offer: T.Offer) => void} choose
 * @property {(offers: string[]) => void} chooseAll several actions, one after another
 * @property {(chain: T.Chain) => void} chain one after what has to be done first
 * @property {(goal: T.Goal) => void} travel
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {(offer: T.Offer | null) => void} point a button is looked at
 * @property {(space: string) => void} look the way to a far goal is shown
 * @property {() => void} toHand
 * @property {() => void} result how the game has ended
 * @property {(until: string) => void} skipWindows
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
        this.undo = button(t("page.undo"), () => deciding.undo(), { class: "undo", "data-key": "undo", title: t("page.undo.text"), disabled: true });
        this.hint = button(t("page.hint"), () => deciding.hint(), { class: "hint", "data-key": "hint", title: t("page.hint.text"), hidden: true });
        this.odds = h("div", { class: "odds" });
        this.countdown = new Countdown(() => deciding.refresh());
        this.advice = h("p", { class: "advice", role: "status" });
        this.bar = h("section", { class: "prompt", "aria-label": t("page.decision") }, this.line, this.hint, this.undo, this.countdown.node, this.chips, this.advice, this.odds);
        new ResizeObserver(([{ contentRect }]) => {
            if (contentRect.width === this.width) return;
            this.width = contentRect.width;
            this.fit();
        }).observe(this.bar);
        this.width = 0;
        this.list = h("section", { class: "offers", "aria-label": t("page.offers") });
        /** @type {(T.Offer | T.Goal | T.Chain)[]} */
        this.numbered = [];
        /** @type {T.Ahead | null} */
        this.foreseen = null;
        this.typed = "";
        /** @type {string | null} what has been answered in a countdown, nothing, or that none runs */
        this.answer = null;
        /** @type {Map<string, boolean>} the groups that the reader has opened or closed, by verb */
        this.opened = new Map();
        /** What is shown: as long as nothing of it changes, what has been typed and counted stays. */
        this.shown = "";
    }

    /**
     * @param {T.View} view
     * @param {{busy: boolean, past: boolean, names: Map<string, string>, received: number, everyStep: boolean, ahead: T.Ahead | null, travelling: string}} how
     */
    show(view, how) {
        const decision = view.decision;
        const mine = Boolean(decision?.mine) && !how.past;
        const offers = mine && decision ? decision.offers : [];
        this.answer = mine && decision?.round ? decision.round.answer ?? "" : null;
        this.bar.classList.toggle("mine", mine);
        this.bar.classList.toggle("busy", how.busy);
        this.bar.dataset.version = String(view.version);
        const round = how.past ? null : decision?.round ?? null;
        this.countdown.show(round, how.received);
        const lasting = { ...decision, round: round && { ...round, left: 0 } };
        const shown = JSON.stringify([view.seat, view.version, view.can_undo, lasting, how.busy, how.past, how.everyStep, [...how.names], how.ahead?.version, how.travelling]);
        if (shown === this.shown) return;
        this.shown = shown;
        this.foreseen = mine ? how.ahead : null;
        this.line.replaceChildren(...this.sentence(view, how.names), ...(how.travelling ? [h("span", { class: "said" }, " ", t("page.march.on", { space: this.material.at(how.travelling) }))] : []));
        const undoing = document.activeElement === this.undo;
        this.hint.hidden = !mine;
        this.undo.hidden = view.seat === null;
        this.undo.disabled = !view.can_undo || how.past;
        if (undoing && this.undo.disabled) this.hint.focus();
        const near = new Set(offers.map((offer) => offer.action));
        const far = (this.foreseen?.goals ?? []).filter((goal) => !goal.ways.some((way) => way.actions.length === 1 && near.has(way.actions[0])));
        const chains = this.foreseen?.then ?? [];
        this.numbered = [...this.inOrder(offers), ...far, ...chains];
        const alone = asked(offers).filter((offer) => standsAlone(offer, view, this.material)).slice(0, MOST_CHIPS);
        const all = mine ? decision?.together : null;
        show(this.chips,
            alone.map((offer) => this.offerButton(offer, how.busy, this.material.verb(offer).ends ? "chip ending" : "chip")),
            chains.filter(({ offer }) => this.material.verb(offer).ends).map((chain) => this.chainButton(chain, how.busy, "chip ending")),
            view.result ? button(t("page.result"), () => this.deciding.result(), { class: "chip", "data-key": "result" }) : null,
            offers.some((offer) => offer.domain === "card") ? button(t("page.to_hand"), () => this.deciding.toHand(), { class: "chip to-hand", "data-key": "to-hand" }) : null,
            all ? button(all.label, () => this.deciding.chooseAll(all.actions), { class: "chip", "data-key": "all", disabled: how.busy }) : null,
            decision?.window && mine ? SKIPS.map((until) => button(t(`page.skip.${until}`), () => this.deciding.skipWindows(until), { class: "chip", "data-key": `skip-${until}`, title: t(`page.windows.${until}`) })) : null,
            mine && round?.kind === "naval_step" && !how.everyStep
                ? button(t("page.every_step"), () => this.deciding.everyStep(), { class: "chip", "data-key": "every-step", title: t("page.every_step.text") }) : null);
        show(this.list, view.seat === null ? h("p", { class: "quiet-text" }, t("page.watching")) : this.groups(offers, far, chains, view, how.busy));
        this.fit();
    }

    /** The question stays one line with its buttons: of what stands in the list as well, only as much as there is room for. */
    fit() {
        const chips = /** @type {HTMLElement[]} */ ([...this.chips.querySelectorAll(".chip[data-action]:not(.ending)")]);
        for (const chip of chips) chip.hidden = true;
        const most = Math.max(this.bar.offsetHeight, THIN);
        for (const chip of chips) {
            chip.hidden = false;
            if (this.bar.offsetHeight <= most + 1) continue;
            chip.hidden = true;
            break;
        }
    }

    /**
     * @param {T.View} view
     * @param {Map<string, string>} names
     * @returns {(Node | string)[]}
     */
    sentence(view, names) {
        if (view.result) {
            return [emblem(view.result.winner), h("strong", {}, upper(t("page.wins.by", { who: this.material.who(view.result.winner), victory: view.result.text })))];
        }
        const decision = view.decision;
        if (!decision) return ["…"];
        if (decision.round) return this.asking(decision, decision.round);
        const who = this.material.who(decision.seat);
        if (decision.mine) return [emblem(decision.seat), ...withRule(upper(t("asked", { who, line: decision.prompt })), decision.rule)];
        const name = names.get(decision.seat);
        return [emblem(decision.seat), h("span", { class: "waiting" }, name ? t("page.waiting.name", { who, name }) : t("page.waiting", { who })), " ",
            ...withRule(decision.prompt, decision.rule)];
    }

    /** What a window asks everybody at once. @param {T.Decision} decision @param {T.Round} round @returns {(Node | string)[]} */
    asking(decision, round) {
        const text = withRule(decision.prompt, decision.rule);
        const who = listed(round.asked.map((id) => this.material.who(id)));
        if (!decision.mine) return [h("span", { class: "waiting" }, upper(t("page.asked", { who }))), " ", ...text];
        const chosen = decision.offers.find((offer) => offer.action === round.answer);
        const seconds = Math.max(1, Math.round(round.seconds));
        const said = round.lost ? t("page.answer.lost")
            : chosen ? t("page.answer", { action: chosen.label })
                : t(who.count > 1 ? "page.silence.together" : "page.silence", { seconds });
        return [emblem(decision.seat), ...text, " ", h("span", { class: "said" }, said)];
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
    offerButton(offer, busy, style, label = offer.label) {
        const number = this.numbered.indexOf(offer) + 1;
        return h("button", {
            type: "button", class: style, disabled: busy, "data-key": offer.action, "data-action": offer.action,
            "aria-keyshortcuts": number, "aria-pressed": this.answer === null ? null : String(this.answer === offer.action), title: this.titled(offer), "aria-label": label === offer.label ? null : this.titled(offer),
            onclick: () => this.deciding.choose(offer),
            onpointerenter: () => this.deciding.point(offer), onfocus: () => this.deciding.point(offer),
            onpointerleave: () => this.deciding.point(null), onblur: () => this.deciding.point(null),
        }, h("kbd", { "aria-hidden": "true" }, number), h("span", {}, label, this.facts(offer)), chanceOf(this.foreseen?.odds[offer.action]), this.foreseen?.final[offer.action] ? finalMark() : null);
    }

    /** The label of an offer, and why it cannot be taken back. @param {T.Offer} offer */
    titled(offer) {
        const why = this.foreseen?.final[offer.action];
        return why ? t("page.final.why", { action: offer.label, why }) : offer.label;
    }

    /** A space that several steps lead to. @param {T.Goal} goal @param {boolean} busy */
    goalButton(goal, busy) {
        const number = this.numbered.indexOf(goal) + 1;
        const [way] = goal.ways;
        const label = t("page.march.to", { space: this.material.at(goal.space) });
        return h("button", {
            type: "button", class: `offer goal${goal.fight ? " fight" : ""}`, disabled: busy, "data-key": `goal-${goal.space}`, "data-goal": goal.space,
            "aria-keyshortcuts": number, title: goalText(goal, this.material), "aria-label": goalText(goal, this.material),
            onclick: () => this.deciding.travel(goal),
            onpointerenter: () => this.deciding.look(goal.space), onfocus: () => this.deciding.look(goal.space),
            onpointerleave: () => this.deciding.look(""), onblur: () => this.deciding.look(""),
        }, h("kbd", { "aria-hidden": "true" }, number), h("span", {}, this.material.space(goal.space)), chanceOf(goal.odds), h("span", { class: "mps", title: label }, way.costs.at(-1) ?? 0),
        goal.fight || way.chance < 1 ? finalMark() : null);
    }

    /** @param {T.Chain} chain @param {boolean} busy @param {string} style */
    chainButton(chain, busy, style) {
        const number = this.numbered.indexOf(chain) + 1;
        const { first, offer } = chain;
        const label = this.material.verb(offer).ends ? offer.label : t(`page.then.${first}`, { action: offer.label });
        const why = this.foreseen?.final[first];
        return h("button", {
            type: "button", class: style, disabled: busy, "data-key": `then-${offer.action}`, "data-then": offer.action, "data-first": first,
            "aria-keyshortcuts": number, title: why ? t("page.final.why", { action: label, why }) : label,
            onclick: () => this.deciding.chain(chain),
            onpointerenter: () => this.deciding.point(offer), onfocus: () => this.deciding.point(offer),
            onpointerleave: () => this.deciding.point(null), onblur: () => this.deciding.point(null),
        }, h("kbd", { "aria-hidden": "true" }, number), h("span", {}, label), why ? finalMark() : null);
    }

    /** What must be known of a General who comes or goes. @param {T.Offer} offer */
    facts(offer) {
        const general = this.material.verb(offer).introduces ? this.material.generals.get(offer.id) : undefined;
        return general ? h("small", { class: "facts" }, t("page.ratings.ability", { initiative: general.initiative, battle: general.battle, ability: general.ability })) : null;
    }

    /** @param {T.Offer[]} offers @param {T.Goal[]} far @param {T.Chain[]} chains @param {T.View} view @param {boolean} busy */
    groups(offers, far, chains, view, busy) {
        if (!offers.length) return h("p", { class: "quiet-text" }, t("page.offers.none"));
        const further = offers.filter((offer) => offer.further);
        return [...[...byVerb(offers)].map(([verb, group]) => {
            if (group[0].domain === "none") return this.offerButton(group[0], busy, "offer");
            const counted = this.material.verb(group[0]).counted ? [stepper(verb, group, view, this.material, busy, (actions) => this.deciding.chooseAll(actions))] : [];
            return this.group(verb, this.material.verb(group[0]).heading, group.length <= MANY, [...counted, ...group.map((offer) => this.offerButton(offer, busy, "offer", this.short(offer, group)))], group.length);
        }), far.length ? this.group(FAR, t("page.far"), far.length <= MANY, far.map((goal) => this.goalButton(goal, busy)), far.length) : "",
        chains.length ? this.group(NEXT, t("page.then"), chains.length <= MANY, chains.map((chain) => this.chainButton(chain, busy, "offer")), chains.length) : "",
        further.length ? this.besides(further, busy) : ""];
    }

    /** What may be done at any time of one's own turn: in sight, but nothing that is left to do. @param {T.Offer[]} offers @param {boolean} busy */
    besides(offers, busy) {
        const title = t(offers.some((offer) => offer.verb === "disband") ? "page.besides.royal" : "page.besides");
        return this.group(BESIDES, title, false, offers.map((offer) => this.offerButton(offer, busy, "offer quiet")));
    }

    /** @param {string} key @param {string} title @param {boolean} open unless the reader has it otherwise @param {Node[]} buttons @param {number} [number] */
    group(key, title, open, buttons, number = buttons.length) {
        const box = h("details", { open: this.opened.get(key) ?? open, class: key === BESIDES ? "verb besides" : "verb" },
            h("summary", { onclick: () => this.opened.set(key, !box.open) }, title, h("span", { class: "count" }, ` ${number}`)),
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
        return twice ? t("page.card.copy", { card: name(number), number }) : name(number);
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
        const chosen = this.numbered[Number(this.typed) - 1];
        this.typed = "";
        if (!chosen) return;
        if ("ways" in chosen) this.deciding.travel(chosen);
        else if ("first" in chosen) this.deciding.chain(chosen);
        else this.deciding.choose(chosen);
    }

    /** What a bot would do, until something is done. @param {T.Hint | null} hint */
    showAdvice(hint) {
        const meant = this.numbered.find((each) => "action" in each && each.action === hint?.action);
        const words = { action: meant && "label" in meant ? meant.label : hint?.label ?? "", reason: hint?.text ?? "" };
        const said = !hint ? "" : !hint.action ? t("page.advice.none") : t(hint.text ? "page.advice.why" : "page.advice", words);
        if (this.advice.textContent !== said) this.advice.textContent = said;
    }

    /** The chances before the dice fall. @param {T.Odds | null} odds */
    showOdds(odds) {
        show(this.odds, odds ? oddsView(odds, this.material) : null);
    }
}
