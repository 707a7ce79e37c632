"""What other editions do when somebody enters a space: who reacts, in which order, and with which die."""

import pytest

from diadochi.model.edition import switched
from diadochi.rules import independents, march
from diadochi.rules.agenda import Play
from tests.rules.activations import force_march
from tests.table import Table, changed_material

OTHER_ORDER = changed_material("draft", {}).edition.reaction_steps


def enter(table: Table, general: str, *spaces: str, mps: int = 4) -> None:
    """Activate a General with all CUs of his location and march."""
    force_march(table, mps)
    table.act(f"activate:{general}")
    if "take-all" in table.offers:
        table.act("take-all")
    table.act(*(f"march:{space}" for space in spaces))


def intercept(table: Table, source: str) -> None:
    """Intercept with everything that stands there."""
    table.act(f"intercept:{source}")
    for action in ("take-general:peithon", "take-all", "done"):
        if may(table, action) and table.decision.prompt == "prompt.intercept_with":
            table.act(action)


def may(table: Table, action: str) -> bool:
    return not table.over and action in table.offers


def two_near_sardeis(table: Table, **units: int) -> Table:
    """Red's Peithon in Pergamon and Blue's Krateros with 3 CUs in Kelainai; both touch Sardeis."""
    table.general("red", "peithon", "pergamon")
    table.cus("red", "pergamon", **units)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    return table


def told(table: Table, key: str) -> dict[str, object]:
    """The arguments of the first event of a key."""
    return {name: value for name, _, value in table.events(key)[0].args}


# The order of the steps


@pytest.mark.rule("T9.5.2")
def test_the_steps_after_an_entry_come_in_the_order_of_chapter_10() -> None:
    third = Play(changed_material("third", {}), Table().state)
    assert march.after(third, march.CITY) == march.PASSAGE
    assert march.after(third, march.INTERCEPTION) == march.WITHDRAWAL
    assert march.comes_before(third, march.INTERCEPTION, march.EVASION)


@pytest.mark.rule("K9.1.1")
@pytest.mark.parametrize("first", ["evasion", "interception"])
def test_the_army_in_the_space_decides_before_help_comes_or_after_it(first: str) -> None:
    table = Table(changed={"reaction_steps": OTHER_ORDER} if first == "evasion" else {})
    table.army("red", "eumenes", "ephesos", mercenary=1)
    table.army("red", "peithon", "pergamon", mercenary=3)
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    enter(table, "krateros", "ephesos")
    table.act("attack")
    wanted = "evade" if first == "evasion" else "intercept:pergamon"
    assert table.deciding == "red" and may(table, wanted)
    table.act("stand" if first == "evasion" else "pass")
    assert may(table, "intercept:pergamon" if first == "evasion" else "evade")


@pytest.mark.rule("K9.1.1")
def test_who_has_evaded_does_not_keep_interceptors_out() -> None:
    """C25: the CUs that bar an Interception are looked at when it is declared."""
    table = Table(edition="draft", dice=(6,))
    table.army("red", "eumenes", "ephesos", mercenary=1)
    table.army("green", "peithon", "pergamon", mercenary=3)
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    enter(table, "krateros", "ephesos")
    table.act("attack", "evade", "evade-to:sardeis", "done", "pass")
    assert table.deciding == "green" and may(table, "intercept:pergamon")


@pytest.mark.rule("K8.3.8.2", "K9.1.1")
def test_passage_and_the_movers_word_come_before_the_city_and_the_other_reactions() -> None:
    table = Table(edition="draft")
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    enter(table, "krateros", "sardeis")
    assert table.decision.prompt == "prompt.ask_passage"
    table.act("ask-passage:red", "grant")
    assert table.decision.prompt == "prompt.honour_passage"
    table.act("betray")
    assert table.decision.prompt == "prompt.rearrange"
    table.act("done")
    assert table.decision.prompt == "prompt.evade"


# The city


@pytest.mark.rule("T9.7.2", "K9.1.2")
@pytest.mark.parametrize(("changed", "asked"), [({}, True), ({"city_rearranged_for": "army"}, False)])
def test_a_general_alone_makes_nobody_rearrange_a_city(changed: dict[str, object], asked: bool) -> None:
    table = Table(changed=changed)
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside", mercenary=1)
    table.general("blue", "krateros", "kelainai")
    enter(table, "krateros", "sardeis")
    assert (table.decision.prompt == "prompt.rearrange") == asked


@pytest.mark.rule("T9.7.2", "K9.1.2")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_an_army_makes_the_owner_rearrange(edition: str) -> None:
    table = Table(edition=edition)
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    enter(table, "krateros", "sardeis")
    assert table.decision.prompt == "prompt.rearrange"


# Interception


@pytest.mark.rule("T10.2.1", "K11.1")
@pytest.mark.parametrize(("interceptors", "cus", "can"), [("general", 0, True), ("army", 0, False), ("army", 1, True)])
def test_only_armies_intercept(interceptors: str, cus: int, can: bool) -> None:
    table = two_near_sardeis(Table(changed={"interceptors": interceptors}), mercenary=cus)
    enter(table, "krateros", "sardeis")
    assert may(table, "intercept:pergamon") == can


@pytest.mark.rule("T10.2.1", "K11.1")
def test_the_general_of_an_army_does_not_intercept_without_a_cu() -> None:
    table = two_near_sardeis(Table(changed={"interceptors": "army"}), mercenary=1)
    enter(table, "krateros", "sardeis")
    table.act("intercept:pergamon", "take-general:peithon")
    assert table.why_not("done") == "11.1.1"
    table.act("take:mercenary")
    assert may(table, "done")


@pytest.mark.rule("T10.2.3", "K19.3.1")
@pytest.mark.parametrize(
    ("edition", "options", "fails"),
    [("third", (), True), ("draft", (), False), ("draft", ("interception-transit",), True)],
)
def test_a_transit_point_takes_one_off_the_die_of_an_interception(
    edition: str, options: tuple[str, ...], fails: bool
) -> None:
    table = Table(edition=edition, options=options, dice=(4,))
    table.army("red", "peithon", "pisidai", mercenary=3)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    enter(table, "krateros", "tp_laodikeia")
    intercept(table, "pisidai")
    assert (table.where("peithon") == "pisidai") == fails


@pytest.mark.rule("T10.3.5", "K11.8")
@pytest.mark.parametrize(
    ("released", "first", "second"),
    [("next_activation", False, False), ("next_space", False, True), ("at_once", True, True)],
)
def test_when_who_was_besieged_may_intercept(released: str, first: bool, second: bool) -> None:
    table = Table(changed={"released_general": released})
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis.inside", mercenary=1)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    enter(table, "krateros", "sardeis")
    table.act("done")
    table.act("march:pergamon")
    assert may(table, "intercept:sardeis.inside") == first
    if first:
        table.act("pass")
    table.act("march:ephesos")
    assert may(table, "intercept:sardeis.inside") == second


@pytest.mark.rule("T10.5.2", "K11.7", "K14.5")
@pytest.mark.parametrize("withdraws", [True, False])
def test_independent_armies_withdraw_or_never(withdraws: bool) -> None:
    table = Table(changed={} if withdraws else {"independents_withdraw": False}, dice=(6, 1, 1, 1, 1, 1))
    table.independent("leosthenes", "lamia")
    table.army("red", "peithon", "trikka", mercenary=3)
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:leosthenes", "march:larisa")
    intercept(table, "trikka")
    assert bool(not table.over and table.decision.prompt == "prompt.withdraw") == withdraws
    assert bool(table.events("battle_begins")) != withdraws


@pytest.mark.rule("K11.7", "K8.3.4")
@pytest.mark.parametrize("withdraws", [True, False])
def test_a_general_without_cus_withdraws_or_never(withdraws: bool) -> None:
    table = Table(changed={} if withdraws else {"lone_generals_withdraw": False}, dice=(6,))
    table.army("red", "peithon", "pergamon", mercenary=3)
    table.general("blue", "krateros", "kelainai")
    enter(table, "krateros", "sardeis")
    intercept(table, "pergamon")
    assert may(table, "withdraw") == withdraws
    assert (table.where("krateros") == "dispersed") != withdraws


@pytest.mark.parametrize("reacts", [True, False])
def test_a157_who_moves_an_independent_army_against_himself_may_react(reacts: bool) -> None:
    table = Table(changed={"independent_mover_reacts": reacts})
    table.independent("leosthenes", "lamia")
    table.army("blue", "krateros", "trikka", mercenary=3)
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:leosthenes", "march:larisa")
    assert may(table, "intercept:trikka") == reacts


@pytest.mark.parametrize("reacts", [True, False])
def test_a157_he_may_evade_from_it_and_rearrange_his_city(reacts: bool) -> None:
    table = Table(changed={"independent_mover_reacts": reacts}, dice=(1, 1, 1, 1, 1, 1))
    table.independent("seuthes", "amphipolis")
    table.pc("blue", "pella")
    table.army("blue", "krateros", "pella", mercenary=3)
    table.begin(lambda p: independents.begin_moves(p, table.seat("blue")))
    table.act("move-independent:seuthes", "march:pella")
    assert (not table.over and table.decision.prompt == "prompt.rearrange") == reacts
    if reacts:
        table.act("done")
        assert may(table, "evade")


# Evasion


@pytest.mark.rule("T11.1.3", "K10.1")
@pytest.mark.parametrize(("evade_from", "can"), [("any", True), ("army", False)])
def test_nobody_evades_from_a_general_without_cus(evade_from: str, can: bool) -> None:
    table = Table(changed={"evade_from": evade_from})
    table.army("red", "peithon", "ephesos", mercenary=1)
    table.general("blue", "krateros", "halikarnassos")
    enter(table, "krateros", "ephesos")
    while not table.over and table.decision.prompt == "prompt.ask_passage":
        table.act("pass")
    assert may(table, "evade") == can


@pytest.mark.rule("T11.1.2", "K19.5")
@pytest.mark.example("D12")
@pytest.mark.parametrize(("die", "transit", "others"), [(4, False, True), (5, True, True), (3, False, False)])
def test_a_transit_point_as_the_first_space_needs_a_higher_die(die: int, transit: bool, others: bool) -> None:
    table = Table(edition="draft", options=("evasion-transit",), dice=(die, 6, 6, 1, 1, 1, 1, 1))
    table.army("red", "peithon", "ephesos", mercenary=1)
    table.pc("red", "sardeis")
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    enter(table, "krateros", "ephesos")
    table.act("attack", "evade")
    assert may(table, "evade-to:tp_laodikeia") == transit
    assert may(table, "evade-to:sardeis") == others
    if others and not transit:
        assert table.why_not("evade-to:tp_laodikeia") == "12.2.4"


@pytest.mark.rule("T11.1.2")
def test_where_only_transit_points_are_open_the_die_itself_is_lower() -> None:
    table = Table(edition="third", dice=(4, 6, 6, 1, 1, 1, 1, 1))
    table.army("red", "peithon", "pisidai", mercenary=1)
    table.army("blue", "krateros", "aspendos", mercenary=3)
    enter(table, "krateros", "pisidai")
    table.act("attack", "evade")
    assert table.events("battle_begins")


# Cavalry


@pytest.mark.rule("K19.9.6", "K19.9.7")
@pytest.mark.parametrize(
    ("rule", "own", "movers", "modifier"),
    [
        ("both", 1, 0, 1),
        ("both", 0, 1, -1),
        ("both", 1, 1, 0),
        ("own_alone", 1, 0, 1),
        ("own_alone", 0, 1, 0),
        ("own_alone", 1, 1, 0),
    ],
)
def test_what_cavalry_brings_to_a_reaction(rule: str, own: int, movers: int, modifier: int) -> None:
    table = Table(changed={"cavalry_reaction": rule}, options=("cavalry",), dice=(6,))
    table.army("red", "peithon", "pergamon", mercenary=1, cavalry=own)
    table.army("blue", "krateros", "kelainai", mercenary=3, cavalry=movers)
    enter(table, "krateros", "sardeis")
    intercept(table, "pergamon")
    assert told(table, "interception_roll")["modifier"] == modifier


def test_the_order_follows_the_words_of_the_edition() -> None:
    edition = switched(changed_material("third", {}).edition, "reaction_steps", OTHER_ORDER)
    assert edition.reaction_steps == OTHER_ORDER


# Passage


def among_red(table: Table, cus: int = 3, city: bool = False) -> Table:
    """Red's Army in Larisa, or in the Major City of Sardeis; Blue's Krateros comes from Lamia."""
    table.army("red", "eumenes", "sardeis" if city else "larisa", mercenary=3)
    table.general("blue", "krateros", "kelainai" if city else "lamia")
    table.cus("blue", "kelainai" if city else "lamia", mercenary=cus)
    enter(table, "krateros", "sardeis" if city else "larisa")
    return table


@pytest.mark.rule("T9.11.1", "K8.3.8.1")
@pytest.mark.parametrize(("where", "asks"), [("no_major_city", False), ("anywhere", True)])
def test_passage_is_asked_at_a_major_city_too(where: str, asks: bool) -> None:
    table = among_red(Table(changed={"passage_where": where}), city=True)
    assert may(table, "ask-passage:red") == asks


@pytest.mark.rule("T9.11.1", "K8.3.8.1")
@pytest.mark.parametrize(("where", "asks"), [("no_major_city", False), ("anywhere", True)])
def test_passage_is_asked_even_by_who_cannot_go_on(where: str, asks: bool) -> None:
    table = Table(changed={"passage_where": where})
    table.army("red", "eumenes", "ephesos", mercenary=3)
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    enter(table, "krateros", "ephesos", mps=1)
    assert may(table, "ask-passage:red") == asks


@pytest.mark.rule("T9.11.2")
def test_the_grantor_gives_his_word_after_the_interceptions() -> None:
    table = Table(edition="third")
    table.army("red", "peithon", "trikka", mercenary=1)
    among_red(table)
    table.act("ask-passage:red")
    assert table.decision.prompt == "prompt.intercept" and table.deciding == "red"
    table.act("pass")
    assert table.offers == ("grant", "deny") and table.deciding == "red"
    table.act("grant")
    assert table.deciding == "blue" and may(table, "march:pella") and may(table, "done")


@pytest.mark.rule("T9.11.2")
def test_who_breaks_his_promise_stops_the_mover() -> None:
    table = Table(edition="third", dice=(1, 1, 6, 6, 1, 1, 1))
    among_red(table)
    table.act("ask-passage:red", "deny")
    table.act("stand")
    assert table.events("denies_passage") and table.events("battle_begins")


@pytest.mark.rule("T9.11.2")
def test_after_a_refusal_not_even_an_overrun_lets_him_go_on() -> None:
    table = Table(edition="third")
    table.army("red", "eumenes", "larisa", mercenary=1)
    table.army("blue", "krateros", "lamia", mercenary=5)
    enter(table, "krateros", "larisa")
    table.act("ask-passage:red", "deny", "stand")
    assert table.events("overruns") and not may(table, "march:pella")


@pytest.mark.rule("T9.11.2", "K8.3.3")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_a_general_without_cus_who_is_refused_is_dispersed_without_a_die(edition: str) -> None:
    table = among_red(Table(edition=edition), cus=0)
    assert table.offers == ("ask-passage:red",) or table.decision.prompt == "prompt.grant_passage"
    if may(table, "ask-passage:red"):
        table.act("ask-passage:red")
    table.act("deny")
    assert table.where("krateros") == "dispersed" and not table.events("lone_general_roll")


@pytest.mark.rule("T9.11.3", "K8.3.8.3")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_who_is_still_there_when_his_movement_ends_fights(edition: str) -> None:
    table = among_red(Table(edition=edition, dice=(1, 1, 6, 6, 1, 1, 1)))
    table.act("ask-passage:red", "grant")
    if edition == "draft":
        table.act("honour")
    assert not table.events("battle_begins")
    table.act("done")
    assert table.deciding == "red" and may(table, "evade")
    table.act("stand")
    assert table.events("battle_begins")


@pytest.mark.rule("T9.11.3")
def test_he_may_go_inside_his_own_city_instead() -> None:
    table = Table(edition="third")
    table.pc("blue", "sardeis")
    table.army("red", "eumenes", "sardeis", mercenary=3)
    table.army("blue", "krateros", "kelainai", mercenary=2)
    enter(table, "krateros", "sardeis")
    table.act("ask-passage:red", "grant", "go-inside")
    table.act("done")
    assert not table.events("battle_begins") and table.where("krateros") == "sardeis.inside"


@pytest.mark.rule("T9.11.3")
def test_the_grantor_may_go_inside_his_own_city_instead() -> None:
    table = Table(edition="third")
    table.pc("red", "sardeis")
    table.army("red", "eumenes", "sardeis", mercenary=2)
    table.army("blue", "krateros", "kelainai", mercenary=3)
    enter(table, "krateros", "sardeis")
    table.act("done", "ask-passage:red", "grant", "done")
    assert table.decision.prompt == "prompt.rearrange"
    table.act("inside:mercenary", "inside:mercenary", "inside-general:eumenes")
    assert not table.events("battle_begins") and table.where("eumenes") == "sardeis.inside"


@pytest.mark.rule("K8.3.8.2")
def test_after_a_yes_the_mover_may_attack_and_all_reactions_follow() -> None:
    table = Table(edition="draft", dice=(1, 1, 6, 6, 1, 1, 1))
    table.army("red", "peithon", "trikka", mercenary=1)
    among_red(table)
    table.act("ask-passage:red", "grant", "betray")
    assert may(table, "evade")
    table.act("stand")
    assert may(table, "intercept:trikka")


@pytest.mark.rule("K8.3.8.2")
def test_with_passage_taken_the_grantor_does_not_react() -> None:
    table = Table(edition="draft")
    table.army("red", "peithon", "trikka", mercenary=1)
    among_red(table)
    table.act("ask-passage:red", "grant", "honour")
    assert table.deciding == "blue" and may(table, "march:pella")


@pytest.mark.parametrize(("binding", "asked"), [("grantor", True), ("both", False)])
def test_a58_the_mover_is_bound_too_or_may_betray(binding: str, asked: bool) -> None:
    table = among_red(Table(changed={"passage_binding": binding}))
    table.act("ask-passage:red", "grant")
    assert may(table, "betray") == asked
    if not asked:
        assert may(table, "march:pella") and table.why_not("done") == "10.C.5"


# Generals without CUs


@pytest.mark.rule("T9.9.1", "K8.3.3")
def test_a_general_without_cus_comes_among_enemy_cus_only_to_ask() -> None:
    table = Table(changed={"lone_general_enters": "with_passage"})
    table.cus("red", "ephesos", mercenary=1)
    table.pc("red", "ephesos")
    table.independent("ariarathes", "tp_laodikeia")
    table.general("blue", "krateros", "halikarnassos")
    force_march(table)
    table.act("activate:krateros")
    assert table.why_not("march:tp_laodikeia") == "10.I.1"
    table.act("march:ephesos")
    assert table.deciding == "red" and table.offers == ("grant", "deny")


@pytest.mark.rule("T9.9.2", "K8.3.4")
@pytest.mark.parametrize(("mps", "can"), [(1, False), (2, True)])
def test_he_passes_an_enemy_general_only_with_mps_to_go_on(mps: int, can: bool) -> None:
    table = Table(changed={"lone_general_meets": "move_on"})
    table.general("red", "eumenes", "ephesos")
    table.general("blue", "krateros", "halikarnassos")
    force_march(table, mps)
    table.act("activate:krateros")
    assert may(table, "march:ephesos") == can
    if not can:
        assert table.why_not("march:ephesos") == "10.G.1"
        return
    table.act("march:ephesos", "pass")
    if table.deciding == "red":
        table.act("stand")
    assert not may(table, "withdraw") and not may(table, "done") and may(table, "march:sardeis")


@pytest.mark.rule("T9.9.3", "K10.3")
@pytest.mark.parametrize(
    ("when", "evades", "die", "where"),
    [
        ("never", False, 6, "dispersed"),
        ("caught", False, 5, "out"),
        ("caught", False, 4, "dispersed"),
        ("caught", True, 6, "out"),
        ("failed_evasion", False, 6, "dispersed"),
        ("failed_evasion", True, 5, "out"),
        ("failed_evasion", True, 4, "dispersed"),
    ],
)
def test_a_general_without_cus_whom_an_army_reaches(when: str, evades: bool, die: int, where: str) -> None:
    table = Table(changed={"lone_general_killed_when": when}, dice=(1, die) if evades else (die,))
    table.general("red", "peithon", "ephesos")
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    enter(table, "krateros", "ephesos")
    table.act("attack", "evade" if evades else "stand")
    assert table.where("peithon") == where


@pytest.mark.rule("T9.9.3")
@pytest.mark.parametrize(("edition", "rolls"), [("third", True), ("draft", False)])
def test_a_general_without_cus_whom_interceptors_reach(edition: str, rolls: bool) -> None:
    table = Table(edition=edition, dice=(6, 5))
    table.army("red", "peithon", "trikka", mercenary=3)
    table.general("blue", "krateros", "lamia")
    enter(table, "krateros", "larisa")
    intercept(table, "trikka")
    if edition == "third":
        assert may(table, "withdraw")
        table.act("stand")
    assert table.where("krateros") == ("out" if rolls else "dispersed")


@pytest.mark.rule("T9.9.3")
def test_inside_his_own_city_he_is_safe() -> None:
    table = Table(edition="third")
    table.pc("red", "sardeis")
    table.general("red", "peithon", "sardeis")
    table.army("blue", "krateros", "kelainai", mercenary=3)
    enter(table, "krateros", "sardeis")
    table.act("inside-general:peithon", "done")
    assert table.where("peithon") == "sardeis.inside" and not table.events("lone_general_roll")


# Sorties


@pytest.mark.rule("T15.3.2", "K13.2.6")
@pytest.mark.parametrize(("first", "reacts"), [("interception", True), ("lone_generals", False)])
def test_nobody_reacts_to_a_sortie(first: str, reacts: bool) -> None:
    table = Table(changed={"sortie_first_step": first}, dice=(1, 1, 6, 6, 1, 1))
    table.pc("blue", "sardeis")
    table.army("blue", "krateros", "sardeis.inside", mercenary=2)
    table.army("red", "eumenes", "sardeis", mercenary=3)
    table.army("red", "peithon", "pergamon", mercenary=1)
    force_march(table)
    table.act("activate:krateros", "take-all", "come-out")
    assert may(table, "intercept:pergamon") == reacts
    assert bool(table.events("battle_begins")) != reacts


# Evasion after an Interception


@pytest.mark.rule("T11.3.2", "K10.5")
@pytest.mark.parametrize(("after", "can"), [("nobody", False), ("others", True)])
def test_who_stood_there_before_may_evade_and_the_interceptors_stay(after: str, can: bool) -> None:
    table = Table(changed={"evade_after_interception": after}, dice=(6, 6, 1, 1, 6, 6, 1))
    table.army("red", "eumenes", "ephesos", mercenary=1)
    table.army("red", "peithon", "pergamon", loyal=2)
    table.army("blue", "krateros", "halikarnassos", mercenary=3)
    enter(table, "krateros", "ephesos")
    table.act("attack")
    intercept(table, "pergamon")
    assert table.where("peithon") == "ephesos"
    table.act("attack")
    assert may(table, "evade") == can
    if can:
        table.act("evade", "evade-to:sardeis", "done")
        assert table.where("eumenes") == "sardeis" and table.where("peithon") == "ephesos"
        assert table.forces("red", "sardeis") == {"mercenary": 1}


# An interceptor who attacks


def dared(edition: str, dice: tuple[int, ...], answer: str) -> Table:
    """Red's Peithon Intercepts Blue's Krateros in Larisa and attacks."""
    table = Table(edition=edition, options=("interceptor-may-attack",), dice=dice)
    table.army("red", "peithon", "trikka", mercenary=3)
    table.army("blue", "krateros", "lamia", mercenary=3)
    enter(table, "krateros", "larisa")
    intercept(table, "trikka")
    assert table.offers == ("attack", "stand") and table.deciding == "red"
    table.act(answer)
    return table


@pytest.mark.rule("T23.2.1", "T23.2.2", "K19.3.2")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_an_interceptor_who_attacks_is_the_attacker(edition: str) -> None:
    table = dared(edition, (6, 6, 6, 1, 1, 1, 1, 1), "attack")
    assert table.deciding == "blue" and not may(table, "withdraw") and may(table, "stand")
    table.act("stand")
    begun = told(table, "battle_begins")
    assert (begun["attacker"], begun["defender"]) == (table.seat("red"), table.seat("blue"))


@pytest.mark.rule("T23.2.3", "K19.3.2")
@pytest.mark.parametrize("edition", ["third", "draft"])
def test_his_champion_status_is_at_stake(edition: str) -> None:
    table = dared(edition, (6, 6, 6, 1, 1, 1, 1, 1), "attack")
    table.state.champions = 0b11
    table.act("stand")
    assert not table.champion("red") and table.champion("blue")


@pytest.mark.rule("T23.2.2", "K19.3.2")
def test_the_mover_may_evade_him() -> None:
    table = dared("draft", (6, 6), "attack")
    table.act("evade")
    table.act(next(a for a in table.offers if a.startswith("evade-to:")))
    while table.decision.prompt == "prompt.evade_to":
        table.act("done")
    assert table.where("krateros") not in ("larisa", "trikka") and not table.events("battle_begins")
    assert table.where("peithon") == "larisa"


@pytest.mark.rule("T23.2.2")
def test_who_fails_to_evade_him_fights() -> None:
    table = dared("third", (6, 1, 6, 6, 1, 1, 1, 1, 1), "attack")
    table.act("evade")
    assert table.events("battle_begins")


@pytest.mark.rule("T23.2.4")
def test_an_interceptor_who_defends_is_attacked_or_the_mover_goes_back() -> None:
    table = dared("third", (6, 1, 1, 6, 6, 1, 1), "stand")
    assert table.offers == ("withdraw", "attack") and table.deciding == "blue"
    table.act("withdraw")
    assert table.where("krateros") == "lamia"


@pytest.mark.rule("T23.2.1", "K19.3.2")
def test_on_a_draw_the_interceptor_goes_back_where_he_came_from() -> None:
    table = dared("draft", (6, 3, 3, 3, 3, 1, 1), "attack")
    table.act("stand")
    while not table.over and table.decision.prompt == "prompt.lose":
        table.act(table.offers[0])
    if table.events("battle_drawn"):
        assert table.where("peithon") == "trikka" and table.where("krateros") == "larisa"
