// The lines of one fight: every line says to which kind of fight it belongs, and the first that it begins one.

/** @import * as T from "./types" */

export class Story {
    constructor() {
        /** @type {T.Line[]} */
        this.lines = [];
    }

    /** Whether the dice have fallen; what still belongs to the fight comes after them. */
    get isDecided() {
        return this.lines.some((line) => line.fight?.ends || line.fight?.rolls);
    }

    /** Whether a Naval Battle has been declared whose dice are still to fall. */
    get isDeclared() {
        return this.lines[0]?.fight?.kind === "naval" && !this.isDecided;
    }

    /** Whether a line begins another fight. @param {T.Line} line */
    isBegunBy(line) {
        return Boolean(line.fight?.begins) && !(line.fight?.rolls && this.isDeclared);
    }

    /** Whether a line is told after the fight. @param {T.Line} line */
    isEndedBy(line) {
        return this.isDecided && !line.fight;
    }
}
