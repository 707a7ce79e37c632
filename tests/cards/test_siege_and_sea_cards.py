"""The Surprise cards of a siege roll and of a voyage."""

import pytest

from tests.cards.surprises import besieging, pass_all, pass_until, playing, refusal, to_the_dice, voyage_of_blue

# Traitor Inside City


@pytest.mark.card("49")
@pytest.mark.rule("R15.2.B.3")
def test_traitor_inside_city_adds_3_to_the_siege_roll() -> None:
    table = besieging()
    playing(table, "49")
    pass_all(table)
    roll = table.events("siege_roll")[0]
    assert 3 in next(v for n, _, v in roll.args if n == "modifiers")


@pytest.mark.card("49")
def test_a_traitor_serves_the_besieger_of_a_major_city_only() -> None:
    table = besieging("trikka", "independent")
    assert refusal(table, "surprise:49") == "refusal.surprise.traitor_inside_city"


@pytest.mark.card("49")
def test_only_the_player_who_conducts_the_siege_has_the_traitor() -> None:
    table = besieging(blue=(), red=("49",))
    assert table.deciding == "red"
    assert refusal(table, "surprise:49") == "refusal.surprise.traitor_inside_city"


@pytest.mark.card("49")
@pytest.mark.card("53")
def test_a_cancelled_traitor_opens_no_gate() -> None:
    table = besieging(red=("53",))
    table.act("surprise:49", "surprise:53")
    pass_all(table)
    assert 3 not in next(v for n, _, v in table.events("siege_roll")[0].args if n == "modifiers")


# At sea


@pytest.mark.card("55")
@pytest.mark.rule("R13.2.4")
def test_storms_at_sea_drive_the_mover_back_at_an_announced_step() -> None:
    table = voyage_of_blue((), (), ("55",))
    pass_until(table, "yellow")
    playing(table, "55")
    pass_all(table)
    assert table.where("lysimachos") == "xanthos"
    assert table.forces("blue", "xanthos") == {"loyal": 3}
    assert table.state.naval_declared == 0
    assert [e.rule for e in table.events("retreats")] == ["13.2.4"]
    assert table.over, "no MPs are left"


@pytest.mark.card("55")
@pytest.mark.rule("R13.3.B.2")
def test_storms_at_sea_cancel_a_naval_battle_before_its_dice() -> None:
    table = voyage_of_blue((), ("1",), ("55",))
    to_the_dice(table)
    pass_until(table, "yellow")
    playing(table, "55")
    pass_all(table)
    assert table.where("lysimachos") == "xanthos"
    assert not table.events("naval_battle")
    assert table.events("naval_battle_cancelled")
    assert table.champion("red")
    assert not any(side & 2 for side in table.state.fleet_side)


@pytest.mark.card("55")
def test_the_mover_raises_no_storm() -> None:
    table = voyage_of_blue(("55",))
    assert table.deciding == "blue"
    assert refusal(table, "surprise:55") == "refusal.surprise.storms_at_sea"


@pytest.mark.card("55")
@pytest.mark.card("53")
def test_a_cancelled_storm_lets_the_ships_go_on() -> None:
    table = voyage_of_blue(("53",), (), ("55",))
    pass_until(table, "yellow")
    table.act("surprise:55", "surprise:53")
    pass_all(table)
    while table.decision.prompt in ("prompt.declare", "prompt.window.naval_step"):
        table.act("pass")
    assert table.where("lysimachos") == "phaselis.sea"


@pytest.mark.card("50")
@pytest.mark.rule("R13.3.B.2")
@pytest.mark.rule("R13.3.A.3")
def test_fog_cancels_the_naval_battle_and_the_declaration_is_used_up() -> None:
    table = voyage_of_blue(("50",), ("1",))
    to_the_dice(table)
    assert table.decision.prompt == "prompt.window.naval_dice"
    playing(table, "50")
    pass_all(table)
    assert not table.events("naval_battle")
    assert table.where("lysimachos") == "phaselis.sea"
    assert table.state.naval_declared == 1 << table.seat("red")
    assert table.champion("red")


@pytest.mark.card("50")
@pytest.mark.rule("R13.3.D.9")
def test_fog_comes_only_before_the_dice_of_a_naval_battle() -> None:
    table = voyage_of_blue(("50",))
    assert table.decision.prompt == "prompt.window.naval_step"
    assert refusal(table, "surprise:50") == "refusal.other_window"


@pytest.mark.card("50")
@pytest.mark.card("53")
def test_cancelled_fog_lets_them_fight() -> None:
    table = voyage_of_blue(("50",), ("53",))
    table.dice(6, 6, 1, 1)
    to_the_dice(table)
    table.act("surprise:50", "surprise:53")
    pass_all(table)
    assert table.events("naval_battle")


@pytest.mark.card("O66")
@pytest.mark.card("O67")
@pytest.mark.rule("R13.3.D.9")
@pytest.mark.parametrize("card", ["O66", "O67"])
@pytest.mark.parametrize(("faction", "bonus"), [("blue", (2, 0)), ("red", (0, 2))])
def test_superior_admiral_adds_2_for_the_mover_or_the_interceptor(
    card: str, faction: str, bonus: tuple[int, int]
) -> None:
    table = voyage_of_blue((card,) if faction == "blue" else ("1",), (card,) if faction == "red" else ("1",))
    table.dice(3, 3, 3, 3)
    to_the_dice(table)
    pass_until(table, faction)
    playing(table, card)
    pass_all(table)
    rolls = {n: v for n, _, v in table.events("naval_battle")[0].args}
    assert (rolls["mover_roll"], rolls["interceptor_roll"]) == (6 + bonus[0], 6 + bonus[1])


@pytest.mark.card("O67")
def test_a_second_superior_admiral_adds_nothing_and_12_is_the_highest_roll() -> None:
    table = voyage_of_blue(("O66", "O67"), ("1",))
    table.dice(6, 5, 3, 3)
    to_the_dice(table)
    playing(table, "O66")
    playing(table, "O67")
    pass_all(table)
    rolls = {n: v for n, _, v in table.events("naval_battle")[0].args}
    assert (rolls["mover_bonus"], rolls["mover_roll"]) == (2, 12)


@pytest.mark.card("O66")
def test_without_a_fleet_in_the_battle_there_is_no_admiral() -> None:
    table = voyage_of_blue(("1",), ("1",), ("O66",))
    to_the_dice(table)
    pass_until(table, "yellow")
    assert refusal(table, "surprise:O66") == "refusal.surprise.superior_admiral"
