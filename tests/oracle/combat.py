"""A second reckoning of combat, read from the events and the States between them.

Land Battles (14) with Prestige and Royal Army (7.2.F), Attrition (7.3), Overruns and whatever else is lost "as losers"
(14.9.17), Naval Battles (13.3), Sieges (15), Forage Attrition (16.7), and the options and Surprise cards that change
them. Every computation that an event tells is done again by `combat_reckoning`, and what it leads to is looked for in
the State afterwards. `combat_odds` does the same for the chances that `Game.odds` gives.
"""

import random
from collections import Counter

from diadochi import odds
from diadochi.game import Game
from diadochi.model.board import Kind
from diadochi.model.ids import FactionId, LocationId
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Ability, Forces, Unit
from diadochi.model.state import (
    INDEPENDENT,
    NOBODY,
    SURRENDER,
    add,
    forces,
    subtract,
)
from diadochi.rules.agenda import EVERYBODY, Args, Play
from tests.oracle import combat_odds
from tests.oracle.combat_fights import (
    PROCEDURE_STARTS,
    Attrition,
    Fight,
    Losers,
    Moment,
    Siege,
    admiral_ability,
    assert_helepolis,
    battle_prestige,
    besieged_prestige,
    breaks_peace,
    losers_of,
    seleukos_commands,
    settle_fight,
    settle_siege,
    siege_prestige,
)
from tests.oracle.combat_reckoning import MACEDONIANS, Table, fighting_strength, only, option

BATTLE_CARDS = ("mutiny", "anti_elephant_devices", "silver_shields_desert", "cavalry_superiority")
SEGMENT_STARTS = ("player_turn", "surrender_segment", "tyche_segment", "activation_segment", "forage_segment")


class Combat:
    """The look: one for each game."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        """How often each thing was reckoned."""
        self._play: Play | None = None
        self._moments: list[Moment] = []
        self._fight: Fight | None = None
        self._siege: Siege | None = None
        self._losers: Losers | None = None
        self._attrition: Attrition | None = None
        self._forage: Attrition | None = None
        self._failed_evasion: set[tuple[FactionId, LocationId]] = set()
        self._escort: tuple[int, ...] = ()
        self._admirals: set[int] = set()
        self._naval: Moment | None = None
        self._fleets_lost: dict[int, tuple[int, ...]] = {}
        self._naval_result = ""
        self._aboard = NO_FORCES
        self._epidemic: tuple[int, int] | None = None
        self._sieges: dict[int, list[int]] = {}
        self._declared: list[tuple[int, tuple[int, ...]]] = []
        """Naval Battles to come: the Interceptor and the committed Fleets."""
        self._told: object = None
        self._entered: int | None = None
        """The space that the activated Army has marched into with CUs."""
        self._passage_due: Moment | None = None
        self._moved_before: dict[int, int] = {}
        """By location: CUs that were moved before the present activation."""
        self._fought: dict[int, int] = {}
        """By location: the active player's CUs that have come out of a Land Battle in this Segment."""

    def __call__(self, game: Game, rng: random.Random) -> None:
        if game._play is not self._play:
            self._attach(game)
        moments, self._moments[:] = self._moments[:], []
        for moment in moments:
            self._close(moment.table, moment.event.key)
            self._see(moment)
        now = Table(game.material, game.state)
        self._close(now, "")
        assert_helepolis(now)
        if game.decision is not None and moments:
            self._compare_odds(game, now)

    def _compare_odds(self, game: Game, now: Table) -> None:
        """The chances that are told before the dice, each time they have changed."""
        told, fight, siege = game.odds(), self._fight, self._siege
        if told is None or told == self._told:
            return
        self._told = told
        want: object = None
        if isinstance(told, odds.BattleOdds):
            assert fight is not None
            assert not fight.strength, "odds after the dice"
            battle = combat_odds.Battle(fight.at, fight.sides, fight.no_local, fight.devices, fight.superior)
            want = combat_odds.battle(now, battle)
        elif isinstance(told, odds.SiegeOdds):
            if siege is None:  # its three CUs are still being named (9.3.C.3)
                return
            want = combat_odds.siege(now, siege.seat, siege.space, siege.general, siege.traitor)
        elif isinstance(told, odds.NavalOdds):
            assert game.decision is not None
            if game.decision.prompt in ("prompt.declare", "prompt.commit"):  # the Fleets are not named yet (13.2.4)
                return
            want = self._naval_chances(now)
        if want is not None:
            assert told == want, ("odds", told, want)
            self.seen[type(told).__name__] += 1

    def _naval_chances(self, now: Table) -> combat_odds.NavalChances:
        mover = now.state.active
        interceptor, fleets = self._declared[0]
        strengths = (now.fleet_strength(self._escort) + admiral_ability(now, mover), now.fleet_strength(fleets))
        bonus = (2 if mover in self._admirals else 0, 2 if interceptor in self._admirals else 0)
        return combat_odds.naval_battle(now, mover, strengths, bonus)

    def _attach(self, game: Game) -> None:
        """Keep a copy of the State beside every event from now on."""
        play, moments = game._play, self._moments
        self._play = play
        note = play.note

        def noting(key: str, rule: str, args: Args = (), *, dice: tuple[int, ...] = (), to: int = EVERYBODY) -> None:
            note(key, rule, args, dice=dice, to=to)
            moments.append(Moment(play.events[-1], Table(play.material, play.state.copy())))

        play.note = noting  # type: ignore[method-assign]

    def _see(self, moment: Moment) -> None:
        key = moment.event.key
        if key in PROCEDURE_STARTS:
            self._failed_evasion.clear()
        if key in SEGMENT_STARTS:
            self._sieges.clear()
            self._moved_before.clear()
            self._fought.clear()
        handler = getattr(self, f"_on_{key}", None)
        if handler is not None:
            handler(moment)
            self.seen[key] += 1

    def _close(self, now: Table, key: str) -> None:
        """Whatever is over by now is looked at as a whole."""
        names = {type(frame).__name__ for frame in now.state.agenda}
        if self._losers is not None and "Losers" not in names and key in ("", "as_losers", *PROCEDURE_STARTS):
            losers, self._losers = self._losers, None
            losers.settle(now)
            self.seen["losers settled"] += 1
        returning = key in ("no_overrun", "overruns")  # A153: a Retreat into the enemy
        if self._fight is not None and ("Battle" not in names or (returning and self._fight.decided)):
            fight, self._fight = self._fight, None
            settle_fight(fight, now, key)
            active = now.state.active
            if fight.decided and active in fight.sides:
                self._fought[fight.at] = sum(now.state.cus_of(fight.at, active))
            self.seen["fight settled"] += 1
        if self._siege is not None and "Siege" not in names:
            siege, self._siege = self._siege, None
            settle_siege(siege, now, key)
            self.seen["siege settled"] += 1
        assert self._passage_due is None or key == "attrition_roll", ("10.A.2", self._passage_due)
        if self._attrition is not None and key in ("", "attrition_roll") and "Lose" not in names:
            self._attrition.settle()
            self._attrition = None
        if self._forage is not None and (key == "forage_attrition" or "ForageSegment" not in names):
            self._forage.settle()
            self._forage = None
        if self._naval is not None and key in ("", "naval_battle"):
            self._settle_naval(now)

    # 9 and 10, as far as they matter here

    def _on_activates(self, moment: Moment) -> None:
        self._entered = None
        self._moved_before = {at: sum(cus) for at, cus in moment.table.state.moved_cus.items()}

    def _on_leaves_cus(self, moment: Moment) -> None:
        """Who is dropped off has ended his activation: he counts for no Siege any more."""
        at, cus = moment.args["at"], moment.args["cus"]
        self._moved_before[at] = self._moved_before.get(at, 0) + sum(cus)

    def _on_repositioned(self, moment: Moment) -> None:
        self._entered = None

    def _on_marches(self, moment: Moment) -> None:
        """10.A.2: a player's Army that has marched into an Independent Stronghold and marches out of it."""
        args, table = moment.args, moment.table
        start = args["start"]
        stronghold = table.material.board.spaces[table.space(start)].kind == Kind.STRONGHOLD
        if stronghold and table.state.pcs[start] == INDEPENDENT and sum(args["cus"]) and self._entered == start:
            self._passage_due = moment
        self._entered = args["space"] if sum(args["cus"]) else None

    # 12 Evasion, as far as it matters here

    def _on_evasion_roll(self, moment: Moment) -> None:
        args = moment.args
        if args["result"] == "roll_fails":
            self._failed_evasion.add((args["who"], moment.table.state.generals[args["general"]]))

    # 14 Land Battle

    def _on_battle_begins(self, moment: Moment) -> None:
        assert self._fight is None, "a battle within a battle"
        fight = self._fight = Fight(moment, self._failed_evasion)
        s, at = moment.table.state, fight.at
        attacker, defender = fight.sides
        assert at < moment.table.spaces, ("14.1 battles are outside", at)
        assert attacker in (s.active, INDEPENDENT), ("14.1.1", attacker, s.active)
        own, theirs = sum(s.cus_of(at, attacker)), sum(s.cus_of(at, defender))
        assert own > 0, "14.1.1"
        assert theirs > 0, "14.1.1"
        assert own < 5 * theirs, ("10.J.1 an Overrun", own, theirs)
        assert not breaks_peace(s, attacker, defender), "10.H.1 still Champion"

    def _on_plays_surprise(self, moment: Moment) -> None:
        event = moment.table.material.cards[moment.args["card"]].event
        if self._fight is not None and event in BATTLE_CARDS:
            self._fight.pending.append(event)

    def _on_surprise_cancelled(self, moment: Moment) -> None:
        event = moment.table.material.cards[moment.args["cancelled"]].event
        if self._fight is not None and event in self._fight.pending:
            self._fight.pending.remove(event)

    def _in_effect(self, event: str) -> None:
        assert self._fight is not None, event
        assert event in self._fight.pending, (event, "was not played")
        self._fight.pending.remove(event)

    def _on_elephants_stopped(self, moment: Moment) -> None:
        self._devices(moment, halved=False)

    def _on_elephants_halved(self, moment: Moment) -> None:
        self._devices(moment, halved=True)

    def _devices(self, moment: Moment, halved: bool) -> None:
        self._in_effect("anti_elephant_devices")
        fight, victim = self._fight, moment.args["victim"]
        assert fight is not None
        assert victim in fight.sides
        assert moment.table.state.cus_of(fight.at, victim)[Unit.ELEPHANT], "52 no Elephants"
        assert halved == seleukos_commands(moment.table, victim, fight.at), "52 Seleukos"
        fight.devices.add(victim)

    def _on_battle_bonus(self, moment: Moment) -> None:
        self._in_effect("cavalry_superiority")
        assert self._fight is not None
        self._fight.superior.add(moment.args["who"])

    def _on_mutiny_fails(self, moment: Moment) -> None:
        self._in_effect("mutiny")
        fight = self._fight
        assert fight is not None
        who = moment.args["who"]
        mine, theirs = battle_prestige(moment.table, fight, who), battle_prestige(moment.table, fight, fight.other(who))
        assert mine <= theirs, ("54", mine, theirs)

    def _on_prestige(self, moment: Moment) -> None:
        fight, args = self._fight, moment.args
        if fight is None:
            return
        who = args["who"]
        legitimacy, popularity = moment.table.prestige(who, fight.at, who == fight.sides[1])
        told = (args["legitimacy"], args["popularity"], args["total"])
        assert told == (legitimacy, popularity, max(0, legitimacy + popularity)), (
            "7.2.F.2",
            who,
            legitimacy,
            popularity,
        )
        fight.prestige[who] = args["total"]

    def _on_royals_apart(self, moment: Moment) -> None:
        assert self._fight is not None
        self._fight.told_apart[moment.args["who"]] = moment.args["cus"]

    def _on_no_battle(self, moment: Moment) -> None:
        fight, args = self._fight, moment.args
        assert fight is not None
        who = args["who"]
        cus = moment.table.state.cus_of(fight.at, who)
        assert args["winner"] == fight.other(who)
        assert sum(cus) == cus[Unit.ROYAL] > 0, ("10.K.2", cus)
        assert battle_prestige(moment.table, fight, who) < battle_prestige(moment.table, fight, fight.other(who)), (
            "10.K.2"
        )
        fight.no_battle = True

    def _on_side_emptied(self, moment: Moment) -> None:
        fight = self._fight
        assert fight is not None
        assert sum(moment.table.state.cus_of(fight.at, moment.args["who"])) == 0, "A76"
        fight.no_battle = True

    def _on_battle_strength(self, moment: Moment) -> None:
        fight, args, table = self._fight, moment.args, moment.table
        assert fight is not None
        if not fight.strength:
            self._before_the_dice(fight, table)
        who = args["who"]
        assert who == fight.sides[len(fight.strength)], ("14.6 order", who)
        cus = subtract(table.state.cus_of(fight.at, who), fight.apart[who])
        assert args["cus"] == cus, ("14.6.2", args["cus"], cus)
        assert args["strength"] == fighting_strength(cus), ("14.6.2", cus, args["strength"])
        elephants = self._elephants(fight, table, who, cus, moment.event.dice)
        assert args["elephants"] == elephants, ("14.6.1", moment.event)
        local = table.local_troops(who, fight.at, who in fight.no_local)
        assert args["local"] == local, ("14.5", who, args["local"], local)
        total = args["strength"] + elephants + local
        assert args["total"] == total, ("14.6.3", moment.event)
        fight.cus[who], fight.strength[who], fight.elephants[who] = cus, total, elephants

    def _before_the_dice(self, fight: Fight, table: Table) -> None:
        """14.3, 14.4: cards have had their effect, Royal Army is set apart."""
        s = table.state
        assert not fight.pending, ("14.3 without effect", fight.pending)
        assert not fight.no_battle, "there is no battle"
        fight.apart = table.set_apart(*fight.sides, fight.at)
        assert fight.told_apart == fight.apart, ("7.2.F.9", fight.told_apart, fight.apart)
        for side in fight.sides:
            cus = s.cus_of(fight.at, side)
            assert sum(cus) > sum(fight.apart[side]), ("10.K.2 nothing but Royal Army, or nothing", side, cus)
            fight.commander[side] = table.commander(side, fight.at)
        fight.scored = table

    def _elephants(self, fight: Fight, table: Table, who: FactionId, cus: Forces, dice: tuple[int, ...]) -> int:
        if who in fight.devices and not seleukos_commands(table, who, fight.at):
            assert dice == (), "52 Elephants are not rolled"
            return 0
        assert len(dice) == cus[Unit.ELEPHANT], ("7.2.C.3", dice, cus)
        strength = sum(max(0, die - 2) for die in dice)
        return strength // 2 if who in fight.devices else strength

    def _on_battle_roll(self, moment: Moment) -> None:
        fight, args, table = self._fight, moment.args, moment.table
        assert fight is not None
        who, dice = args["who"], moment.event.dice
        enemy = fight.other(who)
        assert len(dice) == 2, "14.7.1"
        rating = table.battle_rating(who, enemy, fight.at)
        assert args["rating"] == rating, ("14.7.2", who, args["rating"], rating)
        raised = tuple(max(die, rating) for die in dice)
        assert args["raised"] == raised, ("14.7.2", moment.event)
        bonus = 1 if who in fight.superior else 0
        if table.has_cavalry(who, fight.cus[who]) and not fight.elephants[enemy]:
            bonus += 1
        assert args["bonus"] == bonus, ("14.7.3, 16.9.18", who, args["bonus"], bonus)
        roll = sum(raised) + bonus
        assert min(12, args["roll"]) == min(12, roll), ("14.7.4", moment.event)
        assert args["strength"] == fight.strength[who], ("14.7.4", moment.event)
        score = table.battle_score(fight.strength[who], roll)
        assert args["score"] == score, ("14.7.4", moment.event, score)
        fight.roll[who], fight.score[who] = roll, score

    def _on_battle_won(self, moment: Moment) -> None:
        fight, args = self._fight, moment.args
        assert fight is not None
        winner, loser = args["who"], args["loser"]
        assert fight.score[winner] > fight.score[loser], ("14.7.5", fight.score)
        assert {winner, loser} == set(fight.sides)
        fight.winner, fight.decided = winner, True

    def _on_battle_drawn(self, moment: Moment) -> None:
        fight = self._fight
        assert fight is not None
        assert fight.score[fight.sides[0]] == fight.score[fight.sides[1]], ("14.7.5", fight.score)
        fight.decided = True

    def _on_survival_roll(self, moment: Moment) -> None:
        fight, args = self._fight, moment.args
        assert fight is not None
        who, general = args["who"], args["general"]
        assert fight.decided, "14.8 before the result"
        assert fight.roll[who] == 9, ("14.8.1", fight.roll)
        assert general == fight.commander[who], ("14.8.1", general)
        assert moment.table.is_major(general), ("14.8.3", general)
        lost = fight.winner not in (NOBODY, who)
        assert args["killed_on"] == (5 if lost else 6), ("14.8.2", moment.event)
        (die,) = moment.event.dice
        fight.survival[who] = die >= args["killed_on"]
        assert bool(args["killed"]) == fight.survival[who], ("14.8.2", moment.event)

    def _on_general_killed(self, moment: Moment) -> None:
        fight, args = self._fight, moment.args
        if fight is not None:
            assert fight.survival.get(args["who"]), ("14.8.2", moment.event)
            fight.killed.add(args["who"])

    def _on_flesh_wound(self, moment: Moment) -> None:
        assert self._fight is not None
        self._fight.spared.add(moment.args["who"])

    def _on_takes_command(self, moment: Moment) -> None:
        fight, args = self._fight, moment.args
        if fight is None:
            return
        who, general = args["who"], args["general"]
        assert who in fight.killed, ("14.8.5", moment.event)
        assert fight.scored is not None
        majors = [g for g in fight.scored.generals(who, fight.at) if fight.scored.is_major(g)]
        left = [g for g in majors if g != fight.commander[who]]
        if left:
            assert general == min(left), ("14.8.5 the most Senior", general, left)
        fight.command[who] = general

    def _on_winner_loses_nothing(self, moment: Moment) -> None:
        assert self._fight is not None
        assert moment.args["who"] == self._fight.winner
        self._fight.unhurt = True

    def _on_gains_popularity(self, moment: Moment) -> None:
        assert self._fight is not None
        self._fight.popularity[moment.args["general"]] = moment.args["points"]

    def _on_retreats(self, moment: Moment) -> None:
        """14.10.2: whoever lands again where he embarked goes back to where he is."""
        if self._fight is not None and moment.args["at"] == self._fight.at:
            self._fight.tainted = True

    # 14.9 Losses

    def _on_as_losers(self, moment: Moment) -> None:
        args = moment.args
        self._losers = Losers(moment.table, args["who"], args["at"], NO_FORCES, bonus=0)

    def _on_overruns(self, moment: Moment) -> None:
        args, s = moment.args, moment.table.state
        own, theirs = sum(s.cus_of(args["at"], args["who"])), sum(s.cus_of(args["at"], args["victim"]))
        assert (args["own"], args["theirs"]) == (own, theirs), ("10.J.2", moment.event)
        assert own >= 5 * theirs > 0, ("10.J.1", own, theirs)
        assert not breaks_peace(s, args["who"], args["victim"]), "3.7.6"

    def _on_no_overrun(self, moment: Moment) -> None:
        args = moment.args
        assert 0 < args["own"] < 5 * args["theirs"], ("10.J.1", moment.event)

    def _on_attrition_roll(self, moment: Moment) -> None:
        """7.3.1: who, on which column."""
        args, s = moment.args, moment.table.state
        who, at, cus, column, bonus = args["who"], args["at"], args["cus"], args["column"], args["bonus"]
        assert who != INDEPENDENT, "7.3.2"
        attrition = Attrition(moment)
        rule = moment.event.rule
        if rule == "14.9.8":
            losers = self._losers
            if losers is None:
                losers = self._losers_of_battle(moment)
            assert (who, at) == (losers.faction, losers.at)
            assert cus == only(losers.cus, *MACEDONIANS), ("14.9.8", cus, losers.cus)
            assert column == sum(cus), ("14.9.8", moment.event)
            assert bonus == losers.bonus, ("14.9.8, 16.9.20 bonus", bonus, losers.bonus)
            losers.attrition = attrition
            return
        assert bonus == 0, moment.event
        if rule == "10.A.2":
            horse = option(s, Option.CAVALRY) and cus[Unit.CAVALRY] > 0
            assert column == (1 if horse else 2), ("7.3.5, 16.9.15", moment.event)
            self._passage_due = None
        else:
            assert column == sum(cus), ("7.3.3", moment.event)
            assert cus == s.cus_of(at, who), ("7.3.3", cus, s.cus_of(at, who))
        if rule == "13.3.D.5":
            assert self._naval is not None, "13.3.D.5"
            self._aboard = cus
        elif self._epidemic is not None:
            assert self._epidemic == (who, at), ("4", moment.event)
            self._epidemic = None
        self._attrition = attrition

    def _on_epidemic(self, moment: Moment) -> None:
        args, table = moment.args, moment.table
        victim, at = args["victim"], args["at"]
        assert victim not in (args["who"], INDEPENDENT), "4"
        assert table.generals(victim, at), "4 no Army"
        self._epidemic = (victim, at)

    def _on_forage_attrition(self, moment: Moment) -> None:
        args, table = moment.args, moment.table
        who, space = args["who"], args["space"]
        cus = add(table.state.cus_of(space, who), table.state.cus_of(table.inside(space), who))
        assert args["column"] == sum(cus), ("16.7.1", moment.event, cus)
        (die,) = moment.event.dice
        losses, elephant = table.attrition(sum(cus), die)
        assert args["lost"] == max(1, losses), ("16.7.1", moment.event)
        forage = self._forage = Attrition.__new__(Attrition)
        forage.who, forage.at, forage.cus = who, space, cus
        forage.losses, forage.elephant_first, forage.lost = max(1, losses), elephant, NO_FORCES

    def _losers_of_battle(self, moment: Moment) -> Losers:
        fight = self._fight
        assert fight is not None, ("7.3.1 nobody lost", moment.event)
        return losers_of(fight)

    def _on_cus_eliminated(self, moment: Moment) -> None:
        args, rule, fight, siege = moment.args, moment.event.rule, self._fight, self._siege
        who, cus = args["who"], args["cus"]
        losers = self._losers
        if losers is None and fight is not None and fight.winner != NOBODY and rule in ("14.9.7", "7.3.3", "16.9.19"):
            losers = losers_of(fight)
        if losers is not None and who == losers.faction:
            if rule == "7.3.3":
                assert losers.attrition is not None
                losers.attrition.lose(cus)
            else:
                losers.eliminated = add(losers.eliminated, cus)
        elif fight is not None and fight.decided:
            fight.lost[who] = add(fight.lost[who], cus)
        elif self._forage is not None and who == self._forage.who:
            self._forage.lose(cus)
        elif self._attrition is not None and rule == "7.3.3":
            assert who == self._attrition.who, moment.event
            self._attrition.lose(cus)
        elif siege is not None:
            if who == siege.seat:
                siege.lost = add(siege.lost, cus)
            else:
                siege.inside_lost = add(siege.inside_lost, cus)
        elif fight is not None:
            assert fight.pending[-1:] == ["silver_shields_desert"], ("47B", moment.event)
            assert cus == forces(Unit.SILVER_SHIELDS), ("47B", moment.event)
            if self._after_desertion(moment):
                fight.pending.remove("silver_shields_desert")

    @staticmethod
    def _after_desertion(moment: Moment) -> bool:
        """47B: nothing is left of the Silver Shields, so nobody joins."""
        args, s = moment.args, moment.table.state
        return s.cus_of(args["at"], args["who"])[Unit.SILVER_SHIELDS] == 0

    def _on_cus_dispersed(self, moment: Moment) -> None:
        args, rule, fight = moment.args, moment.event.rule, self._fight
        who, cus = args["who"], args["cus"]
        if rule == "7.2.A.2" and who == moment.table.state.active:
            self._moved_before.pop(args["at"], None)
            self._fought.pop(args["at"], None)
        losers = self._losers
        if losers is None and fight is not None and fight.winner != NOBODY:
            losers = losers_of(fight)
        if rule == "14.9.8":
            assert losers is not None
            assert who == losers.faction
            losers.dispersed = add(losers.dispersed, cus)
        elif self._siege is not None and rule == "16.9.12":
            self._siege.scattered = add(self._siege.scattered, cus)
        else:
            for open_case in (losers, fight, self._siege):
                if open_case is not None:
                    open_case.tainted = True

    def _on_cus_change_side(self, moment: Moment) -> None:
        args, fight, siege, table = moment.args, self._fight, self._siege, moment.table
        who, cus = args["who"], args["cus"]
        if fight is not None and fight.pending and not fight.decided and not fight.no_battle:
            event = fight.pending.pop()
            assert args["to_whom"] == fight.other(who)
            if event == "mutiny":
                assert sum(cus) == 1, ("54", cus)
                allowed = [Unit.LOYAL, Unit.ROYAL]
                if option(table.state, Option.CAVALRY):
                    allowed.append(Unit.CAVALRY)
                assert only(cus, *allowed) == cus, ("54", cus)
                general = table.commander(who, fight.at)
                assert not table.has_ability(general, Ability.NO_MUTINY, fight.at), "54 Krateros"
            else:
                assert event == "silver_shields_desert"
                assert cus == forces(Unit.SILVER_SHIELDS), ("47B", cus)
        elif fight is not None:
            fight.changed_side[who] = add(fight.changed_side[who], cus)
        elif siege is not None:
            assert who == siege.owner
            assert args["to_whom"] == siege.seat
            siege.defected = add(siege.defected, cus)

    def _on_cus_change_side_to(self, moment: Moment) -> None:
        self._on_cus_change_side(moment)

    # 13.3 Naval Battle

    def _on_embarks(self, moment: Moment) -> None:
        self._escort = moment.args["fleets"]
        self._declared.clear()
        available = moment.table.available_fleets(moment.args["who"])
        assert set(self._escort) <= set(available), ("13.2.1", self._escort, available)

    def _on_declares_naval_battle(self, moment: Moment) -> None:
        args = moment.args
        available = moment.table.available_fleets(args["who"])
        assert args["fleets"], "13.3.A.1"
        assert set(args["fleets"]) <= set(available), ("13.3.A.1", args["fleets"], available)
        self._declared.append((args["who"], args["fleets"]))

    def _on_admiral(self, moment: Moment) -> None:
        assert moment.args["bonus"] == 2, "O66"
        self._admirals.add(moment.args["who"])

    def _on_naval_battle(self, moment: Moment) -> None:
        args, table = moment.args, moment.table
        mover, interceptor = args["mover"], args["interceptor"]
        assert not breaks_peace(table.state, interceptor, mover), "3.7.4"
        assert tuple(sorted(args["mover_fleets"])) == tuple(sorted(self._escort)), ("13.2.1", moment.event)
        ability = admiral_ability(table, mover)
        assert args["mover_ability"] == ability, ("Nearchos", moment.event, ability)
        strength = {
            "mover": table.fleet_strength(args["mover_fleets"]) + ability,
            "interceptor": table.fleet_strength(args["interceptor_fleets"]),
        }
        for side, seat in (("mover", mover), ("interceptor", interceptor)):
            bonus = 2 if seat in self._admirals else 0
            roll = sum(args[f"{side}_dice"]) + bonus
            assert len(args[f"{side}_dice"]) == 2, "13.3.D.1"
            assert args[f"{side}_strength"] == strength[side], ("13.3.C.1", moment.event)
            assert args[f"{side}_bonus"] == bonus, ("O66", moment.event)
            assert min(12, args[f"{side}_roll"]) == min(12, roll), ("13.3.D.1", moment.event)
            assert args[f"{side}_score"] == table.battle_score(strength[side], roll), ("13.3.D.1", moment.event)
        assert self._declared.pop(0) == (interceptor, args["interceptor_fleets"]), "13.3.B.4"
        self._naval, self._fleets_lost, self._naval_result = moment, {}, ""
        self._aboard = NO_FORCES
        self._admirals.clear()

    def _on_naval_win(self, moment: Moment) -> None:
        self._naval_result = f"{moment.args['who']} beats {moment.args['loser']}"

    def _on_naval_draw(self, moment: Moment) -> None:
        self._naval_result = "draw"

    def _on_fleets_dispersed(self, moment: Moment) -> None:
        if self._naval is not None:
            self._fleets_lost[moment.args["who"]] = moment.args["fleets"]

    def _on_naval_battle_cancelled(self, moment: Moment) -> None:
        self._declared = [d for d in self._declared if d[0] != moment.args["who"]]
        self._admirals.clear()

    def _settle_naval(self, now: Table) -> None:
        assert self._naval is not None
        args, before, s = self._naval.args, self._naval.table.state, now.state
        mover, interceptor = args["mover"], args["interceptor"]
        if args["mover_score"] == args["interceptor_score"]:
            loser, fleets, result = NOBODY, (), "draw"
        elif args["mover_score"] > args["interceptor_score"]:
            loser, fleets, result = interceptor, args["interceptor_fleets"], f"{mover} beats {interceptor}"
        else:
            loser, fleets, result = mover, args["mover_fleets"], f"{interceptor} beats {mover}"
        assert self._naval_result == result, ("13.3.D", self._naval_result, result)
        told: dict[int, tuple[int, ...]] = {loser: fleets} if fleets else {}
        assert self._fleets_lost == told, ("13.3.D.3, 13.3.D.4", self._fleets_lost, told)
        for fleet in range(len(s.fleet_side)):
            want = 2 if fleet in fleets else before.fleet_side[fleet]
            assert s.fleet_side[fleet] == want, ("13.3.D.3, 13.3.D.4", fleet, s.fleet_side[fleet], want)
        self.seen["naval settled"] += 1
        self.seen[f"naval {result[:4]}"] += 1
        self._naval_loser(loser == mover)

    def _naval_loser(self, mover_lost: bool) -> None:
        assert self._naval is not None
        mover = self._naval.args["mover"]
        aboard = combat_odds.aboard(self._naval.table, mover)
        rolled = self._aboard
        assert rolled == (aboard if mover_lost else NO_FORCES), ("13.3.D.5", rolled, aboard, mover_lost)
        self._naval = None

    # 15 Siege

    def _on_siege(self, moment: Moment) -> None:
        siege = self._siege = Siege(moment)
        table, s = moment.table, moment.table.state
        seat, space = siege.seat, siege.space
        assert siege.owner not in (NOBODY, seat), ("9.3.C.1", siege.owner)
        assert siege.owner == INDEPENDENT or table.is_major_city(space), "9.3.C.1"
        assert table.commander(seat, space) == siege.general or s.segment != SURRENDER, "15.2.A.1"
        assert s.owners[siege.general] == seat, "15.2.A.1"
        assert s.generals[siege.general] == space, "15.2.A.1"
        assert sum(s.cus_of(space, seat)) >= 3, "15.2.A.1"
        if s.segment != SURRENDER:
            fresh = sum(s.cus_of(space, seat)) - max(self._moved_before.get(space, 0), self._fought.get(space, 0))
            assert fresh >= 3, ("9.3.C.2, 15.2.A.5", fresh)
        before = self._sieges.setdefault(space, [])
        assert len(before) < (1 if s.segment == SURRENDER else 2), ("15.2.A.2, 15.2.A.3", before)
        assert all(g == siege.general for g in before), ("15.2.A.4", before, siege.general)
        before.append(siege.general)

    def _on_traitor_opens_gate(self, moment: Moment) -> None:
        assert self._siege is not None
        assert moment.table.is_major_city(self._siege.space), "49"
        self._siege.traitor = True

    def _on_siege_modifier(self, moment: Moment) -> None:
        assert self._siege is not None
        self._siege.told_modifiers.append(moment.args["points"])

    def _on_siege_roll(self, moment: Moment) -> None:
        siege, args, table = self._siege, moment.args, moment.table
        assert siege is not None
        s = table.state
        if option(s, Option.ROYAL_ARMY_AND_SIEGES):
            self._enough_without_royals(siege, table)
        modifiers = table.siege_modifiers(siege.seat, siege.space, siege.general, siege.traitor)
        assert sorted(args["modifiers"]) == modifiers, ("15.2.B", args["modifiers"], modifiers)
        assert sorted(siege.told_modifiers) == modifiers, ("15.2.B", siege.told_modifiers, modifiers)
        (die,) = moment.event.dice
        assert args["modified"] == die + sum(modifiers), ("15.2.B.5", moment.event)
        siege.points, siege.losses = table.siege_result(die + sum(modifiers))
        assert (args["points"], args["losses"]) == (siege.points, siege.losses), ("15.2.B.5", moment.event)
        assert siege.owner == INDEPENDENT or not breaks_peace(s, siege.seat, siege.owner), "3.7.5"
        siege.roll = moment

    @staticmethod
    def _enough_without_royals(siege: Siege, table: Table) -> None:
        """16.6.1, by the Prestige when the Siege was declared."""
        table = siege.start
        cus = table.state.cus_of(siege.space, siege.seat)
        if siege_prestige(table, siege) < besieged_prestige(table, siege):
            cus = subtract(cus, only(cus, Unit.ROYAL))
        assert sum(cus) >= 3, ("16.6.1", cus)

    def _on_siege_prestige(self, moment: Moment) -> None:
        siege, args, table = self._siege, moment.args, moment.table
        assert siege is not None
        assert args["besieger"] == siege_prestige(table, siege), ("7.2.F.15", moment.event)
        assert args["besieged"] == besieged_prestige(table, siege), ("7.2.F.15", moment.event)

    def _on_siege_points(self, moment: Moment) -> None:
        if self._siege is not None:
            self._siege.told_points = moment.args["points"]

    def _on_siege_completed(self, moment: Moment) -> None:
        assert self._siege is not None
        self._siege.completed = True
