"""Sentences: message keys with arguments become lines that a person reads, in the person's language.

Whatever the engine tells is a key and typed arguments (`agenda.Event`, `agenda.Ask`, `agenda.Refusal`). The words
stand in the gettext catalogues under `locale`, one entry per key; names come from the data. Lists, forces and
places have entries too, so that no sentence is put together here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from gettext import GNUTranslations
from importlib import resources
from typing import Any

from diadochi.data import load_material
from diadochi.errors import GameError
from diadochi.game import Decision
from diadochi.model.material import Material
from diadochi.model.notation import MASK, SHIFT, VERB_DOMAIN, VERB_NAME, Domain, Verb, latest
from diadochi.model.pieces import UNITS, Forces, Unit
from diadochi.model.state import BOX, DISPERSED, OFF_MAP, OUT
from diadochi.rules.agenda import Args, Event, Refusal

ENGLISH = "en"
UNTOLD = "…"
"""Stands where a message names something that its arguments do not tell."""

PIECES = {"general", "generals", "cus", "royal", "royals"}
"""The arguments that {pieces} is made of."""

BESIDE_THE_MAP = {OFF_MAP: "off_map", DISPERSED: "dispersed", OUT: "out", BOX: "box"}


class UnknownLanguageError(GameError):
    """There is no catalogue in that language."""


ANSWERS = {(Verb.DONE, "prompt.rearrange"): "label.as_it_stands"}
"""Labels that tell what a verb means in one decision."""


class Words(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return UNTOLD


# The lines


def event_line(material: Material, event: Event, language: str = ENGLISH) -> str:
    line = render(material, event.key, event.args, rule=event.rule, dice=event.dice, language=language)
    return line[:1].upper() + line[1:]


def prompt_line(material: Material, decision: Decision, language: str = ENGLISH) -> str:
    return render(material, decision.prompt, decision.args, rule=decision.rule, seat=decision.seat, language=language)


def refusal_line(
    material: Material, refusal: Refusal, decision: Decision | None = None, language: str = ENGLISH
) -> str:
    """`decision`: the question that is open, which a refusal may repeat."""
    around = () if decision is None else decision.args
    seat = None if decision is None else decision.seat
    return render(material, refusal.key, refusal.args, rule=refusal.rule, seat=seat, around=around, language=language)


def material_at_hand() -> Material:
    """The material that was loaded last, for what carries none with it."""
    notation = latest()
    return load_material() if notation is None else notation.material


def action_label(material: Material, code: int, language: str = ENGLISH, *, prompt: str = "") -> str:
    """What a person reads on a button; `prompt` is that of the decision."""
    return Speaker(material, language).action(code, prompt)


def render(
    material: Material,
    key: str,
    args: Args = (),
    *,
    rule: str = "",
    dice: tuple[int, ...] = (),
    seat: int | None = None,
    around: Args = (),
    language: str = ENGLISH,
) -> str:
    """The line of a message.

    `seat` is who decides, for messages that do not say who themselves; `around` is what a message inside this one
    is told besides. A message that is told of Generals, CUs and royals may name those there are as {pieces}.
    """
    speaker = Speaker(material, language)
    words = Words(dice=speaker.numbers(dice))
    if seat is not None:
        words["who"] = speaker.faction(seat)
    inner = speaker.words((*around, *args), words)
    for name, kind, value in args:
        if kind == "text":
            words[name] = speaker.say(value, number_in((*around, *args)), inner)
    line = speaker.say(key, number_in(args), speaker.words(args, words))
    return speaker.say("with_rule", 1, Words(line=line, rule=rule)) if rule else line


def number_in(args: Args) -> int:
    """The number that decides between the forms of a message: the first it is told."""
    return next((value for _, kind, value in args if kind == "number"), 1)


# The words


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says what things are called in one language."""

    material: Material
    language: str = ENGLISH

    def say(self, key: str, number: int = 1, words: dict[str, str] | None = None) -> str:
        """The entry of a key, in the form for that number where it has more than one."""
        return entry(self.language, key, number).format_map(Words() if words is None else words)

    def value(self, kind: str, value: Any) -> str:
        """One argument: what it is, and its number."""
        return KINDS[kind](self, value)

    def words(self, args: Args, more: dict[str, str]) -> Words:
        """The words for all arguments but texts."""
        words = Words(more)
        for name, kind, value in args:
            if kind != "text":
                words[name] = self.value(kind, value)
        words["pieces"] = self.all(words[name] for name, kind, value in args if name in PIECES and is_some(kind, value))
        return words

    def all(self, names: Iterable[str]) -> str:
        """A list that ends with `and`."""
        *first, last = list(names) or [self.say("none")]
        return self.say("list.last", 1, Words(a=self.row(first), b=last)) if first else last

    def row(self, names: Iterable[str]) -> str:
        """A list without `and`."""
        return reduce(lambda a, b: self.say("list.more", 1, Words(a=a, b=b)), list(names) or [self.say("none")])

    # One thing

    def number(self, value: int) -> str:
        return str(value)

    def numbers(self, values: Iterable[int]) -> str:
        return self.row(map(self.number, values))

    def points(self, value: int) -> str:
        """A change, with its sign."""
        return f"+{value}" if value >= 0 else f"\N{MINUS SIGN}{-value}"

    def standings(self, values: Iterable[tuple[int, int]]) -> str:
        """What each of several players has."""
        return self.all(self.say("standing", n, Words(who=self.faction(f), number=self.number(n))) for f, n in values)

    def turn(self, value: int) -> str:
        return self.say(f"turn.{value}")

    def faction(self, value: int) -> str:
        return self.say(f"faction.{self.material.pieces.factions[value] if value >= 0 else 'nobody'}")

    def general(self, value: int) -> str:
        return self.material.pieces.generals[value].name if value >= 0 else self.say("none")

    def space(self, value: int) -> str:
        return self.material.board.spaces[value].name if value >= 0 else self.say("none")

    def location(self, value: int) -> str:
        if value < 0:
            return self.say(f"location.{BESIDE_THE_MAP[value]}")
        side, space = divmod(value, len(self.material.board.spaces))
        name = self.space(space)
        return name if side == 0 else self.say(f"location.{'inside' if side == 1 else 'sea'}", 1, Words(space=name))

    def province(self, value: int) -> str:
        return self.material.board.provinces[value].name

    def card(self, value: int) -> str:
        return self.material.cards[value].name

    def fleet(self, value: int) -> str:
        return self.material.pieces.fleets[value].name

    def royal(self, value: int) -> str:
        return self.material.pieces.royals[value].name

    def units(self, value: int) -> str:
        """One CU: its type, and whether it has moved."""
        name = self.say(f"unit.{Unit(value % UNITS).name.lower()}")
        return self.say("unit.moved", 1, Words(unit=name)) if value >= UNITS else name

    def forces(self, value: Forces) -> str:
        if not any(value):
            return self.say("forces.none")
        parts = [
            self.say(f"forces.{unit.name.lower()}", n, Words(number=str(n)))
            for unit, n in zip(Unit, value, strict=False)
            if n
        ]
        return self.say("forces", sum(value), Words(list=self.all(parts)))

    def action(self, code: int, prompt: str = "") -> str:
        verb, operand = Verb(code >> SHIFT), code & MASK
        domain = VERB_DOMAIN[verb]
        words = Words()
        if domain is not Domain.NONE:
            kind = domain.name.lower()
            words[kind] = self.value(kind, operand)
        return self.say(ANSWERS.get((verb, prompt), f"label.{VERB_NAME[verb]}"), 1, words)

    # Several things

    def each(self, kind: str, values: int | Iterable[int]) -> str:
        return self.all(self.value(kind, v) for v in (bits(values) if isinstance(values, int) else values))


def is_some(kind: str, value: Any) -> bool:
    """Whether an argument tells of any piece at all."""
    if kind == "forces":
        return any(value)
    return bool(value >= 0) if isinstance(value, int) else bool(value)


def bits(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


KINDS: dict[str, Callable[[Speaker, Any], str]] = {
    "action": Speaker.action,
    "card": Speaker.card,
    "cards": lambda speaker, values: speaker.each("card", values),
    "faction": Speaker.faction,
    "factions": lambda speaker, values: speaker.each("faction", values),
    "fleet": Speaker.fleet,
    "fleets": lambda speaker, values: speaker.each("fleet", values),
    "forces": Speaker.forces,
    "general": Speaker.general,
    "generals": lambda speaker, values: speaker.each("general", values),
    "location": Speaker.location,
    "number": Speaker.number,
    "numbers": Speaker.numbers,
    "points": Speaker.points,
    "province": Speaker.province,
    "royal": Speaker.royal,
    "royals": lambda speaker, values: speaker.each("royal", values),
    "space": Speaker.space,
    "spaces": lambda speaker, values: speaker.each("space", values),
    "standings": Speaker.standings,
    "text": Speaker.say,
    "turn": Speaker.turn,
    "units": Speaker.units,
}
"""What an argument can be."""


# The catalogues


def entry(language: str, key: str, number: int = 1) -> str:
    """The text of a key as it stands in the catalogue; the key itself where it has none."""
    catalogue = translation(language)
    text = catalogue.ngettext(key, key, number)
    return catalogue.gettext(key) if text == key else text


@lru_cache
def translation(language: str) -> GNUTranslations:
    file = resources.files("diadochi").joinpath("locale", language, "LC_MESSAGES", "diadochi.mo")
    if not language.isalpha() or not file.is_file():
        raise UnknownLanguageError(f"there is no catalogue in {language!r}; choose one of: {', '.join(languages())}")
    with file.open("rb") as stream:
        return GNUTranslations(stream)


def languages() -> tuple[str, ...]:
    folder = resources.files("diadochi").joinpath("locale")
    return tuple(sorted(x.name for x in folder.iterdir() if x.joinpath("LC_MESSAGES", "diadochi.mo").is_file()))
