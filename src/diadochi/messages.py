"""Sentences: message keys with arguments become lines that a person reads, in the person's language.

Whatever the engine tells is a key and typed arguments (`agenda.Event`, `agenda.Ask`, `agenda.Refusal`). The words
stand in the gettext catalogues under `locale`, one entry per key; names come from the data. Lists, forces and
places have entries too, so that no sentence is put together here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Protocol

from diadochi.catalogue import ENGLISH, GENDER, PLURAL, Catalogue, Value, Word, catalogue, reader
from diadochi.data import load_material
from diadochi.data.rulebook import Chapter, Rule, Rulebook, Section
from diadochi.model.board import Board
from diadochi.model.cards import Card
from diadochi.model.material import Material
from diadochi.model.notation import MASK, SHIFT, latest
from diadochi.model.pieces import ABILITY_NAME, UNIT_NAME, UNITS, Forces
from diadochi.model.state import BOX, DISPERSED, OFF_MAP, OUT, members
from diadochi.model.verbs import DOMAIN_NAME, DONE_ENDS, VERBS, Domain, Verb, VerbEntry
from diadochi.rules import agenda
from diadochi.rules.agenda import Args, Event, Refusal
from diadochi.rules.group import MOVE_LIMIT

PIECES = {"general", "generals", "cus", "royal", "royals"}
"""The arguments that {pieces} is made of."""

TOLD_AS = {"places_pc": "pc_placed"}
"""Events that are told in the words of another."""

SIGNED = {("siege_modifier", "points"), ("siege_roll", "modifiers")}
"""Numbers that are told with their sign."""

BESIDE_THE_MAP: dict[int, str] = {OFF_MAP: "off_map", DISPERSED: "dispersed", OUT: "out", BOX: "box"}


class Question(Protocol):
    """What a seat is asked: a decision of a game."""

    @property
    def seat(self) -> int: ...

    @property
    def prompt(self) -> str: ...

    @property
    def args(self) -> Args: ...

    @property
    def rule(self) -> str: ...


# The lines


def event_line(material: Material, event: Event, language: str = "", *, numbered: bool = True) -> str:
    """`numbered`: with the number of the rule at its end."""
    rule = event.rule if numbered else ""
    line = render(material, event.key, event.args, rule=rule, dice=event.dice, language=language)
    return line[:1].upper() + line[1:]


def question(material: Material, decision: Question, language: str = "") -> str:
    """What is asked, without who is asked and by which rule."""
    return render(material, decision.prompt, decision.args, seat=decision.seat, language=language)


def prompt_line(material: Material, decision: Question, language: str = "") -> str:
    speaker = Speaker(material, language)
    who, line = speaker.word("faction", decision.seat), question(material, decision, language)
    return with_rule(speaker, speaker.say("asked", who=who, line=line), decision.rule)


def refusal_line(
    material: Material,
    refusal: Refusal,
    decision: Question | None = None,
    language: str = "",
    *,
    numbered: bool = True,
) -> str:
    """`decision`: the question that is open, which a refusal may repeat."""
    rule = refusal.rule if numbered else ""
    around = () if decision is None else decision.args
    seat = None if decision is None else decision.seat
    return render(material, refusal.key, refusal.args, rule=rule, seat=seat, around=around, language=language)


def material_at_hand() -> Material:
    """The material of the game that was begun last, for what carries none with it."""
    notation = latest()
    return load_material() if notation is None else notation.material


def label_of(verb: VerbEntry, prompt: str) -> str:
    """The key of a verb's label; to be done means something else in every decision."""
    return DONE_ENDS.get(prompt, verb.label) if verb.number == Verb.DONE else verb.label


def action_label(material: Material, code: int, language: str = "", *, prompt: str = "") -> str:
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
    language: str = "",
) -> str:
    """The line of a message; `Speaker.line` tells what it is told."""
    speaker = Speaker(material, language)
    return with_rule(speaker, speaker.line(key, args, dice=dice, seat=seat, around=around), rule)


def with_rule(speaker: "Speaker", line: str, rule: str) -> str:
    return speaker.say("with_rule", line=line, rule=speaker.material.cited(rule)) if rule else line


# The words


@dataclass(frozen=True)
class Speaker:
    """Says what things are called in one language: the reader's, where none is named."""

    material: Material
    language: str = ""

    @property
    def texts(self) -> Catalogue:
        return catalogue(self.language or reader(), self.material.edition.id)

    def say(self, key: str, /, **words: Word) -> str:
        """The text of a key. What the edition defines in numbers may stand in every text under its own name."""
        return self.texts.say(key, {**numbers_of(self.material), **words})

    def line(
        self, key: str, args: Args, *, dice: tuple[int, ...] = (), seat: int | None = None, around: Args = ()
    ) -> str:
        """A message with its arguments.

        `seat` is who decides, for messages that do not say who themselves; `around` is what a message inside this one
        is told besides. A message that is told of Generals, CUs and royals may name those there are as {pieces}.
        """
        more: dict[str, Word] = {"dice": self.numbers(dice)}
        args = tuple((name, "points" if (key, name) in SIGNED else kind, value) for name, kind, value in args)
        if seat is not None:
            more["who"] = self.word("faction", seat)
        texts = [(name, value) for name, kind, value in args if kind == "text"]
        if texts:
            told = {name: (name, kind, value) for name, kind, value in (*around, *args)}
            inner = self.words(tuple(told.values()), more)
            more.update((name, self.texts.say(key, inner)) for name, key in texts)
        return self.texts.say(TOLD_AS.get(key, key), self.words(args, more))

    def value(self, kind: str, value: Any, form: str = "") -> str:
        """One argument: what it is, and its number."""
        return KINDS[kind](self, value, form)

    def word(self, kind: str, value: Any) -> Word:
        """One argument, for a text that may want it in some form."""
        if kind == "number":
            return value
        return Value(lambda form: self.value(kind, value, form), how_many(kind, value))

    def words(self, args: Args, more: Mapping[str, Word]) -> dict[str, Word]:
        """The words for all arguments but texts."""
        words = {**numbers_of(self.material), **more}
        for name, kind, value in args:
            if kind != "text":
                words[name] = self.word(kind, value)
        pieces = [(kind, value) for name, kind, value in args if name in PIECES and is_some(kind, value)]
        count = sum(how_many(kind, value) for kind, value in pieces)
        words["pieces"] = Value(lambda form: self.together(pieces, form), count)
        return words

    def all(self, names: Iterable[str]) -> str:
        """A list that ends with `and`."""
        return self.texts.all(list(names))

    def row(self, names: Iterable[str]) -> str:
        """A list without `and`."""
        return self.texts.row(list(names))

    def name(self, kind: str, id: str, own: str, form: str = "") -> str:
        """A name of the data: in English it is the data's own, which corrections may have changed."""
        texts = self.texts
        if texts.language == ENGLISH and not form:
            return own
        key = f"{kind}.{id}" if id else kind
        return texts.find(key, form) or ("" if form == GENDER else texts.find(key) or own)

    # One thing

    def number(self, value: int, form: str = "") -> str:
        return str(value)

    def numbers(self, values: Iterable[int], form: str = "") -> str:
        return self.row(map(self.number, values))

    def points(self, value: int | Iterable[int], form: str = "") -> str:
        """A change, or several, with their signs."""
        if not isinstance(value, int):
            return self.row(map(self.points, value))
        return f"+{value}" if value >= 0 else f"\N{MINUS SIGN}{-value}"

    def standings(self, values: Iterable[tuple[int, int]], form: str = "") -> str:
        """What each of several players has."""
        return self.all(self.say("standing", who=self.word("faction", f), number=n) for f, n in values)

    def turn(self, value: int, form: str = "") -> str:
        return self.texts.say(f"turn.{value}", form=form)

    def faction(self, value: int, form: str = "") -> str:
        return self.texts.say(f"faction.{self.material.pieces.factions[value] if value >= 0 else 'nobody'}", form=form)

    def general(self, value: int, form: str = "") -> str:
        if value < 0:
            return self.texts.say("none", form=form)
        general = self.material.pieces.generals[value]
        return self.name("general", general.id, general.name, form)

    def space(self, value: int, form: str = "") -> str:
        if value < 0:
            return self.texts.say("none", form=form)
        space = self.material.board.spaces[value]
        return self.name("space", space.id, space.name, form)

    def location(self, value: int, form: str = "") -> str:
        if value < 0:
            return self.texts.say(f"location.{BESIDE_THE_MAP[value]}", form=form)
        side, space = divmod(value, len(self.material.board.spaces))
        if side == 0:
            return self.space(space, form)
        key = "location.inside" if side == 1 else "location.sea"
        return self.texts.say(key, {"space": self.word("space", space)}, form)

    def province(self, value: int, form: str = "") -> str:
        province = self.material.board.provinces[value]
        return self.name("province", province.id, province.name, form)

    def card(self, value: int, form: str = "") -> str:
        card = self.material.cards[value]
        return self.name("card", card.event, card.name, form)

    def fleet(self, value: int, form: str = "") -> str:
        fleet = self.material.pieces.fleets[value]
        return self.name("fleet", fleet.id, fleet.name, form)

    def royal(self, value: int, form: str = "") -> str:
        royal = self.material.pieces.royals[value]
        return self.name("royal", royal.id, royal.name, form)

    def units(self, value: int, form: str = "") -> str:
        """One CU: its type, and whether it has moved."""
        name = self.texts.say(f"unit.{UNIT_NAME[value % UNITS]}", form=form)
        return self.texts.say("unit.moved", {"unit": name}, form) if value >= UNITS else name

    def forces(self, value: Forces, form: str = "") -> str:
        if not any(value):
            return self.texts.say("forces.none", form=form)
        counted = [(unit, number) for unit, number in zip(UNIT_NAME, value, strict=False) if number]
        parts = [self.texts.say(f"forces.{unit}", {"number": number}, form) for unit, number in counted]
        return self.texts.say("forces", {"list": self.all(parts), "number": sum(value)}, form)

    def action(self, code: int, prompt: str = "") -> str:
        verb, operand = VERBS[code >> SHIFT], code & MASK
        words: dict[str, Word] = {}
        if verb.domain != Domain.NONE:
            kind = DOMAIN_NAME[verb.domain]
            words[kind] = self.word(kind, operand)
        return self.texts.say(label_of(verb, prompt), words)

    # What is written on pieces and cards, and the rules

    def written(self, key: str, own: str, **words: Word) -> str:
        """A text of the data: in English it is the data's own."""
        texts = self.texts
        found = None if texts.language == ENGLISH else texts.find(key)
        return texts.fill(own if found is None else found, words)

    def ability(self, general: int) -> str:
        """A General's Special Ability, with the numbers and Provinces of the data."""
        facts = self.material.pieces.generals[general]
        key = f"ability.{ABILITY_NAME[facts.ability]}"
        provinces = [self.province(province) for province in facts.ability_provinces]
        points = self.points(facts.ability_value)
        return self.say(key, value=facts.ability_value, points=points, provinces=self.all(provinces))

    def effect(self, card: Card) -> str:
        return self.written(f"card.{card.event}.effect", card.effect)

    def condition(self, card: Card) -> str:
        return self.written(f"card.{card.event}.condition", card.condition) if card.condition else ""

    def played_by(self, card: Card) -> str:
        return self.written(f"card.{card.event}.played_by", card.playable_by) if card.playable_by else ""

    def limits(self, card: Card) -> list[str]:
        return [self.written(f"card.{card.event}.limit.{i}", text) for i, text in enumerate(card.limits, 1)]

    def rule(self, rule: Rule) -> str:
        return self.written(f"rule.{rule.number}", rule.text)

    def title(self, rule: Rule) -> str:
        """Of the section in which a rule stands."""
        return self.written(f"section.{rule.number.rpartition('.')[0]}", rule.title)

    def rulebook(self, book: Rulebook) -> Rulebook:
        """The rules in this language."""
        return Rulebook(tuple(self._chapter(chapter) for chapter in book.chapters))

    def _chapter(self, chapter: Chapter) -> Chapter:
        title = self.written(f"chapter.{chapter.number}", chapter.title)
        sections = [
            Section(
                section.number,
                self.title(section.rules[0]),
                tuple(replace(r, chapter=title, title=self.title(r), text=self.rule(r)) for r in section.rules),
            )
            for section in chapter.sections
        ]
        return Chapter(chapter.number, title, tuple(sections))

    # Several things

    def each(self, kind: str, values: int | Iterable[int], form: str = "") -> str:
        return self.together([(kind, v) for v in (members(values) if isinstance(values, int) else values)], form)

    def together(self, things: list[tuple[str, Any]], form: str = "") -> str:
        single = [thing for kind, value in things for thing in one_by_one(kind, value)]
        if form == GENDER:
            return self.value(*single[0], form) if len(single) == 1 else PLURAL
        return self.all(self.value(kind, value, form) for kind, value in single)


def one_by_one(kind: str, value: Any) -> Iterable[tuple[str, Any]]:
    """An argument that names several, as several."""
    if kind not in SEVERAL:
        return [(kind, value)]
    return ((SEVERAL[kind], each) for each in (members(value) if isinstance(value, int) else value))


def how_many(kind: str, value: Any) -> int:
    """For words that agree with a number."""
    if kind == "forces":
        return sum(value)
    if kind in SEVERAL:
        return len(members(value) if isinstance(value, int) else list(value))
    return 1


_numbers: dict[tuple[object, ...], dict[str, Word]] = {}


def numbers_of(material: Material) -> dict[str, Word]:
    """The numbers that an edition defines: limits, costs, points; and the one that an Option defines."""
    key = material.edition.id, material.digest, material.rulings
    if key not in _numbers:
        values = {field.name: getattr(material.edition, field.name) for field in fields(material.edition)}
        numbers: dict[str, Word] = {name: value for name, value in values.items() if type(value) is int}
        _numbers[key] = {**numbers, "move_limit": MOVE_LIMIT}
    return _numbers[key]


def is_some(kind: str, value: Any) -> bool:
    """Whether an argument tells of any piece at all."""
    if kind == "forces":
        return any(value)
    return bool(value >= 0) if isinstance(value, int) else bool(value)


SEVERAL = {
    "cards": "card",
    "factions": "faction",
    "fleets": "fleet",
    "generals": "general",
    "provinces": "province",
    "royals": "royal",
    "spaces": "space",
}
"""Kinds of which an argument names several, and what each of them is."""


def several(kind: str) -> Callable[[Speaker, Any, str], str]:
    return lambda speaker, values, form: speaker.each(kind, values, form)


KINDS: dict[str, Callable[[Speaker, Any, str], str]] = {
    "action": lambda speaker, code, form: speaker.action(code),
    "card": Speaker.card,
    "faction": Speaker.faction,
    "fleet": Speaker.fleet,
    "forces": Speaker.forces,
    "general": Speaker.general,
    "location": Speaker.location,
    "number": Speaker.number,
    "numbers": Speaker.numbers,
    "points": Speaker.points,
    "province": Speaker.province,
    "royal": Speaker.royal,
    "space": Speaker.space,
    "standings": Speaker.standings,
    "text": lambda speaker, key, form: speaker.texts.say(key, form=form),
    "turn": Speaker.turn,
    "units": Speaker.units,
    **{many: several(one) for many, one in SEVERAL.items()},
    "provinces": lambda speaker, values, form: speaker.texts.either([speaker.province(x, form) for x in values]),
}
"""What an argument can be."""


def event_text(event: Event) -> str:
    return event_line(material_at_hand(), event)


def refusal_text(refusal: Refusal) -> str:
    return refusal_line(material_at_hand(), refusal)


def board_of(material: Material) -> Board:
    """The board with its names in the reader's language, to be drawn."""
    speaker, board = Speaker(material), material.board
    spaces = tuple(replace(space, name=speaker.space(i)) for i, space in enumerate(board.spaces))
    provinces = tuple(replace(province, name=speaker.province(i)) for i, province in enumerate(board.provinces))
    armies = material.notation.numbers[Domain.GENERAL]
    entries = tuple(replace(entry, name=speaker.general(armies[entry.army])) for entry in board.entry_paths)
    return replace(board, spaces=spaces, provinces=provinces, entry_paths=entries)


agenda.event_text = event_text
agenda.refusal_text = refusal_text
