"""Chapter 10: the Land Movement procedure, steps A to L for each space entered."""

from collections.abc import Callable
from typing import Final

from diadochi.model.edition import REACTION_STEPS
from diadochi.model.ids import ActionCode, FactionId, GeneralId, LocationId, Mask, SeatId
from diadochi.model.notation import MASK, SHIFT, code
from diadochi.model.options import Option
from diadochi.model.pieces import NO_FORCES, Forces, Unit
from diadochi.model.state import INDEPENDENT, NOBODY, SCORE_DUE, common, factions_in, generals_in, subtract
from diadochi.model.verbs import Verb
from diadochi.rules import city, independents, losses, procedures, scoring, troops
from diadochi.rules.agenda import NOT_ASKED, Args, Ask, Frame, Play, Refusal
from diadochi.rules.group import (
    BY_PATH,
    DROPPED,
    OUT_OF_CITY,
    Army,
    army,
    besieged_spaces,
    put,
)
from diadochi.rules.royals import royals_mask
from diadochi.rules.troops import (
    disperse_general,
    generals_at,
    generals_mask,
    is_major,
    is_minor,
    kill_general,
)
from diadochi.rules.upkeep import upkeep
from diadochi.rules.ways import can_move_on

# The steps A to L; the mover's word on a Free Passage comes between E and F (10.C.5), K is part of the Battle.
STRONGHOLD: Final = 0
CITY: Final = 1
PASSAGE: Final = 2
INTERCEPTION: Final = 3
WITHDRAWAL: Final = 4
HONOURING: Final = 5
EVASION: Final = 6
LONE_GENERALS: Final = 7
STATUS: Final = 8
DISPERSAL: Final = 9
OVERRUN: Final = 10
BATTLE: Final = 11
END: Final = 12
STEP_OF_WORD: Final = {
    "stronghold": STRONGHOLD,
    "city": CITY,
    "passage": PASSAGE,
    "interception": INTERCEPTION,
    "withdrawal": WITHDRAWAL,
    "word": HONOURING,
    "evasion": EVASION,
    "lone_generals": LONE_GENERALS,
    "status": STATUS,
    "dispersal": DISPERSAL,
    "overrun": OVERRUN,
    "battle": BATTLE,
}
"""The steps by the words of `Edition.reaction_steps`."""


class Steps:
    """The steps in an edition's order."""

    def __init__(self, words: tuple[str, ...]) -> None:
        steps = [*[STEP_OF_WORD[word] for word in words], END]
        self.words = words
        self.places = [steps.index(step) for step in range(END + 1)]
        """By step: the how manieth it is."""
        self.followers = [steps[place + 1] for place in self.places[:END]]
        """By step: the one that follows."""


_steps: Final = [Steps(REACTION_STEPS)]
"""Those of the edition that was asked about last: they are wanted at every step, and seldom of another one."""


def steps_of(p: Play) -> Steps:
    words = p.edition.reaction_steps
    if _steps[0].words is not words:
        _steps[0] = Steps(words)
    return _steps[0]


def after(p: Play, step: int) -> int:
    """The step that follows another one."""
    return steps_of(p).followers[step]


def comes_before(p: Play, step: int, other: int) -> bool:
    """Whether a step comes before another one."""
    places = steps_of(p).places
    return places[step] < places[other]


def first_step(p: Play, how: int) -> int:
    """10.0.3: what comes by sea skips the Stronghold; a sortie is no entry into a space."""
    if how == BY_PATH:
        return STEP_OF_WORD[p.edition.reaction_steps[0]]
    if how == OUT_OF_CITY:
        return STEP_OF_WORD[p.edition.sortie_first_step]
    return after(p, STRONGHOLD)


def begin(
    p: Play,
    seat: SeatId,
    faction: FactionId,
    at: LocationId,
    back: LocationId,
    how: int,
    *,
    passed: bool = False,
    generals: Mask = 0,
    cus: Forces = NO_FORCES,
    royals: Mask = 0,
) -> None:
    """Pieces of a Faction have just been put into location `at`; `seat` moves them.

    `passed`: they left an Independent Stronghold they had entered (10.A.2). The pieces are those of the activated
    group unless they are named; dropped off from the sea, they are by default all that count as moved there.
    """
    if how == DROPPED and not generals and cus == NO_FORCES and not royals:
        generals, cus, royals = dropped_pieces(p, seat, at)
    elif faction != INDEPENDENT and how != DROPPED:
        group = army(p)
        if group is not None:
            generals, cus, royals = group.generals, group.cus, group.royals
    besieged = besieged_at_start(p, faction)
    frame = Procedure(seat, faction, at, back, how, first_step(p, how), generals, cus, royals, besieged)
    p.push(frame.but(passed=int(passed), held=frame.holders_before(p)))


def begin_independent(p: Play, seat: SeatId, at: LocationId, back: LocationId, general: GeneralId, cus: Forces) -> None:
    begin(p, seat, INDEPENDENT, at, back, BY_PATH, generals=1 << general, cus=cus)


def begin_facing(
    p: Play, seat: SeatId, faction: FactionId, at: LocationId, back: LocationId, how: int, granted: Mask
) -> None:
    """A152: steps F to L, when a Free Passage could not be honoured after all; who granted it may go into his city."""
    begin(p, seat, faction, at, back, how)
    frame = p.state.agenda[-1]
    assert isinstance(frame, Procedure)
    p.replace(frame.but(now=EVASION))
    owner = p.state.pcs[p.space(at)]
    if owner != NOBODY and granted >> owner & 1 and troops.is_major_city(p, p.space(at)) and frame.attacks(p):
        city.rearrange(p, owner, p.space(at))


def finish(p: Play, group: Army) -> None:
    """An activation ends; what could not move on faces those it stands among (A152)."""
    if group.passage or group.passing:
        put(p, group.but(passage=0, passing=0, forfeited=1, stale=1))
        begin_facing(p, group.seat, group.seat, group.at, group.back, group.how, group.passage)
        return
    p.pop()
    upkeep(p)


def after_return(p: Play, seat: SeatId, faction: FactionId, at: LocationId) -> None:
    """A153: steps G to L where a Withdrawal or Retreat comes among enemies."""
    group = army(p) if faction != INDEPENDENT else None
    back = -1
    if group is not None:
        if group.trail and group.trail[-1] == at and not p.is_at_sea(group.at):
            group.told_way_back(p, at, group.walls)
        elif p.is_at_sea(group.at) and group.generals & generals_mask(p, at, faction):
            group.told_place(p, at)
        group = army(p)
        assert group is not None
        back = group.trail[-1] if group.trail else -1
    if back == -1 and p.state.pcs[at] == faction and troops.is_major_city(p, at):
        back = p.inside(at)
    generals = generals_mask(p, at, faction)
    royals = royals_mask(p.state, at, faction)
    cus = p.state.cus_of(at, faction)
    p.push(
        Procedure(
            seat,
            faction,
            at,
            LocationId(back),
            BY_PATH,
            LONE_GENERALS,
            generals,
            cus,
            royals,
            besieged_at_start(p, faction),
        )
    )


def besieged_at_start(p: Play, faction: FactionId) -> int:
    """The spaces that were Besieged when the activation under way began."""
    group = mover(p, faction)
    return besieged_spaces(p) if group is None else group.besieged


def mover(p: Play, faction: FactionId) -> Army | independents.IndependentMove | None:
    """The activation or the Independent Army's move under way."""
    return army(p) if faction != INDEPENDENT else independents.moving(p)


def forfeit(p: Play) -> None:
    """9.2.12: the MPs of whoever moves now are lost for the rest of the activation."""
    for frame in reversed(p.state.agenda):
        if isinstance(frame, Army | independents.IndependentMove):
            frame.told_forfeit(p)
            return


def end_battle(p: Play) -> None:
    """10.L.2: a Land Battle costs whoever moves now his MPs, or ends his activation."""
    forfeit(p)
    group = army(p)
    if group is not None and p.edition.battle_ends_activation:
        group.told_end(p)


def mark_fighters(p: Play, at: LocationId) -> None:
    """Where a battle ends the activation, all who fought in it have moved."""
    s = p.state
    if not p.edition.battle_ends_activation or army(p) is None:
        return
    troops.mark_moved(s, at, troops.unmoved(s, at, s.active))
    s.moved_generals |= generals_mask(p, at, s.active)


def dropped_pieces(p: Play, seat: SeatId, at: LocationId) -> tuple[int, Forces, int]:
    s = p.state
    generals = generals_mask(p, at, seat) & s.moved_generals
    royals = royals_mask(s, at, seat) & s.moved_royals
    return generals, common(troops.moved(s, at), s.cus_of(at, seat)), royals


def stronghold_column(p: Play, cus: Forces) -> int:
    """16.9.15"""
    cavalry = p.option(Option.CAVALRY) and cus[Unit.CAVALRY]
    return p.edition.cavalry_stronghold_column if cavalry else p.edition.stronghold_column


def pass_stronghold(p: Play, faction: FactionId, location: LocationId, cus: Forces) -> None:
    """10.A.2, 16.9.15: Attrition of CUs that have passed an Independent Stronghold."""
    losses.roll_attrition(p, faction, location, cus, "10.A.2", stronghold_column(p, cus))


def halt(p: Play) -> None:
    """10.C.4: a Free Passage that was granted and is not honoured ends the march, after an Overrun too."""
    forfeit(p)


Came = tuple[FactionId, LocationId, Mask, Forces, Mask]
"""An Interception: player, location, Generals, CUs, royals."""
UNASKED: Final = 0
DEFENDS: Final = 1
ATTACKS: Final = 2
ANSWERED: Final = 3
"""What an interceptor has said who may attack, and that the mover has answered."""


class Procedure(Frame):
    """One Land Movement procedure. `now` is its step; masks: `held` Factions, `asked` to `failed` players."""

    def __init__(
        self,
        seat: SeatId,
        faction: FactionId,
        at: LocationId,
        back: LocationId,
        how: int,
        now: int,
        generals: Mask,
        cus: Forces,
        royals: Mask,
        besieged: Mask,
        passed: Mask = 0,
        held: Mask = 0,
        asked: Mask = 0,
        pending: SeatId = NOBODY,
        granted: Mask = 0,
        honoured: Mask = 0,
        intercepted: Mask = 0,
        failed: Mask = 0,
        came: tuple[Came, ...] = (),
        dare: int = UNASKED,
    ) -> None:
        self.seat = seat
        self.faction = faction
        self.at = at
        self.back = back
        self.how = how
        self.now = now
        self.generals = generals
        self.cus = cus
        self.royals = royals
        self.besieged = besieged
        self.passed = passed
        self.held = held
        """The Factions with an Unbesieged CU in the space before the movement (A63)."""
        self.asked = asked
        self.pending = pending
        self.granted = granted
        self.honoured = honoured
        self.intercepted = intercepted
        self.failed = failed
        """12.2.B.1: whose Evasion failed."""
        self.came = came
        """The Interceptions that have succeeded."""
        self.dare = dare
        """Whether the interceptor attacks, where he may, and what the mover says to it."""

    def copy(self) -> "Procedure":
        return Procedure(
            self.seat,
            self.faction,
            self.at,
            self.back,
            self.how,
            self.now,
            self.generals,
            self.cus,
            self.royals,
            self.besieged,
            self.passed,
            self.held,
            self.asked,
            self.pending,
            self.granted,
            self.honoured,
            self.intercepted,
            self.failed,
            self.came,
            self.dare,
        )

    def step(self, p: Play) -> Ask | None:
        """Step after step, until somebody is asked, another procedure has to run or the points have to be counted."""
        s, run = p.state, self.another()
        p.replace(run)
        while True:
            ask = STEPS[run.now](run, p)
            if ask is not None or s.agenda[-1] is not run or s.board_dirty & SCORE_DUE:
                return ask

    # What it is told

    def told_interception(self, p: Play, came: tuple[Came, ...]) -> None:
        """11.2: somebody has Intercepted it."""
        intercepted = self.intercepted | 1 << came[0][0]
        p.become(self, self.but(intercepted=intercepted, came=(*self.came, *came)))

    def told_failed_evasion(self, p: Play, faction: FactionId) -> None:
        """12.2.B.1"""
        p.become(self, self.but(failed=self.failed | 1 << faction))

    # Who is here

    def holders(self, p: Play) -> int:
        """The Factions that hold the space with Unbesieged CUs, the moving pieces left out."""
        s = p.state
        space = p.space(self.at)
        out = s.cu_factions.get(self.at, 0) & ~(1 << self.faction)
        if subtract(s.cus_of(self.at, self.faction), common(self.cus, s.cus_of(self.at, self.faction))) != NO_FORCES:
            out |= 1 << self.faction
        besiegers = troops.besiegers(p, space)
        if not out >> self.faction & 1:
            besiegers &= ~(1 << self.faction)
        if not besiegers and not self.besieged >> space & 1:
            out |= s.cu_factions.get(p.inside(space), 0)
        return out

    def holders_before(self, p: Play) -> int:
        """A63: those who held the space when the activation began, and whoever but the mover has come there since."""
        group = mover(p, self.faction)
        if group is None or not group.held:
            return self.holders(p)
        space = p.space(self.at)
        out = self.holders(p) & ~(1 << self.faction)
        for faction, spaces in enumerate(group.held):
            if spaces >> space & 1:
                out |= 1 << faction
        return out

    def present(self, p: Play) -> int:
        """The Factions in the location entered that matter: an honoured Free Passage leaves its player out."""
        here = p.state.cu_factions.get(self.at, 0) | p.state.general_factions(self.at)
        return here & ~self.honoured

    def is_settled(self, p: Play) -> bool:
        """10.D.2: one Faction is left."""
        armies = p.state.cu_factions.get(self.at, 0) & ~self.honoured
        if armies & (armies - 1):
            return False
        here = self.present(p)
        return not here & (here - 1)

    def opponents(self, p: Play) -> list[FactionId]:
        """The other Factions with CUs in the location."""
        mask = p.state.cu_factions.get(self.at, 0) & ~self.honoured & ~(1 << self.faction)
        return factions_in(mask)

    def activated(self, p: Play) -> Army | None:
        """The activated group, if these are its pieces."""
        return army(p) if self.faction != INDEPENDENT and self.how != DROPPED else None

    # The questions

    def check(self, p: Play, action: ActionCode) -> Refusal | None:
        verb = action >> SHIFT
        if self.now == PASSAGE:
            return self.check_passage(p, verb, action & MASK)
        if self.now == WITHDRAWAL:
            if self.may_dare(p):
                return self.check_dare(p, verb)
            return None if verb == Verb.WITHDRAW else self.check_staying(p, verb, Verb.STAND)
        if self.now == LONE_GENERALS and verb in (Verb.WITHDRAW, Verb.STAND):
            return None
        if self.now == HONOURING and verb in self.words(p):
            return None
        return NOT_ASKED

    def words(self, p: Play) -> tuple[int, int]:
        """10.C.5: who gives his word."""
        return (Verb.GRANT, Verb.DENY) if p.edition.passage_binding == "none" else (Verb.HONOUR, Verb.BETRAY)

    def take(self, p: Play, action: ActionCode) -> None:
        verb, run = action >> SHIFT, self.copy()
        p.replace(run)
        if run.now == PASSAGE:
            run.take_passage(p, verb, action & MASK)
        elif run.now == HONOURING:
            run.take_word(p, verb)
        elif run.now == WITHDRAWAL and run.may_dare(p):
            run.take_dare(p, verb)
        elif verb == Verb.WITHDRAW:
            run.withdraw(p)
        elif run.now == WITHDRAWAL:
            run.now = after(p, WITHDRAWAL)
        else:
            run.move_on(p)

    # Attacking

    def attacks(self, p: Play) -> bool:
        """Who stays with a CU attacks; a General without one does not."""
        return bool(p.state.cu_factions.get(self.at, 0) >> self.faction & 1)

    def staying(self, p: Play, peaceful: int) -> int:
        return code(Verb.ATTACK if self.attacks(p) else peaceful)

    def check_staying(self, p: Play, verb: int, peaceful: int) -> Refusal | None:
        """Nobody attacks by any other word."""
        if verb not in (peaceful, Verb.ATTACK):
            return NOT_ASKED
        if code(verb) == self.staying(p, peaceful):
            return None
        rule, space = ("10.C.1" if self.now == PASSAGE else "10.E.1"), (("space", "space", p.space(self.at)),)
        return Refusal(rule, "refusal.nobody_attacks" if verb == Verb.ATTACK else "refusal.say_attack", space)

    # 10.A

    def attrition(self, p: Play) -> Ask | None:
        """10.A.2"""
        self.now = after(p, STRONGHOLD)
        if self.passed:
            pass_stronghold(p, self.faction, self.at, common(self.cus, p.state.cus_of(self.at, self.faction)))
        return None

    # 10.B

    def city(self, p: Play) -> Ask | None:
        """10.B.1, A57, A157"""
        self.now = after(p, CITY)
        space = p.space(self.at)
        owner = p.state.pcs[space]
        if owner in (NOBODY, INDEPENDENT, self.faction) or not troops.is_major_city(p, space):
            return None
        if owner == self.seat and not p.edition.independent_mover_reacts:
            return None
        if p.edition.city_rearranged_for == "army" and not self.attacks(p):
            return None
        if not self.besieged >> space & 1:
            city.rearrange(p, owner, space)
        return None

    # 10.C

    def ask_passage(self, p: Play) -> Ask | None:
        if self.pending != NOBODY:
            return self.ask_grantor(p, self.pending)
        players = self.may_be_asked(p)
        if not players:
            self.now = after(p, PASSAGE)
            return None
        actions = [code(Verb.ASK_PASSAGE, f) for f in factions_in(players)]
        if not self.has_to_ask(p):
            actions.append(self.staying(p, Verb.PASS))
        return Ask(self.seat, "prompt.ask_passage", "10.C.1", actions, (("space", "space", p.space(self.at)),))

    def ask_grantor(self, p: Play, grantor: SeatId) -> Ask:
        return Ask(grantor, "prompt.grant_passage", "10.C.1", [code(Verb.GRANT), code(Verb.DENY)], self.asking(p))

    def has_to_ask(self, p: Play) -> bool:
        """A General without CUs comes among another player's only to ask him."""
        if p.edition.lone_general_enters != "with_passage" or self.attacks(p):
            return False
        return bool(self.may_be_asked(p) & p.state.cu_factions.get(self.at, 0))

    def asking(self, p: Play) -> Args:
        return (("mover", "faction", self.seat), ("space", "space", p.space(self.at)))

    def may_be_asked(self, p: Play) -> int:
        """10.C.1: the players with a CU or General in a space without a Major City, if the mover can move on.

        Or anywhere and even if he cannot; one who confirms it on entry does so on land alone.
        """
        here = (p.state.cu_factions.get(self.at, 0) | p.state.general_factions(self.at)) & ~self.asked
        here &= ~(1 << INDEPENDENT | 1 << self.faction)
        if not here or self.faction == INDEPENDENT:
            return 0
        if p.edition.passage_where == "anywhere":
            by_land = self.how in (BY_PATH, OUT_OF_CITY) or p.edition.passage_binding != "confirm"
            return here if by_land and self.activated(p) is not None else 0
        if troops.is_major_city(p, p.space(self.at)):
            return 0
        return here if self.can_move_on(p) else 0

    def can_move_on(self, p: Play) -> bool:
        group = self.activated(p)
        return group is not None and group.at == self.at and can_move_on(p, group)

    def check_passage(self, p: Play, verb: int, operand: int) -> Refusal | None:
        if self.pending != NOBODY:
            return None if verb in (Verb.GRANT, Verb.DENY) else NOT_ASKED
        if verb != Verb.ASK_PASSAGE:
            if verb in (Verb.PASS, Verb.ATTACK) and self.has_to_ask(p):
                return Refusal("10.I.1", "refusal.lone_general_asks", (("space", "space", p.space(self.at)),))
            return self.check_staying(p, verb, Verb.PASS)
        if self.may_be_asked(p) >> operand & 1:
            return None
        return Refusal("10.C.1", "refusal.no_passage_from", (("who", "faction", operand),))

    def take_passage(self, p: Play, verb: int, operand: int) -> None:
        if verb in (Verb.PASS, Verb.ATTACK):
            self.now = after(p, PASSAGE)
        elif verb == Verb.ASK_PASSAGE:
            p.note(
                "asks_passage",
                "10.C.1",
                (("who", "faction", self.seat), ("of", "faction", operand), ("space", "space", p.space(self.at))),
            )
            # Who is not bound by his answer gives it when the Interceptions are over.
            if p.edition.passage_binding != "none":
                self.pending = SeatId(FactionId(operand))
            self.asked |= 1 << operand
        else:
            self.tell_answer(p, self.pending, verb)
            granted = self.granted | 1 << self.pending if verb == Verb.GRANT else self.granted
            self.pending = NOBODY
            self.granted = granted

    def tell_answer(self, p: Play, grantor: SeatId, verb: int) -> None:
        key, space = "grants_passage" if verb == Verb.GRANT else "denies_passage", ("space", p.space(self.at))
        p.note(key, "10.C.1", (("who", "faction", grantor), ("to_whom", "faction", self.seat), ("space", *space)))

    # 10.D

    def interceptions(self, p: Play) -> Ask | None:
        self.now = after(p, INTERCEPTION)
        if comes_before(p, EVASION, INTERCEPTION):
            # Who has Evaded holds nothing any more.
            self.held = self.holders(p)
        procedures.begin_interceptions(p, self)
        return None

    # 10.E

    def withdrawal(self, p: Play) -> Ask | None:
        """10.E.1"""
        if self.dare == ANSWERED:
            self.face_interceptor(p)
        elif self.is_settled(p):
            self.now = END
        elif self.may_dare(p):
            return self.ask_to_dare(p)
        elif self.intercepted and self.back not in (-1, self.at) and self.may_withdraw(p):
            actions = [code(Verb.WITHDRAW), self.staying(p, Verb.STAND)]
            return Ask(self.seat, "prompt.withdraw", "10.E.1", actions, (("at", "location", self.at),))
        else:
            self.now = after(p, WITHDRAWAL)
        return None

    # 11.2.13: an interceptor who attacks

    def may_dare(self, p: Play) -> bool:
        """The interceptor may attack, or the mover has to say what he does about it."""
        if self.dare == DEFENDS or not self.came or not p.option(Option.INTERCEPTOR_MAY_ATTACK):
            return False
        winner = self.came[0][0]
        return winner != INDEPENDENT and troops.has_cu(p.state, self.at, winner)

    def ask_to_dare(self, p: Play) -> Ask:
        place = (("at", "location", self.at),)
        if self.dare == UNASKED:
            actions = [code(Verb.ATTACK), code(Verb.STAND)]
            return Ask(SeatId(self.came[0][0]), "prompt.interceptor_attacks", "11.2.13", actions, place)
        actions = [code(Verb.STAND)]
        if self.faction != INDEPENDENT and procedures.may_evade(p, self):
            actions.append(code(Verb.EVADE))
        return Ask(self.seat, "prompt.answer_interceptor", "11.2.13", actions, place)

    def check_dare(self, p: Play, verb: int) -> Refusal | None:
        return None if code(verb) in self.ask_to_dare(p).actions else NOT_ASKED

    def take_dare(self, p: Play, verb: int) -> None:
        if self.dare == UNASKED:
            self.dare = ATTACKS if verb == Verb.ATTACK else DEFENDS
            if verb == Verb.ATTACK:
                who = ("faction", self.came[0][0])
                p.note("interceptor_attacks", "11.2.13", (("who", *who), ("at", "location", self.at)))
            return
        self.dare = ANSWERED
        if verb == Verb.EVADE:
            procedures.begin_movers_evasion(p, self)

    def face_interceptor(self, p: Play) -> None:
        """He is the Attacker, and his Champion status is at stake; who has Evaded has ended his movement."""
        if self.is_settled(p):
            self.now = END
            forfeit(p)
        elif not self.attacks(p):
            self.now = DISPERSAL
        else:
            self.now = END
            winner, source = self.came[0][:2]
            scoring.attack(p, winner, self.faction, "10.H.1")
            procedures.begin_battle(p, winner, self.faction, self.at, SeatId(winner), source, BY_PATH, self.failed)

    def may_withdraw(self, p: Play) -> bool:
        """11.3.1, 11.3.5, A66"""
        if self.faction == INDEPENDENT:
            return p.edition.independents_withdraw
        return p.edition.lone_generals_withdraw or self.attacks(p)

    def withdraw(self, p: Play) -> None:
        """11.3: everything goes back the way it came; the MPs are lost (11.3.7, A71)."""
        s = p.state
        generals = self.generals & generals_mask(p, self.at, self.faction)
        cus = common(self.cus, s.cus_of(self.at, self.faction))
        royals = self.royals & royals_mask(s, self.at, self.faction)
        if self.now == LONE_GENERALS:
            # 10.G.1: no Army goes with them
            generals = generals_mask(p, self.at, self.faction)
            royals = royals_mask(s, self.at, self.faction) if p.is_inside(self.back) else 0
        p.note("withdraws", "11.3.8", (("who", "faction", self.faction), ("at", "location", self.at)))
        if self.how != DROPPED:
            forfeit(p)
        group = self.activated(p)
        if group is not None and group.at == self.at and self.back >= 0:
            # Met by interceptors before the walls, it may come out against them once more.
            walls = 0 if self.intercepted else group.walls
            group.told_way_back(p, self.back, walls)
        # Whoever stays, Generals of his who stood here before too, still faces those who have come.
        self.now = LONE_GENERALS
        losses.begin_retreat(p, self.seat, self.faction, self.at, self.back, generals, cus, royals, "11.3.8")

    # 10.C.5

    def word_of_honour(self, p: Play) -> Ask | None:
        """A58: the mover's word; it may bind him too, or be the grantor's own."""
        binding = p.edition.passage_binding
        if binding == "none":
            return self.word_of_grantor(p)
        asked = self.granted & ~self.honoured & self.present(p)
        if not asked or (binding != "confirm" and not self.can_move_on(p)):
            self.now = after(p, HONOURING)
            if asked:
                halt(p)
            return None
        if binding == "both":
            self.honoured |= asked
            return None
        grantor = factions_in(asked)[0]
        actions = [code(Verb.HONOUR), code(Verb.BETRAY)]
        return Ask(self.seat, "prompt.honour_passage", "10.C.5", actions, (("of", "faction", grantor),))

    def word_of_grantor(self, p: Play) -> Ask | None:
        """Who was asked and has not Intercepted says now whether the mover may pass."""
        asked = self.asked & ~self.granted & ~self.intercepted & self.present(p)
        if asked:
            return self.ask_grantor(p, SeatId(factions_in(asked)[0]))
        self.now = after(p, HONOURING)
        return None

    def take_answer(self, p: Play, verb: int) -> None:
        """A passage that is refused in the end stops the mover, who fights or overruns."""
        grantor = SeatId(factions_in(self.asked & ~self.granted & ~self.intercepted & self.present(p))[0])
        self.tell_answer(p, grantor, verb)
        self.granted |= 1 << grantor
        if verb == Verb.GRANT:
            self.honoured |= 1 << grantor
        else:
            halt(p)

    def take_word(self, p: Play, verb: int) -> None:
        """A152: who betrays one of several has to stop, and so leaves none of them in peace."""
        if verb in (Verb.GRANT, Verb.DENY):
            self.take_answer(p, verb)
            return
        grantor = factions_in(self.granted & ~self.honoured & self.present(p))[0]
        bit = 1 << grantor
        key = "honours_passage" if verb == Verb.HONOUR else "betrays_passage"
        p.note(key, "10.C.5", (("who", "faction", self.seat), ("of", "faction", grantor)))
        if verb == Verb.HONOUR:
            self.honoured |= bit
        else:
            self.granted &= ~bit
            self.honoured = 0
            if p.edition.passage_binding != "confirm":
                halt(p)

    # 10.F

    def evasions(self, p: Play) -> Ask | None:
        self.now = after(p, EVASION)
        if p.edition.evade_from == "army" and not self.attacks(p):
            return None
        # 12.1.5: no Evasion after an Interception
        barred = self.intercepted and p.edition.evade_after_interception == "nobody"
        if not barred and not self.is_settled(p):
            procedures.begin_evasions(p, self)
        return None

    # 10.G

    def general_against_general(self, p: Play) -> Ask | None:
        """10.G.1, A59"""
        if self.is_settled(p):
            self.now = END
        elif p.state.cu_factions.get(self.at, 0):
            self.now = after(p, LONE_GENERALS)
        elif not p.state.general_factions(self.at) >> self.faction & 1:
            self.now = END
        elif self.back in (-1, self.at) or not self.may_go_back(p):
            self.stranded(p)
        elif self.with_all_generals(p) is not None:
            actions = [code(Verb.WITHDRAW), code(Verb.STAND)]
            return Ask(self.seat, "prompt.move_on", "10.G.1", actions, (("at", "location", self.at),))
        else:
            self.withdraw(p)
        return None

    def may_go_back(self, p: Play) -> bool:
        """10.G.1, A59"""
        return p.edition.lone_generals_withdraw and p.edition.lone_general_meets == "move_on_or_withdraw"

    def stranded(self, p: Play) -> None:
        """There is no way back, as where he embarked: he moves on, or is Dispersed."""
        if self.with_all_generals(p) is not None:
            self.move_on(p)
            return
        for general in generals_in(generals_mask(p, self.at, self.faction)):
            disperse_general(p, general, "10.G.1")

    def with_all_generals(self, p: Play) -> Army | None:
        """10.G.1: the group together with all own Generals here and without royals, if it can move on so."""
        group = self.activated(p)
        if group is None or group.at != self.at:
            return None
        others = generals_mask(p, self.at, self.faction) & ~group.generals
        led_by_minor = is_minor(p, group.commander()) and not troops.minors_stay(p)
        if others & p.state.moved_generals or (others and led_by_minor):
            return None
        joined = group.with_generals(others)
        return joined if can_move_on(p, joined) else None

    def move_on(self, p: Play) -> None:
        """10.G.2: he passes through; the next thing he does is to march."""
        self.now = END
        group = self.activated(p)
        assert group is not None
        group.told_to_pass(p, generals_mask(p, self.at, self.faction) & ~group.generals)

    # 10.H

    def lose_status(self, p: Play) -> Ask | None:
        """10.H.1, A09"""
        self.now = after(p, STATUS)
        if self.attacks(p):
            for victim in self.opponents(p):
                scoring.attack(p, self.faction, victim, "10.H.1")
        return None

    # 10.I

    def disperse_generals(self, p: Play) -> Ask | None:
        """10.I.1, A09: a lone Major General dispersed by the mover's CUs costs status too."""
        self.now = after(p, DISPERSAL)
        cus = p.state.cu_factions.get(self.at, 0)
        alone = p.state.general_factions(self.at) & ~cus
        if not alone:
            return None
        for faction in factions_in(alone):
            enemies = cus
            if faction == self.faction:
                enemies &= ~self.honoured
            elif self.honoured >> faction & 1:
                enemies &= ~(1 << self.faction)
            if not enemies:
                continue
            generals = generals_at(p, self.at, faction)
            if enemies >> self.faction & 1 and is_major(p, generals[0]):
                scoring.disperse_lone_general(p, self.faction, faction, "10.I.1", mover=True)
            dice = self.is_diced_for(p, faction)
            for general in generals:
                if not (dice and is_major(p, general) and self.killed(p, general)):
                    disperse_general(p, general, "10.I.1")
        return None

    def is_diced_for(self, p: Play, faction: FactionId) -> bool:
        """Whether the Major Generals of a Faction, caught here without CUs, may be killed."""
        when = p.edition.lone_general_killed_when
        if when == "failed_evasion":
            return bool(self.failed >> faction & 1)
        return when == "caught" and (faction != self.faction or bool(self.intercepted))

    def killed(self, p: Play, general: GeneralId) -> bool:
        die = p.die()
        killed = die in p.edition.lone_general_killed_on
        p.note(
            "lone_general_roll",
            "10.I.1",
            (
                ("who", "faction", p.state.owners[general]),
                ("general", "general", general),
                ("killed_on", "number", min(p.edition.lone_general_killed_on)),
                ("killed", "number", int(killed)),
            ),
            dice=(die,),
        )
        if killed:
            kill_general(p, general, "10.I.1")
        return killed

    # 10.J

    def overrun(self, p: Play) -> Ask | None:
        """10.J.1, A60: mandatory, in the location entered."""
        if self.is_settled(p):
            self.now = END
            return None
        self.now = after(p, OVERRUN)
        own = sum(p.state.cus_of(self.at, self.faction))
        for other in self.opponents(p):
            theirs = sum(p.state.cus_of(self.at, other))
            if own >= p.edition.overrun_ratio * theirs:
                p.note(
                    "overruns",
                    "10.J.1",
                    (
                        ("who", "faction", self.faction),
                        ("victim", "faction", other),
                        ("own", "number", own),
                        ("theirs", "number", theirs),
                        ("ratio", "number", p.edition.overrun_ratio),
                        ("at", "location", self.at),
                    ),
                )
                losses.as_losers(p, other, self.at, self.faction, "10.J.4")
            elif own:
                self.tell_no_overrun(p, other, own, theirs)
        return None

    def tell_no_overrun(self, p: Play, other: FactionId, own: int, theirs: int) -> None:
        p.note(
            "no_overrun",
            "10.J.1",
            (
                ("who", "faction", self.faction),
                ("victim", "faction", other),
                ("own", "number", own),
                ("theirs", "number", theirs),
                ("needed", "number", p.edition.overrun_ratio * theirs),
            ),
        )

    # 10.K, 10.L

    def battle(self, p: Play) -> Ask | None:
        """The Battle itself begins with the question of 10.K."""
        self.now = after(p, BATTLE)
        opponents = self.opponents(p)
        if opponents and self.attacks(p):
            procedures.begin_battle(p, self.faction, opponents[0], self.at, self.seat, self.back, self.how, self.failed)
        return None

    # The end

    def end(self, p: Play) -> Ask | None:
        """The upkeep of A101; an honoured Free Passage lasts until the group leaves."""
        p.pop()
        group = army(p) if self.faction != INDEPENDENT else None
        if group is None:
            upkeep(p)
            return None
        honoured = self.honoured if group.at == self.at else 0
        if honoured:
            group.told_passage(p, honoured)
        where = p.state.generals[group.commander()] if group.generals else group.at
        upkeep(p, where, self.faction if honoured else NOBODY, honoured)
        return None


STEPS: Final[tuple[Callable[[Procedure, Play], Ask | None], ...]] = (
    Procedure.attrition,
    Procedure.city,
    Procedure.ask_passage,
    Procedure.interceptions,
    Procedure.withdrawal,
    Procedure.word_of_honour,
    Procedure.evasions,
    Procedure.general_against_general,
    Procedure.lose_status,
    Procedure.disperse_generals,
    Procedure.overrun,
    Procedure.battle,
    Procedure.end,
)

procedures.begin_independent_march = begin_independent
procedures.face_enemies = after_return
