"""satrap: sees no more than it may, chooses what is offered, and has the sense it claims."""

import random
import time

import pytest

from diadochi import messages, odds
from diadochi.bots import BOTS, EXPLAINING, random_bot, satrap
from diadochi.bots.satrap import battle, evaluation, fortune, household, movement
from diadochi.bots.satrap.goals import Goals, Group, road
from diadochi.bots.satrap.mind import Mind
from diadochi.bots.satrap.temper import BALANCED, CHARACTERS, Temper
from diadochi.game import Decision, Game
from diadochi.model.notation import space_in
from diadochi.model.pieces import NO_FORCES, Royal
from diadochi.model.state import NOBODY
from diadochi.rules import activation
from diadochi.rules.agenda import Play
from diadochi.rules.burial import Burial
from diadochi.rules.strategy import TycheSegment, own_pcs
from tests.bots.moments import MATERIAL, asked, moments
from tests.cards.test_optional import passing
from tests.harness import disguised
from tests.table import BLUE, GREEN, RED, Table

NAMES = [name for name in BOTS if name.startswith("satrap")]


def choice(table: Table, seed: int = 1) -> str:
    game = table.game
    assert game is not None
    decision = asked(game)
    return satrap.choose(game.view(decision.seat), decision, random.Random(seed))


@pytest.mark.parametrize("name", NAMES)
def test_whatever_it_is_asked_it_chooses_among_the_offers(name: str) -> None:
    for game in moments():
        decision = asked(game)
        assert BOTS[name](game.view(decision.seat), decision, random.Random(1)) in decision.actions


@pytest.mark.parametrize("players", [2, 3, 5])
def test_it_plays_with_any_number_of_players(players: int) -> None:
    assert len({asked(game).prompt for game in moments(players, seed=1, most=250)}) > 8


def test_hidden_cards_do_not_change_its_choice() -> None:
    rng = random.Random(5)
    for game in moments():
        decision = asked(game)
        other = Game.from_state(MATERIAL, disguised(game, decision.seat, rng), keep_undo=False)
        other.entries, other.key_hash = game.entries, game.key_hash
        told = [satrap.choose(g.view(decision.seat), asked(g), random.Random(7)) for g in (game, other)]
        assert told[0] == told[1], decision.prompt


def test_choosing_changes_nothing() -> None:
    for game in moments()[::4]:
        decision = asked(game)
        before, view = game.digest(), game.view(decision.seat)
        told = view.encode()
        satrap.choose(view, decision, random.Random(1))
        assert game.digest() == before
        assert view.encode() == told


def test_it_answers_within_20_milliseconds_on_average() -> None:
    game = Game.new(4, 11, material=MATERIAL, keep_undo=False)
    rng = random.Random(11)
    began = time.thread_time()
    for _ in range(300):
        decision = asked(game)
        game.act(satrap.choose(game.view(decision.seat), decision, rng))
    assert (time.thread_time() - began) / 300 < 0.020


def test_it_beats_the_random_bot() -> None:
    for seat in (0, 1):
        game = Game.new(2, 40 + seat, material=MATERIAL, keep_undo=False)
        rng = random.Random(seat)
        while (decision := game.decision) is not None:
            bot = satrap.choose if decision.seat == seat else random_bot.choose
            game.act(bot(game.view(decision.seat), decision, rng))
        assert game.result is not None
        assert game.result.winner == seat


# Sense


def test_it_places_the_pc_that_wins_a_province() -> None:
    table = Table(players=4)
    table.pc("blue", "tarsos")
    table.hand("blue", "38")
    seat = table.seat("blue")
    table.begin(lambda p: p.push(TycheSegment(seat, own_pcs(p.state, seat))))
    assert choice(table) == "place-pcs:38"
    table.act("place-pcs:38")
    assert choice(table) == "place-pc:issos"


def test_it_buries_alexander_in_pella() -> None:
    table = Table(players=4)
    table.army("blue", "perdikkas", "pella", loyal=3)
    table.royal("funeral_cart", "pella", "blue")
    table.begin(lambda p: p.push(Burial(table.seat("blue"), "3.8.5")))
    assert choice(table) == "bury"


def test_it_does_not_bury_him_in_babylon_while_there_is_time() -> None:
    table = Table(players=4)
    table.army("blue", "perdikkas", "babylon", loyal=3)
    table.royal("funeral_cart", "babylon", "blue")
    table.begin(lambda p: p.push(Burial(table.seat("blue"), "3.8.5")))
    assert choice(table) == "pass"


def test_it_fetches_the_cart_from_behind_its_walls_and_takes_it_along() -> None:
    table = Table(players=4)
    table.pc("blue", "babylon")
    table.army("blue", "perdikkas", "babylon", loyal=5)
    table.royal("funeral_cart", "babylon.inside", "blue")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    for _ in range(8):
        table.act(choice(table))
    assert table.where_royal("funeral_cart") == table.where("perdikkas") != "babylon"


def march_of(own: int, enemy: int) -> list[str]:
    """What an Army does beside an enemy Army that holds a Province."""
    table = Table(players=2)
    table.pc("red", "larisa", "trikka")
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", loyal=own)
    table.army("red", "ptolemaios", "larisa", loyal=enemy)
    table.state.champions = 0
    seat = table.seat("blue")
    table.begin(lambda p: activation.begin(p, seat, 4, 1))
    done: list[str] = []
    game = table.game
    assert game is not None
    while game.decision is not None and game.decision.prompt in ("prompt.activate", "prompt.army") and len(done) < 6:
        done.append(choice(table))
        table.act(done[-1])
    return done


def test_it_attacks_a_weaker_army() -> None:
    assert "march:larisa" in march_of(own=4, enemy=1)


def test_it_leaves_a_stronger_army_alone() -> None:
    assert "march:larisa" not in march_of(own=1, enemy=6)


def test_the_cheapest_unit_is_lost_first() -> None:
    offers = [game for game in moments() if asked(game).prompt == "prompt.lose"]
    for game in offers:
        text = satrap.choose(game.view(asked(game).seat), asked(game), random.Random(1))
        if any(a.startswith("lose:mercenary") for a in asked(game).actions):
            assert text.startswith("lose:mercenary")


def test_a_champion_with_the_cart_does_not_throw_his_title_away() -> None:
    mind = mind_at(Table(players=4))
    s = mind.s
    s.champions = 0b1111
    plain = mind.champion_cost(RED)
    s.royal_owner[Royal.FUNERAL_CART] = BLUE
    s.legitimacy[0] = 9
    assert mind.champion_cost(RED) > plain > 0
    s.usurper = RED
    assert mind.champion_cost(RED) == 0


def test_others_bar_the_way_of_a_cart_that_wins_in_pella() -> None:
    table = Table(players=4)
    table.army("red", "perdikkas", "abydos", royal=4)
    table.royal("funeral_cart", "abydos", "red")
    mind = mind_at(table)
    mind.s.legitimacy[table.seat("red")] = 9
    goals = Goals(mind)
    assert goals.burial_threat > 0.5
    assert table.space("pella") in goals.burial_road
    barrier = Group(table.space("larisa"), (), (3, 0, 0, 0, 0, 0))
    assert goals.royals_there(barrier, table.space("pella")) > 1


def test_the_road_is_the_shortest_way_by_land() -> None:
    p = Table(players=2).play
    index = MATERIAL.board.space_index
    assert road(p, index["larisa"], index["pella"]) >= {index["pella"]}
    assert index["larisa"] not in road(p, index["larisa"], index["pella"])


def test_under_a_truce_it_lets_nobody_through() -> None:
    """Card O63: nobody can force his way then, so to deny costs nothing."""
    assert choice(passing()) == "deny"


def mind_at(table: Table, temper: Temper = BALANCED) -> Mind:
    table.begin(lambda p: activation.begin_segment(p, table.seat("blue")))
    game = table.game
    assert game is not None
    return Mind.of(game.view(0), asked(game), random.Random(1), temper)


# Traits that only some characters have


def last_round(turn: int, temper: Temper = BALANCED) -> tuple[Table, Mind]:
    """Blue's last Player Turn of a Game Turn; Red holds Larisa and nothing else has an owner."""
    table = Table(players=4)
    table.pc("red", "larisa")
    table.army("blue", "krateros", "pella", loyal=4)
    table.state.turn, table.state.round = turn, MATERIAL.edition.rounds[4]
    return table, mind_at(table, temper)


def test_at_the_finish_a_pc_is_removed_at_once() -> None:
    table, mind = last_round(5, BALANCED._replace(finish=True))
    worth, cost = Goals(mind).ground(table.space("larisa"))
    assert worth > 0
    assert cost == MATERIAL.edition.pc_removal_cost


def test_at_the_finish_free_land_is_worth_nothing_that_would_be_taken_in_the_next_surrender_segment() -> None:
    table, mind = last_round(5, BALANCED._replace(finish=True))
    assert Goals(mind).ground(table.space("trikka")) == (0.0, 0.0)
    _, before_a_regency = last_round(3, BALANCED._replace(finish=True))
    _, without = last_round(5)
    trikka = table.space("trikka")
    assert Goals(without).ground(trikka)[0] > Goals(before_a_regency).ground(trikka)[0] > 0


def test_who_aims_counts_nobody_but_the_one_to_be_beaten() -> None:
    _, mind = last_round(5, BALANCED._replace(aim=1.0))
    mind.s.vp[:4] = [6, 4, 9, 5]
    assert mind.weights[2] == 1.0
    assert max(mind.weights[1], mind.weights[3]) < 0.2


def test_before_a_regency_the_keeper_of_the_heir_is_to_be_beaten() -> None:
    table, mind = last_round(3)
    s = mind.s
    s.vp[:4], s.legitimacy[:4] = [6, 4, 9, 5], [3, 3, 3, 3]
    assert evaluation.to_be_beaten(mind.p, BLUE) == 2
    s.royals[Royal.ALEXANDROS], s.royal_owner[Royal.ALEXANDROS] = table.space("babylon"), GREEN
    assert evaluation.to_be_beaten(mind.p, BLUE) == 3
    s.royal_owner[Royal.ALEXANDROS] = BLUE
    assert evaluation.to_be_beaten(mind.p, BLUE) == 2


def cart_at(space: str, turn: int, temper: Temper) -> tuple[Table, Goals]:
    """Perdikkas with the Cart, a second Army of his side, and a weak fellow Champion in his way."""
    table = Table(players=4)
    table.army("blue", "perdikkas", space, royal=4, loyal=6)
    table.royal("funeral_cart", space, "blue")
    table.pc("blue", "babylon")
    table.army("blue", "peithon", "ekbatana", loyal=3)
    table.army("red", "ptolemaios", "daskyleion", loyal=2)
    mind = mind_at(table, temper)
    mind.s.turn, mind.s.round, mind.s.usurper, mind.s.legitimacy[mind.seat] = turn, 1, NOBODY, 9
    return table, Goals(mind)


RUSH = BALANCED._replace(rush=True)


@pytest.mark.parametrize(("temper", "turn", "stays"), [(RUSH, 1, True), (RUSH, 2, False), (BALANCED, 1, False)])
def test_in_a_rush_the_army_with_the_cart_stays_until_it_may_move(temper: Temper, turn: int, stays: bool) -> None:
    table, goals = cart_at("babylon", turn, temper)
    groups = {group.at: group for group in goals.groups()}
    assert movement.stays_home(goals.mind, groups[table.space("babylon")]) is stays
    assert not movement.stays_home(goals.mind, groups[table.space("ekbatana")])


def test_in_a_rush_another_army_comes_to_the_cart_before_it_may_move() -> None:
    for temper in (RUSH, BALANCED):
        table, goals = cart_at("babylon", 1, temper)
        other = next(group for group in goals.groups() if group.at == table.space("ekbatana"))
        assert (goals.royals_there(other, table.space("babylon")) > 0) is temper.rush


def test_in_a_rush_the_way_through_a_fellow_champion_is_long() -> None:
    """To Overrun him would cost the title."""
    tolls = []
    for temper in (RUSH, BALANCED):
        table, goals = cart_at("abydos", 2, temper)
        bearers = next(group for group in goals.groups() if group.at == table.space("abydos"))
        assert goals.overruns(bearers, table.space("daskyleion"))
        tolls.append(goals.toll(bearers, table.space("daskyleion")))
    assert tolls[0] > tolls[1]


def test_in_a_rush_nobody_leaves_the_cart_to_intercept() -> None:
    for temper in (RUSH, BALANCED):
        _, goals = cart_at("abydos", 2, temper)
        with_cart = {group.royals >> Royal.FUNERAL_CART & 1: group for group in goals.groups()}
        assert battle.stays_with_cart(goals.mind, with_cart[1]) is temper.rush
        assert not battle.stays_with_cart(goals.mind, with_cart[0])


def test_more_cus_are_gathered_with_the_cart_when_it_is_about_to_go() -> None:
    numbers = []
    for turn in (1, 2):
        table, goals = cart_at("babylon", turn, RUSH)
        numbers.append(household.most(goals.mind, table.space("babylon")))
        assert household.most(goals.mind, table.space("ekbatana")) == RUSH.crowd
    assert numbers[0] == MATERIAL.edition.forage_limit < numbers[1]


def threatened(temper: Temper) -> tuple[Table, Goals]:
    """Red's Cart would win in Pella; Blue has two Armies in Makedonia."""
    table = Table(players=4)
    table.army("red", "perdikkas", "gordion", royal=4, loyal=2)
    table.royal("funeral_cart", "gordion", "red")
    table.army("blue", "antipatros", "larisa", loyal=5)
    table.army("blue", "krateros", "amphipolis", loyal=3)
    mind = mind_at(table, temper)
    mind.s.turn, mind.s.legitimacy[table.seat("red")] = 2, 9
    return table, Goals(mind)


def test_armies_wait_in_pella_for_another_player_s_cart() -> None:
    worth = []
    for temper in (BALANCED._replace(wait=6.0), BALANCED):
        table, goals = threatened(temper)
        group = next(group for group in goals.groups() if group.at == table.space("larisa"))
        worth.append(goals.royals_there(group, table.space("pella")))
    assert worth[0] - worth[1] == pytest.approx(6.0 * goals.burial_threat)
    assert not goals.may_wait(group._replace(cus=(0, 2, 0, 0, 0, 0)))


def test_the_smaller_army_musters_with_the_larger_one() -> None:
    table, goals = threatened(BALANCED._replace(muster=0.25))
    larisa, amphipolis = table.space("larisa"), table.space("amphipolis")
    groups = {group.at: group for group in goals.groups()}
    assert goals.rally(groups[amphipolis], larisa) > 0 == goals.rally(groups[larisa], amphipolis)
    assert {larisa, amphipolis} <= goals.special


# Odds


@pytest.mark.parametrize(("attack", "defence"), [(4, 4), (7, 2), (3, 9), (1, 1)])
def test_its_chances_of_a_battle_are_the_exact_ones(attack: int, defence: int) -> None:
    p = Play(MATERIAL, Table().state)
    exact = odds.battle(p, (odds.Side(NO_FORCES, attack, rating=3), odds.Side(NO_FORCES, defence, rating=2)))
    quick = fortune.clash(MATERIAL.tables, attack, 3, defence, 2)
    assert quick == pytest.approx((float(exact.win), float(exact.draw), float(exact.loss)))


def test_its_chance_of_a_siege_is_the_exact_one() -> None:
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "antigonos", "sardeis", loyal=4)
    p, space = table.play, table.space("sardeis")
    general = table.general_number("antigonos")
    exact = odds.siege_at(p, table.seat("blue"), space, general)
    assert fortune.siege_chance(p, table.seat("blue"), space, general) == pytest.approx(float(exact.completed))


# The worth of a position


def test_control_of_a_province_is_worth_more_than_almost_all_of_it() -> None:
    assert evaluation.progress(3, 3, True, BALANCED) > 1.5 * evaluation.progress(2, 3, True, BALANCED)
    assert evaluation.progress(3, 3, False, BALANCED) < evaluation.progress(3, 3, True, BALANCED) / 2


def test_a_pc_gained_is_worth_what_the_position_gains() -> None:
    """The quick measure of a PC goes the same way as the whole evaluation."""
    game = next(g for g in moments() if asked(g).prompt == "prompt.place_pcs")
    decision = asked(game)
    mind = Mind.of(game.view(decision.seat), decision, random.Random(1), BALANCED)
    spaces = [c for c in decision.codes if mind.p.material.notation.text(c).startswith("place-pc")]
    quick = max(spaces, key=lambda c: mind.pc_gain(space_in(c), mind.seat))
    assert mind.try_out(quick) > mind.present_worth


def test_the_winner_s_position_is_worth_most() -> None:
    p = Play(MATERIAL, Table(players=4).state)
    p.state.result = (2, 1)
    standings = evaluation.standings(p, BALANCED)
    assert max(range(4), key=lambda seat: standings[seat]) == 2


# Characters and reasons


def test_characters_play_differently() -> None:
    """At some point of a game the cautious and the conqueror part ways, and both from the others."""
    game = Game.new(4, 3, material=MATERIAL, keep_undo=False)
    rng = random.Random(3)
    parted: set[tuple[str, str]] = set()
    for _ in range(500):
        decision = asked(game)
        view = game.view(decision.seat)
        told = {t.name: satrap.explained(view, decision, random.Random(1), t)[0] for t in CHARACTERS}
        parted |= {(a, b) for a in told for b in told if told[a] != told[b]}
        game.act(satrap.choose(view, decision, rng))
    assert ("cautious", "conqueror") in parted
    assert {a for a, _ in parted} == {t.name for t in CHARACTERS}


@pytest.mark.parametrize("name", list(EXPLAINING))
def test_whoever_explains_plays_what_he_says(name: str) -> None:
    for game in moments()[::5]:
        decision = asked(game)
        view = game.view(decision.seat)
        action = EXPLAINING[name](view, decision, random.Random(2))[0]
        assert action == BOTS[name](view, decision, random.Random(2))


def test_every_reason_can_be_said() -> None:
    told = set()
    for game in moments():
        decision: Decision = asked(game)
        text, reason = satrap.explain(game.view(decision.seat), decision, random.Random(1))
        assert text in decision.actions
        if reason is not None:
            line = messages.render(MATERIAL, reason.key, reason.args)
            assert "{" not in line
            told.add(reason.key)
    assert {"reason.place_pcs", "reason.siege"} <= told


def city_before_an_enemy(**blue: int) -> Table:
    """10.B: Red has Eumenes and an Heir inside Sardeis and CUs on both sides of its walls."""
    table = Table()
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside", loyal=1)
    table.cus("red", "sardeis", mercenary=2)
    table.royal("herakles", "sardeis", "red")
    table.army("blue", "krateros", "pergamon", **blue)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:sardeis")
    table.act(choice(table))
    assert table.where_royal("herakles") == "sardeis.inside"
    return table


def test_before_a_strong_enemy_it_holds_the_walls() -> None:
    table = city_before_an_enemy(loyal=8)
    while table.decision.prompt == "prompt.rearrange":
        table.act(choice(table))
    assert table.where("eumenes") == "sardeis.inside"
    assert sum(table.forces("red", "sardeis.inside").values()) == 2


def test_before_a_weak_enemy_it_comes_out() -> None:
    table = city_before_an_enemy(mercenary=1)
    while not table.over and table.decision.prompt == "prompt.rearrange":
        table.act(choice(table))
    assert table.forces("red", "sardeis.inside") == {}
