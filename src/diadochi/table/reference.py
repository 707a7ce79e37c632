"""What a client has to know once: the material, the picture of the board, the rules."""

import base64
import hashlib
from functools import cached_property
from pathlib import Path
from threading import Lock

from diadochi.bots import BOTS
from diadochi.chart import HEIGHT, THEMES, WIDTH, Layout, layout, render
from diadochi.chart.theme import palette, style
from diadochi.data import load_coastline
from diadochi.data.rulebook import Rule, Rulebook, UnknownRuleError, load_rulebook
from diadochi.messages import Speaker, entry
from diadochi.model.cards import Window
from diadochi.model.material import Material
from diadochi.model.notation import VERB_DOMAIN, VERB_NAME
from diadochi.model.options import OPTION_NAME
from diadochi.model.pieces import Unit
from diadochi.rules.options import CONTRADICTIONS
from diadochi.table import wire_facts
from diadochi.table.showing import UNIT_IDS

MOST_RULES = 50


class Reference:
    def __init__(self, material: Material, folder: Path | None = None) -> None:
        self.material = material
        self.folder = folder
        self.speaker = Speaker(material)
        self._drawing = Lock()
        self._plan: Layout | None = None

    @cached_property
    def rulebook(self) -> Rulebook:
        return load_rulebook(self.folder)

    @property
    def plan(self) -> Layout:
        """Takes a second or two: whoever comes meanwhile waits for it."""
        with self._drawing:
            if self._plan is None:
                self._plan = layout(self.material.board, load_coastline(self.folder), int(WIDTH))
            return self._plan

    @cached_property
    def pictures(self) -> dict[str, str]:
        """The board by theme."""
        return {theme: render(self.material.board, self.plan, theme) for theme in THEMES}

    @cached_property
    def style_hashes(self) -> list[str]:
        """So that a page may take the picture in: its style sheets are the only inline ones that are allowed."""
        styles = [style(palette(theme)) for theme in THEMES]
        return [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in styles]

    # Rules

    def rule(self, number: str) -> wire_facts.RuleFacts | None:
        try:
            return shown(self.rulebook.rule(number))
        except UnknownRuleError:
            pass
        sections = self.rulebook.under(number) if number.strip() else ()
        if not sections:
            return None
        text = "\n".join(f"{rule.number} {rule.text}" for section in sections for rule in section.rules)
        return wire_facts.RuleFacts(sections[0].number, sections[0].title, text)

    def search(self, words: str) -> list[wire_facts.RuleFacts]:
        return [shown(rule) for rule in self.rulebook.search(words)[:MOST_RULES]]

    # Material

    @cached_property
    def facts(self) -> wire_facts.MaterialFacts:
        material = self.material
        board, pieces = material.board, material.pieces
        return wire_facts.MaterialFacts(
            edition=material.edition.id,
            edition_name=material.edition.name,
            digest=material.digest,
            width=int(WIDTH),
            height=int(HEIGHT),
            turns=material.edition.turns,
            provinces=self.provinces(),
            spaces=self.spaces(),
            paths=[
                wire_facts.PathFacts(board.spaces[p.a].id, board.spaces[p.b].id, p.kind.name.lower().replace("_", "-"))
                for p in board.paths
            ],
            holdings=self.holdings(),
            generals=self.generals(),
            cards=self.cards(),
            royals=[wire_facts.RoyalFacts(r.id, r.name, r.kind, r.legitimacy) for r in pieces.royals],
            fleets=[
                wire_facts.FleetFacts(
                    f.id, f.name, self.province(f.province), self.space(f.space), f.normal, f.upgraded
                )
                for f in pieces.fleets
            ],
            units=[
                wire_facts.UnitFacts(UNIT_IDS[u], self.speaker.units(u), strength)
                for u, strength in zip(Unit, pieces.unit_strength, strict=True)
            ],
            factions=[wire_facts.FactionFacts(f, self.speaker.faction(i)) for i, f in enumerate(pieces.factions)],
            options=[wire_facts.OptionFacts(name, option_text(name)) for name in OPTION_NAME.values()],
            contradictions=[
                wire_facts.ContradictionFacts([OPTION_NAME[option] for option in pair], entry("en", key))
                for pair, key in CONTRADICTIONS
            ],
            bots=list(BOTS),
            verbs=[wire_facts.VerbFacts(VERB_NAME[v], domain.name.lower()) for v, domain in VERB_DOMAIN.items()],
        )

    def province(self, number: int) -> str | None:
        return self.material.board.provinces[number].id if number >= 0 else None

    def space(self, number: int) -> str | None:
        return self.material.board.spaces[number].id if number >= 0 else None

    def provinces(self) -> list[wire_facts.ProvinceFacts]:
        board = self.material.board
        return [
            wire_facts.ProvinceFacts(
                p.id, p.name, p.region, p.vp, board.needed[i], [board.spaces[s].id for s in board.members[i]]
            )
            for i, p in enumerate(board.provinces)
        ]

    def spaces(self) -> list[wire_facts.SpaceFacts]:
        board = self.material.board
        return [
            wire_facts.SpaceFacts(
                id=s.id,
                name=s.name,
                kind=s.kind.name.lower(),
                province=self.province(s.province),
                port=s.port,
                independent=s.independent,
                hellespont=s.hellespont,
                x=round(x, 1),
                y=round(y, 1),
            )
            for s, (x, y) in zip(board.spaces, self.plan.points, strict=True)
        ]

    def holdings(self) -> list[wire_facts.HoldingFacts]:
        centres = [(h.army, *h.box.centre) for h in self.plan.holdings]
        return [wire_facts.HoldingFacts(army, round(x, 1), round(y, 1)) for army, x, y in centres]

    def generals(self) -> list[wire_facts.GeneralFacts]:
        pieces = self.material.pieces
        minors = range(pieces.majors, pieces.majors + 5 * pieces.minors_per_faction)
        return [
            wire_facts.GeneralFacts(
                id=g.id,
                name=g.name,
                initiative=g.initiative,
                battle=g.battle,
                seniority=g.seniority,
                minor=i in minors,
                faction=pieces.factions[g.faction] if g.faction >= 0 else None,
                ability=g.ability_text,
            )
            for i, g in enumerate(pieces.generals)
        ]

    def cards(self) -> list[wire_facts.CardFacts]:
        return [
            wire_facts.CardFacts(
                number=c.number,
                name=c.name,
                kind=c.kind.name.lower(),
                ops=c.ops,
                effect=c.effect,
                condition=c.condition,
                limits=list(c.limits),
                windows=[Window(w).name.lower() for w in c.windows],
                reconstructed="reconstructed" in c.provenance.values(),
                optional=c.optional,
            )
            for c in self.material.cards
        ]


def shown(rule: Rule) -> wire_facts.RuleFacts:
    return wire_facts.RuleFacts(rule.number, rule.title, rule.text)


def option_text(name: str) -> str:
    """The catalogue's sentence, or the name in words where there is none."""
    key = f"option.{name}"
    text = entry("en", key)
    return name.replace("-", " ").capitalize() if text == key else text
