"""Setting up a position: every field is read by name, and what the rules cannot leave on a table is refused."""

from collections.abc import Iterator, Mapping
from typing import Any

from diadochi.data import load_material
from diadochi.data.entry import index, shown
from diadochi.errors import TextError
from diadochi.model.board import Kind
from diadochi.model.material import Material
from diadochi.model.notation import Domain
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Forces, Unit
from diadochi.model.state import (
    BOX,
    DISPERSED,
    INDEPENDENT,
    NOBODY,
    OFF_MAP,
    OUT,
    SURRENDER,
    State,
    forces,
)
from diadochi.rules import strategy, troops, turn
from diadochi.rules.agenda import Play
from diadochi.rules.command import general_factions, is_major, minors_of
from diadochi.rules.fleets import FLEET_DISPERSED, UPGRADED
from diadochi.rules.options import CAPITAL_LOST
from diadochi.rules.royals import PROPOSALS
from diadochi.rules.scoring import rescore
from diadochi.rules.setup import empty_state, hand_out_minors
from diadochi.rules.upkeep import upkeep
from diadochi.texts.header import EDITION_OF_NAME, PLAYERS, read_options
from diadochi.texts.position import (
    BESIDE,
    FORMAT,
    LOST,
    SEGMENTS,
    UNIT_NAME,
    VERSION,
    Position,
    describe,
    to_text,
)
from diadochi.texts.reader import Part, Path, read, read_header

STAGES = (strategy.START, strategy.CARD, strategy.MOVES, strategy.FORAGING)
"""Where the Player Turn begins each Segment."""
MOST_CUS = 99
ROYAL_ARMY = 8
SILVER_SHIELDS = 2


def set_up(position: Position, key: bytes, material: Material | None = None) -> State:
    """The state of a position, at the start of its Segment."""
    part = read("position", as_text(position) if isinstance(position, dict) else position)
    read_header(part, FORMAT, VERSION)
    edition = part.one_of("edition", EDITION_OF_NAME)
    material = load_material(edition) if material is None else material
    players = part.number("players", *PLAYERS)
    p = Play(material, empty_state(material, players, read_options(part), key))
    hand_out_minors(p)
    read_time(p, part)
    own = player_parts(p, part)
    read_pieces(p, part, own)
    read_board(p, part.entry("board"))
    read_cards(p, part, own)
    read_chance(p, part)
    for inner in (*own, part):
        inner.done()
    settle(p, part)
    return p.state


def as_text(position: dict[str, Any]) -> str:
    try:
        return to_text(position)
    except (TypeError, ValueError, RecursionError):
        raise TextError("this position holds something that is no JSON value. Give texts, numbers, lists") from None


# Names


def ids(p: Play, domain: Domain) -> Mapping[str, int]:
    return p.material.notation.numbers[domain]


def seats(p: Play) -> dict[str, int]:
    return index(list(p.pieces.factions[: p.state.players]))


def members(part: Part, key: str, names: Mapping[str, int], required: bool = True) -> Iterator[tuple[int, str, Part]]:
    """The number, the name and the part around it, for each field of an object whose fields are ids."""
    if not required and not part.has(key):
        return
    inner = part.entry(key)
    for name in inner.raw:
        inner.has(name)
        yield inner.known(key, name, names), name, inner


def optional(part: Part, key: str, names: Mapping[str, int], default: int = -1) -> int:
    return part.one_of(key, names) if part.has(key) else default


def mask_of(part: Part, key: str, names: Mapping[str, int], required: bool = True) -> int:
    return sum(1 << number for number in part.ids(key, names, required))


def place(p: Play, part: Part, key: str, beside: tuple[int, ...]) -> int:
    """A location on land, or one of the places beside the map."""
    value = part.value(key)
    names = {BESIDE[number]: number for number in beside}
    at = part.known(key, value, names if value in BESIDE.values() else ids(p, Domain.LOCATION))
    return on_land(p, part, key, at)


def on_land(p: Play, part: Part, key: str, at: int) -> int:
    if p.is_at_sea(at):
        part.refuse(key, "nobody is at sea at the start of a Segment", "Name a place on land")
    return at


# When


def read_time(p: Play, part: Part) -> None:
    s = p.state
    s.turn = part.number("turn", 1, p.edition.turns)
    s.round = part.number("round", 1, p.edition.rounds[s.players])
    s.order = part.ids("order", seats(p))
    if len(s.order) != s.players:
        part.refuse("order", "a player is missing", "Name every player once")
    s.first = s.order[0]
    s.usurper = NOBODY if part.value("usurper") is None else part.one_of("usurper", seats(p))
    s.active = part.one_of("active", seats(p))
    s.segment = part.one_of("segment", index(list(SEGMENTS)))
    player_turn = strategy.PlayerTurn(s.active, STAGES[s.segment])
    s.agenda = [turn.GameTurn(turn.STRATEGY, NOBODY, s.order.index(s.active) + 1), player_turn]


# Pieces


def player_parts(p: Play, part: Part) -> list[Part]:
    players = part.entry("factions")
    out = [players.entry(faction) for faction in seats(p)]
    players.done()
    return out


def read_pieces(p: Play, part: Part, own: list[Part]) -> None:
    independents = part.entry("independents")
    p.state.champions = 0
    named: set[int] = set()
    read_capitals(p, own)
    for seat, inner in enumerate(own):
        read_pcs(p, inner, seat)
        read_marks(p, inner, seat)
    read_pcs(p, independents, INDEPENDENT)
    for seat, inner in enumerate(own):
        read_generals(p, inner, seat, named)
    read_armies(p, independents)
    for seat, inner in enumerate(own):
        read_cus(p, inner, seat)
    check_generals(p, part)
    read_royals(p, part)
    read_fleets(p, part)


def read_capitals(p: Play, parts: list[Part]) -> None:
    s = p.state
    for seat, own in enumerate(parts):
        for key, field in (("capital", s.capital), ("construction", s.construction)):
            lost = {LOST: CAPITAL_LOST} if key == "capital" else {}
            field[seat] = optional(own, key, {**ids(p, Domain.SPACE), **lost})
            space = field[seat]
            if space >= 0 and p.board.spaces[space].kind in (Kind.MAJOR, Kind.TRANSIT):
                own.refuse(key, "it cannot be built there", "Name a Minor City or a Stronghold")
            if space >= 0 and field.count(space) > 1:
                own.refuse(key, "it is another player's", "Name one for each player")
        s.capitals_taken[seat] = own.number("capitals_taken", 0, MOST_CUS, default=0)


def read_pcs(p: Play, part: Part, faction: int) -> None:
    s = p.state
    for space in part.ids("pcs", ids(p, Domain.SPACE)):
        name = p.board.spaces[space].id
        if s.pcs[space] != NOBODY:
            part.refuse("pcs", f"{name} has two PCs", "Leave one of them out")
        if p.board.spaces[space].kind is Kind.TRANSIT:
            part.refuse("pcs", f"{name} is a Transit Point and takes no PC", "Leave it out")
        s.put_pc(space, faction)


def read_marks(p: Play, part: Part, seat: int) -> None:
    """What a player is, has been dealt and is training."""
    s = p.state
    s.champions |= part.flag("champion") << seat
    s.battle_lost |= part.flag("lost_battle", default=False) << seat
    s.dealt[seat] = mask_of(part, "dealt", ids(p, Domain.GENERAL))
    for other in range(seat):
        if s.dealt[seat] & s.dealt[other]:
            part.refuse("dealt", "a General has been dealt to two players", "Name him once")
    if s.dealt[seat] >> p.pieces.majors:
        part.refuse("dealt", "only Major Generals are dealt", "Leave the others out")
    if part.has("training"):
        training = part.entry("training")
        unit = training.one_of("unit", index(list(UNIT_NAME)))
        cost = p.edition.training_cost.get(unit, 0)
        if not cost:
            training.refuse("unit", "it cannot be trained", "Name another type")
        s.training[seat] = (unit, training.number("ops", 1, max(1, cost - 1)))
        training.done()


def read_generals(p: Play, part: Part, seat: int, named: set[int]) -> None:
    s = p.state
    for general, name, inner in members(part, "generals", ids(p, Domain.GENERAL)):
        if general in named:
            inner.refuse(name, "he stands there twice", "Name him once")
        if not is_major(p, general) and general not in minors_of(p, seat):
            inner.refuse(name, "he is no General of this player", "Name him where he belongs")
        beside = (DISPERSED, OUT, OFF_MAP) if is_major(p, general) else (OFF_MAP,)
        at = place(p, inner, name, beside)
        check_inside(p, inner, name, at, seat)
        named.add(general)
        s.owners[general] = seat
        put_general(s, general, at)


def put_general(s: State, general: int, at: int) -> None:
    s.put_general(general, at)
    if at == OUT:
        s.dead |= 1 << general


def check_inside(p: Play, part: Part, key: str, at: int, faction: int) -> None:
    """9.4: inside a Major City of one's own."""
    if at < 0 or not p.is_inside(at):
        return
    space = p.space(at)
    if not troops.is_major_city(p, space):
        part.refuse(key, "only a Major City has an inside", "Name the space itself")
    if p.state.pcs[space] != faction:
        part.refuse(key, "only its controller's pieces may be inside a city", "Name the space itself")


def read_armies(p: Play, part: Part) -> None:
    """The Independent Armies; their CUs come with them (7.5.1)."""
    s = p.state
    armies = {p.pieces.generals[army.general].id: i for i, army in enumerate(p.pieces.independents)}
    inner = part.entry("armies")
    for name, i in armies.items():
        entry = inner.entry(name)
        army = p.pieces.independents[i]
        at = place(p, entry, "at", (BOX, OUT))
        if at >= p.spaces:
            entry.refuse("at", "an Independent Army is never inside a city", "Name the space itself")
        s.owners[army.general] = INDEPENDENT
        put_general(s, army.general, at)
        if at >= 0:
            s.add_cus(at, INDEPENDENT, forces(Unit.MERCENARY, army.cus))
        s.independents_active |= entry.flag("active") << i
        entry.done()
    inner.done()
    part.done()


def read_cus(p: Play, part: Part, seat: int) -> None:
    s = p.state
    for at, name, inner in members(part, "cus", ids(p, Domain.LOCATION)):
        cus = read_forces(inner.entry(name))
        on_land(p, inner, name, at)
        if s.cu_factions.get(at, 0):
            inner.refuse(name, "CUs of two Factions are there", "Leave one of them out")
        check_inside(p, inner, name, at, seat)
        if p.is_inside(at) and troops.count(cus) > p.edition.inside_limit:
            inner.refuse(name, f"at most {p.edition.inside_limit} CUs are inside a city", "Take some out")
        s.put_cus(at, seat, cus)
    if part.has("dispersed"):
        s.dispersed[seat] = read_forces(part.entry("dispersed"))
    check_limits(p, part)


def read_forces(part: Part) -> Forces:
    cus = tuple(part.number(name, 1, MOST_CUS, default=0) for name in UNIT_NAME)
    part.done()
    if cus == NO_FORCES:
        part.fail("there is no CU", "Name at least one, or leave the place out")
    return cus


def check_limits(p: Play, part: Part) -> None:
    """7.2.C, 7.2.D: what exists once only; 16.9: Cavalry is optional."""
    stacks = [*p.state.cus.values(), *p.state.dispersed]
    if sum(cus[Unit.ROYAL] for cus in stacks) > ROYAL_ARMY:
        part.refuse("cus", f"there are more than {ROYAL_ARMY} Royal Army CUs", "Take some away")
    shields = [cus[Unit.SILVER_SHIELDS] for cus in stacks if cus[Unit.SILVER_SHIELDS]]
    if len(shields) > 1 or sum(shields) > SILVER_SHIELDS:
        part.refuse("cus", f"the Silver Shields are one stack of at most {SILVER_SHIELDS}", "Put them together")
    if any(cus[Unit.CAVALRY] for cus in stacks) and not p.option(Option.CAVALRY):
        part.refuse("cus", "Cavalry needs the option cavalry", "Add the option, or take the Cavalry away")


def check_generals(p: Play, part: Part) -> None:
    """Generals of two Factions, or a General among enemies, never stand in one location between Procedures."""
    s = p.state
    for at, mask in s.generals_at.items():
        factions = general_factions(p, at)
        holders = s.cu_factions.get(at, 0)
        if factions & (factions - 1) or (holders and holders != factions):
            last = mask.bit_length() - 1
            name, owner = p.pieces.generals[last].id, p.pieces.factions[s.owners[last]]
            where = part.entry("independents" if s.owners[last] == INDEPENDENT else "factions")
            where.refuse(owner, f"{name} stands among enemies", "Put him elsewhere")


def read_royals(p: Play, part: Part) -> None:
    s = p.state
    inner = part.entry("royals")
    for name, number in ids(p, Domain.ROYAL).items():
        entry = inner.entry(name)
        s.royals[number] = place(p, entry, "at", (BOX, OUT, OFF_MAP))
        s.royal_owner[number] = optional(entry, "controller", seats(p), NOBODY)
        if s.royal_owner[number] != NOBODY and s.royals[number] < 0:
            entry.refuse("controller", "nobody controls who is not on the map", "Leave the controller out")
        check_inside(p, entry, "at", s.royals[number], s.royal_owner[number])
        entry.done()
    inner.done()


def read_fleets(p: Play, part: Part) -> None:
    s = p.state
    for fleet, name, inner in members(part, "fleets", ids(p, Domain.FLEET)):
        entry = inner.entry(name)
        s.fleet_owner[fleet] = optional(entry, "controller", seats(p), NOBODY)
        upgraded, dispersed = entry.flag("upgraded", default=False), entry.flag("dispersed", default=False)
        if upgraded and (dispersed or s.fleet_owner[fleet] == NOBODY):
            entry.refuse("upgraded", "a Dispersed or uncontrolled Fleet is on its normal side", "Leave it out")
        s.fleet_side[fleet] = UPGRADED * upgraded | FLEET_DISPERSED * dispersed
        entry.done()


# Markers


def read_board(p: Play, part: Part) -> None:
    s = p.state
    spaces, generals = ids(p, Domain.SPACE), ids(p, Domain.GENERAL)
    read_removed_generals(p, part)
    for general, name, inner in members(part, "popularity", generals, required=False):
        s.popularity[general] = inner.number(name, 1, MOST_CUS)
    s.tomb = optional(part, "tomb", spaces)
    s.tomb_burier = optional(part, "buried_in_pella_by", seats(p), NOBODY)
    if (s.tomb_burier != NOBODY) != (s.tomb == p.edition.pella):
        part.refuse("tomb", "who buried Alexander is named if and only if he lies in Pella", "Correct one of the two")
    read_sieges(p, part)
    s.helepolis = optional(part, "helepolis", spaces)
    s.looted = mask_of(part, "looted", spaces, required=False)
    s.condemned = optional(part, "condemned", generals)
    s.persian_support = optional(part, "persian_support", seats(p), NOBODY)
    s.oracle = optional(part, "oracle", seats(p), NOBODY)
    s.cart_free = int(part.flag("cart_free", default=False))
    s.truce = part.ids("truce", seats(p), required=False)
    if len(s.truce) not in (0, 2):
        part.refuse("truce", "a truce is between two players", "Name two players")
    brides = {p.pieces.royals[bride].id: i for i, (bride, _) in enumerate(PROPOSALS)}
    for i, name, inner in members(part, "proposals", brides, required=False):
        s.proposals[i] = inner.one_of(name, seats(p))
    part.done()


def read_removed_generals(p: Play, part: Part) -> None:
    s = p.state
    for general in part.ids("removed_generals", ids(p, Domain.GENERAL), required=False):
        if s.owners[general] != NOBODY or not is_major(p, general):
            part.refuse("removed_generals", f"{p.pieces.generals[general].id} has an owner", "Say 'out' there")
        put_general(s, general, OUT)


def read_sieges(p: Play, part: Part) -> None:
    s = p.state
    for space, name, inner in members(part, "sieges", ids(p, Domain.SPACE), required=False):
        entry = inner.entry(name)
        kind = 2 if troops.is_major_city(p, space) else int(p.board.spaces[space].kind is Kind.STRONGHOLD)
        s.sp[space] = entry.number("points", 1, max(1, p.tables.siege_points_needed[kind] - 1))
        s.sp_owner[space] = entry.one_of("by", seats(p))
        if s.pcs[space] in (NOBODY, s.sp_owner[space]) or not troops.has_cu(s, space, s.sp_owner[space]):
            entry.refuse("by", "he besieges nothing there", "A besieger has CUs outside and the PC is an enemy's")
        entry.done()


# Cards


def read_cards(p: Play, part: Part, own: list[Part]) -> None:
    """Every card lies in exactly one place."""
    s = p.state
    cards = ids(p, Domain.CARD)
    seen: set[int] = set()
    for seat, held in enumerate(own):
        s.hands[seat] = pile(held, "hand", cards, seen)
        s.front[seat] = pile(held, "front", cards, seen, required=False)
    inner = part.entry("cards")
    pile(inner, "deck", cards, seen)
    pile(inner, "face_down", cards, seen, required=False)
    s.deck = list(reversed(inner.ids("deck", cards)))
    s.face_down = list(reversed(inner.ids("face_down", cards, required=False)))
    s.discard = pile(inner, "discards", cards, seen)
    s.removed = pile(inner, "removed", cards, seen)
    s.aside = pile(inner, "aside", cards, seen)
    missing = [name for name, card in cards.items() if card not in seen]
    if missing:
        inner.refuse("deck", f"the card {missing[0]} is nowhere", "Name every card once; what is not in play is aside")
    s.spent = mask_of(inner, "spent", cards, required=False)
    if s.spent and s.segment == SURRENDER:
        inner.refuse("spent", "no card has been spent when a Player Turn begins", "Leave it out")
    read_knowledge(p, inner)
    inner.done()


def pile(part: Part, key: str, cards: Mapping[str, int], seen: set[int], required: bool = True) -> int:
    mask = 0
    for card in part.ids(key, cards, required):
        if card in seen:
            part.refuse(key, "a card of it is in two places", "Name every card once")
        seen.add(card)
        mask |= 1 << card
    return mask


def read_knowledge(p: Play, part: Part) -> None:
    """A player knows his own hand; `known` tells who knows more."""
    s = p.state
    for seat, hand in enumerate(s.hands):
        for card in range(len(p.cards)):
            if hand >> card & 1:
                s.knows[card] = 1 << seat
    for card, name, inner in members(part, "known", ids(p, Domain.CARD), required=False):
        if (s.discard | s.removed | s.aside) >> card & 1 or any(mask >> card & 1 for mask in s.front):
            inner.refuse(name, "everybody can see this card", "Name hidden cards only")
        s.knows[card] |= mask_of(inner, name, seats(p))


def read_chance(p: Play, part: Part) -> None:
    s = p.state
    s.fixed_dice = part.numbers("dice", 1, 6) if part.has("dice") else ()
    cards = ids(p, Domain.CARD)
    if part.has("draws"):
        s.fixed_draws = part.ids("draws", cards)


# Everything together


def settle(p: Play, part: Part) -> None:
    """A101: a position stands still; what the rules would change at once is refused."""
    s = p.state
    before = describe(p)
    s.vp, s.legitimacy = [0] * s.players, [0] * s.players
    rescore(p)
    upkeep(p)
    if s.result:
        part.refuse("factions", f"{p.pieces.factions[s.result[0]]} has won already", "Set up a game that goes on")
    path = difference(before, describe(p))
    if path:
        inner = Part(part.file, part.source, path[:-1], {})
        inner.refuse(path[-1], f"by the rules it would at once be {found(describe(p), path)}", "Correct it")


def difference(a: Any, b: Any, path: Path = ()) -> Path:
    """The way to the first thing in which two values differ; empty if they are equal."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *b]:
            if a.get(key) != b.get(key):
                return difference(a.get(key), b.get(key), (*path, key))
    return () if a == b else path


def found(value: Any, path: Path) -> str:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return "different" if isinstance(value, list | dict) else "nothing" if value is None else shown(value)
