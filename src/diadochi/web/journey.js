// A march or a voyage to a far space: single steps that the server has found, sent until there is something to choose.

import { notice } from "./notices.js";
import { settings } from "./kept.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { TablePage } from "./table.js" */

/** Fleets are chosen on the way only by those who do not take everything along. */
const CHOSEN_WITH_ALL = "escort";

/**
 * @typedef {object} Plan
 * @property {T.Goal} goal
 * @property {T.Way} way
 * @property {number} mps that the group had when it set out
 * @property {string} kind what was asked then
 * @property {string} answer to the question at the goal, or nothing
 * @property {number} from the step that comes next
 */

/** The steps after which one stops to look, without the last one. @param {T.Way} way */
export function halts(way) {
    const last = way.actions.length - 1;
    return way.halts.filter((halt) => halt.leg < last && !(settings.takeAll && halt.kind === CHOSEN_WITH_ALL));
}

export class Journey {
    /** @param {TablePage} page */
    constructor(page) {
        this.page = page;
        /** @type {Plan | null} */
        this.plan = null;
    }

    /** @param {T.Goal} goal @param {T.Way} way @param {T.Ahead} ahead @param {string} [answer] */
    async begin(goal, way, ahead, answer = "") {
        const kind = this.page.view?.decision?.kind ?? "";
        this.plan = { goal, way, mps: ahead.mps, kind, answer, from: 0 };
        await this.run();
    }

    /** Send what can be sent at once: up to the next halt, and the answer if nothing comes before it. */
    async run() {
        const { plan } = this;
        if (!plan) return;
        const halt = halts(plan.way).find(({ leg }) => leg >= plan.from);
        const until = halt ? halt.leg + 1 : plan.way.actions.length;
        const actions = plan.way.actions.slice(plan.from, until);
        plan.from = until;
        if (!halt && plan.answer) actions.push(plan.answer);
        if (!await this.page.choosing.deliverAll(actions)) {
            this.plan = null;
            return;
        }
        await this.look();
    }

    /** A view has come: go on, or wait for the others, or stop and say why. */
    async look() {
        const { plan, page } = this;
        const view = page.view;
        if (!plan || !view || page.choosing.sending) return;
        const decision = view.decision;
        if (!decision || view.active !== page.seat) return this.stop("");
        if (!decision.mine || decision.window) return undefined;
        if (plan.answer && decision.offers.some((offer) => offer.action === plan.answer)) {
            this.plan = null;
            await page.choosing.deliverAll([plan.answer]);
            return undefined;
        }
        if (this.isThere(plan, view)) return this.stop("");
        const ahead = await page.lookAhead(view);
        if (this.plan !== plan || page.view !== view) return undefined;
        const next = this.nextStep(plan, decision, ahead);
        if (next < 0) return this.stop(t("page.march.stopped", { space: page.material.at(plan.goal.space) }));
        const halt = next < plan.from ? undefined : halts(plan.way).find(({ leg }) => leg === next - 1);
        if (halt) return this.stop(t("page.march.halts", { space: page.material.at(plan.goal.space), why: halt.text }));
        plan.from = next;
        return this.run();
    }

    /** The group stands at the goal. @param {Plan} plan @param {T.View} view */
    isThere(plan, view) {
        return Boolean(view.spaces[plan.goal.space]?.stacks.some((stack) => stack.faction === this.page.seat && stack.generals.length));
    }

    /** The first step that is offered now and costs what it was to cost, or -1. @param {Plan} plan @param {T.Decision} decision @param {T.Ahead | null} ahead */
    nextStep(plan, decision, ahead) {
        const { actions, costs } = plan.way;
        return actions.findIndex((action, i) => {
            const spent = i ? costs[i - 1] : 0;
            return ahead?.mps === plan.mps - spent && decision.offers.some((offer) => offer.action === action);
        });
    }

    /** @param {string} why a sentence, or nothing where there is nothing to say */
    stop(why) {
        this.plan = null;
        if (why) notice(why);
        this.page.draw();
    }
}
