"""Forms of strings: what is one and what is none."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable

import pytest

import mcp_bindings as mb
from mcp_bindings.lint import formats

TRACE, SPAN = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
Form = Callable[[str], bool]

GOOD: dict[Form, tuple[str, ...]] = {
    formats.is_base64: ("", "YQ==", "YWI=", "YWJj", "+/+/", "A" * 100_000),
    formats.is_mime_type: (
        *("text/plain", "image/svg+xml", "application/vnd.a-b.c+json; v=1", 'text/html;charset="utf-8; \\" x"'),
        *("TEXT/HTML ; a=b ; c=d", "inode/directory", "*/*"),
    ),
    formats.is_timestamp: (
        *("2025-01-12T15:00:58Z", "2025-01-12T15:00:58.123456+01:00", "2025-01-12T15:00:58", "2025-01-12T15:00"),
        *(
            "20250112T150058Z",
            "20250112T150058,5-0330",
            "2025-W01-2T10Z",
            "2025W012T10Z",
            "2025-365T10:00Z",
            "2024366T10",
        ),
        *("2016-12-31T23:59:60Z", "2024-02-29T00:00:00+14"),
    ),
    formats.is_uri_template: (
        *("", "file:///{path}", "x://{+a}{#b}{.c}{/d,e}{;f}{?g,h*}{&i:3}", "{a.b_c%20}", "a%20b", "é/{x:9999}"),
        *("https://example.com/~a/{=x}", "{" + "a" * 100_000 + "}"),
    ),
    formats.is_uri: (
        *(
            "https://example.com/a?b=c#d",
            "file:///a/b%20c",
            "urn:isbn:0451450523",
            "mailto:a@b.c",
            "HTTP://EXAMPLE.COM",
        ),
        *(
            "http://[::1]:80/",
            "http://u:p@h:1/?#",
            "a:",
            "a:b/c//d",
            "a+b-c.d://x",
            "data:,a",
            "git://h/p;v=1/(x)!$&'*",
        ),
    ),
    formats.is_url: ("https://a", "HTTP://u:p@h:1/?#", "http://[::1]/", "https://a:8/", "urn:x", "httpsx:y"),
    formats.is_traceparent: (f"00-{TRACE}-{SPAN}-01", f"cc-{TRACE}-{SPAN}-00", f"cc-{TRACE}-{SPAN}-00-what-comes"),
    formats.is_tracestate: (
        "",
        "a=b",
        "a=b,c=d",
        "a=b , ,c=d ",
        "1a_b-c*d/e@v=x y!",
        ",".join(f"k{n}=v" for n in range(32)),
    ),
    formats.is_baggage: ("a=b", "a = b ; p ; q = r , c=d", "a=", "a=%20b", "a=b=c"),
}
BAD: dict[Form, tuple[str, ...]] = {
    formats.is_base64: (
        "YQ",
        "YQ=",
        "YQ==\n",
        " YQ==",
        "YW-_",
        "YWJj====",
        "=",
        "====",
        "a===",
        "Y=Q=",
        "é===",
        "YQ==YQ==",
    ),
    formats.is_mime_type: (
        "",
        "png",
        "image/",
        "/png",
        "a/b/c",
        "a b/c",
        "a/b;",
        "a/b; c",
        "a/b;c=",
        'a/b;c="',
        "a/b\n",
        "ä/b",
    ),
    formats.is_timestamp: (
        *("", "2025-01-12", "15:00:58Z", "2025-01-12 15:00:58Z", "2025-13-01T00:00Z", "2025-02-29T00:00Z", "today"),
        *("2025-01-12T24:30Z", "2025-01-12T15:60Z", "2025-01-12T15:00:61Z", "2025-01-12T15:00:58Z\n", "1700000000"),
        *(
            "2025-W54-1T00Z",
            "2025-W01-8T00Z",
            "2025-366T00Z",
            "2025-000T00Z",
            "2025-0112T00Z",
            "2025W01-2T00Z",
            "25-01-12T00Z",
        ),
        *("2025-01-12T15:00z", "٢٠٢٥-01-12T15:00Z", "2025-01-12T15:00:58+24:00"),
    ),
    formats.is_uri_template: (
        *("{", "}", "{}", "{a", "a}", "{a}}", "{{a}}", "{a b}", "{a:0}", "{a:10000}", "{a:}", "{*}", "{a,}", "{,,a}"),
        *("a b", "%", "%2", "a<b", "a|b", "a\\b", "a\nb", "{a-b}", "{.a.}", "{a..b}"),
    ),
    formats.is_uri: (
        *(
            "",
            "a",
            "/a",
            "//h/a",
            "a/b:c",
            ":a",
            "1a:b",
            "a_b:c",
            "http://a b",
            "http://h/%zz",
            "http://h/%2",
            "http://h:x/",
        ),
        *("http://[::1/", "http://h/a#b#c", "http://h/<a>", "http://h/ü", "a:b\n", "http://h/[a]", "ä:b", "a:\\b"),
    ),
    formats.is_url: (
        "",
        "a",
        "https:",
        "https:x",
        "https:/x",
        "https:///x",
        "HTTPS://:80/",
        "http://u@/x",
        "http://?a",
        "http://a b",
    ),
    formats.is_traceparent: (
        *(
            "",
            f"00-{TRACE}-{SPAN}",
            f"00-{TRACE}-{SPAN}-01-x",
            f"ff-{TRACE}-{SPAN}-01",
            f"00-{TRACE.upper()}-{SPAN}-01",
        ),
        *(f"00-{'0' * 32}-{SPAN}-01", f"00-{TRACE}-{'0' * 16}-01", f"00-{TRACE}-{SPAN}-01\n", f"cc-{TRACE}-{SPAN}-01x"),
    ),
    formats.is_tracestate: (
        "a",
        "=b",
        "A=b",
        "a=",
        "a=b=c",
        "a=b,a=c",
        "a=é",
        "a=\t",
        ",".join(f"k{n}=v" for n in range(33)),
    ),
    formats.is_baggage: ("", "a", "=b", "a=b,", "a b=c", "a=b c", 'a="b"', "a=b;", "a=é", "a=b;c d"),
}


@pytest.mark.parametrize("form", GOOD, ids=lambda form: form.__name__)
def test_forms(form: Form) -> None:
    assert [text for text in GOOD[form] if not form(text)] == []
    assert [text for text in BAD[form] if form(text)] == []


def test_every_form_is_tried() -> None:
    forms = {name for name in vars(formats) if name.startswith("is_")} - {"is_scheme", "is_scheme_specific"}
    assert {form.__name__ for form in GOOD} == {form.__name__ for form in BAD} == forms


@pytest.mark.parametrize("form", GOOD, ids=lambda form: form.__name__)
def test_long_strings_that_nearly_are_one_take_no_time(form: Form) -> None:
    """Were a pattern to try every way to part these, this test would not end."""
    for unit in ("a", " ", "a=", "a=b; ", "%20", "a/", "a.", "a,", "-", "0", '"\\', "@:", "a=  \t", "A="):
        text = unit * (100_000 // len(unit))
        for whole in (f"{text}\x00", f"a=b{text}\x00", f"a://{text}\x00", f"a/b;c={text}\x00", f'a/b;c="{text}\x00'):
            assert not form(whole)


@pytest.mark.parametrize(
    ("is_valid", "text"),
    [
        (formats.is_uri, "file:///" + "../%2e" * 30_000),
        (formats.is_uri, "a:" + "/a" * 100_000),
        (formats.is_uri, "http://h?" + "%41" * 60_000),
        (formats.is_uri_template, "{a}" * 60_000),
        (formats.is_uri_template, "{" + "a," * 100_000 + "a}"),
        (formats.is_uri_template, "{" + "a." * 100_000 + "a}"),
        (formats.is_mime_type, "a/b" + ";a=b" * 50_000),
        (formats.is_mime_type, 'a/b;a="' + "\\a" * 100_000 + '"'),
        (formats.is_baggage, "a=b," * 50_000 + "a=b"),
        (formats.is_baggage, "a=b" + ";a" * 100_000),
    ],
)
def test_memory_is_a_small_multiple_of_the_text(is_valid: Callable[[str], bool], text: str) -> None:
    """A repeated group of a regular expression takes 200 bytes for each repetition: 845 MB for 4 MB of `{a}`."""
    tracemalloc.start()
    try:
        assert is_valid(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 60 * len(text)


@pytest.mark.parametrize("revision", mb.REVISIONS)
@pytest.mark.parametrize("key", ["a." * 50_000 + "a/b", "io.modelcontextprotocol" + ".a" * 50_000 + "/b"])
def test_memory_for_a_metadata_key_grows_linearly(revision: str, key: str) -> None:
    rev = mb.revision(revision)
    message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1, "_meta": {key: 0}}}
    rev.lint({**message, "params": {"requestId": 1, "_meta": {"a.b/c": 0}}})
    tracemalloc.start()
    try:
        rev.lint(message)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20 * len(key)


def test_a_long_trace_state_is_read_as_far_as_it_may_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 4 MB took 1.4 seconds: its entries were all checked, though it may have 32."""
    read: list[str] = []

    class Counting:
        def fullmatch(self, text: str) -> bool:
            read.append(text)
            return True

    monkeypatch.setattr(formats, "_VENDOR", Counting())
    assert not formats.is_tracestate(",".join(f"k{number}=v" for number in range(1_000)))
    assert len(read) == 33
