"""A second reckoning of chapters 9 to 13.2: at every decision of a movement, what must be offered.

It is written from the numbered rules and from docs/rulings.md, over the plain state, the group that the activation
holds, and the events since the last look. It is slow on purpose: every question is answered from the board anew.
"""

import itertools
import random
import re
from collections import Counter
from typing import Any

from diadochi.game import Game
from diadochi.model.state import INDEPENDENT, NOBODY, TYCHE, State
from diadochi.rules.agenda import Event
from tests.oracle.movement_reckoning import (
    ACTS,
    activations,
    acts,
    cities,
    cost_of_act,
    fetches,
    fleets,
    goes_on,
    held,
    independent_offers,
    interceptors,
    land_mps,
    landings,
    may_declare,
    mps_left,
    newcomers,
    passages,
    rearranging,
    refuges,
    sails,
    takes,
    through_the_gate,
)
from tests.oracle.movement_table import Book, Group, Table, bits, values

ORDER = {
    "lose": 0, "fetch": 0, "rearrange": 1, "ask_passage": 2, "grant_passage": 2, "intercept": 3, "intercept_with": 3,
    "withdraw": 4, "honour_passage": 5, "evade": 6,
}  # fmt: skip
"""The decisions of a Procedure by their steps; every other one comes after them."""
LAST = 7
GATE = re.compile("(inside|outside)[:-]").match


def besides(t: Table) -> set[str]:
    """What may be done besides the answers to the question (7.1.C.2)."""
    decision = t.game.decision
    assert decision is not None
    return set(decision.actions[len(decision.asked) :])


class Way:
    """A Procedure from its beginning, to see that everybody is asked who has to be."""

    def __init__(self, t: Table, seat: int, faction: int, at: int, closed: int, start: dict[int, set[int]]) -> None:
        self.seat, self.faction, self.at, self.closed = seat, faction, at, closed
        self.before = start.get(at, set()) | held(t, at) - {faction}
        self.owner = t.s.pcs[at]
        self.due: dict[tuple[str, int], set[int]] = {}
        self.asked: set[tuple[str, int]] = set()
        self.granted: set[int] = set()
        self.honoured: set[int] = set()
        self.success = False

    def expect_interceptions(self, t: Table, released: set[int]) -> None:
        for q in range(t.s.players):
            if q != self.seat:
                sources = interceptors(t, q, self.faction, self.at, self.before, released, set())
                self.due["intercept", q] = {t.space(x) for x in sources}

    def evaders(self, t: Table) -> set[int]:
        if self.success:
            return set()
        out = set()
        for q in range(t.s.players):
            if q == self.seat or q in self.honoured or not t.generals(self.at, q):
                continue
            if refuges(t, q, self.at, self.at, self.closed, t.count(self.at, q) > 0):
                out.add(q)
        return out

    def unasked(self, t: Table, step: int) -> set[str]:
        """Who should have been asked before this step and was not; `t` is the table at the last look."""
        out = set()
        for (what, q), why in self.due.items():
            if (
                ORDER[what] < step
                and why
                and (what, q) not in self.asked
                and not (what == "intercept" and q in self.granted)
            ):
                out.add(f"{what}:{q}")
        if step == LAST:
            out |= {f"evade:{q}" for q in self.evaders(t) if ("evade", q) not in self.asked}
        return out


class Oracle:
    """The Look. `problems` collects differences when it does not raise."""

    def __init__(self, raising: bool = True) -> None:
        self.raising = raising
        self.problems: list[str] = []
        self.read = 0
        self.news: list[str] = []
        self.book: Book | None = None
        self.besieged: set[int] = set()
        self.segment = -1
        self.attacker = NOBODY
        self.sides: set[int] = set()
        self.way: Way | None = None
        self.declarers: set[int] = set()
        """Who has still to be asked for a Naval Battle."""
        self.target = -1
        """Of the Interception that was last declared."""
        self.intercepted: set[int] = set()
        """Spaces into which an Interception succeeded in this activation (12.1.5)."""
        self.battlefield = -1
        self.battlefields: set[int] = set()
        """Where the active player has been in a Land Battle in this Segment."""
        self.before: State | None = None
        self.start: dict[int, set[int]] = {}
        """The Factions of A63 by space, when the activation or the move of an Independent Army began."""
        """The state at the last look."""
        self.cost = 2
        """Of a Siege or PC removal by the group that was last asked."""
        self.checked: Counter[str] = Counter()

    def __call__(self, game: Game, rng: random.Random) -> None:
        t = Table(game)
        self.follow(t)
        decision = game.decision
        self.follow_way(t)
        self.follow_declarations(t)
        if decision is not None:
            self.reckon(t, set(decision.actions))
        self.segment = game.state.segment
        self.before = game.state.copy()
        if decision is not None and decision.prompt == "prompt.activate":
            self.besieged = t.all_besieged()

    # The book

    def follow(self, t: Table) -> None:
        entries = t.game.entries
        self.news = [event.key for entry in entries[self.read :] for event in entry.events]
        for entry in entries[self.read :]:
            for event in entry.events:
                self.note(t, event)
        self.read = len(entries)

    def note(self, t: Table, event: Event) -> None:
        told = values(event)
        if event.key == "declares_interception":
            self.target = told["space"]
        elif event.key == "interception_roll" and told["result"] == "roll_succeeds":
            self.intercepted.add(self.target)
        elif event.key.endswith("_segment"):
            self.battlefields = set()
        elif event.key == "battle_begins":
            self.attacker, self.battlefield = told["attacker"], told["at"]
            self.sides = {told["attacker"], told["defender"]}
        elif event.key in ("battle_won", "battle_drawn") and t.s.active in self.sides:
            self.battlefields.add(self.battlefield)
        if event.key in ("activates", "moves_independent"):
            self.intercepted = set()
            at_start = t if self.before is None else Table(t.game, self.before)
            self.start = {x: held(at_start, x) for x in range(t.n)}
        if event.key == "activates":
            self.book = Book(told["who"], told["at"], self.besieged)
        book = self.book
        if book is None:
            return
        if event.key in ("marches", "embarks") or (event.key == "repositioned" and self.is_of_the_group(t, told)):
            book.walls = ""
            book.carried = book.stained
        elif event.key in ("withdraws", "retreats"):
            if t.space(told["at"]) != book.city or book.met or event.rule.startswith("14."):
                book.walls = ""
        elif event.key == "interception_roll" and told["result"] == "roll_succeeds":
            book.met = True
        if event.key in ("goes_inside", "comes_out"):
            book.city = t.space(told["at"])
        if event.key in ("marches", "embarks") and self.before is not None:
            left = t.space(told["start" if event.key == "marches" else "at"])
            if Table(t.game, self.before).besieged(left):
                book.released.add(left)
        if event.key in ("goes_inside", "comes_out"):
            book.walls = self.passed(Table(t.game, self.before), book, event.key)
            book.met = False
        elif event.key == "marches":
            book.pay_on_land(t.land_cost(t.space(told["start"]), told["space"]))
        elif event.key == "embarks":
            book.at_sea, book.land_first = True, book.on_land > 0
            book.ship = book.port = t.space(told["at"])
        elif event.key == "announces_sail":
            book.spent += t.sea_cost(book.ship, told["space"])
        elif event.key == "sails":
            book.ship = told["space"]
        elif event.key == "lands":
            book.at_sea, book.sailed = False, True
        elif (event.key == "siege" and self.segment >= TYCHE) or event.rule.startswith("9.3.D"):
            book.pay_on_land(self.cost)
        elif event.key in ("withdraws", "retreats") and told["who"] == book.seat:
            self.goes_back(book, event)
        elif event.key in ("battle_won", "battle_drawn") and self.attacker == book.seat:
            book.forfeited |= not book.at_sea
        elif event.key == "betrays_passage":
            book.forfeited = True

    def is_of_the_group(self, t: Table, told: dict[str, Any]) -> bool:
        """Not another Minor General, who is placed in the middle of this activation."""
        armies = [f for f in t.s.agenda if type(f).__name__ == "Army"]
        return bool(armies) and told["general"] in Group(t, armies[-1]).generals

    def passed(self, before: Table, book: Book, key: str) -> str:
        first = not book.walls or newcomers(before, self.group(before))
        return ("in" if key == "goes_inside" else "out") if first else "back"

    def follow_way(self, t: Table) -> None:
        """Chapter 10: nobody is passed over."""
        if self.before is None:
            return
        before = Table(t.game, self.before)
        events = t.game.entries[-1].events if t.game.entries else ()
        for event in events:
            self.note_way(before, event, t.game.entries[-1].text)
        way, decision = self.way, t.game.decision
        if way is None or decision is None:
            return
        grants = {values(event)["who"] for event in events if event.key == "grants_passage"}
        way.honoured |= {q for q in grants if t.truce(q, way.seat)}
        prompt = decision.prompt.removeprefix("prompt.")
        step = ORDER.get(prompt, LAST)
        if step == LAST and "stands_inside" in self.news:
            self.way = None
            return
        self.compare("asked", way.unasked(before, step), set(), t)
        way.asked.add((prompt, decision.seat))
        if step == LAST:
            self.way = None

    def note_way(self, before: Table, event: Event, action: str) -> None:
        told = values(event)
        book = self.book
        if event.key == "marches" and book is not None:
            closed = before.space(told["start"])
            self.way = Way(before, told["who"], told["who"], told["space"], closed, self.start)
            self.expect(before, self.way, book.besieged, book.released)
        elif event.key == "lands" and not action.startswith("land:"):
            self.way = None
        elif event.key == "lands" and book is not None and told["at"] < before.n:
            self.way = Way(before, told["who"], told["who"], told["at"], -1, self.start)
            self.expect(before, self.way, book.besieged, book.released)
        elif event.key == "independent_marches":
            move: Any = before.s.agenda[-1]
            start = before.s.generals[told["general"]]
            if type(move).__name__ == "IndependentMove" and start >= 0:
                self.way = Way(before, move.seat, INDEPENDENT, told["space"], start, self.start)
                self.expect(before, self.way, bits(move.besieged), bits(move.released))
        way = self.way
        if way is None:
            return
        if event.key == "grants_passage":
            way.granted.add(told["who"])
        elif event.key == "attrition_roll":
            way.due.pop(("ask_passage", way.seat), None)
        elif event.key == "honours_passage":
            way.honoured.add(told["of"])
        elif event.key == "interception_roll" and told["result"] == "roll_succeeds":
            way.success = True
            if book is None or way.closed >= 0 or way.at != book.port:
                way.due["withdraw", way.seat] = {0}
        elif event.key == "declares_interception":
            for (what, q), sources in way.due.items():
                if what == "intercept" and q != told["who"]:
                    sources.discard(before.space(told["source"]))
        elif event.key == "withdraws":
            self.way = None

    def expect(self, t: Table, way: Way, besieged: set[int], released: set[int]) -> None:
        way.success = way.at in self.intercepted
        way.expect_interceptions(t, released)
        if way.faction != INDEPENDENT and self.book is not None:
            group = self.group(t)
            asked = {q for q in passages(t, way.seat, way.at) if not t.truce(q, way.seat)}
            if asked and goes_on(t, self.book, group, way.at, land_mps(t, self.book, group)):
                way.due["ask_passage", way.seat] = asked
        if rearranging(t, way.faction, way.seat, way.at, besieged):
            way.due["rearrange", way.owner] = {0}

    def goes_back(self, book: Book, event: Event) -> None:
        """A group at sea keeps its MPs when pieces it dropped off go back."""
        if event.rule.startswith("13."):
            book.at_sea, book.sailed = False, True
        if not book.at_sea:
            book.forfeited = True

    # The offers

    def reckon(self, t: Table, offered: set[str]) -> None:
        decision = t.game.decision
        assert decision is not None
        frame: Any = t.s.agenda[-1]
        ask = getattr(self, "at_" + decision.prompt.removeprefix("prompt."), None)
        if ask is not None:
            ask(t, frame, offered, decision.seat)

    def group(self, t: Table) -> Group:
        """The group of the activation under way."""
        return Group(t, next(f for f in reversed(t.s.agenda) if type(f).__name__ == "Army"))

    def at_army(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        book = self.book
        assert book is not None
        assert t.game.decision is not None
        group = Group(t, frame)
        self.cost = cost_of_act(t, group)
        if self.news[-1:] == ["activates"]:
            book.besieged = t.all_besieged()
        if group.at in self.battlefields:
            book.stain(frame.fresh, {g for g in bits(frame.fresh_generals) if not t.is_minor(g)})
        self.compare("besieged", cities(t, book.besieged), cities(t, bits(frame.besieged)), t)
        self.compare("released", cities(t, book.released), cities(t, bits(frame.released)), t)
        told = {name: value for name, _, value in t.game.decision.args}
        self.compare("mps", {str(mps_left(t, book, group))}, {str(told["mps"])}, t)
        ours = acts(t, book, group)
        self.compare_verbs(t, ACTS, ours, offered)
        self.compare("fetch", fetches(t, book, group) - offered, set(), t)
        must, may = takes(t, book, group)
        taken = {a for a in offered if a.startswith("take") and a != "take-all"}
        self.compare("take", must - taken, taken - may, t)

    def at_activate(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = activations(t, frame) if frame.left else set()
        self.compare_verbs(t, ("activate", "muster"), ours, offered)

    def at_escort(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        free = fleets(t, seat) - bits(frame.escort)
        self.compare("escort", {f"escort:{t.pieces.fleets[i].id}" for i in free} | {"done"}, offered, t)

    def at_at_sea(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        book, group = self.book, self.group(t)
        assert book is not None
        ours = sails(t, book, group, frame.space)
        if frame.sailed:
            ours |= landings(t, group, frame.space)
        self.compare_verbs(t, ("sail", "land"), ours, offered)

    def follow_declarations(self, t: Table) -> None:
        """13.2.4: whoever may declare a Naval Battle is asked before the space is entered."""
        decision = t.game.decision
        if self.before is not None and "announces_sail" in self.news:
            before = Table(t.game, self.before)
            event = next(e for e in reversed(t.game.entries[-1].events) if e.key == "announces_sail")
            told, waters = values(event), self.group(before).waters
            mover, space = told["who"], told["space"]
            self.declarers = {q for q in range(t.s.players) if may_declare(before, q, mover, space, waters)}
        if "retreats" in self.news or decision is None:
            self.declarers = set()
        elif decision.prompt == "prompt.declare":
            self.declarers.discard(decision.seat)
        elif not decision.prompt.startswith(("prompt.window", "prompt.surprise", "prompt.commit")):
            self.compare("declarers", {str(q) for q in self.declarers}, set(), t)
            self.declarers = set()

    def at_declare(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = {"pass"}
        if may_declare(t, seat, frame.mover, frame.space, self.group(t).waters):
            ours.add("declare")
        self.compare("declare", ours, offered, t)

    def at_commit(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = {f"commit:{t.pieces.fleets[i].id}" for i in fleets(t, seat) - bits(frame.committed)}
        self.compare("commit", ours | ({"done"} if frame.committed else set()), offered, t)

    def at_independent(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        self.compare("independent", independent_offers(t, frame), offered - besides(t), t)

    def at_ask_passage(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        free = passages(t, seat, frame.at) - bits(frame.asked)
        names = {f"ask-passage:{t.pieces.factions[q]}" for q in free if not t.truce(q, seat)}
        word = "attack" if t.count(frame.at, frame.faction) else "pass"
        self.compare("ask-passage", names | {word}, offered, t)

    def at_rearrange(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        procedure = self.procedure(t)
        of_player = self.book is not None and procedure.faction != INDEPENDENT
        besieged = self.book.besieged if self.book is not None and of_player else bits(procedure.besieged)
        told = rearranging(t, procedure.faction, procedure.seat, frame.space, besieged)
        moved = set(itertools.takewhile(GATE, (entry.text for entry in reversed(t.game.entries))))
        ours = through_the_gate(t, seat, frame.space, moved) if told and t.s.pcs[frame.space] == seat else set()
        self.compare("rearrange", ours, offered, t)

    def procedure(self, t: Table) -> Any:
        return next(f for f in reversed(t.s.agenda) if type(f).__name__ == "Procedure")

    def at_intercept(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        procedure = self.procedure(t)
        sources = self.sources(t, frame, procedure, seat)
        offered = {a for a in offered if not a.startswith("move-independent")}
        self.compare("intercept", {f"intercept:{t.name(x)}" for x in sources} | {"pass"}, offered, t)

    def sources(self, t: Table, frame: Any, procedure: Any, q: int) -> set[int]:
        if q == procedure.seat or procedure.granted >> q & 1:
            return set()
        claimed = {t.space(attempt[1]) for attempt in frame.declared}
        known = self.way is not None and self.way.at == procedure.at
        before = self.way.before if self.way is not None and known else bits(procedure.held)
        of_player = self.book is not None and procedure.faction != INDEPENDENT
        released = self.book.released if self.book is not None and of_player else bits(self.mover(t).released)
        return interceptors(t, q, procedure.faction, procedure.at, before, released, claimed)

    def mover(self, t: Table) -> Any:
        """The frame of the activation or of the Independent Army's move."""
        return next(f for f in reversed(t.s.agenda) if type(f).__name__ in ("Army", "IndependentMove"))

    def at_evade(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        ours = {"stand"}
        procedure = self.procedure(t)
        if self.may_evade(t, procedure, seat) and procedure.at not in self.intercepted:
            ours.add("evade")
        offered = {a for a in offered if not a.startswith("move-independent")}
        self.compare("evade", ours, offered, t)

    def may_evade(self, t: Table, procedure: Any, q: int) -> bool:
        if q in (procedure.seat, procedure.faction) or procedure.honoured >> q & 1 or procedure.intercepted:
            return False
        if not t.generals(procedure.at, q):
            return False
        return bool(refuges(t, q, procedure.at, procedure.at, self.closed(t, procedure), t.count(procedure.at, q) > 0))

    def closed(self, t: Table, procedure: Any) -> int:
        """12.2.A.3, A69: the space the mover came from by a path."""
        if self.way is not None and self.way.at == procedure.at:
            return self.way.closed
        return t.space(procedure.back) if procedure.how == 0 and procedure.back >= 0 else -1

    def at_evade_to(self, t: Table, frame: Any, offered: set[str], seat: int) -> None:
        procedure = self.procedure(t)
        spaces = refuges(t, frame.faction, frame.location, procedure.at, self.closed(t, procedure), sum(frame.cus) > 0)
        for army in t.pieces.independents:
            if army.may_enter and frame.generals >> army.general & 1:
                spaces = {x for x in spaces if t.board.spaces[x].province in army.may_enter}
        ours = {f"evade-to:{t.names[x]}" for x in spaces}
        self.compare("evade-to", ours | ({"done"} if frame.moved else set()), offered, t)

    def compare_verbs(self, t: Table, verbs: tuple[str, ...], reckoned: set[str], offered: set[str]) -> None:
        for verb in verbs:
            ours = {a for a in reckoned if a.split(":")[0] == verb}
            theirs = {a for a in offered if a.split(":")[0] == verb}
            self.compare(verb, ours, theirs, t)

    def compare(self, what: str, ours: set[str], theirs: set[str], t: Table) -> None:
        self.checked[what] += 1
        if ours == theirs:
            return
        problem = f"{what}: missing {sorted(ours - theirs)} extra {sorted(theirs - ours)}"
        if self.raising:
            raise AssertionError(f"{problem}\n{t.s.agenda[-1]}")
        self.problems.append(f"{problem}\n    {t.s.agenda[-1]}")
