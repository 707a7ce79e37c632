"""Lines of the draft that say at another place, or as an option, what other rules say too."""

import pytest

from diadochi.data import load_material
from diadochi.rules import activation, reinforcements
from tests.cards.deal import play, segment
from tests.rules.activations import campaign, force_march
from tests.rules.battles import facts, fight
from tests.table import Table


def may(table: Table, action: str) -> bool:
    return action in table.offers


# 3.1, 12.7


@pytest.mark.rule("K3.1.2")
@pytest.mark.parametrize(("die", "dead"), [(5, False), (6, True)])
def test_a_major_general_is_killed_in_battle(die: int, dead: bool) -> None:
    table = Table(edition="draft")
    table.army("blue", "peithon", "trikka", mercenary=8)
    table.army("red", "philoxenos", "trikka", mercenary=2)
    fight(table, "blue", "red", "trikka", 4, 5, 2, 2, die)
    assert (table.where("peithon") == "out") is dead


@pytest.mark.rule("K3.1.2")
def test_no_card_kills_a_major_general() -> None:
    """In the first edition one does: Price of Failure."""
    killers = [[card.number for card in load_material(e).cards if card.params.killed_on] for e in ("deluxe", "draft")]
    assert killers[0] and not killers[1]
    table = Table(edition="draft")
    table.army("red", "peithon", "gaza", mercenary=1)
    table.cus("blue", "gaza.inside", mercenary=1)
    table.pc("blue", "gaza")
    table.royal("herakles", "gaza")
    play(table, "1")
    assert (table.where("peithon"), table.where_royal("herakles")) == ("gaza", "out")


@pytest.mark.rule("K12.7")
@pytest.mark.parametrize("general", ["krateros", "antigonos"])
def test_after_a_land_battle_no_part_of_the_army_does_anything_in_the_segment(general: str) -> None:
    table = Table(edition="draft")
    table.army("blue", "krateros", "larisa", mercenary=9)
    table.general("blue", "antigonos", "larisa")
    table.pc("red", "pella")
    table.army("red", "philoxenos", "pella", mercenary=3)
    campaign(table, 5)
    table.dice(6, 6, 1, 1)
    table.act("activate:krateros", "take-all", "march:pella")
    while not table.events("battle_won"):
        table.act(next(o for o in ("attack", "stand", "done", "pass") if may(table, o)))
    assert table.events("battle_won")
    assert activation.army(table.play) is None
    assert table.why_not(f"activate:{general}")
    assert not any(offer.startswith(("siege", "remove-pc", "march")) for offer in table.offers)


# 14.7


@pytest.mark.rule("K14.7.1")
def test_independent_armies_in_one_space_defend_together() -> None:
    table = Table(edition="draft")
    table.independent("glaukias", "larisa")
    table.independent("leosthenes", "larisa")
    table.army("blue", "alketas", "larisa", mercenary=9)
    fight(table, "blue", "independent", "larisa", 1, 1, 6, 6)
    armies = {
        table.material.pieces.generals[a.general].id: (a.cus, table.material.pieces.generals[a.general].battle)
        for a in table.material.pieces.independents
    }
    two = [armies["glaukias"], armies["leosthenes"]]
    assert facts(table, "battle_strength", "total") == [9, sum(cus for cus, _ in two)]
    assert facts(table, "battle_roll", "rating") == [2, max(rating for _, rating in two)]


# 15.2


@pytest.mark.rule("K15.2")
def test_of_several_heirs_one_counts_and_every_female() -> None:
    table = Table(edition="draft")
    table.pc("blue", "zadrakarta")
    for royal in ("alexandros", "herakles", "philippos"):
        table.royal(royal, "zadrakarta", "blue")
    table.begin(lambda p: None)
    assert table.legitimacy("blue") == 3 + 5
    for royal in ("olympias", "kleopatra", "thessalonike"):
        table.royal(royal, "zadrakarta", "blue")
    table.begin(lambda p: None)
    assert table.legitimacy("blue") == 3 + 5 + 3 + 3 + 2


# 18.6


@pytest.mark.rule("K18.6")
@pytest.mark.parametrize(("enemy", "holder"), [(False, "blue"), (True, "")])
def test_royals_are_left_anywhere_but_only_a_pc_or_general_keeps_them(enemy: bool, holder: str) -> None:
    table = Table(edition="draft")
    table.army("blue", "krateros", "lamia", mercenary=3)
    table.pc("red" if enemy else "blue", "lamia")
    table.royal("olympias", "lamia", "blue")
    force_march(table)
    table.act("activate:krateros", "take:mercenary", "take:mercenary", "take:mercenary")
    table.act("march:larisa")
    assert table.where_royal("olympias") == "lamia"
    assert table.holder("olympias") == holder


# 19.7, 19.11


@pytest.mark.rule("K19.7")
@pytest.mark.parametrize("card", ["4", "5", "41"])
def test_with_the_option_any_card_brings_back_one_dispersed_fleet_on_its_normal_side(card: str) -> None:
    table = Table(edition="draft", options=("dispersed-fleets",))
    table.fleet("blue", "kilikia", dispersed=True)
    table.fleet("blue", "pontos", dispersed=True)
    table.general("blue", "krateros", "kelainai")
    table.begin(reinforcements.begin_phase)
    sides = [table.state.fleet_side[table.fleet_number(f)] for f in ("kilikia", "pontos")]
    assert sides == [2, 2]
    segment(table, card)
    table.act(f"retrieve:{card}")
    assert set(table.offers) == {"retrieve-fleet:kilikia", "retrieve-fleet:pontos"}
    table.act("retrieve-fleet:pontos")
    sides = [table.state.fleet_side[table.fleet_number(f)] for f in ("kilikia", "pontos")]
    assert sides == [2, 0]


@pytest.mark.rule("K19.7")
def test_without_the_option_dispersed_fleets_come_back_by_themselves() -> None:
    table = Table(edition="draft")
    table.fleet("blue", "kilikia", dispersed=True)
    table.general("blue", "krateros", "kelainai")
    table.begin(reinforcements.begin_phase)
    assert table.state.fleet_side[table.fleet_number("kilikia")] == 0
    segment(table, "4")
    assert table.why_not("retrieve:4") == "16.10.2"


@pytest.mark.rule("K19.11")
@pytest.mark.parametrize(("turn", "options", "card", "free"), [
    (1, ("faster-funeral-cart",), "41", True),
    (1, ("faster-funeral-cart",), "5", False),
    (1, (), "41", False),
])  # fmt: skip
def test_four_ops_free_the_cart_in_game_turn_one(turn: int, options: tuple[str, ...], card: str, free: bool) -> None:
    table = Table(edition="draft", turn=turn, options=options)
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.royal("funeral_cart", "babylon", "blue")
    segment(table, card)
    assert may(table, f"free-cart:{card}") == free
    if free:
        table.act(f"free-cart:{card}")
        assert table.state.cart_free == 1


# 19.9.3


@pytest.mark.rule("K19.9.3")
@pytest.mark.parametrize(("card", "space", "cus"), [
    ("6", "larisa", {"mercenary": 2}),
    ("7", "byzantion", {"mercenary": 1, "cavalry": 1}),
    ("8", "mazaka", {"mercenary": 2}),
    ("26", "rhagai", {"mercenary": 1, "cavalry": 1}),
    ("33", "persepolis", {"mercenary": 3}),
    ("34", "artaxata", {"mercenary": 3}),
    ("35", "pella", {"mercenary": 3}),
])  # fmt: skip
def test_three_cards_bring_cavalry(card: str, space: str, cus: dict[str, int]) -> None:
    table = Table(edition="draft", options=("cavalry",), turn=3)
    table.pc("blue", space)
    play(table, card)
    if not table.over:
        table.act(f"at:{space}")
    assert table.over and table.forces("blue", space) == cus


@pytest.mark.rule("K19.9.3")
@pytest.mark.parametrize(("options", "cus"), [((), {"mercenary": 4}), (("cavalry",), {"mercenary": 4, "cavalry": 1})])
def test_olympias_brings_cavalry_besides_her_four_mercenaries(options: tuple[str, ...], cus: dict[str, int]) -> None:
    table = Table(edition="draft", options=options)
    table.royal("olympias", "molossia")
    play(table, "36")
    assert table.forces("blue", "molossia") == cus


@pytest.mark.rule("K19.9.3")
@pytest.mark.parametrize("card", ["37", "38"])
def test_no_other_card_lets_you_choose_cavalry(card: str) -> None:
    table = Table(edition="draft", options=("cavalry",))
    table.province("blue", "aigyptos")
    play(table, card)
    assert not any("cavalry" in offer for offer in table.offers)


@pytest.mark.rule("K19.9.3")
def test_later_persian_reinforcements_are_mercenaries() -> None:
    table = Table(edition="draft", options=("cavalry",))
    table.pc("blue", "persepolis")
    play(table, "26")
    fresh = reinforcements.fresh_troops(table.play)
    assert fresh[table.seat("blue")][0] == fresh[table.seat("red")][0] + 1
    assert fresh[table.seat("blue")][1:] == fresh[table.seat("red")][1:]


# 20.11


@pytest.mark.rule("K20.11")
def test_the_pontic_fleet_comes_with_its_card_and_brings_no_vp() -> None:
    table = Table(edition="draft")
    play(table, "11")
    fleet = table.fleet_number("pontos")
    assert table.state.fleet_owner[fleet] == table.seat("blue") and table.state.fleet_side[fleet] == 0
    assert table.vp("blue") == 0


@pytest.mark.rule("K20.11")
def test_it_may_escort() -> None:
    table = Table(edition="draft")
    table.fleet("blue", "pontos")
    table.pc("blue", "xanthos")
    table.army("blue", "krateros", "xanthos", loyal=3)
    force_march(table)
    table.act("activate:krateros", "take-all", "embark")
    assert may(table, "escort:pontos")
