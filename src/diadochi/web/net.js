// Talking to the server: questions, and actions that are sent until they are answered.

import { language, t } from "./texts.js";

const RESEND = [300, 700, 1500, 3000, 5000];
const KEPT = "diadochi-pending";

/** What the server refused, with its sentence and the rule. */
export class Refused extends Error {
    /**
     * @param {number} status
     * @param {{error?: string, text?: string, rule?: string, version?: number}} problem
     */
    constructor(status, problem) {
        super(problem.text ?? t("page.answered", { status }));
        this.status = status;
        this.code = problem.error ?? "";
        this.rule = problem.rule ?? "";
        this.version = problem.version;
    }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function ask(path, init = {}) {
    let answer;
    try {
        answer = await fetch(path, { credentials: "same-origin", cache: "no-cache", ...init, headers: { ...init.headers, "accept-language": language } });
    } catch (error) {
        throw new Unreachable(String(error));
    }
    if (answer.status >= 500) throw new Unreachable(`status ${answer.status}`);
    const text = await answer.text();
    /** @type {any} */
    let body = {};
    try {
        body = text ? JSON.parse(text) : {};
    } catch {
        body = { text };
    }
    if (!answer.ok) throw new Refused(answer.status, body);
    return body;
}

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export function post(path, body = {}) {
    return ask(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
    });
}

/**
 * @param {string} path
 * @param {Record<string, string | number | null | undefined>} [query]
 */
export function get(path, query = {}) {
    const pairs = Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== "");
    const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]));
    return ask(pairs.length ? `${path}?${search}` : path);
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
    return new Promise((done) => setTimeout(done, milliseconds));
}

/** An id that nobody else chooses; `randomUUID` is missing on a page without https. */
export function newId() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @import * as T from "./types" */
/** @typedef {{game: string, seat: T.Seat["faction"], version: number, action: string, then?: string[], id: string}} Pending */

/** @returns {Pending | null} the action whose answer this tab never saw */
export function pendingAction() {
    const kept = sessionStorage.getItem(KEPT);
    return kept ? JSON.parse(kept) : null;
}

/**
 * Send something again and again until it is answered; an id or a key in it makes a second arrival harmless.
 * @param {string} path
 * @param {object} body
 * @param {(waiting: boolean) => void} tell called when the server cannot be reached, and when it can again
 */
async function insist(path, body, tell) {
    for (let tries = 0; ; tries++) {
        try {
            const answer = await post(path, body);
            if (tries) tell(false);
            return answer;
        } catch (error) {
            if (!(error instanceof Unreachable) && !(error instanceof Refused && error.status === 429)) {
                if (tries) tell(false);
                throw error;
            }
            tell(true);
            await pause(RESEND[Math.min(tries, RESEND.length - 1)]);
        }
    }
}

/**
 * Send an action (or `undo`) until it is answered.
 * @param {Pending} pending
 * @param {(waiting: boolean) => void} tell
 * @returns {Promise<T.Now | undefined>} what is seen then
 */
export async function deliver(pending, tell) {
    sessionStorage.setItem(KEPT, JSON.stringify(pending));
    const { game, id, version, action, seat, then = [] } = pending;
    try {
        const answer = action === "undo"
            ? await insist(`/api/games/${game}/undo`, { id, version, seat, look: true }, tell)
            : await insist(`/api/games/${game}/actions`, { id, version, action, seat, then, look: true }, tell);
        return answer.now;
    } finally {
        sessionStorage.removeItem(KEPT);
    }
}

/** @typedef {{path: string, body: Record<string, unknown>}} Wish */

/** A wish that this tab has not seen granted or refused. @param {string} name @returns {Wish | null} */
export function openWish(name) {
    const kept = sessionStorage.getItem(`wish-${name}`);
    return kept ? JSON.parse(kept) : null;
}

/**
 * Ask for something that is given once: a game, a seat. A key makes asking again harmless, also after the page was left.
 * @param {string} name under which it is kept until it is answered
 * @param {Wish} wish
 * @param {(waiting: boolean) => void} tell
 */
export async function obtain(name, wish, tell) {
    const { path } = wish;
    const body = { ...wish.body, key: wish.body.key ?? newId() };
    sessionStorage.setItem(`wish-${name}`, JSON.stringify({ path, body }));
    try {
        return await insist(path, body, tell);
    } finally {
        sessionStorage.removeItem(`wish-${name}`);
    }
}
