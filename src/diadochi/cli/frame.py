"""The frame of every command in the reader's language: the headings of its help, the notes on its options, and what is
said of a wrong call. Click knows what is wrong; the words are ours."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import click

from diadochi.catalogue import catalogue, either, reader, say

HEADINGS = {"Options": "command.options", "Commands": "command.commands"}
"""Those that our commands have, by click's names for them."""
PLACEHOLDER = re.compile(r"\b([A-Z]{2,})(?: RANGE)?\b")
"""What stands for a value, such as FILE."""
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|^-?[\d.]+")
"""The value that a message of click is about."""


class WrongValueError(click.BadParameter):
    """Refused by ourselves: its text is a sentence in the reader's language."""


class WrongCallError(click.UsageError):
    """Refused by ourselves, as a whole."""


# Help


class Formatter(click.HelpFormatter):
    """Writes the help of one command."""

    def __init__(self, context: click.Context, width: int | None, max_width: int | None) -> None:
        super().__init__(width=width, max_width=max_width)
        self.context = context
        self.about_options = False

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, in_words(args), f"{say('command.usage')} ")

    def write_heading(self, heading: str) -> None:
        self.about_options = heading == "Options"
        self.write(f"{'':>{self.current_indent}}{say(HEADINGS[heading]) if heading in HEADINGS else heading}\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], *args: Any, **more: Any) -> None:
        super().write_dl(list(self.told(list(rows))) if self.about_options else rows, *args, **more)

    def told(self, rows: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        context = self.context
        options = [x for x in context.command.get_params(context) if isinstance(x, click.Option) and not x.hidden]
        for (name, _), option in zip(rows, options, strict=True):
            yield in_words(name), "  ".join(filter(None, (option.help, notes(context, option))))


class Context(click.Context):
    def make_formatter(self) -> click.HelpFormatter:
        return Formatter(self, self.terminal_width, self.max_content_width)


def in_words(usage: str) -> str:
    """FILE and the like, as the reader's language calls them."""
    texts = catalogue(reader())
    return PLACEHOLDER.sub(lambda word: texts.find(f"command.placeholder.{word[1].lower()}") or word[0], usage)


def notes(context: click.Context, option: click.Option) -> str:
    """What else there is to know of an option: where its value comes from, and which ones there are."""
    extra = option.get_help_extra(context)
    told = [say("command.option.variable", name=name) for name in extra.get("envvars", ())]
    if "default" in extra:
        told.append(say("command.option.default", value=extra["default"]))
    if isinstance(option.type, click.IntRange | click.FloatRange):
        told.append(span(option.type))
    if option.required:
        told.append(say("command.option.required"))
    return say("command.option.notes", notes=told) if told else ""


def span(numbers: click.IntRange | click.FloatRange) -> str:
    low, high = numbers.min, numbers.max
    if high is None:
        return say("command.option.least", low=low)
    return say("command.option.span", low=low, high=high)


# A wrong call


def told(refusal: click.ClickException) -> str:
    """What is wrong, in a sentence."""
    match refusal:
        case WrongValueError() | WrongCallError():
            return refusal.message
        case click.NoSuchOption():
            return unknown("command.no_option", refusal.option_name, refusal.possibilities)
        case click.MissingParameter():
            return say("command.missing", name=name_of(refusal.param))
        case click.BadParameter():
            return bad_value(refusal)
        case click.BadOptionUsage():
            return say("command.bad_option", name=refusal.option_name)
        case click.UsageError() if refusal.ctx and isinstance(refusal.ctx.command, click.Group):
            near = getattr(refusal, "possibilities", None)
            return unknown("command.no_command", getattr(refusal, "command_name", ""), near)
        case click.UsageError():
            return say("command.too_many_words")
    return refusal.format_message()


def unknown(key: str, name: str, near: Sequence[str] | None) -> str:
    return say(f"{key}.near", name=name, near=either(list(near))) if near else say(key, name=name)


def name_of(parameter: click.Parameter | None) -> str:
    if isinstance(parameter, click.Option):
        return either(parameter.opts)
    return in_words(parameter.human_readable_name.upper()) if parameter else ""


def bad_value(refusal: click.BadParameter) -> str:
    value = QUOTED.search(refusal.message)
    kind = refusal.param.type if refusal.param else click.STRING
    words = {"name": name_of(refusal.param), "value": value[0] if value else "", "wanted": wanted(kind)}
    return say("command.bad_value", **words)


def wanted(kind: object) -> str:
    """What a value of the kind is."""
    match kind:
        case click.Choice():
            return either([str(choice) for choice in kind.choices])
        case click.IntRange() | click.FloatRange():
            return say("command.wanted.span", span=span(kind))
        case click.Path() if not kind.dir_okay:
            return say("command.wanted.file")
        case click.Path() if not kind.file_okay:
            return say("command.wanted.folder")
        case click.Path():
            return say("command.wanted.path")
    return say("command.wanted.number")


def show(refusal: click.ClickException) -> None:
    """The usage, where to read more, and what is wrong, on stderr."""
    context = refusal.ctx if isinstance(refusal, click.UsageError) else None
    if isinstance(refusal, click.exceptions.NoArgsIsHelpError):
        click.echo(refusal.message, err=True)
        return
    if context is not None:
        click.echo(context.get_usage(), err=True)
        click.echo(say("command.more_help", command=f"{context.command_path} --help") + "\n", err=True)
    click.echo(say("command.failed", text=told(refusal)), err=True)
