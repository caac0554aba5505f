"""Revision 2025-11-25 of the Model Context Protocol: every type of its schema under its own name."""

from __future__ import annotations

from mcp_bindings.v2025_11_25.models import Annotations as Annotations
from mcp_bindings.v2025_11_25.models import AudioContent as AudioContent
from mcp_bindings.v2025_11_25.models import BaseMetadata as BaseMetadata
from mcp_bindings.v2025_11_25.models import BlobResourceContents as BlobResourceContents
from mcp_bindings.v2025_11_25.models import BooleanSchema as BooleanSchema
from mcp_bindings.v2025_11_25.models import CallToolRequest as CallToolRequest
from mcp_bindings.v2025_11_25.models import CallToolRequestParams as CallToolRequestParams
from mcp_bindings.v2025_11_25.models import CallToolRequestParamsMeta as CallToolRequestParamsMeta
from mcp_bindings.v2025_11_25.models import CallToolResult as CallToolResult
from mcp_bindings.v2025_11_25.models import CancelTaskRequest as CancelTaskRequest
from mcp_bindings.v2025_11_25.models import CancelTaskRequestParams as CancelTaskRequestParams
from mcp_bindings.v2025_11_25.models import CancelTaskResult as CancelTaskResult
from mcp_bindings.v2025_11_25.models import CancelledNotification as CancelledNotification
from mcp_bindings.v2025_11_25.models import CancelledNotificationParams as CancelledNotificationParams
from mcp_bindings.v2025_11_25.models import ClientCapabilities as ClientCapabilities
from mcp_bindings.v2025_11_25.models import ClientCapabilitiesElicitation as ClientCapabilitiesElicitation
from mcp_bindings.v2025_11_25.models import ClientCapabilitiesRoots as ClientCapabilitiesRoots
from mcp_bindings.v2025_11_25.models import ClientCapabilitiesSampling as ClientCapabilitiesSampling
from mcp_bindings.v2025_11_25.models import ClientCapabilitiesTasks as ClientCapabilitiesTasks
from mcp_bindings.v2025_11_25.models import ClientCapabilitiesTasksRequests as ClientCapabilitiesTasksRequests
from mcp_bindings.v2025_11_25.models import (
    ClientCapabilitiesTasksRequestsElicitation as ClientCapabilitiesTasksRequestsElicitation,
)
from mcp_bindings.v2025_11_25.models import (
    ClientCapabilitiesTasksRequestsSampling as ClientCapabilitiesTasksRequestsSampling,
)
from mcp_bindings.v2025_11_25.models import ClientNotification as ClientNotification
from mcp_bindings.v2025_11_25.models import ClientRequest as ClientRequest
from mcp_bindings.v2025_11_25.models import ClientResult as ClientResult
from mcp_bindings.v2025_11_25.models import CompleteRequest as CompleteRequest
from mcp_bindings.v2025_11_25.models import CompleteRequestParams as CompleteRequestParams
from mcp_bindings.v2025_11_25.models import CompleteRequestParamsArgument as CompleteRequestParamsArgument
from mcp_bindings.v2025_11_25.models import CompleteRequestParamsContext as CompleteRequestParamsContext
from mcp_bindings.v2025_11_25.models import CompleteRequestParamsMeta as CompleteRequestParamsMeta
from mcp_bindings.v2025_11_25.models import CompleteRequestParamsRef as CompleteRequestParamsRef
from mcp_bindings.v2025_11_25.models import CompleteResult as CompleteResult
from mcp_bindings.v2025_11_25.models import CompleteResultCompletion as CompleteResultCompletion
from mcp_bindings.v2025_11_25.models import ContentBlock as ContentBlock
from mcp_bindings.v2025_11_25.models import CreateMessageRequest as CreateMessageRequest
from mcp_bindings.v2025_11_25.models import CreateMessageRequestParams as CreateMessageRequestParams
from mcp_bindings.v2025_11_25.models import CreateMessageRequestParamsMeta as CreateMessageRequestParamsMeta
from mcp_bindings.v2025_11_25.models import CreateMessageResult as CreateMessageResult
from mcp_bindings.v2025_11_25.models import CreateMessageResultContent as CreateMessageResultContent
from mcp_bindings.v2025_11_25.models import CreateTaskResult as CreateTaskResult
from mcp_bindings.v2025_11_25.models import Cursor as Cursor
from mcp_bindings.v2025_11_25.models import ElicitRequest as ElicitRequest
from mcp_bindings.v2025_11_25.models import ElicitRequestFormParams as ElicitRequestFormParams
from mcp_bindings.v2025_11_25.models import ElicitRequestFormParamsMeta as ElicitRequestFormParamsMeta
from mcp_bindings.v2025_11_25.models import (
    ElicitRequestFormParamsRequestedSchema as ElicitRequestFormParamsRequestedSchema,
)
from mcp_bindings.v2025_11_25.models import ElicitRequestParams as ElicitRequestParams
from mcp_bindings.v2025_11_25.models import ElicitRequestURLParams as ElicitRequestURLParams
from mcp_bindings.v2025_11_25.models import ElicitRequestURLParamsMeta as ElicitRequestURLParamsMeta
from mcp_bindings.v2025_11_25.models import ElicitResult as ElicitResult
from mcp_bindings.v2025_11_25.models import ElicitResultContentValue as ElicitResultContentValue
from mcp_bindings.v2025_11_25.models import ElicitationCompleteNotification as ElicitationCompleteNotification
from mcp_bindings.v2025_11_25.models import (
    ElicitationCompleteNotificationParams as ElicitationCompleteNotificationParams,
)
from mcp_bindings.v2025_11_25.models import EmbeddedResource as EmbeddedResource
from mcp_bindings.v2025_11_25.models import EmbeddedResourceResource as EmbeddedResourceResource
from mcp_bindings.v2025_11_25.models import EmptyResult as EmptyResult
from mcp_bindings.v2025_11_25.models import EnumSchema as EnumSchema
from mcp_bindings.v2025_11_25.models import Error as Error
from mcp_bindings.v2025_11_25.models import GetPromptRequest as GetPromptRequest
from mcp_bindings.v2025_11_25.models import GetPromptRequestParams as GetPromptRequestParams
from mcp_bindings.v2025_11_25.models import GetPromptRequestParamsMeta as GetPromptRequestParamsMeta
from mcp_bindings.v2025_11_25.models import GetPromptResult as GetPromptResult
from mcp_bindings.v2025_11_25.models import GetTaskPayloadRequest as GetTaskPayloadRequest
from mcp_bindings.v2025_11_25.models import GetTaskPayloadRequestParams as GetTaskPayloadRequestParams
from mcp_bindings.v2025_11_25.models import GetTaskPayloadResult as GetTaskPayloadResult
from mcp_bindings.v2025_11_25.models import GetTaskRequest as GetTaskRequest
from mcp_bindings.v2025_11_25.models import GetTaskRequestParams as GetTaskRequestParams
from mcp_bindings.v2025_11_25.models import GetTaskResult as GetTaskResult
from mcp_bindings.v2025_11_25.models import Icon as Icon
from mcp_bindings.v2025_11_25.models import Icons as Icons
from mcp_bindings.v2025_11_25.models import ImageContent as ImageContent
from mcp_bindings.v2025_11_25.models import Implementation as Implementation
from mcp_bindings.v2025_11_25.models import InitializeRequest as InitializeRequest
from mcp_bindings.v2025_11_25.models import InitializeRequestParams as InitializeRequestParams
from mcp_bindings.v2025_11_25.models import InitializeRequestParamsMeta as InitializeRequestParamsMeta
from mcp_bindings.v2025_11_25.models import InitializeResult as InitializeResult
from mcp_bindings.v2025_11_25.models import InitializedNotification as InitializedNotification
from mcp_bindings.v2025_11_25.models import JSONRPCErrorResponse as JSONRPCErrorResponse
from mcp_bindings.v2025_11_25.models import JSONRPCMessage as JSONRPCMessage
from mcp_bindings.v2025_11_25.models import JSONRPCNotification as JSONRPCNotification
from mcp_bindings.v2025_11_25.models import JSONRPCRequest as JSONRPCRequest
from mcp_bindings.v2025_11_25.models import JSONRPCResponse as JSONRPCResponse
from mcp_bindings.v2025_11_25.models import JSONRPCResultResponse as JSONRPCResultResponse
from mcp_bindings.v2025_11_25.models import LegacyTitledEnumSchema as LegacyTitledEnumSchema
from mcp_bindings.v2025_11_25.models import ListPromptsRequest as ListPromptsRequest
from mcp_bindings.v2025_11_25.models import ListPromptsResult as ListPromptsResult
from mcp_bindings.v2025_11_25.models import ListResourceTemplatesRequest as ListResourceTemplatesRequest
from mcp_bindings.v2025_11_25.models import ListResourceTemplatesResult as ListResourceTemplatesResult
from mcp_bindings.v2025_11_25.models import ListResourcesRequest as ListResourcesRequest
from mcp_bindings.v2025_11_25.models import ListResourcesResult as ListResourcesResult
from mcp_bindings.v2025_11_25.models import ListRootsRequest as ListRootsRequest
from mcp_bindings.v2025_11_25.models import ListRootsResult as ListRootsResult
from mcp_bindings.v2025_11_25.models import ListTasksRequest as ListTasksRequest
from mcp_bindings.v2025_11_25.models import ListTasksResult as ListTasksResult
from mcp_bindings.v2025_11_25.models import ListToolsRequest as ListToolsRequest
from mcp_bindings.v2025_11_25.models import ListToolsResult as ListToolsResult
from mcp_bindings.v2025_11_25.models import LoggingLevel as LoggingLevel
from mcp_bindings.v2025_11_25.models import LoggingMessageNotification as LoggingMessageNotification
from mcp_bindings.v2025_11_25.models import LoggingMessageNotificationParams as LoggingMessageNotificationParams
from mcp_bindings.v2025_11_25.models import ModelHint as ModelHint
from mcp_bindings.v2025_11_25.models import ModelPreferences as ModelPreferences
from mcp_bindings.v2025_11_25.models import MultiSelectEnumSchema as MultiSelectEnumSchema
from mcp_bindings.v2025_11_25.models import Notification as Notification
from mcp_bindings.v2025_11_25.models import NotificationParams as NotificationParams
from mcp_bindings.v2025_11_25.models import NumberSchema as NumberSchema
from mcp_bindings.v2025_11_25.models import PaginatedRequest as PaginatedRequest
from mcp_bindings.v2025_11_25.models import PaginatedRequestParams as PaginatedRequestParams
from mcp_bindings.v2025_11_25.models import PaginatedRequestParamsMeta as PaginatedRequestParamsMeta
from mcp_bindings.v2025_11_25.models import PaginatedResult as PaginatedResult
from mcp_bindings.v2025_11_25.models import PingRequest as PingRequest
from mcp_bindings.v2025_11_25.models import PrimitiveSchemaDefinition as PrimitiveSchemaDefinition
from mcp_bindings.v2025_11_25.models import ProgressNotification as ProgressNotification
from mcp_bindings.v2025_11_25.models import ProgressNotificationParams as ProgressNotificationParams
from mcp_bindings.v2025_11_25.models import ProgressToken as ProgressToken
from mcp_bindings.v2025_11_25.models import Prompt as Prompt
from mcp_bindings.v2025_11_25.models import PromptArgument as PromptArgument
from mcp_bindings.v2025_11_25.models import PromptListChangedNotification as PromptListChangedNotification
from mcp_bindings.v2025_11_25.models import PromptMessage as PromptMessage
from mcp_bindings.v2025_11_25.models import PromptReference as PromptReference
from mcp_bindings.v2025_11_25.models import ReadResourceRequest as ReadResourceRequest
from mcp_bindings.v2025_11_25.models import ReadResourceRequestParams as ReadResourceRequestParams
from mcp_bindings.v2025_11_25.models import ReadResourceRequestParamsMeta as ReadResourceRequestParamsMeta
from mcp_bindings.v2025_11_25.models import ReadResourceResult as ReadResourceResult
from mcp_bindings.v2025_11_25.models import ReadResourceResultContentsItem as ReadResourceResultContentsItem
from mcp_bindings.v2025_11_25.models import RelatedTaskMetadata as RelatedTaskMetadata
from mcp_bindings.v2025_11_25.models import Request as Request
from mcp_bindings.v2025_11_25.models import RequestId as RequestId
from mcp_bindings.v2025_11_25.models import RequestParams as RequestParams
from mcp_bindings.v2025_11_25.models import RequestParamsMeta as RequestParamsMeta
from mcp_bindings.v2025_11_25.models import Resource as Resource
from mcp_bindings.v2025_11_25.models import ResourceContents as ResourceContents
from mcp_bindings.v2025_11_25.models import ResourceLink as ResourceLink
from mcp_bindings.v2025_11_25.models import ResourceListChangedNotification as ResourceListChangedNotification
from mcp_bindings.v2025_11_25.models import ResourceRequestParams as ResourceRequestParams
from mcp_bindings.v2025_11_25.models import ResourceRequestParamsMeta as ResourceRequestParamsMeta
from mcp_bindings.v2025_11_25.models import ResourceTemplate as ResourceTemplate
from mcp_bindings.v2025_11_25.models import ResourceTemplateReference as ResourceTemplateReference
from mcp_bindings.v2025_11_25.models import ResourceUpdatedNotification as ResourceUpdatedNotification
from mcp_bindings.v2025_11_25.models import ResourceUpdatedNotificationParams as ResourceUpdatedNotificationParams
from mcp_bindings.v2025_11_25.models import Result as Result
from mcp_bindings.v2025_11_25.models import Role as Role
from mcp_bindings.v2025_11_25.models import Root as Root
from mcp_bindings.v2025_11_25.models import RootsListChangedNotification as RootsListChangedNotification
from mcp_bindings.v2025_11_25.models import SamplingMessage as SamplingMessage
from mcp_bindings.v2025_11_25.models import SamplingMessageContent as SamplingMessageContent
from mcp_bindings.v2025_11_25.models import SamplingMessageContentBlock as SamplingMessageContentBlock
from mcp_bindings.v2025_11_25.models import ServerCapabilities as ServerCapabilities
from mcp_bindings.v2025_11_25.models import ServerCapabilitiesPrompts as ServerCapabilitiesPrompts
from mcp_bindings.v2025_11_25.models import ServerCapabilitiesResources as ServerCapabilitiesResources
from mcp_bindings.v2025_11_25.models import ServerCapabilitiesTasks as ServerCapabilitiesTasks
from mcp_bindings.v2025_11_25.models import ServerCapabilitiesTasksRequests as ServerCapabilitiesTasksRequests
from mcp_bindings.v2025_11_25.models import ServerCapabilitiesTasksRequestsTools as ServerCapabilitiesTasksRequestsTools
from mcp_bindings.v2025_11_25.models import ServerCapabilitiesTools as ServerCapabilitiesTools
from mcp_bindings.v2025_11_25.models import ServerNotification as ServerNotification
from mcp_bindings.v2025_11_25.models import ServerRequest as ServerRequest
from mcp_bindings.v2025_11_25.models import ServerResult as ServerResult
from mcp_bindings.v2025_11_25.models import SetLevelRequest as SetLevelRequest
from mcp_bindings.v2025_11_25.models import SetLevelRequestParams as SetLevelRequestParams
from mcp_bindings.v2025_11_25.models import SetLevelRequestParamsMeta as SetLevelRequestParamsMeta
from mcp_bindings.v2025_11_25.models import SingleSelectEnumSchema as SingleSelectEnumSchema
from mcp_bindings.v2025_11_25.models import StringSchema as StringSchema
from mcp_bindings.v2025_11_25.models import SubscribeRequest as SubscribeRequest
from mcp_bindings.v2025_11_25.models import SubscribeRequestParams as SubscribeRequestParams
from mcp_bindings.v2025_11_25.models import SubscribeRequestParamsMeta as SubscribeRequestParamsMeta
from mcp_bindings.v2025_11_25.models import Task as Task
from mcp_bindings.v2025_11_25.models import TaskAugmentedRequestParams as TaskAugmentedRequestParams
from mcp_bindings.v2025_11_25.models import TaskAugmentedRequestParamsMeta as TaskAugmentedRequestParamsMeta
from mcp_bindings.v2025_11_25.models import TaskMetadata as TaskMetadata
from mcp_bindings.v2025_11_25.models import TaskStatus as TaskStatus
from mcp_bindings.v2025_11_25.models import TaskStatusNotification as TaskStatusNotification
from mcp_bindings.v2025_11_25.models import TaskStatusNotificationParams as TaskStatusNotificationParams
from mcp_bindings.v2025_11_25.models import TextContent as TextContent
from mcp_bindings.v2025_11_25.models import TextResourceContents as TextResourceContents
from mcp_bindings.v2025_11_25.models import TitledMultiSelectEnumSchema as TitledMultiSelectEnumSchema
from mcp_bindings.v2025_11_25.models import TitledMultiSelectEnumSchemaItems as TitledMultiSelectEnumSchemaItems
from mcp_bindings.v2025_11_25.models import (
    TitledMultiSelectEnumSchemaItemsAnyOfItem as TitledMultiSelectEnumSchemaItemsAnyOfItem,
)
from mcp_bindings.v2025_11_25.models import TitledSingleSelectEnumSchema as TitledSingleSelectEnumSchema
from mcp_bindings.v2025_11_25.models import (
    TitledSingleSelectEnumSchemaOneOfItem as TitledSingleSelectEnumSchemaOneOfItem,
)
from mcp_bindings.v2025_11_25.models import Tool as Tool
from mcp_bindings.v2025_11_25.models import ToolAnnotations as ToolAnnotations
from mcp_bindings.v2025_11_25.models import ToolChoice as ToolChoice
from mcp_bindings.v2025_11_25.models import ToolExecution as ToolExecution
from mcp_bindings.v2025_11_25.models import ToolInputSchema as ToolInputSchema
from mcp_bindings.v2025_11_25.models import ToolListChangedNotification as ToolListChangedNotification
from mcp_bindings.v2025_11_25.models import ToolOutputSchema as ToolOutputSchema
from mcp_bindings.v2025_11_25.models import ToolResultContent as ToolResultContent
from mcp_bindings.v2025_11_25.models import ToolUseContent as ToolUseContent
from mcp_bindings.v2025_11_25.models import URLElicitationRequiredError as URLElicitationRequiredError
from mcp_bindings.v2025_11_25.models import URLElicitationRequiredErrorError as URLElicitationRequiredErrorError
from mcp_bindings.v2025_11_25.models import URLElicitationRequiredErrorErrorData as URLElicitationRequiredErrorErrorData
from mcp_bindings.v2025_11_25.models import UnsubscribeRequest as UnsubscribeRequest
from mcp_bindings.v2025_11_25.models import UnsubscribeRequestParams as UnsubscribeRequestParams
from mcp_bindings.v2025_11_25.models import UnsubscribeRequestParamsMeta as UnsubscribeRequestParamsMeta
from mcp_bindings.v2025_11_25.models import UntitledMultiSelectEnumSchema as UntitledMultiSelectEnumSchema
from mcp_bindings.v2025_11_25.models import UntitledMultiSelectEnumSchemaItems as UntitledMultiSelectEnumSchemaItems
from mcp_bindings.v2025_11_25.models import UntitledSingleSelectEnumSchema as UntitledSingleSelectEnumSchema

__all__ = [
    "Annotations",
    "AudioContent",
    "BaseMetadata",
    "BlobResourceContents",
    "BooleanSchema",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolRequestParamsMeta",
    "CallToolResult",
    "CancelTaskRequest",
    "CancelTaskRequestParams",
    "CancelTaskResult",
    "CancelledNotification",
    "CancelledNotificationParams",
    "ClientCapabilities",
    "ClientCapabilitiesElicitation",
    "ClientCapabilitiesRoots",
    "ClientCapabilitiesSampling",
    "ClientCapabilitiesTasks",
    "ClientCapabilitiesTasksRequests",
    "ClientCapabilitiesTasksRequestsElicitation",
    "ClientCapabilitiesTasksRequestsSampling",
    "ClientNotification",
    "ClientRequest",
    "ClientResult",
    "CompleteRequest",
    "CompleteRequestParams",
    "CompleteRequestParamsArgument",
    "CompleteRequestParamsContext",
    "CompleteRequestParamsMeta",
    "CompleteRequestParamsRef",
    "CompleteResult",
    "CompleteResultCompletion",
    "ContentBlock",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageRequestParamsMeta",
    "CreateMessageResult",
    "CreateMessageResultContent",
    "CreateTaskResult",
    "Cursor",
    "ElicitRequest",
    "ElicitRequestFormParams",
    "ElicitRequestFormParamsMeta",
    "ElicitRequestFormParamsRequestedSchema",
    "ElicitRequestParams",
    "ElicitRequestURLParams",
    "ElicitRequestURLParamsMeta",
    "ElicitResult",
    "ElicitResultContentValue",
    "ElicitationCompleteNotification",
    "ElicitationCompleteNotificationParams",
    "EmbeddedResource",
    "EmbeddedResourceResource",
    "EmptyResult",
    "EnumSchema",
    "Error",
    "GetPromptRequest",
    "GetPromptRequestParams",
    "GetPromptRequestParamsMeta",
    "GetPromptResult",
    "GetTaskPayloadRequest",
    "GetTaskPayloadRequestParams",
    "GetTaskPayloadResult",
    "GetTaskRequest",
    "GetTaskRequestParams",
    "GetTaskResult",
    "Icon",
    "Icons",
    "ImageContent",
    "Implementation",
    "InitializeRequest",
    "InitializeRequestParams",
    "InitializeRequestParamsMeta",
    "InitializeResult",
    "InitializedNotification",
    "JSONRPCErrorResponse",
    "JSONRPCMessage",
    "JSONRPCNotification",
    "JSONRPCRequest",
    "JSONRPCResponse",
    "JSONRPCResultResponse",
    "LegacyTitledEnumSchema",
    "ListPromptsRequest",
    "ListPromptsResult",
    "ListResourceTemplatesRequest",
    "ListResourceTemplatesResult",
    "ListResourcesRequest",
    "ListResourcesResult",
    "ListRootsRequest",
    "ListRootsResult",
    "ListTasksRequest",
    "ListTasksResult",
    "ListToolsRequest",
    "ListToolsResult",
    "LoggingLevel",
    "LoggingMessageNotification",
    "LoggingMessageNotificationParams",
    "ModelHint",
    "ModelPreferences",
    "MultiSelectEnumSchema",
    "Notification",
    "NotificationParams",
    "NumberSchema",
    "PaginatedRequest",
    "PaginatedRequestParams",
    "PaginatedRequestParamsMeta",
    "PaginatedResult",
    "PingRequest",
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
    "ReadResourceRequestParamsMeta",
    "ReadResourceResult",
    "ReadResourceResultContentsItem",
    "RelatedTaskMetadata",
    "Request",
    "RequestId",
    "RequestParams",
    "RequestParamsMeta",
    "Resource",
    "ResourceContents",
    "ResourceLink",
    "ResourceListChangedNotification",
    "ResourceRequestParams",
    "ResourceRequestParamsMeta",
    "ResourceTemplate",
    "ResourceTemplateReference",
    "ResourceUpdatedNotification",
    "ResourceUpdatedNotificationParams",
    "Result",
    "Role",
    "Root",
    "RootsListChangedNotification",
    "SamplingMessage",
    "SamplingMessageContent",
    "SamplingMessageContentBlock",
    "ServerCapabilities",
    "ServerCapabilitiesPrompts",
    "ServerCapabilitiesResources",
    "ServerCapabilitiesTasks",
    "ServerCapabilitiesTasksRequests",
    "ServerCapabilitiesTasksRequestsTools",
    "ServerCapabilitiesTools",
    "ServerNotification",
    "ServerRequest",
    "ServerResult",
    "SetLevelRequest",
    "SetLevelRequestParams",
    "SetLevelRequestParamsMeta",
    "SingleSelectEnumSchema",
    "StringSchema",
    "SubscribeRequest",
    "SubscribeRequestParams",
    "SubscribeRequestParamsMeta",
    "Task",
    "TaskAugmentedRequestParams",
    "TaskAugmentedRequestParamsMeta",
    "TaskMetadata",
    "TaskStatus",
    "TaskStatusNotification",
    "TaskStatusNotificationParams",
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
    "ToolExecution",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolOutputSchema",
    "ToolResultContent",
    "ToolUseContent",
    "URLElicitationRequiredError",
    "URLElicitationRequiredErrorError",
    "URLElicitationRequiredErrorErrorData",
    "UnsubscribeRequest",
    "UnsubscribeRequestParams",
    "UnsubscribeRequestParamsMeta",
    "UntitledMultiSelectEnumSchema",
    "UntitledMultiSelectEnumSchemaItems",
    "UntitledSingleSelectEnumSchema",
]
