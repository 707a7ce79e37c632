"""What a satrap knows when it has to decide: the public position, its own hand, and what it makes of them."""

import random

from diadochi.bots.satrap import evaluation
from diadochi.bots.satrap.temper import Temper
from diadochi.game import Decision
from diadochi.model.ids import SEATS, FactionId, ProvinceId, SeatId, SpaceId
from diadochi.model.pieces import Royal
from diadochi.model.state import INDEPENDENT, NOBODY
from diadochi.rules import face as rules
from diadochi.rules.face import Ask, Play
from diadochi.view import View


class Mind:
    """One decision of one seat. `p` is a game that fits the View; its hidden cards are a guess."""

    def __init__(
        self, p: Play, seat: SeatId, prompt: str, codes: list[int], rng: random.Random, temper: Temper
    ) -> None:
        self.p = p
        self.s = p.state
        self.seat = seat
        self.prompt = prompt
        self.codes = codes
        self.rng = rng
        self.temper = temper
        self._provinces: dict[int, tuple[list[int], float]] = {}
        self._weights: list[float] | None = None
        self._present_worth: float | None = None
        self._province_worth: tuple[float, ...] | None = None

    @staticmethod
    def of(view: View, decision: Decision, rng: random.Random, temper: Temper) -> "Mind":
        """What a seat makes of its view."""
        p = Play(view.material, view.sample(rng))
        return Mind(p, decision.seat, decision.prompt, list(decision.asked), rng, temper)

    def in_thought(self, p: Play, ask: Ask) -> "Mind":
        """A decision of any seat in a game that is only thought of."""
        return Mind(p, ask.seat, ask.prompt, list(ask.actions), self.rng, self.temper)

    def looking_at(self, p: Play, seat: SeatId) -> "Mind":
        """A position that is only thought of, where nothing is asked."""
        return Mind(p, seat, "", [], self.rng, self.temper)

    @property
    def weights(self) -> list[float]:
        if self._weights is None:
            self._weights = self._find_weights()
        return self._weights

    def _find_weights(self) -> list[float]:
        return evaluation.rivalry(self.p, self.seat, self.temper)

    def worth(self, p: Play) -> float:
        return evaluation.worth(p, self.seat, self.temper, self.weights)

    @property
    def present_worth(self) -> float:
        if self._present_worth is None:
            self._present_worth = self._find_present_worth()
        return self._present_worth

    def _find_present_worth(self) -> float:
        return self.worth(self.p)

    @property
    def crown_rate(self) -> float:
        """What a point of Legitimacy is worth now."""
        return self.temper.crown * evaluation.legitimacy_rate(self.s, self.temper)

    # What a PC is worth

    @property
    def province_worth(self) -> tuple[float, ...]:
        if self._province_worth is None:
            self._province_worth = self._find_province_worth()
        return self._province_worth

    def _find_province_worth(self) -> tuple[float, ...]:
        return evaluation.province_worth(self.p.material, self.temper)

    def land_value(self, province: ProvinceId, counts: list[int], city_owner: int) -> float:
        """A Province as it would be with these PCs."""
        board, seat, weights = self.p.board, self.seat, self.weights
        needed = board.needed[province]
        no_city = board.major_city[province] < 0
        total = 0.0
        for faction in SEATS[self.s.players]:
            held = counts[faction]
            if held:
                part = evaluation.progress(held, needed, no_city or city_owner == faction, self.temper)
                total += part if faction == seat else -weights[faction] * part
        return total * self.province_worth[province] * self.temper.land

    def province_now(self, province: ProvinceId) -> tuple[list[int], float]:
        """Its PCs by Faction, and what they are worth."""
        if province not in self._provinces:
            city = self.p.board.major_city[province]
            counts = evaluation.province_count(self.p, province)
            holder = self.s.pcs[city] if city >= 0 else NOBODY
            self._provinces[province] = counts, self.land_value(province, counts, holder)
        return self._provinces[province]

    def pc_gain(self, space: SpaceId, owner: FactionId) -> float:
        """What it changes if the PC of a space becomes that of `owner` (or NOBODY's)."""
        p = self.p
        now = self.s.pcs[space]
        province = p.board.spaces[space].province
        if now == owner or space not in p.board.members[province]:
            return 0.0
        there, before = self.province_now(province)
        counts = there.copy()
        city = p.board.major_city[province]
        holder = self.s.pcs[city] if city >= 0 else NOBODY
        if now != NOBODY:
            counts[now] -= 1
        if owner != NOBODY:
            counts[owner] += 1
        gain = self.land_value(province, counts, owner if space == city else holder) - before
        if p.board.spaces[space].hellespont:
            gain += evaluation.HELLESPONT_SPACE * (self.side(owner) - self.side(now))
        return gain

    def side(self, faction: FactionId) -> float:
        if faction in (NOBODY, INDEPENDENT):
            return 0.0
        return 1.0 if faction == self.seat else -self.weights[faction]

    def champion_cost(self, victim: FactionId) -> float:
        """3.7.2: what it costs to attack this Faction."""
        s = self.s
        if victim in (INDEPENDENT, NOBODY, self.seat) or s.usurper == victim:
            return 0.0
        if not (s.champions >> self.seat & 1 and s.champions >> victim & 1):
            return 0.0
        cost = self.temper.champion * self.p.edition.champion_legitimacy * self.crown_rate
        return cost + (self.temper.lost_throne if self.needs_title() else 0.0)

    def needs_title(self) -> bool:
        """With the Cart in hand: a burial in Pella wins for a Champion, but not for a Successor."""
        s, e = self.s, self.p.edition
        if s.royal_owner[Royal.FUNERAL_CART] != self.seat or s.turn >= e.cart_until_turn:
            return False
        after = s.legitimacy[self.seat] + e.tomb_pella_legitimacy
        return after >= e.victory_legitimacy > after - e.champion_legitimacy

    # Trying out

    def after(self, action: int) -> tuple[Play, Ask | None]:
        """The game after an action, as far as the next decision."""
        trial = Play(self.p.material, self.s.copy())
        rules.take(trial, action)
        return trial, rules.advance(trial)

    def try_out(self, action: int) -> float:
        return self.worth(self.after(action)[0])

    def best_by_trial(self, codes: list[int], most: int = 40) -> int:
        """The action after which the position looks best."""
        if len(codes) > most:
            codes = self.rng.sample(codes, most)
        return max(codes, key=self.try_out)
