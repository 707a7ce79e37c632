"""What a client has to know once: the material, the picture of the board, the rules."""

import base64
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from threading import Lock
from typing import TypeVar

import msgspec

from diadochi.bots import BOTS
from diadochi.catalogue import CONTEXT, catalogue, languages, read_in, reader
from diadochi.chart import HEIGHT, PLAY, THEMES, WIDTH, Layout, Sight, layout, render, sights
from diadochi.chart.theme import palette, style
from diadochi.data import Fact, load_coastline, provenance_report
from diadochi.data.files import GAME_FILES
from diadochi.data.rulebook import Rule, Rulebook, UnknownRuleError, load_rulebook
from diadochi.messages import Speaker, board_of
from diadochi.model.board import KIND_NAME, PATH_NAME, Board
from diadochi.model.cards import CARD_KIND_NAME, WINDOW_NAME
from diadochi.model.edition import EDITIONS, offered
from diadochi.model.material import Material
from diadochi.model.options import OPTION_NAME
from diadochi.model.rulings import RULINGS, Ruling
from diadochi.model.verbs import DOMAIN_NAME, VERBS, Domain, VerbEntry
from diadochi.rules.face import CONTRADICTIONS
from diadochi.table import wire_facts
from diadochi.table.assets import JSON, SVG, Asset, asset_of
from diadochi.table.editions import Editions
from diadochi.table.initials import initials
from diadochi.table.views import UNIT_IDS
from diadochi.table.walk import walk

MOST_RULES = 50
TURN_RULES = [["5.1.A.1"], ["5.1.A.2", "3.8.4"], ["5.1.A.3", "5.1.A.4"], ["5.1.A.5", "3.8.9"], ["5.1.A.6", "3.3.1"]]
"""By Game Turn: the rules that say what is special about it."""
PAGE_RULES = ("3.1.1", "3.2.1", "3.3.1", "6.1.1", "6.2.1", "6.3.1", "6.4.1")
"""The rules to which the page's help leads (web/help.js)."""


PAGE = ("page", "names")
"""The domains that a page needs whole."""
ALSO = ("asked", "faction.", "language.", "list.", "map.fleet", "map.setup", "none", "standing", "turn.")
"""How the other keys begin that it needs."""
PLURALS = 200
"""A page chooses by a number as this many numbers do, and larger ones by their last two digits."""

X = TypeVar("X")


@dataclass(frozen=True)
class Drawing:
    """A board in one language, to be drawn."""

    digest: str
    names: tuple[str, ...]
    folder: Path | None
    board: Board = field(compare=False)


@lru_cache(maxsize=16)
def planned(drawing: Drawing) -> tuple[Layout, tuple[Sight, ...]]:
    """Takes some seconds: once for all tables of a process."""
    plan = layout(drawing.board, load_coastline(drawing.folder), int(WIDTH))
    return plan, sights(drawing.board, plan)


class Reference:
    """In the language of whoever reads; what takes long is made once for each."""

    def __init__(self, material: Material, folder: Path | None = None) -> None:
        self.material = material
        self.folder = folder
        self.speaker = Speaker(material)
        self._drawing = Lock()
        self._made: dict[tuple[str, str], object] = {}

    def once(self, what: str, make: Callable[[], X]) -> X:
        """Made once for each language: whoever comes meanwhile waits for it."""
        with self._drawing:
            key = what, reader()
            if key not in self._made:
                self._made[key] = make()
            return self._made[key]  # type: ignore[return-value]

    # Texts

    def languages(self) -> wire_facts.Languages:
        """All there are, and the one that this reader gets."""
        return wire_facts.Languages(reader(), [self.language(each) for each in languages()])

    def language(self, name: str) -> wire_facts.LanguageFacts:
        own_name = self.texts(name).texts["language.name"]
        return wire_facts.LanguageFacts(name, own_name, self.texts_asset(name).digest)

    def texts(self, name: str) -> wire_facts.Texts:
        """What a page says in a language, with the names in all their forms."""
        with read_in(name):
            return self.once("texts", self._texts)

    def _texts(self) -> wire_facts.Texts:
        found = catalogue(reader(), self.material.edition.id)
        wanted = set(catalogue("en", self.material.edition.id).domain_keys(PAGE))
        entries = {**found.english, **found.entries}
        chosen = {key: text for key, text in entries.items() if plain(key) in wanted or plain(key).startswith(ALSO)}
        return wire_facts.Texts(
            found.language, self.material.edition.id, [found.plural(number) for number in range(PLURALS)], chosen
        )

    @cached_property
    def rulebook(self) -> Rulebook:
        return load_rulebook(self.folder, self.material.edition.id)

    @property
    def plans(self) -> tuple[Layout, tuple[Sight, ...]]:
        """The board, and how it is seen from afar and from near."""
        return self.once("plans", self._plans)

    def _plans(self) -> tuple[Layout, tuple[Sight, ...]]:
        board = board_of(self.material)
        places = *(space.name for space in board.spaces), *(province.name for province in board.provinces)
        names = (*places, *(entry.name for entry in board.entry_paths))
        return planned(Drawing(self.material.digest, names, self.folder, board))

    def picture(self, theme: str) -> str:
        plan, seen = self.plans
        return self.once(f"picture {theme}", lambda: render(board_of(self.material), plan, theme, seen))

    def picture_asset(self, theme: str) -> Asset:
        return asset_of(self.picture(theme), SVG)

    def facts_asset(self) -> Asset:
        facts = self.facts
        return self.once("facts-asset", lambda: asset_of(msgspec.json.encode(facts), JSON))

    def example_asset(self) -> Asset:
        return self.once("example-asset", lambda: asset_of(msgspec.json.encode(walk()), JSON))

    def texts_asset(self, name: str) -> Asset:
        texts = self.texts(name)
        with read_in(name):
            return self.once("texts-asset", lambda: asset_of(msgspec.json.encode(texts), JSON))

    def prepare(self) -> wire_facts.MaterialFacts:
        """What nobody should have to wait for."""
        for theme in THEMES:
            self.picture_asset(theme)
        self.read()
        self.facts_asset()
        return self.facts

    @cached_property
    def style_hashes(self) -> list[str]:
        """So that a page may take the picture in: its style sheets are the only inline ones that are allowed."""
        styles = [style(palette(theme)) for theme in THEMES]
        return [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in styles]

    # Rules

    def shown(self, rule: Rule) -> wire_facts.RuleFacts:
        return wire_facts.RuleFacts(rule.number, self.speaker.title(rule), self.speaker.rule(rule))

    def rule(self, number: str) -> wire_facts.RuleFacts | None:
        try:
            return self.shown(self.rulebook.rule(number))
        except UnknownRuleError:
            pass
        sections = self.rulebook.under(number) if number.strip() else ()
        if not sections:
            return None
        rules = [rule for section in sections for rule in section.rules]
        text = "\n".join(f"{rule.number} {self.speaker.rule(rule)}" for rule in rules)
        return wire_facts.RuleFacts(sections[0].number, self.speaker.title(rules[0]), text)

    def search(self, words: str) -> list[wire_facts.RuleFacts]:
        return [self.shown(rule) for rule in self.read().search(words)[:MOST_RULES]]

    def read(self) -> Rulebook:
        """In the reader's language, so that words are looked for in it."""
        return self.once("rules", lambda: self.speaker.rulebook(self.rulebook))

    # Material

    @property
    def facts(self) -> wire_facts.MaterialFacts:
        plan, seen = self.plans
        return self.once("facts", lambda: self._facts(plan, seen))

    def _facts(self, plan: Layout, seen: tuple[Sight, ...]) -> wire_facts.MaterialFacts:
        material = self.material
        board, pieces = material.board, material.pieces
        return wire_facts.MaterialFacts(
            edition=material.edition.id,
            edition_name=self.edition_name,
            digest=material.digest,
            width=int(WIDTH),
            height=int(HEIGHT),
            turns=material.edition.turns,
            turn_rules=[[material.cited(rule) for rule in rules] for rules in TURN_RULES],
            page_rules={rule: material.cited(rule) for rule in PAGE_RULES},
            provinces=self.provinces(),
            spaces=self.spaces(plan),
            paths=[
                wire_facts.PathFacts(board.spaces[p.a].id, board.spaces[p.b].id, PATH_NAME[p.kind].replace("_", "-"))
                for p in board.paths
            ],
            play=[PLAY.x, PLAY.y, PLAY.width, PLAY.height],
            levels=[self.level(sight) for sight in seen],
            holdings=self.holdings(plan),
            generals=self.generals(),
            cards=self.cards(),
            royals=[
                wire_facts.RoyalFacts(r.id, self.speaker.royal(i), r.kind, r.legitimacy)
                for i, r in enumerate(pieces.royals)
            ],
            fleets=[
                wire_facts.FleetFacts(
                    f.id, self.speaker.fleet(i), self.province(f.province), self.space(f.space), f.normal, f.upgraded
                )
                for i, f in enumerate(pieces.fleets)
            ],
            units=[
                wire_facts.UnitFacts(UNIT_IDS[u], self.speaker.say(f"unit_type.{UNIT_IDS[u]}"), strength)
                for u, strength in enumerate(pieces.unit_strength)
            ],
            factions=[wire_facts.FactionFacts(f, self.speaker.faction(i)) for i, f in enumerate(pieces.factions)],
            options=self.options(),
            bots=list(BOTS),
            verbs=[self.verb(verb) for verb in VERBS],
        )

    def options(self) -> list[wire_facts.OptionFacts]:
        chosen = offered(self.material.edition)
        return [wire_facts.OptionFacts(name, self.speaker.say(f"option.{name}")) for name in chosen]

    def contradictions(self) -> list[wire_facts.ContradictionFacts]:
        """Options that are not to be chosen together, of those of this edition."""
        chosen = offered(self.material.edition)
        pairs = [([OPTION_NAME[option] for option in pair], key) for pair, key in CONTRADICTIONS]
        return [
            wire_facts.ContradictionFacts(names, self.speaker.say(key))
            for names, key in pairs
            if all(name in chosen for name in names)
        ]

    def ruling(self, ruling: Ruling) -> wire_facts.RulingFacts:
        usual = ruling.value_in(self.material.edition)
        readings = [
            wire_facts.ReadingFacts(value, self.speaker.say(f"ruling.{ruling.name}.{value}"))
            for value in dict.fromkeys((usual, *ruling.values))
        ]
        return wire_facts.RulingFacts(ruling.name, self.speaker.say(f"ruling.{ruling.name}"), readings)

    def edition(self) -> wire_facts.EditionFacts:
        """What somebody has to know who begins a game of it."""
        edition = self.material.edition
        return wire_facts.EditionFacts(
            id=edition.id,
            name=self.edition_name,
            players=list(edition.players),
            factions=list(self.material.pieces.factions[: edition.players[-1]]),
            options=self.options(),
            contradictions=self.contradictions(),
            rulings=[self.ruling(ruling) for ruling in RULINGS],
            about=self.speaker.say(f"page.edition.{edition.id}"),
        )

    @property
    def reconstructed(self) -> wire_facts.Reconstructed:
        return self.once("reconstructed", self._reconstructed)

    def _reconstructed(self) -> wire_facts.Reconstructed:
        facts = provenance_report(self.folder, self.material.edition.id).facts
        return wire_facts.Reconstructed(self.edition_name, [self.part(facts, name) for name in GAME_FILES])

    def part(self, facts: Sequence[Fact], name: str) -> wire_facts.ReconstructedFacts:
        """The facts of one file."""
        these = [fact for fact in facts if fact.file == f"{name}.json"]
        ours = [fact.entry for fact in these if fact.kind == "reconstructed"]
        names = self.named() if name in ("pieces", "cards") else {}
        things = dict.fromkeys(names[entry] for entry in ours if entry in names)
        title = self.speaker.say(f"page.reconstructed.{name}")
        return wire_facts.ReconstructedFacts(title, len(ours), len(these), list(things))

    def named(self) -> dict[str, str]:
        """Generals, Fleets and cards by id."""
        pieces, speaker = self.material.pieces, self.speaker
        return {
            **{general.id: speaker.general(i) for i, general in enumerate(pieces.generals)},
            **{fleet.id: speaker.fleet(i) for i, fleet in enumerate(pieces.fleets)},
            **{card.event: speaker.card(i) for i, card in enumerate(self.material.cards)},
        }

    @property
    def edition_name(self) -> str:
        return self.speaker.name("edition", "", self.material.edition.name)

    def verb(self, verb: VerbEntry) -> wire_facts.VerbFacts:
        alone = verb.domain == Domain.NONE
        heading = self.speaker.say(verb.label if alone else verb.heading)
        return wire_facts.VerbFacts(
            id=verb.name,
            domain=DOMAIN_NAME[verb.domain],
            heading=heading,
            short=self.speaker.say(f"short.{verb.name}") if verb.domain == Domain.CARD else heading,
            then=[VERBS[number].name for number in verb.then],
            fights=verb.fights,
            ends=verb.ends,
            counted=verb.counted,
            joins=verb.joins,
            listed=verb.listed,
            on_map=verb.on_map,
            reads=verb.reads,
            introduces=verb.introduces,
        )

    def province(self, number: int) -> str | None:
        return self.material.board.provinces[number].id if number >= 0 else None

    def space(self, number: int) -> str | None:
        return self.material.board.spaces[number].id if number >= 0 else None

    def provinces(self) -> list[wire_facts.ProvinceFacts]:
        board = self.material.board
        return [
            wire_facts.ProvinceFacts(
                p.id,
                self.speaker.province(i),
                p.region,
                p.vp,
                board.needed[i],
                [board.spaces[s].id for s in board.members[i]],
            )
            for i, p in enumerate(board.provinces)
        ]

    def spaces(self, plan: Layout) -> list[wire_facts.SpaceFacts]:
        board = self.material.board
        return [
            wire_facts.SpaceFacts(
                id=s.id,
                name=self.speaker.space(i).strip("()"),
                kind=KIND_NAME[s.kind],
                province=self.province(s.province),
                port=s.port,
                independent=s.independent,
                hellespont=s.hellespont,
                x=round(x, 1),
                y=round(y, 1),
            )
            for i, (s, (x, y)) in enumerate(zip(board.spaces, plan.points, strict=True))
        ]

    def level(self, sight: Sight) -> wire_facts.LevelFacts:
        docks: list[list[float]] = [
            [n for dock in found for n in (round(dock.at[0]), round(dock.at[1]), dock.across, dock.down)]
            for found in sight.docks
        ]
        return wire_facts.LevelFacts(sight.level.name, sight.level.least, docks)

    def holdings(self, plan: Layout) -> list[wire_facts.HoldingFacts]:
        centres = [(h.army, *h.box.centre) for h in plan.holdings]
        return [wire_facts.HoldingFacts(army, round(x, 1), round(y, 1)) for army, x, y in centres]

    def generals(self) -> list[wire_facts.GeneralFacts]:
        pieces = self.material.pieces
        minors = range(pieces.majors, pieces.majors + 5 * pieces.minors_per_faction)
        letters = initials([self.speaker.general(i) for i in range(len(pieces.generals))])
        return [
            wire_facts.GeneralFacts(
                id=g.id,
                name=self.speaker.general(i),
                initials=letters[i],
                initiative=g.initiative,
                battle=g.battle,
                seniority=g.seniority,
                stars=g.stars,
                minor=i in minors,
                faction=pieces.factions[g.faction] if g.faction >= 0 else None,
                ability=self.speaker.ability(i),
            )
            for i, g in enumerate(pieces.generals)
        ]

    def cards(self) -> list[wire_facts.CardFacts]:
        return [
            wire_facts.CardFacts(
                number=c.number,
                name=self.speaker.card(i),
                kind=CARD_KIND_NAME[c.kind],
                ops=c.ops,
                effect=self.speaker.effect(c),
                condition=self.speaker.condition(c),
                limits=self.speaker.limits(c),
                windows=[WINDOW_NAME[w] for w in c.windows],
                reconstructed="reconstructed" in c.provenance.values(),
                optional=c.optional,
            )
            for i, c in enumerate(self.material.cards)
        ]


class References:
    """Of every edition, made when somebody wants to know."""

    def __init__(self, editions: Editions) -> None:
        self.editions = editions
        self._made: dict[str, Reference] = {}

    @property
    def first(self) -> Reference:
        return self.of(None)

    def of(self, edition: str | None) -> Reference:
        """Of an edition by its id; of the first where none is named."""
        name = edition or EDITIONS[0]
        found = self._made.get(name)
        if found is None:
            found = self._made.setdefault(name, Reference(self.editions.of(name), self.editions.folder))
        return found

    def prepare(self, edition: str, language: str) -> None:
        """What a stranger could make the server draw."""
        with read_in(language):
            self.of(edition).prepare()

    def playable(self) -> wire_facts.Editions:
        return wire_facts.Editions([self.of(name).edition() for name in self.editions.playable])


def plain(key: str) -> str:
    """Without the form."""
    return key.rpartition(CONTEXT)[2]
