"""The additions of the extension io.modelcontextprotocol/skills to the protocol.

Importing this module imports no models.
"""

from __future__ import annotations

from ...generated_code import ErrorCase, Extension, ExtensionInfo, MethodSetting, StatedLimit

EXTENSION = Extension(
    ExtensionInfo(
        id="io.modelcontextprotocol/skills",
        between="peers",
        revisions=("2026-07-28",),
        page="https://github.com/modelcontextprotocol/ext-skills/blob/0682b7b6e9e661fbf8538e27cbd3e7282927b45a/specification/stable/skills.mdx",
        origin="modelcontextprotocol/ext-skills",
        version="0682b7b6e9e661fbf8538e27cbd3e7282927b45a",
        official_sha256="",
        settings="SkillsCapability",
        method_settings=(MethodSetting(method="resources/directory/read", member="directoryRead"),),
        errors=(
            ErrorCase(
                code=-32602,
                situation="the server serves no skill with this uri",
                methods=("skills/get",),
                level="MUST",
                sources=("#getting-a-skill", "#error-handling"),
            ),
            ErrorCase(
                code=-32602,
                situation="the uri is that of no resource, or of one that is not a directory",
                methods=("resources/directory/read",),
                level="MUST",
                sources=("#reading-directories", "#error-handling"),
            ),
        ),
        limits=(
            StatedLimit(
                name="resources",
                rule="a host loads a skill of up to 512 files, and a server serves none with more",
                sources=("#limits",),
            ),
            StatedLimit(
                name="size",
                rule="a host loads a skill whose files have up to 16777216 bytes together, and a server serves none with more",
                sources=("#limits",),
            ),
        ),
    ),
    __name__.rpartition(".")[0],
)
"""The extension, with codecs of its types. Pass it to `Session`, `Dispatcher` or `mcp_bindings.extensions.extended`."""
