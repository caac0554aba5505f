"""Scopes that a server requires for a request, by its method and tool, and scopes that a client requests.

Pages: /specification/2026-07-28/basic/authorization#scope-challenge-handling and #scope-selection-strategy, RFC 6749
section 3.3.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from ..options import check_class, check_texts
from ..renames import list_names
from ..spec.names import CALL_TOOL

MAX_SCOPE_TEXT = 8_192
"""The largest length of a list of scopes that is read or requested, in characters."""

_MAX_WRITTEN = 1_024
"""The largest number of characters of the scopes in one challenge."""

_SCOPES = re.compile(r"(?! |.*  |.* \Z)[\x20\x21\x23-\x5b\x5d-\x7e]+")
_OFFLINE_ACCESS = "offline_access"


def read_scopes(text: str) -> tuple[str, ...] | None:
    """Parse a text of scopes with single spaces between them. Return None if the text is malformed; an empty text has
    no scopes.
    """
    if not text:
        return ()
    return tuple(text.split(" ")) if _SCOPES.fullmatch(text) else None


def write_scopes(scopes: Collection[str]) -> str:
    """Return scopes as one text: each scope once, with a space between two scopes.

    Raises:
        TypeError: the scopes are no list of texts.
        ValueError: a scope is malformed or is `offline_access`, which no resource requires; or the text has more than
            1,024 characters.
    """
    text = " ".join(dict.fromkeys(check_texts("scopes", scopes)))
    if any(not _SCOPES.fullmatch(each) or " " in each for each in scopes):
        raise ValueError("a scope must have visible ASCII characters only, without quotes and backslashes")
    if _OFFLINE_ACCESS in scopes:
        raise ValueError("offline_access is no scope of a resource; remove it from the scopes")
    if not are_within_challenge_limit(scopes):
        raise ValueError(f"the scopes of a resource have more than {_MAX_WRITTEN} characters together")
    return text


def are_within_challenge_limit(scopes: Iterable[str]) -> bool:
    """Return whether scopes as one text, each scope once, have at most 1,024 characters."""
    return len(" ".join(dict.fromkeys(scopes))) <= _MAX_WRITTEN


def merge_scopes(*scopes: Iterable[str]) -> tuple[str, ...]:
    """Return the scopes of all given collections, each scope once, in the order in which it first occurs."""
    return tuple(dict.fromkeys(scope for each in scopes for scope in each))


def choose_scopes(
    challenged: tuple[str, ...] | None, supported: tuple[str, ...] | None, granted: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """Return the scopes that a client requests: those of the challenge, else those that the resource lists, else none.

    Granted scopes are put before these unless the list would then be too long, since a server that demands other scopes
    at each request must not make each request larger. Too long or malformed lists of the server count as empty.

    Args:
        challenged: the scopes of the challenge; None if the challenge has none.
        supported: the scopes that the resource lists; None if the resource lists none.
        granted: scopes that the client has requested or been granted before.
    """
    chosen = _accept_scope_list(challenged if challenged is not None else supported or ())
    return _accept_scope_list(merge_scopes(granted, chosen)) or chosen


def _accept_scope_list(scopes: tuple[str, ...]) -> tuple[str, ...]:
    """Return the given scopes; an empty tuple if a scope is malformed, or all together are too long for a request."""
    text = " ".join(scopes)
    return scopes if len(text) <= MAX_SCOPE_TEXT and read_scopes(text) is not None else ()


def _check_scopes(option: str, scopes: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """Check an option of `ScopeRules` that maps names to lists of scopes. Return the option with tuples as lists.

    Raises:
        TypeError: the option is no mapping, or the scopes under a name are no list of texts.
    """
    check_class(option, scopes, Mapping, "a mapping such as {'read': ['notes:read']}")
    return {name: check_texts(f"{option}[{name!r}]", each) for name, each in scopes.items()}


class ScopeRules:
    """Rules for the scopes that requests need.

    Args:
        always: scopes that every request needs.
        methods: further scopes by method, such as `{"resources/read": ["files:read"]}`; by default none.
        tools: further scopes for `tools/call`, by tool; by default none.
        implied: narrower scopes that a scope includes, such as `{"files:write": ["files:read"]}`; by default none.

    Attributes:
        always: scopes that every request needs.
        known: every scope that the arguments name, each once.

    Raises:
        TypeError: `methods`, `tools` or `implied` is no mapping, or some scopes are no list of texts.
        ValueError: a scope is malformed or is `offline_access`, or all scopes together are too long for a header.
    """

    def __init__(
        self,
        always: Collection[str] = (),
        *,
        methods: Mapping[str, Collection[str]] | None = None,
        tools: Mapping[str, Collection[str]] | None = None,
        implied: Mapping[str, Collection[str]] | None = None,
    ) -> None:
        self.always: tuple[str, ...] = check_texts("always", always)
        by_method = _check_scopes("methods", {} if methods is None else methods)
        self._methods: dict[str, tuple[str, ...]] = {}
        for method, scopes in by_method.items():
            for each in list_names(method):
                self._methods[each] = merge_scopes(self._methods.get(each, ()), scopes)
        self._tools = _check_scopes("tools", {} if tools is None else tools)
        self._implied = _check_scopes("implied", {} if implied is None else implied)
        named = [*self._methods.values(), *self._tools.values(), *self._implied.values(), tuple(self._implied)]
        self.known: tuple[str, ...] = merge_scopes(self.always, *named)
        write_scopes(self.known)

    def needed(self, method: str, name: str | None = None) -> tuple[str, ...]:
        """Return every scope that a request needs.

        Args:
            method: method of the request or notification.
            name: name of the tool, if the method is `tools/call` by its name in any release; otherwise not used.
        """
        of_tool = self._tools.get(name, ()) if name is not None and method in list_names(CALL_TOOL) else ()
        return merge_scopes(self.always, self._methods.get(method, ()), of_tool)

    def missing(self, granted: Collection[str], needed: Collection[str]) -> tuple[str, ...]:
        """Return the needed scopes that are neither granted nor implied by a granted scope."""
        held: set[str] = set()
        found = list(granted)
        while found:
            scope = found.pop()
            if scope not in held:
                held.add(scope)
                found += self._implied.get(scope, ())
        return tuple(scope for scope in needed if scope not in held)
