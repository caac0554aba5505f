"""Revision 2025-06-18 of the Model Context Protocol: every type of its schema under its own name."""

from __future__ import annotations

from mcp_bindings.v2025_06_18.models import Annotations as Annotations
from mcp_bindings.v2025_06_18.models import AudioContent as AudioContent
from mcp_bindings.v2025_06_18.models import BaseMetadata as BaseMetadata
from mcp_bindings.v2025_06_18.models import BlobResourceContents as BlobResourceContents
from mcp_bindings.v2025_06_18.models import BooleanSchema as BooleanSchema
from mcp_bindings.v2025_06_18.models import CallToolRequest as CallToolRequest
from mcp_bindings.v2025_06_18.models import CallToolRequestParams as CallToolRequestParams
from mcp_bindings.v2025_06_18.models import CallToolResult as CallToolResult
from mcp_bindings.v2025_06_18.models import CancelledNotification as CancelledNotification
from mcp_bindings.v2025_06_18.models import CancelledNotificationParams as CancelledNotificationParams
from mcp_bindings.v2025_06_18.models import ClientCapabilities as ClientCapabilities
from mcp_bindings.v2025_06_18.models import ClientCapabilitiesRoots as ClientCapabilitiesRoots
from mcp_bindings.v2025_06_18.models import ClientNotification as ClientNotification
from mcp_bindings.v2025_06_18.models import ClientRequest as ClientRequest
from mcp_bindings.v2025_06_18.models import ClientResult as ClientResult
from mcp_bindings.v2025_06_18.models import CompleteRequest as CompleteRequest
from mcp_bindings.v2025_06_18.models import CompleteRequestParams as CompleteRequestParams
from mcp_bindings.v2025_06_18.models import CompleteRequestParamsArgument as CompleteRequestParamsArgument
from mcp_bindings.v2025_06_18.models import CompleteRequestParamsContext as CompleteRequestParamsContext
from mcp_bindings.v2025_06_18.models import CompleteRequestParamsRef as CompleteRequestParamsRef
from mcp_bindings.v2025_06_18.models import CompleteResult as CompleteResult
from mcp_bindings.v2025_06_18.models import CompleteResultCompletion as CompleteResultCompletion
from mcp_bindings.v2025_06_18.models import ContentBlock as ContentBlock
from mcp_bindings.v2025_06_18.models import CreateMessageRequest as CreateMessageRequest
from mcp_bindings.v2025_06_18.models import CreateMessageRequestParams as CreateMessageRequestParams
from mcp_bindings.v2025_06_18.models import CreateMessageResult as CreateMessageResult
from mcp_bindings.v2025_06_18.models import CreateMessageResultContent as CreateMessageResultContent
from mcp_bindings.v2025_06_18.models import Cursor as Cursor
from mcp_bindings.v2025_06_18.models import ElicitRequest as ElicitRequest
from mcp_bindings.v2025_06_18.models import ElicitRequestParams as ElicitRequestParams
from mcp_bindings.v2025_06_18.models import ElicitRequestParamsRequestedSchema as ElicitRequestParamsRequestedSchema
from mcp_bindings.v2025_06_18.models import ElicitResult as ElicitResult
from mcp_bindings.v2025_06_18.models import EmbeddedResource as EmbeddedResource
from mcp_bindings.v2025_06_18.models import EmbeddedResourceResource as EmbeddedResourceResource
from mcp_bindings.v2025_06_18.models import EmptyResult as EmptyResult
from mcp_bindings.v2025_06_18.models import EnumSchema as EnumSchema
from mcp_bindings.v2025_06_18.models import GetPromptRequest as GetPromptRequest
from mcp_bindings.v2025_06_18.models import GetPromptRequestParams as GetPromptRequestParams
from mcp_bindings.v2025_06_18.models import GetPromptResult as GetPromptResult
from mcp_bindings.v2025_06_18.models import ImageContent as ImageContent
from mcp_bindings.v2025_06_18.models import Implementation as Implementation
from mcp_bindings.v2025_06_18.models import InitializeRequest as InitializeRequest
from mcp_bindings.v2025_06_18.models import InitializeRequestParams as InitializeRequestParams
from mcp_bindings.v2025_06_18.models import InitializeResult as InitializeResult
from mcp_bindings.v2025_06_18.models import InitializedNotification as InitializedNotification
from mcp_bindings.v2025_06_18.models import InitializedNotificationParams as InitializedNotificationParams
from mcp_bindings.v2025_06_18.models import JSONRPCError as JSONRPCError
from mcp_bindings.v2025_06_18.models import JSONRPCErrorError as JSONRPCErrorError
from mcp_bindings.v2025_06_18.models import JSONRPCMessage as JSONRPCMessage
from mcp_bindings.v2025_06_18.models import JSONRPCNotification as JSONRPCNotification
from mcp_bindings.v2025_06_18.models import JSONRPCNotificationParams as JSONRPCNotificationParams
from mcp_bindings.v2025_06_18.models import JSONRPCRequest as JSONRPCRequest
from mcp_bindings.v2025_06_18.models import JSONRPCRequestParams as JSONRPCRequestParams
from mcp_bindings.v2025_06_18.models import JSONRPCRequestParamsMeta as JSONRPCRequestParamsMeta
from mcp_bindings.v2025_06_18.models import JSONRPCResponse as JSONRPCResponse
from mcp_bindings.v2025_06_18.models import ListPromptsRequest as ListPromptsRequest
from mcp_bindings.v2025_06_18.models import ListPromptsRequestParams as ListPromptsRequestParams
from mcp_bindings.v2025_06_18.models import ListPromptsResult as ListPromptsResult
from mcp_bindings.v2025_06_18.models import ListResourceTemplatesRequest as ListResourceTemplatesRequest
from mcp_bindings.v2025_06_18.models import ListResourceTemplatesRequestParams as ListResourceTemplatesRequestParams
from mcp_bindings.v2025_06_18.models import ListResourceTemplatesResult as ListResourceTemplatesResult
from mcp_bindings.v2025_06_18.models import ListResourcesRequest as ListResourcesRequest
from mcp_bindings.v2025_06_18.models import ListResourcesRequestParams as ListResourcesRequestParams
from mcp_bindings.v2025_06_18.models import ListResourcesResult as ListResourcesResult
from mcp_bindings.v2025_06_18.models import ListRootsRequest as ListRootsRequest
from mcp_bindings.v2025_06_18.models import ListRootsRequestParams as ListRootsRequestParams
from mcp_bindings.v2025_06_18.models import ListRootsRequestParamsMeta as ListRootsRequestParamsMeta
from mcp_bindings.v2025_06_18.models import ListRootsResult as ListRootsResult
from mcp_bindings.v2025_06_18.models import ListToolsRequest as ListToolsRequest
from mcp_bindings.v2025_06_18.models import ListToolsRequestParams as ListToolsRequestParams
from mcp_bindings.v2025_06_18.models import ListToolsResult as ListToolsResult
from mcp_bindings.v2025_06_18.models import LoggingLevel as LoggingLevel
from mcp_bindings.v2025_06_18.models import LoggingMessageNotification as LoggingMessageNotification
from mcp_bindings.v2025_06_18.models import LoggingMessageNotificationParams as LoggingMessageNotificationParams
from mcp_bindings.v2025_06_18.models import ModelHint as ModelHint
from mcp_bindings.v2025_06_18.models import ModelPreferences as ModelPreferences
from mcp_bindings.v2025_06_18.models import Notification as Notification
from mcp_bindings.v2025_06_18.models import NotificationParams as NotificationParams
from mcp_bindings.v2025_06_18.models import NumberSchema as NumberSchema
from mcp_bindings.v2025_06_18.models import PaginatedRequest as PaginatedRequest
from mcp_bindings.v2025_06_18.models import PaginatedRequestParams as PaginatedRequestParams
from mcp_bindings.v2025_06_18.models import PaginatedResult as PaginatedResult
from mcp_bindings.v2025_06_18.models import PingRequest as PingRequest
from mcp_bindings.v2025_06_18.models import PingRequestParams as PingRequestParams
from mcp_bindings.v2025_06_18.models import PingRequestParamsMeta as PingRequestParamsMeta
from mcp_bindings.v2025_06_18.models import PrimitiveSchemaDefinition as PrimitiveSchemaDefinition
from mcp_bindings.v2025_06_18.models import ProgressNotification as ProgressNotification
from mcp_bindings.v2025_06_18.models import ProgressNotificationParams as ProgressNotificationParams
from mcp_bindings.v2025_06_18.models import ProgressToken as ProgressToken
from mcp_bindings.v2025_06_18.models import Prompt as Prompt
from mcp_bindings.v2025_06_18.models import PromptArgument as PromptArgument
from mcp_bindings.v2025_06_18.models import PromptListChangedNotification as PromptListChangedNotification
from mcp_bindings.v2025_06_18.models import PromptListChangedNotificationParams as PromptListChangedNotificationParams
from mcp_bindings.v2025_06_18.models import PromptMessage as PromptMessage
from mcp_bindings.v2025_06_18.models import PromptReference as PromptReference
from mcp_bindings.v2025_06_18.models import ReadResourceRequest as ReadResourceRequest
from mcp_bindings.v2025_06_18.models import ReadResourceRequestParams as ReadResourceRequestParams
from mcp_bindings.v2025_06_18.models import ReadResourceResult as ReadResourceResult
from mcp_bindings.v2025_06_18.models import ReadResourceResultContentsItem as ReadResourceResultContentsItem
from mcp_bindings.v2025_06_18.models import Request as Request
from mcp_bindings.v2025_06_18.models import RequestId as RequestId
from mcp_bindings.v2025_06_18.models import RequestParams as RequestParams
from mcp_bindings.v2025_06_18.models import RequestParamsMeta as RequestParamsMeta
from mcp_bindings.v2025_06_18.models import Resource as Resource
from mcp_bindings.v2025_06_18.models import ResourceContents as ResourceContents
from mcp_bindings.v2025_06_18.models import ResourceLink as ResourceLink
from mcp_bindings.v2025_06_18.models import ResourceListChangedNotification as ResourceListChangedNotification
from mcp_bindings.v2025_06_18.models import (
    ResourceListChangedNotificationParams as ResourceListChangedNotificationParams,
)
from mcp_bindings.v2025_06_18.models import ResourceTemplate as ResourceTemplate
from mcp_bindings.v2025_06_18.models import ResourceTemplateReference as ResourceTemplateReference
from mcp_bindings.v2025_06_18.models import ResourceUpdatedNotification as ResourceUpdatedNotification
from mcp_bindings.v2025_06_18.models import ResourceUpdatedNotificationParams as ResourceUpdatedNotificationParams
from mcp_bindings.v2025_06_18.models import Result as Result
from mcp_bindings.v2025_06_18.models import Role as Role
from mcp_bindings.v2025_06_18.models import Root as Root
from mcp_bindings.v2025_06_18.models import RootsListChangedNotification as RootsListChangedNotification
from mcp_bindings.v2025_06_18.models import RootsListChangedNotificationParams as RootsListChangedNotificationParams
from mcp_bindings.v2025_06_18.models import SamplingMessage as SamplingMessage
from mcp_bindings.v2025_06_18.models import SamplingMessageContent as SamplingMessageContent
from mcp_bindings.v2025_06_18.models import ServerCapabilities as ServerCapabilities
from mcp_bindings.v2025_06_18.models import ServerCapabilitiesPrompts as ServerCapabilitiesPrompts
from mcp_bindings.v2025_06_18.models import ServerCapabilitiesResources as ServerCapabilitiesResources
from mcp_bindings.v2025_06_18.models import ServerCapabilitiesTools as ServerCapabilitiesTools
from mcp_bindings.v2025_06_18.models import ServerNotification as ServerNotification
from mcp_bindings.v2025_06_18.models import ServerRequest as ServerRequest
from mcp_bindings.v2025_06_18.models import ServerResult as ServerResult
from mcp_bindings.v2025_06_18.models import SetLevelRequest as SetLevelRequest
from mcp_bindings.v2025_06_18.models import SetLevelRequestParams as SetLevelRequestParams
from mcp_bindings.v2025_06_18.models import StringSchema as StringSchema
from mcp_bindings.v2025_06_18.models import SubscribeRequest as SubscribeRequest
from mcp_bindings.v2025_06_18.models import SubscribeRequestParams as SubscribeRequestParams
from mcp_bindings.v2025_06_18.models import TextContent as TextContent
from mcp_bindings.v2025_06_18.models import TextResourceContents as TextResourceContents
from mcp_bindings.v2025_06_18.models import Tool as Tool
from mcp_bindings.v2025_06_18.models import ToolAnnotations as ToolAnnotations
from mcp_bindings.v2025_06_18.models import ToolInputSchema as ToolInputSchema
from mcp_bindings.v2025_06_18.models import ToolListChangedNotification as ToolListChangedNotification
from mcp_bindings.v2025_06_18.models import ToolListChangedNotificationParams as ToolListChangedNotificationParams
from mcp_bindings.v2025_06_18.models import ToolOutputSchema as ToolOutputSchema
from mcp_bindings.v2025_06_18.models import UnsubscribeRequest as UnsubscribeRequest
from mcp_bindings.v2025_06_18.models import UnsubscribeRequestParams as UnsubscribeRequestParams

__all__ = [
    "Annotations",
    "AudioContent",
    "BaseMetadata",
    "BlobResourceContents",
    "BooleanSchema",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolResult",
    "CancelledNotification",
    "CancelledNotificationParams",
    "ClientCapabilities",
    "ClientCapabilitiesRoots",
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
    "ContentBlock",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageResult",
    "CreateMessageResultContent",
    "Cursor",
    "ElicitRequest",
    "ElicitRequestParams",
    "ElicitRequestParamsRequestedSchema",
    "ElicitResult",
    "EmbeddedResource",
    "EmbeddedResourceResource",
    "EmptyResult",
    "EnumSchema",
    "GetPromptRequest",
    "GetPromptRequestParams",
    "GetPromptResult",
    "ImageContent",
    "Implementation",
    "InitializeRequest",
    "InitializeRequestParams",
    "InitializeResult",
    "InitializedNotification",
    "InitializedNotificationParams",
    "JSONRPCError",
    "JSONRPCErrorError",
    "JSONRPCMessage",
    "JSONRPCNotification",
    "JSONRPCNotificationParams",
    "JSONRPCRequest",
    "JSONRPCRequestParams",
    "JSONRPCRequestParamsMeta",
    "JSONRPCResponse",
    "ListPromptsRequest",
    "ListPromptsRequestParams",
    "ListPromptsResult",
    "ListResourceTemplatesRequest",
    "ListResourceTemplatesRequestParams",
    "ListResourceTemplatesResult",
    "ListResourcesRequest",
    "ListResourcesRequestParams",
    "ListResourcesResult",
    "ListRootsRequest",
    "ListRootsRequestParams",
    "ListRootsRequestParamsMeta",
    "ListRootsResult",
    "ListToolsRequest",
    "ListToolsRequestParams",
    "ListToolsResult",
    "LoggingLevel",
    "LoggingMessageNotification",
    "LoggingMessageNotificationParams",
    "ModelHint",
    "ModelPreferences",
    "Notification",
    "NotificationParams",
    "NumberSchema",
    "PaginatedRequest",
    "PaginatedRequestParams",
    "PaginatedResult",
    "PingRequest",
    "PingRequestParams",
    "PingRequestParamsMeta",
    "PrimitiveSchemaDefinition",
    "ProgressNotification",
    "ProgressNotificationParams",
    "ProgressToken",
    "Prompt",
    "PromptArgument",
    "PromptListChangedNotification",
    "PromptListChangedNotificationParams",
    "PromptMessage",
    "PromptReference",
    "ReadResourceRequest",
    "ReadResourceRequestParams",
    "ReadResourceResult",
    "ReadResourceResultContentsItem",
    "Request",
    "RequestId",
    "RequestParams",
    "RequestParamsMeta",
    "Resource",
    "ResourceContents",
    "ResourceLink",
    "ResourceListChangedNotification",
    "ResourceListChangedNotificationParams",
    "ResourceTemplate",
    "ResourceTemplateReference",
    "ResourceUpdatedNotification",
    "ResourceUpdatedNotificationParams",
    "Result",
    "Role",
    "Root",
    "RootsListChangedNotification",
    "RootsListChangedNotificationParams",
    "SamplingMessage",
    "SamplingMessageContent",
    "ServerCapabilities",
    "ServerCapabilitiesPrompts",
    "ServerCapabilitiesResources",
    "ServerCapabilitiesTools",
    "ServerNotification",
    "ServerRequest",
    "ServerResult",
    "SetLevelRequest",
    "SetLevelRequestParams",
    "StringSchema",
    "SubscribeRequest",
    "SubscribeRequestParams",
    "TextContent",
    "TextResourceContents",
    "Tool",
    "ToolAnnotations",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolListChangedNotificationParams",
    "ToolOutputSchema",
    "UnsubscribeRequest",
    "UnsubscribeRequestParams",
]
