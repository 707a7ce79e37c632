"""What differs between the editions, as values (see the rulings and the data page).

A field says what the rule is, never whose rule it is. Its default is the rule of `editions.json`.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Final

from diadochi.model.options import CHAPTER_16, OPTION_NAME, OPTION_OF_NAME

EDITIONS: Final = ("deluxe", "third", "draft")
"""Their ids; the first is played where none is named."""
Need = tuple[str, Any, dict[str, Any]]


def mask(*names: str) -> int:
    """The options of these names as bits."""
    return sum(1 << OPTION_OF_NAME[name] for name in names)


PHASES: Final = ("turn_events", "usurper", "turn_order", "reinforcements", "deal", "strategy", "isolation", "turn_end")
REACTION_STEPS: Final = (
    "stronghold",
    "city",
    "passage",
    "interception",
    "withdrawal",
    "word",
    "evasion",
    "lone_generals",
    "status",
    "dispersal",
    "overrun",
    "battle",
)
BATTLE_STEPS: Final = (
    "join",
    "royal_only",
    "attacker_cards",
    "defender_cards",
    "prestige",
    "score",
    "survival",
    "losses",
    "royals_join",
    "inside",
    "retreat",
)
ALWAYS: Final = mask("abilities", "popularity-for-independents")
CHOICES: Final = mask(*CHAPTER_16)

WORDS: Final = {
    "turn_direction": ("choice", "clockwise"),
    "neutral_resolver": ("lowest_vp", "random"),
    "polyperchon_arrives": ("at_once", "turn3"),
    "demetrios_placed": ("at_once", "reinforcements"),
    "recruit_mode": ("preferred_province", "random_province", "tyche_card"),
    "recruit_when": ("fewer_than_dealt", "any_lost"),
    "reinforce_barred_by": ("cus_and_generals", "cus"),
    "reinforce_general_since": ("phase_and_segment", "phase"),
    "reinforce_besieged": ("none", "generals"),
    "reinforce_minor_generals": ("overflow", "own_spaces"),
    "forage_unit": ("space", "army"),
    "command_by": ("seniority", "stars"),
    "minor_subordinates": ("leave", "stay"),
    "command_change": ("recompute", "replace"),
    "force_march": ("any", "army"),
    "royal_disband": ("own_turn", "activation"),
    "land_beside_sea": ("paths_and_actions", "paths"),
    "sortie_first_step": ("interception", "lone_generals"),
    "city_rearranged_for": ("any", "army"),
    "passage_where": ("no_major_city", "anywhere"),
    "passage_binding": ("grantor", "confirm", "none", "both"),
    "lone_general_enters": ("dispersed", "with_passage"),
    "lone_general_meets": ("move_on_or_withdraw", "move_on"),
    "lone_general_killed_when": ("never", "caught", "failed_evasion"),
    "evade_from": ("any", "army"),
    "evade_after_interception": ("nobody", "others"),
    "interceptors": ("general", "army"),
    "released_general": ("next_activation", "next_space", "at_once"),
    "cavalry_reaction": ("both", "own_alone"),
    "naval_path": ("step", "full"),
    "naval_order": ("declare_all", "one_by_one"),
    "naval_reach": ("mover", "route"),
    "naval_dropoff": ("location", "space_or_own_cus"),
    "dropped_pieces": ("procedure", "quiet"),
    "landing_inside": ("any", "besieged_only"),
    "garrison_joins": ("either_side", "relief_attack_only"),
    "besieged_from": ("presence", "end_of_movement"),
    "siege_counts": ("own_moves", "all"),
    "royal_siege_compare": ("prestige", "legitimacy"),
    "royal_siege_when": ("every_sp", "first_sp"),
    "city_turned_independent": ("losers", "expel"),
    "independent_local_troops": ("province_control", "majority_of_markers"),
    "cavalry_battle": ("roll", "column"),
    "cavalry_pursuit": ("roll", "column"),
    "cavalry_siege_loss": ("disperse", "eliminate"),
    "regency_mode": ("auto", "choice"),
    "status_by_naval": ("fought", "declared"),
    "status_by_dispersing": ("major_in_own_segment", "never", "nonactive_general"),
    "condemnation_release": ("any_use", "event"),
    "marriage_blocked_by": ("cu_without_passage", "enemy_army", "nothing"),
    "herakles_option": ("after_alexandros", "last_heir"),
    "capital_by": ("card", "building"),
    "cavalry_reinforcement": ("one_of_two", "elect"),
}
"""The words that a field may hold."""

STEPS: Final = {
    "phases": ("turn_events", "usurper", "turn_order", "reinforcements", "deal", "strategy", "isolation", "turn_end"),
    "bonus_order": ("event", "ops"),
    "reaction_steps": (
        "stronghold",
        "city",
        "passage",
        "interception",
        "withdrawal",
        "word",
        "evasion",
        "lone_generals",
        "status",
        "dispersal",
        "overrun",
        "battle",
    ),
    "battle_steps": (
        "join",
        "royal_only",
        "attacker_cards",
        "defender_cards",
        "cards",
        "prestige",
        "score",
        "survival",
        "losses",
        "royals_join",
        "inside",
        "retreat",
    ),
    "burial_windows": ("own_surrender", "own_tyche", "own_activation", "own_movement", "own_forage", "turn_end"),
}
"""The steps that may stand in a sequence."""

COMPLETE: Final = ("phases", "bonus_order", "reaction_steps")
"""The sequences in which every step stands."""

NEEDS: Final[tuple[Need, ...]] = (
    (
        "passage_binding",
        "confirm",
        {
            "passage_where": "anywhere",
            "reaction_steps": (
                "stronghold",
                "passage",
                "word",
                "city",
                "evasion",
                "interception",
                "withdrawal",
                "lone_generals",
                "status",
                "dispersal",
                "overrun",
                "battle",
            ),
        },
    ),
    ("passage_binding", "none", {"passage_where": "anywhere"}),
    ("lone_general_enters", "with_passage", {"passage_where": "anywhere"}),
    ("lone_general_killed_when", "caught", {"lone_general_killed_on": (5, 6)}),
    ("lone_general_killed_when", "failed_evasion", {"lone_general_killed_on": (5, 6)}),
    ("lone_general_killed_on", (5, 6), {"lone_general_killed_when": "failed_evasion"}),
    ("naval_path", "full", {"dropped_pieces": "quiet"}),
    ("naval_reach", "route", {"naval_path": "full"}),
    ("royal_siege_compare", "legitimacy", {"royal_siege_when": "first_sp"}),
    ("capital_by", "building", {"capital_needed_for_province": False}),
)
"""A value that makes sense only beside others: (field, value, what it needs)."""


@dataclass(frozen=True, slots=True)
class Edition:
    id: str
    name: str
    turns: int
    rounds: dict[int, int]
    """Rounds of a Strategy Phase by number of players (6)."""
    hand: dict[int, int]
    """Cards dealt by number of players (5.3)."""
    face_down: dict[int, int]
    revealed_per_round: dict[int, int]
    generals_each: dict[int, int]
    victory_vp: dict[int, int]
    victory_legitimacy: int
    victory_from_turn: int
    regency_heir: dict[int, int]
    """The heir (a Royal) of the Regency check by Game Turn (3.2)."""
    lord_of_asia: tuple[int, ...]
    lord_of_asia_vp: int
    largest_fleet_vp: int
    largest_fleet_minimum: int
    hellespont_vp: int
    capital_vp: int
    champion_legitimacy: int
    makedonia: int
    makedonia_legitimacy: int
    tomb_legitimacy: int
    tomb_pella_legitimacy: int
    pella: int
    babylon: int
    pergamon: int
    """16.2: where Herakles comes."""
    burial_turns: tuple[int, ...]
    cart_until_turn: int
    """The unburied Cart is removed in the Preparations Phase of this turn."""
    cart_moves_from_turn: int
    reinforcements_from_turn: int
    mercenaries_each: int
    mercenaries_most_vp: int
    mercenaries_most_vp_tied: int
    loyal_makedonia: int
    loyal_most_legitimacy: int
    reinforcement_cap: int
    cavalry_provinces: tuple[int, ...]
    """16.9.4: who controls one of these collects Cavalry."""
    training_cost: dict[int, int]
    """OPs by Unit (6.2 B3)."""
    upgrade_ops: int
    recruit_ops: int
    recruit_relaxed_from_turn: int
    place_pc_range: int
    forage_limit: int
    forage_limit_transit: int
    inside_limit: int
    naval_limit: int
    overrun_ratio: int
    sacred_ground: int
    independent_mps: int
    minimum_army: int
    """CUs of an Army that conducts a Siege or removes a PC (9.3)."""
    stronghold_column: int
    pc_removal_cost: int
    general_killed_roll: int
    """14.8: the modified battle roll that forces a survival roll."""
    playable: bool = True
    """Whether all its rules are in the engine."""
    herakles_comes_to: int = -1
    """Where Herakles stands at the start if an option says so."""

    # 4 to 6: set-up, turn, Tyche Segment

    players: tuple[int, ...] = (2, 3, 4, 5)
    """The numbers of players that can play."""
    generals_each_second: dict[int, int] = field(default_factory=dict)
    """Generals dealt to each with the option `second-variant`, by number of players."""
    phases: tuple[str, ...] = PHASES
    """The Phases of a Game Turn, in order."""
    turn_direction: str = "choice"
    """Which way the turn goes round: chosen with the first player, or always clockwise."""
    neutral_resolver: str = "lowest_vp"
    """Who carries out the event of a revealed card: who has the fewest VP, or a player drawn for each event."""
    bonus_order: tuple[str, ...] = ("event", "ops")
    """Which part of a Bonus card comes first."""
    may_discard: bool = False
    """Whether a card may be discarded for nothing instead of being played."""
    training_rest_is_used: bool = True
    """Whether OPs left over after training must begin another CU."""
    polyperchon_arrives: str = "at_once"
    """When Polyperchon follows an Antipatros who was killed: after that Procedure, or in Game Turn III."""
    demetrios_placed: str = "at_once"
    """When Demetrios is placed: among the events of the turn, or with his owner's Reinforcements."""
    recruit_mode: str = "preferred_province"
    """How a new General comes: to his own Province, to one drawn at random, or by a card of the deck."""
    recruit_when: str = "fewer_than_dealt"
    """Who may bring in a General: with fewer than were dealt, or once one has been killed."""
    reinforce_barred_by: str = "cus_and_generals"
    """What keeps Reinforcements out of an own space: enemy CUs and Generals, or enemy CUs alone."""
    reinforce_general_since: str = "phase_and_segment"
    """Since when a General must be on the map to receive CUs: the start of the Phase or Segment, or of the Phase."""
    reinforce_besieged: str = "none"
    """What may join a General who is Besieged: nothing, or Major Generals."""
    reinforce_minor_generals: str = "overflow"
    """With which Reinforcements a Minor General may be placed: those without other room, or any."""
    place_pc_transmediterranean: bool = False
    """Whether PCs may be placed across a Trans-Mediterranean path."""
    independent_pc_is_enemy: bool = True
    """Whether an Independent PC counts as an enemy's, and so stands in the way of placing PCs."""
    isolation_cus_block: bool = True
    """Whether enemy CUs in an uncontrolled space cut a chain of supply."""
    forage_unit: str = "space"
    """What forages together: all CUs of a space, or each Army."""

    # 7 to 12: command, movement, reactions

    command_by: str = "seniority"
    """Who commands: the most Senior General, or one with the most stars whom the owner names."""
    minor_subordinates: str = "leave"
    """What becomes of a Minor General under another General: he leaves the map, or stays and travels along."""
    command_change: str = "recompute"
    """What a change of command does: MPs are reckoned anew, or a new activation takes the old one's place."""
    force_march: str = "any"
    """Whom a Force-March activates: an Army or a General alone, or only an Army."""
    royal_disband: str = "own_turn"
    """When Royal Army may be disbanded: at any time of the own turn before it moves, or when its Army is activated."""
    royal_drop_needs_general: bool = True
    """Whether a royal left in a space that is not yours needs a General."""
    land_beside_sea: str = "paths_and_actions"
    """What may stand only before or only after a Naval Movement: moves, Sieges and removals, or moves alone."""
    battle_ends_activation: bool = False
    """Whether a Land Battle ends the activation of the Army."""
    reaction_steps: tuple[str, ...] = REACTION_STEPS
    """The steps after an entry, in order."""
    sortie_first_step: str = "interception"
    """The step with which a sortie begins."""
    stronghold_attempt_exempts: bool = False
    """Whether an attempt to take a Stronghold spares the Army the Attrition of passing it."""
    city_rearranged_for: str = "any"
    """Who must come so that a city's owner rearranges: anybody, or an Army."""
    passage_where: str = "no_major_city"
    """Where Free Passage may be asked: not at Major Cities, or anywhere."""
    passage_binding: str = "grantor"
    """Whom a granted passage binds: the grantor; nobody; the grantor from the moment of entry; or both sides."""
    lone_general_enters: str = "dispersed"
    """Whether a General without CUs may enter among enemy CUs: he is Dispersed there, or only with passage."""
    lone_general_meets: str = "move_on_or_withdraw"
    """What a General without CUs does who meets another: goes on or withdraws, or must be able to go on."""
    lone_general_killed_on: tuple[int, ...] = ()
    """The dice that kill a General without CUs who is diced for."""
    lone_general_killed_when: str = "never"
    """When a General without CUs is diced for: never, whenever an Army reaches him, or after a failed Evasion."""
    evade_from: str = "any"
    """From whom one may Evade: anybody who enters, or an Army."""
    evade_after_interception: str = "nobody"
    """Who may Evade where somebody Intercepted: nobody, or all but the interceptors."""
    interceptors: str = "general"
    """Who may Intercept: any General, or Armies alone."""
    released_general: str = "next_activation"
    """When a General freed from a siege may Intercept: after the activation, from the next space on, or at once."""
    lone_generals_withdraw: bool = True
    """Whether a General without CUs may Withdraw."""
    independents_withdraw: bool = True
    """Whether an Independent Army may Withdraw."""
    independent_mover_reacts: bool = False
    """Whether a player who moves an Independent Army against himself may react."""
    cavalry_reaction: str = "both"
    """How Cavalry changes reactions: +1 for one's own and -1 for the mover's, or +1 where the mover has none."""
    cavalry_pc_cost: int = 1
    """MPs for removing a PC with Cavalry."""
    cavalry_stronghold_column: int = 1
    """The Attrition column for passing a Stronghold with Cavalry."""

    # 13 to 15: sea, battle, siege; Independents

    naval_path: str = "step"
    """How a voyage is announced: space by space, or the whole route at once."""
    naval_order: str = "declare_all"
    """How several intercept at sea: all declare and then fight, or one after the other."""
    naval_declarations: int = 1
    """How often a player may intercept at sea in a Segment; 0 is without limit."""
    naval_reach: str = "mover"
    """What must lie near the interceptor's PC at sea: the moving force, or any space that the route enters."""
    naval_dropoff: str = "location"
    """Where CUs may be dropped off at sea: no enemy CU in the location, or none in the space without own CUs."""
    dropped_pieces: str = "procedure"
    """What follows when pieces are dropped off from the sea: a Procedure of their own, or nothing."""
    landing_inside: str = "any"
    """Into which own port city one may land straight from the sea: any, or a Besieged one."""
    battle_steps: tuple[str, ...] = BATTLE_STEPS
    """The steps of a Land Battle, in order."""
    garrison_joins: str = "either_side"
    """When a garrison joins a battle outside: on either side, or only where its side attacks the besieger."""
    besieged_from: str = "presence"
    """When a city is Besieged: as soon as an enemy Army is there, or when its movement ends there."""
    siege_counts: str = "own_moves"
    """Which CUs count for a Siege: those the General moved himself, or all that fought no Land Battle."""
    siege_points_major: tuple[int, ...] = (3, 3, 3)
    """Siege Points that take a player's Major City with 0, 1 and 2 CUs inside."""
    royal_siege_compare: str = "prestige"
    """What decides whether Royal Army in a Besieged city goes over: Prestige, or Legitimacy."""
    royal_siege_when: str = "every_sp"
    """At which Siege Royal Army inside may go over: each that adds a Siege Point, or the one that brings the first."""
    city_turned_independent: str = "losers"
    """What becomes of pieces in a city that turns Independent: they suffer as losers, or are put outside."""
    independent_local_troops: str = "province_control"
    """When Independents have the Local Troops of a Province: with its control, or with most of its markers."""
    independent_pc_after_draw: bool = True
    """Whether an Independent Army driven back by a draw removes the PC where it ends."""
    independent_victor_removes_pc: bool = False
    """Whether a victorious Independent Army removes the PC of the battle's space at once."""
    cavalry_battle: str = "roll"
    """What Cavalry brings in battle: +1 to the roll, or the next column."""
    cavalry_pursuit: str = "roll"
    """What Cavalry brings in pursuit: +2 to the loser's Attrition roll, or the next column."""
    cavalry_siege_loss: str = "disperse"
    """What the cheaper Siege costs Cavalry: a CU may be Dispersed for a loss, or the first loss must be one."""

    # 3, 8, 16: points, royals, options

    standard_options: int = ALWAYS
    """The optional rules that are always played."""
    options: int = CHOICES
    """The optional rules that may be chosen."""
    regency_mode: str = "auto"
    """What an heir's coming of age brings: his controller wins or he is killed, or the controller chooses."""
    tomb_in_pella_too: bool = False
    """Whether the Tomb's city gives Legitimacy in Pella too."""
    burial_windows: tuple[str, ...] = ("own_forage", "turn_end")
    """When Alexander may be buried."""
    status_by_naval: str = "fought"
    """What at sea costs Champion status: a battle fought, or a declaration that no card cancels."""
    status_by_dispersing: str = "major_in_own_segment"
    """Which Dispersed General costs Champion status: a Major one in the own Segment, none, or any who is not active."""
    prestige_below_zero: bool = False
    """Whether Prestige may fall below 0."""
    condemnation_release: str = "any_use"
    """What frees the condemned General: any use of the card, or its event."""
    royals_by_cus: bool = False
    """Whether CUs alone control a royal."""
    marriage_blocked_by: str = "cu_without_passage"
    """Who prevents a marriage: an enemy CU without passage, an enemy Army, or nobody."""
    herakles_option: str = "after_alexandros"
    """The option of Herakles: he comes when Alexandros dies, or counts as the last heir."""
    capital_by: str = "card"
    """How a Capital is founded: by its card, or by building."""
    capital_siege_points: int = 3
    """Siege Points that take a Capital."""
    capital_inside_limit: int = 2
    """CUs that a Capital holds."""
    capital_needed_for_province: bool = True
    """Whether a Capital must be held to control its Province."""
    cavalry_reinforcement: str = "one_of_two"
    """How Cavalry is collected: 1 of the 2 CUs in certain Provinces, or 1 instead of 2 and more by cavalry_bonus."""
    cavalry_bonus: tuple[tuple[int, ...], ...] = ()
    """Groups of Provinces; who controls a whole group collects a Cavalry CU more."""
    treasure_cities: tuple[int, ...] = ()
    """Who has strictly most of these unlooted collects a Cavalry CU more."""


def offered(edition: Edition) -> tuple[str, ...]:
    """The names of the optional rules that may be chosen."""
    return tuple(name for option, name in enumerate(OPTION_NAME) if edition.options >> option & 1)


def switched(edition: Edition, name: str, value: Any) -> Edition:
    """The edition with another value of one field, and with what that value needs."""
    changes: dict[str, Any] = {name: value}
    todo = [(name, value)]
    while todo:
        found = todo.pop()
        for other, wanted in ((o, w) for n, v, needs in NEEDS if (n, v) == found for o, w in needs.items()):
            if other not in changes:
                changes[other] = wanted
                todo.append((other, wanted))
    return replace(edition, **changes)
