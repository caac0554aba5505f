"""Rounds of input: a server answers that it needs some, and the client asks again with it.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from ..errors import RequestId
from ..json_values import member_at
from ..spec.names import CAPABILITIES_KEY, META
from .errors import Violation
from .exchange import Exchange
from .ids import WINDOW
from .profile import check, check_members, member

_OF_A_RETRY = ("inputResponses", "requestState")


class InputRound(NamedTuple):
    """A request that the server wants again, with input."""

    id: RequestId
    """Of the request."""

    method: str
    params: Mapping[str, Any]
    """Of the request, without what belonged to that try alone."""

    keys: frozenset[str]
    """What has to be answered."""

    state: str | None
    """To be sent back as it is; None if there was none."""


class InputRounds:
    """What a client still owes. The oldest of very many that are never taken up are forgotten."""

    def __init__(self) -> None:
        self._open: OrderedDict[RequestId, InputRound] = OrderedDict()

    def __getitem__(self, id_: RequestId) -> InputRound:
        return self._open[id_]

    def __contains__(self, id_: RequestId) -> bool:
        return id_ in self._open

    def __len__(self) -> int:
        return len(self._open)

    def open(self, exchange: Exchange, result: Any) -> None:
        """A server asks for input."""
        params = {name: value for name, value in exchange.document["params"].items() if name not in _OF_A_RETRY}
        keys = frozenset(result.get("inputRequests") or {})
        name = exchange.row.name
        self._open[exchange.id] = InputRound(exchange.id, name, params, keys, result.get("requestState"))
        if len(self._open) > WINDOW:
            self._open.popitem(last=False)

    def find(self, id_: RequestId, method: str, params: Mapping[str, Any]) -> InputRound | None:
        """The round that a request goes on with; None if it is a first try.

        Raises:
            Violation: it belongs to no open round, lacks an answer, or repeats the id.
        """
        if not any(name in params for name in _OF_A_RETRY):
            return None
        state = params.get("requestState")
        responses: Mapping[str, Any] = params.get("inputResponses") or {}
        answered = responses.keys()
        same = [each for each in self._open.values() if each.method == method and each.state == state]
        if not same:
            raise Violation("input.state", f"no server has answered {method} with this requestState")
        fitting = [each for each in same if each.keys <= answered]
        # Two calls may be asked for the same at a time, so the other params tell which one goes on.
        found = next((each for each in fitting if _is_same(each.params, params)), next(iter(fitting), None))
        if found is None:
            raise Violation("input.answers", f"inputResponses lacks {', '.join(sorted(same[0].keys - answered))}")
        if found.id == id_:
            raise Violation("input.new-id", "another try has an id of its own")
        return found

    def close(self, round_: InputRound) -> None:
        """A round is over: the client has tried again, or will not."""
        self._open.pop(round_.id, None)


def _is_same(before: Mapping[str, Any], now: Mapping[str, Any]) -> bool:
    """Are params those of an earlier try, but for what belongs to one try alone?"""
    ours = {META, *_OF_A_RETRY}
    return before.keys() - ours == now.keys() - ours and all(before[name] == now[name] for name in before.keys() - ours)


def check_input_required(result: Any, exchange: Exchange, *, arrived: bool) -> None:
    """Hold a server to what it may ask of the client of this request.

    Args:
        result: asks for input.
        exchange: the request.
        arrived: did it come from the server? Then recommendations do not bind.

    Raises:
        Violation: it asks for nothing, or for something that the client has not declared.
    """
    if "inputRequests" not in result and "requestState" not in result:
        raise Violation("input.one-of", "neither inputRequests nor requestState is there")
    requests: Mapping[str, Any] = member(result, "inputRequests") or {}
    capabilities = member_at(exchange.document, "params", META, CAPABILITIES_KEY)
    for request in requests.values():
        method: str = request["method"]
        check(exchange.rules.embedded[method].need, capabilities, method)
        params = member(request, "params")
        if params is not None:
            check_members(exchange.rules, method, params, capabilities, arrived=arrived)
