"""Rules that all editions share, shown so that it does not matter what else an edition does in its own way.

Armies, not Generals alone, Intercept; who enters says that he attacks, where he is asked; a route is announced whole
where it has to be.
"""

import pytest

from diadochi.data import load_material
from diadochi.game import Game
from diadochi.model import moves
from diadochi.model.edition import EDITIONS
from diadochi.model.ids import SEATS
from diadochi.model.state import NOBODY, SURRENDER
from diadochi.rules import (
    activation,
    deck,
    fleets,
    independents,
    prestige,
    reinforcements,
    scoring,
    siege,
    strategy,
    turn,
    tyche,
)
from diadochi.rules.scoring import rescore
from diadochi.rules.upkeep import upkeep
from tests import table as tables
from tests.rules.activations import campaign, force_march, mps
from tests.rules.battles import fact, facts, fight
from tests.rules.points import preparations, score, settled, winner
from tests.rules.segments import card_segment, player_turn
from tests.rules.voyages import fleet_sides, put_to_sea
from tests.table import Table, troop


def march(table: Table, general: str, *spaces: str, points: int = 4, faction: str = "blue") -> None:
    """An Army marches, and attacks where it is asked."""
    force_march(table, points, faction)
    table.act(f"activate:{general}")
    answer(table, "take-all")
    for space in spaces:
        enter(table, space)


def enter(table: Table, space: str) -> None:
    table.act(f"march:{space}")
    attack(table)


def attack(table: Table) -> None:
    while not table.over and table.decision.prompt == "prompt.ask_passage":
        table.act("attack" if "attack" in table.offers else "pass")


def decline(table: Table, *prompts: str) -> None:
    """What others are asked besides the point is declined."""
    while not table.over and table.decision.prompt.removeprefix("prompt.") in (*prompts, "ask_passage"):
        table.act(next(a for a in ("attack", "pass", "stand", "done", "decline") if a in table.offers))


def intercept(table: Table, source: str, general: str) -> None:
    """With all that stands there."""
    table.act(f"intercept:{source}")
    for answer in (f"take-general:{general}", "take-all"):
        if not table.over and answer in table.offers:
            table.act(answer)


def may(table: Table, action: str) -> bool:
    return not table.over and action in table.offers


def answer(table: Table, *actions: str) -> None:
    """Those of the actions that are asked for, in their order."""
    for action in actions:
        if may(table, action):
            table.act(action)


# 3 Points and victory


def guardian_of(heir: str, blue: int, red: int, owner: str = "blue") -> Table:
    table = Table()
    table.pc("blue", "gordion")
    score(table, "blue", blue)
    score(table, "red", red)
    table.royal(heir, "gordion", owner)
    return settled(table)


def comes_of_age(heir: str) -> int:
    return next(
        number for number, royal in tables.alike(tables.played).edition.regency_heir.items() if heir == ROYALS[royal]
    )


ROYALS = tuple(royal.id for royal in load_material().pieces.royals)


@pytest.mark.rule("R3.2.3")
@pytest.mark.parametrize("heir", ["alexandros", "herakles"])
@pytest.mark.parametrize(("breaker", "blue_wins"), [("red", False), ("blue", True)])
def test_a_tied_guardian_wins_by_the_tie_breaker(heir: str, breaker: str, blue_wins: bool) -> None:
    worth = {"alexandros": 5, "herakles": 2}[heir]
    table = guardian_of(heir, 2, 2 + worth)
    table.army(breaker, "krateros", "gordion" if breaker == "blue" else "memphis", loyal=2)
    preparations(table, comes_of_age(heir))
    answer(table, "crown")
    assert winner(table) == (("blue", "regency") if blue_wins else ("", ""))
    assert (table.where_royal(heir) == "out") is not blue_wins


@pytest.mark.rule("R3.2.4")
@pytest.mark.parametrize("heir", ["alexandros", "herakles"])
def test_a_guardian_who_does_not_win_loses_the_heir(heir: str) -> None:
    table = guardian_of(heir, 1, 9)
    preparations(table, comes_of_age(heir))
    assert winner(table) == ("", "")
    assert table.where_royal(heir) == "out"
    assert table.legitimacy("blue") == 3
    assert len(table.events("assassinated")) == 1


@pytest.mark.rule("R3.2.6")
@pytest.mark.parametrize("heir", ["alexandros", "herakles"])
def test_without_the_heir_there_is_no_check(heir: str) -> None:
    table = guardian_of(heir, 9, 0)
    scoring.kill_royal(table.play, table.royal_number(heir))
    preparations(table, comes_of_age(heir))
    assert winner(table) == ("", "")
    assert not table.events("regency_check")


@pytest.mark.rule("K6.1.S7", "K6.1.S8")
@pytest.mark.parametrize(("heir", "number"), [("herakles", 4), ("alexandros", 5)])
@pytest.mark.parametrize("wins", [True, False])
def test_in_the_draft_the_heirs_come_of_age_the_other_way_round(heir: str, number: int, wins: bool) -> None:
    table = Table(edition="draft")
    table.pc("blue", "gordion")
    table.royal(heir, "gordion", "blue")
    score(table, "red", 0 if wins else 15)
    preparations(settled(table), number)
    assert winner(table) == (("blue", "regency") if wins else ("", ""))
    assert (table.where_royal(heir) == "out") is not wins


def facing(usurper: str = "", champion: bool = True) -> Table:
    """Krateros of Blue before Larisa, where Red has half as many CUs."""
    table = Table(dice=(6, 6, 1, 1, 1))
    table.army("blue", "krateros", "pella", mercenary=4)
    table.army("red", "philoxenos", "larisa", mercenary=2)
    if usurper:
        table.state.usurper = table.seat(usurper)
    if not champion:
        table.state.champions &= ~(1 << table.seat("red"))
    march(table, "krateros", "larisa")
    decline(table, "evade", "intercept")
    assert table.events("battle_begins")
    return table


@pytest.mark.rule("R3.7.2", "R10.H.1")
def test_a_champion_who_attacks_a_champion_becomes_a_successor_before_the_dice() -> None:
    table = facing()
    assert not table.champion("blue") and table.champion("red")
    keys = [e.key for e in table.game.events]  # type: ignore[union-attr]
    assert keys.index("becomes_successor") < keys.index("battle_roll")
    assert table.legitimacy("blue") == 0


@pytest.mark.rule("R3.7.11", "R10.H.1")
@pytest.mark.parametrize(("usurper", "champion"), [("red", True), ("", False)])
def test_attacking_the_usurper_or_a_successor_costs_nothing(usurper: str, champion: bool) -> None:
    assert facing(usurper, champion).champion("blue")


@pytest.mark.rule("R3.7.13")
def test_the_usurper_who_attacks_a_champion_becomes_a_successor_too() -> None:
    assert not facing("blue").champion("blue")


@pytest.mark.rule("R10.J.1", "R3.7.6")
@pytest.mark.parametrize("own", [4, 5])
def test_five_to_one_is_an_overrun_and_an_attack(own: int) -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.army("blue", "krateros", "pella", mercenary=own)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=1)
    march(table, "krateros", "larisa")
    assert bool(table.events("overruns")) == (own == 5)
    assert bool(table.events("battle_begins")) == (own == 4)
    assert table.forces("red", "larisa") == {}
    assert not table.champion("blue")


@pytest.mark.rule("R3.7.14")
def test_a_battle_of_an_independent_army_costs_its_mover_no_status() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.army("red", "peithon", "larisa", mercenary=2)
    table.independent("leosthenes", "lamia")
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:leosthenes", "march:larisa")
    decline(table, "evade")
    assert table.events("battle_begins")
    assert table.champion("blue")


@pytest.mark.rule("R3.7.8")
def test_an_attack_that_does_not_take_place_costs_nothing() -> None:
    """All go inside before the battle."""
    table = Table()
    table.pc("red", "pella")
    table.army("red", "eumenes", "pella", mercenary=2)
    table.army("blue", "krateros", "larisa", mercenary=4)
    march(table, "krateros", "pella")
    answer(table, "inside:mercenary", "inside:mercenary", "inside-general:eumenes", "done")
    assert table.forces("red", "pella.inside") == {"mercenary": 2}
    assert not table.events("battle_begins")
    assert table.champion("blue")


def buried_at(city: str) -> Table:
    table = Table(turn=2, segment=3)
    table.army("blue", "krateros", city, mercenary=1)
    table.royal("funeral_cart", city, "blue")
    seat = table.seat("blue")
    table.begin(lambda p: p.push(strategy.PlayerTurn(seat, strategy.FORAGING)))
    assert "pass" in table.offers
    table.act("bury")
    return table


@pytest.mark.rule("R3.6.7", "R3.8.6", "R3.8.7")
def test_buried_in_pella_alexander_gives_ten_for_ever() -> None:
    table = buried_at("pella")
    assert table.state.tomb == table.space("pella")
    assert table.where_royal("funeral_cart") == "out"
    table.pc("red", "pella")
    settled(table)
    assert table.legitimacy("blue") == 3 + 10


@pytest.mark.rule("R3.8.8")
def test_elsewhere_two_to_whoever_controls_the_city() -> None:
    table = buried_at("babylon")
    assert table.legitimacy("blue") == 3
    table.pc("red", "babylon")
    settled(table)
    assert (table.legitimacy("blue"), table.legitimacy("red")) == (3, 5)


@pytest.mark.rule("R3.8.6")
def test_nobody_has_to_bury_him() -> None:
    table = Table(turn=2, segment=3)
    table.army("blue", "krateros", "pella", mercenary=1)
    table.royal("funeral_cart", "pella", "blue")
    seat = table.seat("blue")
    table.begin(lambda p: p.push(strategy.PlayerTurn(seat, strategy.FORAGING)))
    decline(table, "bury")
    assert table.where_royal("funeral_cart") == "pella"


@pytest.mark.rule("R3.8.9")
def test_what_is_not_buried_by_game_turn_four_is_gone() -> None:
    table = Table()
    table.royal("funeral_cart", "babylon", "blue")
    table.army("blue", "krateros", "babylon", mercenary=1)
    for heir in ("alexandros", "herakles"):
        scoring.kill_royal(table.play, table.royal_number(heir))
    preparations(table, 4)
    assert table.where_royal("funeral_cart") == "out"


# 4 Set-up, in a game from its beginning


def set_up(players: int) -> Table:
    """A game that has begun, with the first start of everybody who may choose."""
    table = Table(players)
    table.game = Game.new(players, 1, material=table.material)
    table._follow()
    while table.decision.prompt != "prompt.first_player" and table.state.turn == 0:
        table.act(table.offers[0])
    return table


@pytest.mark.rule("R2.25", "R4.1.5", "R4.2.4")
def test_two_independent_armies_are_on_the_map_the_rest_waits_in_its_boxes() -> None:
    table = set_up(4)
    assert (table.where("leosthenes"), table.where("ariarathes")) == ("lamia", "komana")
    assert {table.where(g) for g in ("philon", "glaukias", "seuthes")} == {table.where_royal("philippos")} == {"box"}
    assert (table.state.helepolis, table.state.fleet_owner[table.fleet_number("kilikia")]) == (-1, -1)


@pytest.mark.rule("R4.2.5", "R4.2.6")
@pytest.mark.parametrize(
    ("royal", "space"), [("herakles", "damaskos"), ("alexandros", "babylon"), ("funeral_cart", "babylon")]
)
def test_where_heirs_and_cart_begin(royal: str, space: str) -> None:
    assert set_up(4).where_royal(royal) == space


@pytest.mark.rule("R4.6.5", "R4.6.6", "R4.6.7")
@pytest.mark.parametrize(
    ("general", "space", "province", "pcs"),
    [
        ("leonnatos", "", "mikra_phrygia", 2),
        ("peithon", "ekbatana", "media", 6),
        ("antigonos", "kelainai", "phrygia", 4),
    ],
)
def test_where_a_starting_general_begins(general: str, space: str, province: str, pcs: int) -> None:
    table = set_up(4)
    board = table.material.board
    owner = table.name(table.state.owners[table.general_number(general)])
    members = board.members[board.province_index[province]]
    where = table.where(general)
    assert where == space or (not space and table.space(where) in members)
    assert table.forces(owner, where) == {"loyal": 2, "mercenary": 2}
    assert [table.name(table.state.pcs[member]) for member in members].count(owner) == pcs


# 5, 6 The turn


@pytest.mark.rule("R5.1.B.1")
def test_who_has_the_most_vp_is_usurper_for_the_whole_turn() -> None:
    table = Table(players=2, dice=(1, 2))
    score(table, "red", 5)
    score(table, "blue", 2)
    table.pc("blue", "gordion")
    preparations(table, 2)
    answer(table, "first:blue", "left", "right")
    decline(table, "place")
    assert table.name(table.state.usurper) == "red"
    score(table, "blue", 9)
    rescore(table.play)
    assert table.name(table.state.usurper) == "red"


@pytest.mark.rule("K6.3.S2")
def test_in_the_draft_a_tie_for_usurper_goes_to_the_most_senior_general() -> None:
    table = Table(players=2, edition="draft", dice=(1, 2))
    for faction, general in (("red", "seleukos"), ("blue", "krateros")):
        score(table, faction, 2)
        table.general(faction, general, "dispersed")
    preparations(table, 2)
    answer(table, "first:blue")
    assert table.name(table.state.usurper) == "blue"


@pytest.mark.rule("T3.1.2")
def test_in_the_third_edition_who_has_the_fewest_vp_names_anybody_first() -> None:
    table = Table(players=3, edition="third")
    score(table, "red", 5)
    score(table, "yellow", 3)
    preparations(table, 2)
    assert (table.deciding, set(table.offers)) == ("blue", {"first:blue", "first:red", "first:yellow"})


@pytest.mark.rule("R5.2.7")
def test_reinforcements_are_placed_in_turn_order_and_must_be() -> None:
    table = Table(players=2)
    score(table, "red", 5)
    table.pc("red", "kelainai")
    table.pc("blue", "babylon")
    table.state.order = (table.seat("red"), table.seat("blue"))
    table.begin(reinforcements.begin_phase)
    asked = []
    while not table.over:
        if table.decision.prompt == "prompt.reinforce_minors":
            table.act("done")
            continue
        assert all(offer.startswith("place:") for offer in table.offers)
        asked.append(table.deciding)
        table.act(table.offers[0])
    assert asked == sorted(asked, reverse=True) and set(asked) == {"red", "blue"}


PLAYED = [2, 3, 4]
"""Numbers of players in all editions."""


@pytest.mark.rule("R5.3.2", "R5.3.3")
@pytest.mark.parametrize(("players", "face_down"), [(2, 10), (3, 5), (4, 0)])
def test_hands_and_cards_face_down(players: int, face_down: int) -> None:
    table = Table(players)
    cards = table.material.cards
    table.state.aside = sum(1 << i for i, card in enumerate(cards) if not card.in_first_deck)
    table.begin(lambda p: (deck.shuffle_all(p), deck.deal(p)))  # type: ignore[arg-type, func-returns-value]
    assert [deck.hand_size(table.state, seat) for seat in SEATS[players]] == [5] * players
    assert len(table.state.face_down) == face_down


@pytest.mark.rule("R6.0.1", "R6.0.7", "R5.6.2")
@pytest.mark.parametrize("players", PLAYED)
def test_after_five_rounds_the_next_game_turn_begins(players: int) -> None:
    assert set_up(players).material.edition.rounds[players] == 5
    for number, over in ((4, False), (5, True)):
        table = Table(players, dice=(1, 2, 3, 4) * 9)
        table.state.round = number
        table.hand("blue", "5", "57")
        table.pc("blue", "kelainai")
        table.pc("red", "babylon")
        table.begin(lambda p: p.push(turn.GameTurn(turn.STRATEGY, NOBODY, players)))
        assert bool(table.events("game_turn")) == over
        assert table.state.turn == 2 + over


@pytest.mark.rule("T24.2.2")
def test_in_the_third_edition_three_players_turn_up_a_card_a_round_of_five() -> None:
    edition = load_material("third").edition
    assert (edition.face_down[3], edition.revealed_per_round[3], edition.rounds[3]) == (5, 1, 5)
    assert edition.victory_vp[3] == 26


@pytest.mark.rule("R5.4.3")
def test_one_moves_or_raises_a_mercenary() -> None:
    table = Table(dice=(3,))
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.pc("blue", "larisa")
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    assert {"campaign", "mercenary"} <= set(table.offers)
    table.act("mercenary")
    answer(table, "place:larisa")
    assert table.forces("blue", "larisa") == {"mercenary": 2}
    assert table.over or not {"campaign", "activate:krateros"} & set(table.offers)
    assert not table.events("movement_die")


@pytest.mark.rule("T9.13.1")
def test_in_the_third_edition_the_mercenary_is_chosen_before_the_die() -> None:
    table = Table(edition="third", dice=(3,))
    table.army("blue", "krateros", "larisa", mercenary=1)
    table.pc("blue", "larisa")
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    table.act("mercenary")
    assert not table.events("movement_die")
    assert table.forces("blue", "larisa") == {"mercenary": 2} or "place:larisa" in table.offers


@pytest.mark.rule("R6.2.B1.2", "R6.2.B1.3")
def test_a_force_march_has_its_ops_as_mps_and_the_army_moves_again() -> None:
    table = Table(dice=(6,))
    table.army("blue", "krateros", "larisa", mercenary=2)
    table.hand("blue", "4")
    player_turn(table)
    while "force-march:4" not in table.offers:
        table.act(next(a for a in ("done", "pass") if a in table.offers))
    table.act("force-march:4", "activate:krateros")
    answer(table, "take-all")
    assert mps(table) == table.material.cards[table.card_number("4")].ops
    table.act("march:pella")
    while "campaign" not in table.offers:
        table.act(next(a for a in ("done", "pass") if a in table.offers))
    table.act("campaign")
    assert "activate:krateros" in table.offers


# 7 Generals, troops, Fleets


@pytest.mark.rule("R7.1.1")
@pytest.mark.parametrize(("general", "points", "success"), [("antigonos", 4, True), ("krateros", 2, False)])
def test_a_lower_initiative_is_better(general: str, points: int, success: bool) -> None:
    """A die of 3 is more than the 2 of Antigonos and less than the 4 of Krateros."""
    table = Table()
    table.army("blue", general, "kelainai", mercenary=1)
    campaign(table, 3)
    table.act(f"activate:{general}")
    assert mps(table) == points
    table = Table(active="red", dice=(3, 1, 1, 1, 1))
    table.army("blue", general, "pergamon", mercenary=1)
    table.army("red", "peithon", "kelainai", mercenary=3)
    march(table, "peithon", "sardeis", faction="red")
    intercept(table, "pergamon", general)
    assert (table.where(general) == "sardeis") == success


@pytest.mark.rule("R7.1.2", "R14.7.1")
def test_the_battle_rating_is_the_floor_of_each_die() -> None:
    table = Table(active="blue")
    table.army("blue", "krateros", "trikka", mercenary=4)
    table.pc("red", "trikka")
    table.cus("red", "trikka", mercenary=4)
    fight(table, "blue", "red", "trikka", 1, 5, 1, 1, 1, 1, 1)
    assert {fact(e, "who"): fact(e, "roll") for e in table.events("battle_roll")} == {0: 4 + 5, 1: 2}


@pytest.mark.rule("T27.1.S44")
def test_in_the_third_edition_demetrios_comes_to_the_faction_of_antigonos_in_game_turn_three() -> None:
    table = Table(edition="third")
    table.pc("red", "kelainai")
    table.state.dealt[table.seat("red")] |= 1 << table.general_number("antigonos")
    for heir in ("alexandros", "herakles"):
        scoring.kill_royal(table.play, table.royal_number(heir))
    preparations(table, 3)
    assert table.name(table.state.owners[table.general_number("demetrios")]) == "red"
    assert (table.deciding, table.decision.prompt) == ("red", "prompt.reinforce_general")


@pytest.mark.rule("R7.2.C.3", "R14.6.2")
def test_elephants_roll_when_the_strength_is_summed_once_each() -> None:
    table = Table(active="blue")
    table.army("blue", "alketas", "trikka", loyal=2, elephant=2, mercenary=1)
    table.army("red", "philoxenos", "trikka", mercenary=4)
    fight(table, "blue", "red", "trikka", 6, 3, 3, 3, 3, 3, 1, 1)
    assert table.events("battle_strength")[0].dice == (6, 3)
    assert facts(table, "battle_strength", "total") == [2 * 2 + 1 + 4 + 1, 4]


@pytest.mark.rule("T17.6.1")
@pytest.mark.parametrize(("commander", "points"), [("ptolemaios", 2), ("lysimachos", 0)])
def test_in_the_third_edition_only_the_commanders_prestige_counts(commander: str, points: int) -> None:
    """Of equal rank: the owner names the one or the other."""
    table = Table(edition="third")
    table.army("blue", "ptolemaios", "larisa", loyal=2)
    table.general("blue", "lysimachos", "larisa")
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    if f"command:{commander}" in table.further:
        table.act(f"command:{commander}")
    found = prestige.prestige(table.play, table.seat("blue"), table.location("larisa"))
    assert found == table.legitimacy("blue") + points


@pytest.mark.rule("R7.4.1")
def test_a_fleet_is_dispersed_and_never_lost() -> None:
    table = Table()
    table.province("blue", "karia")
    settled(table)
    before = len(table.state.fleet_owner)
    fleets.disperse_fleet(table.play, table.fleet_number("karia"))
    assert table.name(table.state.fleet_owner[table.fleet_number("karia")]) == "blue"
    assert len(table.state.fleet_owner) == before


# 8 The royal family


@pytest.mark.rule("R8.2.6")
@pytest.mark.parametrize(("card", "bride", "worth"), [("31", "kleopatra", 3), ("32", "thessalonike", 2)])
def test_a_bride_joins_the_army_that_is_with_her(card: str, bride: str, worth: int) -> None:
    table = offered(card, bride)
    assert table.holder(bride) == "blue"
    assert table.legitimacy("blue") == 3 + 1 + worth


def offered(card: str, bride: str, at: str = "gaza") -> Table:
    """Blue has played an offer of marriage; Perdikkas stands in Gaza."""
    table = Table(dice=(1, 2, 3, 4, 1, 2, 3, 4))
    table.royal(bride, at)
    table.army("blue", "perdikkas", "gaza", loyal=1)
    table.hand("blue", card)
    card_segment(table)
    answer(table, f"event:{card}", f"spend-nothing:{card}", f"event:{card}")
    return table


@pytest.mark.rule("R8.2.10")
def test_an_offer_lapses_with_the_game_turn() -> None:
    table = offered("31", "kleopatra", at="larisa")
    assert table.state.proposals[0] == table.seat("blue")
    table.begin(lambda p: p.push(turn.GameTurn(turn.END, NOBODY, 0)))
    decline(table, "bury")
    assert table.state.turn == 3
    assert table.state.proposals == [NOBODY, NOBODY]


@pytest.mark.rule("R8.3.1")
def test_heirs_go_to_the_general_who_comes_and_brides_to_nobody() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.royal("philippos", "larisa", "red")
    table.royal("kleopatra", "larisa", "red")
    table.army("blue", "krateros", "pella", mercenary=1)
    march(table, "krateros", "larisa")
    assert (table.holder("philippos"), table.holder("kleopatra")) == ("blue", "")


# 9 Movement


@pytest.mark.rule("R9.1.11")
def test_cus_and_royals_retreat_from_a_draw_without_their_general() -> None:
    """Equal strengths and rolls of 9; Krateros is killed, and every Minor General of Blue is busy elsewhere."""
    table = Table(dice=(4, 5, 4, 5, 6))
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", mercenary=4)
    table.royal("herakles", "pella", "blue")
    for general, at in zip(
        ("alketas", "attalos", "perilaos", "dokimos"), ("lamia", "boiotia", "chalkis", "aitolia"), strict=True
    ):
        if general in MINORS:
            table.army("blue", general, at, mercenary=1)
    table.pc("red", "larisa")
    table.cus("red", "larisa", mercenary=3)
    march(table, "krateros", "larisa", points=1)
    assert table.where("krateros") == "out"
    decline(table, "succession", "successor", "fetch")
    answer(table, "decline", "lose:mercenary")
    assert table.events("battle_drawn")
    assert table.where_royal("herakles") == "pella"
    assert table.forces("blue", "pella") == {"mercenary": 3}


MINORS = tuple(g.id for g in load_material().pieces.generals)


@pytest.mark.rule("T9.4.1")
@pytest.mark.parametrize("own", [True, False])
def test_in_the_third_edition_a_general_stays_with_cus_that_are_left_in_a_foreign_space(own: bool) -> None:
    table = Table(edition="third")
    if own:
        table.pc("blue", "larisa")
    table.army("blue", "krateros", "pella", mercenary=3)
    march(table, "krateros", "larisa")
    table.act("leave:mercenary", "march:lamia")
    assert bool(table.state.generals_at.get(table.location("larisa"), 0)) is not own
    assert table.forces("blue", "larisa") == {"mercenary": 1}


@pytest.mark.rule("R9.2.5", "R9.2.10")
def test_a_senior_general_who_is_taken_up_has_his_own_allowance_less_what_was_spent() -> None:
    table = Table()
    table.army("blue", "antigonos", "lamia", mercenary=3)
    table.general("blue", "krateros", "larisa")
    campaign(table, 3)
    table.act("activate:antigonos", "take-all")
    assert mps(table) == 4
    table.act("march:larisa", "take-general:krateros")
    assert mps(table) == 2 - 1


@pytest.mark.rule("R9.3.D.3", "R9.3.D.4")
def test_a_pc_is_removed_after_the_entry_and_no_status_lost() -> None:
    table = Table()
    table.pc("red", "larisa")
    table.army("blue", "krateros", "lamia", mercenary=3)
    force_march(table)
    table.act("activate:krateros", "take-all")
    assert "remove-pc:larisa" not in table.offers
    table.act("march:larisa", "remove-pc:larisa")
    assert (table.pc_of("larisa"), table.champion("blue"), mps(table)) == ("", True, 1)


@pytest.mark.rule("R9.4.2")
def test_who_enters_his_city_passes_the_outside() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "kelainai", mercenary=1)
    table.army("red", "eumenes", "pergamon", mercenary=1)
    table.cus("red", "sardeis", mercenary=0)
    march(table, "krateros", "sardeis")
    assert table.where("krateros") == "sardeis"
    decline(table, "intercept")
    assert "go-inside" in table.offers


@pytest.mark.rule("K4.10.S13")
def test_in_the_draft_two_cus_find_room_inside() -> None:
    table = Table(edition="draft")
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.general("blue", "demetrios", "sardeis.inside")
    force_march(table)
    table.act("activate:krateros", "take:mercenary", "take:mercenary")
    assert "go-inside" in table.offers
    table.act("take:mercenary")
    assert table.why_not("go-inside") == "9.4.5"


@pytest.mark.rule("K4.10.S3")
@pytest.mark.parametrize(("owner", "points"), [("independent", 1), ("red", 0)])
def test_in_the_draft_an_independent_minor_city_takes_one_siege_point(owner: str, points: int) -> None:
    table = Table(edition="draft", segment=SURRENDER)
    table.pc(owner, "larisa")
    table.army("blue", "krateros", "larisa", mercenary=3)
    settled(table)
    space = table.space("larisa")
    refused = siege.may_conduct(
        table.play, table.seat("blue"), table.location("larisa"), table.general_number("krateros"), troop(mercenary=3)
    )
    assert (refused is None) == bool(points)
    assert not points or siege.needed(table.play, space) == points


@pytest.mark.rule("T16.3.2")
@pytest.mark.parametrize(("end", "pc"), [("larisa", ""), ("athenai", "red")])
def test_in_the_third_edition_an_independent_army_removes_the_pc_where_it_ends(end: str, pc: str) -> None:
    table = Table(edition="third")
    table.pc("red", end)
    table.independent("leosthenes", {"larisa": "lamia", "athenai": "boiotia"}[end])
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:leosthenes", f"march:{end}")
    decline(table, "rearrange", "evade", "intercept")
    answer(table, "done")
    assert table.pc_of(end) == pc


# 10 Entering


@pytest.mark.rule("R10.G.2")
@pytest.mark.parametrize(("points", "can"), [(2, True), (1, False)])
def test_a_lone_general_passes_another_but_does_not_end_there(points: int, can: bool) -> None:
    table = Table()
    table.general("blue", "krateros", "lamia")
    table.general("red", "antigonos", "larisa")
    campaign(table, 1)
    table.act("activate:krateros")
    assert mps(table) == 2
    if points == 1:
        table.act("march:boiotia", "march:lamia")
    if may(table, "march:larisa"):
        enter(table, "larisa")
        decline(table, "evade")
        answer(table, "stand")
        assert table.over or "done" not in table.offers or table.where("krateros") != "larisa"
        answer(table, "march:pella")
    assert (table.where("krateros") == "pella") == can


@pytest.mark.rule("R10.D.1", "R10.E.1")
@pytest.mark.parametrize(("word", "where"), [("withdraw", "kelainai"), ("attack", "sardeis")])
def test_an_intercepted_army_withdraws_or_attacks(word: str, where: str) -> None:
    table = caught()
    assert {"withdraw", "attack"} == set(table.offers)
    table.dice(6, 6, 1, 1, 6, 6)
    table.act(word)
    assert table.where("krateros") == where
    assert bool(table.events("battle_begins")) == (word == "attack")


def caught(**units: int) -> Table:
    """Krateros has marched to Sardeis, and Peithon has Intercepted him from Pergamon."""
    table = Table(dice=(6,))
    table.army("red", "peithon", "pergamon", **(units or {"mercenary": 1}))
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    intercept(table, "pergamon", "peithon")
    return table


@pytest.mark.rule("R10.J.4")
def test_the_overrun_suffer_as_losers() -> None:
    table = Table(dice=(3, 3))
    table.army("blue", "krateros", "pella", mercenary=10)
    table.army("red", "antigonos", "larisa", mercenary=1, loyal=1)
    march(table, "krateros", "larisa")
    decline(table, "evade")
    assert table.events("overruns")
    assert table.where("antigonos") == "dispersed"
    assert table.forces("red", "larisa") == {}
    assert "mercenary" not in table.dispersed("red")


@pytest.mark.rule("R10.J.5")
def test_the_mover_is_never_overrun() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.army("blue", "krateros", "pella", mercenary=1)
    table.army("red", "antigonos", "larisa", mercenary=8)
    march(table, "krateros", "larisa")
    decline(table, "evade")
    assert not table.events("overruns") and table.events("battle_begins")


@pytest.mark.rule("R10.J.6")
@pytest.mark.parametrize(("own", "asked"), [(10, False), (9, True)])
def test_no_battle_card_is_played_in_an_overrun(own: int, asked: bool) -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.army("blue", "antigonos", "pella", loyal=own)
    table.army("red", "lysimachos", "larisa", mercenary=2)
    table.royal("alexandros", "larisa", "red")
    table.hand("red", "54")
    table.deck("1", "2")
    march(table, "antigonos", "larisa")
    seen = []
    while not table.over and table.deciding == "red":
        seen.append("surprise:54" in table.offers)
        table.act("stand" if "stand" in table.offers else "pass")
    assert any(seen) == asked


@pytest.mark.rule("R10.L.1", "R14.9.2")
def test_otherwise_there_is_a_battle_and_who_is_inside_is_out_of_it() -> None:
    table = Table(dice=(6, 6, 1, 1, 1))
    table.pc("red", "pella")
    table.army("red", "philoxenos", "pella", mercenary=2)
    table.cus("red", "pella.inside", mercenary=2)
    table.army("blue", "krateros", "larisa", mercenary=6)
    march(table, "krateros", "pella")
    decline(table, "rearrange", "evade", "join", "join_battle")
    answer(table, "done")
    assert table.events("battle_won")
    assert table.forces("red", "pella") == {}
    assert table.forces("red", "pella.inside") == {"mercenary": 2}


# 11, 12 Interception and Evasion


@pytest.mark.rule("T10.1.1", "T10.2.1")
@pytest.mark.parametrize(("cus", "can"), [(0, False), (1, True)])
def test_in_the_third_edition_an_army_intercepts_whoever_enters_a_space_beside_it(cus: int, can: bool) -> None:
    table = Table(edition="third")
    table.general("red", "peithon", "trikka")
    table.cus("red", "trikka", mercenary=cus)
    table.general("blue", "krateros", "lamia")
    march(table, "krateros", "larisa")
    assert may(table, "intercept:trikka") == can


@pytest.mark.rule("R11.1.3", "R11.1.B.5")
def test_at_a_major_city_it_happens_outside() -> None:
    table = Table(dice=(6,))
    table.pc("red", "sardeis")
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    decline(table, "rearrange")
    intercept(table, "pergamon", "peithon")
    assert table.where("peithon") == "sardeis"


@pytest.mark.rule("R11.1.A.1")
@pytest.mark.parametrize(("source", "target", "can"), [("pergamon", "sardeis", True), ("phaselis", "kelainai", False)])
def test_a_land_path_joins_the_two_spaces(source: str, target: str, can: bool) -> None:
    table = Table()
    table.army("red", "peithon", source, mercenary=1)
    table.army("blue", "krateros", "tp_ipsos", mercenary=1)
    march(table, "krateros", "kelainai", *(() if target == "kelainai" else (target,)))
    assert may(table, f"intercept:{source}") == can


@pytest.mark.rule("T10.3.1")
def test_in_the_third_edition_the_garrison_of_a_besieged_city_does_not_intercept() -> None:
    """As long as one CU of the besieger stays."""
    table = Table(edition="third")
    table.pc("red", "pella")
    table.army("red", "peithon", "pella.inside", mercenary=2)
    table.army("blue", "krateros", "pella", mercenary=4)
    force_march(table)
    table.act("activate:krateros", "take:mercenary")
    enter(table, "larisa")
    assert table.forces("blue", "pella") == {"mercenary": 3}
    assert not may(table, "intercept:pella.inside")
    assert table.over or table.deciding == "blue"


@pytest.mark.rule("R11.2.1")
def test_all_attempts_are_named_before_any_die() -> None:
    table = two_interceptors()
    intercept(table, "pergamon", "peithon")
    assert table.deciding == "green"
    assert not table.events("interception_roll")


def two_interceptors() -> Table:
    """Armies of Red in Pergamon and of Green in Ephesos beside Sardeis, where Krateros comes."""
    table = Table()
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("green", "seleukos", "ephesos", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    return table


@pytest.mark.rule("R11.2.11", "R11.2.12")
def test_the_first_success_cancels_the_others_rolls_but_not_his_own() -> None:
    table = two_interceptors()
    table.dice(6, 1)
    intercept(table, "pergamon", "peithon")
    intercept(table, "ephesos", "seleukos")
    assert [fact(e, "who") for e in table.events("interception_roll")] == [table.seat("red")]
    table = Table()
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("red", "seleukos", "ephesos", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    table.dice(6, 1)
    intercept(table, "pergamon", "peithon")
    intercept(table, "ephesos", "seleukos")
    assert len(table.events("interception_roll")) == 2


@pytest.mark.rule("R11.2.2")
def test_one_attempt_from_each_space() -> None:
    table = Table()
    table.army("red", "peithon", "pergamon", mercenary=2)
    table.general("red", "lysimachos", "pergamon")
    table.army("red", "seleukos", "ephesos", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon", "take:mercenary", "done")
    assert table.why_not("intercept:pergamon") == "11.2.2"
    assert may(table, "intercept:ephesos")


@pytest.mark.rule("R11.2.7")
@pytest.mark.parametrize(("die", "where"), [(3, "pergamon"), (4, "sardeis")])
def test_the_die_must_exceed_the_initiative(die: int, where: str) -> None:
    table = Table(dice=(die,))
    table.army("red", "peithon", "pergamon", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    march(table, "krateros", "sardeis")
    intercept(table, "pergamon", "peithon")
    assert table.where("peithon") == where


@pytest.mark.rule("K11.S22", "K11.S23")
def test_in_the_draft_transit_points_change_no_die() -> None:
    table = Table(edition="draft", dice=(4,))
    table.army("red", "peithon", "kelainai", mercenary=1)
    table.army("blue", "krateros", "gordion", mercenary=3)
    march(table, "krateros", "tp_ipsos")
    intercept(table, "kelainai", "peithon")
    assert table.where("peithon") == "tp_ipsos"


@pytest.mark.rule("R11.3.2")
def test_who_has_landed_goes_back_to_the_port() -> None:
    table = Table(dice=(6,))
    table.army("red", "peithon", "sardeis", mercenary=1)
    table.army("blue", "krateros", "lesbos", mercenary=2)
    force_march(table)
    put_to_sea(table, "krateros")
    sail(table, "pergamon")
    table.act("land:pergamon")
    intercept(table, "sardeis", "peithon")
    table.act("withdraw")
    assert table.where("krateros") == "lesbos"


@pytest.mark.rule("T10.5.1", "K11.S25")
@pytest.mark.parametrize("edition", EDITIONS[1:])
def test_who_comes_out_is_not_intercepted_and_goes_back_inside_after_a_draw(edition: str) -> None:
    table = Table(edition=edition, dice=(3, 3, 3, 3))
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", mercenary=2)
    table.army("red", "lysimachos", "sardeis", mercenary=2)
    table.army("red", "peithon", "kelainai", mercenary=2)
    force_march(table)
    table.act("activate:krateros")
    answer(table, "take-all")
    table.act("come-out")
    attack(table)
    assert not table.events("declares_interception")
    while not table.over and table.decision.prompt != "prompt.army":
        table.act(next(a for a in table.offers if a.startswith("lose:") or a in ("pass", "done", "withdraw")))
    assert table.where("krateros") == "sardeis.inside"


@pytest.mark.rule("R12.2.2")
@pytest.mark.parametrize(("die", "evades"), [(3, False), (4, True)])
def test_one_evades_with_a_die_above_the_initiative(die: int, evades: bool) -> None:
    table = Table(dice=(die, 6, 6, 1, 1, 1))
    table.army("red", "peithon", "larisa", mercenary=2)
    table.army("blue", "krateros", "pella", mercenary=4)
    march(table, "krateros", "larisa")
    table.act("evade")
    assert (not table.over and table.decision.prompt == "prompt.evade_to") == evades
    assert bool(table.events("battle_begins")) is not evades


@pytest.mark.rule("R12.2.A.5", "R12.2.A.6")
def test_the_mover_goes_on_and_is_evaded_again() -> None:
    table = Table(dice=(6, 6))
    table.army("red", "peithon", "larisa", mercenary=2)
    table.army("blue", "krateros", "pella", mercenary=4)
    march(table, "krateros", "larisa")
    table.act("evade", "evade-to:lamia")
    answer(table, "done")
    decline(table, "intercept")
    assert table.deciding == "blue" and table.where("peithon") == "lamia"
    enter(table, "lamia")
    table.act("evade")
    table.act(next(a for a in table.offers if a.startswith("evade-to:")))
    assert table.where("peithon") not in ("larisa", "lamia")


@pytest.mark.rule("R12.2.A.7")
def test_an_evading_army_disperses_a_lone_general() -> None:
    table = Table(dice=(6,))
    table.army("red", "peithon", "larisa", mercenary=2)
    table.cus("red", "lamia", mercenary=1)
    table.pc("red", "lamia")
    table.army("blue", "krateros", "pella", mercenary=4)
    table.general("green", "seleukos", "boiotia")
    march(table, "krateros", "larisa")
    table.act("evade", "evade-to:lamia", "evade-to:boiotia")
    answer(table, "done")
    assert table.where("seleukos") == "dispersed"


@pytest.mark.rule("T27.1.S105")
def test_in_the_third_edition_that_costs_no_status() -> None:
    table = Table(edition="third", dice=(6,))
    table.army("red", "peithon", "larisa", mercenary=2)
    table.army("blue", "krateros", "pella", mercenary=4)
    table.general("green", "seleukos", "lamia")
    march(table, "krateros", "larisa")
    table.act("evade")
    answer(table, "evade-to:lamia", "done")
    assert table.where("peithon") == "lamia"
    assert table.champion("red")


@pytest.mark.rule("R12.1.7")
def test_nobody_evades_from_an_interceptor() -> None:
    table = caught(mercenary=2)
    assert "evade" not in table.offers
    assert not table.events("evasion_roll")


# 13 The sea


def afloat(*fleet_names: str, **units: int) -> Table:
    """Krateros of Blue has embarked in Xanthos."""
    table = Table()
    table.pc("blue", "xanthos")
    table.army("blue", "krateros", "xanthos", **(units or {"loyal": 3}))
    if fleet_names:
        table.pc("blue", "athenai")
    return table


def embark(table: Table, *fleet_names: str) -> None:
    force_march(table)
    put_to_sea(table, "krateros", *fleet_names)


def sail(table: Table, *spaces: str) -> None:
    """Announces the route, whole or by its first space."""
    whole = table.decision.prompt == "prompt.route"
    for space in spaces if whole else spaces[:1]:
        table.act(f"sail:{space}")
    if whole and may(table, "done") and table.decision.prompt == "prompt.route":
        table.act("done")


def red_declares(table: Table, *spaces: str) -> None:
    """Red holds Karia with its Fleet (1), 2 Sea paths from Xanthos over Rhodos."""
    sail(table, *(spaces or ("rhodos",)))
    table.act("declare")
    while not table.over and table.decision.prompt == "prompt.commit":
        table.act(next(a for a in table.offers if a.startswith("commit") or a == "done"))


@pytest.mark.rule("R13.1.1", "R13.1.4")
def test_no_fleet_is_needed_and_generals_and_royals_go_without_limit() -> None:
    table = afloat(mercenary=8)
    for general in ("antigonos", "lysimachos"):
        table.general("blue", general, "xanthos")
    for royal in ("herakles", "olympias", "alexandros"):
        table.royal(royal, "xanthos", "blue")
    embark(table)
    sail(table, "phaselis")
    table.act("land:phaselis")
    assert {table.where(g) for g in ("krateros", "antigonos", "lysimachos")} == {"phaselis"}
    assert {table.where_royal(r) for r in ("herakles", "olympias", "alexandros")} == {"phaselis"}
    assert table.forces("blue", "phaselis") == {"mercenary": 8}


@pytest.mark.rule("R13.1.6")
def test_no_return_to_sea_after_landing() -> None:
    table = afloat()
    table.pc("blue", "phaselis")
    embark(table)
    sail(table, "phaselis")
    table.act("land:phaselis")
    assert table.why_not("embark") == "13.1.6"


@pytest.mark.rule("T9.14.2", "R13.2.12", "R13.2.13")
def test_out_of_a_besieged_city_and_past_an_army() -> None:
    table = Table(edition="third")
    table.pc("blue", "tyros", "pelousion")
    table.cus("blue", "tyros.inside", loyal=2)
    table.army("yellow", "lysimachos", "tyros", loyal=3)
    table.army("yellow", "antigonos", "gaza", loyal=3)
    table.pc("yellow", "gaza")
    force_march(table)
    table.act("muster:tyros.inside", "take-all", "embark")
    sail(table, "ake", "gaza", "pelousion")
    for space in ("ake", "gaza", "pelousion"):
        answer(table, f"sail:{space}")
    table.act("land:pelousion")
    assert table.forces("blue", "pelousion") == {"loyal": 2}
    assert not table.events("battle_begins")


@pytest.mark.rule("K8.4.S14", "K8.4.S15", "K13.S18")
def test_in_the_draft_out_of_a_besieged_city_and_past_an_army() -> None:
    table = Table(edition="draft")
    table.pc("blue", "tyros", "pelousion")
    table.cus("blue", "tyros.inside", loyal=2)
    table.army("yellow", "lysimachos", "tyros", loyal=3)
    table.army("yellow", "antigonos", "gaza", loyal=3)
    table.pc("yellow", "gaza")
    force_march(table)
    table.act("muster:tyros.inside", "take-all", "embark", "sail:ake", "sail:gaza", "sail:pelousion", "land:pelousion")
    assert table.forces("blue", "pelousion") == {"loyal": 2}
    assert not table.events("battle_begins")


@pytest.mark.rule("R13.2.7")
def test_pieces_are_picked_up_from_any_location() -> None:
    table = Table()
    table.pc("blue", "sidon", "tyros")
    table.army("blue", "krateros", "sidon", loyal=1)
    table.cus("blue", "tyros", loyal=2)
    table.cus("blue", "tyros.inside", mercenary=2)
    force_march(table)
    put_to_sea(table, "krateros")
    sail(table, "tyros")
    table.act("take:loyal", "at:tyros.inside", "take:mercenary")
    assert table.forces("blue", "tyros.sea") == {"loyal": 2, "mercenary": 1}


@pytest.mark.rule("R13.3.1", "R13.3.B.1", "R13.2.5")
def test_the_movers_defeat_ends_it_all() -> None:
    """The next who has declared does not fight, and nobody meets him on his way back."""
    table = afloat()
    table.province("red", "karia")
    table.pc("yellow", "athenai", "knossos")
    table.dice(1, 1, 6, 6, 1)
    embark(table)
    red_declares(table)
    answer(table, "declare", "commit:athenai", "done")
    assert len(table.events("naval_battle")) == 1
    assert table.where("krateros") == "xanthos"
    assert table.champion("yellow") or table.material.edition.status_by_naval == "declared"
    assert table.over or mps(table) == 0


@pytest.mark.rule("R13.3.A.4")
def test_the_mover_does_not_declare_against_himself() -> None:
    table = afloat("athenai")
    table.pc("blue", "rhodos")
    embark(table)
    sail(table, "rhodos")
    assert table.deciding == "blue"
    assert table.where("krateros") == "rhodos.sea"


@pytest.mark.rule("R13.3.B.2", "R13.3.D.9")
def test_fog_before_its_dice_cancels_a_naval_battle() -> None:
    table = afloat()
    table.province("red", "karia")
    table.hand("blue", "50")
    table.deck("1", "2", "3")
    embark(table)
    sail(table, "rhodos")
    decline(table, "window.naval_step")
    table.act("declare")
    assert (table.deciding, table.decision.prompt) == ("blue", "prompt.window.naval_dice")
    table.act("surprise:50")
    decline(table, "window.naval_dice")
    assert not table.events("naval_battle")
    assert table.champion("red")


@pytest.mark.rule("R13.3.C.1", "R13.3.D.1", "R13.3.D.8")
def test_each_side_reads_the_sum_of_its_fleets_on_the_battle_table() -> None:
    """The Battle Rating of Krateros, 4, is no floor here."""
    table = afloat("athenai")
    table.province("red", "karia")
    table.dice(1, 4, 4, 5)
    embark(table, "athenai")
    red_declares(table)
    (event,) = table.events("naval_battle")
    strengths = fact(event, "mover_strength"), fact(event, "interceptor_strength")
    fleet = table.material.pieces.fleets
    assert strengths == (fleet[table.fleet_number("athenai")].normal, fleet[table.fleet_number("karia")].normal)
    scores = table.material.tables.battle
    assert (fact(event, "mover_roll"), fact(event, "interceptor_roll")) == (5, 9)
    told = fact(event, "mover_score"), fact(event, "interceptor_score")
    assert told == (scores[strengths[0]][5], scores[strengths[1]][9])


@pytest.mark.rule("R13.3.D.2")
def test_without_fleets_a_draw_disperses_nobody() -> None:
    table = afloat()
    table.province("red", "karia")
    table.dice(6, 6, 1, 1)
    embark(table)
    red_declares(table)
    assert len(table.events("naval_draw")) == 1
    assert fleet_sides(table, "karia") == [0]


@pytest.mark.rule("R13.3.D.3", "R13.3.D.7")
@pytest.mark.parametrize(("dice", "sides"), [((6, 6, 1, 1), [0, 2]), ((1, 1, 6, 6, 6), [2, 0])])
def test_the_loser_loses_the_fleets_that_fought(dice: tuple[int, ...], sides: list[int]) -> None:
    table = afloat("athenai")
    table.province("red", "karia")
    table.dice(*dice)
    embark(table, "athenai")
    red_declares(table)
    assert fleet_sides(table, "athenai", "karia") == sides


@pytest.mark.rule("R13.3.D.4", "R13.3.D.5", "R13.3.D.6")
def test_a_beaten_mover_takes_attrition_and_goes_back() -> None:
    table = afloat("athenai", mercenary=3)
    table.province("red", "karia")
    table.dice(1, 1, 6, 6, 6)
    embark(table, "athenai")
    red_declares(table)
    answer(table, "lose:mercenary")
    (event,) = table.events("attrition_roll")
    lost = table.material.tables.attrition[3][6][0]
    assert sum(fact(event, "cus")) == 3
    assert table.forces("blue", "xanthos") == {"mercenary": 3 - lost}
    assert fleet_sides(table, "athenai") == [2]


# 15, 16


@pytest.mark.rule("R15.3.1", "R15.3.2")
def test_siege_points_go_with_the_last_cu_and_are_not_inherited() -> None:
    table = Table()
    table.pc("yellow", "pella")
    table.cus("yellow", "pella.inside", mercenary=2)
    table.army("blue", "krateros", "pella", mercenary=4)
    table.siege_points("blue", "pella", 1)
    settled(table)
    assert table.state.sp.get(table.space("pella")) == 1
    moves.put_cus(table.state, table.location("pella"), table.seat("blue"), troop())
    moves.add_cus(table.state, table.location("pella"), table.seat("red"), troop(mercenary=4))
    upkeep(table.play)
    assert not table.state.sp.get(table.space("pella"))


@pytest.mark.rule("T23.3.1")
def test_in_the_third_edition_independents_react_for_a_surprise_card() -> None:
    table = Table(edition="third", options=("independent-reactions",))
    table.independent("leosthenes", "lamia")
    table.hand("red", "57")
    table.deck("1", "2")
    table.army("blue", "krateros", "pella", mercenary=3)
    march(table, "krateros", "larisa")
    seen = []
    while not table.over and table.deciding != "blue":
        seen += [a for a in table.offers if a.startswith(("move-independent", "discard", "intercept"))]
        table.act(next(a for a in ("pass", "done") if a in table.offers))
    assert seen


@pytest.mark.rule("R2.31")
def test_an_enemy_in_a_card_is_the_enemy_of_who_plays_it() -> None:
    """Red's Diplomacy looks at Red's enemies: a Blue city is fair game, one of Red's own is not."""
    table = Table(active="red")
    number = next(i for i, c in enumerate(table.material.cards) if c.event == "diplomacy")
    table.pc("red", "gordion", "kelainai")
    settled(table)
    assert tyche.condition(table.play, table.seat("red"), number) is not None  # type: ignore[arg-type]
    table.pc("blue", "ankyra")
    assert tyche.condition(table.play, table.seat("red"), number) is None  # type: ignore[arg-type]


@pytest.mark.rule("T5.3.4")
@pytest.mark.parametrize("at", ["sardeis.inside", "sardeis"])
def test_in_the_third_edition_reinforcements_do_not_enter_a_besieged_city_but_join_its_besieger(at: str) -> None:
    table = Table(edition="third")
    table.pc("red", "sardeis")
    table.cus("red", "sardeis.inside", mercenary=1)
    table.army("blue", "krateros", "sardeis", mercenary=4)
    table.pc("red", "memphis")
    settled(table)
    seat = "red" if at.endswith("inside") else "blue"
    table.begin(lambda p: reinforcements.begin(p, table.seat(seat), troop(mercenary=1), (), "5.2.8"))
    assert may(table, f"place:{at}") == (seat == "blue") or table.forces(seat, at)


@pytest.mark.rule("R5.2.14")
def test_what_finds_no_room_goes_two_to_a_province_of_nobody() -> None:
    table = Table()
    table.begin(lambda p: reinforcements.begin(p, table.seat("blue"), troop(mercenary=3), (), "5.2.14"))
    placed = []
    while not table.over:
        actions = [a for a in table.offers if a.startswith("place:")]
        if not actions:
            table.act(table.offers[0])
            continue
        table.act(actions[0])
        placed.append(actions[0].removeprefix("place:"))
    provinces = [table.material.board.spaces[table.space(p)].province for p in placed]
    assert max(provinces.count(p) for p in provinces) <= 2


@pytest.mark.rule("T2.8.10", "T12.2.1")
@pytest.mark.parametrize(("space", "province", "failed", "points"), [(1, 0, 0, 1), (1, 1, 0, 3), (1, 1, 1, 0)])
def test_in_the_third_edition_local_troops_are_one_and_two(space: int, province: int, failed: int, points: int) -> None:
    table = Table(edition="third", active="blue")
    table.pc("blue", "trikka")
    if province:
        table.province("blue", "thessalia")
    table.army("blue", "alketas", "trikka", mercenary=4)
    table.army("red", "philoxenos", "trikka", mercenary=4)
    fight(table, "red", "blue", "trikka", 3, 3, 3, 3, 1, 1, no_local=("blue",) if failed else ())
    assert facts(table, "battle_strength", "total")[1] == 4 + points
