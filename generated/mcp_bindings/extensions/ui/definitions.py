"""The names of the definitions of the extension io.modelcontextprotocol/ui.

Importing this module imports no models.
"""

from __future__ import annotations

DEFINITIONS: dict[str, str] = {
    "McpUiAppCapabilities": "McpUiAppCapabilities",
    "McpUiClientCapabilities": "McpUiClientCapabilities",
    "McpUiDisplayMode": "McpUiDisplayMode",
    "McpUiDownloadFileRequest": "McpUiDownloadFileRequest",
    "McpUiDownloadFileResult": "McpUiDownloadFileResult",
    "McpUiHostCapabilities": "McpUiHostCapabilities",
    "McpUiHostContextChangedNotification": "McpUiHostContextChangedNotification",
    "McpUiHostContextChangedNotification.__schema0": "McpUiHostContextChangedNotificationSchema0",
    "McpUiHostContext": "McpUiHostContext",
    "McpUiHostContext.__schema0": "McpUiHostContextSchema0",
    "McpUiHostCss": "McpUiHostCss",
    "McpUiHostStyles": "McpUiHostStyles",
    "McpUiInitializeRequest": "McpUiInitializeRequest",
    "McpUiInitializeResult": "McpUiInitializeResult",
    "McpUiInitializeResult.__schema0": "McpUiInitializeResultSchema0",
    "McpUiInitializedNotification": "McpUiInitializedNotification",
    "McpUiMessageRequest": "McpUiMessageRequest",
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
    "McpUiToolResultNotification": "McpUiToolResultNotification",
    "McpUiToolVisibility": "McpUiToolVisibility",
    "McpUiUpdateModelContextRequest": "McpUiUpdateModelContextRequest",
}
"""The name of the class or alias of each definition, by name of the definition in the schema."""
