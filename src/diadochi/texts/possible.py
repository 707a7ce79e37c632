"""What the rules can leave behind at the start of a Segment, and what is refused in a position because they cannot.

Each check compares what was read with what the rules allow and names the field, what was found, what was expected
and the rule. What upkeep would change at once is found elsewhere (`setting.settle`).
"""

from collections.abc import Iterable

from diadochi.model.board import Kind
from diadochi.model.naming import BESIDE
from diadochi.model.notation import Domain
from diadochi.model.options import OPTION_NAME, Option
from diadochi.model.pieces import Royal, Unit
from diadochi.model.state import ACTIVATION, BOX, INDEPENDENT, NOBODY, OFF_MAP, OUT, SURRENDER, State
from diadochi.rules import command, scoring, siege, troops
from diadochi.rules.agenda import Play
from diadochi.rules.deck import cards_of
from diadochi.rules.fleets import FLEET_DISPERSED
from diadochi.rules.options import CAPITAL_LOST
from diadochi.rules.royals import PROPOSALS
from diadochi.rules.setup import OPTIONAL_CARDS
from diadochi.rules.turn import dealt_to, general_named
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
    check_knowledge(p, part)
    if is_start_of_game_turn(p.state):
        check_start_of_game_turn(p, part)


# Names


def faction_name(p: Play, faction: int) -> str:
    return p.pieces.factions[faction] if faction >= 0 else "nobody"


def general_name(p: Play, general: int) -> str:
    return p.pieces.generals[general].id


def space_name(p: Play, space: int) -> str:
    return p.board.spaces[space].id


def place_name(p: Play, at: int) -> str:
    return p.material.notation.ids[Domain.LOCATION][at] if at >= 0 else BESIDE[at]


def card_names(p: Play, cards: Iterable[int]) -> str:
    return ", ".join(p.cards[card].number for card in cards) or "none"


def general_names(p: Play, generals: Iterable[int]) -> str:
    return ", ".join(general_name(p, g) for g in generals) or "none"


def royal_name(p: Play, royal: int) -> str:
    return p.pieces.royals[royal].id


# When


def check_order(p: Play, part: Part) -> None:
    """5.1.C.3: from the First Player to the left, or to the right."""
    s = p.state
    ways = [tuple((s.first + way * i) % s.players for i in range(s.players)) for way in (1, -1)]
    if s.order not in ways:
        told, left, right = (", ".join(faction_name(p, seat) for seat in order) for order in (s.order, *ways))
        part.expect("order", told, f"{left} or {right}", "5.1.C.3")


def is_start_of_game_turn(s: State) -> bool:
    """Nobody has done anything since the cards were dealt."""
    return s.round == 1 and s.active == s.first and s.segment == SURRENDER


def check_start_of_game_turn(p: Play, part: Part) -> None:
    """5.3.1, 5.6: with a Game Turn ends whatever lasts for a Game Turn."""
    s = p.state
    board = part.at(("board",))
    if s.discard:
        cards = part.at(("cards",))
        cards.expect("discards", card_names(p, cards_of(s.discard)), "none when the cards have been dealt", "5.3.1")
    for seat in range(s.players):
        if s.battle_lost >> seat & 1:
            own = part.at(("factions", faction_name(p, seat)))
            own.expect("lost_battle", True, "false: nobody has fought in this Game Turn", "5.0.1")
    if s.truce:
        told = ", ".join(faction_name(p, seat) for seat in s.truce)
        board.expect("truce", told, "none: it ends with the Game Turn", "16.1.1")
    for i, groom in enumerate(s.proposals):
        if groom != NOBODY:
            bride = royal_name(p, PROPOSALS[i][0])
            offers = part.at(("board", "proposals"))
            offers.expect(bride, faction_name(p, groom), "none: it ends with the Game Turn", "6.2.12")
    if s.tomb >= 0 and s.turn == p.edition.burial_turns[0]:
        board.expect("tomb", space_name(p, s.tomb), "none: nobody can have buried Alexander yet", "3.8.5")


def usual_usurper(p: Play) -> int:
    """5.1.B.1: the most VP, then the most Senior General, then Turn Order."""
    s = p.state
    return max(s.order, key=lambda seat: (s.vp[seat], scoring.seniority(p, seat)))


# Generals


def check_dealt(p: Play, part: Part) -> None:
    """4.4.1: every Starting General is dealt, to each player as many."""
    s = p.state
    each = p.edition.generals_each[s.players]
    starting = p.pieces.starting[s.players]
    for seat in range(s.players):
        own = part.at(("factions", faction_name(p, seat)))
        dealt = cards_of(s.dealt[seat])
        twice = [g for g in dealt if any(s.dealt[other] >> g & 1 for other in range(seat))]
        if twice:
            own.expect("dealt", general_names(p, twice), "Generals who were dealt to nobody else", "4.4.1")
        if len(dealt) != each or not set(dealt) <= set(starting):
            names = general_names(p, dealt)
            own.expect("dealt", names, f"{each} of the Starting Generals {general_names(p, starting)}", "4.4.1")


def check_generals(p: Play, part: Part) -> None:
    s = p.state
    for general in range(p.pieces.majors):
        owner = s.owners[general]
        right, rule, why = rightful_owners(p, general)
        if owner not in right:
            names = " or ".join(faction_name(p, seat) for seat in right)
            refuse_general(p, part, general, f"him with {faction_name(p, owner)}", f"him with {names}: {why}", rule)
        if owner != NOBODY and s.generals[general] == OFF_MAP:
            refuse_general(p, part, general, "'off map'", "a place on the map, 'dispersed' or 'out'", "5.2.16")
    for seat in range(s.players):
        check_number_of_generals(p, part, seat)
    old = general_named(p, "antipatros")
    if s.turn >= 3 and not s.dead >> old & 1:
        found = place_name(p, s.generals[old])
        refuse_general(p, part, old, found, "'out': Polyperchon has taken his place in Game Turn III", "5.1.A.3")


def check_number_of_generals(p: Play, part: Part, seat: int) -> None:
    """6.2.D.2, 6.2.D.3: nobody recruits beyond the number he received; Demetrios and the cards come on top."""
    s = p.state
    guests = [g for g in p.pieces.event_generals if general_name(p, g) != "polyperchon"]
    living = [g for g in command.living(p, seat) if g not in guests]
    relaxed = s.turn >= p.edition.recruit_relaxed_from_turn
    most = s.dealt[seat].bit_count() + relaxed
    if len(living) > most:
        own = part.at(("factions", faction_name(p, seat)))
        names = f"{general_names(p, living)}, {len(living)} living Generals"
        own.expect("generals", names, f"at most {most} of them", "6.2.D.3" if relaxed else "6.2.D.2")


def refuse_general(p: Play, part: Part, general: int, found: str, expected: str, rule: str) -> None:
    owner = p.state.owners[general]
    path = ("factions", faction_name(p, owner), "generals") if owner != NOBODY else ("factions",)
    part.at(path).expect(general_name(p, general), found, expected, rule)


def rightful_owners(p: Play, general: int) -> tuple[tuple[int, ...], str, str]:
    """Whose a Major General may be, by which rule, and why."""
    s = p.state
    anybody = tuple(range(s.players))
    name = general_name(p, general)
    if general in p.pieces.starting[s.players]:
        return (dealt_to(p, general),), "4.4.1", "to him he was dealt"
    if general in p.pieces.unavailable:
        return (NOBODY,), "4.4.3", "he is out of the game"
    if name == "polyperchon":
        dead = s.dead >> general_named(p, "antipatros") & 1
        heir = dealt_to(p, general_named(p, "antipatros")) if dead else NOBODY
        return (heir,), "7.1.B.4", "he succeeds Antipatros when he is out, and not before"
    if name == "demetrios":
        heir = dealt_to(p, general_named(p, "antigonos")) if s.turn >= 3 else NOBODY
        return (heir,), "5.1.A.4", "he comes in Game Turn III to the player to whom Antigonos was dealt"
    if general in p.pieces.event_generals:
        card = next(i for i, c in enumerate(p.cards) if c.params.general == general)
        first = p.cards[card].params.from_turn
        if s.turn < first:
            return (NOBODY,), "6.2.A.1", f"his card {p.cards[card].number} cannot be played before Game Turn {first}"
        return (NOBODY, *anybody), "6.2.A.1", "his card brings him"
    recruit = p.pieces.generals[general].recruit
    elder = recruit.after_death_of if recruit is not None else ""
    if elder and not s.dead >> general_named(p, elder) & 1:
        return (NOBODY,), "6.2.D.7", f"he cannot be recruited while {elder} lives"
    return (NOBODY, *anybody), "6.2.D.1", "he is a Reserve General"


# Independent Armies


def check_armies(p: Play, part: Part) -> None:
    s = p.state
    for i, army in enumerate(p.pieces.independents):
        name, at = general_name(p, army.general), s.generals[army.general]
        own = part.at(("independents", "armies", name))
        if at >= 0:
            province = p.board.spaces[p.space(at)].province
            lands = " or ".join(p.board.provinces[x].id for x in army.may_enter)
            if army.may_enter and province not in army.may_enter:
                own.expect("at", place_name(p, at), f"a space in {lands}", "9.5.12, 9.5.14")
            if province in army.removed_on_entering:
                own.expect("at", place_name(p, at), "'out': it leaves the game there", "9.5.13")
        elif at == BOX and army.start >= 0:
            own.expect("at", "'box'", "a space, or 'out' if it has been beaten", "14.9.12")
        elif at == OUT and army.returns_to_box:
            own.expect("at", "'out'", "a space, or 'box', to which it returns when it is beaten", "14.9.11")
        active = bool(s.independents_active >> i & 1)
        if active != (at >= 0):
            where = "on the map" if at >= 0 else place_name(p, at)
            own.expect("active", f"{str(active).lower()} though it is {where}", str(at >= 0).lower(), "9.5.2")


# The royal family


def usual_place(p: Play, royal: int) -> int:
    """Where a member of the royal family is, if nothing is said: where the set-up and the Game Turns put him."""
    s = p.state
    if royal == Royal.FUNERAL_CART and s.turn >= p.edition.cart_until_turn:
        return OUT
    if any(heir == royal and s.turn >= turn for turn, heir in p.edition.regency_heir.items()):
        return OUT
    if royal == Royal.HERAKLES and p.option(Option.HERAKLES):
        return p.edition.pergamon if s.royals[Royal.ALEXANDROS] == OUT else BOX
    start = p.pieces.royals[royal].start
    return start if start >= 0 else BOX


def check_royals(p: Play, part: Part) -> None:
    s = p.state
    for turn, heir in p.edition.regency_heir.items():
        if s.turn >= turn and s.royals[heir] != OUT:
            refuse_royal(p, part, heir, f"'out': the heir of Game Turn {turn} is dead or king", "3.2.4")
    waits = p.option(Option.HERAKLES) and s.royals[Royal.ALEXANDROS] != OUT
    if waits and s.royals[Royal.HERAKLES] != BOX:
        refuse_royal(p, part, Royal.HERAKLES, "'box': he comes when Alexandros dies", "16.2.1")
    for royal, at in enumerate(s.royals):
        may_wait = royal == Royal.PHILIPPOS or (royal == Royal.HERAKLES and waits)
        if at == BOX and not may_wait:
            refuse_royal(p, part, royal, "a space, or 'out' if dead", "8.1.2" if royal != Royal.HERAKLES else "16.2.1")


def refuse_royal(p: Play, part: Part, royal: int, expected: str, rule: str) -> None:
    found = place_name(p, p.state.royals[royal])
    part.at(("royals", royal_name(p, royal))).expect("at", f"'{found}'", expected, rule)


def check_cart(p: Play, part: Part) -> None:
    """I15: the Cart, the Tomb, or neither."""
    s, e = p.state, p.edition
    cart = s.royals[Royal.FUNERAL_CART]
    board = part.at(("board",))
    if s.tomb >= 0:
        if s.turn < e.burial_turns[0]:
            board.expect("tomb", space_name(p, s.tomb), f"none before Game Turn {e.burial_turns[0]}", "3.8.4")
        if not is_or_was_major_city(p, s.tomb):
            board.expect("tomb", space_name(p, s.tomb), "a Major City", "3.8.2")
        if cart != OUT:
            refuse_royal(p, part, Royal.FUNERAL_CART, "'out': the Cart has become the Tomb", "3.8.6")
    if (s.tomb_burier != NOBODY) != (s.tomb == e.pella):
        burier = faction_name(p, s.tomb_burier)
        right = "who buried Alexander, as the Tomb is in Pella" if s.tomb == e.pella else "nobody: no Tomb is in Pella"
        board.expect("buried_in_pella_by", burier, right, "3.8.7")
    if s.turn >= e.cart_until_turn and cart != OUT:
        refuse_royal(p, part, Royal.FUNERAL_CART, f"'out' from Game Turn {e.cart_until_turn} on", "3.8.9")
    if s.turn < e.cart_until_turn and cart == OUT and s.tomb < 0 and not p.option(Option.DESTRUCTION_OF_THE_CART):
        refuse_royal(p, part, Royal.FUNERAL_CART, "a space, as there is no Tomb", "3.8.6")
    start = p.pieces.royals[Royal.FUNERAL_CART].start
    if cart >= 0 and p.space(cart) != start and s.turn < e.cart_moves_from_turn and not s.cart_free:
        home = space_name(p, start)
        refuse_royal(p, part, Royal.FUNERAL_CART, f"{home} before Game Turn {e.cart_moves_from_turn}", "8.4.3")


def is_or_was_major_city(p: Play, space: int) -> bool:
    """16.1.5: a Capital that was lost is a Minor City again, and nobody remembers which."""
    kind = p.board.spaces[space].kind
    return troops.is_major_city(p, space) or (CAPITAL_LOST in p.state.capital and kind is not Kind.TRANSIT)


# Markers


def check_fleets(p: Play, part: Part) -> None:
    s = p.state
    for f, fleet in enumerate(p.pieces.fleets):
        alone = fleet.province < 0 and fleet.space < 0
        if alone and s.fleet_owner[f] == NOBODY and s.fleet_side[f] & FLEET_DISPERSED:
            part.at(("fleets", fleet.id)).expect("dispersed", True, "false: nobody has ever had this Fleet", "7.4.6")


def check_options(p: Play, part: Part) -> None:
    """Chapter 16: what comes with an option only."""
    s = p.state
    board = part.at(("board",))
    favoured = faction_name(p, s.oracle) if s.oracle != NOBODY else ""
    need(p, board, "oracle", favoured, Option.ORACLE, "16.1.1")
    truce = ", ".join(faction_name(p, seat) for seat in s.truce)
    need(p, board, "truce", truce, Option.DIPLOMATIC_MARRIAGE, "16.1.1")
    need(p, board, "cart_free", "true" if s.cart_free else "", Option.FASTER_FUNERAL_CART, "16.3.1")
    for seat in range(s.players):
        own = part.at(("factions", faction_name(p, seat)))
        for key, space in (("capital", s.capital[seat]), ("construction", s.construction[seat])):
            found = "" if space == -1 else "lost" if space == CAPITAL_LOST else space_name(p, space)
            need(p, own, key, found, Option.FOUNDATION_OF_A_CAPITAL, "4.5.3")
        taken = str(s.capitals_taken[seat] or "")
        need(p, own, "capitals_taken", taken, Option.FOUNDATION_OF_A_CAPITAL, "4.5.3")
        unit, ops = s.training[seat]
        need(p, own, "training", "cavalry" if ops and unit == Unit.CAVALRY else "", Option.CAVALRY, "16.9.9")


def need(p: Play, part: Part, key: str, found: str, option: Option, rule: str) -> None:
    if found and not p.option(option):
        part.expect(key, found, f"nothing without the option {OPTION_NAME[option]}", rule)


def check_markers(p: Play, part: Part) -> None:
    s = p.state
    board = part.at(("board",))
    for general, points in enumerate(s.popularity):
        if points and not is_living_major(p, general):
            found = f"{points} for {general_name(p, general)}"
            part.at(("board", "popularity")).expect(
                general_name(p, general), found, "P for a living Major General of a player", "7.2.F.6"
            )
    if s.condemned >= 0 and not is_living_major(p, s.condemned):
        found = general_name(p, s.condemned)
        board.expect("condemned", found, "a living Major General of a player", "3.6.13")
    treasures = {x for c in p.cards if c.event == "treasure_city_looted" for x in c.params.spaces}
    for space in cards_of(s.looted):
        if space not in treasures:
            names = ", ".join(space_name(p, x) for x in sorted(treasures))
            board.expect("looted", space_name(p, space), f"Treasure Cities: {names}", "6.2.A.1")
    if s.helepolis >= 0 and not is_or_was_major_city(p, s.helepolis):
        board.expect("helepolis", space_name(p, s.helepolis), "a besieged Major City", "7.2.G.1")
    for space, points in s.sp.items():
        most = p.tables.siege_points_needed[2] if is_or_was_major_city(p, space) else siege.needed(p, space)
        if points >= most:
            right = f"at most {most - 1}" if most > 1 else "none: one Siege Point takes it"
            part.at(("board", "sieges", space_name(p, space))).expect("points", points, right, "15.4.1")


def is_living_major(p: Play, general: int) -> bool:
    return command.is_major(p, general) and p.state.owners[general] != NOBODY and command.is_alive(p.state, general)


def check_capitals(p: Play, part: Part) -> None:
    """16.1: one for each player, once in the game."""
    s = p.state
    lost = s.capital.count(CAPITAL_LOST)
    for seat in range(s.players):
        own = part.at(("factions", faction_name(p, seat)))
        if s.construction[seat] >= 0 and s.capital[seat] != -1:
            found = space_name(p, s.construction[seat])
            own.expect("construction", found, "none, as he has built a Capital already", "16.1.1")
        others = lost - (s.capital[seat] == CAPITAL_LOST)
        if s.capitals_taken[seat] > others or sum(s.capitals_taken) > lost:
            taken = s.capitals_taken[seat]
            own.expect("capitals_taken", taken, f"at most {others}, as many as others have lost", "16.1.5")


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
            proposals.expect(name, faction_name(p, groom), "none: she is dead", "8.5.3")
        if s.royal_owner[bride] == groom:
            proposals.expect(name, faction_name(p, groom), "none: they are married", "8.2.6")
        if not s.front[groom] >> card & 1:
            proposals.expect(name, faction_name(p, groom), f"card {number} in front of him", "6.2.12")
        allowed[groom] |= 1 << card
    for seat in range(s.players):
        if s.front[seat] & ~allowed[seat]:
            found = card_names(p, cards_of(s.front[seat] & ~allowed[seat]))
            own = part.at(("factions", faction_name(p, seat)))
            own.expect("front", found, "cards of his open offers of marriage only", "6.2.12")


# Cards


def hand_size(p: Play, seat: int) -> int:
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
        arrived = card.params.general >= 0 and s.owners[card.params.general] not in (NOBODY, INDEPENDENT)
        if card.remove_after_event and (arrived or effects.get(card.event, False)):
            out |= 1 << i
    return out


def may_be_gone(p: Play) -> int:
    """The cards that may be out of the game: those that leave it and nothing on the table says that they have not."""
    s = p.state
    certain = gone(p)
    out = 0
    for i, card in enumerate(p.cards):
        missing = card.event in ("persian_popular_support", "oracle", "silver_shields") or card.params.general >= 0
        if card.remove_after_event and (certain >> i & 1 or not missing):
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
    """16.1.1: the optional cards that were not chosen."""
    out = 0
    for i, card in enumerate(p.cards):
        option = OPTIONAL_CARDS.get(card.event)
        if option is not None and not p.option(option):
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
    wrong = s.aside ^ aside
    if wrong:
        numbers = card_names(p, cards_of(wrong))
        found, right = ("in play", "aside") if wrong & aside else ("aside", "in play")
        rule = "7.2.D.1" if "47B" in numbers else "16.1.1"
        why = "47B takes the place of 47A" if rule == "7.2.D.1" else "its option decides"
        cards.expect("aside", f"{numbers} {found}", f"{numbers} {right}: {why}", rule)
    certain = gone(p)
    if certain & ~s.removed:
        numbers = card_names(p, cards_of(certain & ~s.removed))
        cards.expect("removed", f"{numbers} still in the game", f"{numbers} out of it: its event lasts", "6.2.11")
    if s.removed & ~may_be_gone(p):
        numbers = card_names(p, cards_of(s.removed & ~may_be_gone(p)))
        cards.expect("removed", numbers, "only cards that their events have taken out of the game", "6.2.11")
    if len(s.face_down) != face_down_size(p):
        cards.expect("face_down", f"{len(s.face_down)} cards", f"{face_down_size(p)} in round {s.round}", "5.3.3")
    for seat in range(s.players):
        size = s.hands[seat].bit_count()
        if size != hand_size(p, seat):
            own = part.at(("factions", faction_name(p, seat)))
            own.expect("hand", f"{size} cards", f"{hand_size(p, seat)} in round {s.round}", "5.3.2")
    gone_for_good = cards_of((s.removed | s.aside) & sum(1 << card for card in s.fixed_draws))
    if gone_for_good:
        part.expect("draws", card_names(p, gone_for_good), "cards that are in the game", "5.3.1")


def check_knowledge(p: Play, part: Part) -> None:
    """6.2.8: whose card was taken knows it; nothing else shows a card to one other player."""
    s = p.state
    cards = part.at(("cards",))
    not_spent = s.spent & ~(s.discard & p.surprises)
    if not_spent:
        found = card_names(p, cards_of(not_spent))
        cards.expect("spent", found, "Surprise cards that are among the discards", "6.2.8")
    if s.spent and s.segment == SURRENDER:
        cards.expect("spent", card_names(p, cards_of(s.spent)), "none when a Player Turn begins", "6.2.8")
    thief = next(i for i, card in enumerate(p.cards) if card.event == "ahura_mazda_and_ahriman")
    shared = [card for card, who in enumerate(s.knows) if who & ~holder(s, card)]
    known = part.at(("cards", "known"))
    for card in shared:
        name, number = p.cards[card].number, p.cards[thief].number
        if not holder(s, card):
            known.expect(name, "a card in no hand", "a card in another player's hand", "6.2.8")
        if not s.discard >> thief & 1:
            known.expect(name, "a card that another player knows", f"none while {number} is not discarded", "6.2.8")
        if len(shared) > 1 or s.knows[card].bit_count() > 2:
            known.expect(name, "more than was taken", f"the one card that {number} took, and one player", "6.2.8")


def holder(s: State, card: int) -> int:
    return sum(1 << seat for seat, hand in enumerate(s.hands) if hand >> card & 1)
