"""Every event says to which fight it belongs, whatever rule it follows: the whole story of a fight can be told."""

import pytest

from diadochi.model.options import Option
from diadochi.rules.agenda import Event
from diadochi.table import codec, fights
from tests.rules.battles import fight, royal_meeting
from tests.rules.test_15_siege import besieger, conduct
from tests.table import MATERIAL, Table


def story(table: Table) -> list[Event]:
    """From where it begins to the last event."""
    assert table.game is not None
    events = list(table.game.events)
    begin = next(i for i, event in enumerate(events) if event.key in fights.BEGINS)
    return events[begin:]


def test_a_victory_over_independents_is_one_story() -> None:
    table = Table(active="blue")
    table.independent("leosthenes", "larisa")
    table.army("blue", "krateros", "larisa", mercenary=6)
    fight(table, "blue", "independent", "larisa", 6, 6, 1, 1)
    told = story(table)
    # More than chapters 7.3 and 14: what comes of it belongs to it too.
    assert {event.rule.split(".")[0] for event in told} > {"14"}
    assert {event.fight.split(" ")[0] for event in told} == {"battle"}


def test_royal_army_in_a_battle_is_part_of_its_story() -> None:
    table = fight(royal_meeting("red", royal=2, mercenary=4), "blue", "red", "trikka", 3, 3, 3, 3)
    told = story(table)
    assert any(event.rule.startswith("7.2.F") for event in told)
    assert all(event.fight.startswith("battle") for event in told)


def test_royal_army_in_a_siege_is_part_of_its_story() -> None:
    table = besieger(royal=3, mercenary=2)
    table.state.options |= 1 << Option.ROYAL_ARMY_AND_SIEGES
    table.army("red", "antigonos", "pella.inside", mercenary=1)
    table.royal("alexandros", "pella.inside", "red")
    told = story(conduct(table, 3, 3, 3))
    assert any(not event.rule.startswith("15") for event in told)
    assert {event.fight for event in told} == {"siege"}


def test_a_battle_begins_under_its_commanders_names() -> None:
    table = fight(royal_meeting(), "blue", "red", "trikka", 3, 3, 3, 3)
    begins = fights.step(MATERIAL, "battle_begins", story(table)[0].fight)
    assert begins is not None
    assert begins.commanders == ["peithon", "antigonos"]


def test_what_happens_outside_a_fight_belongs_to_none() -> None:
    table = Table(active="blue")
    table.pc("blue", "larisa")
    table.begin(lambda p: p.note("page_of_nothing", "5.1"))
    assert table.game is not None
    assert {event.fight for event in table.game.events} <= {""}


def test_the_fight_is_stored_and_an_event_is_the_same_without_it() -> None:
    event = Event("battle_begins", "14.1.1", (("at", "location", 3),), fight="battle 1 -1")
    body = codec.Body(1, 1, 1, 1, (event,))
    (read,) = codec.decode_body(codec.encode_body(body)).events
    assert read == event == Event("battle_begins", "14.1.1", (("at", "location", 3),))
    assert read.fight == "battle 1 -1"
    assert read.args == event.args


@pytest.mark.parametrize("during", ["", "losses"])
def test_a_line_outside_a_fight_is_no_step_of_one(during: str) -> None:
    assert fights.step(MATERIAL, "attrition", during) is None
