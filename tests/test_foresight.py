"""The chances of the fight that an action leads to."""

import random

from diadochi import foresight, odds
from diadochi.game import Game
from diadochi.rules import activation
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
    return foresight.fight(table.play, table.decision.seat, number)


def entered(**defenders: int) -> Table:
    """Krateros has marched to Tarsos and may still ask for Free Passage."""
    table = march("blue", **defenders)
    table.act("march:tarsos")
    return table


def test_not_asking_for_passage_shows_the_battle() -> None:
    found = fight(entered(mercenary=3), "pass")
    assert isinstance(found, odds.BattleOdds)
    assert found.win > found.loss
    assert found.win + found.draw + found.loss == 1


def test_a_march_that_leaves_a_choice_shows_nothing_yet() -> None:
    assert fight(march("blue", mercenary=3), "march:tarsos") is None


def test_more_defenders_lower_the_chance() -> None:
    weak, strong = (fight(entered(mercenary=n), "pass") for n in (2, 8))
    assert isinstance(weak, odds.BattleOdds) and isinstance(strong, odds.BattleOdds)
    assert weak.win > strong.win


def test_a_march_into_an_empty_space_is_no_fight() -> None:
    assert fight(march("blue", mercenary=3), "march:myriandos") is None


def test_nothing_changes_by_looking_ahead() -> None:
    table = entered(mercenary=3)
    before = table.play.state.copy(), table.offers
    fight(table, "pass")
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
