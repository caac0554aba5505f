"""Which scopes a request needs, by its method and by the tool that it calls.

Pages: /specification/2026-07-28/basic/authorization#scope-challenge-handling, RFC 6749 section 3.3.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from ..spec.names import CALL_TOOL

MAX_SCOPE_TEXT = 8_192
"""The largest number of characters of a list of scopes that is read."""

_MAX_WRITTEN = 1_024
"""The largest number of characters of the scopes that are written into one challenge."""

_SCOPES = re.compile(r"(?! |.*  |.* \Z)[\x20\x21\x23-\x5b\x5d-\x7e]+")
_OFFLINE_ACCESS = "offline_access"


def read_scopes(text: str) -> tuple[str, ...] | None:
    """The scopes of a list that is separated by single spaces; none for an empty text, None if it is malformed."""
    if not text:
        return ()
    return tuple(text.split(" ")) if _SCOPES.fullmatch(text) else None


def write_scopes(scopes: Collection[str]) -> str:
    """The list of these scopes, each once.

    Raises:
        ValueError: a scope is malformed, is `offline_access`, which no resource requires, or there are too many.
    """
    text = " ".join(dict.fromkeys(scopes))
    if any(not _SCOPES.fullmatch(each) or " " in each for each in scopes):
        raise ValueError("a scope has visible ASCII characters only, without quotes and backslashes")
    if _OFFLINE_ACCESS in scopes:
        raise ValueError("offline_access is no scope of a resource")
    if len(text) > _MAX_WRITTEN:
        raise ValueError(f"the scopes of a resource have more than {_MAX_WRITTEN} characters together")
    return text


class ScopeRules:
    """The scopes that requests need.

    Args:
        always: needed by every request.
        methods: needed by a method too, such as `{"resources/read": ["files:read"]}`.
        tools: needed by `tools/call` of a tool too.
        implied: narrower scopes that a scope has in it, such as `{"files:write": ["files:read"]}`.

    Raises:
        ValueError: a scope is malformed, or there are too many for a header.
    """

    def __init__(
        self,
        always: Collection[str] = (),
        *,
        methods: Mapping[str, Collection[str]] | None = None,
        tools: Mapping[str, Collection[str]] | None = None,
        implied: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self.always: tuple[str, ...] = tuple(always)
        self._methods = {name: tuple(scopes) for name, scopes in (methods or {}).items()}
        self._tools = {name: tuple(scopes) for name, scopes in (tools or {}).items()}
        self._implied = {name: tuple(scopes) for name, scopes in (implied or {}).items()}
        named = [*self._methods.values(), *self._tools.values(), *self._implied.values(), tuple(self._implied)]
        self.known: tuple[str, ...] = tuple(dict.fromkeys(each for scopes in [self.always, *named] for each in scopes))
        write_scopes(self.known)

    def needed(self, method: str, name: str | None = None) -> tuple[str, ...]:
        """Every scope that a request needs.

        Args:
            method: of the request or notification.
            name: of the tool, if the method is `tools/call`.
        """
        of_tool = self._tools.get(name, ()) if method == CALL_TOOL and name is not None else ()
        return tuple(dict.fromkeys([*self.always, *self._methods.get(method, ()), *of_tool]))

    def missing(self, granted: Collection[str], needed: Collection[str]) -> tuple[str, ...]:
        """The needed scopes that are neither granted nor implied by a granted scope."""
        held: set[str] = set()
        found = list(granted)
        while found:
            scope = found.pop()
            if scope not in held:
                held.add(scope)
                found += self._implied.get(scope, ())
        return tuple(scope for scope in needed if scope not in held)
