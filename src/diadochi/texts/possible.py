"""What the rules can leave behind at the start of a Segment, and what is refused in a position because they cannot.

Each check compares what was read with what the rules allow and names the field, what was found, what was expected
and the rule. What upkeep would change at once is found elsewhere (`setting.settle`).
"""

from collections.abc import Iterable

from diadochi.catalogue import SaidError, either, say
from diadochi.model.board import Kind
from diadochi.model.cards import CardKind
from diadochi.model.ids import SEATS, CardId, FactionId, GeneralId, LocationId, RoyalId, SeatId, SpaceId
from diadochi.model.naming import BESIDE
from diadochi.model.options import OPTION_NAME, Option
from diadochi.model.pieces import IndependentArmy, Royal, Unit
from diadochi.model.state import (
    ACTIVATION,
    BOX,
    INDEPENDENT,
    NOBODY,
    OFF_MAP,
    OUT,
    SURRENDER,
    State,
    cards_in,
    generals_in,
    spaces_in,
)
from diadochi.model.verbs import Domain
from diadochi.rules import face as rules
from diadochi.rules.face import (
    CAPITAL_LOST,
    FLEET_DISPERSED,
    OPTIONAL_CARDS,
    PROPOSALS,
    Play,
    dealt_to,
    general_named,
)
from diadochi.texts.reader import Part


def check(p: Play, part: Part) -> None:
    check_order(p, part)
    check_dealt(p, part)
    check_generals(p, part)
    check_armies(p, part)
    check_royals(p, part)
    check_cart(p, part)
    check_fleets(p, part)
    check_options(p, part)
    check_markers(p, part)
    check_capitals(p, part)
    check_proposals(p, part)
    check_cards(p, part)
    check_flipped(p, part)
    check_knowledge(p, part)
    if is_start_of_game_turn(p.state):
        check_start_of_game_turn(p, part)


# Names


def faction_name(p: Play, faction: FactionId) -> str:
    return p.pieces.factions[faction] if faction >= 0 else "nobody"


def general_name(p: Play, general: GeneralId) -> str:
    return p.pieces.generals[general].id


def space_name(p: Play, space: SpaceId) -> str:
    return p.board.spaces[space].id


def place_name(p: Play, at: LocationId) -> str:
    return p.material.notation.ids[Domain.LOCATION][at] if at >= 0 else BESIDE[at]


def card_names(p: Play, cards: Iterable[int]) -> str:
    return ", ".join(p.cards[card].number for card in cards) or say("none")


def general_names(p: Play, generals: Iterable[int]) -> str:
    return ", ".join(general_name(p, GeneralId(g)) for g in generals) or say("none")


def royal_name(p: Play, royal: RoyalId) -> str:
    return p.pieces.royals[royal].id


# When


def check_order(p: Play, part: Part) -> None:
    """5.1.C.3: from the First Player to the left, or to the right."""
    s = p.state
    ways = [tuple(SEATS[s.players][(s.first + way * i) % s.players] for i in range(s.players)) for way in (1, -1)]
    if s.order not in ways:
        told, left, right = (", ".join(faction_name(p, seat) for seat in order) for order in (s.order, *ways))
        part.expect("order", told, either([left, right]), "5.1.C.3")


def is_start_of_game_turn(s: State) -> bool:
    """Nobody has done anything since the cards were dealt."""
    return s.round == 1 and s.active == s.first and s.segment == SURRENDER


def check_start_of_game_turn(p: Play, part: Part) -> None:
    """5.3.1, 5.6: with a Game Turn ends whatever lasts for a Game Turn."""
    s = p.state
    board = part.at(("board",))
    if s.discard:
        cards = part.at(("cards",))
        cards.expect("discards", card_names(p, cards_in(s.discard)), say("error.none_when_cards_have"), "5.3.1")
    for seat in SEATS[s.players]:
        if s.battle_lost >> seat & 1:
            own = part.at(("factions", faction_name(p, seat)))
            own.expect("lost_battle", True, say("error.false_nobody_has_fought"), "5.0.1")
    if s.truce:
        told = ", ".join(faction_name(p, seat) for seat in s.truce)
        board.expect("truce", told, say("error.none_ends_game_turn"), "16.1.1")
    for i, groom in enumerate(s.proposals):
        if groom != NOBODY:
            bride = royal_name(p, PROPOSALS[i][0])
            offers = part.at(("board", "proposals"))
            offers.expect(bride, faction_name(p, groom), say("error.none_ends_game_turn"), "6.2.12")
    if s.tomb >= 0 and s.turn == p.edition.burial_turns[0]:
        board.expect("tomb", space_name(p, s.tomb), say("error.none_nobody_can_have"), "3.8.5")
    for f, fleet in enumerate(p.pieces.fleets):
        waits = p.option(Option.DISPERSED_FLEETS) and s.fleet_owner[f] != NOBODY
        if s.fleet_side[f] & FLEET_DISPERSED and not waits:
            part.at(("fleets", fleet.id)).expect("dispersed", True, say("error.false_fleets_return"), "5.2.1, 5.2.2")


def usual_usurper(p: Play) -> SeatId:
    """5.1.B.1: the most VP, then the most Senior General, then Turn Order."""
    s = p.state
    return max(s.order, key=lambda seat: (s.vp[seat], rules.seniority(p, seat)))


# Generals


def check_dealt(p: Play, part: Part) -> None:
    """4.4.1: every Starting General is dealt, to each player as many."""
    s = p.state
    each, starting = rules.generals_each(p), rules.starting_generals(p)
    for seat in SEATS[s.players]:
        own = part.at(("factions", faction_name(p, seat)))
        dealt = generals_in(s.dealt[seat])
        twice = [g for g in dealt if any(s.dealt[other] >> g & 1 for other in range(seat))]
        if twice:
            own.expect("dealt", general_names(p, twice), say("error.generals_who_were_dealt"), "4.4.1")
        if len(dealt) != each or not set(dealt) <= set(starting):
            names = general_names(p, dealt)
            own.expect(
                "dealt", names, say("error.starting_generals", each=each, what=general_names(p, starting)), "4.4.1"
            )


def check_generals(p: Play, part: Part) -> None:
    s = p.state
    for general in range(p.pieces.majors):
        owner = s.owners[general]
        right, rule, why = rightful_owners(p, GeneralId(general))
        if owner not in right:
            names = either([faction_name(p, seat) for seat in right])
            found = say("error.general_with", who=faction_name(p, owner))
            expect_general(p, part, GeneralId(general), found, say(why.key, who=names, **why.fills), rule)
        if owner != NOBODY and s.generals[general] == OFF_MAP:
            expect_general(p, part, GeneralId(general), "'off map'", say("error.place_of_general"), "5.2.16")
    for seat in SEATS[s.players]:
        check_number_of_generals(p, part, seat)
    old = general_named(p, "antipatros")
    if s.turn >= 3 and not s.dead >> old & 1:
        found = place_name(p, s.generals[old])
        expect_general(p, part, old, found, say("error.out_polyperchon"), "5.1.A.3")


def check_number_of_generals(p: Play, part: Part, seat: SeatId) -> None:
    """6.2.D.2, 6.2.D.3: nobody recruits beyond the number he received; Demetrios and the cards come on top."""
    if p.edition.recruit_when != "fewer_than_dealt":
        return
    s = p.state
    guests = [g for g in p.pieces.event_generals if general_name(p, g) != "polyperchon"]
    living = [g for g in rules.living(p, seat) if g not in guests]
    relaxed = s.turn >= p.edition.recruit_relaxed_from_turn
    most = s.dealt[seat].bit_count() + relaxed
    if len(living) > most:
        own = part.at(("factions", faction_name(p, seat)))
        names = say("error.living_generals", names=general_names(p, living), generals=len(living))
        own.expect("generals", names, say("error.at_most_them", most=most), "6.2.D.3" if relaxed else "6.2.D.2")


def expect_general(p: Play, part: Part, general: GeneralId, found: str, expected: str, rule: str) -> None:
    owner = p.state.owners[general]
    path = ("factions", faction_name(p, owner), "generals") if owner != NOBODY else ("factions",)
    part.at(path).expect(general_name(p, general), found, expected, rule)


def rightful_owners(p: Play, general: GeneralId) -> tuple[tuple[SeatId, ...], str, SaidError]:
    """Whose a Major General may be, by which rule, and why."""
    s = p.state
    anybody = SEATS[s.players]
    name = general_name(p, general)
    if general in rules.starting_generals(p):
        nobody = (NOBODY,) if died_of_old_age(p, general) else ()
        return (dealt_to(p, general), *nobody), "4.4.1", SaidError("error.general_dealt")
    if general in p.pieces.unavailable:
        return (NOBODY,), "4.4.3", SaidError("error.general_unavailable")
    if name == "polyperchon":
        dead = s.dead >> general_named(p, "antipatros") & 1
        waits = p.edition.polyperchon_arrives == "turn3" and s.turn < 3
        heir = dealt_to(p, general_named(p, "antipatros")) if dead and not waits else NOBODY
        return (heir,), "7.1.B.4", SaidError("error.general_succeeds")
    if name == "demetrios":
        heir = dealt_to(p, general_named(p, "antigonos")) if s.turn >= 3 else NOBODY
        return (heir,), "5.1.A.4", SaidError("error.general_comes")
    if general in p.pieces.event_generals:
        card = next(i for i, c in enumerate(p.cards) if c.params.general == general)
        first = p.cards[card].params.from_turn
        if s.turn < first:
            too_early = SaidError("error.general_too_early", card=p.cards[card].number, turn=first)
            return (NOBODY,), "6.2.A.1", too_early
        return (NOBODY, *anybody), "6.2.A.1", SaidError("error.general_of_card")
    recruit = p.pieces.generals[general].recruit
    elder = recruit.after_death_of if recruit is not None else ""
    if elder and not s.dead >> general_named(p, elder) & 1:
        return (NOBODY,), "6.2.D.7", SaidError("error.general_waits", elder=elder)
    return (NOBODY, *anybody), "6.2.D.1", SaidError("error.general_reserve")


def died_of_old_age(p: Play, general: GeneralId) -> bool:
    """5.1.A.3: where losses are counted he is nobody's any more."""
    s = p.state
    old = general == general_named(p, "antipatros") and s.owners[general] == NOBODY
    return old and p.edition.recruit_when == "any_lost" and s.turn >= 3


# Independent Armies


def overland(p: Play, army: IndependentArmy) -> set[SpaceId]:
    """9.5: where an Independent Army can march from its first space; none sails."""
    name = general_name(p, army.general)
    first = [army.start] if army.start >= 0 else [path.space for path in p.board.entry_paths if path.army == name]
    out, ahead = set(first), first
    while ahead:
        for near, _ in p.board.land_links[ahead.pop()]:
            if near not in out:
                out.add(near)
                ahead.append(near)
    return out


def check_armies(p: Play, part: Part) -> None:
    s = p.state
    for i, army in enumerate(p.pieces.independents):
        name, at = general_name(p, army.general), s.generals[army.general]
        own = part.at(("independents", "armies", name))
        if at >= 0:
            province = p.board.spaces[p.space(at)].province
            lands = either([p.board.provinces[x].id for x in army.may_enter])
            if army.may_enter and province not in army.may_enter:
                own.expect("at", place_name(p, at), say("error.space", lands=lands), "9.5.12, 9.5.14")
            if province in army.removed_on_entering:
                own.expect("at", place_name(p, at), say("error.out_leaves_game"), "9.5.13")
            if p.space(at) not in overland(p, army):
                own.expect("at", place_name(p, at), say("error.space_by_land"), "9.5.8")
        elif at == BOX and army.start >= 0:
            own.expect("at", "'box'", say("error.space_out_if_has"), "14.9.12")
        elif at == OUT and army.returns_to_box:
            own.expect("at", "'out'", say("error.space_box_which_returns"), "14.9.11")
        active = bool(s.independents_active >> i & 1)
        if active != (at >= 0):
            key = "error.army_on_map" if at >= 0 else "error.army_beside_map"
            found = say(key, active=str(active).lower(), where=place_name(p, at))
            own.expect("active", found, str(at >= 0).lower(), "9.5.2")


# The royal family


def usual_place(p: Play, royal: RoyalId) -> int:
    """Where a member of the royal family is, if nothing is said: where the set-up and the Game Turns put him."""
    s = p.state
    if royal == Royal.FUNERAL_CART and s.turn >= p.edition.cart_until_turn:
        return OUT
    if any(heir == royal and s.turn >= turn for turn, heir in regency_heirs(p)):
        return OUT
    if royal == Royal.HERAKLES and rules.counts_last(p) and p.edition.herakles_comes_to >= 0:
        return p.edition.herakles_comes_to
    if royal == Royal.HERAKLES and p.option(Option.HERAKLES) and not rules.counts_last(p):
        return p.edition.pergamon if s.royals[Royal.ALEXANDROS] == OUT else BOX
    start = p.pieces.royals[royal].start
    return start if start >= 0 else BOX


def regency_heirs(p: Play) -> list[tuple[int, int]]:
    """3.2: the Game Turns and their heirs; one who counts last has none (K19.12)."""
    heirs = p.edition.regency_heir.items()
    return [(turn, heir) for turn, heir in heirs if heir != Royal.HERAKLES or not rules.counts_last(p)]


def check_royals(p: Play, part: Part) -> None:
    s = p.state
    for turn, heir in regency_heirs(p):
        if s.turn >= turn and s.royals[heir] != OUT:
            expect_royal(p, part, RoyalId(heir), say("error.heir_out", turn=turn), "3.2.4")
    waits = p.option(Option.HERAKLES) and not rules.counts_last(p) and s.royals[Royal.ALEXANDROS] != OUT
    if waits and s.royals[Royal.HERAKLES] != BOX:
        expect_royal(p, part, Royal.HERAKLES, say("error.box_herakles"), "16.2.1")
    for royal, at in enumerate(s.royals):
        may_wait = royal == Royal.PHILIPPOS or (royal == Royal.HERAKLES and waits)
        if at == BOX and not may_wait:
            expect_royal(
                p, part, RoyalId(royal), say("error.space_or_dead"), "8.1.2" if royal != Royal.HERAKLES else "16.2.1"
            )


def expect_royal(p: Play, part: Part, royal: RoyalId, expected: str, rule: str) -> None:
    found = place_name(p, p.state.royals[royal])
    part.at(("royals", royal_name(p, royal))).expect("at", f"'{found}'", expected, rule)


def check_cart(p: Play, part: Part) -> None:
    """I15: the Cart, the Tomb, or neither."""
    s, e = p.state, p.edition
    cart = s.royals[Royal.FUNERAL_CART]
    board = part.at(("board",))
    if s.tomb >= 0:
        if s.turn < e.burial_turns[0]:
            board.expect(
                "tomb",
                space_name(p, s.tomb),
                say("error.none_before_game_turn", burial_turns=e.burial_turns[0]),
                "3.8.4",
            )
        if not is_or_was_major_city(p, s.tomb):
            board.expect("tomb", space_name(p, s.tomb), say("error.major_city"), "3.8.2")
        if cart != OUT:
            expect_royal(p, part, Royal.FUNERAL_CART, say("error.cart_is_tomb"), "3.8.6")
    if (s.tomb_burier != NOBODY) != (s.tomb == e.pella):
        burier = faction_name(p, s.tomb_burier)
        right = say("error.buried_in_pella" if s.tomb == e.pella else "error.nobody_buried")
        board.expect("buried_in_pella_by", burier, right, "3.8.7")
    if s.turn >= e.cart_until_turn and cart != OUT:
        expect_royal(p, part, Royal.FUNERAL_CART, say("error.cart_out", turn=e.cart_until_turn), "3.8.9")
    if s.turn < e.cart_until_turn and cart == OUT and s.tomb < 0 and not p.option(Option.DESTRUCTION_OF_THE_CART):
        expect_royal(p, part, Royal.FUNERAL_CART, say("error.cart_space"), "3.8.6")
    start = p.pieces.royals[Royal.FUNERAL_CART].start
    if cart >= 0 and p.space(cart) != start and s.turn < e.cart_moves_from_turn and not s.cart_free:
        home = space_name(p, start)
        expect_royal(
            p, part, Royal.FUNERAL_CART, say("error.cart_home", home=home, turn=e.cart_moves_from_turn), "8.4.3"
        )


def is_or_was_major_city(p: Play, space: SpaceId) -> bool:
    """16.1.5: a Capital that was lost is a Minor City again, and nobody remembers which."""
    kind = p.board.spaces[space].kind
    return rules.is_major_city(p, space) or (CAPITAL_LOST in p.state.capital and kind != Kind.TRANSIT)


# Markers


def check_fleets(p: Play, part: Part) -> None:
    s = p.state
    for f, fleet in enumerate(p.pieces.fleets):
        alone = fleet.province < 0 and fleet.space < 0
        if alone and s.fleet_owner[f] == NOBODY and s.fleet_side[f] & FLEET_DISPERSED:
            part.at(("fleets", fleet.id)).expect("dispersed", True, say("error.false_nobody_has_ever"), "7.4.6")


def check_options(p: Play, part: Part) -> None:
    """Chapter 16: what comes with an option only."""
    s = p.state
    board = part.at(("board",))
    favoured = faction_name(p, s.oracle) if s.oracle != NOBODY else ""
    need(p, board, "oracle", favoured, Option.ORACLE, "16.1.1")
    truce = ", ".join(faction_name(p, seat) for seat in s.truce)
    need(p, board, "truce", truce, Option.DIPLOMATIC_MARRIAGE, "16.1.1")
    need(p, board, "cart_free", "true" if s.cart_free else "", Option.FASTER_FUNERAL_CART, "16.3.1")
    for seat in SEATS[s.players]:
        own = part.at(("factions", faction_name(p, seat)))
        for key, space in (("capital", s.capital[seat]), ("construction", s.construction[seat])):
            found = "" if space == -1 else "lost" if space == CAPITAL_LOST else space_name(p, space)
            if not p.option(Option.CAPITAL):
                need(p, own, key, found, Option.FOUNDATION_OF_A_CAPITAL, "4.5.3")
        taken = str(s.capitals_taken[seat] or "")
        need(p, own, "capitals_taken", taken, Option.FOUNDATION_OF_A_CAPITAL, "4.5.3")
        unit, ops = s.training[seat]
        need(p, own, "training", "cavalry" if ops and unit == Unit.CAVALRY else "", Option.CAVALRY, "16.9.9")


def need(p: Play, part: Part, key: str, found: str, option: int, rule: str) -> None:
    if found and not p.option(option):
        part.expect(key, found, say("error.nothing_without_option", option_name=OPTION_NAME[option]), rule)


def check_markers(p: Play, part: Part) -> None:
    s = p.state
    board = part.at(("board",))
    for general, points in enumerate(s.popularity):
        if points and not is_living_major(p, GeneralId(general)):
            part.at(("board", "popularity")).expect(
                general_name(p, GeneralId(general)), points, say("error.p_living_major_general"), "7.2.F.6"
            )
    if s.commanders and p.edition.command_by != "stars":
        found = general_names(p, generals_in(s.commanders))
        board.expect("commanders", found, say("error.commanders_by_seniority"), "7.1.A.2")
    if s.condemned >= 0 and not is_living_major(p, GeneralId(s.condemned)):
        found = general_name(p, GeneralId(s.condemned))
        board.expect("condemned", found, say("error.living_major_general_player"), "3.6.13")
    treasures = {x for c in p.cards if c.event == "treasure_city_looted" for x in c.params.spaces}
    for city in spaces_in(s.looted):
        if city not in treasures:
            names = ", ".join(space_name(p, x) for x in sorted(treasures))
            board.expect("looted", space_name(p, city), say("error.treasure_cities", names=names), "6.2.A.1")
    if s.helepolis >= 0 and not is_or_was_major_city(p, s.helepolis):
        board.expect("helepolis", space_name(p, s.helepolis), say("error.besieged_major_city"), "7.2.G.1")
    for space, points in s.sp.items():
        was_major = is_or_was_major_city(p, space)
        most = p.tables.siege_points_needed[2] if was_major else rules.most_siege_points(p, space)
        if points >= most:
            right = say("error.siege_points", most=most - 1) if most > 1 else say("error.one_siege_point")
            part.at(("board", "sieges", space_name(p, space))).expect("points", points, right, "15.4.1")


def is_living_major(p: Play, general: GeneralId) -> bool:
    return rules.is_major(p, general) and p.state.owners[general] != NOBODY and rules.is_alive(p.state, general)


def check_capitals(p: Play, part: Part) -> None:
    """16.1: one for each player, once in the game."""
    s = p.state
    lost = s.capital.count(CAPITAL_LOST)
    for seat in SEATS[s.players]:
        own = part.at(("factions", faction_name(p, seat)))
        if s.construction[seat] >= 0 and s.capital[seat] != -1:
            found = space_name(p, s.construction[seat])
            own.expect("construction", found, say("error.none_as_he_has"), "16.1.1")
        others = lost - (s.capital[seat] == CAPITAL_LOST)
        if s.capitals_taken[seat] > others or sum(s.capitals_taken) > lost:
            taken = s.capitals_taken[seat]
            own.expect("capitals_taken", taken, say("error.at_most_as_many", others=others), "16.1.5")


def check_proposals(p: Play, part: Part) -> None:
    """6.2.12, 8.2.6: an open offer, its card in front of the groom, and a bride whom he does not have yet."""
    s = p.state
    allowed = [0] * s.players
    for i, (bride, number) in enumerate(PROPOSALS):
        groom = s.proposals[i]
        card = next(c for c, x in enumerate(p.cards) if x.number == number)
        if groom == NOBODY:
            continue
        name = royal_name(p, bride)
        proposals = part.at(("board", "proposals"))
        if s.royals[bride] < 0:
            proposals.expect(name, faction_name(p, groom), say("error.none_she_dead"), "8.5.3")
        if s.royal_owner[bride] == groom:
            proposals.expect(name, faction_name(p, groom), say("error.none_they_married"), "8.2.6")
        if not s.front[groom] >> card & 1:
            proposals.expect(name, faction_name(p, groom), say("error.card_front_him", number=number), "6.2.12")
        allowed[groom] |= 1 << card
    for seat in SEATS[s.players]:
        if s.front[seat] & ~allowed[seat]:
            found = card_names(p, cards_in(s.front[seat] & ~allowed[seat]))
            own = part.at(("factions", faction_name(p, seat)))
            own.expect("front", found, say("error.cards_his_open_offers"), "6.2.12")


# Cards


def hand_size(p: Play, seat: SeatId) -> int:
    """I12: one card less for each Tyche Segment of the Game Turn that he has had."""
    s = p.state
    place, now = s.order.index(seat), s.order.index(s.active)
    played = s.round - 1 + (place < now or (place == now and s.segment >= ACTIVATION))
    return p.edition.hand[s.players] - played


def face_down_size(p: Play) -> int:
    """5.3.3, 6.0.3: some are revealed after each round."""
    s, e = p.state, p.edition
    return e.face_down.get(s.players, 0) - (s.round - 1) * e.revealed_per_round.get(s.players, 0)


def gone(p: Play) -> int:
    """The cards whose events have left something on the table and are therefore out of the game (6.2.11)."""
    s = p.state
    stacks = [*s.cus.values(), *s.dispersed]
    effects = {
        "persian_popular_support": s.persian_support != NOBODY,
        "oracle": s.oracle != NOBODY,
        "silver_shields": any(cus[Unit.SILVER_SHIELDS] for cus in stacks) or is_in_play(p, "silver_shields_desert"),
    }
    out = 0
    for i, card in enumerate(p.cards):
        arrived = has_come(p, card.params.general) and card.params.general not in rules.reserve(p)
        arrived = arrived and (not card.leaves_deck or rules.is_added(p, card))
        if (card.remove_after_event or card.leaves_deck) and (arrived or effects.get(card.event, False)):
            out |= 1 << i
    return out


def flipped(p: Play) -> int:
    """7.2.D.2: the cards that are turned as long as nobody says otherwise: what they bring is on the table."""
    s = p.state
    if not any(cus[Unit.SILVER_SHIELDS] for cus in (*s.cus.values(), *s.dispersed)):
        return 0
    return sum(1 << i for i, card in enumerate(p.cards) if card.flips)


def has_come(p: Play, general: int) -> bool:
    """Whether a General has joined a player."""
    return general >= 0 and p.state.owners[general] not in (NOBODY, INDEPENDENT)


def may_be_gone(p: Play) -> int:
    """The cards that may be out of the game: those that leave it and nothing on the table says that they have not."""
    s = p.state
    certain = gone(p)
    out = 0
    for i, card in enumerate(p.cards):
        missing = card.event in ("persian_popular_support", "oracle", "silver_shields")
        missing = missing or (card.params.general >= 0 and not has_come(p, card.params.general))
        if (card.remove_after_event or card.leaves_deck) and (certain >> i & 1 or not missing):
            out |= 1 << i
    return out & ~without_option(p) & ~s.aside


def is_in_play(p: Play, event: str) -> bool:
    """A card of this event has been read, somewhere else than aside."""
    s = p.state
    mask = sum(1 << i for i, card in enumerate(p.cards) if card.event == event)
    for pile in (*s.hands, *s.front, s.discard, s.removed, *(1 << card for card in (*s.deck, *s.face_down))):
        if pile & mask:
            return True
    return False


def without_option(p: Play) -> int:
    """16.1.1: the optional cards that were not chosen, and the cards of Generals who do not come by them."""
    out = 0
    for i, card in enumerate(p.cards):
        if (card.event in OPTIONAL_CARDS or card.kind == CardKind.GENERAL) and not rules.is_added(p, card):
            out |= 1 << i
    return out


def not_in_play(p: Play) -> int:
    """The cards that lie aside: 47B until 47A has left the game, and the options that were not chosen."""
    out = without_option(p)
    for i, card in enumerate(p.cards):
        if card.event == "silver_shields_desert" and not has_left(p, "silver_shields"):
            out |= 1 << i
    return out


def has_left(p: Play, event: str) -> bool:
    return any(p.state.removed >> i & 1 for i, card in enumerate(p.cards) if card.event == event)


def check_cards(p: Play, part: Part) -> None:
    s = p.state
    cards = part.at(("cards",))
    aside = not_in_play(p)
    missing = aside & ~s.aside
    wrong = missing or s.aside & ~aside
    if wrong:
        numbers = card_names(p, cards_in(wrong))
        rule, why = ("7.2.D.1", "replaced") if "47B" in numbers else ("16.1.1", "option")
        found, right = ("in_play", "aside") if missing else ("aside", "in_play")
        wanted_there = say(f"error.cards.{right}.{why}", cards=numbers)
        cards.expect("aside", say(f"error.cards.{found}", cards=numbers), wanted_there, rule)
    certain = gone(p)
    if certain & ~s.removed:
        numbers = card_names(p, cards_in(certain & ~s.removed))
        cards.expect(
            "removed",
            say("error.still_game", numbers=numbers),
            say("error.out_its_event_lasts", numbers=numbers),
            "6.2.11",
        )
    if s.removed & ~may_be_gone(p):
        numbers = card_names(p, cards_in(s.removed & ~may_be_gone(p)))
        cards.expect("removed", numbers, say("error.only_cards_their_events"), "6.2.11")
    if len(s.face_down) != face_down_size(p):
        cards.expect(
            "face_down",
            say("error.face_down_cards", face_down=len(s.face_down)),
            say("error.in_round", what=face_down_size(p), round=s.round),
            "5.3.3",
        )
    for seat in SEATS[s.players]:
        size = s.hands[seat].bit_count()
        if size != hand_size(p, seat):
            own = part.at(("factions", faction_name(p, seat)))
            own.expect(
                "hand",
                say("error.hand_cards", size=size),
                say("error.in_round", what=hand_size(p, seat), round=s.round),
                "5.3.2",
            )
    gone_for_good = cards_in((s.removed | s.aside) & sum(1 << card for card in s.fixed_draws))
    if gone_for_good:
        part.expect("draws", card_names(p, gone_for_good), say("error.cards_game"), "5.3.1")


def check_flipped(p: Play, part: Part) -> None:
    """7.2.D.2: only cards that turn, and those whose unit is on the table are turned."""
    s = p.state
    able = sum(1 << i for i, card in enumerate(p.cards) if card.flips)
    wrong = s.flipped & ~able or flipped(p) & ~s.flipped
    if wrong:
        right = say("error.flipped_when_played")
        part.at(("cards",)).expect("flipped", card_names(p, cards_in(s.flipped)) or "-", right, "7.2.D.2")


def check_knowledge(p: Play, part: Part) -> None:
    """6.2.8: whose card was taken knows it; nothing else shows a card to one other player."""
    s = p.state
    cards = part.at(("cards",))
    not_spent = s.spent & ~(s.discard & (p.surprises | p.material.flipping))
    if not_spent:
        found = card_names(p, cards_in(not_spent))
        cards.expect("spent", found, say("error.surprise_cards_among_discards"), "6.2.8")
    if s.spent and s.segment == SURRENDER:
        cards.expect("spent", card_names(p, cards_in(s.spent)), say("error.none_when_player_turn"), "6.2.8")
    thief = next(i for i, card in enumerate(p.cards) if card.event == "ahura_mazda_and_ahriman")
    shared = [card for card, who in enumerate(s.knows) if who & ~holder(s, CardId(card))]
    known = part.at(("cards", "known"))
    for card in shared:
        name, number = p.cards[card].number, p.cards[thief].number
        if not holder(s, CardId(card)):
            known.expect(name, say("error.card_hand"), say("error.card_another_player_s"), "6.2.8")
        if not s.discard >> thief & 1:
            known.expect(
                name, say("error.card_another_player_knows"), say("error.none_while_discarded", number=number), "6.2.8"
            )
        if len(shared) > 1 or s.knows[card].bit_count() > 2:
            known.expect(name, say("error.more_than_was_taken"), say("error.one_card_took_one", number=number), "6.2.8")


def holder(s: State, card: CardId) -> int:
    return sum(1 << seat for seat, hand in enumerate(s.hands) if hand >> card & 1)
