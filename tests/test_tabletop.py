"""The table by name, and what values look like: names, never numbers or addresses."""

import json
import random
import re

import pytest

from diadochi import Event, Game, Refusal
from diadochi.errors import GameError, NotOfferedError, UnknownActionError, UnknownNameError
from diadochi.model.state import FACTIONS
from diadochi.model.verbs import Domain
from diadochi.rules.march import Procedure
from diadochi.tabletop import Table
from tests.texts import MATERIAL, at_segment, finished, go_on

NUMBERED = re.compile(r"seat=\d|winner=\d|\bat 0x|\(\('|codes=|object")
"""What a text for a person does not show."""


def played(steps: int = 400, players: int = 4) -> Game:
    return go_on(Game.new(players, 7), steps, random.Random(7), undo=False)


def test_the_table_tells_where_everything_is() -> None:
    game = played()
    s, table = game.state, game.table
    for general, at in enumerate(s.generals):
        name = MATERIAL.pieces.generals[general].id
        place = table.where(name)
        assert place is not None
        if at >= 0:
            assert name in table.at(place)["generals"]
            assert MATERIAL.board.space_index[place.split(".")[0]] == at % len(MATERIAL.board.spaces)
    total = sum(sum(sum(cus.values()) for cus in table.cus_of(f).values()) for f in (*table.factions, "independent"))
    assert total == sum(sum(cus) for cus in s.cus.values())
    for key, cus in s.cus.items():
        place = MATERIAL.notation.ids[Domain.LOCATION][key // FACTIONS]
        told = table.cus(place)[MATERIAL.pieces.factions[key % FACTIONS]]
        assert sum(told.values()) == sum(cus)
    for space, owner in enumerate(s.pcs):
        name = MATERIAL.board.spaces[space].id
        assert table.pc(name) == (MATERIAL.pieces.factions[owner] if owner >= 0 else None)


def test_the_table_agrees_with_the_position() -> None:
    game = at_segment(Game.new(3, 5), 2, random.Random(5), turn=2)
    told, table = json.loads(game.position()), game.table
    assert (table.turn, table.round, table.segment, table.active) == (2, told["round"], "activation", told["active"])
    assert table.usurper == told["usurper"]
    assert list(table.order) == told["order"]
    for faction, part in told["factions"].items():
        assert table.cus_of(faction) == part["cus"]
        assert list(table.pcs_of(faction)) == part["pcs"]
        assert table.generals(faction) == part["generals"]
        assert list(table.hand(faction)) == part["hand"]
        assert list(table.front(faction)) == part.get("front", [])
        assert table.dispersed(faction) == part.get("dispersed", {})
        assert (faction in table.champions) == part["champion"]
    assert table.royals == {name: royal["at"] for name, royal in told["royals"].items()}
    assert {r: table.whose(r) for r in table.royals} == {n: r.get("controller") for n, r in told["royals"].items()}
    assert {f for f, x in table.fleets.items() if x["controller"]} == {
        f for f, x in told["fleets"].items() if "controller" in x
    }
    assert table.sieges == told["board"].get("sieges", {})
    assert table.popularity == told["board"].get("popularity", {})
    assert table.where("tomb") == told["board"].get("tomb")
    assert table.where("helepolis") == told["board"].get("helepolis")
    assert list(table.discards) == told["cards"]["discards"]
    assert list(table.removed_cards) == told["cards"]["removed"]
    assert (table.deck_size, table.face_down_size) == (len(told["cards"]["deck"]), len(told["cards"]["face_down"]))


def test_points_and_provinces_by_name() -> None:
    game = played()
    table = game.table
    assert list(table.vp.values()) == game.state.vp
    assert list(table.legitimacy.values()) == game.state.legitimacy
    assert table.hand_sizes == {f: len(table.hand(f)) for f in table.factions}
    owners = [x if x is None else MATERIAL.pieces.factions.index(x) for x in table.provinces.values()]
    assert [-1 if x is None else x for x in owners] == game.state.province_owner


def test_the_table_can_be_read_in_the_middle_of_a_procedure() -> None:
    game = Game.new(4, 7)
    rng = random.Random(7)
    while not any(isinstance(frame, Procedure) for frame in game.state.agenda):
        go_on(game, 1, rng, undo=False)
    assert set(game.table.generals().values())
    assert "decides" in game.table.moment


def test_a_seat_sees_its_own_hand_and_no_other() -> None:
    game = played()
    for seat, faction in enumerate(game.table.factions):
        table = game.view(seat).table
        assert table.hand(faction) == game.table.hand(faction)
        for other in table.factions:
            known = game.view(seat).known
            seen = {MATERIAL.cards[card].number for holder, card in known if table.factions[holder] == other}
            assert other == faction or set(table.hand(other)) == seen
        assert table.hand_sizes == game.table.hand_sizes
    assert not any(game.view().table.hand(faction) for faction in game.table.factions)


def test_a_table_does_not_change_with_the_game() -> None:
    game = Game.new(4, 7, keep_undo=False)
    go_on(game, 200, random.Random(7), undo=False)
    table = game.table
    before = (table.generals(), table.vp, table.cus_of("blue"), table.discards)
    go_on(game, 200, random.Random(8), undo=False)
    assert (table.generals(), table.vp, table.cus_of("blue"), table.discards) == before


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda t: t.where("antigonus"), r"there is no piece 'antigonus'; did you mean antigonos"),
        (lambda t: t.where("Antigonos"), r"did you mean antigonos"),
        (lambda t: t.whose("alexander"), r"did you mean alexandros"),
        (lambda t: t.cus("athens"), r"there is no place 'athens'; did you mean"),
        (lambda t: t.at("pella.outside"), r"there is no place 'pella.outside'; did you mean pella.inside"),
        (lambda t: t.pc("babilon"), r"there is no space 'babilon'; did you mean babylon"),
        (lambda t: t.hand("violet"), r"'violet' does not play"),
        (lambda t: t.hand("independent"), r"'independent' does not play"),
        (lambda t: t.generals("blu"), r"there is no Faction 'blu'; did you mean blue\?"),
    ],
)
def test_an_unknown_name_is_refused_with_names_like_it(ask: object, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        ask(played(10).table)  # type: ignore[operator]


def test_an_unknown_action_is_refused_with_names_like_it() -> None:
    with pytest.raises(UnknownActionError, match=r"march does not take 'athenia'; did you mean athenai"):
        played(10).act("march:athenia")
    with pytest.raises(UnknownActionError, match=r"'marsch' is not a verb; did you mean march"):
        played(10).act("marsch:athenai")


# What values look like


def test_no_value_shows_numbers_or_addresses() -> None:
    game = Game.new(3, 9)
    rng = random.Random(9)
    while game.decision is not None:
        if rng.random() < 0.05:
            texts = [repr(game), repr(game.decision), repr(game.view(0)), repr(game.view()), repr(game.view(1).ask)]
            for text in (*texts, repr(game.table), *(repr(event) for event in game.events[-3:])):
                assert not NUMBERED.search(text)
        go_on(game, 1, rng, undo=False)
    assert re.fullmatch(r"<Game of 3 players, won by (Blue|Red|Yellow), version \d+>", repr(game))
    assert not NUMBERED.search(repr(game.result))
    assert not NUMBERED.search(repr(game.entries[-1]))


def test_values_are_shown_by_name() -> None:
    event = Event(
        "x", "10.A", (("space", "space", 0), ("general", "general", 8), ("where", "location", -2)), (3, 4), 0b11
    )
    played(0)
    assert repr(event) == (
        "Event(key='x', rule='10.A', args={'space': 'pella', 'general': 'antigonos', 'where': 'dispersed'}, "
        "dice=(3, 4), to=('blue', 'red'))"
    )
    cus = (("cus", "forces", (0, 2, 0, 0, 0, 0)), ("who", "factions", (0, 1)), ("province", "province", 0))
    assert repr(Refusal("1", "y", cus)) == (
        "Refusal(rule='1', key='y', args={'cus': {'loyal': 2}, 'who': ('blue', 'red'), 'province': 'makedonia'})"
    )
    assert repr(MATERIAL.notation.parse("march:pella")) == "Action('march:pella')"
    game = finished()
    assert game.result is not None
    assert repr(game.result).startswith(f"Result(winner='{MATERIAL.pieces.factions[game.result.winner]}'")


def test_a_long_decision_is_shown_in_short() -> None:
    game = Game.new(4, 7)
    rng = random.Random(7)
    while game.decision is None or len(game.decision.codes) < 30:
        go_on(game, 1, rng, undo=False)
    assert f"... ({len(game.decision.codes)})" in repr(game.decision)


def test_every_kind_of_argument_of_a_game_has_a_name() -> None:
    """No event of a whole game shows a piece by its number."""
    game = finished(3, 2)
    pieces = ("space", "location", "general", "card", "faction", "fleet", "royal", "province", "action")
    for event in game.events:
        told = repr(event)
        for name, kind, value in event.args:
            if kind in pieces and value >= 0:
                assert f"'{name}': '" in told


# Sentences


def test_an_exception_says_why_and_by_which_rule() -> None:
    game = played()
    with pytest.raises(NotOfferedError) as error:
        game.act("bury")
    assert str(error.value) == error.value.text
    assert re.fullmatch(r"bury is not possible now: .+ \(\d[\w.]*\)", str(error.value))
    assert error.value.refusal.text in str(error.value)


def test_every_refusal_of_a_game_is_a_whole_sentence() -> None:
    """What is asked is repeated with everything that it names."""
    game = Game.new(3, 9)
    rng = random.Random(9)
    every = [action.text for action in MATERIAL.notation.actions]
    while game.decision is not None and game.version < 1500:
        if rng.random() < 0.05:
            for action in rng.sample(every, 20):
                refusal = game.why_not(action)
                assert refusal is None or ("…" not in refusal.text and refusal.text.endswith(")"))
        go_on(game, 1, rng, undo=False)


def test_an_event_and_a_decision_are_sentences() -> None:
    game = played()
    assert game.decision is not None
    assert game.decision.text.endswith(f"({game.decision.rule})")
    assert all(event.text and "…" not in event.text for event in game.events)


def test_every_error_has_a_text() -> None:
    with pytest.raises(GameError) as error:
        Game.new(players=6)
    assert error.value.text == "6 players cannot play; 2, 3, 4 or 5 can"


def test_a_table_is_public() -> None:
    assert isinstance(Game.new(2, 1).table, Table)
