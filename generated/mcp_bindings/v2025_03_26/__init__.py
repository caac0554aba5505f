"""Revision 2025-03-26 of the Model Context Protocol: every type of its schema under its own name."""

from __future__ import annotations

from mcp_bindings.v2025_03_26.models import Annotations as Annotations
from mcp_bindings.v2025_03_26.models import AudioContent as AudioContent
from mcp_bindings.v2025_03_26.models import BlobResourceContents as BlobResourceContents
from mcp_bindings.v2025_03_26.models import CallToolRequest as CallToolRequest
from mcp_bindings.v2025_03_26.models import CallToolRequestParams as CallToolRequestParams
from mcp_bindings.v2025_03_26.models import CallToolResult as CallToolResult
from mcp_bindings.v2025_03_26.models import CallToolResultContentItem as CallToolResultContentItem
from mcp_bindings.v2025_03_26.models import CancelledNotification as CancelledNotification
from mcp_bindings.v2025_03_26.models import CancelledNotificationParams as CancelledNotificationParams
from mcp_bindings.v2025_03_26.models import ClientCapabilities as ClientCapabilities
from mcp_bindings.v2025_03_26.models import ClientCapabilitiesRoots as ClientCapabilitiesRoots
from mcp_bindings.v2025_03_26.models import ClientNotification as ClientNotification
from mcp_bindings.v2025_03_26.models import ClientRequest as ClientRequest
from mcp_bindings.v2025_03_26.models import ClientResult as ClientResult
from mcp_bindings.v2025_03_26.models import CompleteRequest as CompleteRequest
from mcp_bindings.v2025_03_26.models import CompleteRequestParams as CompleteRequestParams
from mcp_bindings.v2025_03_26.models import CompleteRequestParamsArgument as CompleteRequestParamsArgument
from mcp_bindings.v2025_03_26.models import CompleteRequestParamsRef as CompleteRequestParamsRef
from mcp_bindings.v2025_03_26.models import CompleteResult as CompleteResult
from mcp_bindings.v2025_03_26.models import CompleteResultCompletion as CompleteResultCompletion
from mcp_bindings.v2025_03_26.models import CreateMessageRequest as CreateMessageRequest
from mcp_bindings.v2025_03_26.models import CreateMessageRequestParams as CreateMessageRequestParams
from mcp_bindings.v2025_03_26.models import CreateMessageResult as CreateMessageResult
from mcp_bindings.v2025_03_26.models import CreateMessageResultContent as CreateMessageResultContent
from mcp_bindings.v2025_03_26.models import Cursor as Cursor
from mcp_bindings.v2025_03_26.models import EmbeddedResource as EmbeddedResource
from mcp_bindings.v2025_03_26.models import EmbeddedResourceResource as EmbeddedResourceResource
from mcp_bindings.v2025_03_26.models import EmptyResult as EmptyResult
from mcp_bindings.v2025_03_26.models import GetPromptRequest as GetPromptRequest
from mcp_bindings.v2025_03_26.models import GetPromptRequestParams as GetPromptRequestParams
from mcp_bindings.v2025_03_26.models import GetPromptResult as GetPromptResult
from mcp_bindings.v2025_03_26.models import ImageContent as ImageContent
from mcp_bindings.v2025_03_26.models import Implementation as Implementation
from mcp_bindings.v2025_03_26.models import InitializeRequest as InitializeRequest
from mcp_bindings.v2025_03_26.models import InitializeRequestParams as InitializeRequestParams
from mcp_bindings.v2025_03_26.models import InitializeResult as InitializeResult
from mcp_bindings.v2025_03_26.models import InitializedNotification as InitializedNotification
from mcp_bindings.v2025_03_26.models import InitializedNotificationParams as InitializedNotificationParams
from mcp_bindings.v2025_03_26.models import JSONRPCBatchRequest as JSONRPCBatchRequest
from mcp_bindings.v2025_03_26.models import JSONRPCBatchRequestItem as JSONRPCBatchRequestItem
from mcp_bindings.v2025_03_26.models import JSONRPCBatchResponse as JSONRPCBatchResponse
from mcp_bindings.v2025_03_26.models import JSONRPCBatchResponseItem as JSONRPCBatchResponseItem
from mcp_bindings.v2025_03_26.models import JSONRPCError as JSONRPCError
from mcp_bindings.v2025_03_26.models import JSONRPCErrorError as JSONRPCErrorError
from mcp_bindings.v2025_03_26.models import JSONRPCMessage as JSONRPCMessage
from mcp_bindings.v2025_03_26.models import JSONRPCNotification as JSONRPCNotification
from mcp_bindings.v2025_03_26.models import JSONRPCNotificationParams as JSONRPCNotificationParams
from mcp_bindings.v2025_03_26.models import JSONRPCRequest as JSONRPCRequest
from mcp_bindings.v2025_03_26.models import JSONRPCRequestParams as JSONRPCRequestParams
from mcp_bindings.v2025_03_26.models import JSONRPCRequestParamsMeta as JSONRPCRequestParamsMeta
from mcp_bindings.v2025_03_26.models import JSONRPCResponse as JSONRPCResponse
from mcp_bindings.v2025_03_26.models import ListPromptsRequest as ListPromptsRequest
from mcp_bindings.v2025_03_26.models import ListPromptsRequestParams as ListPromptsRequestParams
from mcp_bindings.v2025_03_26.models import ListPromptsResult as ListPromptsResult
from mcp_bindings.v2025_03_26.models import ListResourceTemplatesRequest as ListResourceTemplatesRequest
from mcp_bindings.v2025_03_26.models import ListResourceTemplatesRequestParams as ListResourceTemplatesRequestParams
from mcp_bindings.v2025_03_26.models import ListResourceTemplatesResult as ListResourceTemplatesResult
from mcp_bindings.v2025_03_26.models import ListResourcesRequest as ListResourcesRequest
from mcp_bindings.v2025_03_26.models import ListResourcesRequestParams as ListResourcesRequestParams
from mcp_bindings.v2025_03_26.models import ListResourcesResult as ListResourcesResult
from mcp_bindings.v2025_03_26.models import ListRootsRequest as ListRootsRequest
from mcp_bindings.v2025_03_26.models import ListRootsRequestParams as ListRootsRequestParams
from mcp_bindings.v2025_03_26.models import ListRootsRequestParamsMeta as ListRootsRequestParamsMeta
from mcp_bindings.v2025_03_26.models import ListRootsResult as ListRootsResult
from mcp_bindings.v2025_03_26.models import ListToolsRequest as ListToolsRequest
from mcp_bindings.v2025_03_26.models import ListToolsRequestParams as ListToolsRequestParams
from mcp_bindings.v2025_03_26.models import ListToolsResult as ListToolsResult
from mcp_bindings.v2025_03_26.models import LoggingLevel as LoggingLevel
from mcp_bindings.v2025_03_26.models import LoggingMessageNotification as LoggingMessageNotification
from mcp_bindings.v2025_03_26.models import LoggingMessageNotificationParams as LoggingMessageNotificationParams
from mcp_bindings.v2025_03_26.models import ModelHint as ModelHint
from mcp_bindings.v2025_03_26.models import ModelPreferences as ModelPreferences
from mcp_bindings.v2025_03_26.models import Notification as Notification
from mcp_bindings.v2025_03_26.models import NotificationParams as NotificationParams
from mcp_bindings.v2025_03_26.models import PaginatedRequest as PaginatedRequest
from mcp_bindings.v2025_03_26.models import PaginatedRequestParams as PaginatedRequestParams
from mcp_bindings.v2025_03_26.models import PaginatedResult as PaginatedResult
from mcp_bindings.v2025_03_26.models import PingRequest as PingRequest
from mcp_bindings.v2025_03_26.models import PingRequestParams as PingRequestParams
from mcp_bindings.v2025_03_26.models import PingRequestParamsMeta as PingRequestParamsMeta
from mcp_bindings.v2025_03_26.models import ProgressNotification as ProgressNotification
from mcp_bindings.v2025_03_26.models import ProgressNotificationParams as ProgressNotificationParams
from mcp_bindings.v2025_03_26.models import ProgressToken as ProgressToken
from mcp_bindings.v2025_03_26.models import Prompt as Prompt
from mcp_bindings.v2025_03_26.models import PromptArgument as PromptArgument
from mcp_bindings.v2025_03_26.models import PromptListChangedNotification as PromptListChangedNotification
from mcp_bindings.v2025_03_26.models import PromptListChangedNotificationParams as PromptListChangedNotificationParams
from mcp_bindings.v2025_03_26.models import PromptMessage as PromptMessage
from mcp_bindings.v2025_03_26.models import PromptMessageContent as PromptMessageContent
from mcp_bindings.v2025_03_26.models import PromptReference as PromptReference
from mcp_bindings.v2025_03_26.models import ReadResourceRequest as ReadResourceRequest
from mcp_bindings.v2025_03_26.models import ReadResourceRequestParams as ReadResourceRequestParams
from mcp_bindings.v2025_03_26.models import ReadResourceResult as ReadResourceResult
from mcp_bindings.v2025_03_26.models import ReadResourceResultContentsItem as ReadResourceResultContentsItem
from mcp_bindings.v2025_03_26.models import Request as Request
from mcp_bindings.v2025_03_26.models import RequestId as RequestId
from mcp_bindings.v2025_03_26.models import RequestParams as RequestParams
from mcp_bindings.v2025_03_26.models import RequestParamsMeta as RequestParamsMeta
from mcp_bindings.v2025_03_26.models import Resource as Resource
from mcp_bindings.v2025_03_26.models import ResourceContents as ResourceContents
from mcp_bindings.v2025_03_26.models import ResourceListChangedNotification as ResourceListChangedNotification
from mcp_bindings.v2025_03_26.models import (
    ResourceListChangedNotificationParams as ResourceListChangedNotificationParams,
)
from mcp_bindings.v2025_03_26.models import ResourceReference as ResourceReference
from mcp_bindings.v2025_03_26.models import ResourceTemplate as ResourceTemplate
from mcp_bindings.v2025_03_26.models import ResourceUpdatedNotification as ResourceUpdatedNotification
from mcp_bindings.v2025_03_26.models import ResourceUpdatedNotificationParams as ResourceUpdatedNotificationParams
from mcp_bindings.v2025_03_26.models import Result as Result
from mcp_bindings.v2025_03_26.models import Role as Role
from mcp_bindings.v2025_03_26.models import Root as Root
from mcp_bindings.v2025_03_26.models import RootsListChangedNotification as RootsListChangedNotification
from mcp_bindings.v2025_03_26.models import RootsListChangedNotificationParams as RootsListChangedNotificationParams
from mcp_bindings.v2025_03_26.models import SamplingMessage as SamplingMessage
from mcp_bindings.v2025_03_26.models import SamplingMessageContent as SamplingMessageContent
from mcp_bindings.v2025_03_26.models import ServerCapabilities as ServerCapabilities
from mcp_bindings.v2025_03_26.models import ServerCapabilitiesPrompts as ServerCapabilitiesPrompts
from mcp_bindings.v2025_03_26.models import ServerCapabilitiesResources as ServerCapabilitiesResources
from mcp_bindings.v2025_03_26.models import ServerCapabilitiesTools as ServerCapabilitiesTools
from mcp_bindings.v2025_03_26.models import ServerNotification as ServerNotification
from mcp_bindings.v2025_03_26.models import ServerRequest as ServerRequest
from mcp_bindings.v2025_03_26.models import ServerResult as ServerResult
from mcp_bindings.v2025_03_26.models import SetLevelRequest as SetLevelRequest
from mcp_bindings.v2025_03_26.models import SetLevelRequestParams as SetLevelRequestParams
from mcp_bindings.v2025_03_26.models import SubscribeRequest as SubscribeRequest
from mcp_bindings.v2025_03_26.models import SubscribeRequestParams as SubscribeRequestParams
from mcp_bindings.v2025_03_26.models import TextContent as TextContent
from mcp_bindings.v2025_03_26.models import TextResourceContents as TextResourceContents
from mcp_bindings.v2025_03_26.models import Tool as Tool
from mcp_bindings.v2025_03_26.models import ToolAnnotations as ToolAnnotations
from mcp_bindings.v2025_03_26.models import ToolInputSchema as ToolInputSchema
from mcp_bindings.v2025_03_26.models import ToolListChangedNotification as ToolListChangedNotification
from mcp_bindings.v2025_03_26.models import ToolListChangedNotificationParams as ToolListChangedNotificationParams
from mcp_bindings.v2025_03_26.models import UnsubscribeRequest as UnsubscribeRequest
from mcp_bindings.v2025_03_26.models import UnsubscribeRequestParams as UnsubscribeRequestParams

__all__ = [
    "Annotations",
    "AudioContent",
    "BlobResourceContents",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolResult",
    "CallToolResultContentItem",
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
    "CompleteRequestParamsRef",
    "CompleteResult",
    "CompleteResultCompletion",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageResult",
    "CreateMessageResultContent",
    "Cursor",
    "EmbeddedResource",
    "EmbeddedResourceResource",
    "EmptyResult",
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
    "JSONRPCBatchRequest",
    "JSONRPCBatchRequestItem",
    "JSONRPCBatchResponse",
    "JSONRPCBatchResponseItem",
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
    "PaginatedRequest",
    "PaginatedRequestParams",
    "PaginatedResult",
    "PingRequest",
    "PingRequestParams",
    "PingRequestParamsMeta",
    "ProgressNotification",
    "ProgressNotificationParams",
    "ProgressToken",
    "Prompt",
    "PromptArgument",
    "PromptListChangedNotification",
    "PromptListChangedNotificationParams",
    "PromptMessage",
    "PromptMessageContent",
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
    "ResourceListChangedNotification",
    "ResourceListChangedNotificationParams",
    "ResourceReference",
    "ResourceTemplate",
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
    "SubscribeRequest",
    "SubscribeRequestParams",
    "TextContent",
    "TextResourceContents",
    "Tool",
    "ToolAnnotations",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolListChangedNotificationParams",
    "UnsubscribeRequest",
    "UnsubscribeRequestParams",
]
