"""The search for secrets finds what it is for, in every place where the suite could show one."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import pytest

from mcp_bindings.authorization import FlowStateError, OpenUrl, Secret, UseToken
from tests.authorization.conftest import SecretShownError, check, checked
from tests.authorization.test_extensions import PEM
from tests.authorization.test_flow import NEWEST
from tests.authorization.test_tokens import new_draft
from tests.authorization.world import ENDPOINT, IDENTITY, World, drive, new_flow
from tests.conftest import search_report
from tests.secret_search import secrets_in


def test_every_secret_of_the_tests_is_known() -> None:
    world = World()
    drive(new_flow(NEWEST), world)
    known = [*world.valid, str(world.refresh), world.forms[0]["code"], IDENTITY.token.reveal(), PEM.reveal()]
    known += [new_draft().write(), "assertion.7.secret", "client-secret-at-the-idp", "client-secret-3-of-one"]
    assert [each for each in known if not secrets_in([f"… {each} …"])] == []


@dataclass
class Careless:
    """What shows the token that it has."""

    token: str
    url: str = ""

    def call(self) -> Careless:
        """Itself."""
        return self


@pytest.mark.parametrize(
    "value",
    [
        Careless("access-1-secret"),
        OpenUrl("https://as.example.net/?token=access-1-secret", "https://as.example.net"),
        ValueError("access-1-secret"),
        FlowStateError("code-1-secret"),
    ],
)
def test_a_secret_that_is_shown_is_found(value: object) -> None:
    with pytest.raises(SecretShownError, match=r"(access|code)-1-secret"):
        check(value)
    check(UseToken(ENDPOINT, Secret("access-1-secret")))
    with pytest.raises(SecretShownError):
        checked(Careless.call)(Careless("access-1-secret"))


def test_a_secret_behind_an_exception_is_found() -> None:
    try:
        try:
            raise KeyError("refresh-1-secret")
        except KeyError as error:
            raise ValueError("harmless") from error
    except ValueError as error:
        shown = error
    with pytest.raises(SecretShownError):
        check(shown)


def report(**members: Any) -> Any:
    """The report of a test that has passed."""
    given: dict[str, Any] = {
        "nodeid": "x",
        "location": ("x", 0, "x"),
        "keywords": {},
        "outcome": "passed",
        "longrepr": None,
        "when": "call",
    }
    return pytest.TestReport(**{**given, **members})


@pytest.mark.parametrize("section", ["Captured stdout call", "Captured stderr call", "Captured log call"])
def test_a_test_that_prints_or_logs_a_secret_fails(section: str) -> None:
    found = report(sections=[(section, "sent access-1-secret")])
    search_report(found)
    assert (found.outcome, "access-1-secret" in str(found.longrepr)) == ("failed", True)
    fine = report(sections=[(section, "sent nothing")])
    search_report(fine)
    assert fine.outcome == "passed"


def test_logs_of_all_levels_are_recorded(caplog: pytest.LogCaptureFixture) -> None:
    logging.getLogger("mcp_bindings").debug("harmless")
    assert caplog.messages == ["harmless"]
