"""Requirements of revision 2024-11-05 on single messages that its specification states and its schema does not."""

from __future__ import annotations

from ..spec.rules import LintRule

RULES: tuple[LintRule, ...] = (
    LintRule(
        id="envelope.result-xor-error",
        severity="MUST",
        places=("JSONRPCResponse", "JSONRPCError"),
        check="exactly_one",
        message="expected either a result or an error",
        source="specification/2024-11-05/basic/messages#responses",
        members=("result", "error"),
    ),
    LintRule(
        id="envelope.notification-no-id",
        severity="MUST",
        places=("JSONRPCNotification",),
        check="absent",
        message="a notification has no id",
        source="specification/2024-11-05/basic/messages#notifications",
        members=("id",),
    ),
    LintRule(
        id="completion.values-max",
        severity="MUST",
        places=("CompleteResult.completion.values",),
        check="max_items",
        message="expected at most 100 values",
        source="specification/2024-11-05/server/utilities/completion#completion-results; schema.ts: CompleteResult",
        maximum=100,
    ),
    LintRule(
        id="resource.text-xor-blob",
        severity="MUST",
        places=("ResourceContents", "TextResourceContents", "BlobResourceContents"),
        check="exactly_one",
        message="expected either text or blob",
        source="specification/2024-11-05/server/resources#resource-contents; specification/2024-11-05/server/prompts#embedded-resources",
        members=("text", "blob"),
    ),
    LintRule(
        id="resource.blob-base64",
        severity="MUST",
        places=("BlobResourceContents.blob",),
        check="base64",
        message="expected base64 (RFC 4648), padded and without line breaks",
        source="specification/2024-11-05/server/resources#security-considerations; schema.ts: BlobResourceContents",
    ),
    LintRule(
        id="resource.uri-valid",
        severity="MUST",
        places=("Resource.uri", "ResourceContents.uri", "TextResourceContents.uri", "BlobResourceContents.uri"),
        check="uri",
        message="expected a URI (RFC 3986)",
        source="specification/2024-11-05/server/resources#security-considerations; specification/2024-11-05/server/prompts#embedded-resources",
    ),
    LintRule(
        id="embedded.mime",
        severity="MUST",
        places=("EmbeddedResource.resource",),
        check="has_mime_type",
        message="an embedded resource has a MIME type",
        source="specification/2024-11-05/server/prompts#embedded-resources",
    ),
    LintRule(
        id="image.base64",
        severity="MUST",
        places=("ImageContent.data",),
        check="base64",
        message="expected base64 (RFC 4648), padded and without line breaks",
        source="specification/2024-11-05/server/prompts#image-content",
    ),
    LintRule(
        id="image.mime",
        severity="MUST",
        places=("ImageContent.mimeType",),
        check="mime_type",
        message="expected a MIME type",
        source="specification/2024-11-05/server/prompts#image-content",
    ),
    LintRule(
        id="root.file-uri",
        severity="MUST",
        places=("Root.uri",),
        check="pattern",
        message="expected a URI that starts with file://",
        source="specification/2024-11-05/client/roots#root; schema.ts: Root",
        pattern="(?s:file://.*)",
    ),
)
"""The rules that `Revision.lint` checks."""
