"""Positions that the rules cannot leave behind are refused; what follows from the rest may be left out."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from diadochi.errors import TextError
from diadochi.game import Game
from diadochi.model.options import CHAPTER_16
from diadochi.model.state import FIELDS
from diadochi.model.verbs import Domain
from diadochi.rules.agenda import Play
from diadochi.texts.position import STREAM, describe
from diadochi.texts.setting import set_up
from tests.texts import MATERIAL, Json, go_on

Change = Callable[[Json], None]


@cache
def written(players: int, turn: int, options: tuple[str, ...] = ()) -> str:
    """A position of a random game that has come that far."""
    for seed in range(40):
        game = Game.new(players, seed, options)
        rng = random.Random(seed)
        while game.decision is not None and (game.state.turn, game.state.segment) != (turn, 1):
            go_on(game, 1, rng, undo=False)
        if game.decision is not None:
            return game.position()
    raise AssertionError("every game ended before")


def own(v: Json, faction: str = "blue") -> Json:
    part: Json = v["factions"][faction]
    return part


def owner_of(v: Json, general: str) -> Json:
    return next(part for part in v["factions"].values() if general in part["generals"])


def other_than(v: Json, general: str) -> Json:
    return next(part for part in v["factions"].values() if general not in part["generals"])


def refused(text: str, change: Change) -> str:
    values = json.loads(text)
    change(values)
    with pytest.raises(TextError) as error:
        Game.from_position(values)
    return str(error.value)


CASES: list[tuple[str, int, int, Change, str, str]] = []
"""What is changed, in a game of so many players in that Game Turn, the field and the rule."""


def case(field: str, rule: str, turn: int = 2, players: int = 3) -> Callable[[Change], Change]:
    def add(change: Change) -> Change:
        CASES.append((change.__name__, players, turn, change, field, rule))
        return change

    return add


# The Cart and the Tomb


def buried(v: Json, space: str) -> None:
    v["board"]["tomb"] = space
    v["royals"]["funeral_cart"] = {"at": "out"}


@case("board: tomb: found gaza, expected a Major City", "3.8.2")
def tomb_in_a_minor_city(v: Json) -> None:
    buried(v, "gaza")


@case("royals.funeral_cart: at: found ", "3.8.6")
def tomb_and_cart(v: Json) -> None:
    buried(v, "memphis")
    v["royals"]["funeral_cart"] = {"at": "babylon"}


@case("board: tomb: found memphis, expected none before Game Turn 2", "3.8.4", turn=1)
def tomb_too_early(v: Json) -> None:
    buried(v, "memphis")


@case("royals.funeral_cart: at: found 'opis', expected babylon before Game Turn 2", "8.4.3", turn=1)
def cart_moved_too_early(v: Json) -> None:
    v["royals"]["funeral_cart"] = {"at": "opis"}


@case("royals.funeral_cart: at: found 'babylon', expected 'out' from Game Turn 4 on", "3.8.9", turn=4)
def cart_too_late(v: Json) -> None:
    v["royals"]["funeral_cart"] = {"at": "babylon"}
    v["board"].pop("tomb", None)
    v["board"].pop("buried_in_pella_by", None)


@case("royals.funeral_cart: at: found 'out', expected a space", "3.8.6", turn=1)
def neither_cart_nor_tomb(v: Json) -> None:
    v["royals"]["funeral_cart"] = {"at": "out"}


@case("royals.funeral_cart: at: found 'box', expected a space", "8.1.2", turn=1)
def cart_in_a_box(v: Json) -> None:
    v["royals"]["funeral_cart"] = {"at": "box"}


@case("board: buried_in_pella_by: found blue, expected nobody", "3.8.7")
def buried_in_pella_and_elsewhere(v: Json) -> None:
    buried(v, "memphis")
    v["board"]["buried_in_pella_by"] = "blue"


# The royal family


@case("royals.alexandros: at: found 'babylon', expected 'out'", "3.2.4", turn=4)
def alexandros_after_his_regency(v: Json) -> None:
    v["royals"]["alexandros"] = {"at": "babylon"}


@case("royals.herakles: at: found 'box', expected a space", "16.2.1")
def herakles_waits_without_the_option(v: Json) -> None:
    v["royals"]["herakles"] = {"at": "box"}


@case("royals.olympias: at: found 'box', expected a space", "8.1.2")
def olympias_in_a_box(v: Json) -> None:
    v["royals"]["olympias"] = {"at": "box"}


# Generals


def majors(v: Json, faction: str) -> list[str]:
    return list(own(v, faction)["dealt"])


@case("board: condemned: found alketas, expected a living Major General", "3.6.13")
def minor_condemned(v: Json) -> None:
    v["board"]["condemned"] = "alketas"


@case("board: condemned: found leosthenes, expected a living Major General", "3.6.13")
def independent_condemned(v: Json) -> None:
    v["board"]["condemned"] = "leosthenes"


@case("board: condemned: found demetrios, expected a living Major General", "3.6.13", turn=1)
def absent_general_condemned(v: Json) -> None:
    v["board"]["condemned"] = "demetrios"


@case("board.popularity: alketas: found 2, expected P for a living Major General", "7.2.F.6")
def minor_popular(v: Json) -> None:
    v["board"]["popularity"] = {"alketas": 2}


@case("polyperchon: found him with ", "7.1.B.4", turn=1)
def antipatros_and_polyperchon(v: Json) -> None:
    owner_of(v, "antipatros")["generals"]["polyperchon"] = "dispersed"


@case("factions: polyperchon: found him with nobody, expected him with ", "7.1.B.4", turn=1)
def antipatros_dead_without_an_heir(v: Json) -> None:
    out_of_the_way(v, "antipatros", "out")


@case("antipatros: found dispersed, expected 'out'", "5.1.A.3", turn=3)
def antipatros_in_game_turn_3(v: Json) -> None:
    out_of_the_way(v, "antipatros", "dispersed")
    for part in v["factions"].values():
        part["generals"].pop("polyperchon", None)


@case("polyperchon: found him with ", "7.1.B.4", turn=3)
def polyperchon_with_another(v: Json) -> None:
    owner = owner_of(v, "polyperchon")
    del owner["generals"]["polyperchon"]
    other_than(v, "antipatros")["generals"]["polyperchon"] = "dispersed"
    drop_unowned(v)


@case("demetrios: found him with ", "5.1.A.4", turn=1)
def demetrios_too_early(v: Json) -> None:
    owner_of(v, "antigonos")["generals"]["demetrios"] = "dispersed"


@case("demetrios: found him with ", "5.1.A.4", turn=3)
def demetrios_with_another(v: Json) -> None:
    del owner_of(v, "demetrios")["generals"]["demetrios"]
    other_than(v, "antigonos")["generals"]["demetrios"] = "dispersed"
    drop_unowned(v)


@case("factions: demetrios: found him with nobody", "5.1.A.4", turn=3)
def demetrios_missing(v: Json) -> None:
    del owner_of(v, "demetrios")["generals"]["demetrios"]
    drop_unowned(v)


@case("peukestas: found him with blue, expected him with nobody", "6.2.A.1", turn=1)
def peukestas_too_early(v: Json) -> None:
    own(v)["generals"]["peukestas"] = "dispersed"


@case("asandros: found him with blue, expected him with nobody", "6.2.D.7", turn=1)
def asandros_before_antipatros_dies(v: Json) -> None:
    own(v)["generals"]["asandros"] = "dispersed"


@case("menelaos: found him with blue, expected him with nobody", "4.4.3", turn=1)
def unavailable_general(v: Json) -> None:
    own(v)["generals"]["menelaos"] = "dispersed"
    v["board"].pop("removed_generals", None)


@case("board: removed_generals: found nearchos, expected ", "4.4.3", turn=1)
def reserve_general_removed(v: Json) -> None:
    v["board"]["removed_generals"].append("nearchos")


@case("factions.blue: generals: found ", "6.2.D.2", turn=1)
def too_many_generals(v: Json) -> None:
    own(v)["generals"]["nearchos"] = "dispersed"


@case("'off map', expected a place on the map", "5.2.16")
def major_general_off_map(v: Json) -> None:
    out_of_the_way(v, majors(v, "blue")[0], "off map")


@case("found him with nobody, expected him with blue", "4.4.1")
def starting_general_missing(v: Json) -> None:
    general = majors(v, "blue")[0]
    out_of_the_way(v, general, "dispersed")
    del own(v)["generals"][general]


@case("factions.red: dealt: found ", "4.4.1")
def dealt_twice(v: Json) -> None:
    own(v, "red")["dealt"][0] = own(v)["dealt"][0]


@case("factions.blue: dealt: found ", "4.4.1")
def too_few_dealt(v: Json) -> None:
    own(v)["dealt"].pop()


@case("factions.blue: dealt: found ", "4.4.1", players=4)
def reserve_general_dealt(v: Json) -> None:
    own(v)["dealt"][0] = "seleukos"


def out_of_the_way(v: Json, general: str, where: str) -> None:
    part = owner_of(v, general)
    part["generals"][general] = where
    drop_unowned(v)


def drop_unowned(v: Json) -> None:
    """No CUs where there is neither General nor PC of theirs, and no royals with them."""
    for part in v["factions"].values():
        places = set(part["pcs"]) | set(part["generals"].values())
        part["cus"] = {at: cus for at, cus in part["cus"].items() if at in places or at.split(".")[0] in part["pcs"]}
        part["generals"] = {g: at for g, at in part["generals"].items() if not is_idle_minor(part, g, at)}
    for royal in v["royals"].values():
        royal.pop("controller", None)


def is_idle_minor(part: Json, general: str, at: str) -> bool:
    number = MATERIAL.notation.numbers[Domain.GENERAL][general]
    return number >= MATERIAL.pieces.majors and at not in part["cus"]


# Independent Armies


@case("independents.armies.leosthenes: at: found pella, expected a space in thessalia or hellas", "9.5.12", turn=1)
def leosthenes_abroad(v: Json) -> None:
    army(v, "leosthenes", "pella", True)


@case("independents.armies.leosthenes: at: found kyklades, expected a space that it can reach by land", "9.5.8", turn=1)
def leosthenes_on_an_island(v: Json) -> None:
    army(v, "leosthenes", "kyklades", True)


@case("independents.armies.glaukias: at: found knossos, expected a space that it can reach by land", "9.5.8")
def glaukias_on_an_island(v: Json) -> None:
    army(v, "glaukias", "knossos", True)


@case("independents.armies.ariarathes: at: found ", "9.5.14", turn=1)
def ariarathes_abroad(v: Json) -> None:
    army(v, "ariarathes", "gordion", True)


@case("independents.armies.philon: at: found korinthos, expected 'out'", "9.5.13", turn=1)
def philon_at_home(v: Json) -> None:
    army(v, "philon", "korinthos", True)


@case("independents.armies.leosthenes: at: found 'box', expected a space, or 'out'", "14.9.12", turn=1)
def leosthenes_in_a_box(v: Json) -> None:
    army(v, "leosthenes", "box", False)


@case("independents.armies.glaukias: at: found 'out', expected a space, or 'box'", "14.9.11", turn=1)
def glaukias_out(v: Json) -> None:
    army(v, "glaukias", "out", False)


@case("independents.armies.seuthes: active: found true though it is box, expected false", "9.5.2", turn=1)
def active_in_its_box(v: Json) -> None:
    army(v, "seuthes", "box", True)


@case("independents.armies.philon: active: found true though it is out, expected false", "9.5.2", turn=1)
def active_out_of_the_game(v: Json) -> None:
    army(v, "philon", "out", True)


def army(v: Json, name: str, at: str, active: bool) -> None:
    v["independents"]["armies"][name] = {"at": at, "active": active}
    for part in v["factions"].values():
        part["cus"].pop(at, None)
        part["generals"] = {g: "dispersed" if x == at else x for g, x in part["generals"].items()}
    for royal in v["royals"].values():
        royal.pop("controller", None)
    drop_unowned(v)


# Cards


def take_card(v: Json, card: str) -> None:
    """Out of wherever it lies, with another in its place in a hand."""
    deck = v["cards"]["deck"]
    piles = [part[key] for part in v["factions"].values() for key in ("hand", "front") if key in part]
    for pile in (*piles, *(pile for pile in v["cards"].values() if isinstance(pile, list))):
        if card in pile:
            pile.remove(card)
            if pile is not deck and pile in piles:
                pile.append(deck.pop())
    v["cards"].pop("spent", None)


@case("cards: aside: found 47B in play, expected 47B aside", "7.2.D.1", turn=1)
def silver_shields_twice(v: Json) -> None:
    take_card(v, "47B")
    v["cards"]["deck"].append("47B")


@case("cards: aside: found 47B aside, expected 47B in play", "7.2.D.1", turn=1)
def silver_shields_nowhere(v: Json) -> None:
    take_card(v, "47A")
    v["cards"]["removed"].append("47A")


@case("cards: removed: found 47A still in the game, expected 47A out of it", "6.2.11", turn=1)
def silver_shields_before_their_card(v: Json) -> None:
    own(v)["dispersed"] = {"silver_shields": 2}


@case("cards: aside: found O64 in play, expected O64 aside", "16.1.1", turn=1)
def optional_card_without_its_option(v: Json) -> None:
    take_card(v, "O64")
    v["cards"]["deck"].append("O64")


@case("cards: aside: found 5 aside, expected 5 in play", "16.1.1", turn=1)
def ordinary_card_aside(v: Json) -> None:
    take_card(v, "5")
    v["cards"]["aside"].append("5")


@case("cards: removed: found 5, expected only cards that", "6.2.11", turn=1)
def ordinary_card_removed(v: Json) -> None:
    take_card(v, "5")
    v["cards"]["removed"].append("5")


@case("cards: removed: found 33, expected only cards that", "6.2.11", turn=1)
def card_of_a_general_removed_before_he_came(v: Json) -> None:
    take_card(v, "33")
    v["cards"]["removed"].append("33")


@case("cards: removed: found 35 still in the game", "6.2.11", turn=1)
def kassandros_and_his_card(v: Json) -> None:
    if "35" in v["cards"]["removed"]:
        v["cards"]["removed"].remove("35")
        v["cards"]["deck"].append("35")
    else:
        own(v)["generals"]["kassandros"] = "dispersed"


@case("cards: removed: found 26 still in the game", "6.2.11", turn=1)
def persian_support_and_its_card(v: Json) -> None:
    v["board"]["persian_support"] = "blue"


@case("factions.blue: hand: found ", "5.3.2")
def one_card_too_many(v: Json) -> None:
    own(v)["hand"].append(v["cards"]["deck"].pop())


@case("factions.red: hand: found ", "5.3.2")
def one_card_too_few(v: Json) -> None:
    v["cards"]["deck"].append(own(v, "red")["hand"].pop())


@case("cards: face_down: found ", "5.3.3")
def face_down_card_missing(v: Json) -> None:
    v["cards"]["deck"].append(v["cards"]["face_down"].pop())


@case("factions.blue: front: found ", "6.2.12")
def ordinary_card_in_front(v: Json) -> None:
    own(v)["front"] = [v["cards"]["deck"].pop()]


@case("cards: spent: found ", "6.2.8")
def spent_card_in_the_deck(v: Json) -> None:
    v["cards"]["spent"] = [v["cards"]["deck"][0]]


@case("found a card in no hand", "6.2.8")
def known_card_in_the_deck(v: Json) -> None:
    v["cards"]["known"] = {v["cards"]["deck"][0]: ["blue"]}


@case("found a card that another player knows, expected none while 58 is not discarded", "6.2.8", turn=1)
def known_card_that_nobody_took(v: Json) -> None:
    take_card(v, "58")
    v["cards"]["deck"].append("58")
    v["cards"]["known"] = {own(v)["hand"][0]: ["red"]}


@case("cards.known: ", "6.2.8", turn=1)
def known_hand(v: Json) -> None:
    take_card(v, "58")
    v["cards"]["discards"].append("58")
    v["cards"]["known"] = {card: ["red"] for card in own(v)["hand"]}


@case("draws: found O60, expected cards that are in the game", "5.3.1")
def draw_of_a_card_that_is_aside(v: Json) -> None:
    v["draws"] = ["O60"]


# Markers


@case("board: oracle: found blue, expected nothing without the option oracle", "16.1.1")
def oracle_without_its_option(v: Json) -> None:
    v["board"]["oracle"] = "blue"


@case("board: truce: found blue, red, expected nothing without the option diplomatic-marriage", "16.1.1")
def truce_without_its_option(v: Json) -> None:
    v["board"]["truce"] = ["blue", "red"]


@case("board: cart_free: found true, expected nothing without the option faster-funeral-cart", "16.3.1")
def free_cart_without_its_option(v: Json) -> None:
    v["board"]["cart_free"] = True


@case("factions.blue: capital: found lost, expected nothing without the option", "4.5.3")
def capital_without_its_option(v: Json) -> None:
    own(v)["capital"] = "lost"


@case("factions.blue: construction: found gaza, expected nothing without the option", "4.5.3")
def construction_without_its_option(v: Json) -> None:
    own(v)["construction"] = "gaza"


@case("factions.blue: capitals_taken: found 1, expected nothing without the option", "4.5.3")
def capital_taken_without_its_option(v: Json) -> None:
    own(v)["capitals_taken"] = 1


@case("factions.blue: training: found cavalry, expected nothing without the option cavalry", "16.9.9")
def cavalry_in_training_without_its_option(v: Json) -> None:
    own(v)["training"] = {"unit": "cavalry", "ops": 1}


@case("board: commanders: found krateros, expected nobody: the most Senior General commands", "7.1.A.2")
def named_commander(v: Json) -> None:
    v["board"]["commanders"] = ["krateros"]


@case("board: looted: found gaza, expected Treasure Cities", "6.2.A.1")
def minor_city_looted(v: Json) -> None:
    v["board"]["looted"] = ["gaza"]


@case("board: helepolis: found gaza, expected a besieged Major City", "7.2.G.1")
def helepolis_before_a_minor_city(v: Json) -> None:
    v["board"]["helepolis"] = "gaza"


@case("fleets.kilikia: dispersed: found True, expected false", "7.4.6", turn=1)
def pirates_dispersed_before_they_came(v: Json) -> None:
    v["fleets"]["kilikia"] = {"dispersed": True}


@case("board.proposals: kleopatra: found blue, expected card 31 in front of him", "6.2.12")
def offer_without_its_card(v: Json) -> None:
    v["royals"]["kleopatra"] = {"at": "kyrene"}
    v["board"]["proposals"] = {"kleopatra": "blue"}
    for part in v["factions"].values():
        part.pop("front", None)


@case("board.proposals: kleopatra: found blue, expected none: she is dead", "8.5.3")
def offer_to_the_dead(v: Json) -> None:
    v["royals"]["kleopatra"] = {"at": "out"}
    v["board"]["proposals"] = {"kleopatra": "blue"}


@case("order: found blue, yellow, red, green, expected ", "5.1.C.3", players=4)
def order_across_the_table(v: Json) -> None:
    v["order"] = ["blue", "yellow", "red", "green"]


@pytest.mark.parametrize(("players", "turn", "change", "field", "rule"), [pytest.param(*c[1:], id=c[0]) for c in CASES])
def test_what_the_rules_cannot_leave_behind_is_refused(
    players: int, turn: int, change: Change, field: str, rule: str
) -> None:
    message = refused(written(players, turn), change)
    assert field in message
    assert rule in message
    assert message.startswith("this position, line ")
    assert message.endswith("See docs/position.md.")


@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_the_positions_that_are_changed_are_possible_themselves(turn: int) -> None:
    Game.from_position(written(3, turn))


def start_of_game_turn(v: Json) -> None:
    v |= {"round": 1, "active": v["order"][0], "segment": "surrender"}
    for part in v["factions"].values():
        part.pop("hand")
        part.pop("front", None)
        part.pop("lost_battle", None)
    v["cards"] = {key: v["cards"][key] for key in ("removed", "aside")}
    for key in ("truce", "proposals", "tomb", "buried_in_pella_by"):
        v["board"].pop(key, None)
    for fleet in v["fleets"].values():
        fleet.pop("dispersed", None)
    v["royals"]["funeral_cart"] = {"at": "babylon"}


def discards(v: Json) -> None:
    v["cards"]["discards"] = ["5"]


def lost_battle(v: Json) -> None:
    own(v)["lost_battle"] = True


def early_tomb(v: Json) -> None:
    buried(v, "memphis")


def dispersed_fleet(v: Json) -> None:
    v["fleets"]["rhodos"] = v["fleets"].get("rhodos", {}) | {"dispersed": True}
    v["fleets"]["rhodos"].pop("upgraded", None)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (discards, "cards: discards: found 5"),
        (lost_battle, "blue: lost_battle: found True"),
        (early_tomb, "tomb"),
        (dispersed_fleet, "fleets.rhodos: dispersed: found True"),
    ],
)
def test_a_game_turn_begins_with_nothing_done(change: Change, field: str) -> None:
    values = json.loads(written(3, 2))
    start_of_game_turn(values)
    Game.from_position(values)
    assert field in refused(json.dumps(values), change)


# Each of a kind


@pytest.mark.parametrize("card", [card.number for card in MATERIAL.cards if card.number.startswith("O")])
@pytest.mark.parametrize("pile", ["deck", "removed"])
def test_no_optional_card_is_in_play_without_its_option(card: str, pile: str) -> None:
    def put(v: Json) -> None:
        take_card(v, card)
        v["cards"][pile].append(card)

    assert f"aside: found {card} in play" in refused(written(3, 1), put)


@pytest.mark.parametrize("name", [MATERIAL.pieces.generals[army.general].id for army in MATERIAL.pieces.independents])
def test_no_independent_army_crosses_the_sea_or_joins_a_player(name: str) -> None:
    assert "expected a space" in refused(written(3, 1), lambda v: army(v, name, "salamis", True))
    assert "a General of another Faction" in refused(
        written(3, 1), lambda v: own(v)["generals"].update({name: "dispersed"})
    )


@pytest.mark.parametrize("turn", [1, 2])
@pytest.mark.parametrize("heir", [True, False])
def test_demetrios_comes_to_nobody_before_game_turn_iii(turn: int, heir: bool) -> None:
    def join(v: Json) -> None:
        part = owner_of(v, "antigonos") if heir else other_than(v, "antigonos")
        part["generals"]["demetrios"] = "dispersed"

    assert "demetrios: found him with" in refused(written(3, turn), join)


CAPITALS = ("foundation-of-a-capital", "herakles", "short-game")


def second_capital(v: Json) -> None:
    own(v).update({"capital": "lost", "construction": "gaza"})


def taken_from_nobody(v: Json) -> None:
    own(v)["capitals_taken"] = 1


def taken_from_oneself(v: Json) -> None:
    own(v).update({"capital": "lost", "capitals_taken": 1})


def herakles_early(v: Json) -> None:
    v["royals"]["alexandros"] = {"at": "babylon"}
    v["royals"]["herakles"] = {"at": "pergamon"}


def fifth_turn(v: Json) -> None:
    v["turn"] = 5


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (second_capital, "construction: found gaza, expected none"),
        (taken_from_nobody, "capitals_taken: found 1, expected at most 0"),
        (taken_from_oneself, "capitals_taken: found 1, expected at most 0"),
        (herakles_early, "royals.herakles: at: found 'pergamon', expected 'box'"),
        (fifth_turn, "turn is 5, out of range"),
    ],
)
def test_what_an_option_cannot_leave_behind_is_refused(change: Change, field: str) -> None:
    assert field in refused(written(3, 1, CAPITALS), change)


@pytest.mark.parametrize(
    ("space", "points", "most"), [("korinthos", 1, "none"), ("sparta", 2, "at most 1"), ("athenai", 3, "at most 2")]
)
def test_as_many_siege_points_as_take_the_space_are_refused(space: str, points: int, most: str) -> None:
    values = short()
    own(values)["generals"]["krateros"] = space
    own(values)["cus"][space] = {"loyal": 3}
    values["board"] = {"sieges": {space: {"by": "blue", "points": points}}}
    assert f"points: found {points}, expected {most}" in refused(json.dumps(values), lambda v: None)
    values["board"]["sieges"][space]["points"] = points - 1
    if points > 1:
        Game.from_position(values)


# What the engine writes


@pytest.mark.parametrize("seed", range(8))
def test_every_position_of_a_random_game_is_possible(seed: int) -> None:
    rng = random.Random(seed)
    options = [name for name in CHAPTER_16 if rng.random() < 0.5]
    game = Game.new(2 + seed % 4, 700 + seed, options, keep_undo=False)
    before: tuple[int, ...] = ()
    while game.decision is not None:
        s = game.state
        now = (s.turn, s.round, s.active, s.segment)
        if now != before and s.segment >= 0 and rng.random() < 0.2:
            twin = Game.from_position(describe(game._play), seed=1)
            assert all(getattr(twin.state, name) == getattr(s, name) for name in FIELDS if name not in STREAM)
        before = now
        go_on(game, 1, rng, undo=False)


# What may be left out


FOLLOWS: tuple[tuple[str | int, ...], ...] = (
    ("format",),
    ("version",),
    ("edition",),
    ("players",),
    ("options",),
    ("board", "removed_generals"),
    ("cards", "removed"),
    ("cards", "aside"),
)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_what_follows_from_the_rest_may_be_left_out(players: int) -> None:
    text = written(players, 3)
    values: Any = json.loads(text)
    for *way, last in FOLLOWS:
        part = values
        for key in way:
            part = part[key]
        part.pop(last, None)
    for part in values["factions"].values():
        part.pop("dealt")
    for fleet in values["fleets"].values():
        fleet.pop("controller", None)
    for heir in ("alexandros", "herakles", "funeral_cart", "philippos"):
        values["royals"][heir].pop("controller", None)
    for army in values["independents"]["armies"].values():
        army.pop("active")
    kilikia = json.loads(text)["fleets"].get("kilikia")
    if kilikia:
        values["fleets"]["kilikia"] = kilikia
    again = json.loads(Game.from_position(values, seed=1).position())
    told = json.loads(text)
    hidden = ("13", "34")  # their events leave nothing on the table
    assert {key: again[key] for key in again if key != "cards"} == {key: told[key] for key in told if key != "cards"}
    assert set(told["cards"]["removed"]) - set(again["cards"]["removed"]) <= set(hidden)


def test_the_rest_of_the_deck_is_shuffled_by_the_key() -> None:
    values = json.loads(written(4, 2))
    top = values["cards"]["deck"][:3]
    values["cards"] = {"deck": top, "discards": values["cards"]["discards"], "removed": values["cards"]["removed"]}
    decks = [json.loads(Game.from_position(values, seed=seed).position())["cards"]["deck"] for seed in (1, 1, 2)]
    assert decks[0] == decks[1] != decks[2]
    assert all(deck[:3] == top for deck in decks)
    assert {frozenset(deck) for deck in decks} == {frozenset(json.loads(written(4, 2))["cards"]["deck"])}


def test_a_game_from_a_short_position_has_a_record() -> None:
    game = go_on(Game.from_position(short(), seed=4), 20_000, random.Random(4), undo=False)
    assert game.result is not None
    assert Game.replay(game.record()).result == game.result


def test_the_record_of_a_game_from_a_position_that_is_refused_today_is_still_verified() -> None:
    values = json.loads(written(3, 2))
    values["cards"]["deck"].append(own(values)["hand"].pop())
    state = set_up(values, bytes(32), MATERIAL, strict=False).state
    game = Game.from_state(MATERIAL, state.copy())
    game.start = describe(Play(MATERIAL, state))
    go_on(game, 20_000, random.Random(4), undo=False)
    with pytest.raises(TextError, match="hand: found"):
        Game.from_position(game.start)
    assert Game.replay(game.record()).result == game.result


def short() -> Json:
    """The least that a position needs: the Generals and where they are."""
    first = {"perdikkas": "babylon", "antipatros": "pella", "krateros": "tarsos", "ptolemaios": "memphis"}
    second = {"leonnatos": "dispersed", "peithon": "dispersed", "antigonos": "kelainai", "eumenes": "dispersed"}
    return {
        "factions": {
            "blue": {"generals": first, "pcs": ["babylon", "pella"], "cus": {"babylon": {"royal": 4}}},
            "red": {"generals": second, "pcs": ["kelainai"]},
        }
    }


def test_the_least_that_a_position_needs() -> None:
    game = Game.from_position(short(), seed=1)
    told = json.loads(game.position())
    assert (told["players"], told["turn"], told["round"], told["active"]) == (2, 1, 1, "blue")
    assert told["royals"]["alexandros"] == {"at": "babylon", "controller": "blue"}
    assert told["royals"]["funeral_cart"] == {"at": "babylon", "controller": "blue"}
    assert told["independents"]["armies"]["leosthenes"] == {"at": "lamia", "active": True}
    assert "athenai" in told["independents"]["pcs"]
    assert [len(part["hand"]) for part in told["factions"].values()] == [5, 5]
    assert (len(told["cards"]["face_down"]), len(told["cards"]["deck"])) == (10, 39)
    assert told["usurper"] in ("blue", "red")


def test_the_cart_beside_a_tomb_may_be_left_out() -> None:
    values = {**short(), "turn": 2, "round": 2, "board": {"tomb": "memphis"}}
    told = json.loads(Game.from_position(values, seed=1).position())
    assert told["royals"]["funeral_cart"] == {"at": "out"}


def test_only_the_cards_that_lie_wrong_are_named() -> None:
    values = {**short(), "turn": 2, "cards": {"removed": ["47A"], "aside": ["47B"]}}
    with pytest.raises(TextError, match=r"found O60, O61, .* in play, expected O60, O61, .* aside: its option"):
        Game.from_position(values)


def test_the_royal_army_is_counted_by_its_own_rule() -> None:
    assert "found 9 Royal Army CUs in all, expected at most 8. That is rule 7.2.F.1." in refused(
        json.dumps(short()), lambda v: own(v)["cus"]["babylon"].update(royal=9)
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda v: v.pop("factions"), "the field 'factions' is missing. Add it; docs/position.md lists the fields."),
        (lambda v: own(v)["pcs"].append("athens"), "pcs 'athens' is unknown. Did you mean athenai"),
        (lambda v: v.update(turn="I"), "turn is 'I', not a whole number. Give a number from 1 to 5. See docs/"),
    ],
)
def test_errors_name_field_value_and_page(change: Change, message: str) -> None:
    assert message in refused(json.dumps(short()), change)
