"""The capitalised clauses of the specification's pages: where each one stands, and a hash of its sentence.

`python -m tests.session.clauses REPOSITORY` reads the pages of a clone of the specification's repository, with or
without a work tree, and writes `clauses.txt`. That file holds no sentence: one line for each clause, with its page,
the anchor of its section and its hash. `--show` prints the sentences too, for reading beside the rows of
`obligations.toml`.

A clause is a sentence with a keyword of BCP 14 in capitals. If a sentence with such a keyword ends in a colon, each
item of the list that it introduces is a clause of its own, unless the item has a keyword itself.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.session.pairs import ALL

LIST = Path(__file__).with_name("clauses.txt")
DIRECTORY = "docs/specification"
NOT_READ = ("changelog", "schema")
"""Pages without clauses of their own: one repeats the others, one is rendered from the schema's source."""

KEYWORD = re.compile(r"\b(MUST|SHOULD|SHALL|REQUIRED|RECOMMENDED)\b")
"""MAY and OPTIONAL are not among them, since nobody can break a permission."""
DECLARATION = "are to be interpreted as described in"
"""Of the sentence that names the keywords themselves."""

_HEADING = re.compile(r"(#{2,6})\s+(.*)")
_ITEM = re.compile(r"(\s*)(?:[-*+]|\d+[.)])\s+(.*)")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`\[(])")
_ABBREVIATION = re.compile(r"\b(e\.g|i\.e|etc|vs)\.")


class Clause(NamedTuple):
    """One clause."""

    page: str
    """Path below the site, such as `specification/2025-11-25/basic/lifecycle`."""
    section: str
    """Anchor of the section; empty above the first heading."""
    hash: str
    """The first digits of the SHA-256 of the sentence without markup."""
    sentence: str
    """Never written to a file."""

    @property
    def line(self) -> str:
        """The line of `clauses.txt`."""
        return f"{self.page}#{self.section} {self.hash}"


class _Block(NamedTuple):
    """A paragraph, an item of a list or a row of a table."""

    section: str
    indent: int
    """Of a list's item; -1 elsewhere."""
    text: str


def clauses(page: str, text: str) -> Iterator[Clause]:
    """The clauses of one page, in order."""
    leads: list[tuple[int, str]] = []
    section = ""
    for block in _blocks(text):
        if block.section != section:
            leads.clear()
            section = block.section
        while leads and (block.indent < 0 or leads[-1][0] >= block.indent):
            leads.pop()
        sentences = _sentences(block.text)
        bound = [sentence for sentence in sentences if KEYWORD.search(sentence) and DECLARATION not in sentence]
        if not bound and leads:
            bound = [f"{leads[-1][1]} {' '.join(sentences)}"]
        for sentence in bound:
            if sentence.endswith(":") and sentence == sentences[-1]:
                leads.append((block.indent, sentence))
            else:
                yield Clause(page, block.section, _hash(sentence), sentence)


def _blocks(text: str) -> Iterator[_Block]:
    """The parts of a page, without code and tags."""
    section, indent, held = "", -1, list[str]()
    for line in [*_prose(text), ""]:
        heading, item, row = _HEADING.match(line), _ITEM.match(line), line.lstrip().startswith("|")
        if held and (heading or item or row or not line.strip()):
            yield _Block(section, indent, " ".join(held))
            held = []
        if heading:
            section, indent = _anchor(heading[2]), -1
        elif item:
            held, indent = [item[2]], len(item[1])
        elif row:
            yield _Block(section, -1, " ".join(line.strip(" |").split("|")))
        elif line.strip():
            if not held:
                indent = len(line) - len(line.lstrip()) if line[0] == " " and indent >= 0 else -1
            held.append(line.strip())


def _prose(text: str) -> Iterator[str]:
    """The lines of a page without its head, code and tags."""
    body = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)
    fenced = False
    for line in body.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
            yield ""
        elif not fenced:
            yield re.sub(r"</?[A-Za-z][^>]*>", "", line)


def _anchor(heading: str) -> str:
    words = re.sub(r"[^\w\s-]", "", _plain(heading).lower())
    return re.sub(r"\s+", "-", words.strip())


def _sentences(text: str) -> list[str]:
    held = _ABBREVIATION.sub(lambda found: found[0].replace(".", "\0"), _plain(text))
    return [" ".join(part.replace("\0", ".").split()) for part in _SENTENCE_END.split(held)]


def _plain(text: str) -> str:
    """A text without the markup of links and emphasis."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return text.replace("**", "").replace("\\", "")


def _hash(sentence: str) -> str:
    words = re.sub(r"\s+", " ", sentence.strip())
    return hashlib.sha256(words.encode("utf-8")).hexdigest()[:12]


def read_pages(repository: Path, revisions: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each page of the revisions with its text, at the last commit of a clone."""
    names = _git(repository, "ls-tree", "-r", "--name-only", "HEAD", DIRECTORY).splitlines()
    for name in sorted(names):
        page = name.removeprefix("docs/").removesuffix(".mdx")
        if name.endswith(".mdx") and page.split("/")[1] in revisions and page.split("/")[2] not in NOT_READ:
            yield page, _git(repository, "show", f"HEAD:{name}")


def _git(repository: Path, *arguments: str) -> str:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def main(words: Sequence[str] | None = None) -> None:
    """Write the list, compare it with the pages, or print the clauses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("repository", type=Path, help="a clone of the specification's repository")
    parser.add_argument("--show", action="store_true", help="print the clauses with their sentences, and write nothing")
    parser.add_argument("--check", action="store_true", help="exit with 1 if the list is not that of the pages")
    arguments = parser.parse_args(words)
    found = [clause for page, text in read_pages(arguments.repository, ALL) for clause in clauses(page, text)]
    if arguments.show:
        for clause in found:
            print(clause.line, clause.sentence)
    elif arguments.check:
        listed, read = LIST.read_text(encoding="utf-8").splitlines(), [clause.line for clause in found]
        for line in sorted({*listed} ^ {*read}):
            print("-" if line in listed else "+", line)
        sys.exit(int(listed != read))
    else:
        LIST.write_text("".join(f"{clause.line}\n" for clause in found), encoding="utf-8")
        print(f"{len(found)} clauses, {len({clause.hash for clause in found})} sentences")


if __name__ == "__main__":
    main()
