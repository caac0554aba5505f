"""Mistakes in the file of an extension, and on the command line: one message for each, and nothing is written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import mistake
from tests.extensions.own import ABLE, FACTS, PACKAGE, SCHEMA
from tests.revisions import HANDSHAKE

NAMED = ("--package", PACKAGE)
OTHER = '[[error_code]]\ncode = 1002\nname = "TICKET_CLOSED"\nsituation = ""\nmethods = []\nlevel = "MUST"\n'
"""A row with the constant of another code."""


def said(facts: Path, *options: str | Path) -> str:
    """The message, after a check that nothing is there."""
    out = facts.parent / "out"
    error = mistake("generate", "--extension", facts, *options, "--out", out)
    assert not out.exists(), "nothing is written"
    assert "/tmp/tmp" not in error, "no path of a temporary directory"
    return error


@pytest.mark.parametrize(
    ("old", "new", "messages"),
    [
        ('id = "com.acme/tickets"', 'id = "tickets"', ["extension: `id` is 'tickets', not of the form prefix/name"]),
        ('id = "com.acme/tickets"', "", ["extension: key 'id' is missing"]),
        (ABLE, "2026-07-99", ["extension: `revisions` names '2026-07-99', which is no release\n  name one of "]),
        (ABLE, "draft", ["extension: `revisions` names 'draft', which is no release"]),
        (ABLE, HANDSHAKE[-1], [f"`revisions` names '{HANDSHAKE[-1]}', in which peers cannot declare extensions"]),
        (f'["{ABLE}"]', "[]", ["extension: `revisions` is empty\n  name one of "]),
        ('"schema.json"', '"other.json"', ["other.json: cannot be read: No such file"]),
        (
            '"TicketsSettings"',
            '"TicketSettings"',
            ["`settings` names 'TicketSettings'", "did you mean 'TicketsSettings'?"],
        ),
        ("senders", "sender", ["method 1 (tickets/get): unknown key 'sender'"]),
        ('senders = ["client"]', 'senders = ["host"]', ["senders 1: expected 'client' or 'server', found 'host'"]),
        ('senders = ["client"]', "senders = []", ["method tickets/get: `senders` is empty"]),
        ('message = "GetTicketRequest"', 'message = "GetRequest"', ["`message` names 'GetRequest'"]),
        ('message = "GetTicketRequest"', 'message = "CloseTicketRequest"', ["does not carry this method"]),
        ('name = "tickets/get"', 'name = "tickets/read"', ["no row for the method 'tickets/get' of the schema"]),
        (
            'kind = "request"',
            'kind = "notification"',
            ["`kind` is 'notification', but GetTicketRequest has a member `id`"],
        ),
        ('results = ["GetTicketResult"]', "", ["method tickets/get: `results` is missing"]),
        (
            'results = ["GetTicketResult"]',
            'results = ["Got"]',
            ["`results` names 'Got', which the schema does not define"],
        ),
        (
            'name_header = "ticketId"',
            'name_header = "id"',
            ["`name_header` names 'id', which is no member of its params"],
        ),
        (
            'methods = ["tickets/close"]',
            'methods = ["tickets/end"]',
            ["`methods` names 'tickets/end', which is no method"],
        ),
        ("code = 1001", "code = -32050", ["error_code -32050: revision ", "reserves this code and does not define it"]),
        ('"TICKET_CLOSED"', '"closed"', ["error_code 1001: `name` is 'closed', which is no free name"]),
        ('"TICKET_CLOSED"', '"EXTENSION"', ["error_code 1001: `name` is 'EXTENSION', which is no free name"]),
        (
            "[[error_code]]",
            f"{OTHER}[[error_code]]",
            ["error_code 1002: `name` is 'TICKET_CLOSED', as that of the code 1001"],
        ),
        ("[[error_code]]", "[[error]]", ["unknown table 'error'", "known tables: method, "]),
        ("[extension]", "[extension", ["not TOML"]),
        ("[extension]", "[[extension]]", ["the identity must be written [extension]"]),
        ("[[error_code]]", "[unconfirmed]\nmethod = ['x']\n[[error_code]]", ["`unconfirmed` lists method 'x'"]),
        ("[[error_code]]", "[unconfirmed]\nmethod = 'x'\n[[error_code]]", ["`unconfirmed` is a table with a list"]),
        ('name = "tickets/close"', 'name = "tickets/get"', ["2 rows for the method 'tickets/get'"]),
        (
            'settings = "TicketsSettings"',
            'settings = "A"\n[[result_type]]\nvalue = "x"\ndefinition = "Ticket"\nmethods = ["prompts/get"]',
            ["result_type x: `methods` names 'prompts/get'", "can add results to tools/call"],
        ),
        (
            'settings = "TicketsSettings"',
            "".join(
                f'[[result_type]]\nvalue = "x"\ndefinition = "{name}"\nmethods = ["tools/call"]\n'
                for name in ("Ticket", "GetTicketResult")
            ),
            [
                "result_type x: Ticket cannot have the `resultType` 'x'",
                "result_type x: GetTicketResult cannot have the `resultType` 'x'",
            ],
        ),
    ],
)
def test_a_mistake_in_the_facts(old: str, new: str, messages: list[str], tmp_path: Path) -> None:
    text = FACTS.read_text(encoding="utf-8")
    assert old in text
    facts = tmp_path / "extension.toml"
    facts.write_text(text.replace(old, new), encoding="utf-8")
    (tmp_path / "schema.json").write_bytes(SCHEMA.read_bytes())
    error = said(facts, *NAMED)
    assert str(tmp_path) in error
    for message in messages:
        assert message in error


def test_mistakes_are_reported_together(tmp_path: Path) -> None:
    text = FACTS.read_text(encoding="utf-8").replace('kind = "request"', 'kind = "notification"')
    facts = tmp_path / "extension.toml"
    facts.write_text(text.replace("tickets/closed", "tickets/ended"), encoding="utf-8")
    (tmp_path / "schema.json").write_bytes(SCHEMA.read_bytes())
    assert said(facts, *NAMED).count("error: ") == 4


def test_results_without_a_revision_are_a_mistake(tmp_path: Path) -> None:
    """An extension between host and view may name no revision; an IndexError ended the program then."""
    text = FACTS.read_text(encoding="utf-8").replace("[extension]", '[extension]\nbetween = "host and view"')
    row = '[[result_type]]\nvalue = "x"\ndefinition = "Ticket"\nmethods = ["tools/call"]\n'
    facts = tmp_path / "extension.toml"
    facts.write_text(re.sub(r"(?m)^revisions = .*$", "revisions = []", text) + row, encoding="utf-8")
    (tmp_path / "schema.json").write_bytes(SCHEMA.read_bytes())
    assert "`[[result_type]]` adds a result, and `revisions` is empty" in said(facts, *NAMED)


def _with_definition(name: str, schema: Any) -> Callable[[dict[str, Any]], None]:
    return lambda definitions: definitions.__setitem__(name, schema)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (_with_definition("Tool", {"type": "string"}), "definition 'Tool' differs from the definition of the revision"),
        (_with_definition("Ticket", {"$ref": "#/$defs/Missing"}), "Missing"),
        (dict[str, Any].clear, "the file has no definitions of its own"),
    ],
)
def test_a_mistake_in_the_schema(change: Callable[[dict[str, Any]], None], message: str, tmp_path: Path) -> None:
    document: Any = json.loads(SCHEMA.read_bytes())
    change(document["$defs"])
    (tmp_path / "schema.json").write_text(json.dumps(document), encoding="utf-8")
    facts = tmp_path / "extension.toml"
    facts.write_bytes(FACTS.read_bytes())
    error = said(facts, *NAMED)
    assert message in error
    assert str(tmp_path / "schema.json") in error


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ((), "--extension needs --package with another name than the official one"),
        (("--package", "mcp_bindings"), "--extension needs --package with another name than the official one"),
        ((*NAMED, "--revision", ABLE), "--revision is about revisions, and the package of an extension has none"),
        ((*NAMED, "--schema-file", "a=b"), "--schema-file is about revisions"),
        ((*NAMED, "--base", ABLE), "--base is about revisions"),
        ((*NAMED, "--no-errata"), "--no-errata is about revisions"),
        (
            ("--id", "com.acme/tickets"),
            "--id needs --extension with a schema, such as schema.json, and no other option",
        ),
    ],
)
def test_options_that_do_not_fit(options: tuple[str, ...], message: str, tmp_path: Path) -> None:
    facts = tmp_path / "extension.toml"
    facts.write_bytes(FACTS.read_bytes())
    assert message in said(facts, *options)


def test_a_schema_in_place_of_facts(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_bytes(SCHEMA.read_bytes())
    assert "--extension needs a TOML file with facts" in said(schema, *NAMED)
    assert "--id is 'tickets', not of the form prefix/name" in mistake(
        "generate", "--extension", schema, "--id", "tickets"
    )
    (tmp_path / "extension.toml").touch()
    error = mistake("generate", "--extension", schema, "--id", "com.acme/tickets")
    assert f"{tmp_path / 'extension.toml'}: exists already" in error
