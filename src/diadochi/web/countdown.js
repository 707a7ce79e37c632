// The countdown of a window: a bar that runs out, and the seconds that are left.

import { h } from "./dom.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */

const TICK = 100;
/** Milliseconds after the end in which the news of it should have come. */
const PATIENCE = 1500;
/** By which the end may be told otherwise, of the same countdown: the way from the server takes its time. */
const GRAIN = 300;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Countdown {
    /** @param {() => void} late called when the end has passed and nothing was heard of it */
    constructor(late) {
        this.late = late;
        this.bar = h("span", { class: "countdown-bar" });
        this.seconds = h("span", { class: "countdown-seconds" });
        // The sentence beside it says once how long it lasts; nobody wants to hear it tick.
        this.node = h("div", { class: "countdown", hidden: true, "aria-hidden": "true" }, h("span", { class: "countdown-track" }, this.bar), this.seconds);
        this.ends = 0;
        this.whole = 1;
        this.asked = 0;
    }

    /** @param {T.Round | null} round @param {number} received when it was told, by `performance.now()` */
    show(round, received) {
        const ends = round ? received + round.left * 1000 : 0;
        if (Math.abs(ends - this.ends) < GRAIN) return;
        this.ends = ends;
        clearInterval(this.timer);
        this.node.hidden = !round;
        if (!round) return;
        this.whole = Math.max(1, round.seconds * 1000);
        this.asked = ends;
        this.draw();
        this.timer = setInterval(() => this.draw(), TICK);
    }

    draw() {
        const now = performance.now();
        const left = this.ends - now;
        this.seconds.textContent = t("page.seconds", { seconds: Math.max(0, Math.ceil(left / 1000)) });
        this.bar.style.transform = STILL.matches ? "" : `scaleX(${Math.min(1, Math.max(0, left / this.whole))})`;
        if (now < this.asked + PATIENCE) return;
        this.asked = now;
        this.late();
    }
}
