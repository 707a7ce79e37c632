"""What the editions play differently in the Surrender and Tyche Segments: cards, OPs, recruiting."""

import pytest

from diadochi.data import load_material
from diadochi.model import moves
from diadochi.model.cards import CardKind
from diadochi.rules import deck, operations, scoring, troops, turn
from tests.rules.segments import card_segment, surrender_segment
from tests.rules.test_editions_turn import JOHN_MERV_NEVIN_MARK, set_up
from tests.table import BLUE, Table

BONUS_3, PLANS, EVENT_4, UNREST, EUMENES, KILIKIA = "29", "27", "41", "17", "61", "28"


def with_card(*cards: str, edition: str = "third", changed: dict[str, object] | None = None, **kind: object) -> Table:
    """Blue holds these cards in his Tyche Segment."""
    table = Table(edition=edition, changed=changed, **kind)  # type: ignore[arg-type]
    table.hand("blue", *cards)
    table.pc("blue", "kelainai")
    return table


# 7.2: Bonus cards


@pytest.mark.rule("T7.2.1")
@pytest.mark.rule("T7.2.2")
@pytest.mark.rule("K4.31.2")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_the_ops_of_a_bonus_card_come_first_and_its_event_follows_or_is_left_out(edition: str) -> None:
    table = with_card(PLANS, edition=edition)
    table.royal("thessalonike", "pella")
    card_segment(table)
    table.act(f"place-pcs:{PLANS}", "done")
    assert table.offers == (f"event:{PLANS}", "pass")
    assert not table.state.discard >> table.card_number(PLANS) & 1
    assert table.why_not(f"train:{PLANS}") == "6.2.4"
    table.act("pass")
    assert table.over and table.state.discard >> table.card_number(PLANS) & 1


@pytest.mark.rule("T7.2.1")
def test_the_event_alone_leaves_the_ops_unused() -> None:
    table = with_card(UNREST, dice=(3, 3))
    card_segment(table)
    table.act(f"event:{UNREST}")
    while not table.over:
        assert table.decision.prompt != "prompt.bonus_ops"
        table.act(table.offers[0])


@pytest.mark.rule("R6.2.4")
def test_in_the_first_edition_the_event_comes_first() -> None:
    table = with_card(UNREST, edition="deluxe", dice=(3, 3))
    card_segment(table)
    table.act(f"event:{UNREST}")
    while not table.over and table.decision.prompt != "prompt.bonus_ops":
        table.act(table.offers[0])
    assert table.decision.prompt == "prompt.bonus_ops"


@pytest.mark.rule("T7.2.1")
def test_a_bonus_card_lies_aside_until_its_event_so_that_nobody_draws_it() -> None:
    table = with_card(PLANS)
    card_segment(table)
    table.act(f"place-pcs:{PLANS}")
    assert table.state.aside >> table.card_number(PLANS) & 1


@pytest.mark.rule("T7.2.3")
@pytest.mark.rule("K4.31.3")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_a_card_that_must_be_played_keeps_its_event(edition: str) -> None:
    table = with_card(UNREST, edition=edition, dice=(3, 3))
    table.fleet("blue", "kilikia")
    card_segment(table)
    assert f"event:{UNREST}" in table.offers and f"place-pcs:{UNREST}" in table.offers
    assert table.why_not(f"spend-nothing:{UNREST}") == "T7.2.3"
    assert table.material.cited("T7.2.3") == {"third": "7.2.3", "draft": "4.31.3"}[edition]
    table.act(f"place-pcs:{UNREST}", "done")
    assert [e.key for e in table.events("plays_event")] or table.decision.prompt != "prompt.bonus_event"


@pytest.mark.rule("T7.2.3")
@pytest.mark.rule("K4.31.3")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_the_cards_that_must_be_played_are_unrest_and_unrest_spreads(edition: str) -> None:
    assert [c.number for c in load_material(edition).cards if c.must_be_played] == ["17", "18", "19", "20"]


@pytest.mark.rule("T7.7.1")
@pytest.mark.rule("K6.6.3.C.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_a_card_may_be_discarded_for_nothing(edition: str) -> None:
    table = with_card(EVENT_4, edition=edition)
    card_segment(table)
    table.act(f"spend-nothing:{EVENT_4}")
    assert [e.rule for e in table.events("discards_card")] == ["T7.7.1"]
    assert table.over and table.state.discard >> table.card_number(EVENT_4) & 1


@pytest.mark.rule("T13.3.1")
@pytest.mark.rule("K6.6.3.C.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_a_four_op_card_is_discarded_for_a_fleet(edition: str) -> None:
    table = with_card(EVENT_4, edition=edition)
    table.fleet("blue", "kilikia")
    card_segment(table)
    table.act(f"upgrade:{EVENT_4}")
    assert table.state.fleet_side[table.fleet_number("kilikia")] == 1


@pytest.mark.rule("T8.5.1")
def test_the_card_of_a_general_has_no_ops_but_may_be_discarded() -> None:
    table = with_card(EUMENES)
    card_segment(table)
    assert table.why_not(f"train:{EUMENES}") == table.why_not(f"place-pcs:{EUMENES}") == "T8.5.1"
    table.act(f"spend-nothing:{EUMENES}")
    assert table.state.discard >> table.card_number(EUMENES) & 1


@pytest.mark.rule("T8.5.2")
def test_played_the_card_of_a_general_never_goes_back_into_the_deck() -> None:
    table = with_card(EUMENES)
    card_segment(table)
    table.act(f"event:{EUMENES}")
    while not table.over:
        table.act(table.offers[0])
    assert table.state.removed >> table.card_number(EUMENES) & 1
    assert table.state.owners[table.general_number("eumenes")] == BLUE
    deck.shuffle_all(table.play)
    assert table.card_number(EUMENES) not in table.state.deck


@pytest.mark.rule("K3.3.3.1")
@pytest.mark.rule("T14.2.2")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_the_silver_shields_card_is_discarded_and_a_surprise_card_while_they_are_in_play(edition: str) -> None:
    table = with_card("47", edition=edition)
    table.army("blue", "perdikkas", "kelainai", loyal=1)
    card = table.card_number("47")
    assert not deck.surprise_cards(table.play) >> card & 1
    card_segment(table)
    table.act("event:47")
    while not table.over:
        table.act(table.offers[0])
    assert deck.has_silver_shields(table.state)
    assert deck.surprise_cards(table.play) >> card & 1
    assert table.state.discard >> card & 1 and not table.state.removed >> card & 1


# 7.5: PCs


@pytest.mark.rule("T7.5.2")
@pytest.mark.rule("T2.8.6")
@pytest.mark.parametrize("enemy", [True, False])
def test_independent_pcs_do_or_do_not_stand_in_the_way(enemy: bool) -> None:
    table = Table(changed={"independent_pc_is_enemy": enemy})
    table.pc("blue", "larisa")
    table.pc("independent", "lamia")
    table.hand("blue", EVENT_4)
    card_segment(table)
    table.act(f"place-pcs:{EVENT_4}")
    assert table.why_not("place-pc:boiotia") == ("6.2.B2.4" if enemy else "")


@pytest.mark.rule("T7.5.2")
def test_enemy_cus_independent_armies_and_pcs_of_players_do_stand_in_the_way() -> None:
    table = Table(changed={"independent_pc_is_enemy": False})
    table.pc("red", "gordion")
    table.army("red", "krateros", "ikonion", mercenary=1)
    table.independent("philon", "xanthos")
    for space in ("gordion", "ikonion", "xanthos"):
        assert operations.is_obstacle(table.play, BLUE, table.space(space))
    table.pc("independent", "pisidai")
    assert not operations.is_obstacle(table.play, BLUE, table.space("pisidai"))


@pytest.mark.rule("T7.5.3")
@pytest.mark.parametrize("across", [True, False])
def test_pcs_may_be_placed_across_a_trans_mediterranean_path(across: bool) -> None:
    table = Table(changed={"place_pc_transmediterranean": across})
    table.pc("blue", *(table.name_of(end) for end in trans_mediterranean(table)[:1]))
    table.hand("blue", EVENT_4)
    card_segment(table)
    far = table.name_of(trans_mediterranean(table)[1])
    if across:
        table.act(f"place-pcs:{EVENT_4}")
    assert (table.why_not(f"place-pc:{far}") == "") == across


def trans_mediterranean(table: Table) -> tuple[int, int]:
    """The ends of such a path that no other way of 2 MPs joins."""
    board = table.material.board
    return next(
        (path.a, path.b)
        for path in board.paths
        if path.kind == 4
        and path.b not in {n for m, c in board.traces[path.a] for n, d in board.traces[m] if c + d < 3}
    )


@pytest.mark.example("D17")
def test_three_cities_are_within_two_mps_and_lesbos_is_not() -> None:
    table = Table(edition="draft")
    table.pc("blue", "halikarnassos", "kelainai")
    table.hand("blue", KILIKIA)
    card_segment(table)
    table.act(f"place-pcs:{KILIKIA}")
    assert {"place-pc:sardeis", "place-pc:ephesos", "place-pc:pergamon"} <= set(table.offers)
    assert table.why_not("place-pc:lesbos") == "6.2.B2.2"


def example_of_play() -> Table:
    """Set up as in the example; John, Merv, Nevin and Mark have the first four colours."""
    table = set_up("third", 4, *JOHN_MERV_NEVIN_MARK)
    table.state.fixed_orders = ()
    return table


JUDEA = ("gaza", "hierosolyma", "ake", "samaria")


def places(table: Table, faction: str, card: str, *spaces: str) -> None:
    """A player uses a card for PCs in these spaces."""
    table.state.hands = [0] * 4
    table.state.aside = (1 << len(table.material.cards)) - 1
    table.state.deck, table.state.discard = [], 0
    table.state.active = table.seat(faction)
    table.hand(faction, card)
    card_segment(table, faction)
    table.act(f"place-pcs:{card}", *(f"place-pc:{space}" for space in spaces))


@pytest.mark.example("G02")
def test_merv_takes_lydia_caria_and_the_asia_minor_fleet() -> None:
    table = example_of_play()
    before = table.vp("red")
    places(table, "red", "35", "smyrna", "sardeis", "miletos", "halikarnassos")
    assert table.vp("red") == before + 3
    assert table.state.fleet_owner[table.fleet_number("karia")] == table.seat("red")


@pytest.mark.example("G03")
def test_nevin_takes_thessaly_and_mark_judea() -> None:
    table = example_of_play()
    before = table.vp("yellow")
    places(table, "yellow", EVENT_4, "sousa", "larisa", "trikka")
    assert table.vp("yellow") >= before + 2
    before = table.vp("green")
    places(table, "green", BONUS_3)
    for _ in range(3):
        table.act(next(f"place-pc:{space}" for space in JUDEA if f"place-pc:{space}" in table.offers))
    assert table.vp("green") == before + 1


@pytest.mark.example("G04")
@pytest.mark.rule("T7.2.1")
def test_john_spends_the_ops_of_plans_of_their_own_and_then_moves_thessalonike() -> None:
    table = example_of_play()
    places(table, "blue", PLANS, "europos", "myriandos", "arados")
    assert f"event:{PLANS}" in table.offers
    table.act(f"event:{PLANS}")
    assert "choose-royal:thessalonike" in table.offers
    table.act("choose-royal:thessalonike")
    table.act(next(a for a in table.offers if "athenai" in a))
    while not table.over:
        table.act(table.offers[0])
    assert table.where_royal("thessalonike") == "athenai"


@pytest.mark.example("D18")
@pytest.mark.rule("K4.31.2")
def test_philippos_comes_after_the_ops() -> None:
    table = Table(edition="draft")
    table.pc("blue", "pella")
    table.army("blue", "antipatros", "pella", loyal=2)
    table.hand("blue", BONUS_3)
    card_segment(table)
    table.act(f"place-pcs:{BONUS_3}", "done")
    assert table.where_royal("philippos") == "box"
    table.act(f"event:{BONUS_3}")
    assert table.over and table.where_royal("philippos") == "pella" and table.holder("philippos") == "blue"
    assert 4 in [source.points for source in scoring.legitimacy_sources(table.play, BLUE)]


# 7.6: training


@pytest.mark.rule("T7.6.2")
def test_ops_left_over_may_begin_another_cu() -> None:
    table = with_card(EVENT_4)
    card_segment(table)
    table.act(f"train:{EVENT_4}", "start-training:mercenary", "place:kelainai")
    assert table.forces("blue", "kelainai") == {"mercenary": 1}
    assert table.decision.prompt == "prompt.further_training"
    assert table.offers == ("done", "start-training:mercenary", "start-training:loyal")
    table.act("done")
    assert table.over and table.state.training[BLUE] == (0, 0)


@pytest.mark.rule("T7.6.2")
def test_or_they_do() -> None:
    table = with_card(EVENT_4)
    card_segment(table)
    table.act(f"train:{EVENT_4}", "start-training:mercenary", "place:kelainai", "start-training:loyal")
    assert table.over and table.state.training[BLUE] == (1, 1)


@pytest.mark.rule("R6.2.B3.5")
def test_in_the_first_edition_they_must() -> None:
    table = with_card(EVENT_4, edition="deluxe")
    card_segment(table)
    table.act(f"train:{EVENT_4}", "start-training:mercenary", "place:kelainai")
    assert table.decision.prompt == "prompt.start_training" and "done" not in table.offers


# 6: Surrender


@pytest.mark.rule("T6.0.1")
@pytest.mark.rule("K6.6.2.1")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_an_enemy_pc_goes_and_the_own_one_comes(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("red", "gordion")
    table.army("blue", "krateros", "gordion", mercenary=1)
    surrender_segment(table)
    table.act("remove-pc:gordion", "place-pc:gordion")
    assert table.pc_of("gordion") == "blue"


# 23.5, 6.6.3.C: bringing in a General


def bereaved(edition: str = "draft", changed: dict[str, object] | None = None, **kind: object) -> Table:
    """Blue has lost Leonnatos and holds a card of 4 OPs."""
    table = with_card(EVENT_4, edition=edition, changed=changed, **kind)
    table.general("blue", "krateros", "kelainai")
    table.general("blue", "leonnatos", "kelainai")
    moves.remove_general(table.state, table.general_number("leonnatos"))
    return table


@pytest.mark.rule("K6.6.3.C.2")
@pytest.mark.rule("T23.5.1")
def test_who_has_lost_nobody_hires_nobody() -> None:
    table = with_card(EVENT_4, edition="draft")
    card_segment(table)
    assert table.why_not(f"recruit:{EVENT_4}") == "6.2.D.2"
    table = bereaved()
    card_segment(table)
    assert table.why_not(f"recruit:{EVENT_4}") == ""


@pytest.mark.rule("K6.6.3.C.2")
def test_the_death_of_antipatros_of_old_age_is_no_loss() -> None:
    table = Table(edition="draft", players=2)
    table.pc("blue", "pella")
    table.army("blue", "antipatros", "pella", loyal=2)
    moves.note_dealt(table.state, BLUE, 1 << table.general_number("antipatros"))
    table.begin(lambda p: turn.begin_game_turn(p, 3))
    assert table.where("antipatros") == "out"
    assert operations.check_lost(table.play, BLUE) is not None
    table = Table(edition="draft", players=2)
    table.general("blue", "antipatros", "pella")
    troops.kill_general(table.play, table.general_number("antipatros"), "14.8.1")
    assert operations.check_lost(table.play, BLUE) is None


@pytest.mark.rule("K6.6.3.C.3")
@pytest.mark.rule("T23.5.1")
def test_it_takes_a_card_of_four_ops() -> None:
    assert load_material("draft").edition.recruit_ops == load_material("third").edition.recruit_ops == 4
    table = bereaved()
    table.hand("blue", KILIKIA)
    card_segment(table)
    assert table.why_not(f"recruit:{KILIKIA}") == "6.2.D.1"


@pytest.mark.rule("K6.6.3.C.4")
@pytest.mark.parametrize(
    ("players", "who"),
    [
        (2, {"eumenes", "seleukos", "kassandros"}),
        (3, {"seleukos", "kassandros"}),
        (4, {"eumenes", "seleukos", "kassandros"}),
        (5, {"kassandros"}),
    ],
)
def test_any_general_set_aside_can_be_hired_with_two_mercenaries(players: int, who: set[str]) -> None:
    table = bereaved(players=players)
    card_segment(table)
    table.act(f"recruit:{EVENT_4}")
    if len(who) > 1:
        assert set(table.offers) == {f"recruit-general:{name}" for name in who}
    for name in who:
        recruit = table.material.pieces.generals[table.general_number(name)].recruit
        assert recruit is not None and recruit.forces == (2, 0, 0, 0, 0, 0)


def hire(table: Table, province: str, general: str = "eumenes") -> None:
    """Begin, hire, and have this Province drawn."""
    board = table.material.board
    card_segment(table)
    table.act(f"recruit:{EVENT_4}")
    drawn = board.province_index[province]
    free = operations.drawable(table.play, BLUE, table.general_number(general))
    table.state.fixed_orders = ((drawn, *(x for x in free if x != drawn)),)
    table.act(f"recruit-general:{general}")


@pytest.mark.example("D13")
@pytest.mark.rule("K6.6.3.C.5")
@pytest.mark.rule("K6.6.3.C.6")
def test_hiring_eumenes_in_kappadokia() -> None:
    table = bereaved()
    for space in ("melitene", "mazaka", "zela", "amaseia", "komana", "dana"):
        table.pc("independent", space)
    table.independent("ariarathes", "komana")
    table.army("yellow", "antigonos", "dana", mercenary=1)
    hire(table, "kappadokia")
    assert "place:komana" not in table.offers and "place:dana" not in table.offers
    assert table.why_not("place:kelainai") == "6.2.D.8"
    table.act("place:melitene")
    assert table.where("eumenes") == "melitene" and table.forces("blue", "melitene") == {"mercenary": 2}
    assert [table.pc_of(s) for s in ("melitene", "mazaka", "zela", "amaseia")] == ["blue"] * 4
    assert table.pc_of("komana") == table.pc_of("dana") == "independent"


@pytest.mark.rule("K6.6.3.C.5")
def test_no_province_of_another_player_is_drawn() -> None:
    table = bereaved()
    table.province("red", "aigyptos")
    card_segment(table)
    provinces = table.material.board.province_index
    free = operations.drawable(table.play, BLUE, table.general_number("eumenes"))
    assert provinces["aigyptos"] not in free
    assert {provinces["kappadokia"], provinces["kypros"]} <= set(free)


@pytest.mark.rule("K6.6.3.C.5")
def test_a_province_full_of_enemies_is_not_drawn() -> None:
    table = bereaved()
    table.army("red", "ptolemaios", "paphos", mercenary=1)
    table.army("red", "peithon", "salamis", mercenary=1)
    card_segment(table)
    board = table.material.board
    assert board.province_index["kypros"] not in operations.drawable(table.play, BLUE, table.general_number("eumenes"))


@pytest.mark.rule("K6.6.3.C.6")
def test_those_inside_a_city_that_changes_hands_go_outside_and_its_siege_is_over() -> None:
    table = bereaved()
    table.pc("red", "pella")
    table.general("red", "antipatros", "pella.inside")
    hire(table, "makedonia")
    other = next(a for a in table.offers if "pella" not in a)
    table.act(other)
    assert table.pc_of("pella") == "blue" and table.where("antipatros") == "pella"


@pytest.mark.rule("T23.5.2")
@pytest.mark.rule("T23.5.1")
def test_with_the_option_he_comes_to_his_province_or_as_a_reinforcement_without_a_pc() -> None:
    table = bereaved(edition="third", options=("generals-set-aside",))
    table.pc("red", "mazaka")
    card_segment(table)
    table.act(f"recruit:{EVENT_4}")
    assert table.offers == ("recruit-general:seleukos", "recruit-general:eumenes")
    table.act("recruit-general:eumenes")
    assert "as-reinforcement" in table.offers and table.why_not("place:gordion") == "6.2.D.8"
    table.act("place:mazaka")
    assert table.over and table.pc_of("mazaka") == "red" and table.where("eumenes") == "mazaka"


@pytest.mark.rule("T23.5.1")
def test_without_the_option_nobody_is_recruited() -> None:
    table = bereaved(edition="third")
    card_segment(table)
    assert table.why_not(f"recruit:{EVENT_4}") == "6.2.D.1"


@pytest.mark.rule("K6.1.4.2")
def test_no_turn_relaxes_recruiting() -> None:
    for turn_ in (4, 5):
        table = with_card(EVENT_4, edition="draft", turn=turn_)
        card_segment(table)
        assert table.why_not(f"recruit:{EVENT_4}") == "6.2.D.2"


def test_every_card_has_a_use_in_every_edition() -> None:
    """A player who holds one card only is never without an action."""
    for edition in ("third", "draft"):
        for card in load_material(edition).cards:
            if card.kind != CardKind.SURPRISE:
                table = with_card(card.number, edition=edition)
                card_segment(table)
                assert table.over or table.offers
