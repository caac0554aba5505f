"""The same shapes as plain pydantic models, in pydantic's own default configuration.

Every class and member that `mcp_bindings.v2025_11_25` has for these two documents is here; nothing that keeps a
document exact is.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field


class Meta(BaseModel):
    progress_token: str | int | None = Field(None, alias="progressToken")


class TaskMetadata(BaseModel):
    ttl: int | None = None


class CallToolRequestParams(BaseModel):
    meta: Meta | None = Field(None, alias="_meta")
    arguments: dict[str, Any] | None = None
    name: str
    task: TaskMetadata | None = None


class CallToolRequest(BaseModel):
    id: str | int
    jsonrpc: Literal["2.0"]
    method: Literal["tools/call"]
    params: CallToolRequestParams


class Icon(BaseModel):
    mime_type: str | None = Field(None, alias="mimeType")
    sizes: list[str] | None = None
    src: str
    theme: Literal["dark", "light"] | None = None


class ToolAnnotations(BaseModel):
    destructive_hint: bool | None = Field(None, alias="destructiveHint")
    idempotent_hint: bool | None = Field(None, alias="idempotentHint")
    open_world_hint: bool | None = Field(None, alias="openWorldHint")
    read_only_hint: bool | None = Field(None, alias="readOnlyHint")
    title: str | None = None


class ToolExecution(BaseModel):
    task_support: Literal["forbidden", "optional", "required"] | None = Field(None, alias="taskSupport")


class ToolInputSchema(BaseModel):
    schema_: str | None = Field(None, alias="$schema")
    properties: dict[str, dict[str, Any]] | None = None
    required: list[str] | None = None
    type: Literal["object"]


class ToolOutputSchema(BaseModel):
    schema_: str | None = Field(None, alias="$schema")
    properties: dict[str, dict[str, Any]] | None = None
    required: list[str] | None = None
    type: Literal["object"]


class Tool(BaseModel):
    meta: dict[str, Any] | None = Field(None, alias="_meta")
    annotations: ToolAnnotations | None = None
    description: str | None = None
    execution: ToolExecution | None = None
    icons: list[Icon] | None = None
    input_schema: ToolInputSchema = Field(alias="inputSchema")
    name: str
    output_schema: ToolOutputSchema | None = Field(None, alias="outputSchema")
    title: str | None = None


class ListToolsResult(BaseModel):
    meta: dict[str, Any] | None = Field(None, alias="_meta")
    next_cursor: str | None = Field(None, alias="nextCursor")
    tools: list[Tool]
