"""The skills: instructions for models, each in a directory of files that are served as resources."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.extensions import skills

INVALID_PARAMS = -32602
SKILL_FILE = "SKILL.md"
DIRECTORY_TYPE, MARKDOWN = "inode/directory", "text/markdown"
PAGE = 1
"""Skills on one page of the list, so that every client of this server follows a cursor."""

TEMPLATE = mcp.ResourceTemplate(uri_template="skill://{+path}", name="skill", description="A file of a skill")


def _skill_text(frontmatter: Mapping[str, Any], instructions: str) -> str:
    """Return the content of a `SKILL.md`. Its frontmatter is YAML, in which each JSON value is valid."""
    lines = [f"{name}: {json.dumps(value)}" for name, value in frontmatter.items()]
    return "\n".join(["---", *lines, "---", "", instructions, ""])


_FRONTMATTER: dict[str, dict[str, Any]] = {
    "skill://letters": {
        "name": "letters",
        "description": "Write a letter in the style of the house. Use it for any text to a customer.",
        "license": "MIT",
    },
    "skill://shop/orders/refunds": {
        "name": "refunds",
        "description": "Decide on a refund. Use it if a customer wants money back.",
        "metadata": {"version": "1.2.0"},
    },
}
"""The frontmatter of each skill, by its directory."""

_FILES: dict[str, str] = {
    "skill://letters/SKILL.md": _skill_text(
        _FRONTMATTER["skill://letters"], "Choose a template from `templates/`, and read `references/STYLE.md`."
    ),
    "skill://letters/references/STYLE.md": "Write short sentences.\n",
    "skill://letters/templates/thanks.md": "Dear {name},\n\nthank you for {reason}.\n",
    "skill://letters/templates/apology.md": "Dear {name},\n\nwe are sorry about {reason}.\n",
    "skill://shop/orders/refunds/SKILL.md": _skill_text(
        _FRONTMATTER["skill://shop/orders/refunds"], "Refund an order that is less than 30 days old."
    ),
}
"""The text of each file, by its URI."""


def _make_skill(directory: str) -> skills.Skill:
    texts = {uri: text.encode() for uri, text in _FILES.items() if uri.startswith(f"{directory}/")}
    return skills.Skill(
        uri=f"{directory}/{SKILL_FILE}",
        frontmatter=skills.SkillFrontmatter.model_validate(_FRONTMATTER[directory]),
        resources=[
            skills.SkillResource(uri=uri, digest=f"sha256:{sha256(text).hexdigest()}", size=len(text))
            for uri, text in texts.items()
        ],
    )


_SKILLS = {skill.uri: skill for skill in map(_make_skill, _FRONTMATTER)}


def _make_resource(uri: str) -> mcp.Resource:
    """Return the listing of a file of a skill. A `SKILL.md` has the name and description of its skill."""
    if uri not in _SKILLS:
        return mcp.Resource(uri=uri, name=uri.rpartition("/")[2], mime_type=MARKDOWN)
    about = _SKILLS[uri].frontmatter
    return mcp.Resource(uri=uri, name=about.name, description=about.description, mime_type=MARKDOWN)


RESOURCES = [_make_resource(uri) for uri in _SKILLS]
"""The listing of every `SKILL.md`."""


def list_skills(cursor: str | None) -> tuple[list[skills.Skill], str | None]:
    """Return the skills of one page, and the cursor of the next one.

    Raises:
        ProtocolError: the server has given out no such cursor.
    """
    starts = [str(start) for start in range(0, len(_SKILLS), PAGE)]
    if cursor is not None and cursor not in starts:
        raise mb.ProtocolError(INVALID_PARAMS, f"No page begins at the cursor {cursor!r}")
    start = int(cursor or 0)
    following = str(start + PAGE)
    return list(_SKILLS.values())[start : start + PAGE], following if following in starts else None


def get_skill(uri: str) -> skills.Skill:
    """Return the entry of a skill.

    Raises:
        ProtocolError: no skill has this URI.
    """
    if uri not in _SKILLS:
        raise mb.ProtocolError(INVALID_PARAMS, f"No skill has the URI {uri}", data={"uri": uri})
    return _SKILLS[uri]


def read_directory(uri: str) -> list[mcp.Resource]:
    """Return the direct children of a directory.

    Raises:
        ProtocolError: no directory has this URI.
    """
    inside = f"{uri}/"
    names = dict.fromkeys(each[len(inside) :].partition("/")[0] for each in _FILES if each.startswith(inside))
    if not names or uri.endswith("/"):
        raise mb.ProtocolError(INVALID_PARAMS, f"No directory has the URI {uri}", data={"uri": uri})
    return [
        _make_resource(f"{inside}{name}")
        if f"{inside}{name}" in _FILES
        else mcp.Resource(uri=f"{inside}{name}", name=name, mime_type=DIRECTORY_TYPE)
        for name in names
    ]


def read_file(uri: str) -> mcp.TextResourceContents:
    """Return the content of a file of a skill.

    Raises:
        ProtocolError: no file has this URI.
    """
    if uri not in _FILES:
        raise mb.ProtocolError(INVALID_PARAMS, f"No file has the URI {uri}", data={"uri": uri})
    return mcp.TextResourceContents(uri=uri, mime_type=MARKDOWN, text=_FILES[uri])
