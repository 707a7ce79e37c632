"""What the data said otherwise in the first release: a better sentence makes no other game, and so no other digest."""

from typing import Final

FIRST_WORDING: Final = {
    "It adds +1 to every siege roll against that Major City, no matter who besieges it.": (
        "It adds +1 to every siege roll against that Major City, whoever besieges it."
    ),
    "It goes back to its holding box as soon as no player's CU besieges the city or the city's PC is removed.": (
        "It goes back to its holding box as soon as no player's CU besieges the city any more or the city's PC is "
        "removed."
    ),
    "Pontic": "Pontic Fleet",
    "Macedonian": "Macedonian Fleet",
    "Athenian": "Athenian Fleet",
    "Asia Minor": "Asia Minor Fleet",
    "Rhodian": "Rhodian Fleet",
    "Egyptian": "Egyptian Fleet",
    "Phoenician": "Phoenician Fleet",
    "Cypriot": "Cypriot Fleet",
    "Largest Fleet is checked again.": "Largest Fleet is looked at again.",
    "Pieces in the space are outside the new Major City; Province control is checked again.": (
        "Pieces in the space are outside the new Major City; Province control is looked at again."
    ),
    (
        "Choose one Major City you control that another player besieges and that has at least 1 of your CUs inside: "
        "remove all Siege Points there, and the besieger eliminates 1 of his own CUs in the space."
    ): (
        "Choose one Major City you control that another player besieges and that has at least 1 of your CUs inside: "
        "remove all Siege Points there, and the besieger eliminates 1 of the own CUs in the space."
    ),
    (
        "No card may be played or discarded before that draw, except Cretan Liar against this card, which comes "
        "before the card is taken. Discarded, or cancelled, it is replaced like any other."
    ): (
        "No card may be played or discarded before that draw, Cretan Liar against this card excepted, which comes "
        "before the taking. Discarded, or cancelled, it is replaced like any other."
    ),
    (
        "Under the truce neither may move, Evade, land or drop off into a location where the other has a CU or a "
        "Major General (except with Free Passage granted and honoured), nor outside a Major City the other controls, "
        "nor come out against the other's besiegers."
    ): (
        "Under the truce neither may move, Evade, land or drop off into a location where the other has a CU or a "
        "Major General (Free Passage granted and honoured excepted), nor outside a Major City the other controls, "
        "nor come out against the other's besiegers."
    ),
    (
        "First lift the condemnation now in force, if any: that Faction gets its 3 L back, and Instant Victory is "
        "checked. Then condemn one Major General of another player, the same one or another: his Faction has -3 L "
        "while he is condemned."
    ): (
        "First lift the condemnation now in force, if any: that Faction has its 3 L back, and Instant Victory is "
        "checked. Then condemn one Major General of another player, the same one or another: his Faction has -3 L "
        "while he is condemned."
    ),
    "On a Transit Point or in a Major City no PC is placed or removed.": (
        "On a Transit Point or a Major City no PC is placed or removed."
    ),
    "a player with CUs in the battle whose Prestige is higher, against another player's side": (
        "a player with CUs in the battle, against another player's side, while the own Prestige is higher"
    ),
    (
        "Place 3 Mercenary CUs and a Minor General in a space of Macedon or Greece without enemy CUs or Independent "
        "Armies. In a Minor City a PC of another player or of the Independents is replaced by yours."
    ): (
        "Place 3 Mercenary CUs and a Minor General in a space of Macedon or Greece without enemy CUs or Independent "
        "Army. In a Minor City a PC of another player or of the Independents is replaced by yours."
    ),
    "Prestige counts, the Gift of Oratory and Sacred Ground included; equal is not enough.": (
        "prestige counts, the Gift of Oratory and Sacred Ground included; equal is not enough."
    ),
    (
        "No enemy CU may be in that space. A Stronghold held by a player counts as a Minor City; an Independent "
        "Stronghold and any Major City do not qualify."
    ): (
        "No enemy CU may be in that space (ours). A Stronghold held by a player counts as a Minor City; an "
        "Independent Stronghold and any Major City do not qualify."
    ),
    "No Major General comes: this edition has none for Cassander.": (
        "No Major General comes: the edition has 11 stands and none for Cassander."
    ),
    (
        "Place 3 Mercenary CUs and a Minor General in a space of Armenia without enemy CUs or Independent Armies. A "
        "PC of another player or of the Independents there is replaced by yours; a space without a PC stays without."
    ): (
        "Place 3 Mercenary CUs and a Minor General in a space of Armenia without enemy CUs or Independent Army. A PC "
        "of another player or of the Independents there is replaced by yours; a space without a PC stays without."
    ),
    (
        "Place 3 Mercenary CUs and a Minor General in a space of Persis without enemy CUs or Independent Armies; "
        "that space comes under your control."
    ): (
        "Place 3 Mercenary CUs and a Minor General in a space of Persis without enemy CUs or Independent Army; that "
        "space comes under your control."
    ),
    (
        "Pieces dropped off before stay. No Fleet is Dispersed and no Champion status is lost for an interception "
        "cancelled in this way."
    ): (
        "Pieces dropped off before stay. No Fleet is Dispersed and no Champion status is lost for an interception "
        "cancelled so."
    ),
    "a player with CUs in the battle whose prestige is higher, against another player's side": (
        "a player with CUs in the battle, against another player's side, while the own prestige is higher"
    ),
    "Independent Armies never lose CUs (16.5), so only players' Armies can be chosen.": (
        "Independent Armies never lose CUs (16.5), so choosing one has no effect; the engine offers players' Armies "
        "only."
    ),
    (
        "It may answer a Mutiny. It counts only while he commands. In a Land Battle it must come before Prestige is "
        "compared, in a Siege before the roll."
    ): (
        "It may answer a Mutiny (third edition's example). It counts only while he commands. In a Land Battle it "
        "must come before Prestige is frozen, in a Siege before the roll."
    ),
    (
        "This comes before Prestige decides who is set apart, so Royal Army CUs that would be set apart may be "
        "chosen. If that was the other side's last CU there is no battle."
    ): (
        "This comes before Prestige decides who is set apart, so Royal Army CUs that would be set apart may be "
        "chosen. Convention emptied_side if it was the other side's last CU."
    ),
}
"""By what it says now."""
