"""Positions as texts."""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from diadochi.data import load_material
from diadochi.errors import GameError, TextError
from diadochi.game import Game
from diadochi.model.board import Kind
from diadochi.model.edition import EDITIONS
from diadochi.model.state import FIELDS
from diadochi.texts import reader
from diadochi.texts.position import STREAM
from tests.soak import rulings_of
from tests.texts import DOCS, MATERIAL, Json, at_segment, finished, go_on, position

# Position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_position_round_trips_at_the_start_of_every_segment(players: int) -> None:
    rng = random.Random(players)
    game = Game.new(players, 20 + players)
    seen = set()
    before: tuple[int, ...] = ()
    while game.decision is not None:
        s = game.state
        now = (s.turn, s.round, s.active, s.segment)
        if now != before and s.segment >= 0 and rng.random() < 0.15:
            text = game.position()
            twin = Game.from_position(text, seed=1)
            assert twin.position() == text
            assert twin.decision == game.decision
            assert all(getattr(twin.state, name) == getattr(s, name) for name in FIELDS if name not in STREAM)
            seen.add(s.segment)
        before = now
        go_on(game, 1, rng, undo=False)
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize("segment", [0, 1, 2, 3])
def test_a_game_from_a_position_plays_on_to_the_end(segment: int) -> None:
    rng = random.Random(segment)
    game = Game.from_position(at_segment(Game.new(4, 8), segment, rng, turn=2).position(), seed=segment)
    assert go_on(game, 20_000, rng).result is not None


def test_a_position_is_written_only_at_the_start_of_a_segment() -> None:
    game = Game.new(4, 8)
    with pytest.raises(GameError, match="start of a Segment only"):
        game.position()
    at_segment(game, 1, random.Random(1))
    game.position()
    game.act(next(action for action in game.decision.actions if action.startswith("train:")))  # type: ignore[union-attr]
    with pytest.raises(GameError, match="not the first decision of a Segment"):
        game.position()
    with pytest.raises(GameError, match="start of a Segment only"):
        finished().position()


def test_a_position_fixes_dice_and_draws() -> None:
    start = json.loads(position())
    start["dice"], start["draws"] = [1, 2, 3], [start["cards"]["deck"][-1]]
    game = Game.from_position(start, seed=1)
    assert (game.state.fixed_dice, len(game.state.fixed_draws)) == ((1, 2, 3), 1)
    assert json.loads(game.position()) == start


def test_a_position_may_be_given_as_bytes_text_or_values() -> None:
    for given_as in (position(), position().encode(), json.loads(position())):
        assert Game.from_position(given_as, seed=1).position() == position()


def test_remarks_may_stand_in_a_position() -> None:
    start = json.loads(position())
    start["about"] = "a puzzle"
    assert Game.from_position(start, seed=1).position() == position()


WRITTEN = {
    "commanders",
    "aside", "battle_lost", "capital", "capitals_taken", "cart_free", "champions", "condemned", "construction", "cus",
    "dealt", "deck", "discard", "dispersed", "face_down", "fixed_dice", "fixed_draws", "fleet_owner", "fleet_side",
    "flipped", "front", "generals", "hands", "helepolis", "independents_active", "knows", "looted", "options", "oracle",
    "order", "owners", "pcs", "persian_support", "players", "popularity", "proposals", "removed", "round",
    "royal_owner", "royals", "segment", "active", "sp", "sp_owner", "spent", "tomb", "tomb_burier", "training", "truce",
    "turn", "usurper",
}  # fmt: skip
FOLLOWS = {
    "agenda", "cu_factions", "dead", "first", "generals_at", "legitimacy", "province_owner", "sources", "vp",
}  # fmt: skip
AT_REST = {
    "arrivals", "board_dirty", "fixed_orders", "fought", "moved_cus", "moved_generals", "moved_royals",
    "naval_cus", "naval_declared", "naval_mover", "oratory", "result", "sieges",
}  # fmt: skip


def test_every_field_of_the_state_is_told_or_follows_or_rests_at_the_start_of_a_segment() -> None:
    assert set(FIELDS) == WRITTEN | FOLLOWS | AT_REST | STREAM


def fields(value: Any, path: reader.Path = ()) -> Iterator[str]:
    """The names of fields, without the ids that are fields too."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key not in IDS:
                yield key
            yield from fields(item)


IDS = {name for names in MATERIAL.notation.ids.values() for name in names}


def test_every_field_of_a_position_is_described() -> None:
    described = set(re.findall(r"`(\w+)`", (DOCS / "position.md").read_text(encoding="utf-8")))
    assert set(fields(json.loads(position()))) <= described
    assert {"face_down", "known", "sieges", "training"} <= described


# What a position cannot be


def own(values: Json, faction: str = "blue") -> Json:
    part: Json = values["factions"][faction]
    return part


def two_pcs(v: Json) -> None:
    own(v, "red")["pcs"].append(own(v)["pcs"][0])


def pc_on_transit_point(v: Json) -> None:
    own(v)["pcs"].append(next(s.id for s in MATERIAL.board.spaces if s.kind == Kind.TRANSIT))


def pc_nowhere(v: Json) -> None:
    own(v)["pcs"].append("atlantis")


def two_factions(v: Json) -> None:
    own(v, "red")["cus"][next(iter(own(v)["cus"]))] = {"loyal": 1}


def three_inside(v: Json) -> None:
    cities = {space.id for space in MATERIAL.board.spaces if space.kind == Kind.MAJOR}
    faction, city = next((f, s) for f, part in v["factions"].items() for s in part["pcs"] if s in cities)
    own(v, faction)["cus"][f"{city}.inside"] = {"loyal": 3}


def inside_a_minor_city(v: Json) -> None:
    space = next(s for s in own(v)["pcs"] if MATERIAL.board.spaces[MATERIAL.board.space_index[s]].kind == Kind.MINOR)
    own(v)["cus"][f"{space}.inside"] = {"loyal": 1}


def at_sea(v: Json) -> None:
    own(v)["cus"]["athenai.sea"] = {"loyal": 1}


def nine_royal_army(v: Json) -> None:
    own(v)["dispersed"] = {"royal": 9}


def two_silver_shields(v: Json) -> None:
    own(v)["dispersed"] = own(v, "red")["dispersed"] = {"silver_shields": 1}


def cavalry_without_the_option(v: Json) -> None:
    own(v)["dispersed"] = {"cavalry": 1}


def no_cu(v: Json) -> None:
    own(v)["cus"][next(iter(own(v)["cus"]))] = {}


def general_twice(v: Json) -> None:
    own(v, "red")["generals"][next(iter(own(v)["generals"]))] = "dispersed"


def minor_of_another(v: Json) -> None:
    own(v)["generals"][MATERIAL.pieces.generals[MATERIAL.pieces.majors + 5].id] = "off map"


def general_among_enemies(v: Json) -> None:
    general = next(iter(own(v)["generals"]))
    own(v)["generals"][general] = next(iter(own(v, "red")["cus"]))


def general_without_a_place(v: Json) -> None:
    own(v)["generals"][next(iter(own(v)["generals"]))] = "box"


def idle_minor(v: Json) -> None:
    own(v)["generals"][MATERIAL.pieces.generals[MATERIAL.pieces.majors].id] = "arados"


def card_in_two_places(v: Json) -> None:
    v["cards"]["discards"].append(own(v)["hand"][0])


def known_card_in_the_open(v: Json) -> None:
    v["cards"]["known"] = {v["cards"]["aside"][0]: ["blue"]}


def upgraded_and_dispersed(v: Json) -> None:
    v["fleets"][next(iter(v["fleets"]))] |= {"upgraded": True, "dispersed": True}


def foreign_fleet(v: Json) -> None:
    v["fleets"]["rhodos"] = {"controller": "blue"}


def heir_from_afar(v: Json) -> None:
    v["royals"]["herakles"] = {"at": "box", "controller": "blue"}


def cus_of_nobody(v: Json) -> None:
    v["factions"]["blue"]["cus"]["gaza" if "gaza" not in own(v)["pcs"] else "petra"] = {"loyal": 1}
    for other in ("red", "yellow"):
        own(v, other)["cus"].pop("gaza", None)


def siege_of_nothing(v: Json) -> None:
    v["board"]["sieges"] = {own(v)["pcs"][0]: {"by": "blue", "points": 1}}


def order_without_a_player(v: Json) -> None:
    v["order"].pop()


def seventh_die(v: Json) -> None:
    v["dice"] = [7]


def unknown_field(v: Json) -> None:
    own(v)["gold"] = 3


def unknown_segment(v: Json) -> None:
    v["segment"] = "banquet"


def six_players(v: Json) -> None:
    v["players"] = 6


def tomb_without_burier(v: Json) -> None:
    v["board"]["tomb"] = "pella"
    v["royals"]["funeral_cart"] = {"at": "out"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (two_pcs, r"factions\.red: pcs: found \w+ with a PC of blue too, expected one PC"),
        (pc_on_transit_point, r"factions\.blue: pcs: found \w+, a Transit Point"),
        (pc_nowhere, r"factions\.blue: pcs 'atlantis' is unknown"),
        (two_factions, r"factions\.red\.cus: [\w.]+: found CUs of blue there too, expected CUs of one Faction"),
        (three_inside, r"factions\.\w+\.cus: \w+\.inside: found 3 CUs, expected at most 2 CUs"),
        (inside_a_minor_city, r"factions\.blue\.cus: \w+\.inside: found \w+\.inside, .* only a Major City has"),
        (at_sea, r"factions\.blue\.cus: athenai\.sea: found athenai\.sea, expected a place on land"),
        (nine_royal_army, r"factions\.blue: cus: found \d+ Royal Army CUs in all, expected at most 8"),
        (two_silver_shields, r"factions\.red: cus: found 2 Silver Shields in 2 stacks, expected one stack"),
        (cavalry_without_the_option, r"factions\.blue: cus: found cavalry, expected none without the option"),
        (no_cu, r"factions\.blue\.cus\.\w+: found no CU"),
        (general_twice, r"factions\.red\.generals: \w+: found him with blue too"),
        (minor_of_another, r"factions\.blue\.generals: \w+: found a General of another Faction"),
        (general_among_enemies, r"factions\.\w+\.generals: \w+: found him at \w+ among enemies"),
        (general_without_a_place, r"factions\.blue\.generals: \w+ 'box' is unknown"),
        (idle_minor, r"factions\.blue\.generals: \w+: found 'arados', expected nothing.*7\.1\.C\.6"),
        (card_in_two_places, r"cards: discards: found \w+, which is in two places"),
        (known_card_in_the_open, r"cards\.known: \w+: found a card in no hand"),
        (upgraded_and_dispersed, r"fleets\.\w+: upgraded: found true for a Dispersed Fleet, expected false"),
        (foreign_fleet, r"fleets\.rhodos: controller: found blue, expected nobody.*7\.4\.2"),
        (heir_from_afar, r"royals\.herakles: controller: found blue, expected nobody"),
        (cus_of_nobody, r"factions\.blue\.cus: \w+: found .* expected nothing.*7\.2\.A\.2"),
        (siege_of_nothing, r"board\.sieges\.\w+: by: found blue, expected a player with CUs outside"),
        (order_without_a_player, r"order: found 2 players, expected all 3"),
        (seventh_die, r"dice is 7, out of range"),
        (unknown_field, r"factions\.blue: the field 'gold' is unknown"),
        (unknown_segment, r"segment 'banquet' is unknown"),
        (six_players, r"players is 6, out of range"),
        (tomb_without_burier, r"board: buried_in_pella_by: found nobody, expected who buried Alexander"),
    ],
)
def test_an_impossible_position_is_refused(change: Callable[[Json], None], message: str) -> None:
    values = json.loads(position())
    change(values)
    with pytest.raises(TextError, match=rf"^this position, line \d+.*{message}"):
        Game.from_position(values)


def test_a_game_that_is_won_is_no_position() -> None:
    values = json.loads(position())
    for name, part in values["factions"].items():
        part["pcs"] = [s.id for s in MATERIAL.board.spaces if s.kind != Kind.TRANSIT] if name == "blue" else []
        part["cus"] = {}
        part["generals"] = dict.fromkeys(part["dealt"], "dispersed")
    values["independents"]["pcs"] = []
    returning = ("glaukias", "seuthes")
    for name, army in values["independents"]["armies"].items():
        army |= {"at": "box" if name in returning else "out", "active": False}
    values["royals"] = {"philippos": {"at": "box"}, "alexandros": {"at": "out"}}
    values["fleets"] = {}
    with pytest.raises(TextError, match=r"found blue, who has won already, expected a game that goes on.*3\.1"):
        Game.from_position(values)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_position_is_played_as_the_edition_and_the_rulings_that_it_names(edition: str) -> None:
    rulings = rulings_of(1, load_material(edition).edition)
    game = at_segment(Game.new(3, 8, edition=edition, rulings=rulings), 1, random.Random(1))
    twin = Game.from_position(game.position(), seed=1)
    assert (twin.material.edition.id, dict(twin.material.rulings)) == (edition, rulings)
    assert rulings
    assert twin.position() == game.position()
    assert twin.decision == game.decision
