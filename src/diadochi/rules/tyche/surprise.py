"""Surprise cards: who may play them when, at whom, and what they do.

A card that strikes a battle, a voyage or a Siege changes the frame of it that lies on the agenda.
"""

from diadochi.model import moves
from diadochi.model.cards import Window
from diadochi.model.ids import SEATS, ActionCode, CardId, FactionId, GeneralId, LocationId, SeatId
from diadochi.model.notation import MASK, SHIFT, code, faction_in, general_in, location_in, unit_in
from diadochi.model.options import Option
from diadochi.model.pieces import UNITS, Ability, Forces, Unit
from diadochi.model.state import INDEPENDENT, cards_in
from diadochi.model.verbs import Verb
from diadochi.rules import deck, naval_battle, procedures, siege, troops, voyage, windows
from diadochi.rules.agenda import NOT_ASKED, Args, Ask, Frame, Play, Refusal, offers
from diadochi.rules.battle import Battle
from diadochi.rules.battle import current as battle_of
from diadochi.rules.prestige import prestige
from diadochi.rules.tyche import harm
from diadochi.rules.tyche.event import EventChoice, picked
from diadochi.rules.windows import SURPRISES, SurpriseCard


def rivals_in_prestige(p: Play) -> Args:
    """Whose Prestige is compared after the window on top: it was opened by a battle or by Alexander's Ghost."""

    frame = p.state.agenda[-2]
    if isinstance(frame, Battle):
        return (("first", "faction", frame.attacker), ("second", "faction", frame.defender))
    if isinstance(frame, EventChoice):
        victim = harm.victim_at(p, frame.seat, LocationId(picked(frame.picks, 0)))
        return (("first", "faction", frame.seat), ("second", "faction", victim))
    return ()


def about(p: Play, kind: int) -> Args:
    """The battle, Siege or Naval Movement for which a window is open."""
    if kind == Window.SIEGE_ROLL:
        return about_siege(siege_of(p))
    if kind in (Window.NAVAL_STEP, Window.NAVAL_DICE):
        return about_voyage(p, kind)
    battle = battle_of(p)
    if battle is None:
        return ()
    if kind == Window.COMMANDER_DEATH:
        return (("general", "general", troops.commander(p, battle.at, battle.faction(battle.side))),)
    return (
        ("at", "location", battle.at),
        ("attacker", "faction", battle.attacker),
        ("defender", "faction", battle.defender),
    )


# Cretan Liar


def may_lie(p: Play, seat: SeatId, card: CardId) -> bool:
    """Another player's Surprise card has just been announced and nobody has cancelled it yet."""
    announced = windows.answered(p)
    return announced is not None and announced.seat != seat and not announced.cancelled


def cretan_liar(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    windows.cancel_answered(p, seat, card)


# The Gift of Oratory


def may_orate(p: Play, seat: SeatId, card: CardId) -> bool:
    """As an answer only to Mutiny."""
    announced = windows.answered(p)
    if announced is not None and p.cards[announced.card].event != "mutiny":
        return False
    return bool(troops.player_generals_on_map(p.state, seat))


def own_generals(p: Play, seat: SeatId) -> list[int]:
    return [code(Verb.CHOOSE_GENERAL, g) for g in troops.player_generals_on_map(p.state, seat)]


def check_orator(p: Play, seat: SeatId, action: ActionCode) -> Refusal | None:
    if action >> SHIFT != Verb.CHOOSE_GENERAL:
        return NOT_ASKED
    general = general_in(action)
    if p.state.owners[general] == seat and p.state.generals[general] >= 0:
        return None
    return Refusal("7.2.F.8", "refusal.not_your_general", (("general", "general", general),))


def gift_of_oratory(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """7.2.F.8: it ends with the Segment, or when he leaves the map."""
    if p.state.generals[target] < 0:
        return
    points = p.cards[card].params.popularity
    moves.begin_oratory(p.state, GeneralId(target), points)
    who, general = ("faction", seat), ("general", target)
    p.note("oratory", "7.2.F.8", (("who", *who), ("general", *general), ("points", "number", points)))


# Ahura Mazda & Ahriman


def may_steal(p: Play, seat: SeatId, card: CardId) -> bool:
    return any(hand and other != seat for other, hand in enumerate(p.state.hands))


def players(p: Play, seat: SeatId) -> list[int]:
    return [code(Verb.CHOOSE_FACTION, f) for f in SEATS[p.state.players]]


def check_victim(p: Play, seat: SeatId, action: ActionCode) -> Refusal | None:
    if action >> SHIFT != Verb.CHOOSE_FACTION:
        return NOT_ASKED
    victim = faction_in(action)
    if victim != seat and victim < p.state.players and p.state.hands[victim]:
        return None
    return Refusal("6.2.8", "refusal.no_card_to_take", (("who", "faction", victim),))


def ahura_mazda_and_ahriman(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """A card at random; the victim draws a replacement, and only the two know the card."""
    s = p.state
    victim = FactionId(target)
    hand = cards_in(s.hands[victim])
    if not hand:
        take_nothing(p, victim)
        return
    p.shuffle(hand)
    taken = hand[-1]
    deck.put_in_hand(s, victim, s.hands[victim] & ~(1 << taken))
    deck.give(s, seat, taken)
    p.note("card_taken", "6.2.8", (("who", "faction", seat), ("victim", "faction", victim)))
    p.note(
        "card_taken_which",
        "6.2.8",
        (("who", "faction", seat), ("victim", "faction", victim), ("card", "card", taken)),
        to=1 << seat | 1 << victim,
    )
    deck.draw(p, victim, "6.2.8")


def take_nothing(p: Play, victim: FactionId) -> None:
    """A25: it finds no card, so its player draws as for any other."""
    p.note("no_card_taken", "6.2.8", (("victim", "faction", victim),))
    frame = p.state.agenda[-1]
    assert isinstance(frame, windows.Surprise)
    p.replace(frame.but(target=-1))


# Desertions (T26.4, K20.24)


def may_incite(p: Play, seat: SeatId, card: CardId) -> bool:
    """Not once the dice of a Land Battle have fallen."""
    battle = battle_of(p)
    if battle is not None and battle.dying >= 0:
        return False
    return any(harm.check_deserters(p, seat, at) is None for at in p.state.cu_factions)


def deserters(p: Play, seat: SeatId) -> list[int]:
    return harm.victim_candidates(p)


def check_deserters(p: Play, seat: SeatId, action: ActionCode) -> Refusal | None:
    if action >> SHIFT != Verb.AT:
        return NOT_ASKED
    return harm.check_deserters(p, seat, location_in(action))


def desertions(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    p.push(EventChoice(seat, card, (code(Verb.AT, target),)))


# 14.3 Battle cards


def side_of(battle: Battle, seat: SeatId) -> int:
    """0 for the Attacker, 1 for the Defender, -1 for anybody else."""
    if seat == battle.attacker:
        return 0
    return 1 if seat == battle.defender else -1


def own_battle(p: Play, seat: SeatId) -> Battle | None:
    """A Land Battle in which a player has CUs and the other side has some too."""
    battle = battle_of(p)
    if battle is None or side_of(battle, seat) < 0:
        return None
    both = (battle.attacker, battle.defender)
    return battle if all(troops.has_cu(p.state, battle.at, f) for f in both) else None


def opponents_cus(p: Play, battle: Battle, seat: SeatId) -> Forces:
    return p.state.cus_of(battle.at, battle.faction(1 - side_of(battle, seat)))


def join_side(p: Play, battle: Battle, seat: SeatId, cus: Forces, rule: str) -> None:
    """CUs come over from the other side; the Attacker's count as moved by the activated General."""
    other = battle.faction(1 - side_of(battle, seat))
    troops.change_side(p, battle.at, other, cus, battle.at, seat, rule)
    if seat == battle.attacker and seat == p.state.active:
        troops.mark_moved(p.state, battle.at, cus)


# Mutiny


def may_mutiny(p: Play, seat: SeatId, card: CardId) -> bool:
    """Against another player's side of lower Prestige that Krateros does not command."""
    battle = own_battle(p, seat)
    if battle is None:
        return False
    side = side_of(battle, seat)
    other = battle.faction(1 - side)
    if other == INDEPENDENT or troops.ability(p, battle.at, other, Ability.NO_MUTINY) is not None:
        return False
    if not mutinous(p, battle, seat, card):
        return False
    return prestige(p, seat, battle.at, bool(side)) > prestige(p, other, battle.at, not side)


def mutinous(p: Play, battle: Battle, seat: SeatId, card: CardId) -> list[int]:
    """16.9.8: the types of which the other side has a CU that may come over."""
    params = p.cards[card].params
    cus = opponents_cus(p, battle, seat)
    return [u for u in (params.types_cavalry if p.option(Option.CAVALRY) else params.types) if cus[u]]


def mutiny(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """Prestige is compared again: a Gift of Oratory may have foiled it (A76)."""
    battle = own_battle(p, seat)
    if battle is None:
        return
    side = side_of(battle, seat)
    if battle.prestige(p, side) > battle.prestige(p, 1 - side):
        p.push(Mutineers(seat, card))
    else:
        p.note("mutiny_fails", "14.3.1", (("who", "faction", seat),))


class Mutineers(Frame):
    """Which CU of the other side comes over; `number` is the card."""

    def __init__(self, seat: SeatId, number: CardId) -> None:
        self.seat = seat
        self.number = number

    def step(self, p: Play) -> Ask | None:
        candidates = [code(Verb.CHOOSE_UNITS, u) for u in range(UNITS)]
        return Ask(self.seat, "prompt.mutiny", "14.3.1", offers(p, self, candidates))

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        if action >> SHIFT != Verb.CHOOSE_UNITS:
            return NOT_ASKED
        battle = battle_of(p)
        assert battle is not None
        if action & MASK in mutinous(p, battle, self.seat, CardId(self.number)):
            return None
        return Refusal("14.3.1", "refusal.no_such_mutineer", (("at", "location", battle.at),))

    def take(self, p: Play, action: ActionCode) -> None:
        p.pop()
        battle = battle_of(p)
        assert battle is not None
        join_side(p, battle, self.seat, troops.one(unit_in(action)), "14.3.1")


# Silver Shields (47B)


def may_bribe(p: Play, seat: SeatId, card: CardId) -> bool:
    battle = own_battle(p, seat)
    return battle is not None and opponents_cus(p, battle, seat)[Unit.SILVER_SHIELDS] > 0


def silver_shields_desert(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """7.2.D.2: one is eliminated, the other, if there is one, comes over."""
    battle = own_battle(p, seat)
    if battle is None:
        return
    shields = opponents_cus(p, battle, seat)[Unit.SILVER_SHIELDS]
    other = battle.faction(1 - side_of(battle, seat))
    if shields:
        troops.eliminate(p, battle.at, other, troops.one(Unit.SILVER_SHIELDS), "7.2.D.2")
    if shields > 1:
        join_side(p, battle, seat, troops.one(Unit.SILVER_SHIELDS), "7.2.D.2")


# Anti-Elephant Devices


def may_stop_elephants(p: Play, seat: SeatId, card: CardId) -> bool:
    battle = own_battle(p, seat)
    return battle is not None and opponents_cus(p, battle, seat)[Unit.ELEPHANT] > 0


def anti_elephant_devices(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    battle = battle_of(p)
    if battle is None:
        return
    side = side_of(battle, seat)
    battle.told_devices(p, 1 - side)
    victim = battle.faction(1 - side)
    halved = troops.ability(p, battle.at, victim, Ability.ELEPHANTS) is not None
    key = "elephants_halved" if halved else "elephants_stopped"
    p.note(key, "14.3.1", (("who", "faction", seat), ("victim", "faction", victim)))


# Cavalry Superiority


def may_fight(p: Play, seat: SeatId, card: CardId) -> bool:
    return own_battle(p, seat) is not None


def cavalry_superiority(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """14.7.3: a second copy on the same side adds nothing."""
    battle = battle_of(p)
    if battle is None:
        return
    bonus = p.cards[card].params.battle_roll_modifier
    battle.told_bonus(p, side_of(battle, seat), bonus)
    p.note("battle_bonus", "14.7.3", (("who", "faction", seat), ("bonus", "number", bonus)))


# Only a Flesh Wound


def may_survive(p: Play, seat: SeatId, card: CardId) -> bool:
    battle = battle_of(p)
    return battle is not None and battle.dying >= 0 and p.state.owners[battle.dying] == seat


def only_a_flesh_wound(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """14.8.3: he stays in command and shares the battle's result."""
    battle = battle_of(p)
    if battle is None or battle.dying < 0:
        return
    p.note("flesh_wound", "14.8.3", (("who", "faction", seat), ("general", "general", battle.dying)))
    battle.told_survival(p)


# Traitor Inside City


def siege_of(p: Play) -> siege.Siege | None:
    """The Siege under way."""
    i = p.find(siege.Siege)
    frame = p.state.agenda[i] if i >= 0 else None
    return frame if isinstance(frame, siege.Siege) else None


def about_siege(under_way: siege.Siege | None) -> Args:
    if under_way is None:
        return ()
    return (("besieger", "faction", under_way.seat), ("space", "space", under_way.space))


def may_betray(p: Play, seat: SeatId, card: CardId) -> bool:
    """The player who conducts the Siege of a Major City."""
    under_way = siege_of(p)
    return under_way is not None and under_way.seat == seat and troops.is_major_city(p, under_way.space)


def traitor_inside_city(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """15.2.B.3"""
    under_way = siege_of(p)
    if under_way is None:
        return
    bonus = p.cards[card].params.siege_modifier
    under_way.told_treason(p, bonus)
    space = ("space", under_way.space)
    p.note("traitor_opens_gate", "15.2.B.3", (("who", "faction", seat), ("space", *space), ("bonus", "number", bonus)))


# 13.2.4, 13.3 At sea


def about_voyage(p: Play, kind: int) -> Args:
    """The space that has been announced, and who fights whom before it."""
    if p.find(voyage.Voyage) < 0:
        return ()
    under_way = voyage.current(p)
    mover, space = ("faction", under_way.seat), ("space", under_way.target)
    i = p.find(naval_battle.NavalBattle)
    battle = p.state.agenda[i] if i >= 0 else None
    if kind == Window.NAVAL_STEP or not isinstance(battle, naval_battle.NavalBattle):
        return (("mover", *mover), ("space", *space))
    return (("mover", *mover), ("space", *space), ("interceptor", "faction", battle.interceptor))


def may_raise_storm(p: Play, seat: SeatId, card: CardId) -> bool:
    """Anybody but the mover, once."""
    if p.find(voyage.Voyage) < 0:
        return False
    under_way = voyage.current(p)
    return under_way.seat != seat and not under_way.storm


def storms_at_sea(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """Everything aboard goes back; what has been declared and not rolled is cancelled."""
    under_way = voyage.current(p)
    under_way.told_storm(p)
    p.note("storm", "13.2.4", (("who", "faction", seat), ("mover", "faction", under_way.seat)))


def naval_battle_of(p: Play) -> naval_battle.NavalBattle | None:
    """The Naval Battle whose dice come next, unless it has been cancelled."""
    i = p.find(naval_battle.NavalBattle)
    frame = p.state.agenda[i] if i >= 0 else None
    if not isinstance(frame, naval_battle.NavalBattle) or frame.cancelled or voyage.current(p).storm:
        return None
    return frame


def may_raise_fog(p: Play, seat: SeatId, card: CardId) -> bool:
    return naval_battle_of(p) is not None


def fog(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """13.3.B.2"""
    battle = naval_battle_of(p)
    if battle is None:
        return
    p.note("fog", "13.3.B.2", (("who", "faction", seat), ("space", "space", battle.space)))
    battle.told_fog(p)


def may_command_fleet(p: Play, seat: SeatId, card: CardId) -> bool:
    """The mover or the Interceptor, with at least one Fleet in the battle."""
    battle = naval_battle_of(p)
    if battle is None:
        return False
    return bool((seat == battle.mover and battle.escort) or (seat == battle.interceptor and battle.committed))


def superior_admiral(p: Play, seat: SeatId, card: CardId, target: int) -> None:
    """13.3.D.9: a second copy on the same side adds nothing."""
    battle = naval_battle_of(p)
    if battle is None:
        return
    bonus = p.cards[card].params.battle_roll_modifier
    battle.told_bonus(p, seat, bonus)
    p.note("admiral", "13.3.D.9", (("who", "faction", seat), ("bonus", "number", bonus)))


SURPRISES.update(
    {
        "desertions": SurpriseCard(may_incite, desertions, deserters, check_deserters, "location"),
        "silver_shields": SurpriseCard(may_bribe, silver_shields_desert),
        "silver_shields_desert": SurpriseCard(may_bribe, silver_shields_desert),
        "traitor_inside_city": SurpriseCard(may_betray, traitor_inside_city),
        "fog": SurpriseCard(may_raise_fog, fog),
        "only_a_flesh_wound": SurpriseCard(may_survive, only_a_flesh_wound),
        "anti_elephant_devices": SurpriseCard(may_stop_elephants, anti_elephant_devices),
        "cretan_liar": SurpriseCard(may_lie, cretan_liar),
        "mutiny": SurpriseCard(may_mutiny, mutiny),
        "storms_at_sea": SurpriseCard(may_raise_storm, storms_at_sea),
        "gift_of_oratory": SurpriseCard(may_orate, gift_of_oratory, own_generals, check_orator, "general"),
        "ahura_mazda_and_ahriman": SurpriseCard(may_steal, ahura_mazda_and_ahriman, players, check_victim, "faction"),
        "cavalry_superiority": SurpriseCard(may_fight, cavalry_superiority),
        "superior_admiral": SurpriseCard(may_command_fleet, superior_admiral),
    }
)


procedures.about_window = about
procedures.rivals_in_prestige = rivals_in_prestige
