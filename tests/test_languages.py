"""The catalogues: what fills a text, who reads in which language, and what a language must have."""

import io
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from itertools import combinations
from pathlib import Path

import pytest

from diadochi import catalogue as texts
from diadochi.catalogue import ENGLISH, Catalogue, Value, catalogue, plural_forms, read_in, read_mo, say, tags, wanted
from diadochi.chart import Layout, layout, render
from diadochi.cli import diadochi as command_line
from diadochi.cli import main
from diadochi.cli.wording import commands
from diadochi.data import load_coastline, load_material
from diadochi.game import Game
from diadochi.messages import Speaker, board_of, event_line
from diadochi.model.board import Board
from diadochi.model.edition import EDITIONS
from diadochi.rules.agenda import Event
from tests import glossary
from tests import languages as tool

MATERIAL = load_material()
LANGUAGES = sorted(folder.name for folder in tool.LOCALE.iterdir())
RUSSIAN = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"


def language(entries: dict[str, str], plural: str = RUSSIAN) -> Catalogue:
    count, rule = plural_forms(f"Plural-Forms: {plural}\n")
    return Catalogue("zz", entries, count, rule)


@pytest.fixture(scope="session")
def pseudo_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    tool.write_pseudo(folder)
    return folder


@pytest.fixture
def pseudo(pseudo_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv(texts.FOLDER, str(pseudo_folder))
    with read_in(tool.PSEUDO):
        yield tool.PSEUDO


# What fills a text


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "0 очков"),
        (1, "1 очко"),
        (3, "3 очка"),
        (5, "5 очков"),
        (11, "11 очков"),
        (21, "21 очко"),
        (112, "112 очков"),
    ],
)
def test_a_number_chooses_among_three_forms(number: int, words: str) -> None:
    assert language({"left": "{n} {n:очко|очка|очков}"}).say("left", {"n": number}) == words


def test_two_numbers_of_one_text_choose_for_themselves() -> None:
    said = language({"both": "{a:один|два|пять} {b:один|два|пять}"}).say("both", {"a": 1, "b": 3})
    assert said == "один два"


def test_a_text_says_which_form_of_a_name_it_wants() -> None:
    forms = {"": "Исс", "from": "из Исса", "gender": "m"}
    issos = Value(lambda form: forms[form])
    text = language({"left": "{who} {who:m=вышел|f=вышла} {space:from}"})
    assert text.say("left", {"who": Value(lambda form: {"": "Олимпиада", "gender": "f"}[form]), "space": issos}) == (
        "Олимпиада вышла из Исса"
    )


def test_a_text_calls_a_name_by_its_key() -> None:
    entries = {"went": "{who} ушёл {space.issos:from}", "space.issos": "Исс", "from\x04space.issos": "из Исса"}
    assert language(entries).say("went", {"who": "Он"}) == "Он ушёл из Исса"


def test_what_a_text_is_not_told_is_seen() -> None:
    assert language({"x": "a {thing}"}).say("x") == "a …"


def test_a_list_is_said_by_the_catalogue() -> None:
    spoken = language({"list.last": "{a} и {b}", "list.more": "{a}, {b}", "x": "{all}"})
    assert spoken.all(["один", "два", "три"]) == "один, два и три"
    assert spoken.say("x", {"all": ("a", "b")}) == "a, b"


def test_an_english_pronoun_follows_who_is_meant() -> None:
    def dies(royal: int) -> str:
        return event_line(MATERIAL, Event("assassinated", "", (("royal", "royal", royal), ("who", "faction", 0))))

    by_id = {royal.id: number for number, royal in enumerate(MATERIAL.pieces.royals)}
    assert dies(by_id["philippos"]).endswith("could not win with him")
    assert dies(by_id["olympias"]).endswith("could not win with her")


# The files


def test_the_standard_library_reads_the_catalogues() -> None:
    file = tool.path(ENGLISH, "diadochi").with_suffix(".mo")
    with file.open("rb") as stream:
        assert GNUTranslations(stream).gettext("label.pass") == "Pass"
    assert read_mo(file.read_bytes())["label.pass"] == "Pass"


@pytest.mark.parametrize(
    "file", sorted(tool.LOCALE.glob("*/LC_MESSAGES/*.po")), ids=lambda f: f"{f.parts[-3]}-{f.stem}"
)
def test_the_compiled_catalogue_is_what_the_text_compiles_to(file: Path) -> None:
    compiled = {key: text for key, text in read_mo(file.with_suffix(".mo").read_bytes()).items() if key}
    wanted_texts = tool.read(file.parts[-3], file.stem)
    assert compiled == {
        f"{form}{texts.CONTEXT}{key}" if form else key: text for (form, key), text in wanted_texts.items() if text
    }, "run `make messages`"


@pytest.mark.parametrize("domain", tool.MADE)
def test_the_english_texts_of_the_data_are_those_of_the_data(domain: str) -> None:
    assert tool.read(ENGLISH, domain) == tool.made(domain), "run `make messages`"


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_key_stands_in_two_files(edition: str) -> None:
    seen: dict[tuple[str, str], str] = {}
    assert set(tool.read(ENGLISH, f"words.{edition}")) <= {*tool.read(ENGLISH, "diadochi"), *tool.read(ENGLISH, "page")}
    for domain in (*texts.DOMAINS, *(f"{name}.{edition}" for name in texts.EDITION_DOMAINS)):
        for key in tool.read(ENGLISH, domain):
            assert key not in seen, f"{key} stands in {seen[key]} and {domain}"
            seen[key] = domain


# What a language must have


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_everything(language: str) -> None:
    assert not list(tool.faults(language))


def test_the_pseudo_language_has_everything(pseudo_folder: Path) -> None:
    assert not list(tool.faults(tool.PSEUDO, pseudo_folder))


def break_pseudo(folder: Path, domain: str, **changes: str | None) -> list[str]:
    entries = {**tool.read(tool.PSEUDO, domain, folder)}
    for name, text in changes.items():
        form, _, key = name.replace("__", ".").rpartition("/")
        entries.pop((form, key), None)
        if text is not None:
            entries[form, key] = text
    english = tool.read(ENGLISH, domain)
    tool.write(tool.PSEUDO, domain, entries, folder, plural=tool.PSEUDO_PLURAL, english=english)
    return list(tool.faults(tool.PSEUDO, folder))


@pytest.fixture
def own_pseudo(tmp_path: Path) -> Path:
    tool.write_pseudo(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("domain", "change", "fault"),
    [
        ("diadochi", {"label.pass": None}, "label.pass is missing"),
        ("diadochi", {"label.nonsense": "x"}, "label.nonsense is not in English"),
        ("diadochi", {"label.march": "nowhere"}, "label.march and the English text differ in space"),
        (
            "diadochi",
            {"prompt.place_pcs": "{ops} {ops:a|b}"},
            "prompt.place_pcs has 2 forms for ops; the language has 3",
        ),
        ("diadochi", {"label.march": "{space:ablative}"}, "no name has the form ablative"),
        ("diadochi", {"label.march": "{space:m=at|f=by {space}}"}, "label.march has an argument inside another"),
        ("names.deluxe", {"of/space.issos": None}, "space.issos lacks the form of"),
        ("diadochi", {"label.pass": "Pass"}, "label.pass equals English"),
        ("diadochi", {"map.siege": "Möré"}, "map.siege does not say siege"),
    ],
)
def test_the_check_finds_what_is_wrong(
    own_pseudo: Path, domain: str, change: dict[str, str | None], fault: str
) -> None:
    assert any(fault in found for found in break_pseudo(own_pseudo, domain, **change))


def test_the_check_finds_a_key_that_stands_there_twice(own_pseudo: Path) -> None:
    file = tool.path(tool.PSEUDO, "page", own_pseudo)
    file.write_text(file.read_text() + '\nmsgid "x.y"\nmsgstr "a"\n\nmsgid "x.y"\nmsgstr "b"\n')
    assert any("stands there twice" in found for found in tool.repeated(tool.PSEUDO, "page", own_pseudo))


def test_the_check_finds_a_key_with_two_texts(own_pseudo: Path) -> None:
    file = tool.path(tool.PSEUDO, "page", own_pseudo)
    file.write_text(file.read_text() + '\nmsgid "x.y"\nmsgstr "a"\nmsgstr "b"\n')
    assert "page: x.y has two texts" in tool.repeated(tool.PSEUDO, "page", own_pseudo)


def test_a_skeleton_keeps_what_is_translated(tmp_path: Path) -> None:
    tool.new("de", tmp_path)
    assert tool.read("de", "diadochi", tmp_path)["", "label.pass"] == ""
    translated = {**tool.read("de", "diadochi", tmp_path), ("", "label.pass"): "Passen", ("", "gone"): "weg"}
    tool.write("de", "diadochi", translated, tmp_path)
    tool.new("de", tmp_path)
    again = tool.read("de", "diadochi", tmp_path)
    assert again["", "label.pass"] == "Passen"
    assert ("", "gone") not in again


# The words of a translation


def changed(folder: Path, domain: str, old: str, new: str) -> list[str]:
    file = tool.path(tool.PSEUDO, domain, folder)
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    return list(tool.faults(tool.PSEUDO, folder))


PASS = '#. Pass\nmsgid "label.pass"\n'


def test_a_fuzzy_text_is_refused_and_not_shown(own_pseudo: Path) -> None:
    found = changed(own_pseudo, "diadochi", PASS, PASS.replace("msgid", "#, fuzzy\nmsgid"))
    assert [fault for fault in found if "label.pass" in fault] == [
        "diadochi: label.pass is fuzzy: see whether it still fits, and take the mark away"
    ]
    tool.compile_all(own_pseudo)
    compiled = read_mo(tool.path(tool.PSEUDO, "diadochi", own_pseudo).with_suffix(".mo").read_bytes())
    assert "label.pass" not in compiled
    assert "label.march" in compiled


def test_a_text_whose_english_has_changed_becomes_fuzzy(own_pseudo: Path) -> None:
    found = changed(own_pseudo, "diadochi", PASS, PASS.replace("Pass", "Do nothing"))
    assert [fault for fault in found if "label.pass" in fault] == [
        "diadochi: label.pass translates another text: `make language` marks it"
    ]
    tool.new(tool.PSEUDO, own_pseudo)
    marked = tool.entries(tool.PSEUDO, "diadochi", own_pseudo)
    assert marked["", "label.pass"] == tool.Entry(tool.pseudo("Pass"), "Pass", fuzzy=True)
    assert [key for key, entry in marked.items() if entry.fuzzy] == [("", "label.pass")]
    tool.new(tool.PSEUDO, own_pseudo)
    assert tool.entries(tool.PSEUDO, "diadochi", own_pseudo) == marked


def test_a_text_without_the_english_one_is_told(own_pseudo: Path) -> None:
    found = changed(own_pseudo, "diadochi", PASS, PASS.partition("\n")[2])
    assert any("label.pass has no English text above it" in fault for fault in found)
    tool.new(tool.PSEUDO, own_pseudo)
    assert not list(tool.faults(tool.PSEUDO, own_pseudo))


SAID: list[glossary.Text] = [
    ("diadochi", "label.pass", "Pass", "Pass"),
    ("diadochi", "label.siege", "Möré", "Siege of {space}"),
    ("diadochi", "label.march", "{space}", "{space}"),
]


def word_faults(folder: Path, **changes: object) -> list[str]:
    """Of a language whose words are accented, but for what is changed."""
    terms = glossary.Terms(
        terms={term: [tool.accented(term)] for term in glossary.read_english(tool.LOCALE)},
        ours=[],
        as_english=["label.pass"],
        otherwise={"label.siege": ["siege"]},
    )
    (folder / "zz").mkdir(exist_ok=True)
    glossary.write_terms("zz", {**terms, **changes}, folder)  # type: ignore[typeddict-item]
    return list(glossary.word_faults("zz", SAID, folder, tool.LOCALE))


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({}, ""),
        ({"as_english": []}, "diadochi: label.pass equals English; as_english in terms.json excuses that"),
        ({"as_english": ["label.pass", "label.march"]}, "terms.json: label.march needs no exception"),
        (
            {"otherwise": {}},
            "diadochi: label.siege does not say siege, šîégé; otherwise in terms.json excuses that",
        ),
        ({"otherwise": {"label.siege": ["siege", "army"]}}, "terms.json: label.siege needs no exception for army"),
        ({"ours": ["siege", "nonsense"]}, "terms.json: nonsense is no term"),
    ],
)
def test_exceptions_are_named_and_needed(tmp_path: Path, changes: dict[str, object], fault: str) -> None:
    assert word_faults(tmp_path, **changes) == ([fault] if fault else [])


def test_every_term_has_a_word(tmp_path: Path) -> None:
    terms = {term: ["möré"] for term in glossary.read_english(tool.LOCALE) if term != "army"}
    found = word_faults(tmp_path, terms={**terms, "nonsense": ["x"]}, otherwise={})
    assert found == ["terms.json: army has no word", "terms.json: nonsense is no term"]


def test_a_language_without_its_words_is_told(tmp_path: Path) -> None:
    assert list(glossary.word_faults("zz", SAID, tmp_path, tool.LOCALE)) == [
        "terms.json is missing: run `make language LANG=zz`"
    ]


def test_every_term_stands_in_some_english_text() -> None:
    texts_of_all = {text for domain in tool.ALL for text in tool.read(ENGLISH, domain).values()}
    used = {term for text in texts_of_all for term in glossary.terms_in(text, tool.LOCALE)}
    assert glossary.read_english(tool.LOCALE).keys() - used == set()


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("A Minor General dies.", {"minor_general"}),
        ("Minor Generals and Generals", {"minor_general", "general"}),
        ("{n} {n:CU|CUs} of {general}", {"combat_unit"}),
        ("{space} is full", set()),
        ("Spaces and cities, Major Cities", {"space", "major_city"}),
        ("a general rule; unspaced", set()),
    ],
)
def test_terms_are_found_in_english(text: str, terms: set[str]) -> None:
    assert glossary.terms_in(text, tool.LOCALE) == terms


@pytest.mark.parametrize(
    ("text", "words", "found"),
    [
        ("in die Großen Städte", ["Groß Städt"], True),
        ("{n} {n:Kampfverband|Kampfverbände}", ["Kampfverb"], True),
        ("der Söldner-KV", ["KV"], True),
        ("ein K mehr", ["K"], True),
        ("der Marker", ["K"], False),
        ("groß ist die Stadt", ["Groß Stadt"], False),
        ("{general}", ["General"], False),
        ("военачальника", ["general", "военачальник"], True),
    ],
)
def test_words_are_found_in_every_form(text: str, words: list[str], found: bool) -> None:
    assert glossary.says(text, words) == found


# The reader


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("de-CH, xx;q=0.9, en;q=0.8", ["de-ch", "xx", "en"]),
        ("en;q=0.2,ru", ["ru", "en"]),
        ("ru_RU.UTF-8", ["ru-ru"]),
        ("C", []),
        ("*;q=0.5", []),
        ("xx;q=0", []),
        ("xx;q=nonsense", []),
    ],
)
def test_wishes_are_read(wish: str, found: list[str]) -> None:
    assert tags(wish) == found


def test_the_first_language_that_there_is_is_taken(pseudo: str) -> None:
    assert wanted("tlh", "fr, xx-XX;q=0.5, en;q=0.4") == "xx"
    assert wanted("tlh", None, "") == ENGLISH


def test_a_language_that_there_is_not_is_english() -> None:
    assert catalogue("tlh").say("label.pass") == "Pass"


def test_everybody_reads_the_same_event_in_his_own_language(pseudo: str) -> None:
    event = Event("game_turn", "5.0.1", (("turn", "turn", 2),))
    with read_in(ENGLISH):
        assert event_line(MATERIAL, event) == "Game Turn II begins (5.0.1)"
    assert "Gámé Tûrñ ⟦ÎÎ⟧ bégîñš" in event_line(MATERIAL, event)
    assert say("label.pass") == tool.pseudo("Pass")


def test_names_take_the_forms_of_their_language(pseudo: str) -> None:
    speaker = Speaker(MATERIAL)
    issos = next(number for number, space in enumerate(MATERIAL.board.spaces) if space.id == "issos")
    assert speaker.space(issos) == tool.pseudo_name("Issos")
    assert speaker.space(issos, "of") == tool.pseudo_name("Issos of")


# The board and the command line in the pseudo-language


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != ENGLISH])
def test_every_name_has_room_on_the_board(language: str, edition: str) -> None:
    with read_in(language):
        laid_out(edition)


def laid_out(edition: str) -> tuple[Board, Layout]:
    """The board in the reader's language: every name is there, and none lies over anything else."""
    board = board_of(load_material(edition))
    plan = layout(board, load_coastline())
    assert plan.labels_of("space").keys() == {space.id for space in board.spaces}
    assert plan.labels_of("province").keys() == {province.id for province in board.provinces}
    assert not [(a.key, b.key) for a, b in combinations(plan.labels, 2) if a.box.overlaps(b.box)]
    furniture = [plan.legend, plan.cartouche, plan.compass, *(holding.box for holding in plan.holdings)]
    assert not [label.key for label in plan.labels if any(label.box.overlaps(box) for box in furniture)]
    return board, plan


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_longest_names_have_room_on_the_board(pseudo: str, edition: str) -> None:
    drawn = render(*laid_out(edition))
    assert tool.pseudo("Minor City") in drawn
    assert not re.search(r"<text[^>]*>[^<]*\bpath\b", drawn)


OUTSIDE = re.compile(r"[A-Za-z]{3,}")
MARKED = re.compile(r"⟦[^⟦⟧]*⟧|\[[^\[\]]*\]")


def untranslated(printed: str) -> list[str]:
    before, left = "", printed
    while before != left:
        before, left = left, MARKED.sub("", left)
    return OUTSIDE.findall(left)


PLAIN = re.compile(r"\b(?=\w*[aeiouyAEIOUY])[A-Za-z]{2,}\b")
"""Words without an accent, wherever they stand: what a text was told in English."""


@pytest.mark.parametrize(
    "arguments",
    [
        ("card",),
        ("card", "--edition", "third"),
        *(("card", card.number) for card in MATERIAL.cards if card.playable_by or card.limits),
        ("rules", "6.2"),
        ("odds", "battle", "--strength", "8", "--rating", "2", "--against", "7", "--mortal", "--elephants", "2"),
        ("odds", "siege", "--modifier", "1", "--needed", "3"),
        ("study", "krateros", "--bot", "random", "--players", "2", "--games", "1", "--jobs", "1"),
        ("study", "krateros", "--bot", "random", "--players", "2", "--games", "1", "--jobs", "1", "--edition", "third"),
    ],
    ids=" ".join,
)
def test_nothing_is_told_to_a_text_in_english(
    pseudo: str, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert main(["--language", pseudo, *arguments]) == 0
    assert PLAIN.findall(capsys.readouterr().out) == []


@pytest.mark.parametrize(
    ("arguments", "own"),
    [
        (("card", "28"), set()),
        (("card", "nonsense"), set()),
        (("rules", "10.J.3"), set()),
        (("rules", "zzzz"), set()),
        (("options", "cavalry", "cavalry-superiority"), {"cavalry", "superiority"}),
        (("verify", "no-such-file"), {"such", "file"}),
    ],
)
def test_the_command_line_speaks_the_language(
    pseudo: str, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], own: set[str]
) -> None:
    """Names of options and files stay."""
    main(["--language", pseudo, *arguments])
    printed = capsys.readouterr()
    assert "⟦" in printed.out + printed.err
    assert set(untranslated(printed.out + printed.err)) <= own


COMMANDS = dict(commands(command_line))
OPTION = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
EXAMPLE = re.compile(r"^ +diadochi .*$", re.MULTILINE)
CUT = re.compile(r"⟦[^⟦⟧]*\.\.\.")
"""The first words of a help text, in the list of commands."""
SPELLED = {word for key in COMMANDS for word in OUTSIDE.findall(key)} | {"diadochi", "URL", "SVG"}


@pytest.mark.parametrize("key", COMMANDS)
def test_the_help_speaks_the_language(pseudo: str, capsys: pytest.CaptureFixture[str], key: str) -> None:
    assert main(["--language", pseudo, *key.split(".")[1:], "--help"]) == 0
    printed = CUT.sub("", OPTION.sub("", EXAMPLE.sub("", capsys.readouterr().out)))
    assert tool.pseudo("Options:") in printed
    assert set(untranslated(printed)) <= SPELLED


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("playy",), "There is no command playy. Did you mean play?"),
        (("nonsense",), "There is no command nonsense."),
        (("play", "--nonsense"), "There is no option --nonsense."),
        (("play", "--player", "3"), "There is no option --player. Did you mean --players?"),
        (("play", "--players", "9"), "--players cannot be 9: it takes a number, 2 to 5."),
        (("play", "--players", "x"), "--players cannot be 'x': it takes a number, 2 to 5."),
        (("play", "--seed", "x"), "--seed cannot be 'x': it takes a number."),
        (("play", "--edition", "x"), "--edition cannot be 'x': it takes deluxe, third or draft."),
        (
            ("play", "--players"),
            "--players is used in another way: a switch has no value,",
        ),
        (("play", "word"), "There are more words than the command takes."),
        (("odds", "battle", "--strength", "3"), "--against is missing."),
        (("card",), ""),
    ],
)
def test_a_wrong_call_is_told_in_our_own_words(
    pseudo: str, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    main(["--language", "en", *arguments])
    assert told in capsys.readouterr().err
    main(["--language", pseudo, *arguments])
    printed = capsys.readouterr()
    assert "⟦" in printed.out + printed.err
    given = re.compile("|".join(map(re.escape, (*arguments, "against"))))
    spoken = given.sub("", OPTION.sub("", printed.err))
    assert set(untranslated(spoken)) <= SPELLED


def test_an_unknown_language_falls_back_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--language", "tlh", "options", "cavalry"]) == 0
    printed = capsys.readouterr()
    assert printed.err.startswith("There are no texts in tlh, so this is in English.")
    assert "What it does" in printed.out


def test_the_locale_chooses_where_nobody_says(
    pseudo: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DIADOCHI_LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "xx_XX.UTF-8")
    main(["options", "cavalry"])
    assert "⟦" in capsys.readouterr().out
    main(["--language", "en", "options", "cavalry"])
    assert "⟦" not in capsys.readouterr().out


def test_an_ability_is_told_with_the_numbers_and_places_of_the_data() -> None:
    speaker = Speaker(MATERIAL)
    told = {general.id: speaker.ability(number) for number, general in enumerate(MATERIAL.pieces.generals)}
    assert told["antipatros"] == "Battle Rating 4 while in Makedonia."
    assert told["polyperchon"] == "+1 Local Troops point in Makedonia, Thessalia and Hellas."
    assert told["aristonous"] == "\N{MINUS SIGN}1 to siege rolls against the Major City he is inside."
    assert told["antigonos"] == "5 MPs when the movement die is 6."


def test_what_is_kept_is_free_of_language(pseudo: str) -> None:
    """The save and the record of one game, played and written under two languages, are the same."""

    def kept() -> tuple[str, str]:
        game = Game.new(2, 5)
        for _ in range(12):
            assert game.decision is not None
            game.act(game.decision.actions[0])
        return game.save(), game.record(0)

    spoken = kept()
    with read_in(ENGLISH):
        assert kept() == spoken
    assert "⟦" not in str(spoken)


CHOICE = re.compile(r"^> .*$|(?<=⟧)  +[a-z][\w:.-]*$|[`»][^`]*`|\S+\.json", re.MULTILINE)


def test_the_text_game_speaks_the_language(
    pseudo: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Everything that can be typed, and some choices; what is typed, and the actions beside the choices, stay."""
    typed = ["help", "map", "log", "why start:pella", "why", "rule 10.J.3", "rule 99", "card 28", "undo", "nonsense"]
    typed += ["save", "save nowhere/x.json", "99", "1", "1", "1", "1", "undo", "map", "log", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed)))
    arguments = ["play", "--text", "--seed", "3", *(f"--seat={who}=random" for who in ("red", "yellow", "green"))]
    assert main(["--language", pseudo, *arguments]) == 0
    assert untranslated(CHOICE.sub("", capsys.readouterr().out)) == []


def test_a_skeleton_lacks_its_texts_and_nothing_else(tmp_path: Path) -> None:
    tool.new("de", tmp_path)
    found = list(tool.faults("de", tmp_path))
    assert found
    assert not [fault for fault in found if not fault.endswith(("is missing", "has no word"))]
