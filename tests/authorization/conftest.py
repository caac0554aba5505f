"""No step, result, exception or log record of a test on authorization shows a secret."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from mcp_bindings.authorization import AuthorizationFlow, IntrospectionVerifier, JwtVerifier, ProtectedResource
from tests.secret_search import secrets_in, shown_by


class SecretShownError(Exception):
    """A secret of a test is in a text that a program may log."""


def check(*values: object) -> None:
    """Search everything that the values show."""
    found = secrets_in(map(shown_by, values))
    if found:
        raise SecretShownError(f"shown: {found}")


def checked(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same method, whose object, result and exception are searched."""

    def method(self: Any, *arguments: Any, **options: Any) -> Any:
        try:
            result = call(self, *arguments, **options)
        except Exception as error:
            check(self, error)
            raise
        check(self, result)
        return result

    return method


def checked_later(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same for an `async` method."""

    async def method(self: Any, *arguments: Any, **options: Any) -> Any:
        try:
            result = await call(self, *arguments, **options)
        except Exception as error:
            check(self, error)
            raise
        check(self, result)
        return result

    return method


@pytest.fixture(autouse=True)
def no_secret_is_shown(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Search what the package returns and raises; what is logged is searched when the test has ended."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setattr(AuthorizationFlow, "_handle_event", checked(AuthorizationFlow._handle_event))  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(ProtectedResource, "authorize", checked(ProtectedResource.authorize))
    for kind, name in ((ProtectedResource, "authenticate"), (JwtVerifier, "verify"), (IntrospectionVerifier, "verify")):
        monkeypatch.setattr(kind, name, checked_later(getattr(kind, name)))
