"""Game, the one door: new, decision, act, undo, view, save, load, why_not."""

import json
import random
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, NamedTuple

from diadochi import errors, foresight, journeys, messages, odds
from diadochi.catalogue import either
from diadochi.data import RulingError, load_material
from diadochi.model import naming
from diadochi.model.edition import EDITIONS, Edition, offered
from diadochi.model.ids import SeatId
from diadochi.model.material import Material
from diadochi.model.notation import Action, Notation, NotationError, at_hand
from diadochi.model.options import OPTION_OF_NAME, Option
from diadochi.model.state import State
from diadochi.rules import agenda, engine, explain, explain_detail, windows
from diadochi.rules.agenda import UNDO, Args, Ask, Entry, Event, Play, Refusal
from diadochi.rules.frames import make_frame
from diadochi.rules.scoring import VICTORY_NAME, take_stock
from diadochi.rules.setup import new_state
from diadochi.tabletop import Table
from diadochi.texts import position as positions
from diadochi.texts import record, save
from diadochi.texts.mark import engine_mark
from diadochi.texts.segments import Segment, gone_on, of_one
from diadochi.texts.setting import set_up
from diadochi.view import SPECTATOR, View, make_view, seen_ask

CANNOT_UNDO: Final = "error.cannot_undo"


class Decision(NamedTuple):
    """Who has to decide what, and what may be chosen."""

    seat: SeatId
    prompt: str
    args: Args
    rule: str
    codes: tuple[int, ...]
    """The actions as the engine's numbers."""
    notation: Notation
    further: tuple[int, ...] = ()
    """The last of them: what may be done besides in one's own turn, without being asked (7.1.C.2)."""

    @property
    def asked(self) -> tuple[int, ...]:
        """The answers to the question itself."""
        return self.codes[: len(self.codes) - len(self.further)] if self.further else self.codes

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions as texts."""
        return tuple(self.notation.text(c) for c in self.codes)

    @property
    def text(self) -> str:
        """The question in English; `diadochi.messages` speaks other languages."""
        return messages.prompt_line(self.notation.material, self)

    def __repr__(self) -> str:
        seat, told = naming.named("faction", self.seat), naming.arguments(self.args)
        actions = naming.actions(self.codes)
        return naming.shown("Decision", seat=seat, prompt=self.prompt, args=told, rule=self.rule, actions=actions)


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winner: int
    victory: str
    vp: tuple[int, ...]
    legitimacy: tuple[int, ...]

    def __repr__(self) -> str:
        who = naming.named("faction", self.winner)
        vp, legitimacy = by_faction(self.vp), by_faction(self.legitimacy)
        return naming.shown("Result", winner=who, victory=self.victory, vp=vp, legitimacy=legitimacy)

    def _repr_html_(self) -> str:
        """For notebooks; only they pay for loading what draws."""
        who = naming.named("faction", self.winner)
        told = import_module("diadochi.picture").result_table
        shown: str = told(who, self.victory, by_faction(self.vp), by_faction(self.legitimacy))
        return shown


def by_faction(values: tuple[int, ...]) -> dict[str, int]:
    return {naming.named("faction", seat): value for seat, value in enumerate(values)}


class Log:
    """The steps of a game. A copy goes on from there and shares what is before; nothing is ever taken out."""

    def __init__(self, earlier: "Log | None" = None) -> None:
        self.earlier = earlier
        self.begin = 0 if earlier is None else earlier.length()
        self.steps: list[Entry] = []

    def length(self) -> int:
        return self.begin + len(self.steps)

    def entries(self) -> list[Entry]:
        """All steps; from now on this log has them itself."""
        parts, log, end = [self.steps], self.earlier, self.begin
        while log is not None:
            parts.append(log.steps[: end - log.begin])
            end = log.begin
            log = log.earlier
        if len(parts) > 1:
            self.steps = [entry for part in reversed(parts) for entry in part]
            self.earlier, self.begin = None, 0
        return self.steps


class Game:
    """A game of Successors.

    >>> game = Game.new(players=4, seed=1)
    >>> decision = game.decision
    >>> events = game.act(decision.actions[0])
    """

    def __init__(
        self,
        material: Material,
        state: State,
        *,
        keep_undo: bool = True,
        ask_everything: bool = False,
        source: "Game | None" = None,
    ) -> None:
        """`source`: the game of which it is to be a copy."""
        self.material = material
        self.notation = material.notation
        at_hand(self.notation)
        self.key_hash: str = agenda.key_hash(state.key) if source is None else source.key_hash
        self._log: Log = Log(None if source is None else source._log)
        self.start: dict[str, Any] = {}
        """The state the game began with, when it is no ordinary set-up."""
        self._play = Play(material, state, ask_everything=ask_everything)
        self._keep_undo = keep_undo
        self._undo: list[tuple[State, SeatId, int]] = []
        self._closed = 0
        """How many of these steps lie before a window of another seat: they are kept for older records only."""
        self.opening: tuple[Event, ...] = ()
        """What happened before the first step."""
        self._told = 0
        """How many events there are, without those that were undone."""
        self._ask: Ask | None = None
        self._known_at: tuple[int, int] = (-1, SPECTATOR)
        self._known_play: Play | None = None
        """What `_known` has made last, and for which version and seat."""
        self._complete = False
        self._segments: tuple[Segment, ...] = ()
        """Which engines have played it; nothing if this one has played all of it."""
        if source is None:
            self._begin()
        else:
            self._segments = source._segments
            self.start, self.opening, self._told = source.start, source.opening, source._told
            self._ask, self._complete = source._ask, source._complete

    @classmethod
    def new(
        cls,
        players: int = 4,
        seed: int | None = None,
        options: Iterable[str] = (),
        edition: str = EDITIONS[0],
        *,
        rulings: Mapping[str, str] | None = None,
        material: Material | None = None,
        keep_undo: bool = True,
        ask_everything: bool = False,
    ) -> "Game":
        """A new game at set-up. `seed` makes it repeatable; without one the dice are secret and fair.

        `rulings` names readings that this table plays in another way. `material` brings its own edition and rulings.
        What has a single possibility is done at once; with `ask_everything` it is asked as well."""
        if edition not in EDITIONS:
            raise errors.GameError("error.no_edition", edition=repr(edition), editions=list(EDITIONS))
        try:
            material = load_material(edition, rulings=rulings) if material is None else material
        except RulingError as error:
            raise errors.GameError(str(error)) from None
        check_edition(material.edition, players)
        mask = option_mask(options, material.edition, players)
        key = secrets.token_bytes(32) if seed is None else agenda.key_of_seed(seed)
        state = new_state(material, players, mask, key)
        return cls(material, state, keep_undo=keep_undo, ask_everything=ask_everything)

    def __repr__(self) -> str:
        return f"<Game of {self.players} players, {self.table.moment}, version {self.version}>"

    def _repr_html_(self) -> str:
        """The table as a picture, hidden hands counted only."""
        return self.table._repr_html_()

    # What is to be decided

    @property
    def state(self) -> State:
        return self._play.state

    @property
    def players(self) -> int:
        return self.state.players

    @property
    def ask_everything(self) -> bool:
        """Whether decisions with a single possibility are asked too."""
        return self._play.ask_everything

    @property
    def version(self) -> int:
        """The number of steps so far, undos included."""
        return self._log.length()

    @property
    def entries(self) -> list[Entry]:
        """The steps so far, undos included."""
        return self._log.entries()

    @entries.setter
    def entries(self, entries: list[Entry]) -> None:
        self._log = Log()
        self._log.steps = entries

    @property
    def decision(self) -> Decision | None:
        """What has to be decided next; None when the game is over."""
        ask = self._offered()
        return None if ask is None else decision_of(ask, self.notation)

    @property
    def asked(self) -> Sequence[int]:
        """The answers to the question itself, as numbers: for those who play very many games. None when it is over."""
        return () if self._ask is None else self._ask.actions

    @property
    def deciding(self) -> int:
        """The seat that has to decide; -1 when the game is over."""
        return SPECTATOR if self._ask is None else self._ask.seat

    def _offered(self) -> Ask | None:
        """The question with what may be done besides, which is looked for when somebody wants to know."""
        if self._ask is not None and not self._complete:
            self._ask = engine.with_further(self._play, self._ask)
            self._complete = True
        return self._ask

    def still_asked(self) -> tuple[int, ...]:
        """The seats that the window at hand asks before it closes, in order; nobody when no window is open."""
        return windows.still_asked(self._play)

    def as_asked(self, seat: int) -> "Game":
        """The same moment, with another of these seats having the word: what it would be asked."""
        state = self.state.copy()
        windows.give_word(state, SeatId(seat))
        return Game(self.material, state, keep_undo=False, ask_everything=self.ask_everything)

    @property
    def result(self) -> Result | None:
        s = self.state
        if not s.result:
            return None
        winner, kind = s.result
        return Result(winner, VICTORY_NAME[kind], tuple(s.vp), tuple(s.legitimacy))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, without what was undone."""
        steps = save.standing(self.entries)
        return (*self.opening, *[event for step in steps for event in step.events])

    def log(self, seat: int = SPECTATOR) -> tuple[Event, ...]:
        """The events that a seat (or a spectator) may see."""
        who = self._checked(seat)
        return tuple(e for e in self.events if e.seen_by(who))

    def _shown(self) -> Ask | None:
        """The same with what one should be sure of."""
        ask = self._offered()
        return None if ask is None else engine.with_perils(self._play, ask)

    # Acting

    def act(self, action: str | Action, seat: int | None = None, version: int | None = None) -> tuple[Event, ...]:
        """Carry out an action that is offered and return what happened."""
        code = self._find(action)
        self._check_answer(code, seat, version)
        return self.act_code(code)

    def act_code(self, code: int) -> tuple[Event, ...]:
        """The same for an action of `decision.codes`, unchecked: for those who play very many games."""
        ask = self._ask
        assert ask is not None
        p = self._play
        before = p.state
        asked = 0
        if self._keep_undo:
            asked = windows.asked(p)
            p.state = before.copy()
        p.events = []
        engine.take(p, code)
        self._advance()
        events = tuple(p.events)
        if self._keep_undo:
            self._remember(before, ask.seat, asked)
        self._told += len(events)
        self._log.steps.append(Entry(ask.seat, self.notation.text(code), events))
        return events

    def _find(self, action: str | Action) -> int:
        if isinstance(action, Action):
            return action.code
        if not isinstance(action, str):
            raise errors.UnknownActionError("error.no_action", found=repr(action))
        try:
            return self.notation.parse(action).code
        except NotationError as error:
            key, words, alike = error.args
            raise errors.UnknownActionError(f"{key}.near" if alike else key, **words, alike=either(alike)) from None

    def _check_answer(self, code: int, seat: int | None, version: int | None) -> None:
        ask = self._offered()
        if ask is None:
            raise errors.GameOverError("error.game_over")
        if version is not None and version != self.version:
            raise errors.StaleVersionError("error.stale", version=self.version, known=version)
        if seat is not None and seat != ask.seat:
            who = self.material.pieces.factions[ask.seat]
            raise errors.WrongSeatError("error.wrong_seat", who=who)
        if code not in ask.actions and code not in ask.further:
            refusal = self._refusal(code, ask.seat)
            raise errors.NotOfferedError(self.notation.text(code), refusal)

    def _begin(self) -> None:
        """Run the state to its first question."""
        p = self._play
        if not p.state.sources:
            take_stock(p)
        self._advance()
        self.opening = tuple(p.events)
        self._told = len(p.events)

    def _advance(self) -> None:
        self._ask = engine.advance(self._play)
        self._complete = False

    def why_not(self, action: str | Action, seat: int | None = None) -> Refusal | None:
        """Why a seat may not choose an action now; None if it may.

        `seat`: who asks, the deciding seat unless told; -1 is a spectator. The answer hangs on nothing that seat cannot
        know."""
        code = self._find(action)
        ask = self._offered()
        if ask is None:
            return Refusal("3.1.1", "refusal.game_over")
        asking = self._asking(seat)
        offered = asking == ask.seat and (code in ask.actions or code in ask.further)
        return None if offered else self._refusal(code, asking)

    def _asking(self, seat: int | None) -> SeatId:
        """The seat that asks: the deciding one unless it is told."""
        if seat is None:
            return SPECTATOR if self._ask is None else self._ask.seat
        return self._checked(seat)

    def _checked(self, seat: int) -> SeatId:
        """A seat of this game, or a spectator."""
        if not isinstance(seat, int) or not SPECTATOR <= seat < self.players:
            raise errors.GameError("error.no_seat", seat=repr(seat), last=self.players - 1)
        return SeatId(seat)

    def _refusal(self, code: int, seat: SeatId) -> Refusal:
        ask = self._ask
        assert ask is not None
        known = self._known(seat)
        refusal: Refusal | None = agenda.NOT_ASKED
        if seat == ask.seat:
            refusal = engine.check(known, code)
        if refusal is agenda.NOT_ASKED:
            refusal = explain.explain(known, ask, seat, code)
        if refusal is None or refusal is agenda.NOT_ASKED:
            asked = (("prompt", "text", ask.prompt), ("who", "faction", ask.seat))
            return Refusal(ask.rule, "refusal.not_asked", (*ask.args, *asked))
        return explain_detail.in_detail(known, seat, code, refusal)

    def _known(self, seat: SeatId) -> Play:
        """The game as a seat knows it: what it cannot know is dealt in one way that its view alone decides."""
        now = (self.version, seat)
        if self._known_at != now or self._known_play is None:
            self._known_at = now
            self._known_play = Play(self.material, self.view(seat).sample(random.Random(0)))
        return self._known_play

    def odds(self, action: str | Action | None = None, seat: int | None = None) -> odds.Odds | None:
        """The exact chances of what is about to be rolled, from what a seat may know; None if nothing is.

        With an action that the seat may choose: of the roll that it leads to if nobody else reacts. `seat`: who asks,
        the deciding seat unless told; -1 is a spectator."""
        asking = self._asking(seat)
        if action is None:
            return odds.now(self._known(asking))
        code = self._find(action)
        ask = self._ask
        if ask is None or asking != ask.seat or code not in ask.actions:
            return None
        return foresight.of_action(self._known(asking), asking, code)

    def ahead(self, seat: int) -> journeys.Ahead | None:
        """What the choices of a seat that has to decide lead to, from what it may know; None if another one has to."""
        ask = self._offered()
        asking = self._checked(seat)
        if ask is None or ask.seat != asking:
            return None
        return journeys.ahead(self._known(asking), ask)

    # Undo

    def _remember(self, before: State, seat: SeatId, asked: int) -> None:
        """Undo stops at chance, at hidden cards becoming known, at another seat's decision or window, and at the end.

        `asked`: the seats of the window in which the step was taken.
        """
        if self.state.barrier != before.barrier or self.state.result:
            self._undo.clear()
            self._closed = 0
            return
        if self._undo and self._undo[-1][1] != seat:
            self._undo.clear()
            self._closed = 0
        self._undo.append((before, seat, self._told))
        if (asked | windows.asked(self._play)) & ~(1 << seat):
            self._closed = len(self._undo)

    def _close_undo(self) -> None:
        """What cannot be undone of the steps that a save tells, which an older engine may have written."""
        self._closed = 0
        states = [*(state for state, _, _ in self._undo), self.state]
        asked = [windows.asked(Play(self.material, state)) for state in states]
        for number, (_, seat, _) in enumerate(self._undo):
            if (asked[number] | asked[number + 1]) & ~(1 << seat):
                self._closed = number + 1

    def can_undo(self, seat: int | None = None) -> bool:
        return len(self._undo) > self._closed and (seat is None or self._undo[-1][1] == seat)

    @property
    def undo_depth(self) -> int:
        """The steps that are remembered, so that they can be taken back."""
        return len(self._undo)

    def forget_undo(self, keep: int) -> State:
        """Remember only so many of these steps, at least one; the position before the first of them."""
        self._closed = max(0, self._closed - max(0, len(self._undo) - keep))
        del self._undo[:-keep]
        return self._undo[0][0]

    def earlier(self) -> Iterator["Game"]:
        """The games that one undo, two undos and so on lead to."""
        for state, _, _ in reversed(self._undo[self._closed :]):
            yield Game(self.material, state.copy(), keep_undo=False, ask_everything=self.ask_everything)

    def undo(self, seat: int | None = None) -> None:
        """Take back the last step, if it was one's own and told nobody anything new."""
        if not self.can_undo(seat):
            raise errors.CannotUndoError(CANNOT_UNDO)
        self._take_back()

    def undo_again(self, seat: int) -> None:
        """An undo of a game that was played before, perhaps when windows did not close undo yet."""
        if not self._undo or self._undo[-1][1] != seat:
            raise errors.CannotUndoError(CANNOT_UNDO)
        self._take_back()

    def _take_back(self) -> None:
        state, actor, self._told = self._undo.pop()
        self._closed = min(self._closed, len(self._undo))
        self._play.state = state
        self._log.steps.append(Entry(actor, UNDO, ()))
        self._play.events = []
        self._advance()

    # Copies and views

    def copy(self, *, keep_undo: bool = False) -> "Game":
        """An independent game that goes on from here; undo history is left behind."""
        everything = self.ask_everything
        return Game(self.material, self.state.copy(), keep_undo=keep_undo, ask_everything=everything, source=self)

    def digest(self) -> str:
        return self.state.digest()

    def ask(self, seat: int = SPECTATOR) -> Ask | None:
        """The decision of a view, for those who need nothing else of it."""
        return seen_ask(self._shown(), self._checked(seat))

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat, or a spectator, may see."""
        return make_view(self._play, self._checked(seat), self.version, self.key_hash, self._shown())

    @property
    def table(self) -> Table:
        """Everything on the table now, by name, hidden hands included; `view(seat).table` is what a seat may see."""
        return Table(self.view(), tuple(self.state.hands))

    # Texts

    def save(self) -> str:
        """Everything, the key included; `Game.load` goes on exactly the same. Keep it private."""
        s, segments, everything = self.state, self.segments, self.ask_everything
        saved = save.Saved(self.material, s, self.start, self.entries, self.opening, self._undo, segments, everything)
        return save.write(saved)

    @property
    def segments(self) -> tuple[Segment, ...]:
        """Which engine has played from which action on."""
        return self._segments or of_one(engine_mark(self.material))

    @classmethod
    def load(cls, text: str | bytes, *, material: Material | None = None, other_data: bool = False) -> "Game":
        """The game of a save. `other_data`: go on with this material though it was played with another."""
        saved = save.read_save(text, material, other_data)
        new = cls(saved.material, saved.state, ask_everything=saved.ask_everything)
        new.start, new.entries, new.opening = saved.start, saved.entries, saved.opening
        new._segments = gone_on(saved.segments, engine_mark(saved.material), len(saved.entries), saved.state)
        new._undo = saved.undo if new._segments == saved.segments else []
        new._told = len(new.events)
        new._close_undo()
        return new

    def record(self, seat: int | None = None) -> str:
        """A finished game for everybody to read and verify; with `seat` what that seat has seen so far."""
        return record.write(self) if seat is None else record.write_seen(self, self._checked(seat))

    @classmethod
    def replay(cls, text: str | bytes, *, material: Material | None = None) -> "Game":
        """Play a record again, by its key and by its dice alone; raises TextError where they differ from it."""
        return record.verify(text, material).game

    def position(self) -> str:
        """The position at the start of a Segment, hidden cards included; it has no key and no history."""
        return positions.write(self._play)

    @classmethod
    def from_position(
        cls,
        position: str | bytes | dict[str, Any],
        seed: int | None = None,
        *,
        material: Material | None = None,
        ask_everything: bool = False,
    ) -> "Game":
        """A game that begins with a position, as a text or as JSON values, of the edition and rulings that it names."""
        key = secrets.token_bytes(32) if seed is None else agenda.key_of_seed(seed)
        begun = set_up(position, key, material)
        start = positions.describe(begun)
        new = cls(begun.material, begun.state, ask_everything=ask_everything)
        new.start = start
        return new

    @classmethod
    def from_state(cls, material: Material, state: State, *, keep_undo: bool = True) -> "Game":
        return cls(material, state, keep_undo=keep_undo)

    @classmethod
    def sample(cls, view: View, rng: random.Random) -> "Game":
        """A game that fits everything a view tells, to think ahead with."""
        return cls(view.material, view.sample(rng), keep_undo=False, ask_everything=view.ask_everything)


def decision_of(ask: Ask, notation: Notation) -> Decision:
    codes = (*ask.actions, *ask.further)
    return Decision(ask.seat, ask.prompt, ask.args, ask.rule, codes, notation, ask.further)


def check_edition(edition: Edition, players: int) -> None:
    """Refuses an edition whose rules are not all here, and a number of players that it does not know."""
    if not edition.playable:
        raise errors.GameError("error.edition_not_playable", name=edition.name)
    if players not in edition.players:
        raise errors.GameError("error.players", players=players, able=either([*map(str, edition.players)]))


def option_mask(options: Iterable[str], edition: Edition, players: int = 0) -> int:
    """The options as bits; with the number of players, where an option asks for certain ones."""
    mask = 0
    for name in options:
        option = OPTION_OF_NAME.get(name)
        if option is None or not edition.options >> option & 1:
            raise errors.GameError("error.no_option", name=repr(name), options=list(offered(edition)))
        if option == Option.SECOND_VARIANT and players and players not in edition.generals_each_second:
            able = either([*map(str, edition.generals_each_second)])
            raise errors.GameError("error.second_variant", players=players, able=able)
        mask |= 1 << option
    return mask


def load_state(data: dict[str, Any]) -> State:
    """The state of a `State.to_json` text."""
    return State.from_json(json.loads(json.dumps(data)), make_frame)


def game_again(material: Material, state: State, ask_everything: bool) -> Game:
    return Game(material, state, ask_everything=ask_everything)


record.game_again = game_again
