"""The names of the definitions of the extension io.modelcontextprotocol/skills.

Importing this module imports no models.
"""

from __future__ import annotations

DEFINITIONS: dict[str, str] = {
    "GetSkillRequest": "GetSkillRequest",
    "GetSkillRequestParams": "GetSkillRequestParams",
    "GetSkillResult": "GetSkillResult",
    "ListSkillsRequest": "ListSkillsRequest",
    "ListSkillsResult": "ListSkillsResult",
    "ReadResourceDirectoryRequest": "ReadResourceDirectoryRequest",
    "ReadResourceDirectoryRequestParams": "ReadResourceDirectoryRequestParams",
    "ReadResourceDirectoryResult": "ReadResourceDirectoryResult",
    "Skill": "Skill",
    "SkillFrontmatter": "SkillFrontmatter",
    "SkillResource": "SkillResource",
    "SkillResources": "SkillResources",
    "SkillsCapability": "SkillsCapability",
}
"""The name of the class or alias of each definition, by name of the definition in the schema."""
