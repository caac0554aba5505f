"""The types that `is_request`, `is_notification` and `is_response` declare are those that the parser makes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args, get_origin

import pytest

import mcp_bindings as mb
from mcp_bindings.spec.names import INPUT_REQUIRED, INPUT_REQUIRED_RESULT, RESULT_TYPE
from tests.behaviour import classes
from tests.behaviour.envelopes import COMMON, text

OTHER = {"client": "server", "server": "client"}


class Declared(NamedTuple):
    """One signature of such a function."""

    revision: str
    function: str
    method: str
    body: str
    """The annotation of the params or of the result."""


def signatures(revision: str) -> Iterator[Declared]:
    """Every signature, read from the source."""
    source = import_module(f"{mb.revision(revision).package}.messages").__file__ or ""
    for node in ast.parse(Path(source).read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(
                name=name,
                args=ast.arguments(args=[_, ast.arg(annotation=ast.Subscript(slice=ast.Constant(value=str(method))))]),
                returns=ast.Subscript(slice=ast.Subscript(slice=body)),
            ):
                yield Declared(revision, name, method, ast.unparse(body))
            case _:
                pass


EVERY = [row for revision in mb.REVISIONS for row in signatures(revision)]


def bodies(row: Declared) -> list[Any]:
    """A value for each alternative of the annotation."""
    annotation = eval(row.body, vars(classes.module(row.revision)))
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    arms = get_args(annotation) or (annotation,)
    return [None if arm is type(None) else classes.sample(arm) for arm in arms]


def parsed(row: Declared, body: Any) -> Any:
    """The message with this body, as the revision parses it."""
    sender: Any = mb.revision(row.revision).methods[row.method].senders[0]
    document: dict[str, Any] = {"jsonrpc": "2.0", "method": row.method} if row.function == "is_notification" else {}
    if row.function == "is_request":
        document = {**COMMON, "method": row.method}
    if row.function == "is_response":
        document, sender = dict(COMMON), OTHER[sender]
    if body is not None:
        asks = type(body).__name__ == INPUT_REQUIRED_RESULT  # whose `resultType` is any text to the schema
        fixed = {RESULT_TYPE: INPUT_REQUIRED} if asks else {}
        document["result" if row.function == "is_response" else "params"] = classes.json_of(body) | fixed
    return mb.revision(row.revision).parse(text(document), sender=sender, pending={7: row.method})


@pytest.mark.parametrize("revision", mb.REVISIONS)
@pytest.mark.parametrize("function", ["is_notification", "is_request", "is_response"])
def test_the_declared_type_is_the_parsed_one(revision: str, function: str) -> None:
    home = import_module(mb.revision(revision).package)
    signed = [(each.function, each.method) for each in EVERY if each.revision == revision]
    rows = [each for each in EVERY if (each.revision, each.function) == (revision, function)]
    for row, body in [(each, body) for each in rows for body in bodies(each)]:
        message = parsed(row, body)
        assert [each for each in signed if getattr(home, each[0])(message, each[1])] == [(function, row.method)]
        found = message.result if function == "is_response" else message.params
        assert type(found) is type(body), row


@pytest.mark.parametrize("revision", mb.REVISIONS)
def test_every_message_has_a_declared_type(revision: str) -> None:
    rows = mb.revision(revision).methods.values()
    requests = {row.name for row in rows if row.kind == "request"}
    declared: dict[str, set[str]] = {}
    for row in EVERY:
        if row.revision == revision:
            declared.setdefault(row.function, set()).add(row.method)
    assert declared["is_request"] == declared["is_response"] == requests
    assert declared["is_notification"] == {row.name for row in rows if row.kind == "notification"}


def test_params_of_an_unknown_notification_have_no_type() -> None:
    """A client may not send it, so its params were not checked."""
    revision = mb.revision(mb.LATEST)
    name = next(
        row.name for row in revision.methods.values() if row.kind == "notification" and "client" not in row.senders
    )
    message = revision.parse(text({"jsonrpc": "2.0", "method": name, "params": {"free": 1}}), sender="client")
    assert isinstance(message, mb.Notification)
    assert not import_module(revision.package).is_notification(message, name)
