// A table: one game before one pair of eyes.

import { button, h } from "./dom.js";
import { showTable } from "./about.js";
import { Choosing } from "./choosing.js";
import { Combat } from "./combat.js";
import { Curtain } from "./curtain.js";
import { Details } from "./details.js";
import { showEnding } from "./ending.js";
import { Frame, TABS } from "./frame.js";
import { Guide } from "./guide.js";
import { showHelp } from "./help.js";
import { cardFace, Hand } from "./hand.js";
import { Live } from "./live.js";
import { Log } from "./log.js";
import { BoardMap, mapTools } from "./map.js";
import { spaceOf } from "./material.js";
import { get, pause, post, Refused, Unreachable } from "./net.js";
import { complain, dialog, notice } from "./notices.js";
import { closeMenu } from "./menu.js";
import { rate } from "./motion.js";
import { News } from "./news.js";
import { asked, byPlace, placeOf } from "./offers.js";
import { showPiles } from "./piles.js";
import { moment, Players } from "./players.js";
import { Prompt } from "./prompt.js";
import { goalText, Reach, wayText } from "./reach.js";
import { showKeys, showSettings } from "./settings.js";
import { recalled, remember } from "./sights.js";
import { windowSettings } from "./window_settings.js";
import { RECENT, Time } from "./time.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const RETRY = 1500;
const TRACES = 24;
const OVERVIEW = 0.56;
const HOME = 0.93;
/** @type {T.Goal[]} */
const NO_GOALS = [];

export class TablePage {
    /** @param {HTMLElement} page @param {T.Table} table @param {Material} material */
    constructor(page, table, material) {
        this.page = page;
        this.table = table;
        this.material = material;
        this.id = table.id;
        this.closed = false;
        /** @type {T.View | null} */
        this.view = null;
        /** When it came. */
        this.received = 0;
        /** @type {T.View | null} the board as it was, while somebody looks at it */
        this.past = null;
        /** @type {T.View["seat"]} through whose eyes the table is seen */
        this.seat = this.mine.length === 1 ? this.mine[0] : null;
        /** @type {string[]} */
        this.present = [];
        /** @type {Live | null} */
        this.live = null;
        /** @type {Promise<void> | null} */
        this.fetching = null;
        /** @type {Promise<void> | null} */
        this.next = null;
        /** @type {T.Ahead | null} what the choices of now lead to */
        this.ahead = null;
        /** @type {{version: number, seat: T.View["seat"], found: Promise<T.Ahead | null>} | null} */
        this.looking = null;
        this.wasMine = false;
        /** @type {T.Hint | null} */
        this.hint = null;
        this.looked = -1;
        /** The version for which the map has been turned to what may be chosen. */
        this.asked = -1;
        this.choosing = new Choosing(this);
        this.combat = new Combat(material);
        this.details = new Details(material);
        this.guide = new Guide(table);
        this.news = new News(() => this.frame.choose("log"));
        this.curtain = new Curtain(material, (seat) => this.takeSeat(seat));
        this.players = new Players(material, { find: (space) => this.find(space) });
        this.hand = new Hand(material, { choose: (offer) => this.choosing.choose(offer), why: (card) => this.choosing.explainCard(card) });
        this.prompt = new Prompt(material, {
            choose: (offer) => this.choosing.choose(offer), chooseAll: (actions) => this.choosing.chooseAll(actions), chain: (chain) => this.choosing.choose(chain.offer, chain.first), travel: (goal) => this.choosing.travel(goal), undo: () => this.choosing.undo(), hint: () => this.choosing.hint(),
            point: (offer) => this.point(offer), look: (space) => this.pointAt(space), toHand: () => this.frame.turnTo("hand"), result: () => this.showResult(), skipWindows: (until) => this.setWindows(until),
            everyStep: () => this.setWindows(this.ownSeat?.windows ?? "ask", [...this.ownSeat?.kinds ?? [], "every_step"]), refresh: () => this.refresh(),
        });
        this.log = new Log(material, {
            find: (space) => this.find(space), look: (version) => this.lookBack(version), view: () => this.view,
            earlier: () => this.loadLog(-1), card: (number) => this.readCard(number),
        });
        this.frame = new Frame({
            prompt: this.prompt.bar, offers: this.prompt.list, hand: this.hand.node, players: this.players.strip, standings: this.players.standings, log: this.log.node,
            beside: [this.players.tracks, this.players.beside], news: this.news.node, guide: this.guide.node,
        }, {
            look: () => this.nextTarget(), piles: () => this.shown && showPiles(this.shown, material, this.players), help: () => showHelp(material, this.view?.thresholds), keys: showKeys, table: () => this.showTable(),
            settings: () => showSettings(this.windowsChoice()),
        });
        this.frame.turned = (tab) => (tab === "log" ? this.log.toEnd() : this.map.viewport.apply());
        this.map = new BoardMap(this.frame.mapHost, material, {
            pick: (space, at) => this.choosing.pick(space, at), hover: (space) => this.hover(space),
        });
        this.reach = new Reach(this.map);
        this.map.rescaled = () => this.reach.draw();
        this.details.prospect = (space) => this.prospect(space);
        this.frame.mapHost.append(mapTools(this.map), this.details.node);
        this.time = new Time(this);
        this.frame.addTime(this.time);
        this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
        this.leaving = () => remember(this.id, this.map.viewport.sight);
    }

    async open() {
        await this.map.load();
        if (this.closed) return;
        this.page.replaceChildren(this.frame.node, this.log.announcer, this.curtain.node);
        addEventListener("keydown", this.keys);
        addEventListener("pagehide", this.leaving);
        await this.choosing.resume();
        await this.begin();
        this.lookAtHome();
        if (document.activeElement === document.body) this.prompt.line.focus({ preventScroll: true });
    }

    close() {
        this.closed = true;
        removeEventListener("pagehide", this.leaving);
        this.leaving();
        this.live?.close();
        this.time.reset();
        removeEventListener("keydown", this.keys);
    }

    get title() {
        return t("page.titled", { name: this.table.name || this.material.facts.edition_name });
    }

    get mine() {
        return this.table.seats.filter((seat) => seat.mine).map((seat) => seat.faction);
    }

    get shown() {
        return this.past ?? this.time.board ?? this.view;
    }

    // What comes from the server

    /** Take part through the eyes of `seat`: its log, its view, its live channel. */
    async begin() {
        this.live?.close();
        this.time.reset();
        await this.loadLog(Math.max(-1, this.table.version - RECENT));
        this.time.begin(this.log.entries);
        this.recall();
        await this.refresh();
        if (this.closed) return;
        this.time.begun();
        this.live?.close();
        let broken = false;
        this.live = new Live(this.id, this.seat, {
            since: () => Math.max(this.log.version, this.time.heardOf),
            entries: (entries) => this.happened(entries),
            presence: (present) => {
                this.present = present;
                this.draw();
            },
            table: () => this.tableChanged(),
            connected: (on) => {
                this.waiting(!on);
                if (on) this.refresh();
                if (on && broken) this.tableChanged();
                broken = !on;
            },
        });
    }

    /** Whether the table could be taken part in, or is not wanted any more. */
    async begun() {
        try {
            await this.begin();
        } catch (error) {
            if (error instanceof Refused) complain(error);
            this.waiting(error instanceof Unreachable);
            return this.closed || !(error instanceof Unreachable);
        }
        return true;
    }

    /** Whoever comes back reads what has happened since the own last step. */
    recall() {
        this.news.clear();
        if (!this.seat) return;
        const { entries } = this.log;
        const last = entries.findLastIndex((entry) => entry.seat === this.seat && entry.action !== "pass");
        this.news.add(entries.slice(last + 1), this.seat);
    }

    /** @param {boolean} on whether the server cannot be reached */
    waiting(on) {
        this.frame.offline.hidden = !on;
    }

    /** @param {number} since */
    async loadLog(since) {
        const { seat } = this;
        this.log.clear();
        for (let from = since; ;) {
            const answer = await get(`/api/games/${this.id}/log`, { since: from, seat: this.time.seen || seat });
            if (seat !== this.seat || this.closed) return;
            this.log.add(answer.entries);
            if (!answer.entries.length || answer.version >= this.table.version) break;
            from = answer.version;
        }
        this.guide.follow(this.log.entries, this.seat);
        this.log.earlier.hidden = since < 0;
        this.log.toEnd();
    }

    async tableChanged() {
        try {
            this.table = await get(`/api/games/${this.id}`);
            this.draw();
        } catch (error) {
            if (error instanceof Refused) complain(error);
        }
    }

    /** @param {T.Entry[]} entries */
    happened(entries) {
        if (this.time.heard(entries)) this.catchUp();
    }

    /** More has been heard of than is seen; the answer to an own action brings its view along. */
    catchUp() {
        if (!this.choosing.sending && (this.view?.version ?? -1) < this.time.heardOf) this.refresh();
    }

    /** What has happened is told; what comes of an own fight, after its dice. @param {T.Entry[]} entries */
    tell(entries) {
        this.combat.follow(entries.filter((entry) => entry.version > this.log.version), this.mine);
        this.combat.whenTold(() => {
            const fresh = this.log.add(entries);
            if (!fresh.length) return;
            this.log.announce(fresh);
            this.guide.follow(fresh, this.seat);
            if (!rate()) this.trace(fresh);
            this.news.add(fresh, this.seat);
            this.draw();
        });
    }

    /** Others' moves leave a trace on the map for a moment. @param {T.Entry[]} entries */
    trace(entries) {
        for (const line of entries.filter((entry) => entry.seat !== this.seat).flatMap((entry) => entry.lines).slice(-TRACES)) {
            const places = line.refs.filter((ref) => ref.kind === "space" || ref.kind === "location").map((ref) => spaceOf(ref.id));
            if (places.length) this.map.trace(places.length > 1 ? places[0] : "", places.at(-1) ?? "");
        }
    }

    /**
     * Fetch the view as it is after this call; while one is on its way the next waits, and only one waits.
     * @returns {Promise<void>}
     */
    refresh() {
        if (this.fetching) {
            this.next ??= this.fetching.then(() => {
                this.next = null;
                return this.refresh();
            });
            return this.next;
        }
        this.fetching = this.fetchView().finally(() => {
            this.fetching = null;
        });
        return this.fetching;
    }

    async fetchView() {
        const { seat } = this;
        try {
            const view = /** @type {T.View} */ (await get(`/api/games/${this.id}/view`, { seat: this.time.seen || seat }));
            if (seat !== this.seat || this.closed || view.version < (this.view?.version ?? 0)) return;
            this.arrived(view);
            this.askOdds(view);
            if (view.decision?.mine) this.lookAhead(view).then(() => this.draw());
        } catch (error) {
            if (error instanceof Refused) complain(error);
        }
    }

    /** What an own action has led to. @param {T.Now} now @param {T.View["seat"]} seat */
    see({ view, ahead, odds }, seat) {
        if (seat !== this.seat || this.closed || view.version < (this.view?.version ?? 0)) return;
        if (ahead) {
            this.ahead = ahead;
            this.looking = { version: view.version, seat, found: Promise.resolve(ahead) };
        }
        this.arrived(view);
        this.prompt.showOdds(odds);
    }

    /** @param {T.View} view */
    arrived(view) {
        const before = this.view;
        this.view = view;
        this.received = performance.now();
        this.time.arrived(before);
        this.choosing.journey.look();
        if (view.over && before && !before.over && !this.time.following) this.ended();
    }

    /** Whoever plays is told how it has ended; whoever watches reads it in the prompt. */
    ended() {
        if (this.mine.length) this.combat.whenSeen(() => this.showResult());
    }

    showTable() {
        showTable(this.table, this.material, this.view);
    }

    showResult() {
        if (this.view) showEnding(this.table, this.view, this.material, { look: (version) => this.lookBack(version), replay: () => this.time.replay.play(0) });
    }

    /** @param {T.View} view */
    async askOdds(view) {
        const wanted = view.decision?.mine && view.decision.fight;
        const answer = wanted ? await get(`/api/games/${this.id}/odds`, { seat: this.seat }).catch(() => null) : null;
        if (this.view === view) this.prompt.showOdds(answer?.odds ?? null);
    }

    /** What the choices of this seat lead to; asked once for each moment. @param {T.View} view @returns {Promise<T.Ahead | null>} */
    lookAhead(view) {
        const { version } = view;
        const { seat } = this;
        if (this.looking?.version !== version || this.looking.seat !== seat) {
            const found = get(`/api/games/${this.id}/ahead`, { seat }).then((/** @type {T.Ahead} */ ahead) => {
                if (this.view?.version === ahead.version && this.seat === seat) this.ahead = ahead;
                return ahead;
            }).catch(() => {
                this.looking = null;
                return null;
            });
            this.looking = { version, seat, found };
        }
        return this.looking.found;
    }

    /** What is known of what lies ahead, if it is still true. @returns {T.Ahead | null} */
    get foreseen() {
        return this.ahead?.version === this.view?.version && this.view?.decision?.mine && !this.past ? this.ahead : null;
    }

    /** @returns {T.Goal[]} */
    get goals() {
        return this.foreseen?.goals ?? NO_GOALS;
    }

    /** @returns {T.Chain[]} */
    get chains() {
        return this.foreseen?.then ?? [];
    }

    // What is seen

    /** @param {string | null} space */
    hover(space) {
        this.details.hover(space, this.shown);
        this.pointAt(space ?? "");
    }

    /** The way to a goal. @param {string} space */
    pointAt(space) {
        this.reach.point(this.choosing.busy ? "" : space, this.standing);
    }

    /** Where the group stands that moves now. */
    get standing() {
        return this.foreseen?.at ?? "";
    }

    /** What going there would cost. @param {string} space @returns {Node[]} */
    prospect(space) {
        const goal = this.choosing.goalAt(space);
        if (!goal) return [];
        const lines = goal.ways.map((way) => h("ul", { class: "way-text" }, wayText(way, this.material).map((line) => h("li", {}, line))));
        const go = this.details.pinned === space ? [button(t("page.march.there"), () => this.choosing.travel(goal), { class: "primary" })] : [];
        return [...lines, ...(goal.fight ? [h("p", { class: "final-text" }, t("page.final"))] : []), ...go];
    }

    draw() {
        const { view, table, material, shown } = this;
        if (!view || !shown || (this.combat.isTelling && !this.past)) return;
        const lagging = !this.past && this.time.board !== null;
        const past = this.past !== null || (lagging && !view.decision?.mine);
        const { busy } = this.choosing;
        const names = new Map(table.seats.map((seat) => [seat.faction, this.nameOf(seat)]));
        this.frame.moment.textContent = moment(shown, material);
        const ahead = this.foreseen;
        this.prompt.show(past ? shown : view, { busy, past, names, received: this.received, everyStep: Boolean(this.ownSeat?.kinds?.includes("every_step")), ahead, travelling: this.choosing.journey.plan?.goal.space ?? "" });
        this.hand.show(this.past ?? view, { busy, past, final: ahead?.final ?? {} });
        this.players.show(shown, table, this.present);
        if (this.map.view !== shown) {
            this.map.show(shown);
            this.details.renew(shown);
            closeMenu(this.frame.mapHost);
        }
        this.map.showTargets(past || busy || lagging ? new Map() : this.targets(view));
        this.reach.show(past || busy || lagging ? NO_GOALS : this.goals);
        this.time.show();
        this.markHint(view);
        this.callTabs(view);
        const mine = Boolean(view.decision?.mine);
        document.title = `${mine ? "● " : ""}${this.title}`;
        if (mine && !this.wasMine && !view.decision?.round) this.frame.showOffers();
        if (mine && !past && !busy && this.asked !== view.version) {
            if (view.decision?.round && view.decision.offers.some((offer) => offer.verb === "surprise")) this.combat.leave();
            this.comeNear(view);
        }
        this.wasMine = mine;
        const seats = this.mine.length > 1 ? this.mine : [];
        if (this.curtain.update(seats, view.decision?.seat ?? null, this.seat) && this.seat) this.takeSeat(null);
    }

    /** @param {T.Seat} seat */
    nameOf(seat) {
        if (seat.kind === "bot") return t("page.bot");
        if (!this.live || this.present.includes(seat.faction) || seat.mine) return seat.name;
        return seat.name ? t("page.name.away", { name: seat.name }) : t("page.away");
    }

    /** @param {T.View} view */
    callTabs(view) {
        const offers = view.decision?.mine ? view.decision.offers : [];
        this.frame.call({
            map: byPlace(offers, view, this.material).size > 0, hand: offers.some((offer) => offer.domain === "card"), actions: asked(offers).length > 0,
        });
    }

    /** By space: what choosing it does. @param {T.View} view */
    targets(view) {
        const offers = view.decision?.mine ? view.decision.offers : [];
        const labels = new Map([...byPlace(offers, view, this.material)].map(([space, found]) => [space, found.map((offer) => offer.label).reduce((a, b) => t("page.either", { a, b }))]));
        for (const { first, offer } of this.chains) {
            const space = placeOf(offer, view);
            if (space && !labels.has(space)) labels.set(space, t(`page.then.${first}`, { action: offer.label }));
        }
        for (const goal of this.goals) labels.set(goal.space, goalText(goal, this.material));
        return labels;
    }

    /** Where the map is behind a tab, it comes forward when it is what has to be looked at. */
    turnToTargets() {
        if (!this.frame.isWide && this.frame.tab !== "map" && this.view?.decision?.mine && this.targets(this.view).size) this.frame.turnTo("map");
    }

    /** What may be chosen comes into sight; on a phone, where the whole map is too small to be tapped, so near that it can be. @param {T.View} view */
    comeNear(view) {
        this.asked = view.version;
        const spaces = [...this.targets(view).keys()];
        if (!this.frame.isWide && this.map.viewport.scale < OVERVIEW) this.map.approach(spaces, HOME);
        else this.map.reveal(spaces);
    }

    /** What was seen last; at first a phone is near the own armies, and where something glows, and the rest sees everything. */
    lookAtHome() {
        const { map, view } = this;
        const last = recalled(this.id);
        if (last) {
            map.viewport.see(last);
            return;
        }
        map.viewport.fit();
        if (!view || map.viewport.scale > OVERVIEW) return;
        const home = Object.entries(view.spaces).find(([, seen]) => seen.stacks.some((stack) => stack.faction === view.seat && stack.generals.length));
        const space = home && this.material.spaces.get(home[0]);
        if (space) map.viewport.lookAt(space.x, space.y, HOME);
        map.reveal([...this.targets(view).keys()]);
    }

    /** @param {T.Hint} hint */
    showHint(hint) {
        this.hint = hint;
        this.draw();
    }

    /** What a bot would choose is marked wherever it can be chosen, until something is done. @param {T.View} view */
    markHint(view) {
        if (this.hint?.version !== view.version || this.past) this.hint = null;
        this.prompt.showAdvice(this.hint);
        for (const old of this.page.querySelectorAll(".advised")) old.classList.remove("advised");
        const action = this.hint?.action;
        if (!action) return;
        const key = CSS.escape(action);
        for (const node of this.page.querySelectorAll(`[data-action="${key}"], [data-key="card-${key}"]`)) {
            node.classList.add("advised");
            node.closest("details")?.setAttribute("open", "");
        }
    }

    // Looking around

    /** @param {string} space */
    find(space) {
        if (!this.frame.isWide) this.frame.turnTo("map");
        this.map.find(space);
        if (this.shown) this.details.pin(space, this.shown);
    }

    /** @param {T.Offer | null} offer */
    point(offer) {
        const space = offer && this.view ? placeOf(offer, this.view) : "";
        this.map.point(space);
        if (space) this.map.reveal([space]);
    }

    nextTarget() {
        const spaces = this.view ? [...this.targets(this.view).keys()] : [];
        this.looked = (this.looked + 1) % Math.max(1, spaces.length);
        if (spaces.length) this.find(spaces[this.looked]);
        else notice(t("page.look.nothing"));
    }

    /** @param {string} number */
    readCard(number) {
        const card = this.material.cards.get(number);
        if (card) dialog(t("page.card.number", { number }), [h("article", { class: `card large ${card.kind}` }, cardFace(card, [], true, () => {}))], { narrow: true });
    }

    /** @param {number} version */
    async lookBack(version) {
        await this.time.go(version);
        if (!this.frame.isWide) this.frame.turnTo("map");
    }

    /** The board of a moment is about to be shown. @param {number} version */
    lookingAt(version) {
        const { past } = this;
        if (!past) return;
        this.log.mark(version);
        this.frame.banner.hidden = false;
        this.frame.banner.replaceChildren(h("span", {}, t("page.past", { moment: moment(past, this.material) })), " ",
            button(t("page.past.back"), () => this.time.last(), { class: "primary" }));
    }

    lookAtPresent() {
        this.past = null;
        this.time.replay.at = null;
        this.log.mark(null);
        this.frame.banner.hidden = true;
        this.draw();
    }

    // Seats

    /** While the curtain is down nobody's seat is seen, and only what everybody may see is on the page. @param {T.View["seat"]} seat */
    async takeSeat(seat) {
        this.seat = seat;
        this.view = null;
        this.past = null;
        this.frame.banner.hidden = true;
        this.hint = null;
        this.prompt.showAdvice(null);
        this.hand.clear();
        this.news.clear();
        while (!await this.begun()) await pause(RETRY);
        if (!seat) return;
        this.lookAtHome();
        this.map.svg.focus({ preventScroll: true });
    }

    get ownSeat() {
        return this.table.seats.find((seat) => seat.faction === this.seat);
    }

    /** @param {string} windows @param {string[] | null} [kinds] @param {T.Order[] | null} [orders] */
    async setWindows(windows, kinds = null, orders = null) {
        try {
            await post(`/api/games/${this.id}/settings`, { seat: this.seat, windows, kinds, orders });
            await this.tableChanged();
            await this.refresh();
        } catch (error) {
            complain(error);
        }
    }

    windowsChoice() {
        const seat = this.ownSeat;
        return seat?.windows ? windowSettings(this.table, seat, this.material, this.view?.hand.map((card) => card.number) ?? [], (windows, kinds, orders) => this.setWindows(windows, kinds, orders)) : [];
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || this.curtain.next) return;
        if (types(event)) return;
        const part = TABS.find((id) => id[0] === event.key);
        if (event.defaultPrevented) return;
        if (event.key === "0" && !this.prompt.typed) this.map.viewport.fit();
        else if (this.prompt.type(event)) event.preventDefault();
        else if (event.key === "Escape" && this.choosing.journey.plan) this.choosing.journey.stop(t("page.march.left"));
        else if (event.key === "Escape" && this.past) this.time.last();
        else if (event.key === "Escape") this.details.close();
        else if (event.key === "u") this.choosing.undo();
        else if (event.key === "i") this.choosing.hint();
        else if (event.key === "+") this.map.viewport.zoom(1.3);
        else if (event.key === "-") this.map.viewport.zoom(1 / 1.3);
        else if (event.key === "n") this.nextTarget();
        else if (event.key === "?") showKeys();
        else if (part) this.frame.enter(part);
        else if (this.time.key(event)) event.preventDefault();
    }
}

/** Whether a key belongs to the field in which it is pressed. @param {KeyboardEvent} event */
function types({ target, key }) {
    if (target instanceof HTMLInputElement) return target.type !== "checkbox" || key === " ";
    return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}
