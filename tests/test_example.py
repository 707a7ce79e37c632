"""The example of play of the third edition: what its book tells at every step, X001 to X081, is what the game comes to.

VP and Legitimacy of all four players are compared at every step: a step names those that it changes.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from diadochi import example
from diadochi.catalogue import say
from diadochi.cli import main
from diadochi.errors import GameError, TextError
from diadochi.example import Shown
from diadochi.game import Game
from diadochi.tabletop import Table
from diadochi.texts import annotated
from tests.languages import read

Totals = dict[str, int]
SEATS = ("yellow", "red", "blue", "black")
command = import_module("diadochi.cli.example")
SLIPS = {f"N{number:02d}" for number in range(1, 18)}


@dataclass(frozen=True)
class Facts:
    """What the book tells of a step, or what follows from it."""

    vp: Totals = field(default_factory=dict)
    legitimacy: Totals = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    """Without those that the book does not tell."""
    mps: Totals = field(default_factory=dict)
    """With how many MPs a General is activated."""
    at: dict[str, str] = field(default_factory=dict)
    """Where Generals and members of the royal family are."""
    holds: dict[str, str | None] = field(default_factory=dict)
    """Who controls the royals and Fleets."""
    pcs: dict[str, str] = field(default_factory=dict)
    """Spaces by the Faction whose PC they have; `nobody` for none."""
    cus: dict[str, dict[str, int]] = field(default_factory=dict)
    """By `faction place`."""
    number: Totals = field(default_factory=dict)
    """How many CUs, by `faction place`."""
    lacks: dict[str, str] = field(default_factory=dict)
    """Cards that a player has not, or not any more."""
    has: dict[str, str] = field(default_factory=dict)
    events: dict[str, int] = field(default_factory=dict)
    """How often something happens in the step."""
    battle: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Battle Strength and Battle Score."""
    also: Callable[[Shown, Table], bool] = lambda shown, table: True


def mercenaries(number: int, **more: int) -> dict[str, int]:
    return {"mercenary": number, **more}


def told(shown: Shown, key: str) -> list[dict[str, Any]]:
    return [{name: value for name, _, value in event.args} for event in shown.events if event.key == key]


def order(*seats: str) -> Callable[[Shown, Table], bool]:
    return lambda shown, table: table.order == seats


def usurper(who: str) -> Callable[[Shown, Table], bool]:
    return lambda shown, table: table.usurper == who


def unrest(*sums: int) -> Callable[[Shown, Table], bool]:
    return lambda shown, table: [sum(e.dice) for e in shown.events if e.key.startswith("unrest_roll")] == list(sums)


def prestige(**totals: int) -> Callable[[Shown, Table], bool]:
    return lambda shown, table: {table.factions[e["who"]]: e["total"] for e in told(shown, "prestige")} == totals


MESOPOTAMIA = "nisibis ninos arbela kainai"
FACTS: dict[str, Facts] = {
    "X001": Facts(
        {"red": 7},
        {"red": 11},
        at={"perdikkas": "babylon", "antipatros": "pella", "funeral_cart": "babylon"},
        holds={"alexandros": "red", "funeral_cart": "red"},
    ),
    "X002": Facts({"blue": 9}, {"blue": 3}, at={"ptolemaios": "memphis", "lysimachos": "philippopolis"}),
    "X003": Facts({"black": 4}, {"black": 3}, at={"peithon": "ekbatana", "krateros": "issos"}),
    "X004": Facts({"yellow": 5}, {"yellow": 4}, at={"leonnatos": "daskyleion", "antigonos": "kelainai"}),
    "X005": Facts(also=order("yellow", "red", "blue", "black")),
    "X006": Facts(also=usurper("blue")),
    "X007": Facts(
        has={"black": "27 49 48 33 7", "yellow": "41 47 31 1 35", "red": "5 53 29 42 25", "blue": "26 43 38 6 34"}
    ),
    "X008": Facts(
        {"yellow": 8},
        lacks={"yellow": "35"},
        pcs={"yellow": "smyrna sardeis miletos halikarnassos"},
        holds={"karia": "yellow"},
    ),
    "X009": Facts(cus={"yellow daskyleion": mercenaries(3, loyal=2)}),
    "X010": Facts({"red": 9}, lacks={"red": "25"}, pcs={"red": "sousa phaliga larisa trikka"}),
    "X011": Facts(cus={"red babylon": mercenaries(1, royal=4, elephant=2)}),
    "X012": Facts({"blue": 10}, lacks={"blue": "26"}, pcs={"blue": "gaza hierosolyma ake"}),
    "X013": Facts(cus={"blue philippopolis": mercenaries(3, loyal=2)}),
    "X014": Facts(lacks={"black": "27"}, pcs={"black": "europos myriandos arados"}),
    "X015": Facts(at={"thessalonike": "athenai"}, holds={"thessalonike": None}),
    "X016": Facts(dice=(2,), mps={"krateros": 2, "peithon": 2}, at={"krateros": "thapsakos", "peithon": "gazaka"}),
    "X017": Facts(
        lacks={"yellow": "1"},
        pcs={"yellow": "xanthos phaselis"},
        also=lambda shown, table: table.provinces["lykia_pamphylia"] is None,
    ),
    "X018": Facts(
        dice=(4,),
        mps={"leonnatos": 4, "antigonos": 4, "amphoteros": 3},
        at={"leonnatos": "sardeis", "antigonos": "daskyleion", "amphoteros": "aspendos"},
        cus={"yellow aspendos": mercenaries(1)},
    ),
    "X019": Facts(lacks={"red": "5"}, cus={"red trikka": mercenaries(2)}),
    "X020": Facts(
        dice=(2,),
        mps={"perdikkas": 2, "antipatros": 2},
        at={"perdikkas": "phaliga", "antipatros": "chersonesos", "philoxenos": "trikka"},
        cus={"red phaliga": {"royal": 4}, "red babylon": mercenaries(1, elephant=2)},
    ),
    "X021": Facts(
        {"blue": 12},
        {"blue": 5},
        lacks={"blue": "43"},
        pcs={"blue": "tyros sidon damaskos lesbos"},
        holds={"phoinike": "blue", "herakles": "blue"},
    ),
    "X022": Facts(cus={"blue damaskos": mercenaries(1)}),
    "X023": Facts(
        {"black": 6}, dice=(3,), pcs={"black": "thapsakos gazaka"}, cus={"black gazaka": mercenaries(1, loyal=2)}
    ),
    "X024": Facts(lacks={"black": "49 48"}, has={"black": "45"}, mps={"krateros": 4}, at={"krateros": "anzitene"}),
    "X025": Facts(
        dice=(4,),
        mps={"peithon": 4},
        at={"peithon": "anzitene", "archelaos": "artaxata"},
        cus={"black anzitene": {"royal": 2, "loyal": 4}, "black artaxata": mercenaries(1)},
    ),
    "X026": Facts({"yellow": 10}, pcs={"yellow": "aspendos"}),
    "X027": Facts(
        {},
        {"yellow": 7},
        dice=(4,),
        mps={"antigonos": 3},
        at={"antigonos": "nikaia", "leonnatos": "sardeis", "kleopatra": "sardeis"},
        holds={"kleopatra": "yellow"},
        pcs={"nobody": "nikaia"},
        lacks={"yellow": "31"},
    ),
    "X028": Facts(cus={"yellow nikaia": mercenaries(2, loyal=2)}),
    "X029": Facts(
        pcs={"red": "chersonesos"},
        also=lambda shown, table: table.provinces["thrake"] == "blue" and "red" in table.champions,
    ),
    "X030": Facts({"red": 11}, lacks={"red": "42"}, pcs={"red": MESOPOTAMIA}),
    "X031": Facts(cus={"red chersonesos": mercenaries(1, loyal=2, royal=2)}),
    "X032": Facts(lacks={"blue": "38"}, cus={"blue philippopolis": mercenaries(3, loyal=3)}),
    "X033": Facts(number={"blue philippopolis": 7}),
    "X034": Facts(at={"krateros": "anzitene"}, pcs={"black": "anzitene artaxata"}),
    "X035": Facts({"black": 8}, lacks={"black": "45"}, pcs={"black": "karana armaouira"}),
    "X036": Facts(cus={"black ekbatana": mercenaries(1)}),
    "X037": Facts(pcs={"yellow": "nikaia"}),
    "X038": Facts(lacks={"yellow": "47"}, cus={"yellow nikaia": mercenaries(2, loyal=2, silver_shields=2)}),
    "X039": Facts(
        dice=(5,),
        mps={"antigonos": 4, "amphoteros": 4, "leonnatos": 4},
        at={"antigonos": "daskyleion", "amphoteros": "halikarnassos", "leonnatos": "athenai"},
        events={"declares_naval_battle": 0},
    ),
    "X040": Facts(
        lacks={"red": "53 58 7", "black": "7"},
        has={"black": "28 33"},
        cus={"red chersonesos": mercenaries(3, loyal=2, royal=2)},
    ),
    "X041": Facts(number={"red chersonesos": 8}),
    "X042": Facts(lacks={"blue": "6"}, cus={"blue lesbos": mercenaries(2)}),
    "X043": Facts(
        dice=(1,),
        mps={"alketas": 2, "lysimachos": 2, "ptolemaios": 2, "attalos": 2},
        at={"lysimachos": "byzantion", "ptolemaios": "pelousion", "attalos": "emesa", "herakles": "damaskos"},
        number={"blue byzantion": 8, "blue philippopolis": 1, "blue emesa": 1},
    ),
    "X044": Facts(
        lacks={"black": "33"},
        at={"sibyrtios": "persepolis"},
        pcs={"black": "persepolis"},
        cus={"black persepolis": mercenaries(3)},
        also=lambda shown, table: "33" in table.removed_cards,
    ),
    "X045": Facts(
        dice=(4,),
        mps={"peithon": 4, "archelaos": 3, "sibyrtios": 3},
        at={"sibyrtios": "pasargadai", "peithon": "gazaka"},
        cus={"black anzitene": mercenaries(1, loyal=4, royal=2), "black gazaka": {}},
    ),
    "X046": Facts(
        dice=(1,),
        cus={"yellow athenai": mercenaries(2, loyal=2)},
        also=lambda shown, table: "athenai" not in table.sieges,
    ),
    "X047": Facts(
        dice=(6, 2),
        mps={"antigonos": 4, "leonnatos": 4},
        lacks={"yellow": "41"},
        at={"antigonos": "lesbos"},
        pcs={"nobody": "lesbos", "independent": "athenai"},
        also=lambda shown, table: table.sieges["athenai"]["points"] == 2 and "yellow" in table.champions,
    ),
    "X048": Facts(
        dice=(4, 2, 4),
        mps={"leonnatos": 4, "antigonos": 4},
        at={"leonnatos": "athenai", "antigonos": "daskyleion", "amphoteros": "lesbos"},
        pcs={"nobody": "athenai"},
        cus={"yellow lesbos": mercenaries(1), "yellow halikarnassos": mercenaries(1)},
    ),
    "X049": Facts(lacks={"red": "29"}, cus={"red babylon": mercenaries(2, elephant=2)}),
    "X050": Facts(at={"philoxenos": "trikka"}, cus={"red trikka": mercenaries(3)}),
    "X051": Facts({"blue": 13}, pcs={"blue": "emesa"}),
    "X052": Facts(
        lacks={"blue": "34"},
        at={"alketas": "amida"},
        cus={"blue amida": mercenaries(3)},
        pcs={"nobody": "amida"},
        also=lambda shown, table: "34" in table.removed_cards,
    ),
    "X053": Facts(
        dice=(2,),
        mps={"alketas": 2, "attalos": 2, "ptolemaios": 2},
        at={"alketas": "thapsakos", "attalos": "arados", "ptolemaios": "gaza", "lysimachos": "byzantion"},
    ),
    "X054": Facts({"black": 10}, pcs={"black": "pasargadai"}),
    "X055": Facts(lacks={"black": "28"}, pcs={"black": "amida edessa mardane"}),
    "X056": Facts(cus={"black pasargadai": mercenaries(4)}),
    "X057": Facts(
        events={"pc_isolated": 0},
        also=lambda shown, table: (len(table.pcs_of("black")), len(table.pcs_of("red"))) == (22, 20),
    ),
    "X058": Facts(
        {"black": 10, "yellow": 10, "red": 11, "blue": 13},
        {"black": 3, "yellow": 7, "red": 11, "blue": 5},
        also=lambda shown, table: table.turn == 2,
    ),
    "X059": Facts(also=order("red", "blue", "black", "yellow")),
    "X060": Facts(also=usurper("blue")),
    "X061": Facts(
        cus={
            "red phaliga": mercenaries(2, loyal=2, royal=4),
            "blue gaza": mercenaries(6, loyal=2),
            "yellow athenai": mercenaries(4, loyal=2),
            "black gazaka": mercenaries(2),
        }
    ),
    "X062": Facts(
        also=lambda shown, table: set(table.hand_sizes.values()) == {5},
        has={"red": "17 18", "blue": "41 57", "black": "23", "yellow": "47 50 51"},
    ),
    "X063": Facts(
        at={"funeral_cart": "phaliga", "alexandros": "phaliga", "andronikos": "phaliga"},
        holds={"funeral_cart": "red", "alexandros": "red"},
        number={"red phaliga": 12, "red babylon": 0},
    ),
    "X064": Facts(dice=(3, 4, 4, 6), lacks={"red": "17"}, pcs={"independent": "artaxata edessa"}, also=unrest(7, 10)),
    "X065": Facts(
        dice=(3, 2, 3, 4, 5, 6),
        mps={"perdikkas": 3},
        battle={"red": (17, 10)},
        also=lambda shown, table: "red" in table.champions and told(shown, "battle_roll")[1]["score"] <= 5,
    ),
    "X066": Facts(
        {},
        {"red": 10},
        at={"perdikkas": "out", "andronikos": "thapsakos"},
        cus={"red thapsakos": mercenaries(4, loyal=2, royal=4, elephant=2)},
        number={"blue thapsakos": 0},
    ),
    "X067": Facts(number={"red thapsakos": 11}, cus={"red thapsakos": mercenaries(3, loyal=2, royal=4, elephant=2)}),
    "X068": Facts(pcs={"blue": "arados"}),
    "X069": Facts(
        lacks={"blue": "41"},
        mps={"lysimachos": 4, "ptolemaios": 4},
        at={"lysimachos": "halikarnassos", "ptolemaios": "arados"},
        cus={"yellow halikarnassos.inside": mercenaries(1)},
        number={"blue halikarnassos": 8},
        events={"declares_naval_battle": 0},
    ),
    "X070": Facts(
        {"black": 8},
        dice=(5,),
        mps={"alketas": 4, "lysimachos": 4, "ptolemaios": 4},
        at={"alketas": "damaskos", "lysimachos": "salamis", "ptolemaios": "issos"},
        pcs={"nobody": "issos"},
    ),
    "X071": Facts(at={"peithon": "gazaka"}, cus={"black gazaka": mercenaries(3)}),
    "X072": Facts(
        lacks={"black": "23"},
        at={"philon": "zadrakarta", "leosthenes": "larisa"},
        cus={"red trikka": mercenaries(2), "independent larisa": mercenaries(6)},
        pcs={"red": "trikka larisa"},
        also=lambda shown, table: (
            {e["strength"] for e in told(shown, "battle_roll")} == {6}
            and len({e["score"] for e in told(shown, "battle_roll")}) == 1
        ),
    ),
    "X073": Facts(cus={"black gazaka": mercenaries(4)}),
    "X074": Facts({"yellow": 13}, pcs={"yellow": "lesbos athenai"}, holds={"athenai": "yellow"}),
    "X075": Facts(lacks={"yellow": "47 50 51 55 2"}, has={"yellow": "52 19"}, pcs={"yellow": "boiotia"}),
    "X076": Facts(
        dice=(4,),
        mps={"leonnatos": 4, "antigonos": 4, "amphoteros": 3},
        at={"leonnatos": "korinthos", "antigonos": "byzantion", "amphoteros": "athenai"},
        pcs={"nobody": "korinthos"},
    ),
    "X077": Facts({"black": 6}, pcs={"red": "thapsakos"}),
    "X078": Facts(
        lacks={"red": "18"},
        mps={"andronikos": 3},
        at={"funeral_cart": "issos", "alexandros": "issos"},
        cus={"red issos": mercenaries(3, loyal=2, royal=4, elephant=2), "blue issos": mercenaries(6, loyal=2)},
    ),
    "X079": Facts(
        lacks={"blue": "57 54"},
        cus={"red issos": mercenaries(3, loyal=1, royal=4, elephant=2), "blue issos": mercenaries(6, loyal=3)},
        also=prestige(blue=12, red=10),
    ),
    "X080": Facts(dice=(4, 3, 3, 4, 3, 3), battle={"red": (8, 4), "blue": (12, 5)}, events={"royals_apart": 1}),
    "X081": Facts(
        {},
        {"red": 5, "blue": 8},
        at={"funeral_cart": "issos", "alexandros": "issos"},
        holds={"funeral_cart": "blue", "alexandros": "blue"},
        cus={"blue issos": mercenaries(5, loyal=3, royal=4), "red issos": {}},
        also=lambda shown, table: table.dispersed("red") == {"loyal": 1},
    ),
}
"""By step. Those of X018, X057, X059, X072, X076 and X081 roll dice that the book does not tell."""


@cache
def shown() -> dict[str, Shown]:
    return {one.step.id: one._replace(game=one.game.copy()) for one in example.load().walk()}


@cache
def totals(name: str) -> dict[str, Totals]:
    """What the steps change, added up: by step the value of every player that has been told so far."""
    out: dict[str, Totals] = {}
    now: Totals = {}
    for step, facts in FACTS.items():
        now = {**now, **getattr(facts, name)}
        out[step] = now
    return out


def own(table: Table, key: str) -> dict[str, int]:
    faction, place = key.split()
    return table.cus(place).get(faction, {})


def check_pieces(facts: Facts, table: Table) -> None:
    for piece, place in facts.at.items():
        assert table.where(piece) == place, piece
    for what, who in facts.holds.items():
        found = table.fleets[what]["controller"] if what in table.fleets else table.whose(what)
        assert found == who, what
    for faction, spaces in facts.pcs.items():
        for space in spaces.split():
            assert (table.pc(space) or "nobody") == faction, space
    for key, cus in facts.cus.items():
        assert own(table, key) == cus, key
    for key, number in facts.number.items():
        assert sum(own(table, key).values()) == number, key
    for faction, cards in facts.has.items():
        assert set(cards.split()) <= set(table.hand(faction))
    for faction, cards in facts.lacks.items():
        assert not set(cards.split()) & set(table.hand(faction))


def check_events(facts: Facts, one: Shown, table: Table) -> None:
    numbers = {general.id: number for number, general in enumerate(one.game.material.pieces.generals)}
    activated = {e["general"]: e["mps"] for e in told(one, "activates")}
    assert {general: activated.get(numbers[general]) for general in facts.mps} == facts.mps
    for key, number in facts.events.items():
        assert len(told(one, key)) == number, key
    fought = {table.factions[e["who"]]: (e["strength"], e["score"]) for e in told(one, "battle_roll") if e["who"] < 4}
    assert {faction: fought[faction] for faction in facts.battle} == facts.battle


@pytest.mark.parametrize("step", [pytest.param(step, marks=pytest.mark.example(step)) for step in FACTS])
def test_a_step_comes_to_what_the_book_tells(step: str) -> None:
    one, facts = shown()[step], FACTS[step]
    table = one.game.table
    for name, found in (("vp", table.vp), ("legitimacy", table.legitimacy)):
        assert {seat: found[seat] for seat in totals(name)[step]} == totals(name)[step], name
    rolled = [die for move in one.moves for n, die in enumerate(move.given.dice, 1) if n not in move.supplied]
    assert tuple(rolled) == facts.dice
    check_pieces(facts, table)
    check_events(facts, one, table)
    assert facts.also(one, table)


@pytest.mark.example("G07")
def test_cleopatra_marries_after_the_ops_have_taken_an_army_to_nicaea() -> None:
    """3 OPs first: 1 MP of march and 2 for the Siege; then the event, for Leonnatus is with her."""
    keys = [event.key for event in shown()["X027"].events]
    wanted = ["marches", "siege_completed", "plays_event", "marries"]
    assert [key for key in keys if key in wanted] == wanted
    assert [shown()[step].game.table.legitimacy["yellow"] for step in ("X026", "X027")] == [4, 7]


# The record


def changed(change: Callable[[Any], None]) -> str:
    values = json.loads(example.text())
    change(values)
    return json.dumps(values)


def entries(values: Any) -> list[Any]:
    return [entry for step in values["steps"] for entry in step["entries"]]


def first_with(values: Any, name: str) -> Any:
    return next(entry for entry in entries(values) if name in entry)


def test_the_whole_record_plays_and_its_steps_are_numbered() -> None:
    record = example.load().record
    played = annotated.check(record)
    assert (played.steps, played.actions) == (81, len(record.moves))
    assert played.dice == sum(len(move.given.dice) for move in record.moves)
    assert played.supplied == played.dice - sum(len(facts.dice) for facts in FACTS.values())
    assert [step.id for step in record.steps] == [f"X{number:03d}" for number in range(1, 82)] == list(FACTS)
    assert [step.first for step in record.steps] == [0, *(step.actions for step in record.steps[:-1])]


@pytest.mark.parametrize(
    "change",
    [
        lambda v: first_with(v, "dice").update(dice=[3]),
        lambda v: first_with(v, "dice").update(dice=[2, 2]),
        lambda v: first_with(v, "dice").pop("dice"),
        lambda v: first_with(v, "draws").update(draws=["59"]),
        lambda v: first_with(v, "deck")["deck"].reverse(),
        lambda v: first_with(v, "shuffles")["shuffles"][0].reverse(),
        lambda v: v["opening"].clear(),
        lambda v: entries(v)[-1].update(action="lose:royal"),
        lambda v: entries(v)[-1].update(seat="red"),
    ],
)
def test_a_record_that_does_not_come_out_is_refused_with_line_and_field(change: Callable[[Any], None]) -> None:
    with pytest.raises(TextError, match="this annotated record, line"):
        annotated.check(annotated.read_annotated(changed(change)))


@pytest.mark.parametrize(
    "change",
    [
        lambda v: v.update(chance="keyed"),
        lambda v: v.update(seats=["blue", "red", "yellow", "black"]),
        lambda v: v.update(seats=["yellow"]),
        lambda v: v.update(version=2),
        lambda v: v["steps"][0].update(seat="green"),
        lambda v: v["steps"][0].update(more=1),
        lambda v: first_with(v, "dice").update(supplied=[2]),
        lambda v: first_with(v, "dice").update(dice=[7]),
        lambda v: entries(v)[0].update(deck=["99"]),
    ],
)
def test_a_record_of_another_shape_is_refused(change: Callable[[Any], None]) -> None:
    with pytest.raises(TextError, match="this annotated record, line"):
        annotated.read_annotated(changed(change))


def test_a_card_that_the_book_does_not_name_is_marked() -> None:
    """Those of the second deal that nobody plays, and what replaces Mutiny."""
    record = example.load().record
    numbers = [card.number for card in record.material.cards]
    deals = [move for move in record.moves if move.deck]
    ours = [{numbers[card] for card in move.supplied_cards} for move in deals]
    named = {numbers[card] for card in deals[1].deck} - ours[1]
    assert ours[0] == set() and len(ours[1]) == 12
    assert named == {"17", "18", "41", "57", "23", "47", "50", "51", "55", "52", "19", "2", "54"}


# The comments


def test_every_step_has_a_comment_and_every_slip_a_remark() -> None:
    texts = {key for _, key in read("en", "example.third")}
    steps = example.load().steps
    wanted = {step.comment for step in steps} | {slip for step in steps for slip in step.slips}
    wanted |= {f"example.chapter.{step.chapter}" for step in steps} | {f"example.part.{step.part}" for step in steps}
    assert texts == wanted | {f"example.title.{kind}" for kind in ("start", "phase", "all", "round")}
    assert {slip.rpartition(".")[2] for step in steps for slip in step.slips} == SLIPS


# The library


def test_a_step_is_found_by_its_number() -> None:
    play = example.load()
    assert play.find("18") is play.find("x018") is play.find("X018") is play.steps[17]
    for wrong in ("X082", "0", "", "N01", "eighteen"):
        with pytest.raises(GameError, match="from X001 to X081"):
            play.find(wrong)


def test_the_game_at_a_step_can_be_played_on() -> None:
    play = example.load()
    game = play.game(play.find("X016"))
    assert isinstance(game, Game) and game.version == play.find("X016").actions
    assert game.table.where("krateros") == "thapsakos"
    decision = game.decision
    assert decision is not None
    game.act(decision.actions[0])


# The command


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["example", *words]) == 0
    return capsys.readouterr().out


def test_one_step_is_printed_with_comment_log_dice_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    out = " ".join(run(capsys, "--step", "65").split())
    assert "X065 Game Turn II, Round 1, Red: Movement Segment" in out
    assert " ".join(say("example.third.X065").split()) in out
    assert "Battle Strength 17 gives a Battle Score of 10" in out
    assert "Dice 3, 2, 3, 4, 5, 3*, 4*, 6" in out and "* Not in the book: ours." in out
    assert "Red 11 VP, 11 Legitimacy" in out


def test_a_slip_of_the_book_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "In the book:" in run(capsys, "--step", "X034")
    assert "In the book:" not in run(capsys, "--step", "X035")


def test_hands_are_shown_where_they_are_dealt(capsys: pytest.CaptureFixture[str]) -> None:
    out = " ".join(run(capsys, "--step", "X062").split())
    assert "hand: Cappadocian Mercenaries*, Cretan Archers*, Unrest, Unrest, Egyptian Military Colonists*" in out


def test_without_a_person_all_steps_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "--from", "X078")
    assert [f"X{n:03d}  " in out for n in (77, 78, 79, 80, 81)] == [False, True, True, True, True]
    assert run(capsys, "--from", "X078", "--all") == out
    everything = run(capsys)
    assert all(f"{step}  " in everything for step in FACTS)


def test_a_step_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["example", "--step", "82"]) == 1
    assert "there is no step '82'" in capsys.readouterr().err


def turned(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *lines: str | None) -> list[str]:
    """The steps that are shown to a person who types these lines."""
    typed = iter(lines)
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    monkeypatch.setattr(command, "read_line", lambda: next(typed))
    out = run(capsys, "--from", "40")
    assert next(typed, "all read") == "all read"
    return [line.partition(" ")[0] for line in out.splitlines() if line[:1] == "X"]


def test_a_person_turns_the_pages(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shown_steps = ["X040", "X041", "X040", "X039", "X012", "X081"]
    assert turned(capsys, monkeypatch, "", "b", "b", "12", "X081", "") == shown_steps
    assert turned(capsys, monkeypatch, "q") == turned(capsys, monkeypatch, None) == ["X040"]


def test_a_line_that_means_nothing_is_told_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = iter(["forward", "quit"])
    monkeypatch.setattr(command, "is_terminal", lambda: True)
    monkeypatch.setattr(command, "read_line", lambda: next(typed))
    assert "'forward' is no step. Press Enter to go on" in run(capsys)


def test_the_printed_record_is_verified_and_said_to_be_dictated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "example.json"
    file.write_text(run(capsys, "--json"), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    out = capsys.readouterr().out
    assert "dictated: they come from no key" in out and "81 steps: 642 actions are legal" in out
    assert "fits the hash" not in out
    assert main(["verify", str(file), "--hash", "0" * 64]) == 1
    file.write_text(changed(lambda v: first_with(v, "dice").update(dice=[3])), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "this annotated record, line" in capsys.readouterr().err
