"""The names of the definitions of the extension io.modelcontextprotocol/ui. Importing this module imports no models."""

from __future__ import annotations

DEFINITIONS: dict[str, str] = {
    "McpUiAppCapabilities": "McpUiAppCapabilities",
    "McpUiClientCapabilities": "McpUiClientCapabilities",
    "McpUiDisplayMode": "McpUiDisplayMode",
    "McpUiDownloadFileResult": "McpUiDownloadFileResult",
    "McpUiHostCapabilities": "McpUiHostCapabilities",
    "McpUiHostCss": "McpUiHostCss",
    "McpUiHostStyles": "McpUiHostStyles",
    "McpUiInitializeRequest": "McpUiInitializeRequest",
    "McpUiInitializedNotification": "McpUiInitializedNotification",
    "McpUiMessageResult": "McpUiMessageResult",
    "McpUiOpenLinkRequest": "McpUiOpenLinkRequest",
    "McpUiOpenLinkResult": "McpUiOpenLinkResult",
    "McpUiRequestDisplayModeRequest": "McpUiRequestDisplayModeRequest",
    "McpUiRequestDisplayModeResult": "McpUiRequestDisplayModeResult",
    "McpUiRequestTeardownNotification": "McpUiRequestTeardownNotification",
    "McpUiResourceCsp": "McpUiResourceCsp",
    "McpUiResourceMeta": "McpUiResourceMeta",
    "McpUiResourcePermissions": "McpUiResourcePermissions",
    "McpUiResourceTeardownRequest": "McpUiResourceTeardownRequest",
    "McpUiResourceTeardownResult": "McpUiResourceTeardownResult",
    "McpUiSandboxProxyReadyNotification": "McpUiSandboxProxyReadyNotification",
    "McpUiSandboxResourceReadyNotification": "McpUiSandboxResourceReadyNotification",
    "McpUiSizeChangedNotification": "McpUiSizeChangedNotification",
    "McpUiStyleVariableKey": "McpUiStyleVariableKey",
    "McpUiStyles": "McpUiStyles",
    "McpUiSupportedContentBlockModalities": "McpUiSupportedContentBlockModalities",
    "McpUiTheme": "McpUiTheme",
    "McpUiToolCancelledNotification": "McpUiToolCancelledNotification",
    "McpUiToolInputNotification": "McpUiToolInputNotification",
    "McpUiToolInputPartialNotification": "McpUiToolInputPartialNotification",
    "McpUiToolMeta": "McpUiToolMeta",
    "McpUiToolVisibility": "McpUiToolVisibility",
}
"""Name in the schema to name of the class or alias in `models`."""
