"""Rounds of input: a server answers a request by asking for input, and the client sends the request again with input.

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

from ..errors import RequestId, quote_value, shorten
from ..json_values import count_characters, is_object, member_at
from ..jsonrpc.answers import find_final_result_type
from ..renames import find_own_name
from ..revisions import Revision
from ..revisions import revision as revision_without_extensions
from ..spec.error_codes import MISSING_REQUIRED_CLIENT_CAPABILITY, to_revision_code
from ..spec.names import CAPABILITIES_KEY, ELICIT, META, RETRY_MEMBERS
from .capabilities import (
    check_member_capabilities,
    find_missing_capabilities,
    get_member,
    merge_capabilities,
)
from .elicitations import find_answer_violation
from .errors import FindingCollector, Violation
from .ids import MAX_REMEMBERED
from .profile import RevisionProfile
from .request_table import PendingRequest

MAX_ROUND_CHARACTERS = 16 * 1024 * 1024
"""Largest number of characters of all remembered rounds together. The newest round is remembered even if it alone has
more."""

_MAX_COMPARED_ROUNDS = 64
"""Largest number of similar rounds with which a retry is compared, so that no peer can make an observer compare each
message with a thousand rounds. If there are more similar rounds, a retry may continue one that was not compared."""

_MAX_NAMED = 5
"""Largest number of missing parts of the input that an error names."""

_WHOLE_NUMBER = re.compile(r"\.0(?=[],}])")
"""Pattern of the fraction `.0` of a number in a JSON text. A match inside a string does no harm."""


_LookupKey: TypeAlias = "tuple[str, str | None] | tuple[str, bytes] | tuple[str, str | None, bytes]"
"""A key that similar rounds have in common: method and `requestState`, method and digest of the params, or all three.
Few rounds have all three in common."""


class InputRound(NamedTuple):
    """A request that the client has to send again, with input."""

    id: RequestId
    """The id of the request that was answered."""

    method: str
    params: Mapping[str, Any]
    """The params of the request, without the `RETRY_MEMBERS`."""

    input_methods: Mapping[str, str]
    """The methods of the requests for input, by the keys of `inputRequests`."""

    request_state: str | None
    """The `requestState`, to be sent back unchanged; None if the result had no `requestState`."""

    params_digest: bytes
    """The digest of the params, as `digest_params` returns it."""

    elicitations: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    """The params of the elicitations among the requests for input, by the keys of `inputRequests`."""

    size: int = 0
    """The number of characters of the round that are remembered."""

    @property
    def lookup_keys(self) -> tuple[_LookupKey, ...]:
        """The keys under which this round and similar rounds are found."""
        return (
            (self.method, self.request_state),
            (self.method, self.params_digest),
            (self.method, self.request_state, self.params_digest),
        )

    def make_retry_params(self, responses: Any) -> dict[str, Any]:
        """Return the params of the retry.

        Args:
            responses: the input, by the keys of `inputRequests`; None if the server asked for no input.
        """
        input_members: dict[str, Any] = {} if responses is None else {"inputResponses": responses}
        state = {} if self.request_state is None else {"requestState": self.request_state}
        return {**self.params, **input_members, **state}

    def check_responses(self, responses: Mapping[str, Any], revision: Revision) -> None:
        """Check that each part of the input is a result of the method that the server has named under the part's key.

        Page: /specification/2026-07-28/basic/patterns/mrtr#client-requirements-basic-workflow.

        Args:
            responses: the input, by its keys, as JSON.
            revision: the revision of the request.

        Raises:
            Violation: a part is no result of that method.
        """
        from ..schema.explain import explain_faults  # imported here, as few requests are retries

        for key, method in self.input_methods.items():
            result = find_final_result_type(revision, method, responses[key])
            if explain_faults(revision.schema_file.definitions, result, responses[key]):
                raise Violation("input.answers", f"the input {quote_value(key)} is no result of {method}")

    def find_content_violation(self, responses: Mapping[str, Any]) -> Violation | None:
        """Return the first violation in the content of the answers to elicitations; None if all content fits.

        Page: /specification/2026-07-28/client/elicitation#form-mode-security.

        Args:
            responses: the input, by its keys, as JSON.
        """
        for key, params in self.elicitations.items():
            answer = responses.get(key)
            if is_object(answer) and isinstance(answer.get("action"), str):
                is_url = params.get("mode") == "url"
                fault = find_answer_violation(None if is_url else params["requestedSchema"], answer)
                if fault is not None:
                    return fault
        return None


class InputRounds:
    """The rounds that a client has not continued yet.

    The oldest rounds are forgotten if there are more than `MAX_REMEMBERED` rounds, or more than `MAX_ROUND_CHARACTERS`
    characters.
    """

    def __init__(self) -> None:
        self._rounds: OrderedDict[RequestId, InputRound] = OrderedDict()
        self._by_key: dict[_LookupKey, OrderedDict[RequestId, InputRound]] = {}
        self._size = 0
        self._has_forgotten = False

    def __getitem__(self, id_: RequestId) -> InputRound:
        return self._rounds[id_]

    def __contains__(self, id_: RequestId) -> bool:
        return id_ in self._rounds

    def __len__(self) -> int:
        return len(self._rounds)

    def add_round(self, pending: PendingRequest, result: Any) -> None:
        """Remember a request that was answered with an `InputRequiredResult`, in place of a round with the same id."""
        params = {name: value for name, value in pending.params.items() if name not in RETRY_MEMBERS}
        requests: Mapping[str, Any] = result.get("inputRequests") or {}
        input_methods, state = {key: each["method"] for key, each in requests.items()}, result.get("requestState")
        own = find_own_name(ELICIT, pending.profile.revision)
        forms = {key: each["params"] for key, each in requests.items() if each["method"] == own}
        size = sum(map(count_characters, (params, input_methods, forms, pending.id, state)))
        digest = pending.params_digest or digest_params(params)
        self._forget_round(pending.id)
        self._rounds[pending.id] = InputRound(
            pending.id, pending.method.name, params, input_methods, state, digest, forms, size
        )
        for key in self._rounds[pending.id].lookup_keys:
            self._by_key.setdefault(key, OrderedDict())[pending.id] = self._rounds[pending.id]
        self._size += size
        while len(self._rounds) > MAX_REMEMBERED or (self._size > MAX_ROUND_CHARACTERS and len(self._rounds) > 1):
            self._forget_round(next(iter(self._rounds)))
            self._has_forgotten = True

    def has_round_of(self, method: str, params: Mapping[str, Any]) -> bool:
        """Return whether a round is open for a method and params. `_meta` and the `RETRY_MEMBERS` are not compared."""
        return (method, digest_params(params)) in self._by_key

    def find_round(self, id_: RequestId, method: str, params: Mapping[str, Any]) -> InputRound | None:
        """Find the round that a request continues.

        Returns:
            The round; None if the request is a first try, or if the round may be a forgotten one or one of too many
            similar rounds.

        Raises:
            Violation: the request continues no open round, lacks a part of the input, or repeats the id of the request
                that was answered.
        """
        if params.keys().isdisjoint(RETRY_MEMBERS):
            return None
        state, digest = params.get("requestState"), digest_params(params)
        responses: Mapping[str, Any] = params.get("inputResponses") or {}
        # State and input belong to one request, so the other params identify the round that this request continues.
        found, is_certain = self._find_complete_round((method, state, digest), responses)
        if found is None and (self._has_forgotten or not is_certain):
            return None
        if found is None and (method, state) not in self._by_key:
            raise Violation("input.state", f"no answer to {method} has this requestState")
        if found is None and self._find_complete_round((method, state), responses)[0] is not None:
            raise Violation("input.request", "requestState and inputResponses belong to another request")
        if found is None:
            input_methods = next(iter(self._by_key[method, state].values())).input_methods
            lacking = islice((key for key in input_methods if key not in responses), _MAX_NAMED)
            raise Violation("input.answers", f"inputResponses lacks {quote_value(', '.join(lacking))}")
        if found.id == id_:
            raise Violation("input.new-id", "a retry needs a new id")
        return found

    def check_retry(
        self, pending: PendingRequest, params: Mapping[str, Any], collector: FindingCollector, arrived: bool
    ) -> InputRound | None:
        """Check the `RETRY_MEMBERS` of a request, and find the round of input that the request continues. Keep a digest
        of the params of a request of the peer whose result may ask for input.

        Only requests of a few methods may be answered by asking for input, and only a request that was answered so is
        sent again with input. The methods of an extension may have members with the same names and another meaning.

        Page: /specification/2026-07-28/basic/patterns/mrtr#supported-requests.

        Returns:
            The round; None if the request continues no round that is known, or breaks a rule.

        Raises:
            Violation: the request is one of this side, and breaks a rule.
        """
        method = pending.method
        if not method.may_ask_input:
            has_input = not params.keys().isdisjoint(RETRY_MEMBERS)
            if has_input and method.name in revision_without_extensions(pending.profile.id).methods:
                text = f"{method.name} takes no requestState and no inputResponses: its result asks for no input"
                collector.note_sender_violation(Violation("input.request", text), arrived=arrived)
            return None
        if arrived:
            pending.params_digest = digest_params(params)
        responses: Mapping[str, Any] = params.get("inputResponses") or {}
        try:
            round_ = self.find_round(pending.id, method.name, params)
            if round_ is not None:
                round_.check_responses(responses, pending.profile.revision)
        except Violation as violation:
            collector.note_sender_violation(violation, arrived=arrived)
            return None
        if round_ is not None:
            collector.note_violation(round_.find_content_violation(responses), arrived=arrived)
        return round_

    def prefer_round(self, round_: InputRound) -> None:
        """Put a round before all similar rounds, so that a matching request continues this round."""
        for key in round_.lookup_keys:
            self._by_key[key].move_to_end(round_.id, last=False)

    def remove_round(self, round_: InputRound) -> None:
        """Forget a round that the client has continued, or will not continue."""
        self._forget_round(round_.id)

    def _find_complete_round(self, key: _LookupKey, responses: Mapping[str, Any]) -> tuple[InputRound | None, bool]:
        """Find the first round, among those with a lookup key, for which the responses contain all of the input.

        Returns:
            The round, or None if none was found; and whether the rounds with the key were few enough to compare them
            all.
        """
        similar: Mapping[RequestId, InputRound] = self._by_key.get(key) or {}
        answered = responses.keys()
        found = next(
            (each for each in islice(similar.values(), _MAX_COMPARED_ROUNDS) if each.input_methods.keys() <= answered),
            None,
        )
        return found, len(similar) <= _MAX_COMPARED_ROUNDS

    def _forget_round(self, id_: RequestId) -> None:
        round_ = self._rounds.pop(id_, None)
        if round_ is None:
            return
        self._size -= round_.size
        for key in round_.lookup_keys:
            del self._by_key[key][id_]
            if not self._by_key[key]:
                del self._by_key[key]


def digest_params(params: Mapping[str, Any]) -> bytes:
    """Return a digest of the params of a request without `_meta` and the `RETRY_MEMBERS`.

    The digest is the same for params that are equal as JSON, in which `1.0` and `1` are equal.
    """
    from hashlib import blake2b  # imported here, as few requests are sent again

    kept = {name: value for name, value in params.items() if name != META and name not in RETRY_MEMBERS}
    text = json.dumps(kept, sort_keys=True)
    if ".0" in text:
        text = _WHOLE_NUMBER.sub("", text)
    return blake2b(text.encode("ascii"), digest_size=16).digest()


def find_undeclared_input_capabilities(
    requests: Mapping[str, Any], params: Any, profile: RevisionProfile
) -> dict[str, Any]:
    """Return the capabilities that requests for input need and that the client has not declared.

    Page: /specification/2026-07-28/basic/index#meta.

    Args:
        requests: the requests for input, by their keys, as JSON or typed.
        params: the params of the client's request, in which the client has declared its capabilities.
        profile: the profile of the revision.

    Returns:
        An object with the nesting of a capabilities object; empty if no capability is missing.
    """
    declared = member_at(params, META, CAPABILITIES_KEY)
    capabilities: Mapping[str, Any] = declared if is_object(declared) else {}
    missing: dict[str, Any] = {}
    paths = profile.capabilities["client"]
    for request in requests.values():
        method: str = request["method"]
        row = profile.embedded_requests.get(method)
        if row is not None:  # a request that is unknown, and that the mode lets through, needs no known capability
            params_of_request = get_member(request, "params")
            merge_capabilities(missing, find_missing_capabilities(row, paths, params_of_request, capabilities))
    return missing


def check_input_required(result: Any, pending: PendingRequest, collector: FindingCollector, *, arrived: bool) -> None:
    """Check that an `InputRequiredResult` is not empty, and that the client has declared the needed capabilities.

    Raises:
        Violation: the result has neither `inputRequests` nor `requestState`, the input needs an undeclared capability,
            or this side asks for input against a recommendation.
    """
    if "inputRequests" not in result and "requestState" not in result:
        raise Violation("input.one-of", "the result has neither inputRequests nor requestState")
    check_input_requests(get_member(result, "inputRequests") or {}, pending, collector, arrived=arrived)


def check_input_requests(
    requests: Mapping[str, Any], pending: PendingRequest, collector: FindingCollector, *, arrived: bool
) -> None:
    """Check that the client has declared the capabilities that requests for input need.

    Args:
        requests: the requests for input in a result or notification, by their keys, as JSON or typed.
        pending: the request that the result answers, or to which the notification belongs.
        collector: notes the recommendations that the requests for input break.
        arrived: whether the result or notification has arrived from the server.

    Raises:
        Violation: the input needs an undeclared capability, or this side asks for input against a recommendation.
    """
    profile = pending.profile
    missing = find_undeclared_input_capabilities(requests, pending.params, profile)
    if missing:
        raise Violation(
            "capability",
            f"the client has not declared what the input needs: {shorten(json.dumps(missing))}",
            code=to_revision_code(profile.revision.error_codes, MISSING_REQUIRED_CLIENT_CAPABILITY),
            data={"requiredCapabilities": missing},
        )
    paths = profile.capabilities["client"]
    capabilities = member_at(pending.params, META, CAPABILITIES_KEY)
    for request in requests.values():
        params, row = get_member(request, "params"), profile.embedded_requests.get(request["method"])
        if params is not None and row is not None:
            check_member_capabilities(paths, row, params, capabilities, collector, arrived=arrived)
