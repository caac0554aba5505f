"""Render untrusted text as Python source that is exactly one literal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from mcp_bindgen.jsontext import JSONValue, is_object

QUOTES = '"""'


def literal(value: object) -> str:
    """Return a string, number, boolean or None as source. Strings are ASCII in double quotes."""
    if not isinstance(value, str):
        return repr(value)
    body = "".join(_escape_invisible(char) for char in value.replace("\\", "\\\\").replace('"', '\\"'))
    return f'"{body}"'


def tuple_literal(values: Sequence[object]) -> str:
    """Return a tuple of strings, numbers, booleans and None as source."""
    return tuple_source([literal(value) for value in values])


def tuple_source(items: Sequence[str]) -> str:
    """Return a tuple of expressions as source.

    Only a tuple of one item has a trailing comma: with a trailing comma, black puts each item on a line of its own.
    """
    return f"({', '.join(items)}{',' if len(items) == 1 else ''})"


def json_literal(value: JSONValue) -> str:
    """Return a JSON value as source."""
    if isinstance(value, list):
        return f"[{', '.join(map(json_literal, value))}]"
    if not is_object(value):
        return literal(value)
    return "{" + ", ".join(f"{literal(name)}: {json_literal(member)}" for name, member in value.items()) + "}"


def docstring(paragraphs: Sequence[str], indent: str) -> str:
    """Return the source of a docstring. The text begins directly after the quotes, and is escaped so that it cannot end
    the docstring.

    Args:
        paragraphs: the paragraphs of the docstring. Empty paragraphs are left out.
        indent: the indentation of each line after the first.
    """
    text = "\n\n".join(paragraph.strip() for paragraph in paragraphs if paragraph.strip())
    lines = [
        "".join(_escape_invisible(char) for char in line.rstrip()) for line in _escape_text(text).splitlines()
    ] or [""]
    if len(lines) == 1 and not lines[0].endswith('"'):
        return f"{QUOTES}{lines[0]}{QUOTES}"
    body = "\n".join(f"{indent}{line}" if line else "" for line in lines[1:])
    return f"{QUOTES}{lines[0]}\n{body}\n{indent}{QUOTES}" if body else f"{QUOTES}{lines[0]}\n{indent}{QUOTES}"


def one_line_comment(text: str) -> str:
    """Return a text as one line, with characters escaped so that the line ends neither a comment nor a docstring."""
    line = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return "".join(_escape_invisible(char) for char in line)


def _escape_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace(QUOTES, '\\"\\"\\"')


def _escape_invisible(char: str) -> str:
    """Return a character, or its escape if it is invisible or changes the direction of text."""
    if char.isprintable() and unicodedata.bidirectional(char) not in ("R", "AL", "RLE", "RLO", "RLI"):
        return char
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
