// The guided first game: what there is to see at a step, what to do, and the way to the next one.

import { makeTable } from "./create.js";
import { button, h, show } from "./dom.js";
import { complain } from "./notices.js";
import { settings } from "./kept.js";
import { t } from "./texts.js";

/** @import * as T from "./types" */

export const FIRST_LESSON = "map";

/** Begin a step. @param {string} lesson */
export async function beginLesson(lesson) {
    const seats = [{ kind: "me", name: settings.name || t("page.you") }, { kind: "bot" }];
    const made = await makeTable({ players: seats.length, seats, private: true, lesson });
    location.hash = `#/game/${made.id}`;
}

export class Guide {
    /** @param {T.Table} table */
    constructor(table) {
        this.lesson = table.lesson;
        this.isDone = false;
        this.text = h("div", { class: "guide-text", role: "status" });
        this.ways = h("p", { class: "guide-ways" });
        this.node = h("section", { class: "guide", "aria-label": t("page.guide"), hidden: !this.lesson });
        if (this.lesson) this.write(this.lesson);
    }

    /** @param {T.Lesson} lesson */
    write(lesson) {
        const { id, number, of } = lesson;
        this.node.replaceChildren(h("details", { open: true },
            h("summary", {}, t("page.guide.step", { number, of, title: t(`page.lesson.${id}`) })), this.text, this.ways));
        this.say(lesson);
    }

    /** @param {T.Lesson} lesson */
    say({ id, next }) {
        const again = button(t("page.guide.again"), () => this.begin(id), { class: "link" });
        const leave = h("a", { href: "#/" }, t("page.guide.leave"));
        show(this.text, ...(this.isDone ? [h("p", { class: "guide-done" }, t(`page.lesson.${id}.done`))]
            : [h("p", {}, t(`page.lesson.${id}.text`)), h("p", { class: "guide-task" }, t(`page.lesson.${id}.task`))]));
        show(this.ways, this.isDone && next ? button(t("page.guide.next"), () => this.begin(next), { class: "primary" }) : null, " ", again, " ", leave);
    }

    /** @param {string} lesson */
    async begin(lesson) {
        try {
            await beginLesson(lesson);
        } catch (error) {
            complain(error);
        }
    }

    /** What has happened may be what the step is about. @param {T.Entry[]} entries @param {string | null} seat of the learner */
    follow(entries, seat) {
        const { lesson } = this;
        if (!lesson || this.isDone) return;
        const ends = new Set(lesson.ends);
        const isEnd = (/** @type {T.Entry} */ entry) => (entry.seat === seat && ends.has(entry.action.split(":")[0])) || entry.lines.some((line) => ends.has(line.key));
        if (!entries.some(isEnd)) return;
        this.isDone = true;
        this.say(lesson);
        this.node.querySelector("details")?.setAttribute("open", "");
    }
}
