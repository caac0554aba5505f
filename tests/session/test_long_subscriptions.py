"""Subscriptions to many resources: what a session compares, counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.session.errors import FindingCollector, LocalProtocolError
from mcp_bindings.session.profile import revision_profile
from mcp_bindings.session.subscription_rules import check_acknowledgement
from tests.revisions import PER_REQUEST
from tests.session.pairs import SUBSCRIPTION_KEY, everything, ready


class Searched(list[str]):
    """A list that counts how often it is searched."""

    times = 0

    def __contains__(self, item: object) -> bool:
        Searched.times += 1
        return super().__contains__(item)


@pytest.mark.parametrize("revision", PER_REQUEST)
def test_uris_that_are_promised_are_looked_up(revision: str) -> None:
    """The list of the client was searched for each: 400,000 kept a server busy for longer than a minute."""
    uris = [f"a:{number}" for number in range(10)]
    asked: Any = {"notifications": {"resourceSubscriptions": Searched(uris)}}
    exchange: Any = SimpleNamespace(params=asked, profile=revision_profile(revision))
    promised = {"notifications": {"resourceSubscriptions": uris}}
    check_acknowledgement(promised, exchange, everything(revision, "server"), FindingCollector(), arrived=True)
    assert Searched.times == 0


@pytest.mark.parametrize("revision", PER_REQUEST)
@pytest.mark.parametrize("promised", [[{}], ["b:"]])
def test_a_promise_of_what_no_list_can_have_is_rejected(revision: str, promised: list[Any]) -> None:
    pair = ready(revision)
    request = pair.ask("subscriptions/listen", {"notifications": {"resourceSubscriptions": ["a:"]}})
    params = {"_meta": {SUBSCRIPTION_KEY: request.id}, "notifications": {"resourceSubscriptions": promised}}
    with pytest.raises((LocalProtocolError, mb.EncodeError)):
        pair.server.notify("notifications/subscriptions/acknowledged", params)
