"""Chapter 14: the Land Battle, with the all-Royal side of step 10.K."""

from typing import NamedTuple

from diadochi.model.cards import Window
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, forces, subtract
from diadochi.rules import attrition, battle_command, battle_join, battle_losses, battle_score, retreat, troops
from diadochi.rules.agenda import NOT_ASKED, Ask, Play, Refusal
from diadochi.rules.battle_command import Succession
from diadochi.rules.battle_join import Joining, Returning
from diadochi.rules.battle_losses import Losers, as_losers
from diadochi.rules.command import ability, commander, generals_at, is_major, kill_general
from diadochi.rules.deck import cards_of as members
from diadochi.rules.group import DROPPED
from diadochi.rules.prestige import gain_popularity, prestige_items
from diadochi.rules.retreat import Retreat

__all__ = ["Battle", "Joining", "Losers", "Retreat", "Returning", "Succession", "as_losers", "begin", "joined"]

# The stages, in the order of the rules.
JOIN, ROYAL_WINDOW, ROYAL, ATTACKER_CARDS, DEFENDER_CARDS = 0, 1, 2, 3, 4
PRESTIGE_WINDOW, PRESTIGE, SCORE, SURVIVAL, DEATH, COMMAND, COMMANDED = 5, 6, 7, 8, 9, 10, 11
FIRST_LOSS, SECOND_LOSS, ROYAL_JOINS, INSIDE, RETREAT, END = 12, 13, 14, 15, 16, 17

WINNER_LOSS = 1
"""14.9.3, 14.9.4: CUs lost by a winner, and by both in a draw."""
KILLED_ON = 6
KILLED_ON_IF_LOST = 5
"""14.8.2"""
CAVALRY_ROLL, CAVALRY_PURSUIT = 1, 2
"""16.9.18, 16.9.20"""


def begin(p: Play, attacker: int, defender: int, at: int, seat: int, back: int, how: int, no_local: int = 0) -> None:
    """Steps 10.K and 10.L: a Land Battle in location `at`.

    `seat` moves the Attacker (and decides for Independents); `back` is where the Attacker's pieces came from, the
    Embarkation Port for what came by sea (`how`: by a path, landing, dropped off, out of a city); `no_local` masks
    Factions without Local Troops.
    """
    p.note(
        "battle_begins", "14.1.1", attacker=("faction", attacker), defender=("faction", defender), at=("location", at)
    )
    p.push(Battle(JOIN, attacker, defender, at, seat, back, how, no_local))


def joined(p: Play, seat: int, generals: int, cus: Forces) -> None:
    """14.2: these have come out of the city; the Battle on top keeps them in mind for a Retreat."""
    battle = p.state.agenda[-1]
    if isinstance(battle, Battle):
        others = subtract(p.state.cus_of(battle.at, seat), cus)
        p.replace(battle._replace(joined_generals=generals, joined_cus=cus, others=others))


class Battle(NamedTuple):
    """Pairs are (Attacker's, Defender's). `dying`: the Commanding General whose survival roll has failed."""

    stage: int
    attacker: int
    defender: int
    at: int
    seat: int
    back: int
    how: int
    no_local: int
    bonus: tuple[int, int] = (0, 0)
    no_elephants: tuple[int, int] = (0, 0)
    joined_generals: int = 0
    joined_cus: Forces = NO_FORCES
    others: Forces = NO_FORCES
    """The CUs outside whom they joined."""
    apart: tuple[int, int] = (0, 0)
    cavalry: tuple[int, int] = (0, 0)
    rolls: tuple[int, int] = (0, 0)
    scores: tuple[int, int] = (0, 0)
    side: int = 0
    dying: int = -1

    def step(self, p: Play) -> Ask | None:
        STEPS[self.stage](self, p)
        return None

    def check(self, p: Play, action: int) -> Refusal | None:
        return NOT_ASKED

    def take(self, p: Play, action: int) -> None:
        raise NotImplementedError

    def faction(self, side: int) -> int:
        return self.defender if side else self.attacker

    def cus(self, p: Play, side: int) -> Forces:
        """The participating CUs of a side: those in the location that are not set apart."""
        cus = p.state.cus_of(self.at, self.faction(side))
        return subtract(cus, forces(Unit.ROYAL, self.apart[side])) if self.apart[side] else cus

    def loser(self) -> int:
        """The losing side, or -1 in a draw (14.7.5)."""
        attack, defence = self.scores
        return -1 if attack == defence else int(attack > defence)

    # 14.2 Battle and Major Cities

    def join(self, p: Play) -> None:
        seat = battle_join.joiner(p, self.attacker, self.defender, self.at)
        p.replace(self._replace(stage=ROYAL_WINDOW))
        if seat != NOBODY:
            battle_join.begin(p, seat, self.at, attacking=seat == self.attacker)

    # 10.K, A38: a side of Royal Army alone

    def royal_window(self, p: Play) -> None:
        matters = self.royal_matters(p) and (self.all_royal(p, 0) or self.all_royal(p, 1))
        self.prestige_question(p, ROYAL if matters else ATTACKER_CARDS, matters)

    def prestige_question(self, p: Play, stage: int, matters: bool) -> None:
        """A25: a window before Prestige is compared, where it can matter."""
        from diadochi.rules import windows

        p.replace(self._replace(stage=stage))
        if matters:
            windows.begin(p, Window.ANY_TIME)

    def royal_matters(self, p: Play) -> bool:
        """Nobody's Prestige is below that of Independents (7.2.F.5)."""
        if INDEPENDENT in (self.attacker, self.defender):
            return False
        return bool(self.cus(p, 0)[Unit.ROYAL] or self.cus(p, 1)[Unit.ROYAL])

    def all_royal(self, p: Play, side: int) -> bool:
        cus = self.cus(p, side)
        return 0 < cus[Unit.ROYAL] == troops.count(cus)

    def lower_side(self, p: Play) -> int:
        """14.4.1: the side of lower Prestige, or -1."""
        attack, defence = self.prestige(p, 0), self.prestige(p, 1)
        return -1 if attack == defence else int(attack > defence)

    def prestige(self, p: Play, side: int) -> int:
        faction = self.faction(side)
        items = prestige_items(p, faction, self.at, bool(side))
        total = max(0, sum(i.points for i in items))
        p.note(
            "prestige",
            "7.2.F.2",
            who=("faction", faction),
            legitimacy=("number", items[0].points),
            popularity=("number", sum(i.points for i in items[1:])),
            total=("number", total),
        )
        return total

    def royal(self, p: Play) -> None:
        lower = self.lower_side(p)
        if lower >= 0 and self.all_royal(p, lower):
            self.defect(p, lower)
        else:
            p.replace(self._replace(stage=ATTACKER_CARDS))

    def defect(self, p: Play, lower: int) -> None:
        """7.2.F.12, 10.K.2: no battle; the Royal Army goes over, the Generals are Dispersed."""
        number = p.state.cus_of(self.at, self.faction(lower))[Unit.ROYAL]
        who, winner = ("faction", self.faction(lower)), ("faction", self.faction(1 - lower))
        p.note("no_battle", "10.K.2", who=who, winner=winner, at=("location", self.at))
        self.join_royals(p, lower, number, "10.K.2")
        battle_losses.disperse_generals(p, self.at, self.faction(lower), "10.K.2")
        p.pop()

    def join_royals(self, p: Play, side: int, number: int, rule: str) -> None:
        """14.9.15, 14.9.16: they count as moved by the activated General whom they join."""
        loser, winner = self.faction(side), self.faction(1 - side)
        cus = forces(Unit.ROYAL, number)
        troops.change_side(p, self.at, loser, cus, self.at, winner, rule)
        if winner == self.attacker and winner == p.state.active:
            troops.mark_moved(p.state, self.at, cus)

    # 14.3 Battle cards

    def attacker_cards(self, p: Play) -> None:
        self.cards(p, self.attacker, DEFENDER_CARDS)

    def defender_cards(self, p: Play) -> None:
        if not self.emptied(p):
            self.cards(p, self.defender, PRESTIGE_WINDOW)

    def cards(self, p: Play, faction: int, stage: int) -> None:
        """14.3.1: only players with CUs in the battle."""
        from diadochi.rules import windows

        p.replace(self._replace(stage=stage))
        if faction != INDEPENDENT:
            windows.begin(p, Window.BATTLE_CARDS, (faction,))

    def emptied(self, p: Play) -> bool:
        """A76: a side that the cards have left without CUs fights no battle."""
        for side in (0, 1):
            faction = self.faction(side)
            if not troops.has_cu(p.state, self.at, faction):
                p.note("side_emptied", "14.3.2", who=("faction", faction), at=("location", self.at))
                battle_losses.disperse_generals(p, self.at, faction, "14.3.2")
                battle_losses.free_royals(p, self.at, faction)
                p.pop()
                return True
        return False

    # 14.4 Royal Army

    def prestige_window(self, p: Play) -> None:
        if not self.emptied(p):
            matters = self.royal_matters(p)
            self.prestige_question(p, PRESTIGE if matters else SCORE, matters)

    def compare_prestige(self, p: Play) -> None:
        """14.4.1: the lower side's Royal Army is set apart; frozen from now on (A38)."""
        lower = self.lower_side(p)
        number = p.state.cus_of(self.at, self.faction(lower))[Unit.ROYAL] if lower >= 0 else 0
        if not number:
            p.replace(self._replace(stage=SCORE))
        elif self.all_royal(p, lower):
            self.defect(p, lower)
        else:
            who = self.faction(lower)
            p.note("royals_apart", "7.2.F.9", who=("faction", who), cus=("forces", forces(Unit.ROYAL, number)))
            p.replace(self._replace(stage=SCORE, apart=(0, number) if lower else (number, 0)))

    # 14.5 to 14.7 Local Troops, Battle Strength, Battle Score

    def score(self, p: Play) -> None:
        cus = (self.cus(p, 0), self.cus(p, 1))
        strengths = (self.strength(p, 0, cus[0]), self.strength(p, 1, cus[1]))
        cavalry = tuple(int(battle_score.has_cavalry(p, self.faction(side), cus[side])) for side in (0, 1))
        rolls = []
        for side in (0, 1):
            # 16.9.18
            horse = CAVALRY_ROLL if cavalry[side] and not strengths[1 - side].elephants else 0
            rolls.append(self.roll(p, side, strengths[side].total, self.bonus[side] + horse))
        self.conclude(p, (rolls[0], rolls[1]), (cavalry[0], cavalry[1]))

    def strength(self, p: Play, side: int, cus: Forces) -> battle_score.Strength:
        faction = self.faction(side)
        # 14.5.5
        local = 0 if self.no_local >> faction & 1 else battle_score.local_troops(p, faction, self.at)
        devices = bool(self.no_elephants[side])
        out = battle_score.battle_strength(p, faction, self.at, cus, local=local, no_elephants=devices)
        p.note(
            "battle_strength",
            "14.6.3",
            dice=out.elephant_dice,
            who=("faction", faction),
            cus=("forces", cus),
            cus_and_dice=("text", battle_score.strength_text(cus)),
            others=("forces", battle_score.without_elephants(cus)),
            strength=("number", out.cus),
            elephants=("number", out.elephants),
            local=("number", local),
            total=("number", out.total),
        )
        return out

    def roll(self, p: Play, side: int, strength: int, bonus: int) -> battle_score.Roll:
        faction, enemy = self.faction(side), self.faction(1 - side)
        rating = battle_score.battle_rating(p, faction, self.at, enemy)
        out = battle_score.battle_roll(p, strength, rating, bonus)
        p.note(
            "battle_roll",
            "14.7.4",
            dice=out.dice,
            who=("faction", faction),
            rating=("number", rating),
            raised=("numbers", out.raised),
            bonus=("number", bonus),
            roll=("number", out.total),
            strength=("number", strength),
            score=("number", out.score),
        )
        return out

    def conclude(self, p: Play, rolls: tuple[battle_score.Roll, battle_score.Roll], cavalry: tuple[int, int]) -> None:
        """14.7.5"""
        s = p.state
        done = self._replace(
            stage=SURVIVAL,
            cavalry=cavalry,
            rolls=(rolls[0].total, rolls[1].total),
            scores=(rolls[0].score, rolls[1].score),
        )
        loser = done.loser()
        if loser < 0:
            p.note("battle_drawn", "14.7.5", at=("location", self.at))
        else:
            beaten = self.faction(loser)
            p.note("battle_won", "14.7.5", who=("faction", self.faction(1 - loser)), loser=("faction", beaten))
            if beaten != INDEPENDENT:
                s.battle_lost |= 1 << beaten
        if s.active in (self.attacker, self.defender):
            s.fought |= 1 << p.space(self.at)
        p.replace(done)

    # 14.8 Commanding General loss

    def survival(self, p: Play) -> None:
        from diadochi.rules import windows

        if self.side > 1:
            p.replace(self._replace(stage=FIRST_LOSS))
            return
        faction = self.faction(self.side)
        general = commander(p, self.at, faction)
        if self.rolls[self.side] != p.edition.general_killed_roll or general < 0 or not is_major(p, general):
            p.replace(self._replace(side=self.side + 1))
            return
        die = p.die()
        killed_on = KILLED_ON_IF_LOST if self.loser() == self.side else KILLED_ON
        p.note(
            "survival_roll",
            "14.8.2",
            dice=(die,),
            who=("faction", faction),
            general=("general", general),
            killed_on=("number", killed_on),
            killed=("number", int(die >= killed_on)),
        )
        if die < killed_on:
            p.replace(self._replace(side=self.side + 1))
        else:
            p.replace(self._replace(stage=DEATH, dying=general))
            windows.begin(p, Window.COMMANDER_DEATH, (faction,))

    def death(self, p: Play) -> None:
        """14.8.3; `dying` is -1 if Only a Flesh Wound has saved him."""
        if self.dying < 0:
            p.replace(self._replace(stage=SURVIVAL, side=self.side + 1))
            return
        kill_general(p, self.dying, "14.8.3")
        p.replace(self._replace(stage=COMMAND))

    def command(self, p: Play) -> None:
        """14.8.5: at once and before losses. Whoever has lost needs no new commander (14.9.9)."""
        p.replace(self._replace(stage=COMMANDED))
        if self.loser() != self.side:
            battle_command.begin(p, self.faction(self.side), self.at)

    def commanded(self, p: Play) -> None:
        """The new Commanding General leads the activated Army on."""
        from diadochi.rules import activation

        army = activation.army(p)
        new = commander(p, self.at, self.attacker)
        if self.side == 0 and new >= 0 and army is not None and army.seat == self.attacker and army.at == self.at:
            activation.change_army(p, army._replace(generals=army.generals & ~(1 << self.dying) | 1 << new))
        p.replace(self._replace(stage=SURVIVAL, side=self.side + 1, dying=-1))

    # 14.9 Battle losses

    def first_loss(self, p: Play) -> None:
        """14.9.3 to 14.9.6: the Attacker in a draw, else the winner."""
        p.replace(self._replace(stage=SECOND_LOSS))
        loser = self.loser()
        if loser < 0:
            self.lose_one(p, 0, "14.9.3")
        elif self.scores[1 - loser] >= 2 * self.scores[loser]:
            p.note("winner_loses_nothing", "14.9.5", who=("faction", self.faction(1 - loser)))
        else:
            self.lose_one(p, 1 - loser, "14.9.4")

    def lose_one(self, p: Play, side: int, rule: str) -> None:
        """14.9.13: Independent Armies lose nothing."""
        if self.faction(side) != INDEPENDENT:
            attrition.lose(p, self.faction(side), self.at, WINNER_LOSS, self.cus(p, side), rule)

    def second_loss(self, p: Play) -> None:
        """14.9.3, 14.9.7 to 14.9.12: the Defender in a draw, else the loser."""
        p.replace(self._replace(stage=ROYAL_JOINS))
        loser = self.loser()
        if loser < 0:
            self.lose_one(p, 1, "14.9.3")
            return
        winner = self.faction(1 - loser)
        if self.faction(loser) == INDEPENDENT:
            beaten = len(generals_at(p, self.at, INDEPENDENT))
            gain_popularity(p, commander(p, self.at, winner), beaten)
        battle_losses.begin(p, self.faction(loser), self.at, self.apart[loser], self.pursuit(p, loser))

    def pursuit(self, p: Play, loser: int) -> int:
        """What is added to the loser's Attrition die: the winner's ability, and 16.9.20."""
        special = ability(p, self.at, self.faction(1 - loser), Ability.WINNER_ATTRITION)
        bonus = special.ability_value if special is not None else 0
        return bonus + (CAVALRY_PURSUIT if self.cavalry[1 - loser] and not self.cavalry[loser] else 0)

    def royal_joins(self, p: Play) -> None:
        """14.9.15: after losses, before the Retreat."""
        loser = self.loser()
        if loser >= 0 and self.apart[loser]:
            self.join_royals(p, loser, self.apart[loser], "14.9.15")
        p.replace(self._replace(stage=INSIDE))

    # 14.10 Retreat

    def retreat(self, p: Play) -> None:
        """14.10.1 to 14.10.5: on a draw the Attacker goes back, each piece by the way it came."""
        p.replace(self._replace(stage=END))
        if self.loser() >= 0:
            return
        generals = retreat.generals_mask(p, self.at, self.attacker)
        royals = retreat.royals_mask(p.state, self.at, self.attacker)
        cus = p.state.cus_of(self.at, self.attacker)
        retreat.begin(p, self.seat, self.attacker, self.at, self.back, generals, cus, royals, "14.10.1")

    def go_inside(self, p: Play) -> None:
        """14.2.5, 14.10.3: what joined the Attacker goes back inside."""
        p.replace(self._replace(stage=RETREAT))
        if self.loser() >= 0 or self.back == p.inside(p.space(self.at)):
            return
        if battle_join.joiner(p, self.attacker, self.defender, self.at) == self.attacker:
            battle_join.go_back(p, self.attacker, self.at, self.joined_generals, self.joined_cus, self.others)

    def end(self, p: Play) -> None:
        """10.L.2: the activated Army has no MPs left; a General still at sea keeps his (A71)."""
        from diadochi.rules import activation

        p.pop()
        if self.how != DROPPED:
            activation.forfeit(p)
            self.go_on_together(p)

    def go_on_together(self, p: Play) -> None:
        """14.2.2: Generals who joined the Attacker were moved by the activated one; not by a Minor General (9.1.10)."""
        from diadochi.rules import activation

        army = activation.army(p)
        if army is None or army.seat != self.attacker or army.at != self.at or not is_major(p, army.commander()):
            return
        here = retreat.generals_mask(p, self.at, self.attacker)
        joined = sum(1 << g for g in members(self.joined_generals & here) if is_major(p, g))
        activation.change_army(p, army._replace(generals=army.generals | joined))


STEPS = {
    JOIN: Battle.join,
    ROYAL_WINDOW: Battle.royal_window,
    ROYAL: Battle.royal,
    ATTACKER_CARDS: Battle.attacker_cards,
    DEFENDER_CARDS: Battle.defender_cards,
    PRESTIGE_WINDOW: Battle.prestige_window,
    PRESTIGE: Battle.compare_prestige,
    SCORE: Battle.score,
    SURVIVAL: Battle.survival,
    DEATH: Battle.death,
    COMMAND: Battle.command,
    COMMANDED: Battle.commanded,
    FIRST_LOSS: Battle.first_loss,
    SECOND_LOSS: Battle.second_loss,
    ROYAL_JOINS: Battle.royal_joins,
    INSIDE: Battle.go_inside,
    RETREAT: Battle.retreat,
    END: Battle.end,
}
