"""The extension io.modelcontextprotocol/skills: the types of its schema, handlers and calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...generated_code import check_version, lazy_exports

check_version(__name__, 1)

if TYPE_CHECKING:
    from .calls import ClientCalls, ServerCalls
    from .client import Client
    from .directories import (
        ReadResourceDirectoryRequest,
        ReadResourceDirectoryRequestParams,
        ReadResourceDirectoryResult,
    )
    from .extension import EXTENSION
    from .handlers import ClientHandlers, ServerHandlers
    from .messages import is_request, is_response
    from .skills import (
        GetSkillRequest,
        GetSkillRequestParams,
        GetSkillResult,
        ListSkillsRequest,
        ListSkillsResult,
        Skill,
        SkillFrontmatter,
        SkillResource,
        SkillResourceDigest,
        SkillResources,
        SkillsCapability,
    )

__all__ = [
    "EXTENSION",
    "Client",
    "ClientCalls",
    "ClientHandlers",
    "GetSkillRequest",
    "GetSkillRequestParams",
    "GetSkillResult",
    "ListSkillsRequest",
    "ListSkillsResult",
    "ReadResourceDirectoryRequest",
    "ReadResourceDirectoryRequestParams",
    "ReadResourceDirectoryResult",
    "ServerCalls",
    "ServerHandlers",
    "Skill",
    "SkillFrontmatter",
    "SkillResource",
    "SkillResourceDigest",
    "SkillResources",
    "SkillsCapability",
    "is_request",
    "is_response",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(
        __name__,
        {
            "calls": ("ClientCalls", "ServerCalls"),
            "client": ("Client",),
            "directories": (
                "ReadResourceDirectoryRequest",
                "ReadResourceDirectoryRequestParams",
                "ReadResourceDirectoryResult",
            ),
            "extension": ("EXTENSION",),
            "handlers": ("ClientHandlers", "ServerHandlers"),
            "messages": ("is_request", "is_response"),
            "skills": (
                "GetSkillRequest",
                "GetSkillRequestParams",
                "GetSkillResult",
                "ListSkillsRequest",
                "ListSkillsResult",
                "Skill",
                "SkillFrontmatter",
                "SkillResource",
                "SkillResourceDigest",
                "SkillResources",
                "SkillsCapability",
            ),
        },
    )
