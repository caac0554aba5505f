"""The additions of the extension io.modelcontextprotocol/ui to the protocol.

Importing this module imports no models.
"""

from __future__ import annotations

from ...generated_code import Extension, ExtensionInfo

EXTENSION = Extension(
    ExtensionInfo(
        id="io.modelcontextprotocol/ui",
        between="host and view",
        revisions=(),
        page="https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx",
        origin="@modelcontextprotocol/ext-apps",
        version="2.0.4",
        official_sha256="3823abdec2ab00069420812520c20f561428e1bf328c8f61189094f5160e33d9",
    ),
    __name__.rpartition(".")[0],
)
"""The extension, with codecs of its types. Pass it to `Session`, `Dispatcher` or `mcp_bindings.extensions.extended`."""
