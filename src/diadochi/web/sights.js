// What was last seen of each map, so that whoever comes back sees it again.

/** @typedef {import("./viewport.js").Sight} Sight */

const KEPT = "diadochi-sights";
const MOST = 30;

/** @returns {[string, Sight][]} by game, the latest last */
function read() {
    try {
        return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    } catch {
        return [];
    }
}

/** @param {string} game @returns {Sight | undefined} */
export function recalled(game) {
    return read().find(([id]) => id === game)?.[1];
}

/** @param {string} game @param {Sight} sight */
export function remember(game, sight) {
    localStorage.setItem(KEPT, JSON.stringify([...read().filter(([id]) => id !== game), [game, sight]].slice(-MOST)));
}
