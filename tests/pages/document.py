"""What a page is made of, as a parser of HTML reads it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Element:
    """A start tag, and all text up to its end tag."""

    tag: str
    attributes: dict[str, str | None]
    text: str = ""


@dataclass
class Document:
    """A page's elements in order."""

    elements: list[Element] = field(default_factory=list[Element])

    def all(self, tag: str, **attributes: str) -> list[Element]:
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        return [each for each in self.elements if each.tag == tag and wanted.items() <= dict(each.attributes).items()]

    def one(self, tag: str, **attributes: str) -> Element:
        (element,) = self.all(tag, **attributes)
        return element

    def data(self) -> Any:
        """The value that the page carries."""
        return json.loads(self.one("script", id="data").text)


VOID = {"meta", "link", "input", "br", "hr"}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.document = Document()
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.document.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> ends nothing"
        assert self.open[-1].tag == tag, f"</{tag}> where {self.open[-1]} is open"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def read(page: str) -> Document:
    """Parse a page; every element is closed, in order."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    assert not reader.open
    return reader.document
