"""Chapter 16: the optional rules, each a switch, in any combination."""

import random

import pytest

from diadochi.errors import GameError
from diadochi.game import Game, option_mask
from diadochi.model.options import CHAPTER_16
from diadochi.model.pieces import MACEDONIAN, Royal, Unit
from diadochi.model.state import ACTIVATION, BOX, OUT, space_id
from diadochi.rules import activation, burial, forage, losses, options, scoring, siege, strategy, troops, upkeep
from diadochi.rules.tyche.conventions import forces_of
from tests import harness
from tests.cards.deal import play
from tests.table import BLUE, MATERIAL, Table, told, troop

NAMES = CHAPTER_16

# 16.0


@pytest.mark.rule("R16.0.1")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_with_random_sets_of_options_end_and_keep_the_invariants(players: int) -> None:
    rng = random.Random(players)
    for seed in range(3):
        chosen = tuple(rng.sample(NAMES, rng.randrange(1, len(NAMES) + 1)))
        game = harness.play(players, seed, harness.keeps_invariants, options=chosen)
        assert game.result is not None


@pytest.mark.rule("R16.0.1")
@pytest.mark.parametrize("look", [harness.offers_are_exact, harness.nothing_leaks, harness.state_survives_json])
def test_with_all_options_offers_are_exact_and_nothing_leaks(look: harness.Look) -> None:
    harness.play(4, 21, harness.now_and_then(look, 20), options=NAMES)


@pytest.mark.rule("R16.0.1")
def test_an_unknown_option_is_refused_with_the_list_of_all() -> None:
    with pytest.raises(GameError, match="choose among: cavalry-superiority, "):
        Game.new(4, 1, ("flying-elephants",))


# 16.1 Optional Tyche cards


@pytest.mark.rule("R16.1.1")
def test_ten_optional_cards_each_kind_a_switch_of_its_own() -> None:
    numbers = {c.number: c.event for c in MATERIAL.cards if c.optional}
    assert sorted(numbers) == [f"O{n}" for n in range(60, 70)]
    for event in set(numbers.values()):
        game = Game.new(4, 1, (event.replace("_", "-"),))
        chosen = {n for n, e in numbers.items() if e == event}
        aside = game.state.aside
        assert {n for n in numbers if not aside >> card(n) & 1} == chosen


def card(number: str) -> int:
    return Table().card_number(number)


@pytest.mark.rule("R16.1.2")
def test_cavalry_with_cavalry_superiority_gives_a_warning() -> None:
    assert options.warnings(option_mask(("cavalry", "cavalry-superiority"), MATERIAL.edition)) == (
        "warning.cavalry_superiority",
    )
    assert options.warnings(option_mask(("cavalry", "oracle"), MATERIAL.edition)) == ()


# 16.2 Herakles


@pytest.mark.rule("R16.2.1")
def test_herakles_comes_to_pergamon_when_alexandros_is_killed() -> None:
    game = Game.new(4, 1, ("herakles",))
    assert game.state.royals[Royal.HERAKLES] == BOX
    table = Table(options=("herakles",))
    table.pc("red", "pergamon")
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.royal("alexandros", "kelainai", "blue")
    table.begin(lambda p: None)
    play(table, "1")
    assert table.where_royal("alexandros") == "out"
    assert table.where_royal("herakles") == "pergamon"
    assert table.holder("herakles") == "red"


@pytest.mark.rule("R16.2.1")
def test_herakles_comes_when_alexandros_is_assassinated() -> None:
    table = Table(options=("herakles",), turn=4)
    table.pc("blue", "pella")
    table.royal("alexandros", "pella", "blue")
    table.royal("thessalonike", "larisa", "red")
    table.pc("red", "larisa")
    table.province("red", "aigyptos")
    table.province("red", "babylonia")
    table.province("red", "media")
    table.begin(lambda p: scoring.regency(p, 4))
    assert table.events("assassinated")
    assert table.where_royal("herakles") == "pergamon"


@pytest.mark.rule("R16.2.1")
def test_without_the_option_nobody_follows_alexandros() -> None:
    table = Table()
    table.royal("alexandros", "pella")
    table.begin(lambda p: scoring.kill_royal(p, Royal.ALEXANDROS))
    assert table.state.royals[Royal.HERAKLES] == BOX


# 16.3 Faster Funeral Cart


def funeral(turn: int = 1) -> Table:
    table = Table(options=("faster-funeral-cart",), turn=turn, segment=1)
    table.pc("blue", "babylon")
    table.army("blue", "peithon", "babylon", loyal=3)
    table.royal("funeral_cart", "babylon", "blue")
    return table


@pytest.mark.rule("R16.3.1")
def test_a_4_op_card_frees_the_cart_in_game_turn_1() -> None:
    table = funeral()
    table.hand("blue", "13", "5")
    seat = table.seat("blue")
    table.begin(lambda p: p.push(strategy.TycheSegment(seat, 0)))
    assert table.why_not("free-cart:5") == "16.3.1"
    table.act("free-cart:13")
    table.state.agenda = table.state.agenda[:1]
    table.begin(lambda p: activation.begin(p, seat, 4, 1))
    table.act("activate:peithon", "take-all", "march:sippara")
    assert table.where_royal("funeral_cart") == "sippara"


@pytest.mark.rule("R16.3.2")
def test_a_free_cart_is_not_buried_in_game_turn_1() -> None:
    table = funeral()
    table.state.cart_free = 1
    table.begin(lambda p: None)
    found = burial.check_burial(table.play, table.seat("blue"))
    assert found is not None
    assert found.rule == "3.8.4"


# 16.4 Destruction of the Cart


def cart(option: bool = True) -> Table:
    table = Table(options=("destruction-of-the-cart",) if option else ())
    table.royal("funeral_cart", "damaskos")
    return table


@pytest.mark.rule("R16.4.1")
def test_an_independent_army_destroys_an_uncontrolled_cart() -> None:
    table = cart()
    table.independent("philon", "damaskos")
    table.begin(lambda p: None)
    assert table.where_royal("funeral_cart") == "out"


@pytest.mark.rule("R16.4.1")
def test_an_independent_pc_destroys_a_cart_that_no_general_guards() -> None:
    table = cart()
    table.pc("independent", "damaskos")
    table.begin(lambda p: None)
    assert table.where_royal("funeral_cart") == "out"


@pytest.mark.rule("R16.4.1")
def test_an_independent_army_beats_a_players_pc_as_a_general_would() -> None:
    table = cart()
    table.pc("red", "damaskos")
    table.royal("funeral_cart", "damaskos", "red")
    table.independent("philon", "damaskos")
    table.begin(lambda p: None)
    assert table.where_royal("funeral_cart") == "out"
    assert table.holder("funeral_cart") == ""


@pytest.mark.rule("R16.4.1")
def test_a_players_general_keeps_the_cart_from_an_independent_pc() -> None:
    table = cart()
    table.pc("independent", "damaskos")
    table.army("red", "eumenes", "damaskos", loyal=1)
    table.begin(lambda p: None)
    assert table.where_royal("funeral_cart") == "damaskos"
    assert table.holder("funeral_cart") == "red"


@pytest.mark.rule("R16.4.1")
def test_without_the_option_the_cart_stands_among_independents() -> None:
    table = cart(option=False)
    table.independent("philon", "damaskos")
    table.begin(lambda p: None)
    assert table.where_royal("funeral_cart") == "damaskos"
    assert Royal.FUNERAL_CART in upkeep.TAKEN_BY_LOCATION


# 16.5 CU siege defence


def siege_of_pella(*dice: int, garrison: dict[str, int], points: int = 2) -> Table:
    table = Table(options=("cu-siege-defence",), dice=dice)
    table.pc("red", "pella")
    table.cus("red", "pella.inside", **garrison)
    table.army("blue", "lysimachos", "pella", mercenary=6)
    table.fleet("blue", "kilikia")
    if points:
        table.siege_points("blue", "pella", points)
    seat, space, general = table.seat("blue"), table.space("pella"), table.general_number("lysimachos")
    table.begin(lambda p: siege.begin(p, seat, space, general, p.state.cus_of(space, seat), ACTIVATION))
    return table


@pytest.mark.example("E44")
@pytest.mark.rule("R16.5.1")
def test_e44_two_cus_inside_die_for_two_siege_points() -> None:
    table = siege_of_pella(6, garrison={"loyal": 1, "mercenary": 1})
    assert table.events("siege_roll")[0].args[-2] == ("points", "number", 2)
    assert table.forces("red", "pella.inside") == {}
    assert table.state.sp[table.space("pella")] == 2
    assert table.pc_of("pella") == "red"


@pytest.mark.rule("R16.5.1")
def test_a_point_that_no_cu_is_left_for_completes_the_siege() -> None:
    table = siege_of_pella(6, garrison={"loyal": 1})
    assert table.pc_of("pella") == ""


@pytest.mark.rule("R16.5.1")
def test_the_owner_chooses_the_cu_that_dies() -> None:
    table = siege_of_pella(6, garrison={"loyal": 1, "mercenary": 1}, points=1)
    assert table.deciding == "red"
    table.act("lose:mercenary")
    assert table.forces("red", "pella.inside") == {"loyal": 1}
    assert table.state.sp[table.space("pella")] == 2


# 16.6 Royal Army and Sieges


@pytest.mark.rule("R16.6.1")
@pytest.mark.parametrize(("commander", "rule"), [("eumenes", "15.2.A.1"), ("ptolemaios", "")])
def test_royal_army_does_not_count_against_higher_prestige(commander: str, rule: str) -> None:
    table = Table(options=("royal-army-and-sieges",))
    table.pc("red", "pella")
    table.army("blue", commander, "pella", mercenary=2, royal=2)
    table.begin(lambda p: None)
    at = table.location("pella")
    cus = table.state.cus_of(at, table.seat("blue"))
    found = siege.may_conduct(table.play, table.seat("blue"), at, table.general_number(commander), cus)
    assert (found.rule if found else "") == rule


# 16.7 Forage Attrition


@pytest.mark.rule("R16.7.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_over_the_forage_limit_attrition_takes_at_least_one(die: int) -> None:
    table = Table(options=("forage-attrition",), dice=(die,), segment=3)
    table.pc("blue", "larisa")
    table.army("blue", "antigonos", "larisa", mercenary=12)
    table.begin(lambda p: p.push(forage.ForageSegment(table.seat("blue"))))
    lost = max(1, MATERIAL.tables.attrition[12][die][0])
    assert troops.count(table.state.cus_of(table.location("larisa"), table.seat("blue"))) == 12 - lost


# 16.8 The 8-CU limit


def column(units: int) -> Table:
    table = Table(options=("movement-limit",))
    table.pc("blue", "larisa")
    table.army("blue", "antigonos", "larisa", mercenary=units)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos")
    return table


@pytest.mark.rule("R16.8.1")
def test_at_most_8_cus_move_together() -> None:
    table = column(9)
    assert table.why_not("take-all") == "16.8.1"
    table.act(*["take:mercenary"] * 8)
    assert table.why_not("take:mercenary") == "16.8.1"
    table.act("march:lamia")
    assert table.forces("blue", "lamia") == {"mercenary": 8}
    assert table.forces("blue", "larisa") == {"mercenary": 1}


@pytest.mark.rule("R16.8.1")
@pytest.mark.parametrize("rule", ["11.3.8", "14.10.1"])
def test_more_than_8_cus_withdraw_and_retreat_together(rule: str) -> None:
    table = Table(options=("movement-limit",))
    table.army("blue", "antigonos", "lamia", mercenary=11)
    start, end, general = table.location("lamia"), table.location("larisa"), 1 << table.general_number("antigonos")
    table.begin(lambda p: losses.begin_retreat(p, BLUE, BLUE, start, end, general, troop(mercenary=11), 0, rule))
    assert (table.where("antigonos"), table.forces("blue", "larisa")) == ("larisa", {"mercenary": 11})


@pytest.mark.rule("R16.8.1")
def test_a_group_that_has_grown_drops_something_off_before_it_moves_on() -> None:
    table = column(8)
    table.act("take-all", "march:lamia")
    army = activation.army(table.play)
    assert army is not None
    table.cus("blue", "lamia", royal=1)
    table.play.become(army, army.but(cus=(8, 0, 1, 0, 0, 0), fresh=(0, 0, 1, 0, 0, 0), stale=1))
    found = army.but(cus=(8, 0, 1, 0, 0, 0)).check_leaving(table.play)
    assert found is not None
    assert found.rule == "16.8.1"


@pytest.mark.rule("R16.8.1")
def test_at_most_8_cus_intercept_together() -> None:
    table = Table(options=("movement-limit",))
    table.pc("red", "pergamon")
    table.army("red", "peithon", "pergamon", mercenary=10)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis", "intercept:pergamon", "take-general:peithon")
    assert table.why_not("take-all") == "16.8.1"


@pytest.mark.rule("R16.8.1")
def test_evasion_takes_everything_along() -> None:
    table = Table(options=("movement-limit",), dice=(6,))
    table.army("red", "peithon", "sardeis", mercenary=10)
    table.army("blue", "krateros", "kelainai", mercenary=8)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis")
    while "evade" not in table.offers:
        table.act("pass")
    table.act("evade", "evade-to:pergamon")
    assert table.forces("red", "pergamon") == {"mercenary": 10}


# 16.9 Cavalry


@pytest.mark.rule("R16.9.1")
def test_a_cavalry_cu_has_combat_strength_1() -> None:
    assert MATERIAL.pieces.unit_strength[Unit.CAVALRY] == 1


@pytest.mark.rule("R16.9.3")
def test_every_starting_general_gets_a_cavalry_cu() -> None:
    rng = random.Random(2)
    game = Game.new(4, 2, ("cavalry",))
    while not game.state.turn:
        assert game.decision is not None
        game.act_code(rng.choice(game.decision.codes))
    cavalry = sum(cus[Unit.CAVALRY] for cus in game.state.cus.values())
    assert cavalry == len(MATERIAL.pieces.starting[4])


@pytest.mark.rule("R16.9.6", "R16.9.7", "R16.9.8")
@pytest.mark.parametrize(
    ("number", "space", "forces"),
    [
        ("7", "byzantion", [{"mercenary": 1, "cavalry": 1}]),
        ("8", "mazaka", [{"mercenary": 1, "cavalry": 1}]),
        ("5", "larisa", [{"mercenary": 1, "cavalry": 1}]),
        ("5", "athenai", [{"mercenary": 2}]),
        ("26", "babylon", [{"mercenary": 1, "cavalry": 1}]),
        ("33", "persepolis", [{"mercenary": 2, "cavalry": 1}]),
        ("34", "armavir", [{"mercenary": 2, "cavalry": 1}]),
        ("35", "pella", [{"mercenary": 2, "cavalry": 1}]),
        ("36", "molossia", [{"mercenary": 3, "cavalry": 1}]),
        ("37", "alexandria", [{"mercenary": 2}, {"loyal": 1}, {"cavalry": 1}]),
        ("38", "pella", [{"loyal": 1}, {"cavalry": 1}]),
    ],
)
def test_what_events_bring_with_cavalry(number: str, space: str, forces: list[dict[str, int]]) -> None:
    table = Table(options=("cavalry",))
    place = table.space(space) if space in MATERIAL.board.space_index else space_id(0)
    assert [told(cus) for cus in forces_of(table.play, table.card_number(number), place)] == forces


@pytest.mark.rule("R16.9.9")
def test_cavalry_is_trained_for_6_ops() -> None:
    assert MATERIAL.edition.training_cost[Unit.CAVALRY] == 6


@pytest.mark.rule("R16.9.10")
def test_cavalry_is_not_macedonian() -> None:
    table = Table(options=("cavalry",))
    table.army("blue", "antigonos", "pella", cavalry=3, loyal=1)
    assert scoring.macedonian_cus(table.state, table.seat("blue")) == 1
    assert Unit.CAVALRY not in MACEDONIAN


def riders(space: str, owner: str, mps: int = 4, *, cavalry: int = 1) -> Table:
    """Blue's Lysimachos stands with 3 CUs in a space of somebody else."""
    table = Table(options=("cavalry",))
    table.pc(owner, space)
    table.army("blue", "lysimachos", space, mercenary=4 - cavalry, **({"cavalry": cavalry} if cavalry else {}))
    table.begin(lambda p: activation.begin(p, table.seat("blue"), mps, 1))
    table.act("activate:lysimachos", "take-all")
    return table


@pytest.mark.rule("R16.9.11", "R16.9.13")
@pytest.mark.parametrize(
    ("space", "owner", "cavalry", "cost"),
    [
        ("trikka", "independent", 1, 1),
        ("ouxioi", "independent", 1, 1),
        ("trikka", "independent", 0, 2),
        ("sardeis", "red", 1, 2),
        ("sardeis", "independent", 1, 2),
    ],
)
def test_cavalry_besieges_independent_minor_cities_and_strongholds_for_1_mp(
    space: str, owner: str, cavalry: int, cost: int
) -> None:
    table = riders(space, owner, mps=cost, cavalry=cavalry)
    assert f"siege:{space}" in table.offers
    if cost > 1:
        table = riders(space, owner, mps=1, cavalry=cavalry)
        assert table.why_not(f"siege:{space}") == "9.3.0.1"


@pytest.mark.rule("R16.9.12")
def test_still_two_sieges_in_a_segment_and_space() -> None:
    table = Table(options=("cavalry",), dice=(1, 1))
    table.pc("independent", "ouxioi")
    table.army("blue", "lysimachos", "ouxioi", mercenary=6, cavalry=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:lysimachos", "take-all", "siege:ouxioi", "siege:ouxioi")
    assert table.why_not("siege:ouxioi") == "15.2.A.3"


@pytest.mark.rule("R16.9.14")
@pytest.mark.parametrize(("cavalry", "rule"), [(1, ""), (0, "9.3.0.1")])
def test_cavalry_removes_a_players_pc_for_1_mp(cavalry: int, rule: str) -> None:
    table = riders("trikka", "red", mps=1, cavalry=cavalry)
    assert table.why_not("remove-pc:trikka") == rule


@pytest.mark.rule("R16.9.15")
@pytest.mark.parametrize(("cavalry", "column_used"), [(1, 1), (0, 2)])
def test_passing_a_stronghold_with_cavalry_uses_column_1(cavalry: int, column_used: int) -> None:
    table = Table(options=("cavalry",), dice=(1,))
    table.pc("independent", "elymaioi")
    table.army("blue", "peithon", "sousa", mercenary=4 - cavalry, **({"cavalry": cavalry} if cavalry else {}))
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:peithon", "take-all", "march:elymaioi")
    onward = next(a for a in table.offers if a.startswith("march:") and a != "march:sousa")
    table.act(onward)
    roll = table.events("attrition_roll")[0]
    assert ("column", "number", column_used) in roll.args


# 16.11 Independent Army reactions


def near_leosthenes(*cards: str, dice: tuple[int, ...] = (), option: bool = True, blue: int = 4) -> Table:
    """Leosthenes stands in Lamia; Blue marches from Pella to Larisa; Red may hold cards."""
    table = Table(players=3, options=("independent-reactions",) if option else (), dice=dice)
    table.independent("leosthenes", "lamia")
    table.pc("blue", "pella")
    table.army("blue", "antigonos", "pella", mercenary=blue)
    table.hand("red", *cards)
    table.deck("5", "6", "49", "50")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:larisa")
    return table


@pytest.mark.rule("R16.11.1", "R16.11.3")
def test_for_a_discarded_surprise_card_an_independent_general_intercepts() -> None:
    table = near_leosthenes("52", "1", dice=(6,))
    assert table.deciding == "red"
    assert table.offers == ("move-independent:leosthenes", "pass")
    table.act("move-independent:leosthenes")
    assert [*table.offers] == ["discard:52"]
    table.act("discard:52")
    assert table.where("leosthenes") == "larisa"
    assert table.forces("independent", "larisa") == {"mercenary": 6}
    assert table.state.hands[table.seat("red")].bit_count() == 2, "replaced as usual"
    assert table.decision.prompt == "prompt.withdraw"


@pytest.mark.rule("R16.11.1")
def test_a_failed_attempt_leaves_him_where_he_is() -> None:
    table = near_leosthenes("52", dice=(4,))
    table.act("move-independent:leosthenes", "discard:52")
    assert table.where("leosthenes") == "lamia"


@pytest.mark.rule("R16.11.3")
def test_without_a_surprise_card_a_player_is_asked_and_can_only_pass() -> None:
    table = near_leosthenes("1")
    assert table.deciding == "red"
    assert table.offers == ("pass",)
    assert table.why_not("move-independent:leosthenes") == "16.11.3"


@pytest.mark.rule("R16.11.3")
def test_the_moving_player_is_not_asked() -> None:
    table = near_leosthenes("1")
    table.act("pass")
    assert table.decision.prompt == "prompt.army"


@pytest.mark.rule("R7.5.4")
@pytest.mark.rule("R16.11.1")
def test_without_the_option_independents_do_not_react() -> None:
    table = near_leosthenes("52", option=False)
    assert table.decision.prompt == "prompt.army"


@pytest.mark.rule("R16.11.5")
def test_once_declared_from_a_space_nobody_declares_from_there_again() -> None:
    table = Table(players=3, options=("independent-reactions",), dice=(1,))
    table.independent("leosthenes", "lamia")
    table.independent("glaukias", "lamia")
    table.pc("blue", "pella")
    table.army("blue", "antigonos", "pella", mercenary=4)
    table.hand("red", "52", "54")
    table.hand("yellow", "51")
    table.deck("5", "6", "49", "50")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:larisa")
    assert {"move-independent:leosthenes", "move-independent:glaukias"} <= set(table.offers)
    table.act("move-independent:glaukias", "discard:52")
    if table.deciding == "red":
        assert table.why_not("move-independent:leosthenes") == "16.11.5"
    assert table.decision.prompt != "prompt.intercept" or table.offers == ("pass",)


@pytest.mark.rule("R16.11.2")
def test_an_interceptor_brings_only_himself() -> None:
    table = Table(players=3, options=("independent-reactions",), dice=(6,))
    table.independent("leosthenes", "lamia")
    table.independent("glaukias", "lamia")
    table.pc("blue", "pella")
    table.army("blue", "antigonos", "pella", mercenary=4)
    table.hand("red", "52")
    table.deck("5", "6")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:larisa", "move-independent:glaukias", "discard:52")
    assert table.where("glaukias") == "larisa"
    assert table.where("leosthenes") == "lamia"
    assert table.forces("independent", "lamia") == {"mercenary": 6}


@pytest.mark.rule("R16.11.4")
def test_who_declares_for_independents_makes_no_own_attempt() -> None:
    table = Table(players=3, options=("independent-reactions",))
    table.independent("glaukias", "poteidaia")
    table.independent("seuthes", "herakleia_lynkestis")
    table.army("blue", "antigonos", "amphipolis", mercenary=4)
    table.army("red", "eumenes", "tp_stoboi", mercenary=2)
    table.army("red", "peithon", "larisa", mercenary=2)
    table.hand("red", "52", "54")
    table.deck("5", "6", "49", "50")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:pella")
    assert {"intercept:tp_stoboi", "move-independent:glaukias", "move-independent:seuthes"} <= set(table.offers)
    assert table.game is not None
    own = table.game.copy()
    table.act("move-independent:glaukias", "discard:52")
    assert table.why_not("intercept:tp_stoboi") == "16.11.4"
    for action in ("intercept:tp_stoboi", "take-general:eumenes", "done"):
        own.act(action)
    found = own.why_not("move-independent:glaukias")
    assert found is not None
    assert found.rule == "16.11.4"


def attack_on(general: str, at: str, start: str, *dice: int, others: tuple[str, ...] = ()) -> Table:
    """Blue marches into a space of Independent Armies; Red holds a Surprise card."""
    table = Table(players=3, options=("independent-reactions",), dice=dice)
    for name in (general, *others):
        table.independent(name, at)
    table.pc("blue", start)
    table.army("blue", "antigonos", start, mercenary=5)
    table.hand("red", "52", "1")
    table.deck("5", "6", "49")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", f"march:{at}")
    return table


@pytest.mark.rule("R16.11.1", "R16.11.2")
def test_an_evader_takes_all_independent_armies_of_the_space_along() -> None:
    table = attack_on("leosthenes", "larisa", "pella", 6, others=("glaukias",))
    assert table.decision.prompt == "prompt.evade_independents"
    table.act("move-independent:glaukias", "discard:52")
    assert table.deciding == "red"
    assert table.decision.prompt == "prompt.evade_to"
    table.act("evade-to:lamia", "done")
    assert table.where("glaukias") == table.where("leosthenes") == "lamia"
    assert table.forces("independent", "lamia") == {"mercenary": 11}


@pytest.mark.rule("R16.11.6")
def test_a_failed_independent_evasion_loses_local_troops() -> None:
    table = attack_on("leosthenes", "larisa", "pella", 1, 3, 3, 3, 3)
    table.act("move-independent:leosthenes", "discard:52")
    while not table.events("battle_strength"):
        table.act("pass" if "pass" in table.offers else "stand")
    strength = next(e for e in table.events("battle_strength") if ("who", "faction", 5) in e.args)
    assert ("local", "number", 0) in strength.args


@pytest.mark.rule("R16.11.7")
def test_leosthenes_does_not_leave_thessalia_and_hellas() -> None:
    """From Larisa, entered from Trikka, Makedonia is barred, so he goes to Lamia and stays or goes on."""
    table = attack_on("leosthenes", "larisa", "trikka", 6)
    table.act("move-independent:leosthenes", "discard:52")
    assert table.where("leosthenes") == "lamia"
    assert table.offers == ("evade-to:boiotia", "done")


@pytest.mark.rule("R16.11.7")
def test_glaukias_goes_where_he_likes() -> None:
    table = attack_on("glaukias", "larisa", "trikka", 6)
    table.act("move-independent:glaukias", "discard:52")
    assert table.offers == ("evade-to:lamia", "evade-to:pella")


@pytest.mark.rule("R16.11.7")
def test_leosthenes_does_not_intercept_in_makedonia() -> None:
    table = Table(players=3, options=("independent-reactions",))
    table.independent("leosthenes", "larisa")
    table.independent("glaukias", "larisa")
    table.army("blue", "antigonos", "amphipolis", mercenary=4)
    table.hand("red", "52")
    table.deck("5", "6")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:pella")
    assert "move-independent:glaukias" in table.offers
    assert table.why_not("move-independent:leosthenes") == "16.11.7"


@pytest.mark.rule("R16.11.7")
@pytest.mark.parametrize("others", [(), ("glaukias",)])
def test_philon_leaves_the_game_when_he_evades_into_hellas(others: tuple[str, ...]) -> None:
    table = attack_on("philon", "larisa", "pella", 6, others=others)
    table.act("move-independent:philon", "discard:52", "evade-to:lamia")
    assert table.state.generals[table.general_number("philon")] == OUT
    if others:
        table.act("done")
        assert table.where("glaukias") == "lamia"
    assert table.forces("independent", "lamia") == ({"mercenary": 5} if others else {})


@pytest.mark.rule("R16.11.7")
def test_philon_who_intercepts_in_hellas_is_gone() -> None:
    table = Table(players=3, options=("independent-reactions",), dice=(6,))
    table.independent("philon", "larisa")
    table.army("blue", "antigonos", "boiotia", mercenary=4)
    table.hand("red", "52")
    table.deck("5", "6")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:lamia", "move-independent:philon", "discard:52")
    assert table.state.generals[table.general_number("philon")] == OUT
    assert table.decision.prompt == "prompt.army", "nobody stands against the mover"


@pytest.mark.rule("R16.9.16", "R16.9.2")
def test_with_cavalry_an_independent_interceptor_has_it_too() -> None:
    table = Table(players=3, options=("independent-reactions", "cavalry"), dice=(4,))
    table.independent("leosthenes", "lamia")
    table.pc("blue", "pella")
    table.army("blue", "antigonos", "pella", mercenary=4)
    table.hand("red", "52")
    table.deck("5", "6")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:antigonos", "take-all", "march:larisa", "move-independent:leosthenes", "discard:52")
    assert table.where("leosthenes") == "larisa"


# 16.12


@pytest.mark.rule("R16.12.1")
def test_the_short_game_ends_after_game_turn_4() -> None:
    for seed in range(40):
        game = harness.play(4, seed, options=("short-game",))
        assert game.state.turn <= 4
        if game.result is not None and game.result.victory == "end-game":
            assert game.result.vp[game.result.winner] == max(game.result.vp)
            return
    raise AssertionError("no game came to its end")


@pytest.mark.rule("R16.1.5")
def test_a_position_remembers_a_lost_capital() -> None:
    game = Game.new(4, 3, ("foundation-of-a-capital",))
    rng = random.Random(3)
    while game.state.segment != 0:
        assert game.decision is not None
        game.act_code(rng.choice(game.decision.codes))
    game.state.capital[1] = options.CAPITAL_LOST
    again = Game.from_position(game.position(), seed=1)
    assert again.state.capital == [-1, options.CAPITAL_LOST, -1, -1]
