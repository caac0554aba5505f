"""The list of servers that strangers wrote, and the readings of what is found in them; `make strangers` checks them."""

from __future__ import annotations

import re

from mcp_bindgen.servers.rules import all_rules
from tests.strangers.__main__ import readings, servers


def test_every_reading_is_about_a_listed_server_and_a_rule() -> None:
    names = [each.name for each in servers()]
    assert len(names) == len(set(names)) >= 25
    read = readings()
    assert {name for _, name in read} <= set(names)
    assert [rule for rule, _ in read if rule not in all_rules() and not rule.startswith(("lint/", "session/"))] == []
    assert set(read.values()) == {"true"}


def test_every_package_is_pinned() -> None:
    pinned = re.compile(r"@?[\w./-]+(?:@|==)\d[\w.]*")
    assert [each for server in servers() for each in server.packages if not pinned.fullmatch(each)] == []
