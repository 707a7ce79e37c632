"""The exact chances, against hand-counted ones and 100,000 simulated rolls."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from diadochi import odds
from diadochi.model import moves
from diadochi.model.ids import LocationId
from diadochi.model.state import State
from diadochi.rules import activation, battle, engine, losses, naval_battle, siege, troops
from diadochi.rules.agenda import Play
from diadochi.rules.upkeep import upkeep
from tests.table import BLUE, MATERIAL, Table

ROLLS = 100_000
CLOSE = 0.008
"""More than 5 standard deviations of a chance in so many rolls."""


class Dice(Play):
    """A play whose dice come quickly from an ordinary generator."""

    def __init__(self, state: State) -> None:
        super().__init__(MATERIAL, state)
        self.rng = random.Random(323)

    def die(self) -> int:
        return int(self.rng.random() * 6) + 1


def persepolis() -> Table:
    """E38: Peithon with 4 Elephants against Peukestas with Local Troops."""
    table = Table(active="red")
    table.pc("blue", "persepolis")
    table.army("blue", "peukestas", "persepolis", loyal=2, mercenary=2)
    table.army("red", "peithon", "persepolis", loyal=2, elephant=4)
    table.begin(lambda p: None)
    return table


def odds_at(table: Table, attacker: str, defender: str, at: str) -> odds.BattleOdds:
    return odds.battle_at(table.play, table.seat(attacker), table.seat(defender), table.location(at))


# Attrition


def test_attrition_counts_the_table() -> None:
    table = Table()
    found = odds.attrition(table.play, 2)
    assert found.chances == (Fraction(4, 6), Fraction(2, 6), Fraction(0))
    assert found.expected == Fraction(1, 3)


def test_attrition_with_a_bonus_and_a_named_column() -> None:
    table = Table()
    assert odds.attrition(table.play, 16, column=2).expected == Fraction(1, 3)
    assert odds.attrition(table.play, 2, bonus=1).expected == Fraction(1, 2)


@pytest.mark.parametrize("number", [1, 5, 12])
def test_attrition_against_simulated_rolls(number: int) -> None:
    p = Dice(Table().state)
    lost = sum(min(losses.attrition_result(p, number, p.die())[0], number) for _ in range(ROLLS))
    assert lost / ROLLS == pytest.approx(float(odds.attrition(p, number).expected), abs=0.02)


# Land Battle


def test_equal_sides_have_equal_chances() -> None:
    side = odds.Side((5, 0, 0, 0, 0, 0), 5, rating=2)
    found = odds.battle(Table().play, (side, side))
    assert found.win == found.loss
    assert found.win + found.draw + found.loss == 1
    assert found.eliminated[0] == found.eliminated[1]


def test_strength_0_never_wins() -> None:
    sides = odds.Side((0, 0, 0, 0, 1, 0), 0), odds.Side((5, 0, 0, 0, 0, 0), 5, rating=4)
    found = odds.battle(Table().play, sides)
    assert (found.win, found.loss) == (Fraction(0), Fraction(1))
    assert found.eliminated == (Fraction(1), Fraction(0))


def test_the_fatal_roll_by_hand() -> None:
    """4 of 36 rolls are a 9; he loses against certain defeat on 2 faces, wins certainly on 1."""
    weak = odds.Side((1, 0, 0, 0, 0, 0), 0, mortal=True)
    strong = odds.Side((9, 0, 0, 0, 0, 0), 25, mortal=True)
    found = odds.battle(Table().play, (weak, strong))
    assert found.killed == (Fraction(4, 36) * Fraction(2, 6), Fraction(4, 36) * Fraction(1, 6))


def test_leonnatos_wears_the_loser_more() -> None:
    loser = odds.Side((0, 2, 0, 0, 0, 0), 0)
    plain = odds.battle(Table().play, (loser, odds.Side((9, 0, 0, 0, 0, 0), 25)))
    hard = odds.battle(Table().play, (loser, odds.Side((9, 0, 0, 0, 0, 0), 25, pursuit=1)))
    assert plain.eliminated[0] == Fraction(1, 3)
    assert hard.eliminated[0] == Fraction(1, 2)
    assert hard.dispersed[0] == 2 - Fraction(1, 2)


def simulate(table: Table, attacker: str, defender: str, at: str) -> Counter[str]:
    """The same battle with rolled dice: results and CUs lost, summed up."""
    p = Dice(table.state)
    location = table.location(at)
    factions = (table.seat(attacker), table.seat(defender))
    cus = [p.state.cus_of(location, f) for f in factions]
    ratings = [battle.battle_rating(p, factions[i], location, factions[1 - i]) for i in (0, 1)]
    local = [battle.local_troops(p, f, location) for f in factions]
    out: Counter[str] = Counter()
    for _ in range(ROLLS):
        rolls = []
        for i, faction in enumerate(factions):
            strength = battle.battle_strength(p, faction, location, cus[i], local=local[i], no_elephants=False).total
            rolls.append(battle.battle_roll(p, strength, ratings[i], 0))
        scores = [r.score for r in rolls]
        if scores[0] == scores[1]:
            out["draw"] += 1
            out.update(("lost 0", "lost 1"))
            continue
        loser = int(scores[0] > scores[1])
        out["win" if loser else "loss"] += 1
        out[f"lost {1 - loser}"] += int(scores[1 - loser] < 2 * scores[loser])
        macedonians = troops.count(troops.macedonians(cus[loser]))
        out[f"lost {loser}"] += troops.count(cus[loser]) - macedonians
        out[f"lost {loser}"] += losses.attrition_result(p, macedonians, p.die())[0]
        for i in (0, 1):
            if rolls[i].total == 9:
                out[f"killed {i}"] += int(p.die() >= (5 if i == loser else 6))
    return out


def test_battle_against_simulated_rolls() -> None:
    table = persepolis()
    found = odds_at(table, "red", "blue", "persepolis")
    seen = simulate(table, "red", "blue", "persepolis")
    assert found.win + found.draw + found.loss == 1
    for name, chance in (("win", found.win), ("draw", found.draw), ("loss", found.loss)):
        assert seen[name] / ROLLS == pytest.approx(float(chance), abs=CLOSE)
    for side in (0, 1):
        assert seen[f"lost {side}"] / ROLLS == pytest.approx(float(found.eliminated[side]), abs=0.05)


def held_by_peukestas(minors: int) -> Table:
    """Blue's Peukestas stands in Red's land; so many of Blue's four Minor Generals are on the map elsewhere."""
    table = Table(active="red")
    table.pc("red", "trikka")
    table.pc("blue", "pella", "larisa", "lamia", "boiotia")
    table.army("blue", "peukestas", "trikka", loyal=6)
    table.army("red", "peithon", "trikka", loyal=2)
    spaces = ("pella", "larisa", "lamia", "boiotia")[:minors]
    for number, space in zip(troops.minors_of(table.play, BLUE), spaces, strict=False):
        moves.put_general(table.state, number, table.location(space))
        table.cus("blue", space, mercenary=1)
    table.begin(lambda p: None)
    return table


@pytest.mark.rule("R14.8.6")
def test_the_winners_cus_are_dispersed_when_nobody_takes_command() -> None:
    """Peukestas may be killed though he wins; all four Minor Generals are on the map in another's turn."""
    replaced = odds_at(held_by_peukestas(3), "red", "blue", "trikka")
    table = held_by_peukestas(4)
    found = odds_at(table, "red", "blue", "trikka")
    fought = 4000
    gone = sum(dispersed_after_a_battle(table, seed) for seed in range(fought))
    assert gone / fought == pytest.approx(float(found.dispersed[1]), abs=0.06)
    assert found.dispersed[1] > replaced.dispersed[1] + Fraction(1, 10)
    assert found[:4] == replaced[:4]


def dispersed_after_a_battle(table: Table, seed: int) -> int:
    """Blue's CUs that are Dispersed after Red attacked."""
    red, blue, at = table.seat("red"), table.seat("blue"), table.location("trikka")
    p = Play(MATERIAL, table.state.copy())
    p.state.key = seed.to_bytes(32, "big")
    battle.begin(p, red, blue, at, red, LocationId(-1), 0)
    ask = engine.advance(p)
    while ask is not None and len(p.state.agenda) > 1:
        engine.take(p, ask.actions[0])
        ask = engine.advance(p)
    upkeep(p)
    return troops.count(p.state.dispersed[blue])


def test_set_apart_royal_army_does_not_count() -> None:
    table = Table(active="blue")
    table.army("blue", "peithon", "trikka", royal=4, mercenary=4)
    table.army("red", "antigonos", "trikka", mercenary=4)
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    table.begin(lambda p: None)
    lower = odds_at(table, "blue", "red", "trikka").win
    table.state.legitimacy[table.seat("blue")] = 18
    assert odds_at(table, "blue", "red", "trikka").win > lower


def test_a_side_of_royal_army_alone_is_lost_before_the_battle() -> None:
    table = Table(active="blue")
    table.army("blue", "peithon", "trikka", royal=4)
    table.army("red", "antigonos", "trikka", mercenary=1)
    table.royal("alexandros", "pella", "red")
    table.pc("red", "pella")
    table.begin(lambda p: None)
    assert odds_at(table, "blue", "red", "trikka").loss == 1


def test_the_battle_under_way_until_its_dice_are_rolled() -> None:
    table = persepolis()
    table.hand("red", "57")
    blue, red, at = table.seat("blue"), table.seat("red"), table.location("persepolis")
    table.begin(lambda p: battle.begin(p, red, blue, at, red, LocationId(-1), 0))
    assert odds.now(table.play) == odds_at(table, "red", "blue", "persepolis")
    table.dice(6, 6, 6, 6, 6, 6, 1, 2, 1)
    table.act("attack" if "attack" in table.offers else "pass")
    assert odds.now(table.play) is None


# Siege


def test_siege_by_hand() -> None:
    """Demetrios needs 1 more point: with +1 a 2 or more will do; a 2, 4 and 6 cost a CU."""
    table = Table(active="blue")
    table.pc("red", "pella")
    table.army("blue", "demetrios", "pella", mercenary=4)
    table.siege_points("blue", "pella", 2)
    table.begin(lambda p: None)
    found = odds.siege_at(table.play, table.seat("blue"), table.space("pella"), table.general_number("demetrios"))
    assert found.completed == Fraction(5, 6)
    assert found.points == (Fraction(1, 6), Fraction(2, 6), Fraction(2, 6), Fraction(1, 6))
    assert found.losses == Fraction(3, 6)


def test_siege_against_simulated_rolls() -> None:
    table = Table(active="blue")
    table.pc("independent", "rhodos")
    table.army("blue", "alketas", "rhodos", mercenary=4)
    table.siege_points("blue", "rhodos", 2)
    table.begin(lambda p: None)
    p = Dice(table.state)
    seat, space, general = table.seat("blue"), table.space("rhodos"), table.general_number("alketas")
    modifier = sum(i.points for i in siege.modifiers(p, seat, space, general))
    rows = [p.tables.siege[max(0, min(8, p.die() + modifier))] for _ in range(ROLLS)]
    found = odds.siege_at(p, seat, space, general)
    assert sum(points >= 1 for points, _ in rows) / ROLLS == pytest.approx(float(found.completed), abs=CLOSE)
    assert sum(lost for _, lost in rows) / ROLLS == pytest.approx(float(found.losses), abs=CLOSE)


def test_cus_inside_hold_off_siege_points_with_the_option() -> None:
    table = Table(active="blue", options=("cu-siege-defence",))
    table.pc("red", "pella")
    table.army("blue", "demetrios", "pella", mercenary=4)
    table.cus("red", "pella.inside", mercenary=2)
    table.siege_points("blue", "pella", 2)
    table.begin(lambda p: None)
    found = odds.siege_at(table.play, table.seat("blue"), table.space("pella"), table.general_number("demetrios"))
    assert found.completed == Fraction(1, 6)


def test_the_siege_about_to_be_rolled() -> None:
    table = Table(active="blue")
    table.pc("red", "pella")
    table.army("blue", "demetrios", "pella", mercenary=4)
    table.hand("blue", "57")
    seat, space, general = table.seat("blue"), table.space("pella"), table.general_number("demetrios")
    table.begin(lambda p: siege.begin(p, seat, space, general, p.state.cus_of(space, seat), 2))
    assert odds.now(table.play) == odds.siege_at(table.play, seat, space, general)


# Naval Battle


def test_without_fleets_nobody_wins() -> None:
    found = odds.naval_battle(Table().play, 0, 0, 4)
    assert [found.win, found.draw, found.loss, found.eliminated] == [Fraction(n) for n in (0, 1, 0, 0)]


def test_naval_battle_against_simulated_rolls() -> None:
    p = Dice(Table().state)
    seen: Counter[int] = Counter()
    for _ in range(ROLLS):
        own = naval_battle.score(p, 3, naval_battle.modified(p.die() + p.die(), 0))
        other = naval_battle.score(p, 2, naval_battle.modified(p.die() + p.die(), 2))
        seen[(own > other) - (own < other)] += 1
    found = odds.naval_battle(p, 3, 2, 6, (0, 2))
    for result, chance in ((1, found.win), (0, found.draw), (-1, found.loss)):
        assert seen[result] / ROLLS == pytest.approx(float(chance), abs=CLOSE)
    assert found.eliminated == found.loss * odds.attrition(p, 6).expected


# Interception and Evasion


@pytest.mark.parametrize(
    ("general", "chance"), [("antigonos", 4), ("peithon", 3), ("krateros", 2), ("eumenes", 4), ("alketas", 2)]
)
def test_interception(general: str, chance: int) -> None:
    table = Table()
    assert odds.interception(table.play, table.general_number(general)) == Fraction(chance, 6)


@pytest.mark.parametrize(("general", "chance"), [("lysimachos", 4), ("eumenes", 3), ("alketas", 2)])
def test_evasion(general: str, chance: int) -> None:
    table = Table()
    assert odds.evasion(table.play, table.general_number(general)) == Fraction(chance, 6)


def test_a_modifier_never_leads_beyond_certainty() -> None:
    table = Table()
    number = table.general_number("antigonos")
    assert odds.interception(table.play, number, 1) == Fraction(5, 6)
    assert odds.interception(table.play, number, 9) == 1
    assert odds.interception(table.play, number, -9) == 0


@pytest.mark.parametrize("needed", [3, 5])
def test_success_against_simulated_rolls(needed: int) -> None:
    p = Dice(Table().state)
    assert sum(p.die() >= needed for _ in range(ROLLS)) / ROLLS == pytest.approx(float(odds.success(needed)), abs=CLOSE)


def marching(red: str, red_at: str, options: tuple[str, ...] = ()) -> Table:
    """Alketas (Blue) marches from Lamia to Larisa."""
    table = Table(active="blue", options=options)
    table.army("blue", "alketas", "lamia", mercenary=3)
    table.army("red", red, red_at, mercenary=2, cavalry=1)
    table.pc("red", "larisa")
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 2, 1))
    table.act("activate:alketas", "take-all", "march:larisa")
    return table


@pytest.mark.parametrize(("options", "chance"), [((), 4), (("cavalry",), 5)])
def test_the_interception_that_is_being_named(options: tuple[str, ...], chance: int) -> None:
    table = marching("eumenes", "pella", options=options)
    assert odds.now(table.play) is None
    table.act("intercept:pella", "take-general:eumenes")
    assert odds.now(table.play) == (table.general_number("eumenes"), Fraction(chance, 6))


@pytest.mark.parametrize(("options", "chance"), [((), 4), (("cavalry",), 5)])
def test_the_evasion_that_is_offered(options: tuple[str, ...], chance: int) -> None:
    table = marching("lysimachos", "larisa", options=options)
    while "evade" not in table.offers:
        table.act("attack" if "attack" in table.offers else "pass")
    assert odds.now(table.play) == (table.general_number("lysimachos"), Fraction(chance, 6))
