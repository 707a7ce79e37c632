"""The help texts of the commands by key: `make messages` writes them into the English catalogue, and other languages
are put in their place."""

import os
from collections.abc import Iterator, Sequence
from inspect import cleandoc

import click

from diadochi.catalogue import catalogue, languages, reader, say, tags
from diadochi.cli import frame

HELP = "help"
LANGUAGE = "--language"
PLACES = ("DIADOCHI_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language somebody reads, the first first."""
PLAIN = ("help", "version")
"""Options that every program has; their help stands in commands.po."""


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command, with the key of its help."""
    yield ".".join((HELP, *path)), command
    if isinstance(command, click.Group):
        for name, inner in sorted(command.commands.items()):
            yield from commands(inner, (*path, name))


def options(key: str, command: click.Command) -> Iterator[tuple[str, click.Option]]:
    """The options of a command that have a help text, each with its key."""
    for option in command.params:
        if isinstance(option, click.Option) and option.help and option.name not in PLAIN:
            yield f"{key}.{option.opts[-1]}", option


def texts_of(group: click.Command) -> dict[str, str]:
    """Every help text as the source has it, in English."""
    out: dict[str, str] = {}
    for key, command in commands(group):
        out[key] = cleandoc(command.help or "")
        out |= {name: option.help or "" for name, option in options(key, command)}
    return {key: text for key, text in out.items() if text}


def put_in_words(group: click.Command) -> None:
    """The help texts in the reader's language."""
    texts = catalogue(reader())
    click.Command.context_class = frame.Context
    for key, command in list(commands(group)):
        plain_options(command)
        command.help = texts.find(key) or command.help
        if command.epilog:
            # The heading stands in the second line, in whatever language it was put last.
            mark, _, lines = command.epilog.split("\n", 2)
            command.epilog = "\n".join((mark, texts.text(EXAMPLES), lines))
        for name, option in options(key, command):
            option.help = texts.find(name) or option.help


def plain_options(command: click.Command) -> None:
    own = command.get_help_option(click.Context(command, help_option_names=["-h", "--help"]))
    if own is not None:
        own.help = say("command.help_option")
    for option in command.params:
        if isinstance(option, click.Option) and option.name == "version":
            option.help = say("command.version_option")


EXAMPLES = "command.examples"


def asked_for(arguments: Sequence[str]) -> str | None:
    """The language that a command line names: it is needed before the rest can be read."""
    for i, word in enumerate(arguments):
        if word == LANGUAGE and i + 1 < len(arguments):
            return arguments[i + 1]
        if word.startswith(f"{LANGUAGE}="):
            return word.partition("=")[2]
    return None


def system_language() -> str | None:
    """What the locale says; `C` is no language."""
    return next((value for name in PLACES if (value := os.environ.get(name))), None)


def is_known(language: str) -> bool:
    return any(tag.partition("-")[0] in languages() or tag in languages() for tag in tags(language))
