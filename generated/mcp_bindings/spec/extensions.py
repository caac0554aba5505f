"""The row types of the table of an extension."""

from __future__ import annotations

from typing import Literal, NamedTuple


class AddedResultType(NamedTuple):
    """A value of `resultType` that an extension adds."""

    value: str
    definition: str
    """Type of the results with this value."""

    methods: tuple[str, ...]
    """The methods whose result may have the value."""

    sources: tuple[str, ...] = ()
    """Anchors on the page of the extension."""


class AddedFilter(NamedTuple):
    """A member that an extension adds to the filter of `subscriptions/listen`."""

    member: str
    definition: str
    """Type for the part of a filter with this member."""

    acknowledged: str
    """Type for that part of the filter in a message `notifications/subscriptions/acknowledged`."""

    notification: str
    """The method of the notifications that the member asks for."""

    sources: tuple[str, ...] = ()
    subject: str = ""
    """The member of the notification's params whose value the filter lists; empty if the filter lists no values."""


class AddedMetaKey(NamedTuple):
    """A key of `_meta` that an extension adds."""

    key: str
    on: str
    """The definition whose `_meta` has the key."""

    definition: str
    """Type of the key's value."""

    sources: tuple[str, ...] = ()


class NameHeader(NamedTuple):
    """A method, and the member of its params that the header `Mcp-Name` repeats."""

    method: str
    member: str


class MethodSetting(NamedTuple):
    """A method, and the member of an extension's settings that is true if the receiver has the method."""

    method: str
    member: str


class ErrorCase(NamedTuple):
    """One situation in which a server answers a request with an error."""

    code: int
    situation: str
    methods: tuple[str, ...]
    level: Literal["MUST", "SHOULD"]
    sources: tuple[str, ...] = ()
    name: str = ""
    """Name of the package's constant for the code; empty for a code that the revision defines."""


class StatedLimit(NamedTuple):
    """A limit that an extension states."""

    name: str
    rule: str
    sources: tuple[str, ...] = ()


class UnbuiltDefinition(NamedTuple):
    """A definition of the extension that has no Python type, since no type describes it exactly."""

    definition: str
    reason: str
    """Beginning of the error message that a build of this definition alone gives."""


class ExtensionInfo(NamedTuple):
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
