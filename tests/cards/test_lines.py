"""What a player reads when a card is played: a typical play of each card, its prompts and its log lines.

`lines.txt` keeps them, so that a change of a line is seen and read. After reading the change, write it anew:

    python -m tests.cards.test_lines
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from diadochi.catalogue import UNTOLD
from diadochi.messages import Speaker, event_line, prompt_line
from diadochi.model.verbs import Domain
from diadochi.rules import windows
from diadochi.rules.agenda import EVERYBODY, Event
from tests.cards.deal import segment
from tests.cards.surprises import (
    BLANKS,
    besieging,
    field,
    fight,
    pass_until,
    pass_until_prompt,
    to_the_dice,
    voyage_of_blue,
    window,
)
from tests.cards.test_engines import siege_of
from tests.cards.test_harm import accused, beaten, besieged
from tests.cards.test_optional import builder, court, failed, haunted, port
from tests.cards.test_royals import with_an_heir
from tests.cards.test_unrest import raider
from tests.table import MATERIAL, Table

FILE = Path(__file__).with_name("lines.txt")
SPEAKER = Speaker(MATERIAL)
PASSES = "(passes)"
"""Everybody passes until no window asks any more."""

Position = Callable[[str], Table]
PLAYS: dict[str, tuple[Position, tuple[str, ...]]] = {}
"""By event: the position in which the card may be played, and what is done then."""


def event(name: str, *actions: str) -> Callable[[Callable[[], Table]], Callable[[], Table]]:
    """A position in which Blue plays the event of a card in the Tyche Segment."""

    def keep(position: Callable[[], Table]) -> Callable[[], Table]:
        def begin(card: str) -> Table:
            table = position()
            segment(table, card)
            return table

        PLAYS[name] = begin, ("event:{card}", *actions)
        return position

    return keep


def surprise(name: str, *actions: str) -> Callable[[Position], Position]:
    """A position in which the holder of a Surprise card is asked."""

    def keep(position: Position) -> Position:
        PLAYS[name] = position, ("surprise:{card}", *actions)
        return position

    return keep


# Troops


@event("greek_mercenaries", "at:larisa")
def greek_mercenaries() -> Table:
    table = Table()
    table.pc("blue", "larisa", "chalkis")
    return table


@event("thracian_mercenaries", "at:byzantion")
def thracian_mercenaries() -> Table:
    table = Table()
    table.pc("blue", "abdera", "byzantion")
    return table


@event("cappadocian_mercenaries")
def cappadocian_mercenaries() -> Table:
    table = Table()
    table.pc("blue", "mazaka")
    return table


@event("cretan_archers", "at:paphos")
def cretan_archers() -> Table:
    table = Table()
    table.pc("blue", "knossos", "paphos")
    return table


@event("indian_elephants", "at:babylon")
def indian_elephants() -> Table:
    table = Table()
    table.pc("blue", "babylon", "opis")
    return table


@event("persian_popular_support", "at:rhagai")
def persian_popular_support() -> Table:
    table = Table()
    table.pc("blue", "persepolis", "rhagai")
    return table


@event("egyptian_military_colonists", "choose-units:mercenary", "at:thebai")
def egyptian_military_colonists() -> Table:
    table = Table()
    table.pc("blue", "alexandria", "thebai")
    return table


@event("macedonian_reinforcements", "place:gaza")
def macedonian_reinforcements() -> Table:
    table = Table()
    table.pc("blue", "abydos", "gaza")
    return table


@event("silver_shields", "at:gaza")
def silver_shields() -> Table:
    table = Table()
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.army("blue", "eumenes", "gaza", mercenary=1)
    return table


# Generals


@event("peukestas", "at:persepolis", "claim")
def peukestas() -> Table:
    table = Table()
    table.pc("red", "persepolis")
    return table


@event("neoptolemos", "at:amida")
def neoptolemos() -> Table:
    table = Table()
    table.pc("independent", "amida")
    return table


@event("kassandros", "at:aitolia", "claim")
def kassandros() -> Table:
    table = Table()
    table.pc("independent", "aitolia")
    return table


# Royals


@event("drink_the_hemlock", "choose-royal:alexandros", "spend-nothing:{card}")
def drink_the_hemlock() -> Table:
    table = Table()
    table.pc("red", "pella")
    table.royal("alexandros", "pella.inside", "red")
    table.royal("thessalonike", "pella")
    table.army("blue", "antipatros", "pella", loyal=1)
    return table


@event("treachery", "at:opis")
def treachery() -> Table:
    table = with_an_heir()
    table.army("blue", "eumenes", "opis", mercenary=1)
    return table


@event("plans_of_their_own", "choose-royal:olympias", "choose-space:ambrakia", "spend-nothing:{card}")
def plans_of_their_own() -> Table:
    table = Table()
    table.royal("olympias", "molossia")
    table.royal("thessalonike", "pella")
    return table


@event("philippos_breaks_from_guardian", "choose-space:lamia", "spend-nothing:{card}")
def philippos_breaks_from_guardian() -> Table:
    table = Table()
    table.pc("red", "boiotia")
    table.army("red", "peithon", "boiotia", mercenary=1)
    table.general("yellow", "eumenes", "lamia")
    table.royal("philippos", "boiotia", "red")
    return table


@event("eurydike_speaks_for_philippos", "choose-general:peithon", "spend-nothing:{card}")
def eurydike_speaks_for_philippos() -> Table:
    table = Table()
    table.general("blue", "perdikkas", "babylon")
    table.pc("red", "pella")
    table.general("red", "peithon", "pella.inside")
    return table


def bride(name: str) -> Table:
    table = Table()
    table.royal(name, "gaza")
    table.army("blue", "perdikkas", "gaza", loyal=1)
    return table


@event("kleopatra_offers_marriage", "spend-nothing:{card}")
def kleopatra_offers_marriage() -> Table:
    return bride("kleopatra")


@event("thessalonike_offers_marriage", "spend-nothing:{card}")
def thessalonike_offers_marriage() -> Table:
    return bride("thessalonike")


@event("olympias")
def olympias() -> Table:
    table = Table()
    table.royal("olympias", "molossia")
    return table


# Unrest


@event("diplomacy", "choose-space:thebai")
def diplomacy() -> Table:
    table = Table()
    table.pc("red", "thebai")
    table.pc("independent", "kyrene")
    return table


@event("minor_raid", "spend-nothing:{card}")
def minor_raid() -> Table:
    table = raider()
    table.pc("red", "ankyra")
    return table


@event("unrest", "choose-space:amida", "choose-space:thapsakos", "spend-nothing:{card}")
def unrest() -> Table:
    table = Table(dice=(3, 4, 4, 6))
    table.pc("red", "thapsakos")
    return table


@event("unrest_spreads", "choose-space:chalybon", "choose-space:tarsos", "spend-nothing:{card}")
def unrest_spreads() -> Table:
    table = Table(dice=(4, 6))
    table.pc("red", "chalybon", "tarsos")
    return table


# Independents


@event("illyrian_migration", "enter-board:dardanoi", "done", "spend-nothing:{card}")
def illyrian_migration() -> Table:
    return Table()


@event("scythian_invasion", "enter-board:istros", "done", "spend-nothing:{card}")
def scythian_invasion() -> Table:
    return Table()


@event("greek_soldiers", "enter-board:hekatompylos", "done", "spend-nothing:{card}")
def greek_soldiers() -> Table:
    return Table()


# Campaigns


@event("major_campaign", "activate:perdikkas", "take-all", "march:opis", "done", "activate:antigonos", "done")
def major_campaign() -> Table:
    table = Table()
    table.army("blue", "perdikkas", "babylon", loyal=1)
    table.army("blue", "antigonos", "gordion", mercenary=1)
    return table


@event("treasure_city_looted", "choose-space:sousa", "place:sousa", "place:sousa", "done")
def treasure_city_looted() -> Table:
    table = Table()
    table.pc("blue", "babylon")
    table.army("blue", "perdikkas", "sousa", loyal=1)
    return table


@event("pontic_fleet", "activate:eumenes", "take-all", "embark", "sail:herakleia", "sail:byzantion", "land:byzantion")
def pontic_fleet() -> Table:
    table = Table()
    table.army("blue", "eumenes", "sinope", mercenary=2)
    return table


# Harm


@event("epidemic", "at:gaza", "lose:loyal", "lose:mercenary")
def epidemic() -> Table:
    table = Table(dice=(6,))
    table.army("red", "peithon", "gaza", mercenary=3, loyal=2)
    table.army("yellow", "eumenes", "pella", loyal=3)
    return table


@event("condemnation", "choose-general:eumenes")
def condemnation() -> Table:
    table = accused()
    table.general("yellow", "krateros", "pella")
    table.state.condemned = table.general_number("krateros")
    return table


@event("desertions", "at:gaza", "lose:mercenary", "lose:loyal")
def desertions() -> Table:
    table = Table(dice=(5,))
    table.army("red", "peithon", "gaza", mercenary=2, loyal=2)
    table.army("yellow", "eumenes", "pella", loyal=3)
    return table


@event("traitor", "choose-units:elephant")
def traitor() -> Table:
    table = Table()
    table.army("red", "peithon", "boiotia", mercenary=2, elephant=1, loyal=1)
    table.army("blue", "antipatros", "larisa", loyal=1)
    return table


@event("surprise_sortie", "lose:mercenary")
def surprise_sortie() -> Table:
    return besieged(mercenary=1)


@event("repercussions_of_defeat", "spend-nothing:{card}")
def repercussions_of_defeat() -> Table:
    return beaten()


# Engines and ships


@event("helepolis", "choose-space:rhodos")
def helepolis() -> Table:
    table = siege_of("rhodos", "red")
    table.pc("red", "tyros")
    table.army("blue", "eumenes", "tyros", mercenary=3)
    return table


@event("kilikia_pirates")
def kilikia_pirates() -> Table:
    table = Table()
    table.fleet("red", "kilikia")
    return table


# Optional cards


@event("foundation_of_a_capital")
def foundation_of_a_capital() -> Table:
    return builder()


@event("diplomatic_marriage", "choose-faction:yellow", "deny", "grant", "place:pella", "place:sardeis")
def diplomatic_marriage() -> Table:
    return court()


@event("oracle")
def oracle() -> Table:
    table = Table()
    table.pc("blue", "athenai")
    return table


@event("alexanders_ghost")
def alexanders_ghost() -> Table:
    return haunted()


@event("price_of_failure", "choose-general:perdikkas")
def price_of_failure() -> Table:
    return failed(5)


@event("port_resupplied")
def port_resupplied() -> Table:
    return port()


# Surprise cards


@surprise("gift_of_oratory", "choose-general:alketas", PASSES)
def gift_of_oratory(card: str) -> Table:
    table = Table()
    table.army("blue", "antigonos", "kelainai", loyal=1)
    table.army("blue", "alketas", "sardeis", loyal=1)
    table.hand("blue", card)
    table.deck(*BLANKS)
    return window(table)


@surprise("ahura_mazda_and_ahriman", "choose-faction:red", PASSES)
def ahura_mazda_and_ahriman(card: str) -> Table:
    table = Table(players=3)
    table.hand("blue", card)
    table.hand("red", "10")
    table.hand("yellow", "11")
    table.deck("5", "6")
    return window(table)


@surprise("cretan_liar", PASSES)
def cretan_liar(card: str) -> Table:
    """Red answers the Gift of Oratory that Blue has announced."""
    table = Table(players=3)
    table.general("blue", "antigonos", "kelainai")
    table.hand("blue", "57")
    table.hand("red", card)
    table.deck(*BLANKS)
    window(table)
    table.act("surprise:57")
    pass_until(table, "red")
    return table


@surprise("mutiny", PASSES, "choose-units:royal")
def mutiny(card: str) -> Table:
    table = field()
    table.hand("blue", card)
    return fight(table, 3, 3, 3, 3)


@surprise("anti_elephant_devices", PASSES)
def anti_elephant_devices(card: str) -> Table:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4, elephant=2)
    table.army("red", "lysimachos", "trikka", mercenary=4)
    table.hand("red", card)
    table.deck(*BLANKS)
    return fight(table, 3, 3, 3, 3)


@surprise("silver_shields_desert", PASSES)
def silver_shields_desert(card: str) -> Table:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "eumenes", "trikka", silver_shields=2, mercenary=2)
    table.hand("blue", card)
    table.deck(*BLANKS)
    return fight(table, 5, 5, 3, 3)


@surprise("cavalry_superiority", PASSES)
def cavalry_superiority(card: str) -> Table:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=4)
    table.army("red", "lysimachos", "trikka", mercenary=4)
    table.hand("blue", card)
    table.deck(*BLANKS)
    return fight(table, 4, 4, 3, 3, 1)


@surprise("only_a_flesh_wound", PASSES)
def only_a_flesh_wound(card: str) -> Table:
    table = Table(players=3)
    table.army("blue", "antigonos", "trikka", mercenary=6)
    table.army("red", "lysimachos", "trikka", mercenary=2)
    table.hand("blue", card)
    table.deck(*BLANKS)
    fight(table, 4, 5, 3, 3, 6)
    pass_until_prompt(table, "prompt.window.commander_death")
    return table


@surprise("traitor_inside_city", PASSES)
def traitor_inside_city(card: str) -> Table:
    return besieging(blue=(card,))


@surprise("storms_at_sea", PASSES)
def storms_at_sea(card: str) -> Table:
    table = voyage_of_blue((), ("1",), (card,))
    to_the_dice(table)
    pass_until(table, "yellow")
    return table


@surprise("fog", PASSES)
def fog(card: str) -> Table:
    table = voyage_of_blue((card,), ("1",))
    to_the_dice(table)
    return table


@surprise("superior_admiral", PASSES)
def superior_admiral(card: str) -> Table:
    table = voyage_of_blue((card,), ("1",))
    table.dice(3, 3, 3, 3)
    to_the_dice(table)
    return table


# What is read


def lines(card: str) -> list[str]:
    """The play of a card, line by line."""
    begin, actions = PLAYS[event_of(card)]
    table = begin(card)
    assert table.game is not None
    out = news(table.game.events)
    for action in actions:
        out += passing(table) if action == PASSES else acting(table, action.format(card=card))
    return out


def event_of(card: str) -> str:
    return MATERIAL.cards[MATERIAL.notation.numbers[Domain.CARD][card]].event


def acting(table: Table, action: str) -> list[str]:
    label = SPEAKER.action(MATERIAL.notation.parse(action).code)
    return [f"  ? {prompt_line(MATERIAL, table.decision)}", f"  > {label}", *news(advance(table, action))]


def passing(table: Table) -> list[str]:
    out: list[str] = []
    while isinstance(table.state.agenda[-1], windows.Priority):
        out += news(advance(table, "pass"))
    return out


def advance(table: Table, action: str) -> tuple[Event, ...]:
    assert table.game is not None
    before = len(table.game.events)
    table.act(action)
    return table.game.events[before:]


def news(events: tuple[Event, ...]) -> list[str]:
    return [f"    {seen_by(event)}{event_line(MATERIAL, event)}" for event in events]


def seen_by(event: Event) -> str:
    return "" if event.to == EVERYBODY else f"(only {SPEAKER.each('faction', event.to)}) "


# The file


def title(event: str) -> str:
    copies = [card for card in MATERIAL.cards if card.event == event]
    return f"{', '.join(card.number for card in copies)} {copies[0].name}"


EVENTS = list(dict.fromkeys(card.event for card in MATERIAL.cards))
HEAD = """\
One play of every card: ? what a player is asked, > what the player chooses, and what the log says.
"""


def write() -> None:
    first = {card.event: card.number for card in reversed(MATERIAL.cards)}
    parts = ["\n".join((f"# {title(event)}", *lines(first[event]))) for event in EVENTS]
    FILE.write_text("\n\n".join((HEAD.strip(), *parts)) + "\n", encoding="utf-8")


def kept() -> dict[str, list[str]]:
    """The lines of the file, by title."""
    _, *parts = FILE.read_text(encoding="utf-8").rstrip("\n").split("\n\n# ")
    return {part.splitlines()[0]: part.splitlines()[1:] for part in parts}


@pytest.mark.parametrize("card", [card.number for card in MATERIAL.cards])
def test_a_card_reads_as_it_was_read(card: str) -> None:
    assert lines(card) == kept()[title(event_of(card))], "read the new line; python -m tests.cards.test_lines keeps it"


def test_the_file_holds_every_card_once_and_nothing_else() -> None:
    assert list(kept()) == [title(event) for event in EVENTS]


def test_no_line_leaves_anything_untold() -> None:
    assert UNTOLD not in FILE.read_text(encoding="utf-8")


if __name__ == "__main__":
    write()
