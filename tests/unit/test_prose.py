"""Prose of a report: which of its words are names."""

from __future__ import annotations

import re

import pytest

from mcp_bindgen import comparison
from mcp_bindgen.prose import NO_NAMES, mark_name, mark_names, plain_prose, prose_parts
from mcp_bindgen.report.markup import prose_html, prose_markdown
from tests.report.reports import HOSTILE


@pytest.mark.parametrize("name", ["Tool", "_meta", "$ref", "tasks/*", "Mcp-Param-*", "Tool.inputSchema", "tools/call"])
def test_a_name_is_code(name: str) -> None:
    prose = f"Read {mark_name(name)}, then stop."
    assert [part.words for part in prose_parts(prose)] == ["Read ", name, ", then stop."]
    assert [part.is_code for part in prose_parts(prose)] == [False, True, False]
    assert plain_prose(prose) == f"Read {name}, then stop."
    assert prose_markdown(prose) == f"Read `{name}`, then stop."
    assert prose_html(prose) == f"Read <code>{name}</code>, then stop."


def test_names_in_a_sentence_are_code() -> None:
    sentence = "-32602 INVALID_PARAMS (SHOULD): _meta io.modelcontextprotocol/logLevel of tools/call, 2.1, JSON-RPC."
    parts = prose_parts(mark_names(sentence))
    assert [part.words for part in parts if part.is_code] == [
        "INVALID_PARAMS",
        "_meta",
        "io.modelcontextprotocol/logLevel",
        "tools/call",
    ]
    assert plain_prose(mark_names(sentence)) == sentence


@pytest.mark.parametrize("text", ["", "two words", "`", "<b>", "-32602", '"form"', "\u202eturned", "a\nb"])
def test_other_texts_are_words(text: str) -> None:
    assert mark_name(text) == text
    assert not any(part.is_code for part in prose_parts(f"`{text}` and ``x``"))


@pytest.mark.parametrize("text", [each for each in HOSTILE if "`" not in each])
def test_marks_change_no_text(text: str) -> None:
    assert plain_prose(mark_name(text)) == plain_prose(mark_names(text)) == plain_prose(text)


def test_prose_stands_on_one_line() -> None:
    assert plain_prose("a\n  `b`\x07") == "a b\\u0007"
    assert prose_markdown("*a* `b`") == "\\*a\\* `b`"
    assert prose_html("<a> `b`") == "&lt;a&gt; <code>b</code>"


def test_each_exception_is_a_word_of_a_report() -> None:
    words = {
        word
        for report in comparison.report_releases()
        for change in report["changes"]
        for word in re.findall(r"[\w/-]+", change["summary"])
    }
    assert words >= NO_NAMES
