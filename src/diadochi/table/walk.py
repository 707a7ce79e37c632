"""The example of play for the replay bar: its boards, what was told at each, and our comments."""

from collections.abc import Iterator

from msgspec import structs

from diadochi import example
from diadochi.catalogue import say
from diadochi.example import Example
from diadochi.game import Game
from diadochi.messages import Speaker
from diadochi.rules.face import Event
from diadochi.table import log_lines, wire, wire_view
from diadochi.table.boards import differences, plain
from diadochi.table.codec import body_of, encode_body
from diadochi.table.course import step as course_step
from diadochi.table.rows import EntryRow
from diadochi.table.views import Showing, reveal
from diadochi.view import SPECTATOR


def walk() -> wire_view.Walk:
    """In the reader's language."""
    return Walking(example.load()).told()


class Walking:
    """Every action that tells something is a stop, and so is a step without one. Stops are numbered from 0."""

    def __init__(self, play: Example) -> None:
        self.play = play
        self.material = play.record.material
        self.speaker = Speaker(self.material)
        self.entries: list[wire.Entry] = []
        self.marks: list[wire.Mark] = []
        self.comments: list[wire_view.Comment] = []
        self.stops = 0

    def told(self) -> wire_view.Walk:
        boards = self.boards()
        first = next(boards)
        before, steps = plain(first), []
        for board in boards:
            after = plain(board)
            steps.append(wire_view.Step(board.version, list(differences(before, after, []))))
            before = after
        return wire_view.Walk(example.EDITION, first, steps, self.entries, self.marks, self.comments)

    def boards(self) -> Iterator[wire_view.View]:
        played = self.play.record.played()
        game = next(played).game
        opening = game.opening
        for step in self.play.steps:
            begins = self.stops
            title = example.title(self.speaker, step)
            self.comments.append(
                wire_view.Comment(begins, title, say(step.comment), [say(slip) for slip in step.slips])
            )
            for _ in range(step.first, step.actions):
                next(played)
                events = tuple(event for event in (*opening, *game.entries[-1].events) if event.seen_by(SPECTATOR))
                opening = ()
                if events:
                    yield self.stop(game, events)
            if self.stops == begins:
                yield self.stop(game, ())

    def stop(self, game: Game, events: tuple[Event, ...]) -> wire_view.View:
        last = game.entries[-1] if game.entries else None
        seat, action = (last.seat, last.text) if last and events else (SPECTATOR, "")
        row = EntryRow(self.stops, seat, action, None, encode_body(body_of(game.state, events)))
        body, _ = log_lines.seen(row, SPECTATOR)
        self.entries.append(log_lines.entry(self.material, row, body, over=True))
        self.marks += course_step(self.material, row).marks
        shown = Showing(game.view(SPECTATOR), self.stops, past=True).shown()
        self.stops += 1
        return structs.replace(reveal(self.material, shown, game.state), key="")
