"""The chances of the fight that an action leads to."""

import random

import pytest

from diadochi import foresight, odds
from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.rules import activation, strategy
from diadochi.view import SPECTATOR
from tests import harness
from tests.rules.voyages import army_at_xanthos, embark
from tests.table import Table


def march(faction: str, **defenders: int) -> Table:
    """Krateros at Issos with an enemy at Tarsos."""
    table = Table(active=faction)
    table.army("blue", "krateros", "issos", loyal=4)
    table.army("red", "leonnatos", "tarsos", **defenders)
    table.begin(lambda p: activation.begin(p, table.seat(faction), 4, 1))
    table.act("activate:krateros", "take-all")
    return table


def fight(table: Table, action: str) -> odds.Odds | None:
    number = table.decision.codes[table.offers.index(action)]
    return foresight.of_action(table.play, table.decision.seat, number)


def entered(**defenders: int) -> Table:
    """Krateros has marched to Tarsos and may still ask for Free Passage."""
    table = march("blue", **defenders)
    table.act("march:tarsos")
    return table


def test_not_asking_for_passage_shows_the_battle() -> None:
    found = fight(entered(mercenary=3), "attack")
    assert isinstance(found, odds.BattleOdds)
    assert found.win > found.loss
    assert found.win + found.draw + found.loss == 1


@pytest.mark.rule("R10.C.1")
def test_a_march_shows_the_battle_of_who_asks_for_no_passage() -> None:
    table = entered(mercenary=3)
    no_passage = next(offer for offer in ("attack", "pass") if offer in table.offers)
    assert fight(march("blue", mercenary=3), "march:tarsos") == fight(table, no_passage)


def before_sardeis(outside: int, inside: int) -> Table:
    """Red's Eumenes holds Sardeis, which Krateros comes to."""
    table = Table()
    table.pc("red", "sardeis")
    table.army("blue", "krateros", "pergamon", loyal=4)
    if outside:
        table.army("red", "peithon", "sardeis", mercenary=outside)
    table.army("red", "eumenes", "sardeis.inside", mercenary=inside)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    return table


@pytest.mark.rule("R10.B.1")
def test_a_garrison_stays_inside_and_only_those_outside_count() -> None:
    found = fight(before_sardeis(outside=3, inside=2), "march:sardeis")
    assert isinstance(found, odds.BattleOdds)
    assert found.eliminated[1] <= 3
    assert found == fight(before_sardeis(outside=3, inside=1), "march:sardeis")
    assert fight(before_sardeis(outside=0, inside=2), "march:sardeis") is None


@pytest.mark.rule("R13.2.11")
def test_a_landing_shows_its_battle() -> None:
    table = army_at_xanthos()
    table.army("red", "leonnatos", "rhodos", mercenary=2)
    embark(table, "demetrios")
    table.act("sail:rhodos")
    assert isinstance(fight(table, "land:rhodos"), odds.BattleOdds)


def test_who_comes_out_of_a_city_sees_his_battle() -> None:
    table = Table()
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", loyal=2)
    table.army("red", "eumenes", "sardeis", mercenary=2)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    assert isinstance(fight(table, "come-out"), odds.BattleOdds)


@pytest.mark.rule("R11.2.5", "R11.2.7")
def test_an_interception_from_the_first_word_to_the_last() -> None:
    table = Table()
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.army("red", "eumenes", "pergamon", mercenary=3)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:ephesos")
    eumenes = table.general_number("eumenes")
    expected = odds.ReactionOdds(eumenes, odds.interception(table.play, eumenes))
    assert fight(table, "intercept:pergamon") == expected
    assert fight(table, "pass") is None
    table.act("intercept:pergamon")
    assert fight(table, "take-general:eumenes") == expected
    table.act("take-general:eumenes")
    assert fight(table, "take-all") == fight(table, "done") == expected


@pytest.mark.rule("R12.2.2")
def test_an_evasion_and_the_battle_of_who_stands() -> None:
    table = march("blue", mercenary=3)
    table.act("march:tarsos")
    while table.decision.prompt != "prompt.evade":
        table.act(next(x for x in ("attack", "pass") if x in table.offers))
    leonnatos = table.general_number("leonnatos")
    assert fight(table, "evade") == odds.ReactionOdds(leonnatos, odds.evasion(table.play, leonnatos))
    assert isinstance(fight(table, "stand"), odds.BattleOdds)


@pytest.mark.rule("R13.3.A.1", "R13.3.C.1")
def test_a_naval_battle_before_it_is_declared() -> None:
    table = army_at_xanthos()
    table.province("red", "kypros")
    table.pc("red", "rhodos")
    embark(table, "demetrios")
    table.act("sail:rhodos")
    assert table.decision.prompt == "prompt.declare"
    found = fight(table, "declare")
    assert isinstance(found, odds.NavalOdds)
    assert table.game is not None
    assert table.game.odds() == found
    assert fight(table, "pass") is None
    table.act("declare")
    commit = next(offer for offer in table.offers if offer.startswith("commit:"))
    one = fight(table, commit)
    assert isinstance(one, odds.NavalOdds)
    table.act(commit)
    if "done" in table.offers:
        assert fight(table, "done") == one


@pytest.mark.rule("R16.11.1")
@pytest.mark.parametrize("cavalry", [(), ("cavalry",)])
def test_an_interception_by_independents(cavalry: tuple[str, ...]) -> None:
    table = Table(options=("independent-reactions", *cavalry))
    table.army("blue", "krateros", "pella", mercenary=3)
    table.independent("leosthenes", "lamia")
    table.hand("red", "57")
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all", "march:larisa")
    number = table.general_number("leosthenes")
    expected = odds.ReactionOdds(number, odds.interception(table.play, number, len(cavalry)))
    assert fight(table, "move-independent:leosthenes") == expected
    table.act("move-independent:leosthenes")
    assert table.decision.prompt == "prompt.pay_for_independents"
    assert fight(table, "discard:57") == expected
    assert table.game is not None
    assert table.game.odds() == expected


def test_cards_have_no_odds() -> None:
    table = Table(segment=1)
    table.hand("blue", "2", "57")
    table.army("blue", "krateros", "sardeis", mercenary=3)
    table.begin(lambda p: p.push(strategy.TycheSegment(table.seat("blue"), 0)))
    assert all(fight(table, action) is None for action in table.offers)


@pytest.mark.parametrize("players", [3, 4])
def test_the_odds_do_not_hang_on_what_a_seat_cannot_know(players: int) -> None:
    """Hidden cards are dealt anew under the seat that asks."""
    game, rng = Game.new(players, 8, ("independent-reactions",), keep_undo=False), random.Random(8)
    asked, warlike = 0, ("march:", "siege:", "intercept:", "evade", "land:", "declare", "done")
    for _ in range(1500):
        if game.decision is None or asked > 30:
            break
        looked = rng.random() < 0.15 and any(action.startswith(warlike) for action in game.decision.actions)
        for seat in range(-1, players) if looked else ():
            other = Game.from_state(game.material, harness.disguised(game, seat, rng), keep_undo=False)
            for action in (None, *game.decision.actions[-20:]):
                found = game.odds(action, seat)
                assert other.odds(action, seat) == found
                asked += found is not None
        game.act(rng.choice(game.decision.actions))
    assert asked


def test_another_seats_actions_have_no_odds() -> None:
    table = march("blue", mercenary=3)
    game = table.game
    assert game is not None
    blue, red = table.seat("blue"), table.seat("red")
    assert game.odds("march:tarsos") == game.odds("march:tarsos", blue) == game.odds("march:tarsos", seat=blue)
    assert game.odds("march:tarsos") is not None
    assert game.odds("march:tarsos", red) is None
    assert game.odds("march:tarsos", SPECTATOR) is None
    with pytest.raises(GameError, match="no seat 9"):
        game.odds(seat=9)


def test_more_defenders_lower_the_chance() -> None:
    weak, strong = (fight(entered(mercenary=n), "attack") for n in (2, 8))
    assert isinstance(weak, odds.BattleOdds) and isinstance(strong, odds.BattleOdds)
    assert weak.win > strong.win


def test_a_march_into_an_empty_space_is_no_fight() -> None:
    assert fight(march("blue", mercenary=3), "march:myriandos") is None


def test_nothing_changes_by_looking_ahead() -> None:
    table = entered(mercenary=3)
    before = table.play.state.copy(), table.offers
    fight(table, "attack")
    assert (table.play.state.cus, table.play.state.agenda, table.play.state.rolls, table.offers) == (
        before[0].cus,
        before[0].agenda,
        before[0].rolls,
        before[1],
    )


def test_a_siege_shows_whether_the_city_falls() -> None:
    table = Table(active="blue")
    table.pc("red", "tyros")
    table.army("blue", "krateros", "tyros", loyal=6)
    table.begin(lambda p: activation.begin(p, table.seat("blue"), 4, 1))
    table.act("activate:krateros", "take-all")
    action = next(offer for offer in table.offers if offer.startswith("siege"))
    assert isinstance(fight(table, action), odds.SiegeOdds)


def test_any_action_may_be_looked_at() -> None:
    game = Game.new(players=4, seed=5)
    rng = random.Random(5)
    fights = 0
    for _ in range(300):
        if game.decision is None:
            break
        before = game.digest()
        fights += sum(game.odds(action) is not None for action in game.decision.actions)
        assert game.digest() == before
        game.act(rng.choice(game.decision.actions))
    assert fights
