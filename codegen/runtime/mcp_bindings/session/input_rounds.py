"""Rounds of input: a server answers a request by asking for input, and the client sends the request again with it.

Page: /specification/2026-07-28/basic/patterns/mrtr.
"""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ..errors import RequestId, shortened
from ..json_values import characters_in, is_object, member_at
from ..revisions import Revision
from ..revisions import revision as revision_without_extensions
from ..spec.error_codes import MISSING_REQUIRED_CLIENT_CAPABILITY
from ..spec.names import CAPABILITIES_KEY, ELICIT, META, RETRY_MEMBERS
from .capabilities import (
    check_member_capabilities,
    member,
    merge_capabilities,
    missing_capabilities,
)
from .elicitations import answer_fault
from .errors import Remarks, Violation
from .exchange import Exchange
from .ids import WINDOW
from .profile import RevisionProfile

MAX_CHARACTERS = 16 * 1024 * 1024
"""How many characters the rounds that are remembered may have together: params, state and keys."""

_COMPARED = 64
"""How many rounds of one sort a retry is compared with, so that no peer makes an observer look at a thousand of them
for every message. If there are more, it is not certain that a retry continues none of them."""

_NAMED = 5
"""How many parts of the input that are missing an error names."""

_WHOLE_NUMBER = re.compile(r"\.0(?=[],}])")
"""The fraction of a number that has none, in a JSON text; also a part of a string, which does no harm."""


_Sort: TypeAlias = "tuple[str, str | None] | tuple[str, bytes] | tuple[str, str | None, bytes]"
"""Rounds that are alike: method and state, method and the mark of the request, or all three. Peers that tell their
requests apart have one round of the last sort."""


class InputRound(NamedTuple):
    """A request that the client has to send again, with input."""

    id: RequestId
    """Of the request that was answered."""

    method: str
    params: Mapping[str, Any]
    """Of the request, without the members that belong to one try only."""

    asked: Mapping[str, str]
    """The methods of the input that the server asks for, by its keys."""

    state: str | None
    """To be sent back as it is; None if there was none."""

    mark: bytes
    """What tells the params of the request from those of others; see `mark_of`."""

    elicitations: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    """The params of the elicitations among the input, by their keys."""

    size: int = 0
    """Characters in all that is kept of it."""

    @property
    def sorts(self) -> tuple[_Sort, ...]:
        """The sorts of rounds that it is one of."""
        return (self.method, self.state), (self.method, self.mark), (self.method, self.state, self.mark)

    def retry_params(self, responses: Any) -> dict[str, Any]:
        """The params of the retry.

        Args:
            responses: the input, by the keys of `inputRequests`; None if none was asked for.
        """
        given: dict[str, Any] = {} if responses is None else {"inputResponses": responses}
        state = {} if self.state is None else {"requestState": self.state}
        return {**self.params, **given, **state}

    def check_kinds(self, responses: Mapping[str, Any], revision: Revision) -> None:
        """Check that each part of the input is a result of what was asked for under its key.

        Page: /specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow.

        Args:
            responses: the input, by its keys, as JSON.
            revision: of the request.

        Raises:
            Violation: a part is of another kind.
        """
        from ..schema.explain import explain  # needed for retries only

        for key, method in self.asked.items():
            result = revision.methods[method].results[0]
            if explain(revision.schema_file.definitions, result, responses[key]):
                raise Violation("input.answers", f"the input {shortened(key)} is no result of {method}")

    def content_fault(self, responses: Mapping[str, Any]) -> Violation | None:
        """What is wrong with the content of the answers to elicitations; None if nothing is.

        Page: /specification/2026-07-28/client/elicitation#form-mode-security.

        Args:
            responses: the input, by its keys, as JSON.
        """
        for key, params in self.elicitations.items():
            answer = responses.get(key)
            if is_object(answer) and isinstance(answer.get("action"), str):
                is_url = params.get("mode") == "url"
                fault = answer_fault(None if is_url else params["requestedSchema"], answer)
                if fault is not None:
                    return fault
        return None


class InputRounds:
    """The rounds that a client has not continued yet.

    The oldest are forgotten if there are more than `WINDOW`, or if they have more than `MAX_CHARACTERS`.
    """

    def __init__(self) -> None:
        self._open: OrderedDict[RequestId, InputRound] = OrderedDict()
        self._alike: dict[_Sort, OrderedDict[RequestId, InputRound]] = {}
        self._size = 0
        self._has_forgotten = False

    def __getitem__(self, id_: RequestId) -> InputRound:
        return self._open[id_]

    def __contains__(self, id_: RequestId) -> bool:
        return id_ in self._open

    def __len__(self) -> int:
        return len(self._open)

    def open(self, exchange: Exchange, result: Any) -> None:
        """Remember the request of an `InputRequiredResult`."""
        params = {name: value for name, value in exchange.params.items() if name not in RETRY_MEMBERS}
        requests: Mapping[str, Any] = result.get("inputRequests") or {}
        asked, state = {key: each["method"] for key, each in requests.items()}, result.get("requestState")
        forms = {key: each["params"] for key, each in requests.items() if each["method"] == ELICIT}
        size = sum(map(characters_in, (params, asked, forms, exchange.id, state)))
        mark = exchange.mark or mark_of(params)
        self._forget(exchange.id)
        self._open[exchange.id] = InputRound(exchange.id, exchange.method.name, params, asked, state, mark, forms, size)
        for sort in self._open[exchange.id].sorts:
            self._alike.setdefault(sort, OrderedDict())[exchange.id] = self._open[exchange.id]
        self._size += size
        while len(self._open) > WINDOW or (self._size > MAX_CHARACTERS and len(self._open) > 1):
            self._forget(next(iter(self._open)))
            self._has_forgotten = True

    def has_round_of(self, method: str, params: Mapping[str, Any]) -> bool:
        """Return whether a request with these params, apart from those of a retry, has an open round."""
        return (method, mark_of(params)) in self._alike

    def find(self, id_: RequestId, method: str, params: Mapping[str, Any]) -> InputRound | None:
        """The round that a request continues; None if the request is a first try, or the round may be forgotten.

        Raises:
            Violation: the request belongs to no open round, lacks a part of the input, or repeats the id.
        """
        if not any(name in params for name in RETRY_MEMBERS):
            return None
        state, mark = params.get("requestState"), mark_of(params)
        responses: Mapping[str, Any] = params.get("inputResponses") or {}
        # State and input belong to one request, so the other params tell which one this continues.
        found, is_certain = self._fitting((method, state, mark), responses)
        if found is None and (self._has_forgotten or not is_certain):
            return None
        if found is None and (method, state) not in self._alike:
            raise Violation("input.state", f"no answer to {method} has this requestState")
        if found is None and self._fitting((method, state), responses)[0] is not None:
            raise Violation("input.request", "requestState and inputResponses belong to another request")
        if found is None:
            asked = next(iter(self._alike[method, state].values())).asked
            lacking = islice((key for key in asked if key not in responses), _NAMED)
            raise Violation("input.answers", f"inputResponses lacks {shortened(', '.join(lacking))}")
        if found.id == id_:
            raise Violation("input.new-id", "a retry needs a new id")
        return found

    def continued(
        self, exchange: Exchange, params: Mapping[str, Any], remarks: Remarks, arrived: bool
    ) -> InputRound | None:
        """The round of input that a request continues; None if it continues none.

        Only the request that was answered with a request for input is sent again with it, and few methods are ever
        answered so: /specification/2026-07-28/basic/patterns/mrtr#supported-requests. Methods of extensions may have
        members with these names of their own.
        """
        method = exchange.method
        if not method.asks_input:
            has_input = not params.keys().isdisjoint(RETRY_MEMBERS)
            if has_input and method.name in revision_without_extensions(exchange.profile.id).methods:
                text = f"{method.name} takes no requestState and no inputResponses: its result asks for no input"
                remarks.bind(Violation("input.request", text), arrived=arrived)
            return None
        if arrived:
            exchange.mark = mark_of(params)
        responses: Mapping[str, Any] = params.get("inputResponses") or {}
        try:
            round_ = self.find(exchange.id, method.name, params)
            if round_ is not None:
                round_.check_kinds(responses, exchange.profile.revision)
        except Violation as violation:
            remarks.bind(violation, arrived=arrived)
            return None
        if round_ is not None:
            remarks.recommend(round_.content_fault(responses), arrived=arrived)
        return round_

    def prefer(self, round_: InputRound) -> None:
        """Continue this round with the next request that fits it, though others may be equal to it."""
        for sort in round_.sorts:
            self._alike[sort].move_to_end(round_.id, last=False)

    def close(self, round_: InputRound) -> None:
        """Forget a round, since the client has continued it or will not."""
        self._forget(round_.id)

    def _fitting(self, sort: _Sort, responses: Mapping[str, Any]) -> tuple[InputRound | None, bool]:
        """The first round of a sort whose input is there, and whether all rounds of the sort were looked at."""
        alike: Mapping[RequestId, InputRound] = self._alike.get(sort) or {}
        answered = responses.keys()
        found = next((each for each in islice(alike.values(), _COMPARED) if each.asked.keys() <= answered), None)
        return found, len(alike) <= _COMPARED

    def _forget(self, id_: RequestId) -> None:
        round_ = self._open.pop(id_, None)
        if round_ is None:
            return
        self._size -= round_.size
        for sort in round_.sorts:
            del self._alike[sort][id_]
            if not self._alike[sort]:
                del self._alike[sort]


def mark_of(params: Mapping[str, Any]) -> bytes:
    """What tells the params of a request from those of others, except for the members that belong to one try only.

    It is the same for params that are equal as JSON, in which `1.0` and `1` are equal.
    """
    from hashlib import blake2b  # few requests are sent again

    kept = {name: value for name, value in params.items() if name != META and name not in RETRY_MEMBERS}
    text = json.dumps(kept, sort_keys=True)
    if ".0" in text:
        text = _WHOLE_NUMBER.sub("", text)
    return blake2b(text.encode("ascii"), digest_size=16).digest()


def undeclared_input(requests: Mapping[str, Any], params: Any, profile: RevisionProfile) -> dict[str, Any]:
    """The capabilities that requests for input need and the client has not declared, as nested as they are declared.

    Page: /specification/2026-07-28/basic/index#meta.

    Args:
        requests: the `inputRequests` of a result, as JSON or typed.
        params: of the request that it answers, which declare the capabilities.
        profile: of the revision.
    """
    declared = member_at(params, META, CAPABILITIES_KEY)
    capabilities: Mapping[str, Any] = declared if is_object(declared) else {}
    missing: dict[str, Any] = {}
    for request in requests.values():
        method: str = request["method"]
        need = profile.embedded[method].need
        paths = profile.capabilities["client"]
        merge_capabilities(missing, missing_capabilities(need, paths, method, member(request, "params"), capabilities))
    return missing


def check_input_required(result: Any, exchange: Exchange, remarks: Remarks, *, arrived: bool) -> None:
    """Check an `InputRequiredResult`; see `check_input`.

    Raises:
        Violation: it asks for nothing, or for something that the client has not declared.
    """
    if "inputRequests" not in result and "requestState" not in result:
        raise Violation("input.one-of", "the result has neither inputRequests nor requestState")
    check_input(member(result, "inputRequests") or {}, exchange, remarks, arrived=arrived)


def check_input(requests: Mapping[str, Any], exchange: Exchange, remarks: Remarks, *, arrived: bool) -> None:
    """Check that a server asks for input that the client of this request has declared it can give.

    Args:
        requests: the `inputRequests` of a result, as JSON or typed.
        exchange: the request that the result answers.
        remarks: takes note of rules that bind only the sender.
        arrived: whether it has arrived from the server.

    Raises:
        Violation: it asks for something that the client has not declared.
    """
    missing = undeclared_input(requests, exchange.params, exchange.profile)
    if missing:
        raise Violation(
            "capability",
            f"the client has not declared what the input needs: {shortened(json.dumps(missing))}",
            code=MISSING_REQUIRED_CLIENT_CAPABILITY,
            data={"requiredCapabilities": missing},
        )
    paths = exchange.profile.capabilities["client"]
    capabilities = member_at(exchange.params, META, CAPABILITIES_KEY)
    for request in requests.values():
        params = member(request, "params")
        if params is not None:
            check_member_capabilities(paths, request["method"], params, capabilities, remarks, arrived=arrived)
