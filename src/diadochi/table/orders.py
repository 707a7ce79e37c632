"""Standing orders: a Surprise card is played for a seat as soon as it may be, without asking.

An order names a card, the window in which it is played, against whom, and how many CUs they have at least. Whether it
applies hangs on what everybody sees, and on the card being in the hand and playable; so an order gives nothing away
before it is carried out. It stays until its player takes it back.
"""

import msgspec

from diadochi.errors import GameError
from diadochi.game import Game
from diadochi.model.cards import WINDOW_NAME, Window
from diadochi.model.material import Material
from diadochi.model.notation import card_in, verb_of
from diadochi.model.state import FACTIONS, State
from diadochi.model.verbs import Verb
from diadochi.table import wire
from diadochi.table.sitting import player

read_all = msgspec.json.Decoder(list[wire.Order]).decode


class OrderError(GameError):
    """There can be no such order."""


def read(text: str) -> list[wire.Order]:
    return read_all(text) if text else []


def write(orders: list[wire.Order]) -> str:
    return msgspec.json.encode(orders).decode() if orders else ""


def check(material: Material, orders: list[wire.Order]) -> None:
    """Each names a Surprise card and a window that it may be played in."""
    cards = {card.number: card for card in material.cards if card.windows}
    for order in orders:
        card = cards.get(order.card)
        if card is None:
            raise OrderError("error.order_card", card=repr(order.card))
        windows = {WINDOW_NAME[kind] for kind in card.windows}
        fits = order.kind in windows or (WINDOW_NAME[Window.ANY_TIME] in windows and order.kind in ANY)
        if not fits:
            raise OrderError("error.order_window", card=card.name, window=order.kind)


ANY = tuple(WINDOW_NAME[kind] for kind in range(len(WINDOW_NAME)) if kind != Window.ANSWER_SURPRISE)
"""The windows in which a card for any time may be played too."""


def action_of(game: Game, seat: int, kind: int, orders: str) -> str:
    """What the orders of a seat that is asked in the window at hand do now; nothing if none applies."""
    wanted = [order for order in read(orders) if order.kind == WINDOW_NAME[kind] and applies(game, seat, kind, order)]
    if not wanted:
        return ""
    decision = game.as_asked(seat).decision
    playable = {
        game.material.cards[card_in(code)].number: game.notation.text(code)
        for code in (() if decision is None else decision.codes)
        if verb_of(code) == Verb.SURPRISE
    }
    return next((playable[order.card] for order in wanted if order.card in playable), "")


def applies(game: Game, seat: int, kind: int, order: wire.Order) -> bool:
    """From what everybody sees: who it goes against, and how many CUs they have."""
    others = against(game, seat, kind)
    if order.whom and not {player(game.material, other) for other in others} & set(order.whom):
        return False
    return kind not in COUNTED or max((cus_of(game, kind, other) for other in others), default=0) >= order.least


COUNTED = (Window.BATTLE_CARDS, Window.NAVAL_STEP, Window.NAVAL_DICE)


def against(game: Game, seat: int, kind: int) -> list[int]:
    """The players whom the window is about, but for the seat itself; at a siege whose city it is."""
    told = facts(game)
    if kind == Window.SIEGE_ROLL and told.get("besieger") == seat:
        return [game.state.pcs[told["space"]]]
    if kind == Window.ANY_TIME:
        return [game.state.active] if game.state.active != seat else []
    named = ("mover", "interceptor", "attacker", "defender", "besieger", "player")
    return [told[name] for name in named if name in told and told[name] != seat]


def facts(game: Game) -> dict[str, int]:
    decision = game.decision
    return {} if decision is None else {name: value for name, _, value in decision.args}


def cus_of(game: Game, kind: int, faction: int) -> int:
    """In the battle, or aboard."""
    if kind == Window.BATTLE_CARDS:
        return number_at(game.state, facts(game)["at"], faction)
    spaces = len(game.material.board.spaces)
    at_sea = {key // FACTIONS for key in game.state.cus if key // FACTIONS >= 2 * spaces}
    return sum(number_at(game.state, at, faction) for at in at_sea)


def number_at(s: State, at: int, faction: int) -> int:
    return sum(s.cus_of(at, faction))  # type: ignore[arg-type]
