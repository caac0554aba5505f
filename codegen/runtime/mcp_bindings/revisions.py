"""The revisions of the protocol, in order of release, and the way into each."""

from __future__ import annotations

from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .limits import DEFAULT, Limits
from .spec.names import Era

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .codec.codec import Codec
    from .codec.schema_file import SchemaFile
    from .jsonrpc.messages import Batch, Message
    from .jsonrpc.parser import MessageParser
    from .lint.linter import Linter, LintFinding
    from .spec.authorization import Authorization
    from .spec.error_codes import ErrorCode
    from .spec.methods import MethodInfo, Sender
    from .spec.protocol import Protocol
    from .wire import WireModel
    from .wire.set_aside import Mode

    Model = TypeVar("Model", bound=WireModel)

NOTHING_PENDING: Mapping[Any, str] = MappingProxyType({})

_table = import_module(f"{__package__}.revision_table")  # rendered
_MODULES: dict[str, tuple[str, Era]] = _table.MODULES

REVISIONS: tuple[str, ...] = _table.RELEASED
"""Released revisions, oldest first. Compare by place in this list, never as text."""

LATEST = REVISIONS[-1]
"""The newest released revision."""

_lock = RLock()
_loaded: dict[str, Revision] = {}


class UnknownRevision(ValueError):
    """A revision this package was not generated for; the message names those it was."""


class Revision:
    """One revision of the protocol.

    Attributes:
        id: its date, or `draft`.
        era: `handshake` where `initialize` settles version and capabilities, `per-request` where each request
            carries them.
        package: where its types are imported from, such as `mcp_bindings.v2025_11_25`.
        definitions: the name of every definition of its schema, in the order of the file.
    """

    def __init__(self, revision_id: str, module: str, era: Era) -> None:
        self.id = revision_id
        self.package = f"{__package__}.{module}"
        self.era: Era = era
        self.definitions: tuple[str, ...] = tuple(import_module(f"{self.package}.definitions").DEFINITIONS)
        self._codecs: dict[str, Codec[Any]] = {}
        self._schema: SchemaFile | None = None
        self._message_parser: MessageParser | None = None
        self._linter: Linter | None = None

    @property
    def previous(self) -> Revision | None:
        """The release before this one; of the draft, the newest release."""
        place = REVISIONS.index(self.id) if self.id in REVISIONS else len(REVISIONS)
        return revision(REVISIONS[place - 1]) if place else None

    @property
    def next(self) -> Revision | None:
        """The release after this one."""
        place = REVISIONS.index(self.id) + 1 if self.id in REVISIONS else len(REVISIONS)
        return revision(REVISIONS[place]) if place < len(REVISIONS) else None

    @cached_property
    def methods(self) -> Mapping[str, MethodInfo]:
        """Every method by name: who sends it, its types, what it needs. No models are loaded."""
        methods: Mapping[str, MethodInfo] = import_module(f"{self.package}.methods").METHODS
        return methods

    @cached_property
    def error_codes(self) -> Mapping[int, ErrorCode]:
        """Every error code by number, retired ones among them: when it is sent, and with what. No models are loaded."""
        codes: Mapping[int, ErrorCode] = import_module(f"{self.package}.error_codes").ERROR_CODES
        return codes

    @cached_property
    def protocol(self) -> Protocol:
        """What surrounds its messages: versions, lifecycle, transports, headers, capabilities. No models are loaded."""
        protocol: Protocol = import_module(f"{self.package}.protocol").PROTOCOL
        return protocol

    @cached_property
    def authorization(self) -> Authorization:
        """What it says of authorization over HTTP: discovery, parameters, rules for tokens. No models are loaded."""
        authorization: Authorization = import_module(f"{self.package}.authorization").AUTHORIZATION
        return authorization

    def parse(
        self,
        data: bytes | bytearray | memoryview | str,
        *,
        sender: Sender,
        pending: Mapping[Any, str] = NOTHING_PENDING,
        limits: Limits = DEFAULT,
        mode: Mode = "strict",
        older_peer: bool = False,
        include_input: bool = False,
    ) -> Message | Batch:
        """Read one text of JSON-RPC: a request, notification, response or error, or in 2025-03-26 a batch.

        Args:
            data: JSON text; bytes are UTF-8.
            sender: who sent it, `client` or `server`; it decides which methods are known.
            pending: own requests without an answer yet, id to method. The result of a request in it is typed by its
                method. Where `tasks/result` stands for another request, give that request's method.
            limits: bounds for the text.
            mode: `strict` as the schema has it. With `tolerant`, items of lists that do not validate are set aside
                (`mcp_bindings.set_aside`), members of unions of an unknown kind are carried, and an error may have
                the id null, as JSON-RPC 2.0 has it.
            older_peer: does the peer speak a revision without `resultType`? Then its absence means `complete`.
            include_input: may findings quote the document?

        Raises:
            ProtocolError: the message is refused. `to_bytes()` is the reply, None where none may be sent.
        """
        message_parser = self._message_parser or self.message_parser
        if not (older_peer or include_input) and mode == "strict":
            return message_parser.parse(data, sender, pending, limits)
        from .jsonrpc.parser import ParseOptions

        return message_parser.parse(data, sender, pending, limits, ParseOptions(mode, older_peer, include_input))

    @overload
    def codec(self, definition: str) -> Codec[Any]: ...
    @overload
    def codec(self, definition: type[Model]) -> Codec[Model]: ...
    def codec(self, definition: str | type[Model]) -> Codec[Any]:
        """Reader and writer of one definition, by its name in the schema or by its class.

        Raises:
            KeyError: no such definition in this revision; names the nearest.
        """
        name = definition if isinstance(definition, str) else definition.__name__
        codec = self._codecs.get(name)
        return codec if codec is not None else self._load(name)

    def lint(self, message: object, *, definition: str | None = None, method: str | None = None) -> list[LintFinding]:
        """Rules of the specification's prose that a message breaks, beside what its schema says; empty if none.

        The message need not be valid. What the schema forbids is not repeated here: that is what `findings` are for.

        Args:
            message: a JSON-RPC message or batch, as JSON text, as a parsed JSON value or as a typed value; or with
                `definition` any value of that definition. A typed value is of its class.
            definition: name of the definition that the value is of.
            method: for a response, the method of the request it answers. Without it, the result is taken for the
                one of this revision's results that knows most of its members.

        Raises:
            DecodeError: not JSON.
            KeyError: no such definition or method in this revision; names the nearest.
            ValueError: both `definition` and `method` are given.
            ModuleNotFoundError: a rule of this revision is about JSON Schemas, and the extra `validators` is not
                installed.
        """
        if self._linter is None:
            from .lint.linter import Linter

            names: dict[str, str] = import_module(f"{self.package}.definitions").DEFINITIONS
            rules = import_module(f"{self.package}.rules").RULES
            self._linter = Linter(self._schema_file(), names, self.methods, rules)
        return self._linter.lint(message, definition, method)

    @property
    def message_parser(self) -> MessageParser:
        """What `parse` asks."""
        from .jsonrpc.parser import MessageParser

        with _lock:
            if self._message_parser is None:
                self._message_parser = MessageParser(self.methods, self.definitions, self.package, self._schema_file())
            return self._message_parser

    def _schema_file(self) -> SchemaFile:
        from .codec.schema_file import SchemaFile

        with _lock:
            self._schema = self._schema or SchemaFile(self.id, self.package)
            return self._schema

    def _load(self, name: str) -> Codec[Any]:
        from .codec.codec import Codec

        definitions: dict[str, str] = import_module(f"{self.package}.definitions").DEFINITIONS
        if name not in definitions:
            close = get_close_matches(name, definitions, n=1, cutoff=0.5)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise KeyError(f"revision {self.id} has no definition {name!r}{hint}")
        with _lock:
            if name not in self._codecs:
                annotation = getattr(import_module(f"{self.package}.models"), definitions[name])
                self._codecs[name] = Codec(name, annotation, self._schema_file())
            return self._codecs[name]

    def __repr__(self) -> str:
        return f"<Revision {self.id}>"


def revision(revision_id: str) -> Revision:
    """One revision; its models are loaded when one of its codecs is first asked for.

    Raises:
        UnknownRevision: not one of `REVISIONS`, and not `draft`.
    """
    if revision_id not in _MODULES:
        raise UnknownRevision(f"unknown revision {revision_id!r}; known are {', '.join(_MODULES)}")
    with _lock:
        if revision_id not in _loaded:
            _loaded[revision_id] = Revision(revision_id, *_MODULES[revision_id])
        return _loaded[revision_id]
