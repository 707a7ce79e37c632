"""Checking a finished game: `diadochi verify`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from diadochi import __version__
from diadochi.catalogue import say
from diadochi.cli.choice import material_for
from diadochi.cli.output import NotFoundError, examples, read_at_most

if TYPE_CHECKING:
    from diadochi.texts.annotated import Played
    from diadochi.texts.record import Checked

LARGEST_RECORD = 1 << 24
"""Bytes; a long game takes a tenth of it."""


@click.command(epilog=examples("diadochi verify game.json", "diadochi verify game.json --seat-record mine.json"))
@click.argument("record", type=click.Path(allow_dash=True))
@click.option("--hash", "shown", metavar="HASH", help="The hash that was shown when the game began.")
@click.option("--seat-record", "seen", type=click.Path(), metavar="FILE", help="What your seat saw, kept on the way.")
@click.pass_obj
def verify(folder: Path | None, record: str, shown: str | None, seen: str | None) -> None:
    """Check the RECORD of a finished game, a file; - is standard input.

    The game is played again with the key that was published at its end: the key must fit the hash, every die and
    every shuffle must come from the key, every action must be legal for its seat, and the digests and the result
    must be the same. The first difference is named, and the exit code is then 1.

    The record tells the hash itself. Only somebody who was there can tell whether it is the one that was shown when the
    game began: give it with --hash, or give your seat's own record of the game.

    An annotated record has dictated dice and no key. Its actions are checked with these dice, and the answer says that
    nothing vouches for them.
    """
    from diadochi.texts import annotated  # only this command pays for loading them
    from diadochi.texts import record as records

    text = read_at_most(record, LARGEST_RECORD)
    if annotated.is_annotated(text):
        if shown is not None or seen is not None:
            raise NotFoundError(say("command.dictated"))
        tell_dictated(annotated.check(annotated.read_annotated(text, material_for(text, folder))))
        return
    checked = records.verify(text, material_for(text, folder))
    game = checked.end
    if shown is not None and shown.strip().lower() != checked.key_hash:
        raise NotFoundError(say("command.hash_differs", key_hash=checked.key_hash))
    if seen is not None and (game is None or not checked.is_whole):
        raise NotFoundError(say("command.cannot_compare"))
    kept = records.compare_seen(read_at_most(seen, LARGEST_RECORD), game) if seen is not None and game else None
    click.echo(say("command.key_fits", key_hash=checked.key_hash))
    if shown is not None:
        click.echo(say("command.hash_same"))
    if kept is not None:
        click.echo(say("command.hash_shown", seat=kept.seat, entries=kept.entries))
    if shown is None and kept is None:
        click.echo(say("command.compare_hash"))
    click.echo(say("command.actions_fit", actions=checked.actions, dice=checked.dice, shuffles=checked.shuffles))
    click.echo(tell_digests(checked.digests, checked.missing))
    if game is not None:
        click.echo(say("command.result_agrees", winner=checked.winner))
    for line in tell_segments(checked.segments):
        click.echo(line)
    click.echo(tell_engine(checked.engine))
    if game is None:
        raise NotFoundError(say("command.result_unchecked"))


def tell_dictated(played: "Played") -> None:
    click.echo(say("command.dictated"))
    words = {"steps": played.steps, "actions": played.actions, "dice": played.dice, "supplied": played.supplied}
    click.echo(say("command.dictated_fits", **words))


def tell_digests(number: int, missing: tuple[int, ...]) -> str:
    if not missing:
        return say("command.digests_agree", number=number)
    places = [
        say("command.digest_end") if entry == 0 else say("command.digest_after", entry=entry) for entry in missing
    ]
    return say("command.digests_missing", number=number, all=number + len(missing), places=places)


def tell_segments(segments: "tuple[Checked, ...]") -> Iterator[str]:
    """Which engine played which actions, and what could be played again; nothing if it is all one."""
    if len(segments) == 1 and not segments[0].why:
        return
    for segment in segments:
        engine = repr(segment.engine[:80]) if segment.engine else say("command.segment.no_engine")
        key = "again" if not segment.why else "unchecked" if segment.until < segment.first else "partly"
        words = {"first": segment.first, "last": segment.last, "until": segment.until, "why": segment.why}
        yield say(f"command.segment.{key}", engine=engine, **words)


def tell_engine(written_by: str) -> str:
    if written_by == __version__:
        return say("command.same_version", version=__version__)
    return say("command.other_version", version=__version__, other=repr(written_by[:40]))
