"""Characters: what a bot cares about, as numbers. Where nothing else is said they are Victory Points."""

from typing import Final, NamedTuple


class Temper(NamedTuple):
    """Of the first six but `courage`, 1 is the ordinary measure."""

    name: str
    land: float = 1.0
    """Provinces and what else gives Victory Points."""
    crown: float = 1.0
    """Legitimacy: heirs, the Cart, the title of Champion."""
    troops: float = 1.0
    """Combat Units and Generals."""
    rivalry: float = 1.0
    """What others lose counts as one's own gain."""
    courage: float = 0.58
    """The lowest chance of winning at which it offers battle."""
    caution: float = 1.0
    """How much it fears stronger enemies nearby."""

    # What a position is worth

    under_way: float = 0.5
    """The share of a Province's worth that all but control of it is worth."""
    without_city: float = 0.55
    """The share of that while somebody else has the Major City."""
    spare: float = 0.05
    """The share of a Province's worth for each PC beyond the majority, up to two."""
    lord_of_asia: float = 0.7
    """Each of the three Provinces."""
    strategos: float = 2.0
    """Makedonia."""
    fleet: float = 0.45
    """Each point of Fleet Strength."""
    late_crown: float = 0.6
    """A point of Legitimacy in Game Turn IV, when only the Regency of Game Turn V is left (3.2)."""
    alexandros_guard: float = 1.5
    herakles_guard: float = 0.7
    close: float = 6.0
    """How much nearly an Instant Victory is worth."""
    general: float = 0.8
    mercenary: float = 0.35
    held: float = 0.15
    """Each VP that is already there, besides what the Provinces are worth."""
    cart: float = 3.0
    cart_to_throne: float = 7.0
    """The Cart; and where burying it in Pella would win."""

    # Rivals

    rivals: float = 0.5
    """What counts of the standing of the others, shared among them."""
    leader: float = 0.3
    mourner: float = 0.4
    """More for the leader, and for whoever may win by the Cart."""
    aim: float = 0.0
    """In the last two rounds before the game may end: what the one who has to be beaten counts; the others little."""
    finish: bool = False
    """In the last of these rounds only what changes PCs at once counts fully."""

    # Armies

    patience: float = 0.8
    """What a goal is still worth for each activation that it is away."""
    per_mp: float = 0.02
    burial: float = 11.0
    fetch_cart: float = 5.0
    stop_burial: float = 7.0
    bar_the_way: float = 3.0
    """For whoever can take the Cart from a player who would win with it, or bar the way into Pella."""
    sea_risk: float = 0.5
    """Of every space by sea, in MPs."""
    spoils: float = 0.35
    """The share of what a defeated enemy loses that is counted besides its rivalry."""
    fight_cost: float = 0.3
    siege_patience: float = 0.85
    siege_cost: float = 0.12
    """What a city is still worth for each further siege roll, and what a roll costs."""
    alexandros: float = 1.0
    """To have Alexandros, besides his Legitimacy."""
    lost_throne: float = 5.0
    """To lose the title of Champion with which a burial would win."""
    champion: float = 1.0
    """What the Legitimacy of a Champion is worth to him; 1 is the ordinary measure."""
    act_now: float = 0.7
    """A Siege here is preferred to a goal elsewhere that is worth up to so many times as much."""
    stay_and_besiege: float = 0.3
    guard: float = 0.2
    """A space worth less gets no garrison."""
    campaign: float = 0.3
    """Less than this and a Mercenary is raised instead."""
    near: float = 10.0
    """MPs within which goals are looked for."""
    fight_through: float = 0.7
    """The chance of winning with which the bearers of the Cart break through."""
    rush: bool = False
    """The Army with the Cart stays until it may move, gathers CUs, then makes for Pella and leaves nobody behind."""
    wait: float = 0.0
    """For Armies that wait in Pella for another player's Cart."""
    muster: float = 0.0
    """Each CU that a smaller Army brings to a larger one while another player's Cart threatens."""
    daring: float = 0.15
    """Less courage is asked where the Cart can be taken."""

    # Cards, reinforcements, reactions

    training: float = 0.12
    kept: float = 0.08
    """Each OP in training; each OP of a card that is kept for later."""
    crowd: int = 7
    """No more CUs than these are gathered in one space (6.4)."""
    cart_guard: float = 0.8
    to_major: float = 0.9
    general_to_major: float = -0.3
    to_stack: float = 0.12
    """Reinforcements: with the Cart, with a Major General, and for each CU that is there."""
    intercept: float = 0.6
    """The chance of beating off the mover with which it Intercepts."""
    evade: float = 0.45
    """It Evades from whoever has a better chance than this."""


BALANCED: Final = Temper("satrap")
CAUTIOUS: Final = Temper("cautious", troops=1.3, rivalry=0.8, courage=0.7, caution=1.8)
CONQUEROR: Final = Temper("conqueror", land=1.2, crown=0.8, rivalry=1.3, courage=0.5, caution=0.5)
LEGITIMIST: Final = Temper("legitimist", land=0.9, crown=1.5, courage=0.6)
OPPORTUNIST: Final = Temper("opportunist", rivalry=1.6, courage=0.54, caution=0.8)
CHARACTERS: Final = (CAUTIOUS, CONQUEROR, LEGITIMIST, OPPORTUNIST)
