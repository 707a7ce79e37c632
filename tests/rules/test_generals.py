"""The Special Abilities of all 20 Major Generals, each in a position of its own."""

from typing import Any

import pytest

from diadochi.model.pieces import ABILITY_NAME, Ability
from diadochi.model.state import ACTIVATION
from diadochi.rules import activation, siege, troops
from tests.table import BLUE, MATERIAL, Table


def fact(table: Table, key: str, name: str, who: str = "blue") -> Any:
    """A fact of the event under this key that is about a player."""
    for event in table.events(key):
        facts = {n: value for n, _, value in event.args}
        if facts["who"] == table.seat(who):
            return facts[name]
    raise AssertionError(f"no {key} of {who}")


def march(table: Table, general: str, space: str, faction: str = "blue") -> None:
    """March one space with one MP and everything that stands there."""
    table.begin(lambda p: activation.begin(p, table.seat(faction), 1, 1))
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(f"march:{space}")


def attack(general: str, start: str, space: str, *dice: int, **red: int) -> Table:
    """He attacks CUs of Red, who have no General, in a city of theirs."""
    table = Table(dice=dice or (1, 1, 1, 1, 1, 1))
    table.army("blue", general, start, loyal=4)
    table.pc("red", space)
    table.cus("red", space, **(red or {"mercenary": 3}))
    march(table, general, space)
    return table


def end_of_activation(table: Table) -> None:
    table.begin(lambda p: p.push(activation.ActivationSegment(BLUE, activation.LAST_ACTS)))


def siege_modifier(table: Table, city: str, general: str) -> int:
    table.begin(lambda p: None)
    items = siege.modifiers(table.play, table.seat("blue"), table.space(city), table.general_number(general))
    return sum(i.points for i in items)


def besieging(general: str, *others: str) -> Table:
    table = Table(segment=ACTIVATION)
    table.pc("red", "kelainai")
    table.army("blue", general, "kelainai", mercenary=4)
    for other in others:
        table.general("blue", other, "kelainai")
    return table


@pytest.mark.general("perdikkas")
def test_perdikkas_takes_an_enemy_pc_off_the_minor_city_he_stands_in_with_a_cu() -> None:
    table = Table()
    table.pc("red", "opis")
    table.army("blue", "perdikkas", "opis", loyal=1)
    end_of_activation(table)
    table.act("remove-pc:opis")
    assert table.pc_of("opis") == ""


@pytest.mark.general("antipatros")
def test_antipatros_has_battle_rating_four_in_makedonia() -> None:
    assert fact(attack("antipatros", "pella", "amphipolis"), "battle_roll", "roll") == 8
    assert fact(attack("antipatros", "pella", "larisa"), "battle_roll", "roll") == 6


@pytest.mark.general("krateros")
def test_no_mutiny_against_krateros() -> None:
    for general, playable in (("krateros", False), ("eumenes", True)):
        table = Table(active="red")
        table.army("blue", general, "trikka", loyal=2)
        table.army("red", "antigonos", "larisa", mercenary=4)
        table.pc("red", "zadrakarta")
        table.royal("alexandros", "zadrakarta", "red")
        table.hand("red", "54")
        march(table, "antigonos", "trikka", faction="red")
        while table.decision.prompt != "prompt.window.battle_cards":
            table.act("stand" if "stand" in table.offers else "pass")
        assert table.deciding == "red"
        assert ("surprise:54" in table.offers) == playable


@pytest.mark.general("ptolemaios")
def test_ptolemaios_has_battle_rating_four_in_aigyptos() -> None:
    assert fact(attack("ptolemaios", "memphis", "heliopolis"), "battle_roll", "roll") == 8
    assert fact(attack("ptolemaios", "larisa", "trikka"), "battle_roll", "roll") == 6


@pytest.mark.general("leonnatos")
@pytest.mark.parametrize(("general", "bonus"), [("leonnatos", 1), ("peithon", 0)])
def test_who_loses_against_leonnatos_rolls_attrition_with_one_more(general: str, bonus: int) -> None:
    table = attack(general, "pella", "larisa", 6, 6, 1, 1, 3, loyal=3)
    assert fact(table, "attrition_roll", "bonus", "red") == bonus


@pytest.mark.general("peithon")
def test_peithon_has_battle_rating_four_against_independent_armies() -> None:
    table = Table(dice=(1, 1, 1, 1, 1, 1))
    table.independent("ariarathes", "komana")
    table.army("blue", "peithon", "melitene", loyal=4)
    march(table, "peithon", "komana")
    assert fact(table, "battle_roll", "roll") == 8
    assert fact(attack("peithon", "pella", "larisa"), "battle_roll", "roll") == 6


def neighbours(space: str) -> list[str]:
    board = MATERIAL.board
    return [board.spaces[n].id for n, _ in board.land_links[board.space_index[space]]]


@pytest.mark.general("lysimachos")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_lysimachos_evades_on_three(die: int, success: bool) -> None:
    table = Table(active="red", dice=(die, 1, 1, 1, 1, 1))
    table.army("blue", "lysimachos", "sardeis", mercenary=1)
    table.army("red", "peithon", "kelainai", mercenary=4)
    march(table, "peithon", "sardeis", faction="red")
    table.act("evade")
    assert bool(table.events("battle_begins")) != success


@pytest.mark.general("polyperchon")
@pytest.mark.parametrize(
    ("start", "space", "local"), [("larisa", "trikka", 1), ("pella", "amphipolis", 1), ("tarsos", "issos", 0)]
)
def test_polyperchon_finds_a_local_troop_in_his_provinces(start: str, space: str, local: int) -> None:
    assert fact(attack("polyperchon", start, space), "battle_strength", "local") == local


@pytest.mark.general("antigonos")
@pytest.mark.parametrize(("die", "moves"), [(5, 4), (6, 5)])
def test_antigonos_has_five_mps_on_a_six(die: int, moves: int) -> None:
    table = Table(dice=(die,))
    table.general("blue", "antigonos", "kelainai")
    table.begin(lambda p: activation.begin_segment(p, BLUE))
    table.act("campaign", "activate:antigonos")
    group = activation.army(table.play)
    assert group is not None
    assert group.left(table.play) == moves


@pytest.mark.general("seleukos")
@pytest.mark.parametrize(("general", "strength"), [("seleukos", (4 + 3) // 2), ("peithon", 0)])
def test_devices_leave_the_elephants_of_seleukos_half_their_strength(general: str, strength: int) -> None:
    table = Table(dice=(6, 5, 1, 1, 1, 1))
    table.army("blue", general, "larisa", mercenary=4, elephant=2)
    table.pc("red", "trikka")
    table.cus("red", "trikka", mercenary=4)
    table.hand("red", "52")
    table.deck("5", "6")
    march(table, general, "trikka")
    while not table.events("plays_surprise"):
        table.act("surprise:52" if "surprise:52" in table.offers else "pass")
    while not table.events("battle_strength"):
        table.act("pass")
    assert fact(table, "battle_strength", "elephants") == strength


@pytest.mark.general("peukestas")
@pytest.mark.parametrize(("province", "local"), [("persis", 6), ("media", 6), ("armenia", 3)])
def test_peukestas_doubles_local_troops_in_his_provinces(province: str, local: int) -> None:
    space = {"persis": "persepolis", "media": "rhagai", "armenia": "amida"}[province]
    table = Table(active="red", dice=(1, 1, 1, 1, 1, 1))
    table.province("blue", province)
    table.army("blue", "peukestas", space, mercenary=3)
    near = neighbours(space)[0]
    table.army("red", "krateros", near, mercenary=3)
    march(table, "krateros", space, faction="red")
    if not table.events("battle_begins"):
        table.act("stand")
    assert fact(table, "battle_strength", "local") == local


@pytest.mark.general("demetrios")
def test_demetrios_adds_one_to_his_siege_rolls() -> None:
    assert siege_modifier(besieging("demetrios"), "kelainai", "demetrios") == 1
    assert siege_modifier(besieging("eumenes"), "kelainai", "eumenes") == 0


@pytest.mark.general("demetrios")
@pytest.mark.rule("R7.1.3")
def test_a_subordinate_demetrios_adds_nothing() -> None:
    assert siege_modifier(besieging("krateros", "demetrios"), "kelainai", "krateros") == 0


@pytest.mark.general("demetrios")
@pytest.mark.rule("R7.1.3")
def test_nor_does_he_where_a_more_senior_general_stands_beside_his_own_army() -> None:
    assert siege_modifier(besieging("krateros", "demetrios"), "kelainai", "demetrios") == 0
    assert siege_modifier(besieging("demetrios", "menelaos"), "kelainai", "demetrios") == 1


AT_A_PLACE = {
    "perdikkas": ("opis", Ability.REMOVE_PC),
    "antipatros": ("pella", Ability.BATTLE_IN_PROVINCES),
    "krateros": ("pella", Ability.NO_MUTINY),
    "ptolemaios": ("memphis", Ability.BATTLE_IN_PROVINCES),
    "leonnatos": ("pella", Ability.WINNER_ATTRITION),
    "peithon": ("pella", Ability.BATTLE_AGAINST_INDEPENDENTS),
    "polyperchon": ("larisa", Ability.LOCAL_TROOPS),
    "seleukos": ("pella", Ability.ELEPHANTS),
    "peukestas": ("persepolis", Ability.DOUBLE_LOCAL_TROOPS),
    "demetrios": ("kelainai", Ability.SIEGE),
    "kassandros": ("athenai", Ability.REPLACE_PC),
    "aristonous": ("pella.inside", Ability.SIEGE_DEFENCE),
    "nearchos": ("tyros.sea", Ability.NAVAL),
    "asandros": ("halikarnassos", Ability.LOCAL_TROOPS),
    "menelaos": ("kelainai", Ability.SIEGE),
    "polyarchos": ("pella.inside", Ability.SIEGE_DEFENCE),
}


@pytest.mark.rule("R7.1.3")
@pytest.mark.parametrize("general", AT_A_PLACE)
def test_the_ability_of_a_subordinate_rests(general: str) -> None:
    at, kind = AT_A_PLACE[general]
    senior = MATERIAL.pieces.generals[max(0, Table().general_number(general) - 1)].id
    table = Table()
    table.pc("blue", "pella")
    table.army("blue", general, at, loyal=1)
    assert troops.ability(table.play, table.location(at), BLUE, kind) is not None
    if senior == general:
        return
    table.general("blue", senior, at)
    assert troops.ability(table.play, table.location(at), BLUE, kind) is None


@pytest.mark.rule("R7.1.3")
def test_every_ability_is_of_a_place_of_a_march_or_of_a_reaction() -> None:
    others = {"antigonos": Ability.MOVEMENT, "eumenes": Ability.INTERCEPTION, "lysimachos": Ability.EVASION}
    told = {g.id: g.ability for g in MATERIAL.pieces.generals if g.ability != Ability.NONE}
    assert told == {name: kind for name, (_, kind) in AT_A_PLACE.items()} | others


@pytest.mark.general("antigonos")
@pytest.mark.rule("R7.1.3")
def test_antigonos_has_his_five_mps_unless_a_more_senior_general_goes_with_him() -> None:
    table = Table(dice=(6,))
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.general("blue", "perdikkas", "kelainai")
    table.begin(lambda p: activation.begin_segment(p, BLUE))
    table.act("campaign", "activate:antigonos")
    group = activation.army(table.play)
    assert group is not None
    assert group.left(table.play) == 5
    table.act("take-general:perdikkas")
    group = activation.army(table.play)
    assert group is not None
    assert group.left(table.play) < 5


@pytest.mark.general("eumenes")
@pytest.mark.rule("R7.1.3")
@pytest.mark.parametrize(("with_peithon", "success"), [(False, True), (True, False)])
def test_eumenes_intercepts_on_three_if_the_more_senior_stay_behind(with_peithon: bool, success: bool) -> None:
    table = Table(active="red", dice=(3,))
    table.army("blue", "eumenes", "pergamon", mercenary=1)
    table.general("blue", "peithon", "pergamon")
    table.general("red", "krateros", "kelainai")
    march(table, "krateros", "sardeis", faction="red")
    table.act("intercept:pergamon", "take-general:eumenes")
    if with_peithon:
        table.act("take-general:peithon")
    table.act("done")
    assert (table.where("eumenes") == "sardeis") is success


@pytest.mark.general("lysimachos")
@pytest.mark.rule("R7.1.3")
def test_lysimachos_does_not_evade_on_three_under_a_more_senior_general() -> None:
    table = Table(active="red", dice=(3, 1, 1, 1, 1, 1))
    table.army("blue", "lysimachos", "sardeis", mercenary=1)
    table.general("blue", "krateros", "sardeis")
    table.army("red", "peithon", "kelainai", mercenary=4)
    march(table, "peithon", "sardeis", faction="red")
    table.act("evade")
    assert table.events("battle_begins")


@pytest.mark.general("eumenes")
@pytest.mark.parametrize(("die", "success"), [(2, False), (3, True)])
def test_eumenes_intercepts_on_three(die: int, success: bool) -> None:
    table = Table(active="red", dice=(die,))
    table.general("blue", "eumenes", "pergamon")
    table.general("red", "peithon", "kelainai")
    march(table, "peithon", "sardeis", faction="red")
    table.act("intercept:pergamon")
    assert (table.where("eumenes") == "sardeis") == success


@pytest.mark.general("kassandros")
@pytest.mark.parametrize("owner", ["red", "independent"])
def test_kassandros_puts_his_pc_in_the_minor_city_of_hellas_he_stands_in(owner: str) -> None:
    table = Table()
    table.pc(owner, "boiotia")
    table.army("blue", "kassandros", "boiotia", loyal=1)
    end_of_activation(table)
    table.act("place-pc:boiotia")
    assert table.pc_of("boiotia") == "blue"


@pytest.mark.general("kassandros")
def test_kassandros_does_so_in_hellas_only() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "kassandros", "larisa", loyal=1)
    end_of_activation(table)
    assert table.over


def defended_by(general: str, at: str) -> int:
    table = besieging("eumenes")
    table.general("red", general, at)
    return siege_modifier(table, "kelainai", "eumenes")


@pytest.mark.general("aristonous")
def test_aristonous_inside_the_city_takes_one_from_siege_rolls() -> None:
    assert defended_by("aristonous", "kelainai.inside") == -1
    assert defended_by("aristonous", "gordion") == 0


@pytest.mark.general("polyarchos")
def test_polyarchos_inside_the_city_takes_one_from_siege_rolls() -> None:
    assert defended_by("polyarchos", "kelainai.inside") == -1
    assert defended_by("peithon", "kelainai.inside") == 0


@pytest.mark.general("nearchos")
@pytest.mark.parametrize(("general", "more"), [("nearchos", 1), ("eumenes", 0)])
def test_nearchos_adds_one_to_the_fleet_strength_of_his_movement(general: str, more: int) -> None:
    table = Table(dice=(3, 3, 3, 3))
    table.province("red", "karia")
    table.general("blue", general, "xanthos")
    table.begin(lambda p: activation.begin(p, BLUE, 2, 1))
    table.act(f"activate:{general}", "embark", "sail:rhodos", "declare")
    facts = {n: value for n, _, value in table.events("naval_battle")[0].args}
    assert facts["mover_strength"] == more


@pytest.mark.general("asandros")
@pytest.mark.parametrize(
    ("start", "space", "local"), [("halikarnassos", "ephesos", 1), ("sardeis", "pergamon", 1), ("pella", "larisa", 0)]
)
def test_asandros_finds_a_local_troop_in_his_provinces(start: str, space: str, local: int) -> None:
    assert fact(attack("asandros", start, space), "battle_strength", "local") == local


@pytest.mark.general("pleistarchos")
def test_pleistarchos_has_no_ability_anywhere() -> None:
    table = Table()
    for space in MATERIAL.board.spaces:
        table.general("blue", "pleistarchos", space.id)
        at = table.location(space.id)
        found = [k for k in range(len(ABILITY_NAME)) if k and troops.ability(table.play, at, BLUE, k) is not None]
        assert found == []


@pytest.mark.general("menelaos")
def test_menelaos_adds_one_to_his_siege_rolls() -> None:
    assert siege_modifier(besieging("menelaos"), "kelainai", "menelaos") == 1
