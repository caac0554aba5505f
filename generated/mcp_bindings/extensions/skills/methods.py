"""The methods of the extension io.modelcontextprotocol/skills: their senders, params and results."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ...generated_code import MethodInfo

METHODS: Mapping[str, MethodInfo] = MappingProxyType(
    {
        "skills/list": MethodInfo(
            name="skills/list",
            kind="request",
            senders=("client",),
            message="ListSkillsRequest",
            params="PaginatedRequestParams",
            params_required=True,
            results=("ListSkillsResult",),
            paginated=True,
            cacheable=True,
            cancellable=True,
            progress=True,
            sources=(
                "https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#listing-skills",
            ),
        ),
        "skills/get": MethodInfo(
            name="skills/get",
            kind="request",
            senders=("client",),
            message="GetSkillRequest",
            params="GetSkillRequestParams",
            params_required=True,
            results=("GetSkillResult",),
            cacheable=True,
            cancellable=True,
            progress=True,
            sources=(
                "https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#getting-a-skill",
                "https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#error-handling",
            ),
        ),
        "resources/directory/read": MethodInfo(
            name="resources/directory/read",
            kind="request",
            senders=("client",),
            message="ReadResourceDirectoryRequest",
            params="ReadResourceDirectoryRequestParams",
            params_required=True,
            results=("ReadResourceDirectoryResult",),
            paginated=True,
            cacheable=True,
            cancellable=True,
            progress=True,
            sources=(
                "https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#reading-directories",
                "https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#capability-negotiation",
                "https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx#error-handling",
            ),
        ),
    }
)
"""The rows of the methods by name."""
