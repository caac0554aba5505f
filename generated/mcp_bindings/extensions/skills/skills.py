"""The types of the extension io.modelcontextprotocol/skills: skills.

A type that is inline in the schema is named after the path to it. `mcp_bindings.wire` explains how types are exact.
"""

import typing
from typing import Literal

from pydantic import Field

from ...generated_code import Integer, Omittable, OneOf, Satisfies
from ...v2026_07_28 import MetaObject, PaginatedRequestParams, RequestId, RequestMetaObject, ResultMetaObject
from .base import WireModel


class GetSkillRequest(WireModel):
    """Ask for the entry of one skill, listed or not.

    Carries `skills/get`.
    Schema `#/$defs/GetSkillRequest`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["skills/get"] = "skills/get"
    """Name of the method."""

    params: "GetSkillRequestParams"
    """Details that go with the method."""


class GetSkillRequestParams(WireModel):
    """Params of `skills/get`: which skill to look up.

    Schema `#/$defs/GetSkillRequestParams`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    meta: RequestMetaObject
    """Extra data from the sender; MCP reserves some keys for its own use."""

    uri: str
    """URI of the skill's `SKILL.md`."""


class GetSkillResult(WireModel):
    """Answer to `skills/get`: the entry of the skill as it is now.

    Schema `#/$defs/GetSkillResult`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    skill: "Skill"
    """Entry of the skill."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class ListSkillsRequest(WireModel):
    """Ask for the skills that the server serves; it need not list them all.

    Carries `skills/list`.
    Schema `#/$defs/ListSkillsRequest`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    id: RequestId
    """Id of the request, which its response repeats."""

    jsonrpc: Literal["2.0"] = "2.0"
    """JSON-RPC version, always `2.0`."""

    method: Literal["skills/list"] = "skills/list"
    """Name of the method."""

    params: PaginatedRequestParams
    """Details that go with the method."""


class ListSkillsResult(WireModel):
    """Answer to `skills/list`: one page of skills.

    Schema `#/$defs/ListSkillsResult`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    meta: Omittable[ResultMetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    cache_scope: Literal["private", "public"] = "private"
    """`public` if anyone may be served from a cache, `private` if only the same authorization."""

    next_cursor: Omittable[str] = None
    """Pass it as `cursor` to get the next page; absent on the last page."""

    result_type: Literal["complete"] = "complete"
    """Kind of result: `complete`, unless an extension defines another value."""

    skills: "list[Skill]"
    """Entries of the skills on this page."""

    ttl_ms: Integer = Field(default=0, ge=0)
    """Milliseconds for which the result stays fresh; 0 means that it is stale at once."""


class Skill(WireModel):
    """Entry of a skill: a directory of files, with instructions for a model in `SKILL.md`.

    Schema `#/$defs/Skill`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    meta: Omittable[MetaObject] = None
    """Extra data from the sender; MCP reserves some keys for its own use."""

    frontmatter: "SkillFrontmatter"
    """All fields at the beginning of `SKILL.md`, as JSON."""

    resources: "SkillResources"
    """Every file of the skill, `SKILL.md` included, or `dynamic`."""

    uri: str
    """URI of the skill's `SKILL.md`."""


class SkillFrontmatter(WireModel):
    """All fields at the beginning of the skill's `SKILL.md`, as JSON.

    Schema `#/$defs/SkillFrontmatter`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    description: str
    """Purpose of the skill, and when to use it."""

    name: str
    """Name of the skill, which is also the name of its directory."""


class SkillResource(WireModel):
    """A file of a skill, with what is needed to verify its content.

    Schema `#/$defs/SkillResource`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    digest: "SkillResourceDigest"
    """SHA-256 of the file's bytes: `sha256:` and 64 lowercase hexadecimal digits."""

    size: Integer = Field(ge=0)
    """Length of the file in bytes."""

    uri: str
    """URI of the file."""


SkillResources: typing.TypeAlias = typing.Annotated[list[SkillResource] | Literal["dynamic"], OneOf()]
"""Every file of a skill, or `dynamic` if its content is generated and has no stable digests.

Schema `#/$defs/SkillResources`.
https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
"""

SkillResourceDigest: typing.TypeAlias = typing.Annotated[str, Satisfies({"pattern": "^sha256:[0-9a-f]{64}$"})]
"""SHA-256 of a file: `sha256:` and 64 lowercase hexadecimal digits.

Schema `#/$defs/SkillResource/properties/digest`.
https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
"""


class SkillsCapability(WireModel):
    """Settings of a server that serves skills.

    Schema `#/$defs/SkillsCapability`.
    https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx
    """

    directory_read: Omittable[bool] = None
    """True if the server answers `resources/directory/read`."""
