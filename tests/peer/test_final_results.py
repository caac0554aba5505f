"""A method whose result is split into several types gets the type that declares the most members of a value."""

from __future__ import annotations

from typing import Any

import pytest

import mcp_bindings as mb
from mcp_bindings.jsonrpc.answers import find_final_result_type
from mcp_bindings.peer.final_results import decode_final_result
from mcp_bindings.spec.names import CREATE_TASK_RESULT, ELICIT, INPUT_REQUIRED_RESULT
from tests.documents import filled
from tests.revisions import has_method, method_of

REVISIONS = [each for each in mb.REVISIONS if has_method(ELICIT, each)]


class Split:
    """A revision whose method has other results."""

    def __init__(self, revision: mb.Revision, method: str, results: tuple[str, ...]) -> None:
        self._revision = revision
        self.methods = {method: revision.methods[method]._replace(results=results)}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._revision, name)


@pytest.mark.parametrize("revision", REVISIONS)
def test_the_type_is_not_the_first_but_the_likeliest(revision: str) -> None:
    answers: dict[str, dict[str, Any]] = {"ListToolsResult": {"tools": []}, "ElicitResult": {"action": "decline"}}
    asked = method_of(ELICIT, revision)
    split: Any = Split(mb.revision(revision), asked, (*answers,))
    for name, content in answers.items():
        answer = filled(revision, name, content)
        assert find_final_result_type(split, asked, answer) == name
        assert type(decode_final_result(split, asked, answer)).__name__ == name


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_question_and_a_task_are_no_final_results(revision: str) -> None:
    rev, asked = mb.revision(revision), method_of(ELICIT, revision)
    for name in {INPUT_REQUIRED_RESULT, CREATE_TASK_RESULT} & {*rev.definitions}:
        split: Any = Split(rev, asked, (name, "ElicitResult"))
        assert find_final_result_type(split, asked, {"action": "accept"}) == "ElicitResult"
        assert find_final_result_type(split, asked, None) == "ElicitResult"
