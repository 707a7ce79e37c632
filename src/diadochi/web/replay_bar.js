// The bar under the map: first, previous, play, next, last, how fast, and the whole game as a track.

import { button, h, show } from "./dom.js";
import { icon } from "./icons.js";
import { placeOf } from "./replay_sources.js";
import { named, t } from "./texts.js";

/** @import * as T from "./types" */
/** @import { Material } from "./material.js" */

export const SPEEDS = /** @type {const} */ ([0.5, 1, 3]);
const PRESSED_LONG = 500;

/**
 * @typedef {object} Moving
 * @property {(by: number) => void} step
 * @property {(by: number) => void} round
 * @property {() => void} first
 * @property {() => void} last
 * @property {() => void} toggle
 * @property {(version: number) => void} go
 * @property {(speed: number) => void} speed
 * @property {() => void} since
 * @property {() => void} skip
 * @property {(seat: string) => void} eyes
 * @property {(open: boolean) => void} hands
 */
/**
 * @typedef {object} Standing what the bar shows
 * @property {number[]} stops
 * @property {T.Mark[]} marks
 * @property {number} at the version that is shown
 * @property {boolean} now whether that is the present
 * @property {boolean} live whether the last stop is the present of a game
 * @property {boolean} playing
 * @property {boolean} following what others do is played out
 * @property {boolean} waited whether somebody's own turn comes after it
 * @property {number} speed
 * @property {number | null} since the version of the own last step
 * @property {string} [seat] whose colour that stretch has
 * @property {string[]} eyes through which seats one may look
 * @property {boolean} known whether all hands are known
 * @property {string} seen through which one looks
 * @property {boolean} open whether all hands are shown
 */

export class ReplayBar {
    /** @param {Material} material @param {Moving} moving */
    constructor(material, moving) {
        this.material = material;
        this.moving = moving;
        this.first = button(t("page.replay.first"), () => moving.first(), { class: "to-first", "aria-keyshortcuts": "Home" }, icon("first"));
        this.back = button(t("page.replay.previous"), () => moving.step(-1), { "aria-keyshortcuts": "ArrowLeft" }, icon("previous"));
        this.play = button(t("page.replay.play"), () => this.pressPlay(), { class: "play", "aria-keyshortcuts": "Space" }, icon("play"));
        this.next = button(t("page.replay.next"), () => moving.step(1), { "aria-keyshortcuts": "ArrowRight" }, icon("next"));
        this.last = button(t("page.replay.last"), () => moving.last(), { class: "to-last", "aria-keyshortcuts": "End" }, icon("last"));
        this.speeds = SPEEDS.map((speed) => h("button", { type: "button", "data-speed": speed, "aria-pressed": "false", onclick: () => moving.speed(speed) }, t(`page.replay.speed.${speed * 2}`)));
        this.since = button(t("page.replay.since"), () => moving.since(), { class: "since", "aria-keyshortcuts": "R" }, t("page.replay.since"), h("kbd", { "aria-hidden": "true" }, "R"));
        this.skip = button(t("page.replay.skip"), () => moving.skip(), { class: "skip-others", hidden: true, "aria-keyshortcuts": "S" }, t("page.replay.skip"), h("kbd", { "aria-hidden": "true" }, "S"));
        this.place = h("output", { class: "replay-place" });
        this.eyes = h("select", { onchange: () => moving.eyes(this.eyes.value) });
        this.open = h("input", { type: "checkbox", onchange: () => moving.hands(this.open.checked) });
        this.afterwards = h("div", { class: "replay-eyes", hidden: true },
            h("label", {}, t("page.replay.eyes"), " ", this.eyes), h("label", {}, this.open, " ", t("page.replay.hands")));
        this.buildTrack();
        this.node = h("section", { class: "replay", "aria-label": t("page.replay") },
            h("div", { class: "replay-buttons" }, this.first, this.back, this.play, this.next, this.last),
            h("div", { class: "replay-speeds", role: "group", "aria-label": t("page.replay.speed") }, this.speeds),
            this.track, this.place, this.since, this.skip, this.afterwards);
        /** @type {Standing | null} */
        this.standing = null;
        this.marked = "";
        this.seen = "";
        this.onLongPress();
    }

    buildTrack() {
        this.slider = h("input", {
            type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": t("page.replay.track"),
            oninput: () => this.moving.go(this.stopAt(Number(this.slider?.value))),
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
        });
        this.lines = h("div", { class: "track-marks", "aria-hidden": "true" });
        this.stretch = h("div", { class: "track-since", "aria-hidden": "true" });
        this.bubble = h("div", { class: "track-bubble", hidden: true, "aria-hidden": "true" });
        this.track = h("div", {
            class: "replay-track",
            onpointermove: (/** @type {PointerEvent} */ event) => this.point(event), onpointerleave: () => this.unpoint(),
        }, this.stretch, this.lines, this.slider, this.bubble);
    }

    /** On a phone the speeds are behind a long press. */
    onLongPress() {
        let timer = 0;
        const end = () => clearTimeout(timer);
        this.play.addEventListener("pointerdown", () => {
            this.held = false;
            timer = setTimeout(() => {
                this.held = true;
                this.node.classList.toggle("choosing-speed");
            }, PRESSED_LONG);
        });
        for (const kind of ["pointerup", "pointerleave", "pointercancel"]) this.play.addEventListener(kind, end);
        this.play.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    pressPlay() {
        if (!this.held) this.moving.toggle();
        this.held = false;
    }

    /** @param {Standing} standing */
    show(standing) {
        this.standing = standing;
        const { stops, at, now, playing, following } = standing;
        const place = placeOf(stops, at);
        const end = stops.at(-1) ?? 0;
        this.first.disabled = this.back.disabled = place <= 0;
        this.next.disabled = this.last.disabled = now;
        this.play.disabled = stops.length < 2;
        const running = playing || following;
        this.play.replaceChildren(icon(running ? "pause" : "play"));
        for (const name of ["aria-label", "title"]) this.play.setAttribute(name, t(running ? "page.replay.pause" : "page.replay.play"));
        for (const speed of this.speeds) speed.setAttribute("aria-pressed", String(Number(speed.dataset.speed) === standing.speed));
        this.since.hidden = standing.since === null || following;
        this.skip.hidden = !following;
        this.skip.firstChild?.replaceWith(t(standing.waited ? "page.replay.skip" : "page.replay.skip.all"));
        this.node.dataset.state = following ? "following" : now ? "now" : playing ? "playing" : "behind";
        const { slider } = this;
        if (slider) {
            slider.max = String(end);
            slider.value = String(now ? end : at);
            slider.setAttribute("aria-valuetext", this.told(at));
        }
        this.showPlace(standing, end);
        this.showMarks(standing, end);
        this.showEyes(standing);
    }

    /** @param {Standing} standing @param {number} end */
    showPlace({ at, now, live, stops }, end) {
        const behind = stops.length - 1 - placeOf(stops, at);
        show(this.place, t("page.replay.place", { at: now ? end : at, of: end }), " ",
            now ? live && h("span", { class: "is-now" }, t("page.replay.now")) : behind > 0 && h("b", { class: "is-behind" }, t("page.replay.behind", { number: behind })));
    }

    /** Turns with their number, rounds, battles as crosses and sieges as squares; the stretch since the own last step. @param {Standing} standing @param {number} end */
    showMarks({ marks, since, seat }, end) {
        if (this.stretch) {
            this.stretch.hidden = since === null || since >= end;
            this.stretch.className = `track-since ${seat ?? ""}`;
            this.stretch.style.left = percent(since ?? 0, end);
        }
        const shown = `${end} ${marks.length} ${marks.at(-1)?.version}`;
        if (shown === this.marked) return;
        this.marked = shown;
        this.lines?.replaceChildren(...marks.map((mark) => {
            const node = h("span", { class: `mark ${mark.kind}`, "data-version": mark.version }, mark.kind === "turn" ? turnName(mark.turn) : null);
            node.style.left = percent(mark.version, end);
            return node;
        }));
    }

    /** @param {Standing} standing */
    showEyes({ eyes, known, seen, open }) {
        this.afterwards.hidden = !known;
        if (this.eyes.parentElement) this.eyes.parentElement.hidden = !eyes.length;
        this.open.checked = open;
        const shown = eyes.join(" ");
        if (shown !== this.seen) {
            this.seen = shown;
            this.eyes.replaceChildren(h("option", { value: "" }, t("page.replay.eyes.all")), ...eyes.map((id) => h("option", { value: id }, this.material.faction(id))));
        }
        this.eyes.value = seen;
    }

    /** The nearest stop at or before a version. @param {number} version */
    stopAt(version) {
        const stops = this.standing?.stops ?? [];
        return stops[Math.max(0, placeOf(stops, version))] ?? 0;
    }

    /** On the track a key goes to the next stop, not to the next number. @param {KeyboardEvent} event */
    key(event) {
        const { moving } = this;
        const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
        const round = { PageDown: -1, PageUp: 1 }[event.key] ?? (event.shiftKey ? by : undefined);
        if (round) moving.round(round);
        else if (by) moving.step(by);
        else if (event.key === "Home") moving.first();
        else if (event.key === "End") moving.last();
        else if (event.key === " ") moving.toggle();
        else return;
        event.preventDefault();
    }

    /** What stands at a place of the track, in words. @param {number} version */
    told(version) {
        const marks = this.standing?.marks ?? [];
        const passed = marks.filter((mark) => mark.version <= version);
        const round = passed.findLast((mark) => mark.kind === "turn" || mark.kind === "round");
        const fight = marks.find((mark) => mark.version === version && mark.kind !== "turn" && mark.kind !== "round");
        const words = { version, turn: named(`turn.${round?.turn ?? 1}`), round: round?.round ?? 0 };
        const when = !round ? t("page.replay.at.setup", words) : t(round.round ? "page.replay.at.round" : "page.replay.at.turn", words);
        if (!fight) return when;
        const what = t(`page.fight.${fight.kind}${fight.space ? ".at" : ""}`, { space: fight.space ? this.material.at(fight.space) : "" });
        return t("page.replay.at.fight", { when, fight: what });
    }

    /** @param {PointerEvent} event */
    point(event) {
        const { track, bubble } = this;
        if (!track || !bubble || event.pointerType === "touch") return;
        const { left, width } = track.getBoundingClientRect();
        const end = this.standing?.stops.at(-1) ?? 0;
        const part = Math.min(1, Math.max(0, (event.clientX - left) / width));
        const near = (this.standing?.marks ?? []).find((mark) => Math.abs(mark.version / end - part) * width < 4);
        bubble.textContent = this.told(near?.version ?? this.stopAt(Math.round(part * end)));
        bubble.style.left = `${part * 100}%`;
        bubble.hidden = false;
    }

    unpoint() {
        if (this.bubble) this.bubble.hidden = true;
    }
}

/** @param {number} version @param {number} end */
function percent(version, end) {
    return `${(end ? version / end : 0) * 100}%`;
}

/** @param {number} turn */
function turnName(turn) {
    return named(`turn.${turn}`).form("");
}
