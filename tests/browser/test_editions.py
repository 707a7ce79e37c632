"""A table of each edition is set up on the page and played there."""

import random
import re

import pytest
from playwright.sync_api import expect

from diadochi.data import load_material
from diadochi.model.edition import EDITIONS
from tests.browser.conftest import Visit

PLACE = {"deluxe": "Ephesos", "third": "Miletus", "draft": "Miletos"}
"""What the same space is called on each board."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_of_an_edition_is_set_up_and_played(visit: Visit, edition: str) -> None:
    visitor = visit().lobby()
    page, material = visitor.page, load_material(edition)
    visitor.button("Set up a table").click()
    page.locator("select[name=edition]").select_option(edition)
    expect(page.locator(".about")).to_contain_text("We reconstructed")
    seats = page.locator(".seat-row select[name^=seat-]").evaluate_all("seats => seats.map(seat => seat.name)")
    assert seats == [f"seat-{faction}" for faction in material.pieces.factions[: len(seats)]]
    visitor.button("Begin").click()
    visitor.seated()
    expect(page.locator("svg.map")).to_contain_text(PLACE[edition])
    visitor.play_at_random(random.Random(3), re.compile("Tyche|Movement|Activation|Forage|Round 2"))
    table = page.context.request.get(f"{visitor.server.url}/api/games/{visitor.game_id}").json()
    assert table["edition"] == edition
