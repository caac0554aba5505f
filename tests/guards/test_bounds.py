"""Rates, slots, cursors and logs: what the labs do not try."""

from __future__ import annotations

import json
import re
import tracemalloc
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.guards import WORK_OF_METHOD, FileRoots, LogCleaner, Rate, TokenBuckets, WorkSlots
from mcp_bindings.guards.rates import WorkKind


def test_the_kinds_of_work_are_methods_of_the_specification() -> None:
    methods = {name for revision in mb.REVISIONS for name in mb.revision(revision).methods}
    assert methods >= WORK_OF_METHOD.keys()


def test_many_names_give_no_more_and_cost_others_nothing() -> None:
    now = [100.0]
    limiter = TokenBuckets({"tools": Rate(1, 2)}, clock=lambda: now[0], max_principals=3)
    assert [limiter.try_acquire("alice", "tools") for _ in range(2)] == [0, 0]
    admitted = sum(limiter.try_acquire(f"mallory {number}", "tools") == 0 for number in range(1_000))
    assert admitted == 4  # two with a bucket of their own, two of the bucket that the others share
    assert limiter.try_acquire("alice", "tools") == 1
    now[0] += 2
    assert limiter.try_acquire("alice", "tools") == 0


def test_kinds_of_work_are_counted_apart() -> None:
    limiter = TokenBuckets({"tools": Rate(1, 1), "logs": Rate(1, 1)}, clock=lambda: 0.0)
    assert [limiter.try_acquire("a", kind) for kind in ("tools", "logs", "tools")] == [0, 0, 1]


@pytest.mark.parametrize("rate", [Rate(0, 1), Rate(float("nan"), 1), Rate(float("inf"), 1), Rate(1, 0)])
def test_a_rate_that_allows_nothing_or_everything_is_rejected(rate: Rate) -> None:
    kind: WorkKind = "tools"
    with pytest.raises(ValueError, match=r"(per_second|burst) of tools must be"):
        TokenBuckets({kind: rate})
    with pytest.raises(ValueError, match="max_principals"):
        TokenBuckets({}, max_principals=0)


def test_a_rate_of_unknown_work_is_rejected() -> None:
    method: Any = "tools/call"
    with pytest.raises(ValueError, match=r"a kind of work must be one of 'tools', .* not 'tools/call'"):
        TokenBuckets({method: Rate(1, 1)})
    number: Any = 5
    with pytest.raises(TypeError, match="the rate of tools must be a Rate"):
        TokenBuckets({"tools": number})
    with pytest.raises(TypeError, match="rates must be a mapping such as"):
        TokenBuckets(number)


def test_names_of_secrets_may_be_written_in_any_way() -> None:
    cleaner = LogCleaner(names=["user_SSN", "Api-Key"])
    assert cleaner.clean({"userSsn": "1", "USER-SSN": "2", "apikey": "3", "s": "4"}) == {
        "userSsn": "[removed]",
        "USER-SSN": "[removed]",
        "apikey": "[removed]",
        "s": "4",
    }


def test_lists_of_guards_are_no_single_text() -> None:
    with pytest.raises(TypeError, match=r"names must be a list of texts: names=\['ssn'\]"):
        LogCleaner(names="ssn")
    with pytest.raises(TypeError, match=r"pointers must be a list of texts: pointers=\['/data/ssn'\]"):
        LogCleaner("/data/ssn")
    with pytest.raises(TypeError, match="patterns must be a list of patterns"):
        LogCleaner(patterns="sk-[a-z]+")
    with pytest.raises(TypeError, match=r"roots must be a list of file URIs or paths: roots=\['file:///srv'\]"):
        FileRoots("file:///srv")


def test_slots_that_allow_nothing_are_rejected() -> None:
    for running, waiting, share in ((0, 1, None), (1, -1, None), (1, 1, 0)):
        with pytest.raises(ValueError, match="must be at least"):
            WorkSlots(running, waiting, share)


def test_cleaning_takes_time_in_proportion() -> None:
    cleaner = LogCleaner()
    for text in ("-----BEGIN PRIVATE KEY-----", "://a:", "://:", "password ", "eyJ", "bearer ", "sk-", 'secret="'):
        assert cleaner.clean(text * (400_000 // len(text))), text  # a pattern that goes back would take minutes


@pytest.mark.parametrize("piece", ["a", "\\a", "\\\\"])
@pytest.mark.parametrize("quote", ['"', "'"])
def test_long_quoted_secrets_take_little_memory(quote: str, piece: str) -> None:
    """The pattern took 131 bytes for each character."""
    cleaner, secret = LogCleaner(), piece * 100_000
    cleaner.clean("password=x")  # compiles the patterns
    assert cleaner.clean(f"a password={quote}{secret}") == "a password=[removed]"
    tracemalloc.start()
    try:
        cleaned = cleaner.clean(f"a password={quote}{secret}{quote}\nb")
        assert cleaned == "a password=[removed]\nb"
        assert tracemalloc.get_traced_memory()[1] < 10 * len(secret)
    finally:
        tracemalloc.stop()


def test_a_quoted_secret_ends_with_its_quote() -> None:
    cleaner = LogCleaner()
    for quoted in ('"a\\"b"', '"a\\\\"', "'a\\'b'", '""', '"' + '\\"' * 900 + '"'):
        assert cleaner.clean(f"password={quoted} c") == "password=[removed] c"
    for open_ in ('"a', '"a\\', '"' + '\\"' * 1_100 + '" c'):  # with so many escapes, up to the end of the line
        assert cleaner.clean(f"password={open_}\nc") == "password=[removed]\nc"


def test_what_no_message_can_have_is_left_to_the_writer() -> None:
    @dataclass
    class Link:
        to: Any = None

    link = Link()
    link.to = link
    for value in (b"\xff", link, object()):
        assert LogCleaner().clean(value) is value


def test_patterns_and_names_may_be_given() -> None:
    cleaner = LogCleaner(names={"pin"}, patterns=[re.compile("x+")])
    assert cleaner.clean({"pin": "1", "password": "axxb", "x": 1}) == {
        "pin": "[removed]",
        "password": "a[removed]b",
        "[removed]": 1,
    }
    with pytest.raises(ValueError, match="JSON Pointer"):
        LogCleaner(["a"])
    assert LogCleaner([""]).clean({"a": 1}) == "[removed]"


@pytest.mark.parametrize("pattern", [r"[\w-]{16,}", r"[\w=-]{20,}"])
def test_a_pattern_of_long_texts_leaves_short_members(pattern: str) -> None:
    assert LogCleaner(patterns=[pattern]).clean({"greeting": "hi", "a": "x" * 20}) == {
        "greeting": "hi",
        "a": "[removed]",
    }


def test_a_pattern_that_names_a_member_removes_it() -> None:
    cleaner = LogCleaner(patterns=[r"customer=\S+"])
    assert cleaner.clean({"customer": "Alice", "guest": "Bob"}) == {"customer": "[removed]", "guest": "Bob"}
    assert "def" not in str(LogCleaner().clean({"note password=abc password": "def"}))


def test_what_is_nested_too_deeply_is_removed() -> None:
    value: object = "x"
    for _ in range(5_000):
        value = [value]
    assert "[removed]" in str(LogCleaner().clean(value))


class Account(BaseModel):
    host: str
    password: str


@dataclass
class Login:
    password: str


def test_secrets_in_values_of_any_class_are_removed() -> None:
    values: list[Any] = [
        Account(host="h", password="hunter22"),
        Login("hunter22"),
        ("password=hunter22",),
        {"password=hunter22"},
        b"password=hunter22",
        mcp.TextContent(text="password=hunter22"),
        {"in": [Account(host="h", password="hunter22")]},
        {1: "password=hunter22"},
    ]
    for value in values:
        text = json.dumps(LogCleaner().clean(value))
        assert "[removed]" in text
        assert "hunter22" not in text


@dataclass
class Circle:
    inner: Any = None


def test_values_without_a_form_in_json_are_left_to_the_writer() -> None:
    circle = Circle()
    circle.inner = circle
    for value in (object(), b"\xff", circle, {object(): "a"}):
        assert LogCleaner().clean(value) is value


def test_a_secret_is_removed_whole() -> None:
    secrets = {"db_password": "hunter22", "a": '{"password": "hunter\\"22"}', "b": "db://me:hun@ter22@host/"}
    assert LogCleaner().clean({**secrets, "password_length": "8"}) == {
        "db_password": "[removed]",
        "a": '{"password": [removed]}',
        "b": "db://[removed]@host/",
        "password_length": "8",
    }
