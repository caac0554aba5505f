"""The pages of lists: all pages of one list have the same `cacheScope`.

Page: /specification/2026-07-28/server/utilities/caching#interaction-with-pagination.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, TypeAlias

from ..errors import quoted
from .capabilities import Members, member
from .errors import Violation
from .ids import WINDOW, IdKey, id_key
from .remarks import Remarks

_Key: TypeAlias = "tuple[str, IdKey]"


class Pages:
    """The scope of each page that another follows, by the method and the cursor of the next page.

    The oldest are forgotten if there are more than `WINDOW`. Pages of both scopes may name the same cursor, if they
    belong to different lists; then the next page may have either scope.
    """

    __slots__ = ("_scopes",)

    def __init__(self) -> None:
        self._scopes: OrderedDict[_Key, str | None] = OrderedDict()

    def check(self, method: str, params: Mapping[str, Any], page: Members, remarks: Remarks, *, arrived: bool) -> None:
        """Check that a page has the scope of the page before it, if that is known.

        A page that has arrived passes with a finding: its client may not have seen all pages that gave the cursor.

        Args:
            method: of the request for the page.
            params: of that request.
            page: the result, as JSON or typed.
            remarks: takes note of rules that bind only the sender.
            arrived: whether the page has arrived from the peer.

        Raises:
            Violation: this side would send it with another scope.
        """
        cursor, scope = params.get("cursor"), member(page, "cacheScope")
        before = self._scopes.get((method, id_key(cursor))) if isinstance(cursor, str) else None
        if before is not None and scope is not None and scope != before:
            text = f"the cacheScope of this page of {method} is {quoted(scope)}, that of the page before it {before}"
            remarks.recommend(Violation("cache.same-scope", text), arrived=arrived)

    def note(self, method: str, page: Members) -> None:
        """Remember the scope of a page for the page that follows it."""
        cursor, scope = member(page, "nextCursor"), member(page, "cacheScope")
        if not isinstance(cursor, str) or scope is None:
            return
        key = (method, id_key(cursor))
        self._scopes[key] = scope if self._scopes.get(key, scope) == scope else None
        self._scopes.move_to_end(key)
        if len(self._scopes) > WINDOW:
            self._scopes.popitem(last=False)

    def __len__(self) -> int:
        """How many scopes are remembered."""
        return len(self._scopes)
