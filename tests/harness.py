"""Whole games under random choice, with everything that must hold looked at on the way.

A failure carries the seed and the actions so far: `replay(failure)` gets to the same moment.
"""

import json
import random
from collections.abc import Callable

from diadochi.bots import random_bot
from diadochi.data import load_material
from diadochi.game import Game, load_state, option_mask
from diadochi.lab import invariants
from diadochi.model import moves
from diadochi.model.edition import EDITIONS
from diadochi.model.material import Material
from diadochi.model.state import FIELDS, UPKEEP_DUE, State
from diadochi.rules import engine, scoring
from diadochi.rules.activation import army
from diadochi.rules.agenda import Play, key_of_seed
from diadochi.rules.march import Procedure
from diadochi.rules.setup import new_state
from diadochi.rules.upkeep import upkeep
from diadochi.view import fill_hidden


class HarnessError(AssertionError):
    """Something did not hold; `record` replays it."""

    def __init__(self, problem: str, record: dict[str, object]) -> None:
        self.record = record
        super().__init__(f"{problem}\nreplay: {json.dumps(self.record)}")


def failure(
    players: int, seed: int, options: tuple[str, ...], actions: list[str], material: Material
) -> dict[str, object]:
    """What it takes to replay a game."""
    edition, rulings = material.edition.id, dict(material.rulings)
    return {
        "players": players,
        "seed": seed,
        "options": options,
        "edition": edition,
        "rulings": rulings,
        "actions": actions,
    }


def replay(record: dict[str, object]) -> Game:
    """The game at the moment a failure was found."""
    material = load_material(record["edition"], rulings=record["rulings"])  # type: ignore[arg-type]
    game = begin(record["players"], record["seed"], record["options"], material)  # type: ignore[arg-type]
    for action in record["actions"]:  # type: ignore[attr-defined]
        game.act(action)
    return game


Look = Callable[[Game, random.Random], None]


def begin(players: int, seed: int, options: tuple[str, ...] = (), edition: str | Material = EDITIONS[0]) -> Game:
    """A new game of an edition, also of one that `Game.new` does not offer yet, or of changed material."""
    material = load_material(edition) if isinstance(edition, str) else edition
    state = new_state(material, players, option_mask(options, material.edition), key_of_seed(seed))
    return Game.from_state(material, state, keep_undo=False)


def play(
    players: int,
    seed: int,
    *looks: Look,
    options: tuple[str, ...] = (),
    edition: str | Material = EDITIONS[0],
    rulings: dict[str, str] | None = None,
    limit: int = 1_000_000,
) -> Game:
    """Play a game at random; every look sees it before every action."""
    rng = random.Random(seed)
    material = load_material(edition, rulings=rulings) if isinstance(edition, str) else edition
    game = begin(players, seed, options, material)
    actions: list[str] = []
    try:
        while game.decision is not None and len(actions) < limit:
            for look in looks:
                look(game, rng)
            action = game.notation.text(random_bot.pick(game, rng))
            actions.append(action)
            game.act(action)
        for look in looks:
            look(game, rng)
    except HarnessError:
        raise
    except Exception as error:
        told = failure(players, seed, options, actions, material)
        raise HarnessError(f"{type(error).__name__}: {error}", told) from error
    return game


def now_and_then(look: Look, one_in: int) -> Look:
    """Look at random moments only."""
    state = random.Random(one_in)

    def sometimes(game: Game, rng: random.Random) -> None:
        if state.randrange(one_in) == 0:
            look(game, state)

    return sometimes


def is_settled(game: Game) -> bool:
    """No activation and no Procedure is under way."""
    p = game._play
    return army(p) is None and p.find(Procedure) < 0 and game.state.turn > 0


def keeps_invariants(game: Game, rng: random.Random) -> None:
    problems = invariants.broken(game._play, settled=between_procedures(game))
    assert not problems, problems


def between_procedures(game: Game) -> bool:
    """Nothing but the phases, the Player Turn and its Segments is on the agenda."""
    calm = {"GameTurn", "PlayerTurn", "SurrenderSegment", "TycheSegment", "ActivationSegment", "Priority"}
    due = game.state.board_dirty & UPKEEP_DUE
    return is_settled(game) and not due and all(type(f).__name__ in calm for f in game.state.agenda)


def nothing_is_overdue(game: Game, rng: random.Random) -> None:
    """Scoring everything anew changes nothing; nor does the upkeep of the whole board, where none is due."""
    s = game.state.copy()
    if s.turn == 0 or s.result:
        return
    p = Play(game.material, s)
    rests = not s.board_dirty & UPKEEP_DUE
    moves.all_due(s)
    scoring.rescore(p)
    if rests:
        upkeep(p)
    else:
        s.board_dirty |= UPKEEP_DUE
    changed = [name for name in FIELDS if getattr(s, name) != getattr(game.state, name)]
    assert not changed, ("overdue", changed, [e.key for e in p.events])
    assert not p.events, ("overdue", [e.key for e in p.events])


def offers_are_exact(game: Game, rng: random.Random) -> None:
    """Every offered action is accepted by the one check, and nothing else is."""
    decision = game.decision
    if decision is None:
        return
    before = game.digest()
    passing = {a.code for a in game.notation.actions if engine.check(game._play, a.code) is None}
    offered = set(decision.codes)
    name = type(game.state.agenda[-1]).__name__
    text = game.notation.text
    assert passing == offered, (
        name,
        "checked but not offered", [text(a) for a in sorted(passing - offered)][:9],
        "offered but refused", [text(a) for a in sorted(offered - passing)][:9],
    )  # fmt: skip
    assert len(offered) == len(decision.codes), (name, "an action is offered twice")
    assert game.digest() == before, (name, "asking changed the state")


def undo_restores(game: Game, rng: random.Random) -> None:
    """Act, then undo, gives the same digest and the same decision."""
    if game.decision is None:
        return
    before, offers = game.digest(), game.decision.actions
    trial = game.copy(keep_undo=True)
    trial.act(rng.choice(offers))
    if trial.can_undo():
        trial.undo()
        assert trial.digest() == before
        assert trial.decision is not None
        assert trial.decision.actions == offers


def copies_are_independent(game: Game, rng: random.Random) -> None:
    before = game.digest()
    copy = game.copy()
    for _ in range(5):
        if copy.decision is not None:
            copy.act(rng.choice(copy.decision.actions))
    assert game.digest() == before


def state_survives_json(game: Game, rng: random.Random) -> None:
    again = load_state(game.state.to_json())
    assert again == game.state
    assert again.digest() == game.digest()


def no_cycles() -> Look:
    """No digest repeats within a player turn."""
    seen: set[str] = set()
    turn: list[object] = []

    def look(game: Game, rng: random.Random) -> None:
        s = game.state
        now = [s.turn, s.round, s.active]
        if now != turn:
            turn[:] = now
            seen.clear()
        digest = game.digest()
        assert digest not in seen, "a state came back"
        seen.add(digest)

    return look


def nothing_leaks(game: Game, rng: random.Random) -> None:
    """Non-interference: shuffle all that a seat cannot know, and it sees and is asked the same."""
    for seat in range(-1, game.players):
        view = game.view(seat)
        other = Game.from_state(game.material, disguised(game, seat, rng), keep_undo=False)
        other.entries = game.entries
        other.key_hash = game.key_hash
        told, same = view.encode(), other.view(seat).encode()
        assert told == same, (seat, "sees something hidden", *differences(told, same))


def differences(one: str, two: str) -> list[object]:
    """The fields in which two encoded views differ."""
    a, b = json.loads(one), json.loads(two)
    out: list[object] = [(k, a[k], b[k]) for k in a if a[k] != b[k] and k != "state"]
    return out + [(k, a["state"][k], b["state"][k]) for k in a["state"] if a["state"][k] != b["state"][k]]


def own_copy(state: State) -> State:
    """A copy that shares nothing: one may write into any of its lists."""
    out = state.copy()
    for name in FIELDS:
        value = getattr(out, name)
        if isinstance(value, list | dict):
            setattr(out, name, value.copy())
    return out


def disguised(game: Game, seat: int, rng: random.Random) -> State:
    """The same game for a seat, with everything it cannot know dealt anew."""
    s = game.state.copy()
    fill_hidden(s, game.view(seat), rng)
    s.key = rng.randbytes(32)
    return s


def samples_fit(game: Game, rng: random.Random) -> None:
    """Every card is somewhere exactly once in a sample for any seat, and the seat sees and is asked the same."""
    for seat in range(-1, game.players):
        view = game.view(seat)
        sample = Game.sample(view, rng)
        problems = list(invariants.cards(sample._play))
        assert not problems, (seat, "has an impossible sample", problems)
        sample.entries, sample.key_hash = game.entries, game.key_hash
        told, same = view.encode(), sample.view(seat).encode()
        assert told == same, (seat, "is told otherwise by its sample", *differences(told, same))


def logs_do_not_leak(game: Game, rng: random.Random) -> None:
    """Go on for a while beside a twin with other hidden cards: a seat reads the same log and sees the same."""
    for seat in range(game.players):
        one = game.copy()
        two = Game.from_state(game.material, hidden_elsewhere(game, seat, rng), keep_undo=False)
        two.entries, two.key_hash = game.entries[:], game.key_hash
        walk_beside(one, two, seat, rng)


def hidden_elsewhere(game: Game, seat: int, rng: random.Random) -> State:
    """The same game for a seat, the dice to come included, with the hidden cards dealt anew."""
    s = disguised(game, seat, rng)
    s.key = game.state.key
    return s


def open_to(game: Game, seat: int) -> tuple[int, int, int]:
    """The cards that a seat knows: its hand, the discards, those turned up and not yet resolved (A21)."""
    return game.state.hands[seat], game.state.discard, game.state.aside


def walk_beside(one: Game, two: Game, seat: int, rng: random.Random, steps: int = 12) -> None:
    """The same actions in both games, until the seat learns a card or they have no action in common."""
    read = len(one.log(seat)), len(two.log(seat))
    for _ in range(steps):
        if one.decision is None or two.decision is None:
            break
        both = sorted(set(one.decision.codes) & set(two.decision.codes))
        if not both:
            break
        action = rng.choice(both)
        one.act_code(action)
        two.act_code(action)
        if open_to(one, seat) != open_to(two, seat):
            break
        told, same = one.log(seat)[read[0] :], two.log(seat)[read[1] :]
        assert told == same, (seat, "reads something hidden", [e.key for e in told], [e.key for e in same])
        views = one.view(seat).encode(), two.view(seat).encode()
        assert views[0] == views[1], (seat, "sees something hidden", *differences(*views))
