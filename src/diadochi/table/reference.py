"""What a client has to know once: the material, the picture of the board, the rules."""

import base64
import hashlib
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import TypeVar

import msgspec

from diadochi.bots import BOTS
from diadochi.catalogue import CONTEXT, catalogue, languages, read_in, reader
from diadochi.chart import HEIGHT, THEMES, WIDTH, Layout, layout, render
from diadochi.chart.theme import palette, style
from diadochi.data import load_coastline
from diadochi.data.rulebook import Rule, Rulebook, UnknownRuleError, load_rulebook
from diadochi.messages import Speaker, board_of
from diadochi.model.board import KIND_NAME, PATH_NAME
from diadochi.model.cards import CARD_KIND_NAME, WINDOW_NAME
from diadochi.model.edition import offered
from diadochi.model.material import Material
from diadochi.model.options import OPTION_NAME
from diadochi.model.verbs import DOMAIN_NAME, VERBS, Domain, VerbEntry
from diadochi.rules.face import CONTRADICTIONS
from diadochi.table import wire_facts
from diadochi.table.views import UNIT_IDS

MOST_RULES = 50
TURN_RULES = [["5.1.A.1"], ["5.1.A.2", "3.8.4"], ["5.1.A.3", "5.1.A.4"], ["5.1.A.5", "3.8.9"], ["5.1.A.6", "3.3.1"]]
"""By Game Turn: the rules that say what is special about it."""


PAGE = ("page", "names")
"""The domains that a page needs whole."""
ALSO = ("asked", "faction.", "language.", "list.", "map.fleet", "map.setup", "none", "standing", "turn.")
"""How the other keys begin that it needs."""
PLURALS = 200
"""A page chooses by a number as this many numbers do, and larger ones by their last two digits."""

X = TypeVar("X")


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
        texts = self.texts(name)
        digest = hashlib.sha256(msgspec.json.encode(texts)).hexdigest()[:20]
        return wire_facts.LanguageFacts(name, texts.texts["language.name"], digest)

    def texts(self, name: str) -> wire_facts.Texts:
        """What a page says in a language, with the names in all their forms."""
        with read_in(name):
            return self.once("texts", self._texts)

    def _texts(self) -> wire_facts.Texts:
        found = catalogue(reader(), self.material.edition.id)
        wanted = set(catalogue("en", self.material.edition.id).domain_keys(PAGE))
        entries = {**found.english, **found.entries}
        chosen = {key: text for key, text in entries.items() if plain(key) in wanted or plain(key).startswith(ALSO)}
        return wire_facts.Texts(found.language, [found.plural(number) for number in range(PLURALS)], chosen)

    @cached_property
    def rulebook(self) -> Rulebook:
        return load_rulebook(self.folder, self.material.edition.id)

    @property
    def plan(self) -> Layout:
        """Takes a second or two."""
        return self.once("plan", lambda: layout(board_of(self.material), load_coastline(self.folder), int(WIDTH)))

    def picture(self, theme: str) -> str:
        plan = self.plan
        return self.once(f"picture {theme}", lambda: render(board_of(self.material), plan, theme))

    def prepare(self) -> wire_facts.MaterialFacts:
        """What nobody should have to wait for."""
        for theme in THEMES:
            self.picture(theme)
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
        plan = self.plan
        return self.once("facts", lambda: self._facts(plan))

    def _facts(self, plan: Layout) -> wire_facts.MaterialFacts:
        material = self.material
        board, pieces = material.board, material.pieces
        return wire_facts.MaterialFacts(
            edition=material.edition.id,
            edition_name=self.speaker.name("edition", "", material.edition.name),
            digest=material.digest,
            width=int(WIDTH),
            height=int(HEIGHT),
            turns=material.edition.turns,
            turn_rules=TURN_RULES,
            provinces=self.provinces(),
            spaces=self.spaces(plan),
            paths=[
                wire_facts.PathFacts(board.spaces[p.a].id, board.spaces[p.b].id, PATH_NAME[p.kind].replace("_", "-"))
                for p in board.paths
            ],
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
            options=[
                wire_facts.OptionFacts(name, self.speaker.say(f"option.{name}")) for name in offered(material.edition)
            ],
            contradictions=[
                wire_facts.ContradictionFacts([OPTION_NAME[option] for option in pair], self.speaker.say(key))
                for pair, key in CONTRADICTIONS
            ],
            bots=list(BOTS),
            verbs=[self.verb(verb) for verb in VERBS],
        )

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

    def holdings(self, plan: Layout) -> list[wire_facts.HoldingFacts]:
        centres = [(h.army, *h.box.centre) for h in plan.holdings]
        return [wire_facts.HoldingFacts(army, round(x, 1), round(y, 1)) for army, x, y in centres]

    def generals(self) -> list[wire_facts.GeneralFacts]:
        pieces = self.material.pieces
        minors = range(pieces.majors, pieces.majors + 5 * pieces.minors_per_faction)
        return [
            wire_facts.GeneralFacts(
                id=g.id,
                name=self.speaker.general(i),
                initiative=g.initiative,
                battle=g.battle,
                seniority=g.seniority,
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


def plain(key: str) -> str:
    """Without the form."""
    return key.rpartition(CONTEXT)[2]
