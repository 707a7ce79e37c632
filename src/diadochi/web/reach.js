// What a group can reach, on the map: MPs on every goal, and the way to the one that is looked at.

import { s } from "./dom.js";
import { listed, percent, t, upper } from "./texts.js";

/** @import * as T from "./types" */
/** @import { BoardMap } from "./map.js" */
/** @import { Material } from "./material.js" */

const DISC = 7.5;
const ASIDE = 11;

export class Reach {
    /** @param {BoardMap} map */
    constructor(map) {
        this.map = map;
        this.path = s("g", { class: "layer-path", "aria-hidden": "true" });
        this.costs = s("g", { class: "layer-costs", "aria-hidden": "true" });
        map.svg.insertBefore(this.path, map.targets);
        map.svg.append(this.costs);
        /** @type {T.Goal[]} */
        this.goals = [];
    }

    /** @param {T.Goal[]} goals */
    show(goals) {
        if (goals === this.goals) return;
        this.goals = goals;
        this.path.replaceChildren();
        this.draw();
    }

    /** Figures keep a readable size at every zoom. */
    draw() {
        const size = Math.min(2.2, Math.max(0.6, 1 / (this.map.viewport?.scale ?? 1) ** 0.7));
        this.costs.replaceChildren(...this.goals.flatMap((goal) => {
            const space = this.map.material.spaces.get(goal.space);
            if (!space) return [];
            return [s("g", { class: goal.fight ? "cost fight" : "cost", "data-goal": goal.space, transform: `translate(${space.x + ASIDE * size},${space.y - ASIDE * size}) scale(${size})` },
                s("circle", { r: DISC }), s("text", { y: 3.4 }, goal.ways[0].costs.at(-1) ?? 0))];
        }));
    }

    /** @param {string} id the goal that is looked at, or nothing @param {string} from where the group stands @param {number} [which] of its ways */
    point(id, from, which = 0) {
        const goal = this.goals.find(({ space }) => space === id);
        this.path.replaceChildren();
        if (!goal) return;
        for (const [i, way] of goal.ways.entries()) {
            const points = [from, ...way.spaces].map((space) => this.map.material.spaces.get(space)).filter((space) => space !== undefined);
            this.path.append(s("polyline", { class: i === which ? "way" : "way other", points: points.map(({ x, y }) => `${x},${y}`).join(" ") }));
        }
    }
}

/** What a way costs and who may stop it. @param {T.Way} way @param {Material} material */
export function wayText(way, material) {
    const words = { cost: way.costs.at(-1) ?? 0, left: way.left, spaces: listed(way.spaces.slice(0, -1).filter((space, i, all) => space !== all[i - 1]).map((space) => material.at(space))) };
    return [t(way.spaces.length > 1 ? "page.way.by" : "page.way", words),
        ...way.halts.map(({ text }) => upper(text)), ...way.hazards.map(upper),
        ...(way.chance < 1 ? [t("page.way.chance", { chance: percent(way.chance) })] : [])];
}

/** The same for those who do not see the map. @param {T.Goal} goal @param {Material} material */
export function goalText(goal, material) {
    const [way] = goal.ways;
    const name = t(goal.fight ? "page.goal.fight" : goal.by_sea ? "page.goal.sea" : "page.goal", { space: material.at(goal.space), cost: way.costs.at(-1) ?? 0 });
    return [name, ...wayText(way, material).slice(1), ...(goal.fight || way.chance < 1 ? [t("page.final")] : [])].join("\n");
}
