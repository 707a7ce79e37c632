"""The browser client draws what it is sent: it holds no rule and cuts no sentence apart; its types are the server's."""

import re
from pathlib import Path

import pytest

import diadochi
from diadochi.data import load_material
from diadochi.model.verbs import ALL_AT_ONCE, DONE_ENDS, VERBS
from diadochi.rules.agenda import Event
from diadochi.table import client_types, log_lines, wire
from diadochi.table.client_bundle import BundleError, bundle, client

WEB = Path(diadochi.__file__).parent / "web"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(WEB.glob("*.js"))}
SHOWS_RULES = {"help.js"}
"""Its numbers are links for the reader."""
RULE_NUMBER = re.compile(r"""["'`]\d{1,2}(\.[0-9A-Z]+)+|/\^[(\[]?[1-9]""")
RULE_ASKED = re.compile(
    r"\.test\([^)]*\brule\b|\brule\b[^,;)\n]*\)?\s*([!=]==(?!\s*null)|\bin\b|\.(startsWith|match|includes|split))"
)
SENTENCE = r"\b(text|prompt|label|sure|reason|ability|effect|condition)\b"
CUT = r"(replace|replaceAll|split|match|matchAll|startsWith|endsWith|indexOf|search|slice|substring)"
SENTENCE_CUT = re.compile(rf"{SENTENCE}\)?\s*\.{CUT}\(|\.test\([^)]*{SENTENCE}\)")


def without_comments(script: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", script, flags=re.S)


def steered_by_rules(script: str) -> list[str]:
    code = without_comments(script)
    return [match.group(0) for pattern in (RULE_NUMBER, RULE_ASKED) for match in pattern.finditer(code)]


def cut_apart(script: str) -> list[str]:
    helpers = re.compile(r"export function (upper|lower)\(text\) \{[^}]*\}")
    return [match.group(0) for match in SENTENCE_CUT.finditer(helpers.sub("", without_comments(script)))]


def test_no_rule_steers_the_page() -> None:
    found = {name: steered_by_rules(script) for name, script in SCRIPTS.items() if name not in SHOWS_RULES}
    assert {name: what for name, what in found.items() if what} == {}


def test_no_sentence_is_cut_apart() -> None:
    assert {name: what for name, script in SCRIPTS.items() if (what := cut_apart(script))} == {}


@pytest.mark.parametrize(
    "script",
    [
        r"const REACTIONS = /^1[12]\./; if (REACTIONS.test(decision.rule)) go();",
        'const ENDINGS = { "6.1.2": "remove no more PCs" };',
        r"const AFTERMATH = /^(7\.3|13\.3|14|15)/;",
        'if (line.rule === "9") go();',
        'if (decision.rule.startsWith("9")) go();',
    ],
)
def test_the_search_for_rules_finds_them(script: str) -> None:
    assert steered_by_rules(script)


@pytest.mark.parametrize(
    "script",
    [
        'line.text.replace(/^[^:]*: /, "")',
        "decision.prompt.startsWith(`${faction}: `)",
        "text.slice(0, -rule.length - 3)",
        "offer.label.split(':')",
        "if (/CU$/.test(line.text)) go();",
    ],
)
def test_the_search_for_cut_sentences_finds_them(script: str) -> None:
    assert cut_apart(script)


def test_no_list_of_verbs_stands_in_the_page() -> None:
    """A verb may be named where one thing is done with it, not sorted with others."""
    names = {verb.name for verb in VERBS if "-" in verb.name}
    lists = re.compile(r"new Set\(\[(.*?)\]\)|\(\{(.*?)\}\)", re.S)
    for name, script in SCRIPTS.items():
        for match in lists.finditer(without_comments(script)):
            assert not names & set(re.findall(r'"([\w-]+)"', match.group(0))), name


def test_the_types_are_those_of_the_description() -> None:
    written = (WEB / "types.d.ts").read_text(encoding="utf-8")
    assert written == client_types.page(), "run `make types`"


def test_every_prompt_of_the_table_of_verbs_is_asked() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (WEB.parent / "rules").rglob("*.py"))
    assert [prompt for prompt in (*DONE_ENDS, *ALL_AT_ONCE) if f'"{prompt}"' not in source] == []


MATERIAL = load_material()


def told(key: str, rule: str, **values: tuple[str, object]) -> wire.Line:
    args = tuple((name, kind, value) for name, (kind, value) in values.items())
    return log_lines.line(MATERIAL, Event(key, rule, args))


def test_a_line_comes_in_parts_with_its_references() -> None:
    line = told("battle_begins", "14.1.1", attacker=("faction", 0), defender=("faction", 5), at=("location", 0))
    said = "".join(part if isinstance(part, str) else part.text for part in line.parts)
    assert said[:1].upper() + said[1:] == line.text
    assert sorted(part.ref for part in line.parts if not isinstance(part, str)) == [0, 1, 2]
    assert "14.1.1" not in line.text


def test_a_line_tells_its_fight() -> None:
    begins = told("battle_begins", "14.1.1", attacker=("faction", 0), defender=("faction", 1), at=("location", 0))
    assert begins.fight == wire.FightStep("battle", begins=True, rolls=False, ends=False)
    declared = told("declares_naval_battle", "13.2.4", who=("faction", 0), fleets=("fleets", 1), space=("space", 0))
    assert declared.fight is not None
    assert declared.fight.kind == "naval"
    assert told("game_turn", "5.0.1", turn=("turn", 2)).fight is None


def test_a_row_of_a_siege_has_a_label() -> None:
    row = told("siege_modifier", "15.2.B.1", reason=("text", "siege.city"), points=("number", 1))
    assert row.label == "The walls of this city"


def test_all_modules_are_in_the_one_script() -> None:
    script = client().script.body.decode()
    assert [name for name in SCRIPTS if f"const ${name.removesuffix('.js')} = " not in script] == []
    assert re.findall(r"^(?:import|export)\b.*", script, re.MULTILINE) == []
    assert client().page.count("<script") == client().page.count('rel="stylesheet"') == 1


def test_modules_are_put_together_in_the_order_of_their_needs() -> None:
    sources = {
        "main": 'import { told, tell as say } from "./b.js";\nimport { twice } from "./a.js";\nsay(twice(told));\n',
        "b": (
            'import { twice } from "./a.js";\nexport let told = 1, other = "";\n'
            "export function tell(x) { told = twice(x); }\n"
        ),
        "a": "export const twice = (x) => 2 * x;\n",
    }
    script = bundle("main", sources.__getitem__)
    assert re.findall(r"^const \$(\w+)", script, re.MULTILINE) == ["a", "b", "main"]
    assert 'let told = 1, other = "";\nconst $b' in script
    assert "const { tell: say } = $b;" in script
    assert "return { tell };" in script


@pytest.mark.parametrize(
    ("sources", "complaint"),
    [
        ({"main": 'import { a } from "./a.js";', "a": 'import { b } from "./main.js";'}, "circle: main > a > main"),
        ({"main": 'import * as a from "./a.js";'}, "main.js: this line"),
        ({"main": "const a = 1;\nexport { a };"}, "main.js: this line"),
        ({"main": "export default 1;"}, "main.js: this line"),
    ],
)
def test_what_cannot_be_put_together_is_refused(sources: dict[str, str], complaint: str) -> None:
    with pytest.raises(BundleError, match=complaint):
        bundle("main", sources.__getitem__)
