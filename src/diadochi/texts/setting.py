"""Setting up a position: every field is read by name, what follows from the others may be left out, and what the
rules cannot leave on a table is refused (`diadochi.texts.possible`)."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from diadochi.catalogue import say
from diadochi.data.entry import index, shown
from diadochi.errors import TextError
from diadochi.model import moves
from diadochi.model.board import Kind
from diadochi.model.ids import (
    NO_GENERAL,
    SEATS,
    CardId,
    FactionId,
    FleetId,
    GeneralId,
    LocationId,
    Number,
    RoyalId,
    SeatId,
    SpaceId,
    UnitId,
)
from diadochi.model.material import Material
from diadochi.model.naming import BESIDE, SEGMENT_NAME
from diadochi.model.options import Option
from diadochi.model.pieces import FEMALES, NO_FORCES, UNIT_NAME, Forces, Royal, Unit
from diadochi.model.state import (
    BOX,
    DISPERSED,
    INDEPENDENT,
    NO_SPACE,
    NOBODY,
    OFF_MAP,
    OUT,
    SURRENDER,
    State,
    cards_in,
    forces,
    generals_in,
    space_id,
)
from diadochi.model.verbs import Domain
from diadochi.rules import face as rules
from diadochi.rules.face import (
    CAPITAL_LOST,
    FLEET_DISPERSED,
    PROPOSALS,
    UPGRADED,
    Play,
    empty_state,
    hand_out_minors,
    is_major,
    minors_of,
    update_fleets,
    upkeep,
)
from diadochi.texts import possible
from diadochi.texts.header import PLAYERS, read_material, read_options
from diadochi.texts.position import FORMAT, LOST, VERSION, Position, describe, to_text
from diadochi.texts.reader import Part, Path, read, read_header

STAGES = (rules.TURN_START, rules.TYCHE_CARD, rules.TURN_MOVES, rules.TURN_FORAGING)
"""Where the Player Turn begins each Segment."""
MOST_CUS = 99
ROYAL_ARMY = 8
SILVER_SHIELDS = 2


def set_up(position: Position, key: bytes, material: Material | None = None, *, strict: bool = True) -> Play:
    """The game of a position, at the start of its Segment, with the material that it names where none is given.

    Not `strict`: the beginning of an older record, which may hold what is refused today."""
    part = read("position", as_text(position) if isinstance(position, dict) else position)
    if part.has("format") or part.has("version"):
        read_header(part, FORMAT, VERSION)
    material = read_material(part, material, exact=False)
    p = Play(material, empty_state(material, read_players(part), read_options(part, material), key))
    hand_out_minors(p)
    read_time(p, part)
    own = player_parts(p, part)
    read_pieces(p, part, own)
    read_board(p, entry(part, "board"))
    read_cards(p, part, own)
    read_chance(p, part)
    for inner in (*own, part):
        inner.done()
    if strict:
        possible.check(p, part)
    settle(p, part)
    return p


def as_text(position: dict[str, Any]) -> str:
    try:
        return to_text(position)
    except (TypeError, ValueError, RecursionError):
        raise TextError("error.position_holds_something_json") from None


# Names


def ids(p: Play, domain: int, kind: Callable[[int], Number]) -> Mapping[str, Number]:
    """By name: the numbers of a domain, which are ids of a kind."""
    return p.material.notation.numbers[domain]  # type: ignore[return-value]


def spaces_of(p: Play) -> Mapping[str, SpaceId]:
    return p.board.space_index


def seats(p: Play) -> dict[str, SeatId]:
    return dict(zip(p.pieces.factions, SEATS[p.state.players], strict=False))


def entry(part: Part, key: str) -> Part:
    """An object that may be left out."""
    return part.entry(key) if part.has(key) else part.at((*part.path, key))


def members(part: Part, key: str, names: Mapping[str, Number]) -> Iterator[tuple[Number, str, Part]]:
    """The number, the name and the part around it, for each field of an object whose fields are ids."""
    inner = entry(part, key)
    for name in inner.raw:
        inner.has(name)
        yield inner.known(key, name, names), name, inner


def optional(part: Part, key: str, names: Mapping[str, Number], default: Number) -> Number:
    return part.one_of(key, names) if part.has(key) else default


def mask_of(part: Part, key: str, names: Mapping[str, int]) -> int:
    return sum(1 << number for number in part.ids(key, names, required=False))


def place(p: Play, part: Part, key: str, beside: tuple[int, ...]) -> int:
    """A location on land, or one of the places beside the map."""
    value = part.value(key)
    names = {BESIDE[number]: number for number in beside}
    at = part.known(key, value, names if value in BESIDE.values() else ids(p, Domain.LOCATION, LocationId))
    return on_land(p, part, key, LocationId(at))


def on_land(p: Play, part: Part, key: str, at: LocationId) -> int:
    if p.is_at_sea(at):
        found = p.material.notation.ids[Domain.LOCATION][at]
        part.expect(key, found, say("error.place_on_land_nobody"), "13.1.1")
    return at


# When


def read_players(part: Part) -> int:
    number = part.value("players") if part.has("players") else len(part.entry("factions").raw)
    return part.in_range("players", number, *PLAYERS)


def read_time(p: Play, part: Part) -> None:
    s = p.state
    last = p.edition.turns - 1 if p.option(Option.SHORT_GAME) else p.edition.turns
    s.turn = part.number("turn", 1, last, default=1)
    s.round = part.number("round", 1, p.edition.rounds[s.players], default=1)
    s.order = part.ids("order", seats(p), required=False) or SEATS[s.players]
    if len(s.order) != s.players:
        part.expect(
            "order",
            say("error.order_players", order=len(s.order)),
            say("error.all_players", players=s.players),
            "5.1.C.1",
        )
    s.first = s.order[0]
    s.usurper = optional(part, "usurper", seats(p), NOBODY)
    s.active = optional(part, "active", seats(p), s.first)
    s.segment = optional(part, "segment", index(list(SEGMENT_NAME)), SURRENDER)
    player_turn = rules.PlayerTurn(s.active, STAGES[s.segment])
    s.agenda = [rules.GameTurn(rules.STRATEGY_PHASE, NOBODY, s.order.index(s.active) + 1), player_turn]


# Pieces


def player_parts(p: Play, part: Part) -> list[Part]:
    players = part.entry("factions")
    out = [players.entry(faction) for faction in seats(p)]
    players.done()
    return out


def read_pieces(p: Play, part: Part, own: list[Part]) -> None:
    independents = entry(part, "independents")
    named: set[int] = set()
    read_capitals(p, own)
    for seat, inner in zip(SEATS[p.state.players], own, strict=True):
        read_pcs(p, inner, seat)
        read_marks(p, inner, seat)
    read_independent_pcs(p, independents)
    for seat, inner in zip(SEATS[p.state.players], own, strict=True):
        read_generals(p, inner, seat, named)
    read_dealt(p, own)
    read_armies(p, independents)
    for seat, inner in zip(SEATS[p.state.players], own, strict=True):
        read_cus(p, inner, seat)
    check_generals(p, part)
    read_royals(p, part)
    read_fleets(p, part)


def read_capitals(p: Play, parts: list[Part]) -> None:
    s = p.state
    for seat, own in zip(SEATS[p.state.players], parts, strict=True):
        for key, field, put in (
            ("capital", s.capital, moves.put_capital),
            ("construction", s.construction, moves.put_construction),
        ):
            lost = {LOST: CAPITAL_LOST} if key == "capital" else {}
            space = optional(own, key, {**spaces_of(p), **lost}, NO_SPACE)
            if space >= 0 and p.board.spaces[space].kind in (Kind.MAJOR, Kind.TRANSIT):
                own.expect(key, own.raw[key], say("error.minor_city_stronghold"), "16.1.3")
            if space >= 0 and space in field:
                own.expect(
                    key, say("error.which_another_player_s", raw=own.raw[key]), say("error.space_his_own"), "16.1.3"
                )
            put(s, seat, space)
        moves.count_capitals_taken(s, seat, own.number("capitals_taken", 0, MOST_CUS, default=0))


def read_pcs(p: Play, part: Part, faction: FactionId) -> None:
    s = p.state
    for space in part.ids("pcs", spaces_of(p), required=False):
        name = p.board.spaces[space].id
        if s.pcs[space] != NOBODY:
            both = say("error.two_pcs", space=name, other=p.pieces.factions[s.pcs[space]])
            part.expect("pcs", both, say("error.one_pc_space"), "2.16")
        if p.board.spaces[space].kind == Kind.TRANSIT:
            part.expect("pcs", say("error.transit_point", name=name), say("error.space_takes_pc"), "2.6")
        moves.put_pc(s, space, faction)


def read_independent_pcs(p: Play, part: Part) -> None:
    """Where nothing is said, the Independent PCs of the set-up stand where no player's PC does (4.1)."""
    s = p.state
    if part.has("pcs"):
        read_pcs(p, part, INDEPENDENT)
        return
    for i, space in enumerate(p.board.spaces):
        here = not space.independent_players or s.players in space.independent_players
        if space.independent and here and s.pcs[i] == NOBODY:
            moves.put_pc(s, space_id(i), INDEPENDENT)


def read_marks(p: Play, part: Part, seat: SeatId) -> None:
    """What a player is and is training."""
    s = p.state
    if not part.flag("champion", default=True):
        moves.make_successor(s, seat)
    s.battle_lost |= part.flag("lost_battle", default=False) << seat
    if part.has("training"):
        training = part.entry("training")
        units = {UNIT_NAME[unit]: unit for unit in p.edition.training_cost}
        unit = training.one_of("unit", units)
        moves.put_training(s, seat, UnitId(unit), training.number("ops", 1, p.edition.training_cost[unit] - 1))
        training.done()


def read_generals(p: Play, part: Part, seat: SeatId, named: set[int]) -> None:
    s = p.state
    for general, name, inner in members(part, "generals", ids(p, Domain.GENERAL, GeneralId)):
        if general in named:
            other = p.pieces.factions[s.owners[general]]
            inner.expect(name, say("error.him_too", other=other), say("error.general_one_player"), "4.4.1")
        if not is_major(p, general) and general not in minors_of(p, seat):
            own = ", ".join(p.pieces.generals[g].id for g in minors_of(p, seat))
            inner.expect(name, say("error.general_another_faction"), say("error.major_general_one", own=own), "4.5.1")
        beside = (DISPERSED, OUT, OFF_MAP) if is_major(p, general) else (OFF_MAP,)
        at = place(p, inner, name, beside)
        check_inside(p, inner, name, LocationId(at), seat)
        named.add(general)
        moves.give_general(s, general, seat)
        put_general(s, general, LocationId(at))


def read_dealt(p: Play, own: list[Part]) -> None:
    """The Generals of the set-up; where nothing is said, the Starting Generals whom he has."""
    s = p.state
    for seat, part in zip(SEATS[p.state.players], own, strict=True):
        starting = sum(1 << g for g in rules.starting_generals(p) if s.owners[g] == seat)
        dealt = mask_of(part, "dealt", ids(p, Domain.GENERAL, GeneralId)) if part.has("dealt") else starting
        moves.note_dealt(s, seat, dealt)


def put_general(s: State, general: GeneralId, at: LocationId) -> None:
    if at == OUT:
        moves.remove_general(s, general)
    else:
        moves.put_general(s, general, at)


def check_inside(p: Play, part: Part, key: str, at: LocationId, faction: FactionId) -> None:
    """9.4: inside a Major City of one's own."""
    if at < 0 or not p.is_inside(at):
        return
    space = p.space(at)
    found = p.material.notation.ids[Domain.LOCATION][at]
    if not rules.is_major_city(p, space):
        part.expect(key, found, say("error.no_inside_here", id=p.board.spaces[space].id), "2.9")
    if p.state.pcs[space] != faction:
        part.expect(key, found, say("error.inside_only_its_controller", id=p.board.spaces[space].id), "9.4.1")


def read_armies(p: Play, part: Part) -> None:
    """The Independent Armies; their CUs come with them (7.5.1). Where nothing is said they are as at set-up."""
    s = p.state
    armies = {p.pieces.generals[army.general].id: i for i, army in enumerate(p.pieces.independents)}
    inner = entry(part, "armies")
    for name, i in armies.items():
        army = p.pieces.independents[i]
        told = entry(inner, name)
        start = army.start if army.start >= 0 else BOX
        at = place(p, told, "at", (BOX, OUT)) if told.has("at") else start
        if p.is_inside(LocationId(at)):
            told.expect("at", told.raw["at"], say("error.space_itself_independent_army"), "9.4.1")
        moves.give_general(s, army.general, INDEPENDENT)
        put_general(s, army.general, LocationId(at))
        if at >= 0:
            moves.add_cus(s, LocationId(at), INDEPENDENT, forces(Unit.MERCENARY, army.cus))
        if told.flag("active", default=at >= 0):
            moves.activate_independents(s, i)
        told.done()
    inner.done()
    part.done()


def read_cus(p: Play, part: Part, seat: SeatId) -> None:
    s = p.state
    for at, name, inner in members(part, "cus", ids(p, Domain.LOCATION, LocationId)):
        cus = read_forces(inner.entry(name))
        on_land(p, inner, name, at)
        others = s.cu_factions.get(at, 0)
        if others:
            other = p.pieces.factions[others.bit_length() - 1]
            inner.expect(name, say("error.cus_too", other=other), say("error.cus_one_faction_location"), "10.C")
        check_inside(p, inner, name, at, seat)
        limit = rules.inside_limit(p, p.space(at))
        if p.is_inside(at) and rules.count_cus(cus) > limit:
            inner.expect(
                name,
                say("error.so_many_cus", what=rules.count_cus(cus)),
                say("error.at_most_cus_inside", limit=limit),
                "9.4.5",
            )
        moves.put_cus(s, at, seat, cus)
    if part.has("dispersed"):
        moves.put_in_box(s, seat, read_forces(part.entry("dispersed")))
    check_limits(p, part)


def read_forces(part: Part) -> Forces:
    cus = tuple(part.number(name, 1, MOST_CUS, default=0) for name in UNIT_NAME)
    part.done()
    if cus == NO_FORCES:
        part.fail(say("error.found_cu_expected_at"), say("error.name_one_leave_place"))
    return cus


def check_limits(p: Play, part: Part) -> None:
    """7.2.D, 7.2.F: what exists once only; 16.9: Cavalry is optional."""
    stacks = [*p.state.cus.values(), *p.state.dispersed]
    royal = sum(cus[Unit.ROYAL] for cus in stacks)
    if royal > ROYAL_ARMY:
        part.expect(
            "cus", say("error.royal_army_cus_all", royal=royal), say("error.at_most", royal_army=ROYAL_ARMY), "7.2.F.1"
        )
    shields = [cus[Unit.SILVER_SHIELDS] for cus in stacks if cus[Unit.SILVER_SHIELDS]]
    if len(shields) > 1 or sum(shields) > SILVER_SHIELDS:
        stack = say("error.one_stack", most=SILVER_SHIELDS)
        part.expect(
            "cus", say("error.silver_shields_stacks", what=sum(shields), shields=len(shields)), stack, "7.2.D.3"
        )
    if any(cus[Unit.CAVALRY] for cus in stacks) and not p.option(Option.CAVALRY):
        part.expect("cus", "cavalry", say("error.none_without_option_cavalry"), "16.9.1")


def check_generals(p: Play, part: Part) -> None:
    """Generals of two Factions, or a General among enemies, never stand in one location between Procedures."""
    s = p.state
    for at, mask in s.generals_at.items():
        factions = p.state.general_factions(at)
        holders = s.cu_factions.get(at, 0)
        if factions & (factions - 1) or (holders and holders != factions):
            last = mask.bit_length() - 1
            name, owner = p.pieces.generals[last].id, p.pieces.factions[s.owners[last]]
            independent = s.owners[last] == INDEPENDENT
            path = ("independents", "armies") if independent else ("factions", owner, "generals")
            where = p.material.notation.ids[Domain.LOCATION][at]
            part.at(path).expect(
                name, say("error.him_at_among_enemies", where=where), say("error.place_without_enemies"), "9.3.A.5"
            )


def read_royals(p: Play, part: Part) -> None:
    """As at set-up where nothing is said, no Cart beside a Tomb; who takes them by their location has them (8.2.2)."""
    s = p.state
    inner = entry(part, "royals")
    buried = entry(part, "board").has("tomb")
    for name, number in ids(p, Domain.ROYAL, RoyalId).items():
        told = entry(inner, name)
        default = OUT if buried and number == Royal.FUNERAL_CART else possible.usual_place(p, number)
        at = place(p, told, "at", (BOX, OUT)) if told.has("at") else default
        moves.put_royal(s, number, LocationId(at))
        moves.give_royal(s, number, optional(told, "controller", seats(p), NOBODY))
        if s.royal_owner[number] != NOBODY and at < 0:
            told.expect("controller", told.raw["controller"], say("error.nobody_she_he_on"), "8.2.1")
        if not told.has("controller") and number not in FEMALES and at >= 0:
            rules.find_guardian(p, number, LocationId(at), NOBODY)
            if s.royals[number] != at:
                told.expect("at", told.raw.get("at", default), say("error.out_independents_destroy_cart"), "16.4.1")
        check_inside(p, told, "at", s.royals[number], s.royal_owner[number])
        told.done()
    inner.done()


def read_fleets(p: Play, part: Part) -> None:
    """A Fleet goes with its Province or space (7.4.2): its controller may be left out."""
    s = p.state
    rules.update_provinces(p)
    update_fleets(p)
    for fleet, name, inner in members(part, "fleets", ids(p, Domain.FLEET, FleetId)):
        told = inner.entry(name)
        bound = p.pieces.fleets[fleet].province >= 0 or p.pieces.fleets[fleet].space >= 0
        owner = optional(told, "controller", seats(p), s.fleet_owner[fleet])
        if bound and owner != s.fleet_owner[fleet]:
            right = possible.faction_name(p, s.fleet_owner[fleet])
            told.expect("controller", told.raw["controller"], say("error.as_its_province_space", right=right), "7.4.2")
        moves.give_fleet(s, fleet, owner)
        upgraded, dispersed = told.flag("upgraded", default=False), told.flag("dispersed", default=False)
        if upgraded and (dispersed or owner == NOBODY):
            found = "error.true_fleet_dispersed" if dispersed else "error.true_fleet_uncontrolled"
            told.expect("upgraded", say(found), "false", "7.4.8")
        moves.turn_fleet(s, fleet, UPGRADED * upgraded | FLEET_DISPERSED * dispersed)
        told.done()


# Markers


def read_board(p: Play, part: Part) -> None:
    s = p.state
    spaces, generals = spaces_of(p), ids(p, Domain.GENERAL, GeneralId)
    read_removed_generals(p, part)
    for general, name, inner in members(part, "popularity", generals):
        moves.add_popularity(s, general, inner.number(name, 1, MOST_CUS))
    for general in generals_in(mask_of(part, "commanders", generals)):
        moves.name_commander(s, general, 0)
    moves.put_tomb(s, optional(part, "tomb", spaces, NO_SPACE), optional(part, "buried_in_pella_by", seats(p), NOBODY))
    read_sieges(p, part)
    moves.put_helepolis(s, optional(part, "helepolis", spaces, NO_SPACE))
    moves.loot(s, mask_of(part, "looted", spaces))
    moves.condemn(s, optional(part, "condemned", generals, NO_GENERAL))
    moves.give_persian_support(s, optional(part, "persian_support", seats(p), NOBODY))
    moves.give_oracle(s, optional(part, "oracle", seats(p), NOBODY))
    if part.flag("cart_free", default=False):
        moves.free_cart(s)
    s.truce = part.ids("truce", seats(p), required=False)
    if len(s.truce) not in (0, 2):
        part.expect("truce", say("error.truce_players", truce=len(s.truce)), say("error.two_players"), "16.1.1")
    brides = {p.pieces.royals[bride].id: i for i, (bride, _) in enumerate(PROPOSALS)}
    for i, name, inner in members(part, "proposals", brides):
        moves.put_proposal(s, i, inner.one_of(name, seats(p)))
    part.done()


def read_removed_generals(p: Play, part: Part) -> None:
    """4.4.3: the unavailable Generals; they need not be named."""
    s = p.state
    old = rules.general_named(p, "antipatros")
    gone = (*p.pieces.unavailable, old) if possible.died_of_old_age(p, old) else p.pieces.unavailable
    out = {p.pieces.generals[g].id: g for g in gone}
    for general in part.ids("removed_generals", ids(p, Domain.GENERAL, GeneralId), required=False):
        if general not in gone:
            name = p.pieces.generals[general].id
            right = say("error.removed_only", names=list(out))
            part.expect("removed_generals", name, right, "4.4.3")
    for general in gone:
        put_general(s, general, OUT)


def read_sieges(p: Play, part: Part) -> None:
    s = p.state
    for space, name, inner in members(part, "sieges", spaces_of(p)):
        told = inner.entry(name)
        points = told.number("points", 1, MOST_CUS)
        moves.put_siege_points(s, space, told.one_of("by", seats(p)), points)
        if s.pcs[space] in (NOBODY, s.sp_owner[space]) or not rules.has_cu(s, space, s.sp_owner[space]):
            told.expect("by", told.raw["by"], say("error.player_cus_outside_where"), "15.3.1")
        told.done()


# Cards


def read_cards(p: Play, part: Part, own: list[Part]) -> None:
    """Every card lies in one place; a card that stands nowhere is where the rules leave it, or shuffled in."""
    s = p.state
    cards = ids(p, Domain.CARD, CardId)
    seen: set[int] = set()
    for seat, held in zip(SEATS[s.players], own, strict=True):
        s.hands[seat] = pile(held, "hand", cards, seen)
        s.front[seat] = pile(held, "front", cards, seen)
    inner = entry(part, "cards")
    pile(inner, "deck", cards, seen)
    pile(inner, "face_down", cards, seen)
    s.deck = list(reversed(inner.ids("deck", cards, required=False)))
    s.face_down = list(reversed(inner.ids("face_down", cards, required=False)))
    s.discard = pile(inner, "discards", cards, seen)
    s.removed = pile(inner, "removed", cards, seen)
    s.aside = pile(inner, "aside", cards, seen)
    s.spent = mask_of(inner, "spent", cards)
    s.flipped = mask_of(inner, "flipped", cards) if inner.has("flipped") else possible.flipped(p)
    read_knowledge(p, inner)
    deal_rest(p, inner, own, [card for card in cards.values() if card not in seen])
    for seat, hand in zip(SEATS[s.players], s.hands, strict=True):
        for card in cards_in(hand):
            s.knows[card] |= 1 << seat
    inner.done()


def pile(part: Part, key: str, cards: Mapping[str, int], seen: set[int]) -> int:
    mask = 0
    names = {card: name for name, card in cards.items()}
    for card in part.ids(key, cards, required=False):
        if card in seen:
            part.expect(
                key, say("error.which_two_places", names=names[card]), say("error.every_card_one_place"), "5.3.1"
            )
        seen.add(card)
        mask |= 1 << card
    return mask


def deal_rest(p: Play, part: Part, own: list[Part], rest: list[int]) -> None:
    """Cards that nobody has named: first those that are out of play, then the face-down cards and the hands that
    are left out; the others lie under the draw pile. The key shuffles them, as a stream of its own."""
    s = p.state
    unnamed = sum(1 << card for card in rest)
    if not part.has("removed"):
        s.removed = possible.gone(p) & unnamed
    if not part.has("aside"):
        s.aside = possible.not_in_play(p) & unnamed & ~s.removed
    shuffled = shuffle(cards_in(unnamed & ~s.removed & ~s.aside), s.key)
    if not part.has("face_down"):
        s.face_down = [shuffled.pop() for _ in range(min(possible.face_down_size(p), len(shuffled)))]
    for seat, held in zip(SEATS[s.players], own, strict=True):
        if not held.has("hand"):
            size = min(possible.hand_size(p, seat), len(shuffled))
            s.hands[seat] = sum(1 << shuffled.pop() for _ in range(size))
    s.deck = shuffled + s.deck


def shuffle(cards: list[CardId], key: bytes) -> list[CardId]:
    other = State()
    other.key = hashlib.sha256(b"diadochi position " + key).digest()
    rules.shuffle(other, cards)
    return cards


def read_knowledge(p: Play, part: Part) -> None:
    """A player knows his own hand; `known` tells who knows more."""
    for card, name, inner in members(part, "known", ids(p, Domain.CARD, CardId)):
        p.state.knows[card] = mask_of(inner, name, seats(p))


def read_chance(p: Play, part: Part) -> None:
    s = p.state
    s.fixed_dice = part.numbers("dice", 1, 6) if part.has("dice") else ()
    s.fixed_draws = part.ids("draws", ids(p, Domain.CARD, CardId), required=False)


# Everything together


def settle(p: Play, part: Part) -> None:
    """A101: a position stands still; what the rules would change at once is refused."""
    s = p.state
    s.vp, s.legitimacy = [0] * s.players, [0] * s.players
    before = describe(p)
    p.events = []
    rules.rescore(p)
    upkeep(p)
    if s.result:
        winner = p.pieces.factions[s.result[0]]
        part.expect(
            "factions", say("error.who_has_won_already", winner=winner), say("error.game_goes_on"), p.events[-1].rule
        )
    after = describe(p)
    path = difference(before, after)
    if path:
        change = say("error.made_at_once", found=found(after, path))
        part.at(path[:-1]).expect(path[-1], found(before, path), change, p.events[0].rule if p.events else "2.35")
    if s.usurper == NOBODY:
        s.usurper = possible.usual_usurper(p)


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
    if isinstance(value, list | dict):
        return say("error.something_else")
    return say("error.nothing") if value is None else shown(value)
