"""3.5, 3.6: the log tells every change of Victory Points and Legitimacy with its amount, its cause and the total."""

import random

import pytest

from diadochi.game import Game
from diadochi.messages import event_line
from diadochi.model import moves
from diadochi.rules import battle
from diadochi.rules.agenda import Event
from diadochi.rules.upkeep import upkeep
from tests.rules.points import settled
from tests.table import MATERIAL, Table, troop


def told(table: Table) -> list[str]:
    """What putting the points in order tells; the minus sign as a hyphen."""
    moves.all_due(table.state)
    table.play.events.clear()
    upkeep(table.play)
    return [event_line(MATERIAL, event).replace("\N{MINUS SIGN}", "-") for event in table.play.events]


@pytest.mark.rule("R3.5.1")
def test_a_province_tells_its_vp_and_the_total() -> None:
    table = Table()
    table.province("blue", "aigyptos")
    settled(table).province("blue", "lydia")
    assert told(table) == ["Blue gains control of Lydia, +2 VP: 8 (2.18)"]
    table.pc("red", "memphis")
    assert told(table)[0] == "Blue loses control of Aigyptos, -6 VP: 2 (2.18)"


@pytest.mark.rule("R3.5.2")
def test_lord_of_asia_is_told_when_it_comes_and_when_it_goes() -> None:
    table = Table()
    for province in ("phrygia", "babylonia"):
        table.province("blue", province)
    settled(table).province("blue", "syria")
    assert told(table) == [
        "Blue gains control of Syria, +2 VP: 9 (2.18)",
        "Blue has 13 VP (+4: Lord of Asia) (3.5.2)",
    ]
    table.pc("red", "babylon")
    assert told(table)[-1] == "Blue has 5 VP (-4: Lord of Asia no longer counts) (3.5.2)"


@pytest.mark.rule("R3.6.4", "R3.6.14")
def test_a_female_tells_her_legitimacy() -> None:
    table = Table()
    table.pc("blue", "pella")
    settled(table).royal("olympias", "pella", "blue")
    assert told(table) == ["Blue has 6 L (+3: Olympias) (3.6.5)"]


@pytest.mark.rule("R3.6.5")
def test_a_higher_heir_takes_the_place_of_a_lower_one() -> None:
    table = Table()
    table.pc("blue", "gordion")
    table.royal("philippos", "gordion", "blue")
    settled(table).royal("alexandros", "gordion", "blue")
    assert told(table) == [
        "Blue has 3 L (-4: Philippos no longer counts) (3.6.5)",
        "Blue has 8 L (+5: Alexandros) (3.6.5)",
    ]


@pytest.mark.rule("R3.6.13")
def test_condemnation_is_told_and_never_leads_below_zero() -> None:
    table = Table()
    table.general("blue", "antigonos", "gordion")
    table.state.champions = 0
    table.state.oracle = table.seat("blue")
    settled(table).state.condemned = table.general_number("antigonos")
    assert told(table) == ["Blue has 0 L (-3: Condemnation of Antigonos) (3.6.13)"]


def test_independents_tell_no_vp() -> None:
    table = settled(Table())
    table.province("independent", "lydia")
    assert told(table) == ["Lydia becomes an Independent Province (2.18)"]


@pytest.mark.parametrize(
    ("players", "edition", "options"),
    [
        *((players, "deluxe", ()) for players in (2, 3, 4, 5)),
        (4, "third", ("popularity-for-independents",)),
        (5, "draft", ("capital", "herakles")),
    ],
)
def test_the_changes_that_are_told_add_up(players: int, edition: str, options: tuple[str, ...]) -> None:
    """In whole games: at every moment what was told last is what the player has."""
    game = Game.new(players, seed=70 + players, options=options, edition=edition)
    rng = random.Random(players)
    vp, legitimacy = list(game.state.vp), list(game.state.legitimacy)
    while game.decision is not None:
        before = list(vp), list(legitimacy)
        for event in game.act(rng.choice(game.decision.actions)):
            follow(event, vp, legitimacy)
        assert (vp, legitimacy) == (list(game.state.vp), list(game.state.legitimacy)), (before, game.entries[-1])


def follow(event: Event, vp: list[int], legitimacy: list[int]) -> None:
    facts = {name: value for name, _, value in event.args}
    if event.key in ("gains_province", "loses_province", "source_gained.vp", "source_lost.vp"):
        vp[facts["who"]] += facts["points"]
        assert vp[facts["who"]] == facts["total"]
    elif event.key in ("source_gained.l", "source_lost.l"):
        legitimacy[facts["who"]] = facts["total"]


def test_a_save_of_an_older_release_tells_the_next_change() -> None:
    game = Game.new(4, seed=3)
    state = game.state.copy()
    state.sources = ()
    again = Game.from_state(game.material, state)
    assert again.state.sources == game.state.sources


# 14.6


@pytest.mark.rule("R14.6.3")
@pytest.mark.parametrize(
    ("cus", "key"),
    [
        ({"loyal": 2}, "strength.cus"),
        ({"loyal": 2, "elephant": 1}, "strength.both"),
        ({"elephant": 2}, "strength.elephants"),
    ],
)
def test_elephants_are_named_once_and_only_with_their_dice(cus: dict[str, int], key: str) -> None:
    assert battle.strength_text(troop(**cus)) == key


@pytest.mark.rule("R3.2.1")
def test_totals_are_told_with_their_names() -> None:
    event = Event("regency_check", "3.2.1", (("heir", "royal", 0), ("totals", "standings", ((0, 11), (1, 9)))))
    assert "Blue 11 and Red 9" in event_line(MATERIAL, event)


def test_what_is_taken_at_once_tells_no_prompt() -> None:
    """A single possibility is told as what was done, or not at all where the deed tells itself."""
    keys: set[str] = set()
    game = Game.new(4, seed=11)
    rng = random.Random(11)
    while game.decision is not None:
        for event in game.act(rng.choice(game.decision.actions)):
            keys.add(event.key)
            assert all(kind != "text" or not str(value).startswith("prompt.") for _, kind, value in event.args)
    assert "only_choice" in keys


def test_a_single_possibility_is_told_as_something_that_happened() -> None:
    place = MATERIAL.notation.parse("choose-space:nippour").code
    event = Event("only_choice", "6.2.A.1", (("who", "faction", 1), ("action", "action", place)))
    assert event_line(MATERIAL, event) == "Red has only one choice, taken at once: “Choose Nippour” (6.2.A.1)"
