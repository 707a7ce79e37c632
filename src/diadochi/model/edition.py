"""What differs between the editions, as values (see the rulings and the data page)."""

from dataclasses import dataclass


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
