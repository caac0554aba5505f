"""Revision draft of the Model Context Protocol, at present the same as 2026-07-28.

Every name here is that of `mcp_bindings.v2026_07_28`. This changes as soon as the two schemas differ, so name
the release where a release is meant. Negotiation never offers `draft` unless it is asked to.
"""

from __future__ import annotations

from mcp_bindings.v2026_07_28.models import Annotations as Annotations
from mcp_bindings.v2026_07_28.models import AudioContent as AudioContent
from mcp_bindings.v2026_07_28.models import BaseMetadata as BaseMetadata
from mcp_bindings.v2026_07_28.models import BlobResourceContents as BlobResourceContents
from mcp_bindings.v2026_07_28.models import BooleanSchema as BooleanSchema
from mcp_bindings.v2026_07_28.models import CacheableResult as CacheableResult
from mcp_bindings.v2026_07_28.models import CallToolRequest as CallToolRequest
from mcp_bindings.v2026_07_28.models import CallToolRequestParams as CallToolRequestParams
from mcp_bindings.v2026_07_28.models import CallToolResult as CallToolResult
from mcp_bindings.v2026_07_28.models import CallToolResultResponse as CallToolResultResponse
from mcp_bindings.v2026_07_28.models import CallToolResultResponseResult as CallToolResultResponseResult
from mcp_bindings.v2026_07_28.models import CancelledNotification as CancelledNotification
from mcp_bindings.v2026_07_28.models import CancelledNotificationParams as CancelledNotificationParams
from mcp_bindings.v2026_07_28.models import ClientCapabilities as ClientCapabilities
from mcp_bindings.v2026_07_28.models import ClientCapabilitiesElicitation as ClientCapabilitiesElicitation
from mcp_bindings.v2026_07_28.models import ClientCapabilitiesSampling as ClientCapabilitiesSampling
from mcp_bindings.v2026_07_28.models import ClientNotification as ClientNotification
from mcp_bindings.v2026_07_28.models import ClientRequest as ClientRequest
from mcp_bindings.v2026_07_28.models import ClientResult as ClientResult
from mcp_bindings.v2026_07_28.models import CompleteRequest as CompleteRequest
from mcp_bindings.v2026_07_28.models import CompleteRequestParams as CompleteRequestParams
from mcp_bindings.v2026_07_28.models import CompleteRequestParamsArgument as CompleteRequestParamsArgument
from mcp_bindings.v2026_07_28.models import CompleteRequestParamsContext as CompleteRequestParamsContext
from mcp_bindings.v2026_07_28.models import CompleteRequestParamsRef as CompleteRequestParamsRef
from mcp_bindings.v2026_07_28.models import CompleteResult as CompleteResult
from mcp_bindings.v2026_07_28.models import CompleteResultCompletion as CompleteResultCompletion
from mcp_bindings.v2026_07_28.models import CompleteResultResponse as CompleteResultResponse
from mcp_bindings.v2026_07_28.models import ContentBlock as ContentBlock
from mcp_bindings.v2026_07_28.models import CreateMessageRequest as CreateMessageRequest
from mcp_bindings.v2026_07_28.models import CreateMessageRequestParams as CreateMessageRequestParams
from mcp_bindings.v2026_07_28.models import CreateMessageResult as CreateMessageResult
from mcp_bindings.v2026_07_28.models import CreateMessageResultContent as CreateMessageResultContent
from mcp_bindings.v2026_07_28.models import Cursor as Cursor
from mcp_bindings.v2026_07_28.models import DiscoverRequest as DiscoverRequest
from mcp_bindings.v2026_07_28.models import DiscoverResult as DiscoverResult
from mcp_bindings.v2026_07_28.models import DiscoverResultResponse as DiscoverResultResponse
from mcp_bindings.v2026_07_28.models import ElicitRequest as ElicitRequest
from mcp_bindings.v2026_07_28.models import ElicitRequestFormParams as ElicitRequestFormParams
from mcp_bindings.v2026_07_28.models import (
    ElicitRequestFormParamsRequestedSchema as ElicitRequestFormParamsRequestedSchema,
)
from mcp_bindings.v2026_07_28.models import ElicitRequestParams as ElicitRequestParams
from mcp_bindings.v2026_07_28.models import ElicitRequestURLParams as ElicitRequestURLParams
from mcp_bindings.v2026_07_28.models import ElicitResult as ElicitResult
from mcp_bindings.v2026_07_28.models import ElicitResultContentValue as ElicitResultContentValue
from mcp_bindings.v2026_07_28.models import EmbeddedResource as EmbeddedResource
from mcp_bindings.v2026_07_28.models import EmbeddedResourceResource as EmbeddedResourceResource
from mcp_bindings.v2026_07_28.models import EmptyResult as EmptyResult
from mcp_bindings.v2026_07_28.models import EnumSchema as EnumSchema
from mcp_bindings.v2026_07_28.models import Error as Error
from mcp_bindings.v2026_07_28.models import GetPromptRequest as GetPromptRequest
from mcp_bindings.v2026_07_28.models import GetPromptRequestParams as GetPromptRequestParams
from mcp_bindings.v2026_07_28.models import GetPromptResult as GetPromptResult
from mcp_bindings.v2026_07_28.models import GetPromptResultResponse as GetPromptResultResponse
from mcp_bindings.v2026_07_28.models import GetPromptResultResponseResult as GetPromptResultResponseResult
from mcp_bindings.v2026_07_28.models import HeaderMismatchError as HeaderMismatchError
from mcp_bindings.v2026_07_28.models import HeaderMismatchErrorError as HeaderMismatchErrorError
from mcp_bindings.v2026_07_28.models import Icon as Icon
from mcp_bindings.v2026_07_28.models import Icons as Icons
from mcp_bindings.v2026_07_28.models import ImageContent as ImageContent
from mcp_bindings.v2026_07_28.models import Implementation as Implementation
from mcp_bindings.v2026_07_28.models import InputRequest as InputRequest
from mcp_bindings.v2026_07_28.models import InputRequests as InputRequests
from mcp_bindings.v2026_07_28.models import InputRequiredResult as InputRequiredResult
from mcp_bindings.v2026_07_28.models import InputResponse as InputResponse
from mcp_bindings.v2026_07_28.models import InputResponseRequestParams as InputResponseRequestParams
from mcp_bindings.v2026_07_28.models import InputResponses as InputResponses
from mcp_bindings.v2026_07_28.models import InternalError as InternalError
from mcp_bindings.v2026_07_28.models import InvalidParamsError as InvalidParamsError
from mcp_bindings.v2026_07_28.models import InvalidRequestError as InvalidRequestError
from mcp_bindings.v2026_07_28.models import JSONArray as JSONArray
from mcp_bindings.v2026_07_28.models import JSONObject as JSONObject
from mcp_bindings.v2026_07_28.models import JSONRPCErrorResponse as JSONRPCErrorResponse
from mcp_bindings.v2026_07_28.models import JSONRPCMessage as JSONRPCMessage
from mcp_bindings.v2026_07_28.models import JSONRPCNotification as JSONRPCNotification
from mcp_bindings.v2026_07_28.models import JSONRPCRequest as JSONRPCRequest
from mcp_bindings.v2026_07_28.models import JSONRPCResponse as JSONRPCResponse
from mcp_bindings.v2026_07_28.models import JSONRPCResultResponse as JSONRPCResultResponse
from mcp_bindings.v2026_07_28.models import JSONValue as JSONValue
from mcp_bindings.v2026_07_28.models import LegacyTitledEnumSchema as LegacyTitledEnumSchema
from mcp_bindings.v2026_07_28.models import ListPromptsRequest as ListPromptsRequest
from mcp_bindings.v2026_07_28.models import ListPromptsResult as ListPromptsResult
from mcp_bindings.v2026_07_28.models import ListPromptsResultResponse as ListPromptsResultResponse
from mcp_bindings.v2026_07_28.models import ListResourceTemplatesRequest as ListResourceTemplatesRequest
from mcp_bindings.v2026_07_28.models import ListResourceTemplatesResult as ListResourceTemplatesResult
from mcp_bindings.v2026_07_28.models import ListResourceTemplatesResultResponse as ListResourceTemplatesResultResponse
from mcp_bindings.v2026_07_28.models import ListResourcesRequest as ListResourcesRequest
from mcp_bindings.v2026_07_28.models import ListResourcesResult as ListResourcesResult
from mcp_bindings.v2026_07_28.models import ListResourcesResultResponse as ListResourcesResultResponse
from mcp_bindings.v2026_07_28.models import ListRootsRequest as ListRootsRequest
from mcp_bindings.v2026_07_28.models import ListRootsRequestParams as ListRootsRequestParams
from mcp_bindings.v2026_07_28.models import ListRootsResult as ListRootsResult
from mcp_bindings.v2026_07_28.models import ListToolsRequest as ListToolsRequest
from mcp_bindings.v2026_07_28.models import ListToolsResult as ListToolsResult
from mcp_bindings.v2026_07_28.models import ListToolsResultResponse as ListToolsResultResponse
from mcp_bindings.v2026_07_28.models import LoggingLevel as LoggingLevel
from mcp_bindings.v2026_07_28.models import LoggingMessageNotification as LoggingMessageNotification
from mcp_bindings.v2026_07_28.models import LoggingMessageNotificationParams as LoggingMessageNotificationParams
from mcp_bindings.v2026_07_28.models import MetaObject as MetaObject
from mcp_bindings.v2026_07_28.models import MethodNotFoundError as MethodNotFoundError
from mcp_bindings.v2026_07_28.models import MissingRequiredClientCapabilityError as MissingRequiredClientCapabilityError
from mcp_bindings.v2026_07_28.models import (
    MissingRequiredClientCapabilityErrorError as MissingRequiredClientCapabilityErrorError,
)
from mcp_bindings.v2026_07_28.models import (
    MissingRequiredClientCapabilityErrorErrorData as MissingRequiredClientCapabilityErrorErrorData,
)
from mcp_bindings.v2026_07_28.models import ModelHint as ModelHint
from mcp_bindings.v2026_07_28.models import ModelPreferences as ModelPreferences
from mcp_bindings.v2026_07_28.models import MultiSelectEnumSchema as MultiSelectEnumSchema
from mcp_bindings.v2026_07_28.models import Notification as Notification
from mcp_bindings.v2026_07_28.models import NotificationMetaObject as NotificationMetaObject
from mcp_bindings.v2026_07_28.models import NotificationParams as NotificationParams
from mcp_bindings.v2026_07_28.models import NumberSchema as NumberSchema
from mcp_bindings.v2026_07_28.models import PaginatedRequest as PaginatedRequest
from mcp_bindings.v2026_07_28.models import PaginatedRequestParams as PaginatedRequestParams
from mcp_bindings.v2026_07_28.models import PaginatedResult as PaginatedResult
from mcp_bindings.v2026_07_28.models import ParseError as ParseError
from mcp_bindings.v2026_07_28.models import PrimitiveSchemaDefinition as PrimitiveSchemaDefinition
from mcp_bindings.v2026_07_28.models import ProgressNotification as ProgressNotification
from mcp_bindings.v2026_07_28.models import ProgressNotificationParams as ProgressNotificationParams
from mcp_bindings.v2026_07_28.models import ProgressToken as ProgressToken
from mcp_bindings.v2026_07_28.models import Prompt as Prompt
from mcp_bindings.v2026_07_28.models import PromptArgument as PromptArgument
from mcp_bindings.v2026_07_28.models import PromptListChangedNotification as PromptListChangedNotification
from mcp_bindings.v2026_07_28.models import PromptMessage as PromptMessage
from mcp_bindings.v2026_07_28.models import PromptReference as PromptReference
from mcp_bindings.v2026_07_28.models import ReadResourceRequest as ReadResourceRequest
from mcp_bindings.v2026_07_28.models import ReadResourceRequestParams as ReadResourceRequestParams
from mcp_bindings.v2026_07_28.models import ReadResourceResult as ReadResourceResult
from mcp_bindings.v2026_07_28.models import ReadResourceResultContentsItem as ReadResourceResultContentsItem
from mcp_bindings.v2026_07_28.models import ReadResourceResultResponse as ReadResourceResultResponse
from mcp_bindings.v2026_07_28.models import ReadResourceResultResponseResult as ReadResourceResultResponseResult
from mcp_bindings.v2026_07_28.models import Request as Request
from mcp_bindings.v2026_07_28.models import RequestId as RequestId
from mcp_bindings.v2026_07_28.models import RequestMetaObject as RequestMetaObject
from mcp_bindings.v2026_07_28.models import RequestParams as RequestParams
from mcp_bindings.v2026_07_28.models import Resource as Resource
from mcp_bindings.v2026_07_28.models import ResourceContents as ResourceContents
from mcp_bindings.v2026_07_28.models import ResourceLink as ResourceLink
from mcp_bindings.v2026_07_28.models import ResourceListChangedNotification as ResourceListChangedNotification
from mcp_bindings.v2026_07_28.models import ResourceRequestParams as ResourceRequestParams
from mcp_bindings.v2026_07_28.models import ResourceTemplate as ResourceTemplate
from mcp_bindings.v2026_07_28.models import ResourceTemplateReference as ResourceTemplateReference
from mcp_bindings.v2026_07_28.models import ResourceUpdatedNotification as ResourceUpdatedNotification
from mcp_bindings.v2026_07_28.models import ResourceUpdatedNotificationParams as ResourceUpdatedNotificationParams
from mcp_bindings.v2026_07_28.models import Result as Result
from mcp_bindings.v2026_07_28.models import ResultMetaObject as ResultMetaObject
from mcp_bindings.v2026_07_28.models import ResultType as ResultType
from mcp_bindings.v2026_07_28.models import Role as Role
from mcp_bindings.v2026_07_28.models import Root as Root
from mcp_bindings.v2026_07_28.models import SamplingMessage as SamplingMessage
from mcp_bindings.v2026_07_28.models import SamplingMessageContent as SamplingMessageContent
from mcp_bindings.v2026_07_28.models import SamplingMessageContentBlock as SamplingMessageContentBlock
from mcp_bindings.v2026_07_28.models import ServerCapabilities as ServerCapabilities
from mcp_bindings.v2026_07_28.models import ServerCapabilitiesPrompts as ServerCapabilitiesPrompts
from mcp_bindings.v2026_07_28.models import ServerCapabilitiesResources as ServerCapabilitiesResources
from mcp_bindings.v2026_07_28.models import ServerCapabilitiesTools as ServerCapabilitiesTools
from mcp_bindings.v2026_07_28.models import ServerNotification as ServerNotification
from mcp_bindings.v2026_07_28.models import ServerResult as ServerResult
from mcp_bindings.v2026_07_28.models import SingleSelectEnumSchema as SingleSelectEnumSchema
from mcp_bindings.v2026_07_28.models import StringSchema as StringSchema
from mcp_bindings.v2026_07_28.models import SubscriptionFilter as SubscriptionFilter
from mcp_bindings.v2026_07_28.models import (
    SubscriptionsAcknowledgedNotification as SubscriptionsAcknowledgedNotification,
)
from mcp_bindings.v2026_07_28.models import (
    SubscriptionsAcknowledgedNotificationParams as SubscriptionsAcknowledgedNotificationParams,
)
from mcp_bindings.v2026_07_28.models import SubscriptionsListenRequest as SubscriptionsListenRequest
from mcp_bindings.v2026_07_28.models import SubscriptionsListenRequestParams as SubscriptionsListenRequestParams
from mcp_bindings.v2026_07_28.models import SubscriptionsListenResult as SubscriptionsListenResult
from mcp_bindings.v2026_07_28.models import SubscriptionsListenResultMetaObject as SubscriptionsListenResultMetaObject
from mcp_bindings.v2026_07_28.models import SubscriptionsListenResultResponse as SubscriptionsListenResultResponse
from mcp_bindings.v2026_07_28.models import TextContent as TextContent
from mcp_bindings.v2026_07_28.models import TextResourceContents as TextResourceContents
from mcp_bindings.v2026_07_28.models import TitledMultiSelectEnumSchema as TitledMultiSelectEnumSchema
from mcp_bindings.v2026_07_28.models import TitledMultiSelectEnumSchemaItems as TitledMultiSelectEnumSchemaItems
from mcp_bindings.v2026_07_28.models import (
    TitledMultiSelectEnumSchemaItemsAnyOfItem as TitledMultiSelectEnumSchemaItemsAnyOfItem,
)
from mcp_bindings.v2026_07_28.models import TitledSingleSelectEnumSchema as TitledSingleSelectEnumSchema
from mcp_bindings.v2026_07_28.models import (
    TitledSingleSelectEnumSchemaOneOfItem as TitledSingleSelectEnumSchemaOneOfItem,
)
from mcp_bindings.v2026_07_28.models import Tool as Tool
from mcp_bindings.v2026_07_28.models import ToolAnnotations as ToolAnnotations
from mcp_bindings.v2026_07_28.models import ToolChoice as ToolChoice
from mcp_bindings.v2026_07_28.models import ToolInputSchema as ToolInputSchema
from mcp_bindings.v2026_07_28.models import ToolListChangedNotification as ToolListChangedNotification
from mcp_bindings.v2026_07_28.models import ToolOutputSchema as ToolOutputSchema
from mcp_bindings.v2026_07_28.models import ToolResultContent as ToolResultContent
from mcp_bindings.v2026_07_28.models import ToolUseContent as ToolUseContent
from mcp_bindings.v2026_07_28.models import UnsupportedProtocolVersionError as UnsupportedProtocolVersionError
from mcp_bindings.v2026_07_28.models import UnsupportedProtocolVersionErrorError as UnsupportedProtocolVersionErrorError
from mcp_bindings.v2026_07_28.models import (
    UnsupportedProtocolVersionErrorErrorData as UnsupportedProtocolVersionErrorErrorData,
)
from mcp_bindings.v2026_07_28.models import UntitledMultiSelectEnumSchema as UntitledMultiSelectEnumSchema
from mcp_bindings.v2026_07_28.models import UntitledMultiSelectEnumSchemaItems as UntitledMultiSelectEnumSchemaItems
from mcp_bindings.v2026_07_28.models import UntitledSingleSelectEnumSchema as UntitledSingleSelectEnumSchema

__all__ = [
    "Annotations",
    "AudioContent",
    "BaseMetadata",
    "BlobResourceContents",
    "BooleanSchema",
    "CacheableResult",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolResult",
    "CallToolResultResponse",
    "CallToolResultResponseResult",
    "CancelledNotification",
    "CancelledNotificationParams",
    "ClientCapabilities",
    "ClientCapabilitiesElicitation",
    "ClientCapabilitiesSampling",
    "ClientNotification",
    "ClientRequest",
    "ClientResult",
    "CompleteRequest",
    "CompleteRequestParams",
    "CompleteRequestParamsArgument",
    "CompleteRequestParamsContext",
    "CompleteRequestParamsRef",
    "CompleteResult",
    "CompleteResultCompletion",
    "CompleteResultResponse",
    "ContentBlock",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageResult",
    "CreateMessageResultContent",
    "Cursor",
    "DiscoverRequest",
    "DiscoverResult",
    "DiscoverResultResponse",
    "ElicitRequest",
    "ElicitRequestFormParams",
    "ElicitRequestFormParamsRequestedSchema",
    "ElicitRequestParams",
    "ElicitRequestURLParams",
    "ElicitResult",
    "ElicitResultContentValue",
    "EmbeddedResource",
    "EmbeddedResourceResource",
    "EmptyResult",
    "EnumSchema",
    "Error",
    "GetPromptRequest",
    "GetPromptRequestParams",
    "GetPromptResult",
    "GetPromptResultResponse",
    "GetPromptResultResponseResult",
    "HeaderMismatchError",
    "HeaderMismatchErrorError",
    "Icon",
    "Icons",
    "ImageContent",
    "Implementation",
    "InputRequest",
    "InputRequests",
    "InputRequiredResult",
    "InputResponse",
    "InputResponseRequestParams",
    "InputResponses",
    "InternalError",
    "InvalidParamsError",
    "InvalidRequestError",
    "JSONArray",
    "JSONObject",
    "JSONRPCErrorResponse",
    "JSONRPCMessage",
    "JSONRPCNotification",
    "JSONRPCRequest",
    "JSONRPCResponse",
    "JSONRPCResultResponse",
    "JSONValue",
    "LegacyTitledEnumSchema",
    "ListPromptsRequest",
    "ListPromptsResult",
    "ListPromptsResultResponse",
    "ListResourceTemplatesRequest",
    "ListResourceTemplatesResult",
    "ListResourceTemplatesResultResponse",
    "ListResourcesRequest",
    "ListResourcesResult",
    "ListResourcesResultResponse",
    "ListRootsRequest",
    "ListRootsRequestParams",
    "ListRootsResult",
    "ListToolsRequest",
    "ListToolsResult",
    "ListToolsResultResponse",
    "LoggingLevel",
    "LoggingMessageNotification",
    "LoggingMessageNotificationParams",
    "MetaObject",
    "MethodNotFoundError",
    "MissingRequiredClientCapabilityError",
    "MissingRequiredClientCapabilityErrorError",
    "MissingRequiredClientCapabilityErrorErrorData",
    "ModelHint",
    "ModelPreferences",
    "MultiSelectEnumSchema",
    "Notification",
    "NotificationMetaObject",
    "NotificationParams",
    "NumberSchema",
    "PaginatedRequest",
    "PaginatedRequestParams",
    "PaginatedResult",
    "ParseError",
    "PrimitiveSchemaDefinition",
    "ProgressNotification",
    "ProgressNotificationParams",
    "ProgressToken",
    "Prompt",
    "PromptArgument",
    "PromptListChangedNotification",
    "PromptMessage",
    "PromptReference",
    "ReadResourceRequest",
    "ReadResourceRequestParams",
    "ReadResourceResult",
    "ReadResourceResultContentsItem",
    "ReadResourceResultResponse",
    "ReadResourceResultResponseResult",
    "Request",
    "RequestId",
    "RequestMetaObject",
    "RequestParams",
    "Resource",
    "ResourceContents",
    "ResourceLink",
    "ResourceListChangedNotification",
    "ResourceRequestParams",
    "ResourceTemplate",
    "ResourceTemplateReference",
    "ResourceUpdatedNotification",
    "ResourceUpdatedNotificationParams",
    "Result",
    "ResultMetaObject",
    "ResultType",
    "Role",
    "Root",
    "SamplingMessage",
    "SamplingMessageContent",
    "SamplingMessageContentBlock",
    "ServerCapabilities",
    "ServerCapabilitiesPrompts",
    "ServerCapabilitiesResources",
    "ServerCapabilitiesTools",
    "ServerNotification",
    "ServerResult",
    "SingleSelectEnumSchema",
    "StringSchema",
    "SubscriptionFilter",
    "SubscriptionsAcknowledgedNotification",
    "SubscriptionsAcknowledgedNotificationParams",
    "SubscriptionsListenRequest",
    "SubscriptionsListenRequestParams",
    "SubscriptionsListenResult",
    "SubscriptionsListenResultMetaObject",
    "SubscriptionsListenResultResponse",
    "TextContent",
    "TextResourceContents",
    "TitledMultiSelectEnumSchema",
    "TitledMultiSelectEnumSchemaItems",
    "TitledMultiSelectEnumSchemaItemsAnyOfItem",
    "TitledSingleSelectEnumSchema",
    "TitledSingleSelectEnumSchemaOneOfItem",
    "Tool",
    "ToolAnnotations",
    "ToolChoice",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolOutputSchema",
    "ToolResultContent",
    "ToolUseContent",
    "UnsupportedProtocolVersionError",
    "UnsupportedProtocolVersionErrorError",
    "UnsupportedProtocolVersionErrorErrorData",
    "UntitledMultiSelectEnumSchema",
    "UntitledMultiSelectEnumSchemaItems",
    "UntitledSingleSelectEnumSchema",
]
