"""4: set-up."""

import pytest

from diadochi.game import Game, option_mask
from diadochi.model.ids import LocationId
from diadochi.model.pieces import ROYAL_NAME
from diadochi.model.state import BOX, INDEPENDENT, NOBODY, OFF_MAP, OUT
from diadochi.model.verbs import Domain
from diadochi.rules import agenda
from diadochi.rules.agenda import Event
from diadochi.rules.setup import new_state
from tests.table import MATERIAL, Table, told

NUMBER = MATERIAL.notation.numbers
THE_EIGHT = ("perdikkas", "antipatros", "krateros", "ptolemaios", "leonnatos", "peithon", "antigonos", "eumenes")


def general(name: str) -> int:
    return NUMBER[Domain.GENERAL][name]


def space(name: str) -> int:
    return NUMBER[Domain.SPACE][name]


def set_up(players: int, *deal: str, options: tuple[str, ...] = (), starts: dict[str, str] | None = None) -> Table:
    """A game just set up; `deal` is the order of the shuffled Generals, `starts` where they choose to begin."""
    state = new_state(MATERIAL, players, option_mask(options, MATERIAL.edition), agenda.key_of_seed(1))
    if deal:
        state.fixed_orders = (tuple(general(g) for g in deal),)
    table = Table()
    table.game = Game.from_state(MATERIAL, state)
    table._follow()
    while table.decision.prompt in ("prompt.start", "prompt.discard_general"):
        wanted = [f"start:{s}" for s in (starts or {}).values()]
        table.act(next((a for a in table.offers if a in wanted), table.offers[0]))
    return table


def four(**starts: str) -> Table:
    """Blue Perdikkas and Antipatros, Red Krateros and Ptolemaios, the third Leonnatos, Peithon, and so on."""
    return set_up(4, *THE_EIGHT, starts=starts)


# 4.1 Non-player pieces


@pytest.mark.rule("R4.1.1")
def test_the_game_begins_in_game_turn_one() -> None:
    assert four().state.turn == 1


@pytest.mark.rule("R4.1.2")
def test_the_deck_is_without_47b_and_the_optional_cards() -> None:
    table = four()
    aside = {MATERIAL.cards[i].number for i in range(70) if table.state.aside >> i & 1}
    assert aside == {"47B", *(f"O{n}" for n in range(60, 70))}


@pytest.mark.rule("R4.1.2")
def test_agreed_optional_cards_are_in_the_deck() -> None:
    table = set_up(4, options=("oracle", "superior-admiral"))
    aside = {MATERIAL.cards[i].event for i in range(70) if table.state.aside >> i & 1}
    assert "oracle" not in aside
    assert "superior_admiral" not in aside
    assert "price_of_failure" in aside


@pytest.mark.rule("R4.1.3")
def test_the_fleets_start_on_their_lower_side() -> None:
    state = four().state
    assert state.fleet_side == [0] * 8
    kept = {MATERIAL.pieces.fleets[i].id for i, owner in enumerate(state.fleet_owner) if owner == NOBODY}
    assert kept == {"athenai", "karia", "rhodos", "kilikia", "phoinike", "kypros"}


@pytest.mark.rule("R4.1.4")
@pytest.mark.parametrize(("players", "independent"), [(2, 6), (3, 1), (4, 6), (5, 1)])
def test_independent_pcs_of_thrake_depend_on_the_players(players: int, independent: int) -> None:
    state = Game.new(players, 1).state
    thrake = MATERIAL.board.members[MATERIAL.board.province_index["thrake"]]
    assert sum(state.pcs[i] == INDEPENDENT for i in thrake) == independent
    assert state.pcs[space("apollonia")] == INDEPENDENT


@pytest.mark.rule("R4.1.4")
def test_every_grey_symbol_has_an_independent_pc() -> None:
    state = set_up(4, *THE_EIGHT).state
    for i, s in enumerate(MATERIAL.board.spaces):
        assert (state.pcs[i] == INDEPENDENT) == s.independent, s.id


@pytest.mark.rule("R4.1.5")
def test_two_independent_armies_are_on_the_map_and_three_in_boxes() -> None:
    table = four()
    assert (table.where("leosthenes"), table.where("ariarathes")) == ("lamia", "komana")
    assert [table.where(g) for g in ("philon", "glaukias", "seuthes")] == ["box"] * 3
    assert table.forces("independent", "lamia") == {"mercenary": 6}


@pytest.mark.rule("R4.1.6")
def test_helepolis_silver_shields_and_the_spare_elephants_are_not_on_the_map() -> None:
    state = four().state
    assert state.helepolis == -1
    everything = [told(cus) for cus in state.cus.values()]
    assert not any("silver_shields" in cus for cus in everything)
    assert sum(cus.get("elephant", 0) for cus in everything) == 2, "those of Perdikkas"


@pytest.mark.rule("R4.1.7")
def test_nobody_has_a_vp_bonus_or_another_marker_at_the_start() -> None:
    state = four().state
    assert (state.tomb, state.condemned, state.oracle, state.persian_support) == (-1, -1, NOBODY, NOBODY)
    assert state.looted == 0
    assert state.sp == {}
    assert state.training == [(0, 0)] * 4


# 4.2 The royal family


@pytest.mark.parametrize(
    ("royal", "where"),
    [
        pytest.param("olympias", "molossia", marks=pytest.mark.rule("R4.2.1")),
        pytest.param("thessalonike", "pella", marks=pytest.mark.rule("R4.2.2")),
        pytest.param("kleopatra", "sardeis", marks=pytest.mark.rule("R4.2.3")),
        pytest.param("philippos", "box", marks=pytest.mark.rule("R4.2.4")),
        pytest.param("herakles", "damaskos", marks=pytest.mark.rule("R4.2.5")),
        pytest.param("alexandros", "babylon", marks=pytest.mark.rule("R4.2.6")),
        pytest.param("funeral_cart", "babylon", marks=pytest.mark.rule("R4.2.6")),
    ],
)
def test_where_the_royal_family_starts(royal: str, where: str) -> None:
    assert four().where_royal(royal) == where


@pytest.mark.rule("R4.2.1", "R4.2.2", "R4.2.3")
def test_nobody_controls_the_females() -> None:
    table = four()
    assert [table.holder(f) for f in ("olympias", "thessalonike", "kleopatra")] == ["", "", ""]


# 4.3 Sorting the Major Generals


def names(numbers: tuple[int, ...]) -> set[str]:
    return {MATERIAL.pieces.generals[g].id for g in numbers}


@pytest.mark.rule("R4.3.1")
def test_event_generals() -> None:
    assert names(MATERIAL.pieces.event_generals) == {"polyperchon", "demetrios", "kassandros", "peukestas"}


@pytest.mark.rule("R4.3.2", "R4.4.3")
def test_unavailable_generals_leave_the_game() -> None:
    table = four()
    assert [table.where(g) for g in ("pleistarchos", "menelaos", "polyarchos")] == ["out"] * 3


@pytest.mark.rule("R4.3.3")
@pytest.mark.parametrize("players", [2, 4])
def test_starting_generals_of_two_and_four_players(players: int) -> None:
    table = set_up(players)
    dealt = {g for mask in table.state.dealt for g in range(20) if mask >> g & 1}
    assert names(tuple(dealt)) == set(THE_EIGHT)


@pytest.mark.rule("R4.3.4")
@pytest.mark.parametrize("players", [2, 4])
def test_reserve_generals_of_two_and_four_players(players: int) -> None:
    reserve = {"aristonous", "nearchos", "asandros", "lysimachos", "seleukos"}
    assert names(MATERIAL.pieces.reserve[players]) == reserve


@pytest.mark.rule("R4.3.5")
def test_generals_of_three_players() -> None:
    assert names(MATERIAL.pieces.starting[3]) == {*THE_EIGHT, "lysimachos"}
    assert names(MATERIAL.pieces.reserve[3]) == {"aristonous", "nearchos", "asandros", "seleukos"}


@pytest.mark.rule("R4.3.6")
def test_generals_of_five_players() -> None:
    assert names(MATERIAL.pieces.starting[5]) == {*THE_EIGHT, "lysimachos", "seleukos"}
    assert names(MATERIAL.pieces.reserve[5]) == {"aristonous", "nearchos", "asandros"}


# 4.4 Distributing them


@pytest.mark.rule("R4.4.1")
@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 2), (5, 2)])
def test_every_starting_general_is_dealt(players: int, each: int) -> None:
    table = set_up(players)
    assert [mask.bit_count() for mask in table.state.dealt] == [each] * players
    for g in MATERIAL.pieces.starting[players]:
        assert table.state.owners[g] != NOBODY


@pytest.mark.rule("R4.4.1")
def test_the_deal_is_shuffled() -> None:
    deals = {tuple(set_up_with(seed).state.dealt) for seed in range(6)}
    assert len(deals) > 1


def set_up_with(seed: int) -> Game:
    return Game.new(4, seed)


@pytest.mark.rule("R4.4.2")
def test_five_players_discard_one_general_each_and_get_another() -> None:
    state = new_state(MATERIAL, 5, 0, agenda.key_of_seed(1))
    order = (*THE_EIGHT, "lysimachos", "seleukos")
    state.fixed_orders = (
        tuple(general(g) for g in order),
        tuple(general(g) for g in ("seleukos", "perdikkas", "krateros", "leonnatos", "antigonos")),
    )
    table = Table()
    table.game = Game.from_state(MATERIAL, state)
    table._follow()
    assert table.offers == ("discard-general:perdikkas", "discard-general:antipatros")
    assert table.why_not("discard-general:krateros") == "4.4.2"
    table.act("discard-general:perdikkas", "discard-general:krateros", "discard-general:leonnatos")
    table.act("discard-general:antigonos", "discard-general:seleukos")
    hands = [{MATERIAL.pieces.generals[g].id for g in range(20) if m >> g & 1} for m in table.state.dealt]
    assert hands == [
        {"antipatros", "seleukos"},
        {"ptolemaios", "perdikkas"},
        {"peithon", "krateros"},
        {"eumenes", "leonnatos"},
        {"lysimachos", "antigonos"},
    ]


@pytest.mark.rule("R4.4.4")
def test_event_and_reserve_generals_wait_off_the_map_and_belong_to_nobody() -> None:
    state = four().state
    for g in (*MATERIAL.pieces.event_generals, *MATERIAL.pieces.reserve[4]):
        assert (state.generals[g], state.owners[g]) == (OFF_MAP, NOBODY)


@pytest.mark.rule("R4.4.5")
def test_left_is_the_next_seat_at_the_table() -> None:
    """The seats in the order of the table go round to the left, also in placing the Generals."""
    table = set_up(4, "krateros", "eumenes", "perdikkas", "peithon", *THE_EIGHT[1:2], *THE_EIGHT[3:5], "antigonos")
    placed = [{n: v for n, _, v in e.args}["who"] for e in table.events("starts_at")]
    assert placed == [1, 1, 2, 2, 3, 3, 0, 0]


# 4.5 Player pieces


@pytest.mark.rule("R4.5.1")
@pytest.mark.parametrize("players", [2, 5])
def test_each_player_has_four_minor_generals_and_is_a_champion(players: int) -> None:
    state = Game.new(players, 1).state
    for seat in range(5):
        minors = [g for g in range(20, 40) if state.owners[g] == seat]
        assert len(minors) == (4 if seat < players else 0)
        assert all(state.generals[g] == OFF_MAP for g in minors)
    assert state.champions == (1 << players) - 1


@pytest.mark.rule("R4.5.2")
def test_everybody_starts_with_no_vp_and_three_legitimacy_before_the_generals_are_placed() -> None:
    state = new_state(MATERIAL, 4, 0, agenda.key_of_seed(1))
    state.fixed_orders = (tuple(general(g) for g in ("krateros", *(x for x in THE_EIGHT if x != "krateros"))),)
    game = Game.from_state(MATERIAL, state)
    seat = game.state.owners[general("eumenes")]
    assert game.state.vp[seat] == 0
    assert game.state.legitimacy[seat] == 3


@pytest.mark.rule("R4.5.3")
def test_nobody_has_a_capital_at_the_start() -> None:
    state = set_up(4, *THE_EIGHT, options=("foundation-of-a-capital",)).state
    assert state.capital == state.construction == [-1] * 4


# 4.6 Starting positions


STARTS = [
    ("perdikkas", "babylon", "babylonia", 6, {"royal": 4, "elephant": 2}, "R4.6.1"),
    ("antipatros", "pella", "makedonia", 5, {"royal": 2, "loyal": 2}, "R4.6.2"),
    ("krateros", "tarsos", "kilikia", 2, {"royal": 2, "loyal": 2}, "R4.6.3"),
    ("ptolemaios", "memphis", "aigyptos", 5, {"loyal": 2, "mercenary": 2}, "R4.6.4"),
    ("leonnatos", "abydos", "mikra_phrygia", 2, {"loyal": 2, "mercenary": 2}, "R4.6.5"),
    ("peithon", "ekbatana", "media", 6, {"loyal": 2, "mercenary": 2}, "R4.6.6"),
    ("antigonos", "kelainai", "phrygia", 4, {"loyal": 2, "mercenary": 2}, "R4.6.7"),
    ("eumenes", "mazaka", "kappadokia", 5, {"loyal": 2, "mercenary": 2}, "R4.6.8"),
    ("lysimachos", "byzantion", "thrake", 5, {"loyal": 2, "mercenary": 2}, "R4.6.9"),
    ("seleukos", "damaskos", "koile_syria", 2, {"loyal": 2, "elephant": 2}, "R4.6.10"),
]


def events_of(table: Table) -> tuple[Event, ...]:
    assert table.game is not None
    return table.game.events


def started(name: str) -> Table:
    """A game in which he is a Starting General, with the first choice of his list where he has one."""
    players = {"lysimachos": 3, "seleukos": 5}.get(name, 4)
    return set_up(players, starts={g: where for g, where, *_ in STARTS})


@pytest.mark.parametrize(
    ("name", "where", "province", "pcs", "forces"),
    [pytest.param(*row[:5], marks=pytest.mark.rule(row[5]), id=row[0]) for row in STARTS],
)
def test_where_a_starting_general_begins_with_what(
    name: str, where: str, province: str, pcs: int, forces: dict[str, int]
) -> None:
    table = started(name)
    owner = table.name(table.state.owners[general(name)])
    assert table.where(name) == where
    assert table.forces(owner, where) == forces
    members = MATERIAL.board.members[MATERIAL.board.province_index[province]]
    assert sum(table.pc_of(MATERIAL.board.spaces[i].id) == owner for i in members) == pcs


@pytest.mark.parametrize(
    ("name", "rule"), [pytest.param(row[0], row[5][1:], marks=pytest.mark.rule(row[5]), id=row[0]) for row in STARTS]
)
def test_his_place_at_the_start_cites_his_own_rule(name: str, rule: str) -> None:
    events = events_of(started(name))
    (event,) = [e for e in events if e.key == "starts_at" and ("general", "general", general(name)) in e.args]
    assert event.rule == rule


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        pytest.param("krateros", "4.6.3", marks=pytest.mark.rule("R4.6.3")),
        pytest.param("leonnatos", "4.6.5", marks=pytest.mark.rule("R4.6.5")),
        pytest.param("eumenes", "4.6.8", marks=pytest.mark.rule("R4.6.8")),
        pytest.param("lysimachos", "4.6.9", marks=pytest.mark.rule("R4.6.9")),
    ],
)
def test_who_may_choose_is_asked_and_refused_by_his_own_rule(name: str, rule: str) -> None:
    game = Game.new(3, 1)
    while (decision := game.decision) is not None and ("general", "general", general(name)) not in decision.args:
        game.act(decision.actions[0])
    assert decision is not None
    refusal = game.why_not("start:athenai")
    assert refusal is not None
    assert (decision.rule, refusal.rule) == (rule, rule)


@pytest.mark.rule("R4.4.1", "R4.4.2")
def test_the_second_deal_of_five_players_cites_its_own_rule() -> None:
    rules = [e.rule for e in events_of(set_up(5)) if e.key == "receives_general"]
    assert rules == ["4.4.1"] * 10 + ["4.4.2"] * 5


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        pytest.param("krateros", {"tarsos", "issos"}, marks=pytest.mark.rule("R4.6.3")),
        pytest.param("leonnatos", {"abydos", "daskyleion"}, marks=pytest.mark.rule("R4.6.5")),
        pytest.param("eumenes", {"melitene", "mazaka", "zela", "amaseia", "dana"}, marks=pytest.mark.rule("R4.6.8")),
        pytest.param(
            "lysimachos",
            {"abdera", "ainos", "chersonesos", "byzantion", "philippopolis", "apollonia"},
            marks=pytest.mark.rule("R4.6.9"),
        ),
    ],
)
def test_where_he_may_choose_to_begin(name: str, choice: set[str]) -> None:
    start = MATERIAL.pieces.generals[general(name)].start
    assert start is not None
    assert {MATERIAL.board.spaces[i].id for i in start.spaces} == choice


@pytest.mark.rule("R4.6.8")
def test_eumenes_may_not_begin_in_komana() -> None:
    state = new_state(MATERIAL, 4, 0, agenda.key_of_seed(1))
    state.fixed_orders = (tuple(general(g) for g in THE_EIGHT),)
    table = Table()
    table.game = Game.from_state(MATERIAL, state)
    table._follow()
    table.act("start:tarsos", "start:abydos")
    assert table.why_not("start:komana") == "4.6.8"
    table.act("start:dana")
    assert table.pc_of("komana") == "independent"


@pytest.mark.rule("R4.6.1")
def test_perdikkas_brings_the_cart_and_alexandros() -> None:
    table = four()
    assert (table.holder("funeral_cart"), table.holder("alexandros")) == ("blue", "blue")


@pytest.mark.rule("R4.6.2", "R4.6.4")
def test_the_fleets_of_makedonia_and_aigyptos_come_with_their_provinces() -> None:
    table = four()
    owner = {f.id: table.name(table.state.fleet_owner[i]) for i, f in enumerate(MATERIAL.pieces.fleets)}
    assert (owner["makedonia"], owner["aigyptos"]) == ("blue", "red")


@pytest.mark.rule("R4.6.3")
def test_krateros_has_no_fleet() -> None:
    table = four()
    assert table.state.fleet_owner[NUMBER[Domain.FLEET]["kilikia"]] == NOBODY


@pytest.mark.parametrize(
    ("name", "points"),
    [
        pytest.param("krateros", 2, marks=pytest.mark.rule("R4.6.3")),
        pytest.param("ptolemaios", 2, marks=pytest.mark.rule("R4.6.4")),
        pytest.param("eumenes", -2, marks=pytest.mark.rule("R4.6.8")),
        pytest.param("antigonos", 0, marks=pytest.mark.rule("R4.6.7")),
    ],
)
def test_popularity_markers(name: str, points: int) -> None:
    assert MATERIAL.pieces.generals[general(name)].popularity == points


PAIRS = [
    (("peithon", "krateros"), 4, 3),
    (("leonnatos", "antigonos"), 5, 4),
    (("perdikkas", "antipatros"), 7, 11),
    (("ptolemaios", "eumenes"), 8, 3),
]


@pytest.mark.example("E03")
@pytest.mark.rule("R4.6.1", "R4.6.2", "R4.6.3", "R4.6.4", "R4.6.5", "R4.6.6", "R4.6.7", "R4.6.8")
def test_e03_the_points_at_the_start_are_those_of_the_generals() -> None:
    table = set_up(4, *(g for pair, _, _ in PAIRS for g in pair))
    totals = list(zip(table.state.vp, table.state.legitimacy, strict=True))
    assert totals == [(vp, points) for _, vp, points in PAIRS]


@pytest.mark.example("E03")
@pytest.mark.rule("R4.6.9", "R4.6.10")
def test_e03_all_ten_generals_have_28_vp() -> None:
    for seed in range(3):
        game = Game.new(5, seed)
        while game.decision is not None and game.decision.prompt in ("prompt.start", "prompt.discard_general"):
            game.act(game.decision.actions[0])
        assert sum(game.state.vp) == 28
        with_perdikkas = game.state.owners[general("seleukos")] == game.state.owners[general("perdikkas")]
        assert sum(game.state.legitimacy) == 15 + 6 + 2 + 1 + (0 if with_perdikkas else 2)


@pytest.mark.example("E03")
@pytest.mark.rule("R4.6.9")
def test_lysimachos_is_worth_three_vp() -> None:
    table = set_up(3, "ptolemaios", "lysimachos", "eumenes", *THE_EIGHT[:3], "leonnatos", "peithon", "antigonos")
    assert (table.vp("blue"), table.legitimacy("blue")) == (6 + 3 + 2, 3)


@pytest.mark.rule("R4.6.11")
def test_only_starting_generals_are_on_the_map() -> None:
    table = four()
    on_map = {MATERIAL.pieces.generals[g].id for g in range(40) if table.state.generals[g] >= 0}
    assert on_map == set(THE_EIGHT)


@pytest.mark.rule("R4.6.12")
def test_at_a_major_city_everything_begins_outside() -> None:
    table = four()
    for name in ("perdikkas", "antipatros", "ptolemaios", "peithon", "antigonos"):
        assert not table.where(name).endswith(".inside")
    assert all(not table.play.is_inside(LocationId(key // 6)) for key in table.state.cus)
    for royal in range(len(ROYAL_NAME)):
        at = table.state.royals[royal]
        assert at in (BOX, OUT) or not table.play.is_inside(at)
