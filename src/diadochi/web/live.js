// The live channel: what happens, in order, also after a break.

import { language } from "./texts.js";

/** @import * as T from "./types" */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15000;
const PING_EVERY = 20000;
const SILENCE = 45000;

/**
 * @typedef {object} Listener
 * @property {(entries: T.Entry[], version: number) => void} entries
 * @property {(present: string[]) => void} presence
 * @property {() => void} table
 * @property {(on: boolean) => void} connected
 * @property {() => number} since the last version seen
 */

export class Live {
    /**
     * @param {string} game
     * @param {string | null} seat
     * @param {Listener} listener
     */
    constructor(game, seat, listener) {
        this.game = game;
        this.seat = seat;
        this.listener = listener;
        this.wait = FIRST_WAIT;
        this.closed = false;
        this.heard = Date.now();
        /** @type {WebSocket | null} */
        this.socket = null;
        this.pinger = setInterval(() => this.ping(), PING_EVERY);
        this.wake = () => this.hurry();
        this.cut = () => this.drop();
        addEventListener("online", this.wake);
        addEventListener("offline", this.cut);
        document.addEventListener("visibilitychange", this.wake);
        this.open();
    }

    open() {
        if (this.closed) return;
        const address = new URL(`/api/games/${this.game}/live`, location.href);
        address.protocol = address.protocol.replace("http", "ws");
        address.searchParams.set("language", language);
        if (this.seat) address.searchParams.set("seat", this.seat);
        address.searchParams.set("since", String(this.listener.since()));
        const socket = new WebSocket(address);
        this.socket = socket;
        socket.onmessage = (message) => this.hear(JSON.parse(message.data));
        socket.onclose = () => this.lost(socket);
    }

    /** @param {any} message */
    hear(message) {
        this.heard = Date.now();
        if (message.type === "hello") {
            this.wait = FIRST_WAIT;
            this.listener.connected(true);
            this.listener.presence(message.present);
        } else if (message.type === "entries") {
            this.listener.entries(message.entries, message.version);
            this.send({ type: "ack", version: message.version });
        } else if (message.type === "presence") {
            this.listener.presence(message.present);
        } else if (message.type === "table") {
            this.listener.table();
        }
    }

    /** @param {WebSocket} socket */
    lost(socket) {
        if (this.closed || socket !== this.socket) return;
        this.socket = null;
        this.listener.connected(false);
        this.timer = setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
        this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    }

    /** The network is gone: a socket may take minutes to notice. */
    drop() {
        const { socket } = this;
        if (!socket) return;
        this.lost(socket);
        socket.close();
    }

    /** The network or the reader is back: do not wait any longer. */
    hurry() {
        if (this.closed || this.socket || document.hidden) return;
        clearTimeout(this.timer);
        this.wait = FIRST_WAIT;
        this.open();
    }

    ping() {
        if (!this.socket) return;
        if (Date.now() - this.heard > SILENCE) this.socket.close();
        else this.send({ type: "ping" });
    }

    /** @param {object} message */
    send(message) {
        if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    }

    close() {
        this.closed = true;
        clearInterval(this.pinger);
        clearTimeout(this.timer);
        removeEventListener("online", this.wake);
        removeEventListener("offline", this.cut);
        document.removeEventListener("visibilitychange", this.wake);
        this.socket?.close();
    }
}
