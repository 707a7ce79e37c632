"""What a bot does well and badly, counted over whole games: `python -m diadochi.lab.habits --games 20`."""

import argparse
import json
import random
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from diadochi import odds
from diadochi.bots import BOTS
from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.ids import SEATS, GeneralId, ProvinceId, SeatId, SpaceId
from diadochi.model.material import Material
from diadochi.model.notation import MASK, SHIFT
from diadochi.model.state import FACTIONS, INDEPENDENT, NOBODY, space_id
from diadochi.model.verbs import Verb
from diadochi.rules import face as rules
from diadochi.rules.face import Battle, Play, army_factions, can_place_pc, check_pc, own_pcs

LONG_ODDS = 1 / 3


@dataclass
class Habits:
    """Counts over games; each pair is (how often, of how many)."""

    games: int = 0
    player_turns: int = 0
    free_provinces: int = 0
    """Player Turns in which some Province could have been won by placing PCs with a card at hand,"""
    free_provinces_left: int = 0
    """and was not, and nothing else raised the VP."""
    attacks: int = 0
    attacks_at_long_odds: int = 0
    general_turns: int = 0
    """Major Generals on the map at the end of their Player Turn,"""
    generals_left_alone: int = 0
    """without a CU and not inside a city, beside an enemy Army."""
    victories_at_hand: int = 0
    victories_missed: int = 0
    victories_looming: int = 0
    """Player Turns of others right before an Instant Victory,"""
    victories_uncontested: int = 0
    """in which the later winner lost no PC, no CU, no VP and no L."""
    endings: Counter[str] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "endings": dict(self.endings), "turns": {str(k): v for k, v in self.turns.items()}}


class Observer:
    """Watches one game."""

    def __init__(self, habits: Habits, game: Game) -> None:
        self.habits = habits
        self.game = game
        self.p = game._play
        self.free: list[int] = []
        self.at_hand = False
        self.vp_before = 0
        self.seen: Battle | None = None
        self.standing: list[tuple[int, ...]] = []
        self.lately: list[tuple[int, list[tuple[int, ...]], list[tuple[int, ...]]]] = []
        self.active: int = NOBODY

    def look(self) -> None:
        """Before every decision."""
        s = self.game.state
        if s.active != self.active:
            self.turn_over()
            self.active = s.active
            self.standing = [strength(self.p, seat) for seat in SEATS[s.players]]
            self.free = []
            self.at_hand = False
        decision = self.game.decision
        if decision is not None and decision.prompt == "prompt.choose_card" and not self.free:
            self.look_at_cards(decision.seat, decision.codes)
        self.look_at_battle()

    def look_at_cards(self, seat: SeatId, codes: tuple[int, ...]) -> None:
        s = self.game.state
        ops = max((self.p.cards[c & MASK].ops for c in codes if c >> SHIFT == Verb.PLACE_PCS), default=0)
        self.free = free_provinces(self.p, seat, ops)
        self.vp_before = s.vp[seat]
        gain = max((self.p.board.provinces[x].vp for x in self.free), default=0)
        need = self.p.edition.victory_vp[s.players]
        self.at_hand = s.turn >= self.p.edition.victory_from_turn and s.vp[seat] + gain >= need

    def look_at_battle(self) -> None:
        frame = next((f for f in reversed(self.game.state.agenda) if isinstance(f, Battle)), None)
        if frame is None or frame.rolls != (0, 0):
            self.seen = None
            return
        if self.seen is not None or frame.attacker == INDEPENDENT:
            return
        self.seen = frame
        self.habits.attacks += 1
        chance = odds.battle_at(self.p, frame.attacker, frame.defender, frame.at, frame.no_local)
        self.habits.attacks_at_long_odds += chance.win < LONG_ODDS

    def turn_over(self) -> None:
        s, h, seat = self.game.state, self.habits, self.active
        if seat == NOBODY:
            return
        h.player_turns += 1
        if self.free:
            h.free_provinces += 1
            gained = any(s.province_owner[x] == seat for x in self.free) or s.vp[seat] > self.vp_before
            h.free_provinces_left += not gained
        won = bool(s.result) and s.result[0] == seat
        h.victories_at_hand += self.at_hand
        h.victories_missed += self.at_hand and not won
        for general in range(self.p.pieces.majors):
            if s.owners[general] == seat and s.generals[general] >= 0:
                h.general_turns += 1
                h.generals_left_alone += is_alone(self.p, GeneralId(general))
        after = [strength(self.p, x) for x in SEATS[s.players]]
        self.lately = [*self.lately, (seat, self.standing, after)][-s.players :]

    def game_over(self) -> None:
        h, result = self.habits, self.game.result
        assert result is not None
        self.turn_over()
        h.games += 1
        h.endings[result.victory] += 1
        h.turns[self.game.state.turn] += 1
        if not result.victory.startswith("instant"):
            return
        for seat, before, after in self.lately:
            if seat != result.winner:
                h.victories_looming += 1
                h.victories_uncontested += all(
                    b <= a for b, a in zip(before[result.winner], after[result.winner], strict=True)
                )


def strength(p: Play, seat: SeatId) -> tuple[int, ...]:
    """PCs, CUs, VP, L."""
    s = p.state
    cus = sum(rules.count_cus(c) for key, c in s.cus.items() if key % FACTIONS == seat)
    return sum(owner == seat for owner in s.pcs), cus, s.vp[seat], s.legitimacy[seat]


def free_provinces(p: Play, seat: SeatId, ops: int) -> list[int]:
    """The Provinces that so many PCs, placed now, would win."""
    s = p.state
    origins = own_pcs(s, seat)
    if not ops or not can_place_pc(p, seat, origins):
        return []
    out = []
    for province, members in enumerate(p.board.members):
        if s.province_owner[province] != NOBODY:
            continue
        open_spaces = [x for x in members if s.pcs[x] == NOBODY and check_pc(p, seat, x, origins) is None]
        if would_control(p, ProvinceId(province), seat, open_spaces, ops):
            out.append(province)
    return out


def would_control(p: Play, province: ProvinceId, seat: SeatId, spaces: list[SpaceId], ops: int) -> bool:
    trial = Play(p.material, p.state.copy())
    city = p.board.major_city[province]
    first = [x for x in spaces if x == city]
    chosen = [*first, *(x for x in spaces if x != city)][:ops]
    for x in chosen:
        moves.put_pc(trial.state, space_id(x), seat)
    return rules.controller(trial, province) == seat


def is_alone(p: Play, general: GeneralId) -> bool:
    """No CU with him, outside, and an enemy Army in an adjacent space."""
    s = p.state
    at, owner = s.generals[general], s.owners[general]
    if p.is_inside(at) or rules.has_cu(s, at, owner):
        return False
    return any(army_factions(p, end) & ~(1 << owner) for end, _ in p.board.land_links[p.space(at)])


def watch(habits: Habits, material: Material, players: int, seed: int, bot: str) -> None:
    game = Game.new(players, seed, material=material, keep_undo=False)
    rng = random.Random(seed)
    observer = Observer(habits, game)
    while (decision := game.decision) is not None:
        observer.look()
        game.act(BOTS[bot](game.view(decision.seat), decision, rng))
    observer.game_over()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bot", default="satrap", choices=list(BOTS))
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    habits, material = Habits(), load_material()
    for i in range(given.games):
        watch(habits, material, given.players, given.seed + i, given.bot)
    print(json.dumps(habits.to_json(), indent=2))


if __name__ == "__main__":
    main()
