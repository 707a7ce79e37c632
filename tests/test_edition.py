"""The editions: each a value of its own, no rule asks which it is, and its data agree with what its book states."""

import ast
import json
import re
from collections import Counter
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from diadochi.cli import diadochi, main
from diadochi.data import Check, load_checks, load_material, provenance_report
from diadochi.data.entry import PROVENANCE
from diadochi.data.errors import DataError, RulingError
from diadochi.data.rulebook import load_rulebook
from diadochi.errors import TextError
from diadochi.game import Game
from diadochi.messages import event_line, material_at_hand
from diadochi.model.cards import CARD_KIND_NAME, CardKind
from diadochi.model.edition import COMPLETE, EDITIONS, NEEDS, STEPS, WORDS, Edition, offered, switched
from diadochi.model.notation import at_hand
from diadochi.model.options import OPTION_NAME, Option
from diadochi.model.pieces import DRAWN, ROYAL_NAME, Unit
from diadochi.model.rulings import RULINGS, Ruling, with_rulings
from diadochi.rules.agenda import Event, Play
from diadochi.rules.setup import empty_state
from diadochi.table.reference import Reference
from diadochi.texts.position import describe
from diadochi.texts.setting import set_up
from tests.data.board_language import BoardLanguage
from tests.table import Table

SOURCES = Path(__file__).parents[1] / "src" / "diadochi"
OTHERS = EDITIONS[1:]


def write_patch(folder: Path, patch: object) -> None:
    (folder / "patch.json").write_text(json.dumps(patch), "utf-8")


FIELDS = {field.name: field for field in fields(Edition)}


# Values


@pytest.mark.parametrize("name", [*FIELDS, *(word for words in WORDS.values() for word in words)])
def test_no_field_and_no_word_names_an_edition(name: str) -> None:
    parts = name.split("_")
    assert not {*EDITIONS, "gmt", "kickstarter", "edition"} & set(parts)


def test_no_code_compares_the_id_of_an_edition() -> None:
    """The id is shown, stored and read; what is played hangs on the fields alone."""
    found = []
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and node.value in EDITIONS
                and path.name not in ("edition.py", "example.py", "files.py", "0006_editions.py")
            ):
                found.append((path.name, node.lineno))
    assert not found
    rules = "".join(path.read_text("utf-8") for path in (SOURCES / "rules").rglob("*.py"))
    assert "edition.id" not in rules and "EDITIONS" not in rules


def test_every_field_with_words_has_one_of_them_and_can_have_another() -> None:
    for edition in (load_material(id_).edition for id_ in EDITIONS):
        for name, words in WORDS.items():
            assert getattr(edition, name) in words
            assert len(words) > 1
        for name, steps in STEPS.items():
            chosen = getattr(edition, name)
            assert set(chosen) <= set(steps)
            assert name not in COMPLETE or len(chosen) == len(steps)


RULED = {ruling.field for ruling in RULINGS}


@pytest.mark.parametrize("name", [n for n, f in FIELDS.items() if n in WORDS or n in STEPS or f.type is bool])
def test_a_field_differs_between_the_editions_or_is_a_ruling(name: str) -> None:
    values = {str(getattr(load_material(edition).edition, name)) for edition in EDITIONS}
    if name == "playable":
        return
    assert len(values) > 1 or name in RULED


def test_what_a_value_needs_is_there_in_every_edition() -> None:
    for edition in (load_material(id_).edition for id_ in EDITIONS):
        for name, value, needs in NEEDS:
            if getattr(edition, name) == value and name != "lone_general_killed_on":
                assert {other: getattr(edition, other) for other in needs} == needs


def test_a_switched_field_brings_what_it_needs() -> None:
    edition = switched(load_material().edition, "naval_reach", "route")
    assert (edition.naval_reach, edition.naval_path, edition.dropped_pieces) == ("route", "full", "quiet")
    assert edition.naval_order == load_material().edition.naval_order


def test_standard_options_are_on_in_every_game_and_others_by_choice() -> None:
    third = load_material("third")
    p = Play(third, empty_state(third, 4, 1 << Option.DISPERSED_FLEETS, b""))
    assert p.option(Option.INTERCEPTION_TRANSIT) and p.option(Option.DISPERSED_FLEETS)
    assert not p.option(Option.ABILITIES) and not p.option(Option.CAVALRY)
    deluxe = load_material()
    assert Play(deluxe, empty_state(deluxe, 4, 0, b"")).option(Option.ABILITIES)


def test_no_option_is_both_chosen_and_standard_and_each_belongs_to_an_edition() -> None:
    everything = 0
    for edition in (load_material(id_).edition for id_ in EDITIONS):
        assert not edition.options & edition.standard_options
        everything |= edition.options | edition.standard_options
    assert everything == (1 << len(OPTION_NAME)) - 1


# Rulings


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.name)
def test_a_ruling_overrides_its_field(ruling: Ruling) -> None:
    edition = load_material().edition
    for value in ruling.values:
        changed = with_rulings(edition, ((ruling.name, value),))
        assert ruling.value_in(changed) == value


@pytest.mark.parametrize(
    ("rulings", "told"),
    [({"chess": "yes"}, "no ruling 'chess'"), ({"interceptors": "nobody"}, "choose among: general, army")],
)
def test_a_ruling_that_cannot_be_chosen_is_refused(rulings: dict[str, str], told: str) -> None:
    with pytest.raises(RulingError, match=told):
        load_material(rulings=rulings)


def test_a_ruling_that_the_edition_has_anyway_changes_nothing() -> None:
    material = load_material(rulings={"interceptors": "general"})
    assert material.rulings == () and material is load_material()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_ruling_that_the_edition_has_not_is_told_with_the_material(edition: str) -> None:
    for ruling in RULINGS:
        other = next(v for v in ruling.values if v != ruling.value_in(load_material(edition).edition))
        assert load_material(edition, rulings={ruling.name: other}).rulings == ((ruling.name, other),)


# Data: what check_third.py and check_draft.py look at, on the material as it is loaded


@pytest.mark.parametrize("edition", OTHERS)
def test_every_fact_has_one_of_our_four_words(edition: str) -> None:
    counts = provenance_report(edition=edition).counts
    assert all(set(words) == set(PROVENANCE) for words in counts.values())
    assert sum(words["reconstructed"] for words in counts.values()) > 200


@pytest.mark.parametrize("check", load_checks(edition="third"), ids=lambda check: check.rule)
def test_the_third_edition_s_book_on_the_map(check: Check) -> None:
    language = BoardLanguage(load_material("third"))
    assert language.holds(check.test), check.statement


def test_the_third_edition_makes_51_statements_about_the_map() -> None:
    assert len(load_checks(edition="third")) == 51


def test_five_places_of_the_third_edition_have_other_names_and_the_paths_are_the_same() -> None:
    ours, third = load_material().board, load_material("third").board
    moved = [(a.id, b.id) for a, b in zip(ours.spaces, third.spaces, strict=True) if a.id != b.id]
    assert moved == [
        ("molossia", "nikopolis"),
        ("abydos", "ilion"),
        ("astakos", "nikaia"),
        ("pergamon", "smyrna"),
        ("ephesos", "miletos"),
    ]
    assert [(p.a, p.b, p.kind) for p in ours.paths] == [(p.a, p.b, p.kind) for p in third.paths]
    assert [p.id for p in third.provinces if p.id not in ours.province_index] == ["kyrene"]


@pytest.mark.parametrize("edition", OTHERS)
def test_names_of_spaces_are_unique(edition: str) -> None:
    names = Counter(space.name for space in load_material(edition).board.spaces)
    assert [name for name, number in names.items() if number > 1] == []


@pytest.mark.parametrize("edition", OTHERS)
def test_starting_pcs_control_the_province_and_its_vp_are_right(edition: str) -> None:
    material = load_material(edition)
    board = material.board
    for general in material.pieces.generals[: material.pieces.majors]:
        if general.start is None or not general.start.pcs:
            continue
        (province,) = {board.spaces[space].province for space in general.start.pcs}
        assert len(general.start.pcs) >= board.needed[province]
        assert board.major_city[province] in (-1, *general.start.pcs)
        assert general.start.vp == board.provinces[province].vp


@pytest.mark.parametrize("edition", EDITIONS)
def test_eight_royal_army_cus_start(edition: str) -> None:
    generals = load_material(edition).pieces.generals
    assert sum(g.start.forces[Unit.ROYAL] for g in generals if g.start is not None) == 8


@pytest.mark.parametrize("edition", EDITIONS)
def test_all_starting_generals_are_dealt(edition: str) -> None:
    material = load_material(edition)
    for players in material.edition.players:
        assert len(material.pieces.starting[players]) == players * material.edition.generals_each[players]
    for players, each in material.edition.generals_each_second.items():
        assert len(material.pieces.starting_second[players]) == players * each


SENIORITY = (
    "perdikkas", "antipatros", "krateros", "ptolemaios", "leonnatos", "peithon", "lysimachos", "polyperchon",
    "antigonos", "seleukos", "demetrios", "eumenes", "kassandros",
)  # fmt: skip


@pytest.mark.parametrize(("edition", "number"), [("third", 12), ("draft", 13)])
def test_the_generals_by_seniority(edition: str, number: int) -> None:
    pieces = load_material(edition).pieces
    majors = pieces.generals[: pieces.majors]
    assert tuple(g.id for g in majors) == SENIORITY[:number]
    assert all(a.seniority > b.seniority for a, b in pairwise(majors))
    antipatros, polyperchon = majors[1], majors[7]
    assert (antipatros.initiative, antipatros.battle) == (polyperchon.initiative, polyperchon.battle)


def test_stars_are_ranks_of_the_third_edition_alone() -> None:
    third = {g.id: g.stars for g in load_material("third").pieces.generals}
    assert third["perdikkas"] == third["krateros"] > third["seleukos"] > 0
    assert not any(g.stars for e in ("deluxe", "draft") for g in load_material(e).pieces.generals)


@pytest.mark.parametrize("edition", OTHERS)
def test_nine_fleets_of_which_the_pontic_one_never_counts(edition: str) -> None:
    fleets = load_material(edition).pieces.fleets
    assert len(fleets) == 9
    assert [fleet.id for fleet in fleets if not fleet.counts_for_largest] == ["pontos"]


@pytest.mark.parametrize("edition", OTHERS)
def test_the_deck_has_the_numbers_1_to_59(edition: str) -> None:
    cards = [card for card in load_material(edition).cards if card.in_first_deck]
    assert [card.number for card in cards] == [str(number) for number in range(1, 60)]
    kinds = Counter(CARD_KIND_NAME[card.kind] for card in cards)
    assert kinds == {"event": 31, "bonus": 16, "surprise": 12}
    assert not any(card.optional for card in cards)


def test_the_generals_in_the_deck_are_cards_that_leave_it() -> None:
    third = load_material("third")
    cards = {third.pieces.generals[c.params.general].id: c for c in third.cards if c.kind == CardKind.GENERAL}
    assert list(cards) == ["eumenes", "seleukos", "lysimachos", "leonnatos"]
    assert all(card.leaves_deck and not card.ops and not card.in_first_deck for card in cards.values())
    for numbers in (*third.pieces.in_deck.values(), *third.pieces.in_deck_second.values()):
        assert {third.pieces.generals[number].id for number in numbers} <= set(cards)


@pytest.mark.parametrize("edition", OTHERS)
def test_which_cards_must_be_played_and_which_flips(edition: str) -> None:
    cards = load_material(edition).cards
    assert [c.number for c in cards if c.must_be_played] == ["17", "18", "19", "20"]
    assert [(c.number, c.event) for c in cards if c.flips] == [("47", "silver_shields")]
    assert [c.number for c in cards if c.resolves_when_revealed] == ["17", "18", "19", "20", "21", "22", "23", "27"]


THIRD_OPS = {
    "drink_the_hemlock": 2, "kassandros": 4, "treachery": 4, "persian_popular_support": 3, "plans_of_their_own": 3,
    "major_campaign": 4, "traitor": 4, "kleopatra_offers_marriage": 3, "surprise_sortie": 2,
    "philippos_breaks_from_guardian": 3, "kilikia_pirates": 3, "unrest": 3, "greek_soldiers": 3,
}  # fmt: skip
DRAFT_NUMBERS = {
    "1": "drink_the_hemlock", "4": "epidemic", "7": "thracian_mercenaries", "11": "pontic_fleet", "15": "condemnation",
    "17": "unrest", "24": "desertions", "26": "persian_popular_support", "31": "kleopatra_offers_marriage",
    "32": "thessalonike_offers_marriage", "36": "olympias", "54": "mutiny", "55": "storms_at_sea",
    "58": "ahura_mazda_and_ahriman", "59": "repercussions_of_defeat",
}  # fmt: skip


def test_the_ops_that_the_third_edition_states() -> None:
    stated = {c.event: c.ops for c in load_material("third").cards if c.provenance.get("ops") == "stated"}
    assert {event: stated.get(event) for event in THIRD_OPS} == THIRD_OPS


def test_the_numbers_that_the_draft_states() -> None:
    events = {c.number: c.event for c in load_material("draft").cards}
    assert {number: events[number] for number in DRAFT_NUMBERS} == DRAFT_NUMBERS


@pytest.mark.parametrize(("players", "number"), [(2, 40), (3, 35), (4, 40), (5, 35)])
def test_the_independent_spaces_of_the_draft(players: int, number: int) -> None:
    material = load_material("draft")
    free = {
        i
        for i, space in enumerate(material.board.spaces)
        if space.independent and players in (space.independent_players or (players,))
    }
    assert len(free) == number
    starts = [material.pieces.generals[g].start for g in material.pieces.starting[players]]
    assert not free & {space for start in starts if start is not None for space in start.pcs}


def test_hired_generals_of_the_draft_bring_two_mercenaries_to_a_province_drawn() -> None:
    pieces = load_material("draft").pieces
    for number in pieces.reserve[4]:
        recruit = pieces.generals[number].recruit
        assert recruit is not None and recruit.province == DRAWN
        assert recruit.forces[Unit.MERCENARY] == sum(recruit.forces) == 2


@pytest.mark.parametrize("edition", OTHERS)
def test_heirs_siege_points_and_victory(edition: str) -> None:
    material = load_material(edition)
    e = material.edition
    assert {turn: ROYAL_NAME[heir] for turn, heir in e.regency_heir.items()} == {4: "herakles", 5: "alexandros"}
    assert e.siege_points_major == (1, 2, 3)
    assert material.tables.siege_points_needed == (1, 3, 3)
    assert (e.victory_vp[4], e.victory_legitimacy, e.victory_from_turn) == (23, 18, 2)


def test_the_options_of_each_edition() -> None:
    assert len(offered(load_material().edition)) == 19
    assert len(offered(load_material("draft").edition)) == 13
    assert offered(load_material("third").edition) == (
        "dispersed-fleets",
        "independent-reactions",
        "popularity-for-independents",
        "interceptor-may-attack",
        "generals-set-aside",
        "second-variant",
    )


@pytest.mark.parametrize("edition", OTHERS)
def test_a_patch_of_another_edition_lies_in_its_folder(edition: str, tmp_path: Path) -> None:
    folder = tmp_path / edition
    folder.mkdir()
    write_patch(folder, {"board": {"spaces": {"pella": {"name": "Bunomus"}}}, "editions": {edition: {"turns": 4}}})
    changed = load_material(edition, tmp_path)
    assert changed.board.spaces[changed.edition.pella].name == "Bunomus"
    assert changed.edition.turns == 4
    assert changed.digest != load_material(edition).digest
    assert load_material("deluxe", tmp_path).digest == load_material().digest


def test_a_mistake_in_a_patch_of_another_edition_is_told_with_file_entry_and_remedy(tmp_path: Path) -> None:
    (tmp_path / "third").mkdir()
    write_patch(tmp_path / "third", {"editions": {"third": {"interceptors": "nobody"}}})
    with pytest.raises(
        DataError, match=r"editions\.json, third: interceptors 'nobody' is unknown\. Use one of: general, army\."
    ):
        load_material("third", tmp_path)


def test_the_data_of_the_first_edition_is_what_saves_were_written_with() -> None:
    """A new field or file must not change it: every save, record and kept game names this digest."""
    assert load_material().digest == "107290da45df30d12b2344a5283b5649c8f25525d85ff4856b27c343982b67b3"


# The books of rules


@pytest.mark.parametrize("edition", OTHERS)
def test_every_rule_that_code_cites_has_a_line_in_the_edition_s_book_or_does_not_occur_there(edition: str) -> None:
    book, base = load_rulebook(edition=edition), load_rulebook()
    lines = {rule.number for rule in book.rules}
    known = {rule.number for rule in base.rules}
    cited = {
        node.value
        for path in (SOURCES / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in known
    }
    assert len(cited) > 300
    for number in cited:
        assert (book.citations.get(number) in lines) != (number in book.absent), number
    assert set(book.citations.values()) <= lines
    others = {number for number in book.citations if number[0] in "TK"}
    assert set(book.citations) - others | book.absent == known
    assert others <= rules_of_the_others(), "rules of two books that the first has not"


def rules_of_the_others() -> set[str]:
    """The lines of the other books, each with its letter."""
    books = [load_rulebook(edition=edition) for edition in OTHERS]
    return {f"{book.letter}{rule.number}" for book in books for rule in book.rules}


def test_a_rule_of_another_book_that_code_cites_is_a_line_of_it() -> None:
    cited = {
        node.value
        for path in (SOURCES / "rules").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(r"[TK]\d[\w.]*", node.value)
    }
    assert cited <= rules_of_the_others()


@pytest.mark.parametrize("edition", OTHERS)
def test_a_rule_cited_by_a_book_of_its_own_is_a_line_of_it(edition: str) -> None:
    book = load_rulebook(edition=edition)
    lines = {rule.number for rule in book.rules}
    pattern = re.compile(rf"{book.letter}(\d+\.[\w.]+)")
    for path in (SOURCES / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found = pattern.fullmatch(node.value)
                assert found is None or found[1] in lines, (path.name, node.value)


def test_messages_cite_the_book_of_the_edition_played() -> None:
    """R10.C.3 is line 9.11.2 of the third edition's book and 8.3.8.2 of the draft's."""
    numbers = []
    for edition in EDITIONS:
        material = load_material(edition)
        line = event_line(material, Event("game_turn", "10.C.3", (("turn", "number", 2),)))
        numbers.append(line.rpartition("(")[2].rstrip(")."))
    assert numbers == ["10.C.3", "9.11.2", "8.3.8.2"]
    assert load_material("third").cited("T21.4.2") == "21.4.2"


def test_a_line_that_is_the_same_shows_the_shared_text() -> None:
    assert load_rulebook(edition="draft").rule("3.1.S1").text == load_rulebook().rule("7.1.1").text
    assert load_rulebook(edition="third").rule("T9.9.3").instead_of == ("10.I.1",)


@pytest.mark.parametrize(("edition", "number"), [("third", 390), ("draft", 625)])
def test_the_number_of_lines(edition: str, number: int) -> None:
    assert len(load_rulebook(edition=edition).rules) == number


# Commands


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("rules", "--edition", "third", "9.11.2"), "the grantor may break his word"),
        (("rules", "--edition", "draft", "K10.3"), "5-6 killed"),
        (("card", "--edition", "third", "61"), "Eumenes joins your Faction"),
        (("options", "--edition", "draft"), "elephants-outside"),
        (("rulings",), "released-general"),
        (("odds", "--edition", "third", "intercept", "Craterus"), "Craterus"),
        (("data", "check", "--edition", "third"), "34 Provinces"),
    ],
)
def test_commands_take_an_edition(words: tuple[str, ...], told: str) -> None:
    result = CliRunner().invoke(diadochi, words)
    assert result.exit_code == 0, result.output
    assert told in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("simulate", "--games", "1", "--edition", "third", "--players", "5"), "5 players cannot play"),
        (("simulate", "--games", "1", "--ruling", "chess=yes"), "there is no ruling 'chess'"),
    ],
)
def test_commands_that_make_a_game_refuse_what_cannot_be_played(
    words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    assert told in capsys.readouterr().err


def test_the_board_is_drawn_with_the_edition_s_names(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    result = CliRunner().invoke(diadochi, ["board", "--edition", "third", "--output", str(file)])
    assert result.exit_code == 0, result.output
    drawn = file.read_text("utf-8")
    assert "Miletus" in drawn and "Ephesos" not in drawn


# Texts


def test_a_position_says_which_edition_and_is_read_with_it() -> None:
    table = Table(edition="third")
    told = describe(table.play)
    assert told["edition"] == "third"
    with pytest.raises(TextError, match="edition third"):
        set_up({"edition": "third", "players": 4}, b"", load_material())


def test_the_new_game_page_offers_the_options_of_the_edition_alone() -> None:
    material = load_material()
    told = [option.id for option in Reference(material).facts.options]
    assert told == list(offered(material.edition))


def test_an_event_is_told_in_the_words_of_the_game_begun_last() -> None:
    game = Game.new(4, seed=1)
    other = load_material("third").notation
    at_hand(other)
    assert material_at_hand() is other.material
    assert Game.new(4, seed=2).material is game.material is material_at_hand()
