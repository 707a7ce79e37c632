"""The cards of the other editions, where they differ from those of the first."""

import pytest

from diadochi.data import load_material
from diadochi.model import moves
from diadochi.model.cards import CardKind, Window
from diadochi.model.edition import EDITIONS
from diadochi.model.state import NO_SEGMENT
from diadochi.rules.tyche.event import EVENTS
from diadochi.rules.windows import SURPRISES
from tests.cards.deal import lies, play, refusal, segment
from tests.cards.surprises import besieging, fight, pass_all, pass_until, playing, window
from tests.table import Table

OTHERS = EDITIONS[1:]
BOTH = pytest.mark.parametrize("edition", OTHERS)
MINORS = ("alketas", "attalos", "dokimos", "polemon")
"""The four Minor Generals of Blue."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_has_a_function(edition: str) -> None:
    for card in load_material(edition).cards:
        assert card.event in (SURPRISES if card.kind == CardKind.SURPRISE else EVENTS), card.event
        assert not card.flips or card.event in SURPRISES


def test_every_function_has_a_card() -> None:
    cards = [card for edition in EDITIONS for card in load_material(edition).cards]
    assert set(SURPRISES) == {c.event for c in cards if c.kind == CardKind.SURPRISE or c.flips}
    assert set(EVENTS) == {c.event for c in cards if c.kind != CardKind.SURPRISE} | {"desertions"}


# 1 Drink the Hemlock


@pytest.mark.rule("T26.1")
@pytest.mark.rule("K20.1")
@BOTH
def test_a_pc_is_enough_for_the_hemlock(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("blue", "gaza")
    table.royal("herakles", "gaza")
    play(table, "1")
    assert table.where_royal("herakles") == "out"


@pytest.mark.rule("T26.1")
@pytest.mark.rule("K20.1")
@BOTH
def test_not_inside_an_enemys_major_city(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("red", "pella")
    table.royal("alexandros", "pella.inside", "red")
    table.army("blue", "perdikkas", "pella", loyal=3)
    assert refusal(table, "1") == "refusal.event.drink_the_hemlock_with_pcs"


@pytest.mark.rule("T26.1")
def test_a_general_alone_brings_the_hemlock_in_one_edition() -> None:
    for edition, answer in (("third", ""), ("draft", "refusal.event.drink_the_hemlock_with_pcs")):
        table = Table(edition=edition)
        table.general("blue", "perdikkas", "gaza")
        table.royal("herakles", "gaza")
        assert refusal(table, "1") == answer


@pytest.mark.rule("K20.1")
def test_not_one_outside_a_besieged_city_of_yours() -> None:
    for edition, answer in (("third", ""), ("draft", "refusal.event.drink_the_hemlock_with_pcs")):
        table = Table(edition=edition)
        table.pc("blue", "pella")
        table.cus("blue", "pella.inside", loyal=1)
        table.army("red", "peithon", "pella", mercenary=3)
        table.royal("thessalonike", "pella")
        assert refusal(table, "1") == answer


# 2, 3 Diplomacy


@pytest.mark.rule("T26.2")
def test_diplomacy_fails_where_ones_own_cus_are() -> None:
    for edition, answer in (("third", "refusal.event.diplomacy_no_cus"), ("draft", "")):
        table = Table(edition=edition)
        table.pc("red", "gaza")
        table.army("blue", "perdikkas", "gaza", loyal=1)
        assert refusal(table, "2") == answer


# 4 Epidemic


@pytest.mark.rule("T26.3")
@BOTH
def test_an_epidemic_may_strike_ones_own_army(edition: str) -> None:
    table = Table(edition=edition, dice=(6,))
    table.army("blue", "perdikkas", "babylon", loyal=3)
    table.army("red", "peithon", "gaza", mercenary=3)
    table.cus("yellow", "tyros", mercenary=3)
    play(table, "4")
    assert set(table.offers) == {"at:babylon", "at:gaza"}
    table.act("at:babylon")
    assert sum(table.forces("blue", "babylon").values()) < 3


# 11 The Pontic Fleet


@pytest.mark.rule("T13.2.2")
@pytest.mark.rule("K3.4.1")
@BOTH
def test_the_pontic_fleet_is_a_fleet_and_changes_hands_with_its_card(edition: str) -> None:
    table = Table(edition=edition)
    fleet = table.fleet_number("pontos")
    play(table, "11")
    assert table.state.fleet_owner[fleet] == table.seat("blue")
    assert refusal(table, "11") == "refusal.your_fleet"
    play(table, "11", "red")
    assert table.state.fleet_owner[fleet] == table.seat("red")


@pytest.mark.rule("T13.2.2")
@pytest.mark.rule("K7.4.1")
@BOTH
def test_the_pontic_fleet_never_counts_for_largest_fleet(edition: str) -> None:
    table = Table(edition=edition)
    table.province("blue", "phoinike")
    table.province("red", "karia")
    table.begin(lambda p: None)
    before = table.vp("blue"), table.vp("red")
    for faction in ("blue", "red"):
        again = Table(edition=edition)
        again.province("blue", "phoinike")
        again.province("red", "karia")
        again.fleet(faction, "pontos", upgraded=True)
        again.begin(lambda p: None)
        assert (again.vp("blue"), again.vp("red")) == before


# 24, 46 Desertions


def at_leisure(edition: str, *dice: int) -> Table:
    table = Table(edition=edition, dice=dice)
    table.army("red", "peithon", "gaza", mercenary=4)
    table.army("blue", "perdikkas", "babylon", loyal=3)
    table.hand("blue", "24")
    table.deck("5", "6")
    return window(table)


@pytest.mark.rule("T26.4")
@pytest.mark.rule("K20.24")
@BOTH
def test_desertions_is_a_surprise_card_against_another_players_cus(edition: str) -> None:
    table = at_leisure(edition, 6)
    assert table.material.cards[table.card_number("24")].kind == CardKind.SURPRISE
    table.act("surprise:24")
    assert table.over
    assert sum(table.forces("red", "gaza").values()) == 1
    assert lies(table, "24") == "discarded"
    assert table.state.hands[table.seat("blue")] == 1 << table.card_number("5"), "it is replaced"


@pytest.mark.rule("K20.24")
@BOTH
def test_not_cus_under_siege_but_the_besieger(edition: str) -> None:
    table = Table(edition=edition, dice=(1,))
    table.pc("red", "pella")
    table.cus("red", "pella.inside", loyal=1)
    table.army("yellow", "peithon", "pella", mercenary=4)
    table.army("green", "krateros", "gaza", loyal=1)
    table.hand("blue", "24")
    table.deck("5", "6")
    window(table).act("surprise:24")
    assert set(table.offers) == {"at:pella", "at:gaza"}
    assert table.why_not("at:pella.inside") == "6.2.A.1"


@pytest.mark.rule("K20.24")
def test_desertions_before_a_siege_roll_take_cus_of_the_besieger() -> None:
    table = besieging(edition="draft", blue=("5",), red=("24",))
    pass_until(table, "red")
    table.dice(6, 1, 1)
    playing(table, "24")
    while not table.over:
        table.act(table.offers[0])
    assert table.events("desertions_roll")
    assert table.events("siege_roll")


@pytest.mark.rule("T26.4")
def test_desertions_in_a_battle_may_leave_a_side_without_cus() -> None:
    table = Table(players=3, edition="third")
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "peithon", "trikka", mercenary=1)
    table.hand("blue", "24")
    table.deck("5", "6", "7")
    fight(table, 6, 6, 6, 6, 6)
    playing(table, "24")
    pass_all(table)
    assert table.where("peithon") == "dispersed"
    assert not table.events("battle_roll")


@pytest.mark.rule("K19.2")
@pytest.mark.parametrize(("options", "losses"), [((), 1), (("abilities",), 2)])
def test_ptolemaios_adds_to_the_die_of_desertions(options: tuple[str, ...], losses: int) -> None:
    table = Table(edition="draft", options=options, dice=(4,))
    card = table.card_number("24")
    die = table.material.cards[card].params.losses
    table.army("red", "peithon", "gaza", mercenary=9)
    table.army("blue", "ptolemaios", "memphis", loyal=1)
    table.hand("blue", "24")
    table.deck("5", "6")
    window(table).act("surprise:24")
    (roll,) = table.events("desertions_roll_bonus" if options else "desertions_roll")
    lost = next(v for n, _, v in roll.args if n == "losses")
    assert lost == die[4 + (losses - 1)]


# 29 Philippos Breaks From Guardian


@pytest.mark.rule("T26.5")
@pytest.mark.rule("K18.2")
@BOTH
def test_philippos_comes_from_his_box_to_any_players_general(edition: str) -> None:
    table = Table(edition=edition)
    table.army("blue", "perdikkas", "babylon", loyal=2)
    table.army("red", "antipatros", "pella", royal=2)
    table.independent("leosthenes", "lamia")
    play(table, "29")
    assert set(table.offers) == {"choose-general:perdikkas", "choose-general:antipatros"}
    table.act("choose-general:antipatros")
    assert table.where_royal("philippos") == "pella"
    assert table.holder("philippos") == "red"


@pytest.mark.rule("T26.5")
@pytest.mark.rule("K18.2")
@BOTH
def test_on_the_map_he_travels(edition: str) -> None:
    table = Table(edition=edition)
    table.army("red", "antipatros", "pella", royal=2)
    table.royal("philippos", "pella", "red")
    play(table, "29")
    table.act("choose-space:larisa")
    assert table.where_royal("philippos") == "larisa"
    assert table.holder("philippos") == ""


@pytest.mark.rule("T26.5")
@BOTH
def test_without_a_general_or_after_his_death_there_is_no_philippos(edition: str) -> None:
    table = Table(edition=edition)
    key = "refusal.event.philippos_breaks_from_guardian_from_box"
    assert refusal(table, "29") == key
    table.army("red", "antipatros", "pella", royal=2)
    assert refusal(table, "29") == ""
    moves.remove_royal(table.state, table.royal_number("philippos"))
    assert refusal(table, "29") == key


# 33, 34, 35 The satraps


@pytest.mark.rule("T26.6")
@BOTH
def test_peukestas_is_three_mercenaries_with_a_minor_general_and_a_pc(edition: str) -> None:
    table = Table(edition=edition, turn=1)
    table.pc("red", "persepolis")
    segment(table, "33")
    table.act("event:33", "at:persepolis")
    assert table.forces("blue", "persepolis") == {"mercenary": 3}
    assert table.pc_of("persepolis") == "blue"
    assert table.where(MINORS[0]) == "persepolis"
    assert lies(table, "33") == "removed"


@pytest.mark.rule("T26.6")
@BOTH
def test_an_empty_space_of_persis_becomes_yours_too_but_no_transit_point(edition: str) -> None:
    for space, owner in (("pasargadai", "blue"), ("tp_taoke", "")):
        table = Table(edition=edition)
        play(table, "33")
        table.act(f"at:{space}")
        assert table.pc_of(space) == owner


@pytest.mark.rule("T26.6")
@BOTH
def test_with_every_minor_general_on_the_map_one_is_taken_from_his_place(edition: str) -> None:
    table = Table(edition=edition)
    for general, space in zip(MINORS, ("gaza", "tyros", "ake", "damaskos"), strict=True):
        table.army("blue", general, space, mercenary=1)
        table.pc("blue", space)
    play(table, "33")
    table.act("at:persepolis", f"choose-general:{MINORS[2]}")
    assert table.where(MINORS[2]) == "persepolis"


@pytest.mark.rule("T26.6")
def test_kassandros_is_no_major_general_and_leaves_major_cities_alone() -> None:
    table = Table(edition="third")
    table.pc("red", "athenai", "larisa")
    table.pc("red", "lamia")
    play(table, "35")
    assert "as-reinforcement" not in table.offers
    table.act("at:lamia")
    assert (table.pc_of("lamia"), table.forces("blue", "lamia")) == ("blue", {"mercenary": 3})
    table = Table(edition="third")
    table.pc("red", "athenai")
    play(table, "35")
    table.act("at:athenai")
    assert (table.pc_of("athenai"), table.forces("blue", "athenai")) == ("red", {"mercenary": 3})


@pytest.mark.rule("K6.6.3.C.4")
def test_the_card_of_kassandros_brings_him_only_while_he_is_set_aside() -> None:
    table = Table(edition="draft")
    play(table, "35")
    table.act("at:lamia", "claim")
    assert table.where("kassandros") == "lamia"
    assert refusal(table, "35") == "refusal.general_not_set_aside"


# 36 Olympias


@pytest.mark.rule("T26.7")
def test_olympias_joins_where_no_other_player_has_a_piece() -> None:
    for edition, answer in (("third", "refusal.event.olympias"), ("draft", "")):
        table = Table(edition=edition)
        table.pc("red", "damaskos")
        table.royal("olympias", "damaskos")
        table.army("blue", "peithon", "damaskos", mercenary=1)
        assert refusal(table, "36") == answer
        table.pc("blue", "damaskos")
        play(table, "36")
        assert table.holder("olympias") == "blue"


# 47 The Silver Shields


@pytest.mark.card("47")
@pytest.mark.rule("T14.2.2")
@pytest.mark.rule("K3.3.3.1")
@BOTH
def test_the_card_of_the_silver_shields_is_an_event_first_and_stays_in_the_deck(edition: str) -> None:
    table = Table(edition=edition)
    table.army("blue", "perdikkas", "babylon", loyal=2)
    assert not table.play.surprises >> table.card_number("47") & 1
    segment(table, "47")
    table.act("event:47")
    assert table.forces("blue", "babylon") == {"loyal": 2, "silver_shields": 2}
    assert lies(table, "47") == "discarded"
    assert table.play.surprises >> table.card_number("47") & 1


def with_shields(edition: str, number: int) -> Table:
    table = Table(players=3, edition=edition)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "peithon", "trikka", mercenary=2, silver_shields=number)
    table.state.flipped = 1 << table.card_number("47")
    table.hand("blue", "47")
    table.deck("5", "6", "7")
    return fight(table, 3, 3, 3, 3)


@pytest.mark.card("47")
@pytest.mark.rule("T14.2.2")
@pytest.mark.rule("K3.3.3.2")
@BOTH
def test_afterwards_it_is_a_surprise_card_that_takes_them_over(edition: str) -> None:
    table = with_shields(edition, 2)
    table.act("surprise:47")
    assert table.state.cus_of(table.location("trikka"), table.seat("blue"))[3] == 1
    assert table.state.cus_of(table.location("trikka"), table.seat("red"))[3] == 0


@pytest.mark.card("47")
@pytest.mark.rule("K3.3.3.2")
def test_the_last_of_them_is_lost_and_the_card_is_an_event_again_in_one_edition() -> None:
    for edition, surprise in (("third", True), ("draft", False)):
        table = with_shields(edition, 1)
        table.act("surprise:47")
        pass_all(table)
        assert table.forces("red", "trikka").get("silver_shields", 0) == 0
        assert bool(table.play.surprises >> table.card_number("47") & 1) == surprise
    table.army("red", "krateros", "pella", loyal=2)
    assert refusal(table, "47", "red") == "refusal.silver_shields_lost"


# 52 Anti-Elephant Devices, 54 Mutiny


@pytest.mark.rule("T26.8")
@pytest.mark.parametrize(("options", "mutiny"), [((), True), (("abilities",), False)])
def test_no_general_is_exempt_from_mutiny_without_abilities(options: tuple[str, ...], mutiny: bool) -> None:
    table = Table(players=3, edition="draft", options=options)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "krateros", "trikka", loyal=2, mercenary=2)
    table.royal("alexandros", "pella")
    table.pc("blue", "pella")
    table.hand("blue", "54")
    table.deck("5", "6", "7")
    fight(table, 3, 3, 3, 3)
    assert ("surprise:54" in table.offers) == mutiny


# 61, 62, G63, G64 Generals in the deck


@pytest.mark.card("61", "62")
@pytest.mark.rule("T8.5.2")
@pytest.mark.parametrize(
    ("card", "general", "space", "cus"),
    [
        ("61", "eumenes", "mazaka", {"loyal": 1, "mercenary": 1}),
        ("62", "seleukos", "nippour", {"loyal": 1, "elephant": 1}),
    ],
)
def test_a_general_of_the_deck_comes_to_his_start_area(
    card: str, general: str, space: str, cus: dict[str, int]
) -> None:
    table = Table(edition="third")
    table.pc("red", space)
    table.pc("red", "gaza")
    table.general("red", "peithon", space)
    play(table, card)
    table.act(f"at:{space}")
    assert table.over
    assert table.where(general) == space
    assert table.forces("blue", space) == cus
    assert table.pc_of(space) == "red", "another's PC may stand there and stays"


@pytest.mark.rule("T8.5.2")
def test_not_among_enemy_cus_but_as_a_reinforcement() -> None:
    table = Table(edition="third")
    table.independent("ariarathes", "mazaka")
    table.pc("blue", "gaza")
    play(table, "61")
    assert "at:mazaka" not in table.offers
    table.act("as-reinforcement")
    assert table.where("eumenes") == "gaza"
    assert table.forces("blue", "gaza") == {"loyal": 1, "mercenary": 1}


@pytest.mark.rule("T8.5.2")
def test_his_card_never_goes_back_to_the_deck() -> None:
    table = Table(edition="third")
    segment(table, "61")
    table.act("event:61", "at:mazaka")
    assert lies(table, "61") == "removed"
    assert [event.rule for event in table.events("card_stays")] == ["T8.5.2"]
    assert not table.events("card_removed")
    assert refusal(table, "61") == "refusal.general_not_set_aside"


@pytest.mark.card("G63", "G64")
@pytest.mark.rule("T24.1.5")
@pytest.mark.parametrize(
    ("card", "general", "province"), [("G63", "lysimachos", "thrake"), ("G64", "leonnatos", "mikra_phrygia")]
)
def test_lysimachos_and_leonnatos_may_bring_pcs_to_their_whole_province(card: str, general: str, province: str) -> None:
    for claim, owner, cus in (("claim", "blue", 0), ("claim", "blue", 1), ("decline", "red", 0)):
        table = Table(edition="third", players=2)
        board = table.material.board
        first, second = (board.spaces[i].id for i in board.members[board.province_index[province]][:2])
        table.pc("red", first, second)
        table.army("red", "peithon", second, mercenary=cus)
        expected = [owner, "red" if cus else owner]
        play(table, card)
        table.act(f"at:{first}", claim)
        assert table.where(general) == first
        assert table.forces("blue", first) == {"loyal": 2, "mercenary": 2}
        assert [table.pc_of(first), table.pc_of(second)] == expected


# Texts


@BOTH
def test_every_prompt_of_a_card_has_its_words(edition: str) -> None:
    table = Table(edition=edition)
    table.army("blue", "perdikkas", "babylon", loyal=3)
    table.army("red", "antipatros", "pella", royal=2)
    for card in ("29", "33"):
        play(table, card)
        assert not table.decision.text.startswith("prompt."), table.decision.text
    assert table.state.segment != NO_SEGMENT
    assert Window.ANY_TIME == 0
