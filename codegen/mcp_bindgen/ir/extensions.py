"""The additions of an extension to the protocol, as its package states them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from mcp_bindgen.ingest.extensions import (
    AddedFilter,
    AddedMetaKey,
    AddedResultType,
    ErrorCase,
    StatedLimit,
    UnbuiltDefinition,
)


@dataclass(frozen=True)
class NameHeader:
    """A method, and the member of its params that the header `Mcp-Name` repeats."""

    method: str
    member: str


@dataclass(frozen=True)
class MethodSetting:
    """A method, and the member of an extension's settings that is true if the receiver has the method."""

    method: str
    member: str


@dataclass(frozen=True)
class ExtensionInfo:
    """The additions of an extension to the protocol. Types are named as in the package of the extension or of the
    extended revision.
    """

    id: str
    """The identifier of the extension, which is its key under `extensions` in the capabilities."""

    between: Literal["peers", "host and view"]
    """The parties that exchange the messages: client and server, or a host and the view that it shows."""

    revisions: tuple[str, ...]
    """The revisions that the extension extends. Its types refer to types of the last of them."""

    page: str
    """The URL of the specification of the extension. The `sources` of rows are anchors on this page."""

    origin: str
    """The repository or package that has the official file."""

    version: str
    """The commit of that repository, or the version of that package."""

    official_sha256: str
    """Hash of the official file; empty if only the page states the types, and the schema is written by hand."""

    settings: str = ""
    """The type of the object that declares the extension; empty if that object has no type of its own."""

    needs_client: tuple[str, ...] = ()
    """The requests that a server refuses with the error -32021 unless the client declares the extension."""

    name_headers: tuple[NameHeader, ...] = ()
    method_settings: tuple[MethodSetting, ...] = ()
    """Settings for the methods that a receiver with the extension may lack."""

    result_types: tuple[AddedResultType, ...] = ()
    filters: tuple[AddedFilter, ...] = ()
    meta_keys: tuple[AddedMetaKey, ...] = ()
    errors: tuple[ErrorCase, ...] = ()
    limits: tuple[StatedLimit, ...] = ()
    unbuilt: tuple[UnbuiltDefinition, ...] = ()
