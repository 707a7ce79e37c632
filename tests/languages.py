"""Languages: what `make messages`, `make language` and `make check-language` do. docs/languages.md tells of them.

python -m tests.languages compile       write the English names, cards and rules anew from the data, and compile all
python -m tests.languages new de        make or renew the skeleton of a language
python -m tests.languages check [de [page]]    say what is missing or wrong, in one language, in one file
python -m tests.languages pseudo DIR    write the pseudo-language xx into a folder
"""

import re
import struct
import sys
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from babel.messages.pofile import read_po

import diadochi
from diadochi.catalogue import CONTEXT, DOMAINS, EDITION_DOMAINS, ENGLISH, GENDER, MAGIC, PLACE, plural_forms
from diadochi.cli import diadochi as command_line
from diadochi.cli.wording import texts_of
from diadochi.data import load_material
from diadochi.data.rulebook import load_rulebook
from diadochi.model.edition import EDITIONS
from tests.glossary import FILE, Terms, Text, read_english, read_terms, word_faults, write_terms

LOCALE = Path(diadochi.__file__).parent / "locale"
MADE = ("help", *(f"{name}.{edition}" for edition in EDITIONS for name in EDITION_DOMAINS))
"""The English ones are made from the data."""
OWN_WORDS = tuple(f"words.{edition}" for edition in EDITIONS[1:])
"""What an edition says in other words than DOMAINS do."""
ALL = (*dict.fromkeys((*DOMAINS, *OWN_WORDS, *MADE)),)
PSEUDO = "xx"
PSEUDO_PLURAL = "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
PSEUDO_FORMS = ("of", "to")
"""The forms that every name of the pseudo-language has besides its own."""
FORMED = ("space", "province", "general", "royal", "fleet", "card", "faction", "unit", "forces", "location", "turn")
"""Keys of things that texts name."""
ASKED = {"space", "general", "royal", "fleet", "province", "at", "who", "faction"}
"""The arguments that the texts of the pseudo-language want in a form."""
GENDERS = {"heir": "m", "female": "f", "body": "n"}

Key = tuple[str, str]
"""A form, or nothing, and a key."""
Texts = dict[Key, str]


class Entry(NamedTuple):
    text: str
    english: str
    """The English text that was translated: it stands as a comment above the entry."""
    fuzzy: bool


# Files


def path(language: str, domain: str, folder: Path = LOCALE) -> Path:
    return folder / language / "LC_MESSAGES" / f"{domain}.po"


def entries(language: str, domain: str, folder: Path = LOCALE) -> dict[Key, Entry]:
    file = path(language, domain, folder)
    if not file.is_file():
        return {}
    with file.open("rb") as stream:
        found = [message for message in read_po(stream, locale=None, abort_invalid=True) if message.id]
    return {
        (x.context or "", str(x.id)): Entry(str(x.string), one_line("\n".join(x.auto_comments)), x.fuzzy) for x in found
    }


def one_line(text: str) -> str:
    """As a comment keeps it."""
    return " ".join(text.split())


def read(language: str, domain: str, folder: Path = LOCALE) -> Texts:
    return {key: entry.text for key, entry in entries(language, domain, folder).items()}


def header(language: str, folder: Path = LOCALE) -> str:
    """The plural rule that a language states."""
    file = path(language, DOMAINS[0], folder)
    found = re.search(r"Plural-Forms: ([^\\]*)", file.read_text(encoding="utf-8")) if file.is_file() else None
    return found[1].strip() if found else "nplurals=2; plural=(n != 1);"


def write(
    language: str,
    domain: str,
    texts: Texts,
    folder: Path = LOCALE,
    remark: str = "",
    plural: str = "",
    english: Mapping[Key, str] | None = None,
    fuzzy: Collection[Key] = (),
) -> None:
    file = path(language, domain, folder)
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"# {line}".rstrip() for line in remark.splitlines()]
    lines += ['msgid ""', 'msgstr ""', '"Project-Id-Version: diadochi\\n"', f'"Language: {language}\\n"']
    lines += ['"MIME-Version: 1.0\\n"', '"Content-Type: text/plain; charset=utf-8\\n"']
    lines += ['"Content-Transfer-Encoding: 8bit\\n"', f'"Plural-Forms: {plural or header(language, folder)}\\n"', ""]
    for (form, key), text in texts.items():
        lines += [f"#. {line}".rstrip() for line in (english or {}).get((form, key), "").splitlines()]
        lines += ["#, fuzzy"] if (form, key) in fuzzy else []
        lines += [*([f"msgctxt {quoted(form)}"] if form else []), f"msgid {quoted(key)}", f"msgstr {quoted(text)}", ""]
    file.write_text("\n".join(lines), encoding="utf-8")


def quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n") + '"'


def compile_all(folder: Path = LOCALE) -> None:
    for file in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        language, domain = file.parts[-3], file.stem
        found = entries(language, domain, folder).items()
        texts = {f"{form}{CONTEXT}{key}" if form else key: x.text for (form, key), x in found if x.text and not x.fuzzy}
        rule = header(language, folder)
        texts[""] = f"Language: {language}\nContent-Type: text/plain; charset=utf-8\nPlural-Forms: {rule}\n"
        file.with_suffix(".mo").write_bytes(compiled(texts))


def compiled(texts_by_key: dict[str, str]) -> bytes:
    """A compiled catalogue: the same texts make the same bytes, whenever."""
    pairs = sorted((key.encode(), text.encode()) for key, text in texts_by_key.items())
    tables, texts = 28, b""
    places: list[tuple[int, int]] = []
    for column in (0, 1):
        for pair in pairs:
            places.append((len(pair[column]), tables + 16 * len(pairs) + len(texts)))
            texts += pair[column] + b"\0"
    start = struct.pack("<7I", MAGIC, 0, len(pairs), tables, tables + 8 * len(pairs), 0, 0)
    return start + b"".join(struct.pack("<2I", *place) for place in places) + texts


# The English texts of the data


def made(domain: str) -> Texts:
    if domain == "help":
        return {("", key): text for key, text in texts_of(command_line).items()}
    name, _, edition = domain.partition(".")
    return {"names": names, "cards": cards, "rules": rules}[name](edition)


def names(edition: str) -> Texts:
    material = load_material(edition)
    board, pieces = material.board, material.pieces
    out: Texts = {("", "edition"): material.edition.name}
    out |= {("", f"province.{p.id}"): p.name for p in board.provinces}
    out |= {("", f"space.{s.id}"): s.name for s in board.spaces}
    for general in pieces.generals:
        out["", f"general.{general.id}"] = general.name
        out[GENDER, f"general.{general.id}"] = "m"
    for royal in pieces.royals:
        out["", f"royal.{royal.id}"] = royal.name
        out[GENDER, f"royal.{royal.id}"] = GENDERS[royal.kind]
    out |= {("", f"fleet.{f.id}"): f.name for f in pieces.fleets}
    return out | {("", f"card.{c.event}"): c.name for c in material.cards}


def cards(edition: str) -> Texts:
    out: Texts = {}
    for card in load_material(edition).cards:
        out["", f"card.{card.event}.effect"] = card.effect
        if card.condition:
            out["", f"card.{card.event}.condition"] = card.condition
        if card.playable_by:
            out["", f"card.{card.event}.played_by"] = card.playable_by
        out |= {("", f"card.{card.event}.limit.{i}"): text for i, text in enumerate(card.limits, 1)}
    return out


def rules(edition: str) -> Texts:
    out: Texts = {}
    for chapter in load_rulebook(edition=edition).chapters:
        out["", f"chapter.{chapter.number}"] = chapter.title
        for section in chapter.sections:
            out["", f"section.{section.number}"] = section.title
            out |= {("", f"rule.{rule.number}"): rule.text for rule in section.rules}
    return out


MADE_REMARK = "The {domain} of the English catalogue: made from the data by `make messages`; do not edit."


def make_english() -> None:
    for domain in MADE:
        write(ENGLISH, domain, made(domain), remark=MADE_REMARK.format(domain=domain))


# A new language


def new(language: str, folder: Path = LOCALE) -> None:
    """A skeleton; what is there stays, what is no longer used goes, and what translates another text becomes fuzzy."""
    for domain in ALL:
        there = entries(language, domain, folder)
        english = read(ENGLISH, domain)
        texts: Texts = {}
        for form, key in english:
            texts[form, key] = there[form, key].text if (form, key) in there else english[form, key] if form else ""
            texts |= {other: entry.text for other, entry in there.items() if other[0] and other[1] == key}
        fuzzy = {key for key, entry in there.items() if entry.fuzzy or is_stale(entry, english.get(key, ""))}
        remark = f"The English text stands above each msgid. {TRANSLATING}"
        write(language, domain, texts, folder, remark, header(language, folder), english, fuzzy)
    there_too = read_terms(language, folder) or Terms(terms={}, ours=[], as_english=[], otherwise={})
    known = read_english(LOCALE)
    terms = {term: there_too["terms"].get(term, []) for term in known}
    write_terms(language, {**there_too, "terms": terms}, folder)


TRANSLATING = "docs/languages.md tells how to translate."


def is_stale(entry: Entry, english: str) -> bool:
    return bool(entry.text and entry.english) and entry.english != one_line(english)


# The pseudo-language

ACCENTS = str.maketrans("aeiouyAEIOUYcnsz", "áéîöûýÁÉÎÖÛÝçñšž")
WORDS = re.compile(r"[^\W\d_]{2,}")


def pseudo(text: str, plurals: int = 3) -> str:
    """A third longer, accented, marked at both ends; what fills it stays, choices by number have three sides."""
    out, at = [], 0
    for place in PLACE.finditer(text):
        out += [accented(text[at : place.start()]), in_three(place)]
        at = place.end()
    body = "".join([*out, accented(text[at:])])
    more = " ".join(["~~~~~~"] * (len(text) // 24)) or "~" * (len(text) // 4)
    return f"⟦{body}{more}⟧" if body.strip() else body


def pseudo_name(text: str) -> str:
    """A name, which has its place on the board: accented, and marked at both ends."""
    return f"[{accented(text)}]"


def accented(text: str) -> str:
    return text.translate(ACCENTS)


def in_three(place: re.Match[str]) -> str:
    name, spec = place.groups()
    if not spec:
        return f"{{{name}:{PSEUDO_FORMS[0]}}}" if name in ASKED or "." in name else place[0]
    if "|" not in spec:
        return place[0]
    if "=" in spec:
        sides = [side.partition("=") for side in spec.split("|")]
        return "{" + name + ":" + "|".join(f"{gender}={accented(words)}" for gender, _, words in sides) + "}"
    one, *others = spec.split("|")
    many = others[-1] if others else one
    return "{" + name + ":" + "|".join((accented(one), accented(many) + "²", accented(many) + "⁵")) + "}"


def write_pseudo(folder: Path) -> None:
    for domain in ALL:
        texts: Texts = {}
        for (form, key), text in read(ENGLISH, domain).items():
            if form:
                texts[form, key] = text
                continue
            marked = pseudo_name if domain.startswith("names") or key.startswith("sea.") else pseudo
            texts["", key] = marked(text)
            if key.partition(".")[0] in FORMED and key.count(".") <= 1:
                texts |= {(other, key): marked(f"{text} {other}") for other in PSEUDO_FORMS}
        write(PSEUDO, domain, texts, folder, plural=PSEUDO_PLURAL, english=read(ENGLISH, domain))
    spelled = {
        term: [word for x in spellings for word in (x, x[0].upper() + x[1:], f"{x}s", x.removesuffix("y"))]
        for term, spellings in read_english(LOCALE).items()
    }
    terms = {term: [accented(word) for word in dict.fromkeys(words)] for term, words in spelled.items()}
    write_terms(PSEUDO, Terms(terms=terms, ours=[], as_english=[], otherwise={}), folder)
    compile_all(folder)


# The check


def places(text: str) -> set[tuple[str, str]]:
    """The arguments of a text, each with what it asks of it."""
    return {(place[1], place[2] or "") for place in PLACE.finditer(text)}


def arguments(text: str) -> set[str]:
    return {name for name, _ in places(text)}


def faults(language: str, folder: Path = LOCALE) -> Iterator[str]:
    """What is missing or wrong in a language, one line each."""
    count, _ = plural_forms(f"Plural-Forms: {header(language, folder)}")
    used: dict[str, set[str]] = {}
    everything: dict[str, set[str]] = {}
    said: list[Text] = []
    for domain in ALL:
        english, found = read(ENGLISH, domain), entries(language, domain, folder)
        own = {key: entry.text for key, entry in found.items()}
        yield from repeated(language, domain, folder)
        if language != ENGLISH:
            yield from unsettled(domain, found, english)
        said += [
            (domain, key, text, english["", key])
            for (form, key), text in own.items()
            if text and ("", key) in english and not form
        ]
        for form, key in english:
            if not form and not own.get(("", key)):
                yield f"{domain}: {key} is missing"
        for (form, key), text in own.items():
            if ("", key) not in english:
                yield f"{domain}: {key} is not in English"
                continue
            everything.setdefault(domain, set()).add(f"{form}{CONTEXT}{key}" if form else key)
            if form != GENDER:
                yield from wrong_places(domain, key, text, english["", key], count)
            for name, spec in places(text):
                if spec and "|" not in spec and "=" not in spec:
                    used.setdefault(spec, set()).add(f"{domain}: {key}, {name}")
    for edition in EDITIONS:
        own_keys = (keys for domain, keys in everything.items() if domain in DOMAINS or domain.endswith(f".{edition}"))
        yield from missing_forms(edition, used, set().union(*own_keys))
    if language != ENGLISH:
        yield from word_faults(language, said, folder, LOCALE)


def unsettled(domain: str, found: dict[Key, Entry], english: Texts) -> Iterator[str]:
    """What somebody has to look at once more."""
    for (form, key), entry in found.items():
        if entry.fuzzy:
            yield f"{domain}: {key} is fuzzy: see whether it still fits, and take the mark away"
        elif not form and is_stale(entry, english.get((form, key), "")):
            yield f"{domain}: {key} translates another text: `make language` marks it"
        elif not form and entry.text and not entry.english:
            yield f"{domain}: {key} has no English text above it: `make language` writes it"


def repeated(language: str, domain: str, folder: Path) -> Iterator[str]:
    file = path(language, domain, folder)
    if not file.is_file():
        yield f"{domain}: the file is missing"
        return
    content = file.read_text(encoding="utf-8")
    seen: set[str] = set()
    for found in re.finditer(r'((?:msgctxt "[^"]*"\n)?msgid "[^"]+")', content):
        if found[1] in seen:
            yield f"{domain}: {found[1]} stands there twice"
        seen.add(found[1])
    for key in re.findall(r'msgid "([^"]+)"\nmsgstr .*\nmsgstr ', content):
        yield f"{domain}: {key} has two texts"


NESTED = re.compile(r"\{[\w.]+:[^{}]*\{")


def wrong_places(domain: str, key: str, text: str, english: str, count: int) -> Iterator[str]:
    if text and arguments(text) != arguments(english):
        differing = ", ".join(sorted(arguments(text) ^ arguments(english)))
        yield f"{domain}: {key} and the English text differ in {differing}"
    for name, spec in places(text):
        if "|" in spec and "=" not in spec and spec.count("|") + 1 != count:
            yield f"{domain}: {key} has {spec.count('|') + 1} forms for {name}; the language has {count}"
    if NESTED.search(text):
        yield f"{domain}: {key} has an argument inside another"


def missing_forms(edition: str, used: dict[str, set[str]], everything: set[str]) -> Iterator[str]:
    """A form that some text asks for, of a kind of thing that has it somewhere, is there for all things of the kind."""
    kinds: dict[str, set[str]] = {}
    for entry in everything:
        if CONTEXT in entry:
            form, key = entry.split(CONTEXT)
            kinds.setdefault(form, set()).add(key.partition(".")[0])
    for form, users in used.items():
        if form not in kinds:
            yield f"{edition}: no name has the form {form}, which is asked for in {min(users)}"
    for form, with_it in kinds.items():
        for key in sorted(everything):
            kind, _, rest = key.partition(".")
            if CONTEXT not in key and kind in with_it and "." not in rest and f"{form}{CONTEXT}{key}" not in everything:
                yield f"{edition}: {key} lacks the form {form}"


@cache
def english_texts() -> dict[str, str]:
    return {key: text for domain in ALL for (form, key), text in read(ENGLISH, domain).items() if not form}


def main(words: list[str]) -> int:
    match words:
        case ["compile"]:
            make_english()
            compile_all()
        case ["new", language] if re.fullmatch(r"[a-z]{2,3}(_[A-Z]{2})?", language):
            new(language)
            compile_all()
            print(f"{LOCALE / language}: translate the empty texts; `make check-language` tells what is left.")
        case ["check", *chosen] if {*chosen[1:]} <= {*ALL, FILE} and len(chosen) <= 2:
            languages = chosen[:1] or sorted(folder.name for folder in LOCALE.iterdir() if folder.is_dir())
            of_file = f"{chosen[1]}: " if len(chosen) == 2 else ""
            found = [f"{each}: {fault}" for each in languages for fault in faults(each) if fault.startswith(of_file)]
            print("\n".join(found) if found else "Nothing is missing.")
            return int(bool(found))
        case ["pseudo", folder]:
            write_pseudo(Path(folder))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
