"""Every message key has its line in the catalogue, and every line can be said."""

import ast
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

import diadochi
from diadochi.catalogue import UNTOLD
from diadochi.data import load_material
from diadochi.game import Decision, Game
from diadochi.messages import (
    KINDS,
    PIECES,
    TOLD_AS,
    Speaker,
    action_label,
    event_line,
    numbers_of,
    prompt_line,
    refusal_line,
    render,
)
from diadochi.model.edition import EDITIONS
from diadochi.model.notation import SHIFT, code
from diadochi.model.options import CHAPTER_16
from diadochi.model.verbs import VERBS, Verb
from diadochi.rules.agenda import Args, Ask, Event, Refusal
from diadochi.table import views
from tests.languages import arguments, read
from tests.table import BLUE, YELLOW

SOURCE = Path(diadochi.__file__).parent
MATERIAL = load_material()
KEYS_BY_PREFIX = re.compile(r"(prompt|refusal)\.[\w.-]*\w")


TEXTS = {key: text for (form, key), text in read("en", "diadochi").items() if not form}


def placeholders(key: str) -> set[str]:
    """Without the names that a text calls by their keys."""
    return {name for name in arguments(TEXTS.get(TOLD_AS.get(key, key), "")) if "." not in name}


# What the source says


class Use(NamedTuple):
    """A key in the source and the arguments it is given; None when the source does not show them."""

    where: str
    key: str
    given: set[str] | None


def source_trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def strings(node: ast.AST) -> Iterator[str]:
    """The strings that an expression can be: a constant, or either side of an `if`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body)
        yield from strings(node.orelse)


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def arguments_of(call: ast.Call, place: int) -> set[str] | None:
    """The names in the call's argument at a place: a tuple of names, kinds and values."""
    given = [k.value for k in call.keywords if k.arg == "args"] + call.args[place : place + 1]
    if not given:
        return set()
    if not isinstance(given[0], ast.Tuple):
        return None
    names: set[str] = set()
    for argument in given[0].elts:
        if not isinstance(argument, ast.Tuple):
            return None
        names |= set(strings(argument.elts[0]))
    names |= {k.arg for k in call.keywords if k.arg == "dice"}
    return names | ({"pieces"} if names & PIECES else set())


def uses() -> Iterator[Use]:
    for file, tree in source_trees():
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call) or not call.args:
                continue
            where, name = f"{file}:{call.lineno}", name_of(call)
            if name == "note":
                yield from (Use(where, key, arguments_of(call, 2)) for key in strings(call.args[0]))
            elif name == "Refusal" and len(call.args) > 1 and "" not in strings(call.args[0]):
                yield from (Use(where, key, arguments_of(call, 2)) for key in strings(call.args[1]))
            elif name == "Ask" and len(call.args) > 1:
                given = arguments_of(call, 4)
                given = None if given is None else given | {"who"}
                yield from (Use(where, key, given) for key in strings(call.args[1]))
            elif name == "Source":
                yield from (Use(where, key, {"what"}) for key in strings(call.args[0]))


def constants() -> dict[str, str]:
    """Every string of the source, and where it stands."""
    return {
        node.value: f"{file}:{node.lineno}"
        for file, tree in source_trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def patterns() -> set[re.Pattern[str]]:
    """The keys that are made of a prefix and a name, such as f"turn.{number}"."""
    out = set()
    for _, tree in source_trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr) and next(strings(node.values[0]), "").endswith((".", "_")):
                parts = [re.escape(next(strings(part), "")) or r"[\w-]+" for part in node.values]
                out.add(re.compile("".join(parts)))
    return out


USES = list(uses())
CONSTANTS = constants()
PATTERNS = patterns()


def test_the_scan_of_the_source_finds_keys_of_every_kind() -> None:
    found = {use.key for use in USES}
    assert {"game_turn", "prompt.start", "refusal.not_dealt_to_you", "vp.province"} <= found
    assert any(use.given and "general" in use.given for use in USES if use.key == "prompt.start")


def test_every_key_of_the_source_has_a_text() -> None:
    missing = {f"{use.key} ({use.where})" for use in USES if TOLD_AS.get(use.key, use.key) not in TEXTS}
    missing |= {
        f"{text} ({where})" for text, where in CONSTANTS.items() if KEYS_BY_PREFIX.fullmatch(text) and text not in TEXTS
    }
    assert not missing


def test_every_text_is_used() -> None:
    unused = [
        k
        for k in TEXTS
        if k not in CONSTANTS and not k.startswith("list.") and not any(p.fullmatch(k) for p in PATTERNS)
    ]
    assert not unused


def test_a_text_names_only_what_it_is_told() -> None:
    wrong = {
        f"{use.key} ({use.where}): {', '.join(untold)}"
        for use in USES
        if use.given is not None and (untold := placeholders(use.key) - use.given - set(numbers_of(MATERIAL)))
    }
    assert not wrong


NAMED = ("province", "space", "general", "royal")
MINOR_THERE = {"general.kassandros", "general.peukestas"}
"""In another edition their cards bring a Minor General, and ask in other words."""


def names(edition: str) -> dict[str, str]:
    return {
        key: name
        for (form, key), name in read("en", f"names.{edition}").items()
        if not form and key.startswith(NAMED) and key != "royal.funeral_cart"
    }


def test_no_text_writes_out_a_name_that_another_edition_spells_differently() -> None:
    spelled: dict[str, set[str]] = {}
    for edition in EDITIONS:
        for key, name in names(edition).items():
            spelled.setdefault(key, set()).add(name)
    several = {name for found in spelled.values() if len(found) > 1 for name in found}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(several)))})\b")
    written = {key: found[0] for key, text in TEXTS.items() if (found := pattern.search(text))}
    assert {key for key in written if not key.startswith("sea.")} == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_name_called_by_its_key_is_one_of_the_edition(edition: str) -> None:
    texts = [text for key, text in TEXTS.items() if edition == EDITIONS[0] or not key.startswith("option.")]
    called = {name for text in texts for name in arguments(text) if "." in name}
    assert called
    known = {key for _, key in read("en", f"names.{edition}")}
    assert called - known <= (MINOR_THERE if edition != EDITIONS[0] else set())


def test_a_card_that_cannot_be_played_names_the_places_of_its_edition() -> None:
    def refused(edition: str) -> str:
        material = load_material(edition)
        card = next(i for i, card in enumerate(material.cards) if card.event == "greek_mercenaries")
        params = material.cards[card].params
        facts = (("card", "card", card), ("provinces", "provinces", params.provinces))
        return refusal_line(material, Refusal("", "refusal.event.greek_mercenaries", facts))

    assert "no space in Hellas, Lydia or Thessalia that" in refused("deluxe")
    assert "no space in Greece, Lydia or Thessaly that" in refused("third")


def test_a_text_of_a_die_roll_shows_the_dice() -> None:
    rolls = {use.key for use in USES if use.given and "dice" in use.given}
    silent = {key for key in rolls if not any("dice" in name for name in placeholders(key))}
    assert rolls
    assert not silent


def test_every_kind_of_argument_in_the_source_can_be_said() -> None:
    kinds = set()
    for _, tree in source_trees():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and name_of(call) in ("note", "Refusal", "Ask"):
                for given in call.args:
                    for argument in given.elts if isinstance(given, ast.Tuple) else ():
                        if isinstance(argument, ast.Tuple) and len(argument.elts) == 3:
                            kinds |= set(strings(argument.elts[1]))
    assert kinds
    assert kinds <= set(KINDS)


# The lines


def test_every_action_has_a_label() -> None:
    for action in MATERIAL.notation.actions:
        label = action_label(MATERIAL, action.code)
        assert UNTOLD not in label
        assert not label.startswith("label."), action.text


def test_labels_of_one_verb_differ() -> None:
    by_label: dict[tuple[int, str], set[str]] = {}
    for action in MATERIAL.notation.actions:
        by_label.setdefault((action.code >> SHIFT, action_label(MATERIAL, action.code)), set()).add(action.text)
    copies_of_cards = {c.name for c in MATERIAL.cards}
    for (verb, label), same in by_label.items():
        assert len(same) == 1 or any(name in label for name in copies_of_cards), (VERBS[verb].name, same)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("march:issos", "March to Issos"),
        ("event:14", "Play The Helepolis for its event"),
        ("place:pella.inside", "Place at Pella (inside)"),
        ("land:tyros.sea", "Land at Tyros (at sea)"),
        ("lose:loyal.moved", "Lose 1 Loyal CU that has moved"),
        ("first:red", "Red goes first"),
        ("pass", "Pass"),
    ],
)
def test_a_label(text: str, label: str) -> None:
    assert action_label(MATERIAL, MATERIAL.notation.parse(text).code) == label


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        ("forces", (0, 1, 0, 0, 0, 0), "1 Loyal CU"),
        ("forces", (2, 1, 0, 0, 0, 0), "2 Mercenary and 1 Loyal CUs"),
        ("forces", (2, 1, 0, 0, 3, 0), "2 Mercenary, 1 Loyal and 3 Elephant CUs"),
        ("forces", (0, 0, 0, 0, 0, 0), "no CUs"),
        ("factions", (0, 1, 5), "Blue, Red and the Independent Faction"),
        ("generals", 0b101, "Perdikkas and Krateros"),
        ("numbers", (3, 5), "3, 5"),
        ("royals", (), "none"),
        ("location", -2, "the Dispersed Box"),
        ("turn", 4, "IV"),
    ],
)
def test_an_argument(kind: str, value: object, words: str) -> None:
    assert Speaker(MATERIAL).value(kind, value) == words


def test_an_event_ends_with_its_rule() -> None:
    event = Event("game_turn", "5.0.1", (("turn", "turn", 2),))
    assert event_line(MATERIAL, event) == "Game Turn II begins (5.0.1)"


def test_a_die_roll_shows_its_dice() -> None:
    event = Event("roll_off", "3.4.4", (("players", "factions", (0, 2)),), dice=(6, 1))
    assert event_line(MATERIAL, event) == "Blue and Yellow roll off: 6, 1 (3.4.4)"


def test_a_group_is_named_by_the_pieces_that_it_has() -> None:
    def embarks(generals: tuple[int, ...], cus: tuple[int, ...], royals: tuple[int, ...]) -> str:
        group = (
            ("who", "faction", 0),
            ("at", "location", 0),
            ("generals", "generals", generals),
            ("cus", "forces", cus),
            ("royals", "royals", royals),
            ("fleets", "fleets", ()),
        )
        return event_line(MATERIAL, Event("embarks", "", group))

    assert embarks((0,), (0, 2, 0, 0, 0, 0), (2,)) == (
        "Blue embarks at Pella: Perdikkas, 2 Loyal CUs and Herakles; escort: none"
    )
    assert embarks((0,), (0, 0, 0, 0, 0, 0), ()) == "Blue embarks at Pella: Perdikkas; escort: none"


def decision() -> Decision:
    codes = (MATERIAL.notation.parse("start:pella").code,)
    return Decision(YELLOW, "prompt.start", (("general", "general", 1),), "4.6.1", codes, MATERIAL.notation)


def test_a_prompt_names_who_decides() -> None:
    assert prompt_line(MATERIAL, decision()) == "Yellow: choose where Antipatros starts (4.6.1)"


def test_a_refusal_repeats_the_question_that_is_open() -> None:
    refusal = Refusal("4.6.1", "refusal.not_asked", (("prompt", "text", "prompt.start"),))
    line = refusal_line(MATERIAL, refusal, decision())
    assert line == "that does not answer the current question: choose where Antipatros starts (4.6.1)"


def test_a_refusal_names_the_pieces_of_the_question_once() -> None:
    asked: Args = (("general", "general", 0), ("at", "location", 0), ("mps", "number", 3))
    args: Args = (*asked, ("prompt", "text", "prompt.army"))
    line = render(MATERIAL, "refusal.not_asked", args, around=asked)
    assert line.count(Speaker(MATERIAL).general(0)) == 1


def test_a_number_decides_between_one_and_many() -> None:
    def left(mps: int) -> str:
        facts = (("general", "general", 0), ("at", "location", 0), ("mps", "number", mps), ("cus", "forces", (0,) * 6))
        asked = decision()
        return prompt_line(MATERIAL, asked._replace(prompt="prompt.army", args=facts, rule=""))

    assert left(1) == "Yellow: Perdikkas at Pella, 1 MP left: what now?"
    assert left(2) == "Yellow: Perdikkas at Pella, 2 MPs left: what now?"


@pytest.mark.parametrize(("players", "options"), [(2, ()), (4, CHAPTER_16), (5, ())])
def test_whatever_happens_in_a_game_can_be_said(players: int, options: tuple[str, ...]) -> None:
    rng = random.Random(players)
    game = Game.new(players=players, seed=players, options=options, keep_undo=False)
    speaker = Speaker(MATERIAL)
    while (asked := game.decision) is not None:
        line = prompt_line(MATERIAL, asked)
        assert asked.prompt in TEXTS
        assert line.startswith(speaker.faction(asked.seat)), line
        assert UNTOLD not in line
        game.act_code(rng.choice(asked.codes))
    for event in game.events:
        assert TOLD_AS.get(event.key, event.key) in TEXTS
        assert UNTOLD not in event_line(MATERIAL, event), event


def test_every_refusal_of_a_game_can_be_said() -> None:
    """At moments all over a game, whatever anybody might try."""
    rng = random.Random(8)
    game = Game.new(players=3, seed=8, keep_undo=False)
    refused = set()
    while (asked := game.decision) is not None:
        if rng.random() < 1 / 40:
            for action in MATERIAL.notation.actions:
                refusal = game.why_not(action)
                if refusal is not None and refusal.key not in refused:
                    refused.add(refusal.key)
                    assert refusal.key in TEXTS
                    assert UNTOLD not in refusal_line(MATERIAL, refusal, asked), refusal
        game.act_code(rng.choice(asked.codes))
    assert len(refused) > 30


def test_leaving_everything_as_it_stands_is_said_so_on_the_page() -> None:
    """10.B"""
    ask = Ask(BLUE, "prompt.rearrange", "10.B.1", [code(Verb.DONE)], (("space", "space", 0),))
    shown = views.decision(MATERIAL, ask, 0, [None])
    assert shown is not None
    assert [offer.label for offer in shown.offers] == ["Leave everything as it stands"]
    other = views.decision(MATERIAL, ask.but(prompt="prompt.activate"), 0, [None])
    assert other is not None
    assert [offer.label for offer in other.offers] == ["Done: activate nobody else"]


def test_a_number_of_the_edition_stands_in_a_text_as_the_edition_has_it() -> None:
    """A ruling, an edition or a correction changes it everywhere."""
    refusal = Refusal("9.4.5", "refusal.inside_full", (("space", "space", 0),))
    assert refusal_line(MATERIAL, refusal, numbered=False).endswith("at most 2 CUs")
    other = replace(MATERIAL, edition=replace(MATERIAL.edition, inside_limit=1), digest="another")
    assert refusal_line(other, refusal, numbered=False).endswith("at most 1 CU")
