// A table: one game before one pair of eyes.

import { button, h } from "./dom.js";
import { Combat } from "./combat.js";
import { Curtain } from "./curtain.js";
import { Details } from "./details.js";
import { cardFace, Hand } from "./hand.js";
import { icon } from "./icons.js";
import { Live } from "./live.js";
import { complain, showLink } from "./lobby.js";
import { Log } from "./log.js";
import { BoardMap, mapTools } from "./map.js";
import { loadMaterial, spaceOf } from "./material.js";
import { menu } from "./menu.js";
import { deliver, get, newId, pause, pendingAction, post, Refused, Unreachable } from "./net.js";
import { confirm, dialog, notice } from "./notices.js";
import { byPlace, meant, placeOf, playsCard } from "./offers.js";
import { moment, Players } from "./players.js";
import { Prompt } from "./prompt.js";
import { choice, settings, settingsButton, showKeys, showSettings } from "./settings.js";
import { waitingRoom } from "./waiting.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

const TABS = /** @type {const} */ ([["map", "Map"], ["actions", "Actions"], ["hand", "Hand"], ["players", "Players"], ["log", "Log"], ["beside", "Beside"]]);
const RECENT = 300;
const RETRY = 1500;
const TRACES = 24;

export class TablePage {
    /** @param {HTMLElement} page @param {string} id */
    constructor(page, id) {
        this.page = page;
        this.id = id;
        this.busy = false;
        this.closed = false;
        /** @type {T.View | null} */
        this.view = null;
        /** @type {T.View | null} the board as it was, while somebody looks at it */
        this.past = null;
        /** @type {string | null} */
        this.seat = null;
        /** @type {string[]} */
        this.present = [];
        /** @type {Live | null} */
        this.live = null;
        this.mapHost = h("div", { class: "map-host", role: "tabpanel", id: "panel-map", "aria-labelledby": "tab-map" });
        /** @type {Promise<void> | null} */
        this.fetching = null;
        /** @type {Promise<void> | null} */
        this.next = null;
        this.combat = new Combat();
        this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    }

    async open() {
        this.page.replaceChildren(h("main", { class: "loading" }, h("h1", { class: "visually-hidden" }, "Diadochi"), h("p", {}, "Unrolling the map …")));
        try {
            const [material, table] = await Promise.all([loadMaterial(), this.fetchTable()]);
            if (this.closed) return;
            this.material = material;
            this.table = table;
            if (table.status === "waiting") this.showWaiting();
            else await this.sitDown();
        } catch (error) {
            if (this.closed) return;
            if (error instanceof Refused) {
                this.page.replaceChildren(h("main", { class: "loading" }, h("h1", {}, "Diadochi"), h("p", {}, error.message), h("a", { href: "#/" }, "To the lobby")));
                return;
            }
            this.page.replaceChildren(h("main", { class: "loading" }, h("h1", {}, "Diadochi"), h("p", {}, "The server cannot be reached. Trying again …")));
            await pause(RETRY);
            if (!this.closed) this.open();
        }
    }

    /** @returns {Promise<T.Table>} */
    fetchTable() {
        return get(`/api/games/${this.id}`);
    }

    close() {
        this.closed = true;
        this.live?.close();
        removeEventListener("keydown", this.keys);
    }

    get mine() {
        return this.table?.seats.filter((seat) => seat.mine).map((seat) => seat.faction) ?? [];
    }

    // Before the game

    showWaiting() {
        if (!this.table || !this.material) return;
        waitingRoom(this.page, this.table, this.material, async () => {
            this.table = await this.fetchTable();
            if (this.table.status === "waiting") this.showWaiting();
            else this.open();
        });
        this.listen();
    }

    // The parts of the page

    async sitDown() {
        const material = /** @type {Material} */ (this.material);
        this.prompt = new Prompt(material, {
            choose: (offer) => this.choose(offer),
            chooseAll: (actions) => this.send(actions),
            undo: () => this.send(["undo"]),
            point: (offer) => this.point(offer),
            skipWindows: () => this.setWindows("segment"),
        });
        this.hand = new Hand(material, { choose: (offer) => this.choose(offer), why: (card) => this.whyCard(card) });
        this.players = new Players(material, { find: (space) => this.find(space) });
        this.log = new Log(material, {
            find: (space) => this.find(space), look: (version) => this.lookBack(version), view: () => this.view,
            earlier: () => this.loadLog(-1), card: (number) => this.readCard(number),
        });
        this.details = new Details(material);
        this.curtain = new Curtain(material, (seat) => this.takeSeat(seat));
        this.layOut(material);
        this.map = new BoardMap(this.mapHost, material, {
            pick: (space, at) => this.pick(space, at), hover: (space) => this.details?.hover(space, this.shown),
        });
        this.mapHost.append(mapTools(this.map), this.details.node);
        await this.map.load();
        addEventListener("keydown", this.keys);
        const decider = this.table?.decision_seat ?? null;
        this.seat = decider && this.mine.includes(decider) && this.mine.length === 1 ? decider : this.mine[0] ?? null;
        if (this.mine.length > 1) {
            this.seat = null;
            await this.refresh();
        }
        await this.resume();
        await this.begin();
        this.lookAtHome();
    }

    /** @param {Material} material */
    layOut(material) {
        this.moment = h("h1", { class: "moment" });
        this.banner = h("div", { class: "banner", hidden: true, role: "status" });
        this.offline = h("div", { class: "offline", hidden: true, role: "status" }, "No connection. What you did is kept; trying again …");
        const { prompt, hand, players, log, curtain } = this;
        if (!prompt || !hand || !players || !log || !curtain) return;
        const tabs = TABS.map(([id, name]) => button(name, () => this.showTab(id), { role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": "false", "data-tab": id }));
        const panel = (/** @type {string} */ id, /** @type {Node[]} */ ...nodes) =>
            h("div", { class: `panel panel-${id}`, role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}` }, ...nodes);
        this.frame = h("div", { class: "table", "data-tab": "map", "data-side": "actions" },
            h("header", { class: "topbar" },
                h("a", { class: "home", href: "#/", title: "To the lobby" }, "Diadochi"), this.moment,
                h("div", { class: "top-buttons" },
                    button("Where must I look?", () => this.nextTarget(), { class: "quiet" }, icon("look")),
                    button("Keys", () => showKeys(), { class: "quiet keys-button" }, icon("keys")),
                    button("Table and links", () => this.showTable(), { class: "quiet" }, icon("table")),
                    settingsButton(() => showSettings(this.tableSettings())))),
            h("main", { class: "main" }, this.offline, this.banner, prompt.bar, this.mapHost, panel("hand", hand.node)),
            h("div", { class: "side" },
                panel("players", players.strip),
                h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the table" }, tabs),
                panel("actions", prompt.list), panel("log", log.node), panel("beside", players.tracks, players.beside)),
            log.announcer);
        this.page.replaceChildren(this.frame, curtain.node);
        this.showTab("map");
        document.title = `Diadochi · ${this.table?.name || material.facts.edition_name}`;
    }

    /** @param {string} id */
    showTab(id) {
        if (!this.frame) return;
        this.frame.dataset.tab = id;
        if (id === "actions" || id === "log" || id === "beside") this.frame.dataset.side = id;
        const wide = matchMedia("(min-width: 900px)").matches;
        const chosen = wide ? this.frame.dataset.side : id;
        for (const tab of this.frame.querySelectorAll("[role=tab]")) {
            tab.setAttribute("aria-selected", String(/** @type {HTMLElement} */ (tab).dataset.tab === chosen));
        }
        if (id === "log") this.log?.toEnd();
        if (id === "map") this.map?.viewport.apply();
    }

    // What is seen

    get shown() {
        return this.past ?? this.view;
    }

    /** Take part through the eyes of `this.seat`: its log, its view, its live channel. */
    async begin() {
        this.live?.close();
        this.log?.clear();
        await this.loadLog(Math.max(-1, (this.table?.version ?? 0) - RECENT));
        await this.refresh();
        this.listen();
    }

    /** @param {number} since */
    async loadLog(since) {
        const { log } = this;
        if (!log) return;
        const seat = this.seat;
        let from = since;
        log.clear();
        for (;;) {
            const answer = await get(`/api/games/${this.id}/log`, { since: from, seat });
            if (seat !== this.seat || this.closed) return;
            log.add(answer.entries);
            if (!answer.entries.length || answer.version >= (this.table?.version ?? 0)) break;
            from = answer.version;
        }
        log.earlier.hidden = since < 0;
        log.toEnd();
    }

    listen() {
        this.live?.close();
        this.live = new Live(this.id, this.seat, {
            since: () => this.log?.version ?? -1,
            entries: (entries) => this.happened(entries),
            presence: (present) => {
                this.present = present;
                this.draw();
            },
            table: () => this.tableChanged(),
            connected: (on) => {
                if (this.offline) this.offline.hidden = on;
                if (on) this.refresh();
            },
        });
    }

    async tableChanged() {
        this.table = await this.fetchTable();
        if (!this.prompt) {
            if (this.table.status === "waiting") this.showWaiting();
            else this.open();
        } else {
            this.draw();
        }
    }

    /** @param {T.Entry[]} entries */
    happened(entries) {
        const fresh = this.log?.add(entries) ?? [];
        if (!fresh.length) return;
        this.log?.announce(fresh);
        this.trace(fresh);
        this.combat.follow(fresh, this.mine);
        this.refresh();
    }

    /** Others' moves leave a trace on the map for a moment. @param {T.Entry[]} entries */
    trace(entries) {
        for (const line of entries.filter((entry) => entry.seat !== this.seat).flatMap((entry) => entry.lines).slice(-TRACES)) {
            const places = line.refs.filter((ref) => ref.kind === "space" || ref.kind === "location").map((ref) => spaceOf(ref.id));
            if (places.length) this.map?.trace(places.length > 1 ? places[0] : "", places.at(-1) ?? "");
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
            const view = /** @type {T.View} */ (await get(`/api/games/${this.id}/view`, { seat }));
            if (seat !== this.seat || this.closed) return;
            const before = this.view;
            this.view = view;
            this.draw();
            this.askOdds(view);
            if (view.over && before && !before.over) this.showResult(view);
        } catch (error) {
            if (error instanceof Refused) complain(error);
        }
    }

    draw() {
        const { view, table, material } = this;
        const shown = this.shown;
        if (!view || !shown || !table || !material || !this.map || !this.moment) return;
        const past = this.past !== null;
        const how = { busy: this.busy, past, names: new Map(table.seats.map((seat) => [seat.faction, seat.kind === "bot" ? "bot" : seat.name])) };
        this.moment.textContent = moment(shown, material);
        this.prompt?.show(view, how);
        this.hand?.show(shown, how);
        this.players?.show(shown, table, this.present);
        if (this.map.view !== shown) this.map.show(shown);
        this.map.showTargets(past || this.busy ? new Map() : this.targets(view));
        const decider = view.decision?.seat ?? null;
        const mine = this.mine;
        if (this.curtain?.update(mine.length > 1 ? mine : [], decider, this.seat)) this.leaveSeat();
        this.callTabs(view);
        if (view.decision?.mine && this.frame?.dataset.side !== "actions" && !this.wasMine) this.frame?.setAttribute("data-side", "actions");
        this.wasMine = Boolean(view.decision?.mine);
    }

    /** The parts of the page where something can be chosen are marked. @param {T.View} view */
    callTabs(view) {
        const offers = view.decision?.mine ? view.decision.offers : [];
        const calls = /** @type {Record<string, boolean>} */ ({
            map: offers.some((offer) => placeOf(offer, view)), hand: offers.some((offer) => offer.domain === "card"), actions: offers.length > 0,
        });
        for (const tab of this.frame?.querySelectorAll("[role=tab]") ?? []) {
            tab.classList.toggle("calls", Boolean(calls[/** @type {HTMLElement} */ (tab).dataset.tab ?? ""]));
        }
    }

    /** @param {T.View} view */
    targets(view) {
        const offers = view.decision?.mine ? view.decision.offers : [];
        return new Map([...byPlace(offers, view)].map(([space, found]) => [space, found.map((offer) => offer.label).join(", or ")]));
    }

    /** A phone begins near the own armies; the rest sees everything. */
    lookAtHome() {
        const { map, view } = this;
        if (!map || !view) return;
        map.viewport.fit();
        if (map.viewport.scale > 0.5) return;
        const home = Object.entries(view.spaces).find(([, seen]) => seen.stacks.some((stack) => stack.faction === view.seat && stack.generals.length));
        const space = home && this.material?.spaces.get(home[0]);
        if (space) map.viewport.lookAt(space.x, space.y, 0.75);
    }

    /** @param {T.View} view */
    async askOdds(view) {
        if (!view.decision?.mine || !/^(1[1-5]|6\.1)/.test(view.decision.rule)) {
            this.prompt?.showOdds(null);
            return;
        }
        try {
            const answer = await get(`/api/games/${this.id}/odds`, { seat: this.seat });
            if (this.view === view) this.prompt?.showOdds(answer.odds);
        } catch {
            this.prompt?.showOdds(null);
        }
    }

    // Choosing

    /** @param {T.Offer} offer */
    async choose(offer) {
        if (this.busy || this.past) return;
        if (playsCard(offer) && offer.verb !== "discard-general") {
            const card = this.material?.cards.get(offer.id);
            if (!(await confirm(card?.name ?? "A card", `${offer.label}? A card that has been played cannot be taken back.`, "Play"))) return;
        }
        await this.send([offer.action], (offer.verb === "activate" || offer.verb === "muster") && settings.takeAll ? "take-all" : "");
    }

    /**
     * Send actions one after another, each as long as it is offered; then one more if it is offered.
     * @param {string[]} actions
     * @param {string} [then]
     */
    async send(actions, then = "") {
        if (this.busy || !this.view || !this.seat) return;
        this.busy = true;
        this.details?.close();
        this.draw();
        try {
            for (const [i, action] of actions.entries()) {
                if (i && !this.isOffered(action)) break;
                await this.deliver({ game: this.id, seat: this.seat, version: this.view.version, action, id: newId() });
            }
            if (then && this.isOffered(then)) {
                await this.deliver({ game: this.id, seat: this.seat, version: this.view.version, action: then, id: newId() });
            }
        } catch (error) {
            if (error instanceof Refused && error.code === "stale") await this.refresh();
            else complain(error);
        } finally {
            this.busy = false;
            this.draw();
            if (matchMedia("(max-width: 899px)").matches && this.frame?.dataset.tab !== "map" && this.view?.decision?.mine && this.targets(this.view).size) this.showTab("map");
        }
    }

    /** @param {string} action */
    isOffered(action) {
        return Boolean(this.view?.decision?.offers.some((offer) => offer.action === action));
    }

    /** @param {import("./net.js").Pending} pending */
    async deliver(pending) {
        await deliver(pending, (waiting) => {
            if (this.offline) this.offline.hidden = !waiting;
        });
        await this.refresh();
    }

    /** An action whose answer was lost with the page is sent again. */
    async resume() {
        const pending = pendingAction();
        if (pending?.game !== this.id || !this.mine.includes(pending.seat)) return;
        try {
            await deliver(pending, (waiting) => {
                if (this.offline) this.offline.hidden = !waiting;
            });
        } catch (error) {
            if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
        }
    }

    /** @param {string} space @param {{x: number, y: number}} at */
    async pick(space, at) {
        const { view } = this;
        if (!space || !view) {
            this.details?.close();
            return;
        }
        const offers = view.decision?.mine && !this.past && !this.busy ? view.decision.offers : [];
        const here = offers.filter((offer) => placeOf(offer, view) === space);
        if (here.length === 1) {
            this.choose(here[0]);
        } else if (here.length > 1) {
            menu(this.mapHost, at, here, (offer) => this.choose(offer));
        } else {
            this.details?.pin(space, this.shown ?? view);
            const action = meant(offers, space, view);
            if (action) this.why(action, space);
        }
    }

    /** @param {string} action @param {string} space */
    async why(action, space) {
        try {
            const why = /** @type {T.Why} */ (await get(`/api/games/${this.id}/why`, { action, seat: this.seat }));
            if (!why.possible && this.details?.pinned === space && this.shown) this.details.pin(space, this.shown, why);
        } catch (error) {
            complain(error);
        }
    }

    /** @param {T.Card} card */
    async whyCard(card) {
        const action = `${card.kind === "surprise" ? "surprise" : "event"}:${card.number}`;
        try {
            const why = /** @type {T.Why} */ (await get(`/api/games/${this.id}/why`, { action, seat: this.seat }));
            notice(why.possible ? "It can be played now." : why.text, why.rule);
        } catch (error) {
            complain(error);
        }
    }

    /** @param {string} number */
    readCard(number) {
        const card = this.material?.cards.get(number);
        if (card) dialog(`Card ${number}`, [h("article", { class: `card large ${card.kind}` }, cardFace(card, [], true, () => {}))], { narrow: true });
    }

    // Looking around

    /** @param {string} space */
    find(space) {
        if (matchMedia("(max-width: 899px)").matches) this.showTab("map");
        this.map?.find(space);
        if (this.shown) this.details?.pin(space, this.shown);
    }

    /** @param {T.Offer | null} offer */
    point(offer) {
        const space = offer && this.view ? placeOf(offer, this.view) : "";
        this.map?.point(space);
        if (space) this.map?.reveal([space]);
    }

    nextTarget() {
        if (!this.view) return;
        const spaces = [...this.targets(this.view).keys()];
        this.turnOf = ((this.turnOf ?? -1) + 1) % Math.max(1, spaces.length);
        if (spaces.length) this.find(spaces[this.turnOf]);
    }

    /** @param {number} version */
    async lookBack(version) {
        try {
            this.past = await get(`/api/games/${this.id}/view`, { seat: this.seat, at: version });
        } catch (error) {
            complain(error);
            return;
        }
        this.log?.mark(version);
        if (this.banner) {
            this.banner.hidden = false;
            this.banner.replaceChildren(`The board as it was after step ${version}. `, button("Back to the present", () => this.present_(), { class: "primary" }));
        }
        if (matchMedia("(max-width: 899px)").matches) this.showTab("map");
        this.draw();
    }

    present_() {
        this.past = null;
        this.log?.mark(null);
        if (this.banner) this.banner.hidden = true;
        this.draw();
    }

    // The table itself

    /** While the curtain is down only what everybody may see is on the page. */
    leaveSeat() {
        if (!this.seat) return;
        this.takeSeat(null);
    }

    /** @param {string | null} seat */
    async takeSeat(seat) {
        this.seat = seat;
        this.view = null;
        this.past = null;
        this.hand?.clear();
        await this.begin();
        if (seat) this.lookAtHome();
    }

    /** @param {string} windows */
    async setWindows(windows) {
        if (!this.seat) return;
        try {
            await post(`/api/games/${this.id}/settings`, { seat: this.seat, windows });
            this.table = await this.fetchTable();
            await this.refresh();
        } catch (error) {
            complain(error);
        }
    }

    tableSettings() {
        const seat = this.table?.seats.find((x) => x.faction === this.seat);
        if (!seat?.windows) return [];
        return [choice("When Surprise cards may be played", "windows",
            [["fitting", "Ask me when I hold one that fits"], ["ask", "Always ask me: the pause tells nobody anything"], ["segment", "Do not ask in this Segment"]],
            seat.windows, (value) => this.setWindows(value))];
    }

    showTable() {
        const { table, material } = this;
        if (!table || !material) return;
        const options = table.options.map((id) => h("li", {}, material.options.get(id)?.text ?? id));
        const note = table.engine_note ? [h("p", { class: "why" }, table.engine_note.text)] : [];
        const recovery = button("Move my seat to another device", async () => {
            try {
                const { link } = await post(`/api/games/${this.id}/recovery`);
                showLink("Recovery link", new URL(link, location.origin).href, "Open this link on the other device. It works once; keep it to yourself.");
            } catch (error) {
                complain(error);
            }
        });
        const watch = button("Link for spectators", () => showLink("Link for spectators", `${location.origin}/#/game/${this.id}`, "Whoever opens it sees what everybody may see."));
        dialog(table.name || "The table", [
            ...note,
            h("ul", {}, table.seats.map((seat) => h("li", {}, `${material.faction(seat.faction)}: ${seat.kind === "bot" ? "bot" : seat.name || "somebody"}${seat.mine ? " (you)" : ""}`))),
            options.length ? h("h3", {}, "Optional rules") : "", options.length ? h("ul", {}, options) : "",
            h("p", { class: "quiet-text" }, "The dice of this game are fixed by a secret whose hash is ", h("code", { class: "hash" }, this.view?.key_hash ?? ""), "; the secret is shown when the game is over."),
        ], { narrow: true, actions: [...(this.mine.length ? [recovery] : []), watch] });
    }

    /** @param {T.View} view */
    showResult(view) {
        const { material } = this;
        if (!view.result || !material) return;
        const rows = [...view.players].sort((a, b) => b.vp - a.vp).map((player) =>
            h("tr", {}, h("th", { scope: "row" }, material.faction(player.faction)), h("td", {}, player.vp), h("td", {}, player.legitimacy)));
        dialog(`${material.faction(view.result.winner)} wins`, [
            h("p", {}, view.result.text),
            h("table", { class: "result" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Faction"), h("th", { scope: "col" }, "VP"), h("th", { scope: "col" }, "Legitimacy"))), h("tbody", {}, rows)),
        ], { narrow: true, actions: [h("a", { class: "button primary", href: "#/" }, "To the lobby")] });
    }

    // Keys

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
        if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement || !this.map) return;
        if (event.key === "0" && !this.prompt?.typed) this.map.viewport.fit();
        else if (this.prompt?.type(event)) event.preventDefault();
        else if (event.key === "Escape" && this.past) this.present_();
        else if (event.key === "Escape") this.details?.close();
        else if (event.key === "u" && this.view?.can_undo) this.send(["undo"]);
        else if (event.key === "+") this.map.viewport.zoom(1.3);
        else if (event.key === "-") this.map.viewport.zoom(1 / 1.3);
        else if (event.key === "n") this.nextTarget();
        else if (event.key === "?") showKeys();
        else if ("mahpl".includes(event.key)) this.goToPart(event.key);
    }

    /** @param {string} key */
    goToPart(key) {
        const tab = TABS.find(([id]) => id[0] === key)?.[0] ?? "map";
        this.showTab(tab);
        const part = this.frame?.querySelector(tab === "map" ? ".map" : `.panel-${tab} :is(button:not([disabled]), [tabindex="0"])`);
        if (part instanceof HTMLElement || part instanceof SVGElement) part.focus();
    }
}
