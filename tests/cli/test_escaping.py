"""Text from peers and files cannot control the terminal: control characters are shown escaped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcp_bindgen.escaping import escape_invisible, escape_line, one_line
from tests.cli.run import mistake, run

pytestmark = pytest.mark.usefixtures("_loaded")

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202e\u2028\x7f\nfaked line"
DOCUMENT = json.dumps({"name": "a", "inputSchema": {"type": "object", "properties": {EVIL: 5}}}, ensure_ascii=False)
VALIDATE = ("validate", "--revision", "2025-11-25")


def assert_harmless(text: str) -> None:
    assert all(each.isprintable() or each == "\n" for each in text), ascii(text)


@pytest.mark.parametrize("options", [("--definition", "Tool"), ("--definition", "Tool", "--lint")])
@pytest.mark.parametrize("format_", ["text", "json"])
def test_a_document_with_escapes_is_validated(options: tuple[str, ...], format_: str) -> None:
    done = run(*VALIDATE, *options, "--format", format_, stdin=DOCUMENT.encode())
    assert done.code == 1
    assert_harmless(done.out)
    if format_ == "json":
        (verdict,) = json.loads(done.out)
        assert verdict["findings"][0]["pointer"] == f"/inputSchema/properties/{EVIL}", "the same JSON"
    else:
        assert "\\u001b]0;owned" in done.out
        assert all(line.startswith("-:1: ") for line in done.out.splitlines()), "a document adds no line"


def test_a_message_with_escapes_is_validated() -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": EVIL, EVIL: 5, "params": {EVIL: 5}}
    done = run(*VALIDATE, "--sender", "client", stdin=json.dumps(message, ensure_ascii=False).encode())
    assert done.code == 1
    assert_harmless(done.out + done.err)


def test_an_error_about_a_file_with_escapes(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    text = json.dumps({"$defs": {EVIL: {"$ref": f"#/$defs/{EVIL}x"}}}, ensure_ascii=False)
    schema.write_text(text, encoding="utf-8")
    out = tmp_path / "out"
    assert_harmless(mistake("generate", "--schema-file", f"mine={schema}", "--revision", "mine", "--out", out))
    ignored = tmp_path / "ignore.toml"
    ignored.write_text(f"[[ignore]]\nfingerprint = {json.dumps(EVIL)}\n", encoding="utf-8")
    assert_harmless(mistake("diff", "2025-06-18", "2025-11-25", "--ignore", ignored))


@pytest.mark.parametrize("text", [EVIL, "plain", "é 漢 🎉", "", "a\nb"])
def test_control_characters_are_escaped(text: str) -> None:
    assert_harmless(escape_invisible(text))
    assert "\n" not in escape_line(text) + one_line(text)
    assert json.loads(f'"{escape_line(text)}"') == text
