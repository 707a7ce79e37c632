"""What the rules offer to bots, laboratory, table, command line and texts: these import from here, not from chapters.

The face names values that others look at (a state in play, what is asked, the procedures under way) and questions that
they put to the rules. How a chapter goes about its work is its own affair.
"""

from diadochi.rules.activation import Activations
from diadochi.rules.agenda import EVERYBODY, UNDO, Args, Ask, Entry, Event, Play, key_hash, key_of_seed, shuffle
from diadochi.rules.battle import HIGHEST_ROLL, Battle, battle_rating, elephant_strength, local_troops
from diadochi.rules.city import Rearrange
from diadochi.rules.engine import advance, take
from diadochi.rules.fleets import (
    FLEET_DISPERSED,
    UPGRADED,
    available_fleets,
    fleet_strength,
    is_available,
)
from diadochi.rules.frames import FRAMES, make_frame
from diadochi.rules.group import Army
from diadochi.rules.group import army as activated_army
from diadochi.rules.interception import Interceptions
from diadochi.rules.interception import go as go_to_intercept
from diadochi.rules.march import Procedure
from diadochi.rules.naval_battle import NavalDeclarations
from diadochi.rules.naval_battle import strength as naval_strength
from diadochi.rules.operations import can_place_pc, check_pc
from diadochi.rules.options import CAPITAL_LOST, CONTRADICTIONS, counts_last, warnings
from diadochi.rules.orders import TrucePassage
from diadochi.rules.prestige import prestige
from diadochi.rules.royals import PROPOSALS, guardians
from diadochi.rules.scoring import (
    VICTORY_NAME,
    Source,
    controller,
    is_champion,
    legitimacy_sources,
    rescore,
    seniority,
    update_fleets,
    update_provinces,
    victory_point_sources,
)
from diadochi.rules.setup import OPTIONAL_CARDS, empty_state, hand_out_minors, is_added, new_state
from diadochi.rules.siege import HIGHEST as HIGHEST_SIEGE_ROW
from diadochi.rules.siege import LOWEST as LOWEST_SIEGE_ROW
from diadochi.rules.siege import Siege
from diadochi.rules.siege import modifiers as siege_modifiers
from diadochi.rules.siege import most_points as most_siege_points
from diadochi.rules.siege import needed as siege_points_needed
from diadochi.rules.strategy import CARD as TYCHE_CARD
from diadochi.rules.strategy import FORAGING as TURN_FORAGING
from diadochi.rules.strategy import MOVES as TURN_MOVES
from diadochi.rules.strategy import START as TURN_START
from diadochi.rules.strategy import PlayerTurn, TycheSegment, own_pcs
from diadochi.rules.troops import (
    army_factions,
    besiegers,
    commander,
    generals_at,
    generals_each,
    has_cu,
    inside_limit,
    is_alive,
    is_major,
    is_major_city,
    is_minor,
    living,
    locations_of,
    minors_of,
    reserve,
    starting_generals,
)
from diadochi.rules.troops import count as count_cus
from diadochi.rules.troops import number_of as number_of_cus
from diadochi.rules.troops import unmoved as unmoved_cus
from diadochi.rules.turn import STRATEGY as STRATEGY_PHASE
from diadochi.rules.turn import GameTurn, dealt_to, general_named
from diadochi.rules.upkeep import find_guardian, upkeep
from diadochi.rules.voyage import Voyage, route_cost, route_end
from diadochi.rules.windows import Priority, announced, answered

__all__ = [
    "CAPITAL_LOST",
    "CONTRADICTIONS",
    "EVERYBODY",
    "FLEET_DISPERSED",
    "FRAMES",
    "HIGHEST_ROLL",
    "HIGHEST_SIEGE_ROW",
    "LOWEST_SIEGE_ROW",
    "OPTIONAL_CARDS",
    "PROPOSALS",
    "STRATEGY_PHASE",
    "TURN_FORAGING",
    "TURN_MOVES",
    "TURN_START",
    "TYCHE_CARD",
    "UNDO",
    "UPGRADED",
    "VICTORY_NAME",
    "Activations",
    "Args",
    "Army",
    "Ask",
    "Battle",
    "Entry",
    "Event",
    "GameTurn",
    "Interceptions",
    "NavalDeclarations",
    "Play",
    "PlayerTurn",
    "Priority",
    "Procedure",
    "Rearrange",
    "Siege",
    "Source",
    "TrucePassage",
    "TycheSegment",
    "Voyage",
    "activated_army",
    "advance",
    "announced",
    "answered",
    "army_factions",
    "available_fleets",
    "battle_rating",
    "besiegers",
    "can_place_pc",
    "check_pc",
    "commander",
    "controller",
    "count_cus",
    "counts_last",
    "dealt_to",
    "elephant_strength",
    "empty_state",
    "find_guardian",
    "fleet_strength",
    "general_named",
    "generals_at",
    "generals_each",
    "go_to_intercept",
    "guardians",
    "hand_out_minors",
    "has_cu",
    "inside_limit",
    "is_added",
    "is_alive",
    "is_available",
    "is_champion",
    "is_major",
    "is_major_city",
    "is_minor",
    "key_hash",
    "key_of_seed",
    "legitimacy_sources",
    "living",
    "local_troops",
    "locations_of",
    "make_frame",
    "minors_of",
    "most_siege_points",
    "naval_strength",
    "new_state",
    "number_of_cus",
    "own_pcs",
    "prestige",
    "rescore",
    "reserve",
    "route_cost",
    "route_end",
    "seniority",
    "shuffle",
    "siege_modifiers",
    "siege_points_needed",
    "starting_generals",
    "take",
    "unmoved_cus",
    "update_fleets",
    "update_provinces",
    "upkeep",
    "victory_point_sources",
    "warnings",
]
