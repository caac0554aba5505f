"""Revisions of the protocol in order of release, and `Revision`, the entry point to each of them."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from itertools import islice
from threading import RLock
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, get_args, overload

from .errors import ProtocolError, suggest_name
from .limits import DEFAULT, MAX_FINDINGS, Limits
from .options import check_choice, check_texts
from .spec.error_codes import find_code
from .spec.names import MODES, Era, Transport

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Protocol as Interface

    from typing_extensions import TypeVar

    from mcp_bindings.spec.authorization import Authorization  # rendered
    from mcp_bindings.spec.error_rows import ErrorCode, ErrorRange  # rendered
    from mcp_bindings.spec.lint_rules import LintRule  # rendered
    from mcp_bindings.spec.methods import MethodInfo  # rendered
    from mcp_bindings.spec.protocol import Protocol  # rendered
    from mcp_bindings.spec.provenance import Provenance  # rendered
    from mcp_bindings.spec.revision_table import RevisionId  # rendered

    from .codec.codec import Codec
    from .codec.schema_file import SchemaFile
    from .jsonrpc.messages import Batch, Message
    from .jsonrpc.parser import MessageParser
    from .lint.linter import Linter, LintFinding
    from .spec.names import Mode, Sender
    from .wire.model import WireModel

    Id_co = TypeVar("Id_co", bound=str, covariant=True, default=Any)
    Id_contra = TypeVar("Id_contra", bound=str, contravariant=True)
    Known = TypeVar("Known", bound=RevisionId)
    Model = TypeVar("Model", bound=WireModel)
    Model_co = TypeVar("Model_co", bound=WireModel, covariant=True)

    class ClassOf(Interface[Id_contra, Model_co]):
        """Interface of the classes of one revision. A type checker refuses a class of another revision."""

        def __of_revision__(self, revision: Id_contra, /) -> Model_co: ...

else:
    from typing import TypeVar

    Id_co = TypeVar("Id_co", covariant=True)

NOTHING_PENDING: Mapping[Any, str] = MappingProxyType({})

_table = import_module(f"{__package__}.spec.revision_table")  # rendered
__version__: str = _table.VERSION
"""The version of this package."""

_MODULES: dict[str, tuple[str, Era, str]] = _table.MODULES

REVISIONS: tuple[str, ...] = _table.RELEASED
"""Released revisions, oldest first. Compare revisions by their index here, never as text."""

KNOWN_IDS: tuple[str, ...] = tuple(_MODULES)
"""The ids of all revisions of this package: the releases, the draft and forks."""

LATEST = REVISIONS[-1]
"""The newest released revision."""

_DRAFT: str = _table.DRAFT
_IDS: dict[str, str] = {}
"""The ids of the revisions, by the version that messages name. A version that a release and the draft share leads to
the id of the release."""
for _id in (*REVISIONS, _DRAFT) if _DRAFT else REVISIONS:
    _IDS.setdefault(_MODULES[_id][2], _id)

VERSIONS: tuple[str, ...] = tuple(_IDS)
"""The protocol versions that messages name, oldest first: the versions of the releases, and last the version of the
draft, unless a release has this version too."""

_lock = RLock()
_TRANSPORTS: tuple[str, ...] = get_args(Transport)
_loaded: dict[str, Revision] = {}


class UnknownRevision(ValueError):
    """Error for a revision that the package was not generated for. The message names the known revisions."""


class Revision(Generic[Id_co]):
    """Revision of the protocol, with its tables, its parser, its codecs and its linter.

    The type parameter is the id if the program has the id as a literal, as in `Revision[Literal["2025-11-25"]]`. Then a
    type checker lets `codec` accept the classes of this revision only.

    Attributes:
        id: the date of the revision, or `draft`, or the id that a fork of a revision was given.
        version: the version that its messages name: for a release its id, for a fork the version of its base. The draft
            may share the version of a release.
        era: `handshake` if `initialize` settles version and capabilities, `per-request` if each request has them.
        package: the package of the revision's types, such as `mcp_bindings.v2025_11_25`.
    """

    def __init__(self, revision_id: str, module: str, era: Era, version: str) -> None:
        self.id = revision_id
        self.version = version
        self.package: str = f"{__package__}.{module}"
        self._tables = self.package
        self.era: Era = era
        self._codecs: dict[Any, Codec[Any]] = {}
        self._schema: SchemaFile | None = None
        self._message_parser: MessageParser | None = None
        self._linter: Linter | None = None

    @property
    def previous(self) -> Revision | None:
        """The release before this one; None for the oldest release. For the draft or a fork, the newest release."""
        place = REVISIONS.index(self.id) if self.id in REVISIONS else len(REVISIONS)
        return revision(REVISIONS[place - 1]) if place else None

    @property
    def next(self) -> Revision | None:
        """The release after this one; None for the newest release, for the draft and for a fork."""
        place = REVISIONS.index(self.id) + 1 if self.id in REVISIONS else len(REVISIONS)
        return revision(REVISIONS[place]) if place < len(REVISIONS) else None

    @cached_property
    def definitions(self) -> tuple[str, ...]:
        """The names of all definitions in the revision's schema, in the order of the file. Reading this loads no
        models.
        """
        return tuple(self._load_class_names())

    @cached_property
    def methods(self) -> Mapping[str, MethodInfo]:
        """Every method by name, with its senders, types and required capability. Reading this loads no models."""
        methods: Mapping[str, MethodInfo] = import_module(f"{self._tables}.methods").METHODS
        return methods

    @cached_property
    def request_id_types(self) -> frozenset[type]:
        """The Python types that the ids of requests may have in this revision: `int`, `str` or both."""
        types: frozenset[type] = import_module(f"{self._tables}.methods").REQUEST_ID_TYPES
        return types

    @cached_property
    def error_codes(self) -> Mapping[int, ErrorCode]:
        """Every error code by number, retired codes included, with the rules for when it is sent and with which data.
        Reading this loads no models.
        """
        codes: Mapping[int, ErrorCode] = import_module(f"{self._tables}.error_codes").ERROR_CODES
        return codes

    @cached_property
    def error_ranges(self) -> tuple[ErrorRange, ...]:
        """The ranges of error codes. Each range states whether codes in it that are not defined may be sent. Reading
        this loads no models.
        """
        ranges: tuple[ErrorRange, ...] = import_module(f"{self._tables}.error_codes").ERROR_RANGES
        return ranges

    @cached_property
    def protocol(self) -> Protocol:
        """The rules for versions, lifecycle, transports, headers and capabilities. Reading this loads no models."""
        protocol: Protocol = import_module(f"{self._tables}.protocol").PROTOCOL
        if protocol.revision == self.id:
            return protocol
        return protocol._replace(revision=self.id, status="draft")  # a draft may have the tables of a release

    @cached_property
    def authorization(self) -> Authorization:
        """The rules for authorization over HTTP: discovery, parameters, tokens. Reading this loads no models."""
        authorization: Authorization = import_module(f"{self._tables}.authorization").AUTHORIZATION
        return authorization if authorization.revision == self.id else authorization._replace(revision=self.id)

    @cached_property
    def provenance(self) -> Provenance:
        """The origin of the revision's schema: the official file with its commit and hashes, the corrections, and the
        decisions. Reading this loads no models.
        """
        table: dict[str, Provenance] = import_module(f"{__package__}.spec.provenance_table").PROVENANCE
        return table[self.id]

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
        result_types: Collection[str] = (),
        transport: Transport = "stdio",
    ) -> Message | Batch:
        """Parse one JSON-RPC text: a request, notification, response or error response, or in 2025-03-26 a batch.

        Args:
            data: JSON text; bytes are UTF-8.
            sender: the side that sent the text, `client` or `server`; it determines which methods are known.
            pending: the methods of those requests of the receiver that have no response yet, by request id. The method
                determines the type of a result. For a request `tasks/result`, give the method of the request that
                became the task.
            limits: limits for the text.
            mode: `strict` accepts what the schema accepts, and the id null in error responses, as JSON-RPC 2.0 does.
                `tolerant` also sets aside invalid items of lists, which `mcp_bindings.set_aside` returns. It keeps an
                object as an `UnknownMember` if no alternative of the object's union has its tag.
            older_peer: whether the peer may speak an earlier revision. If so, members that the peer leaves out of a
                result get the values of the rows of `protocol.defaults` with `older_peer`: without `resultType` the
                result is `complete`, without `ttlMs` (or with a negative one) stale, without `cacheScope` private.
            include_input: whether findings may quote the document.
            result_types: values of `resultType` that extensions in use add. A result with one of these values has the
                type `Result`.
            transport: the transport of the text, `stdio` or `http`. Over HTTP, tools with invalid `x-mcp-header`
                annotations are removed from the result of `tools/list`, in either mode; `mcp_bindings.set_aside`
                returns them.

        Returns:
            The message; for a batch, its messages.

        Raises:
            ProtocolError: the message is rejected. `to_bytes` of the error returns the reply; None if no reply may be
                sent.
            TypeError: `data` is neither text nor bytes, or `result_types` is no list of texts.
            ValueError: `sender` is neither `client` nor `server`, or `mode` or `transport` is not known.
        """
        message_parser = self._message_parser or self.message_parser
        if not (older_peer or include_input or result_types) and mode == "strict" and transport == "stdio":
            return message_parser.parse(data, sender, pending, limits)
        from .jsonrpc.answers import ParseOptions

        if mode not in MODES:
            check_choice("mode", mode, MODES)
        if transport not in _TRANSPORTS:
            check_choice("transport", transport, _TRANSPORTS)
        options = ParseOptions(mode, older_peer, include_input, check_texts("result_types", result_types), transport)
        return message_parser.parse(data, sender, pending, limits, options)

    @overload
    def codec(self, definition: str) -> Codec[Any]: ...
    @overload
    def codec(self, definition: ClassOf[Id_co, Model]) -> Codec[Model]: ...
    def codec(self, definition: str | ClassOf[Id_co, Any]) -> Codec[Any]:
        """Return the codec of one definition, by its name in the schema, by its class or by the name of its class.

        Raises:
            KeyError: this revision has no definition of this name or of this class. The message suggests a similar
                definition or class, if there is one.
            TypeError: the argument is neither a name nor a class.
        """
        codec = self._codecs.get(definition)
        if codec is None:
            codec = self._make_codec(definition if isinstance(definition, str) else self._find_definition(definition))
            self._codecs[definition] = codec
        return codec

    def make_linter(self, rules: Collection[str] | None = None) -> Linter:
        """Make a linter of messages. The linter that `lint` uses checks all rules.

        Args:
            rules: ids of the lint rules to check; ids that the revision does not have are ignored. By default all
                rules.

        Raises:
            ModuleNotFoundError: a chosen rule is about JSON Schemas, and neither jsonschema-rs (the extra `validators`)
                nor jsonschema is installed.
        """
        from .lint.linter import Linter

        schema, names, lint_rules = self.schema_file, self._load_class_names(), self._load_lint_rules()
        chosen = lint_rules if rules is None else [rule for rule in lint_rules if rule.id in rules]
        return Linter(schema, names, self.methods, self.error_codes, chosen)

    def lint(self, message: object, *, definition: str | None = None, method: str | None = None) -> list[LintFinding]:
        """Check a message against the rules that the specification states in prose and the schema does not enforce.

        The message need not be valid. Faults that the schema detects are not reported here but by `Codec.findings`.

        Args:
            message: a JSON-RPC message or batch, as JSON text, parsed JSON, a typed value or a result of `parse`;
                with `definition`, any value of that definition. The definition of a typed value is that of its class.
                A result of `parse` is checked as received: changes of its typed body are not seen.
            definition: name of the definition of the value; None for a message, a batch or a typed value.
            method: for a response, the method of its request; a response that `parse` returned has the method already.
                Without a method, the result is checked as the type of result that declares the most members of it.

        Returns:
            One finding for each place and each rule that is broken there, at most 100 findings; empty if no rule is
            broken. The rejected messages of a batch that `parse` returned are not checked.

        Raises:
            DecodeError: the message is not JSON, or a typed value has no form in JSON.
            KeyError: this revision has no definition, or no method, of this name, or no definition for the class of a
                typed value. The message of the error suggests a similar name, if there is one.
            ValueError: both `definition` and `method` are given.
            ModuleNotFoundError: a rule of this revision is about JSON Schemas, and neither jsonschema-rs (the extra
                `validators`) nor jsonschema is installed.
        """
        from .jsonrpc.messages import Batch, ErrorResponse, Notification, Request, Response

        if isinstance(message, Batch):
            items = enumerate(message)
            texts = ((place, item) for place, item in items if not isinstance(item, ProtocolError))
            found = ((place, self.lint(item, definition=definition, method=method)) for place, item in texts)
            inner = (row._replace(pointer=f"/{place}{row.pointer}") for place, rows in found for row in rows)
            return list(islice(inner, MAX_FINDINGS))
        if isinstance(message, Response) and definition is None and method is None:
            method = message.method if message.method in self.methods else None
        if isinstance(message, memoryview):
            message = message.tobytes()
        if isinstance(message, (Request, Notification, Response, ErrorResponse)):
            message = message.document
        if self._linter is None:
            self._linter = self.make_linter()
        return self._linter.lint(message, definition, method)

    @property
    def message_parser(self) -> MessageParser:
        """The parser that `parse` calls, built on first use."""
        if self._message_parser is not None:
            return self._message_parser
        with _lock:
            if self._message_parser is None:
                self._message_parser = self._make_parser()
            return self._message_parser

    def _make_parser(self) -> MessageParser:
        from .jsonrpc.engines import engine_in_use
        from .jsonrpc.parser import MessageParser

        return MessageParser(self, engine_in_use())

    @property
    def schema_file(self) -> SchemaFile:
        """The packaged schema, which is read on first use."""
        if self._schema is not None:
            return self._schema
        with _lock:  # with `cached_property` there would be a second lock in Python 3.11, and threads could deadlock
            if self._schema is None:
                self._schema = self._make_schema_file()
            return self._schema

    def _make_schema_file(self) -> SchemaFile:
        from .codec.schema_file import SchemaFile

        return SchemaFile(self.id, self.package)

    def _load_class_names(self) -> Mapping[str, str]:
        """Return the name of the class of every definition, by the definition's name."""
        names: dict[str, str] = import_module(f"{self._tables}.definitions").DEFINITIONS
        return names

    def _load_lint_rules(self) -> Sequence[LintRule]:
        rules: Sequence[LintRule] = import_module(f"{self._tables}.lint_rules").RULES
        return rules

    def load_type(self, name: str) -> Any:
        """Return the class or other type of this revision that has a name. The module of the type is imported on first
        use.

        Raises:
            AttributeError: the revision has no type with this name.
        """
        return getattr(import_module(self.package), name)

    def _find_definition(self, model: Any) -> str:
        """Return the name of the definition of a class. If the class is of no definition, return the name of the class.

        Raises:
            KeyError: the class is not one of this revision's classes.
            TypeError: the argument is not a class.
        """
        if not isinstance(model, type):
            raise TypeError(f"codec() takes a class of the revision, or the name of any definition, not {model!r:.80}")
        name = model.__name__
        try:
            class_ = self.load_type(name)
        except AttributeError:
            class_ = None
        if class_ is not model:
            hint = f"; did you mean {class_.__module__}.{name}?" if isinstance(class_, type) else ""
            raise KeyError(f"revision {self.id} has no class {model.__module__}.{model.__qualname__}{hint}")
        return next((definition for definition, known in self._load_class_names().items() if known == name), name)

    def _make_codec(self, name: str) -> Codec[Any]:
        from .codec.codec import Codec

        definitions = self._load_class_names()
        class_name = definitions.get(name, name)  # the tables of methods and errors have the names of classes
        if class_name not in definitions.values():
            raise KeyError(f"revision {self.id} has no definition {name!r}{suggest_name(name, definitions)}")
        with _lock:
            if name not in self._codecs:
                self._codecs[name] = Codec(name, self.load_type(class_name), self.schema_file)
            return self._codecs[name]

    def __repr__(self) -> str:
        return f"<Revision {self.id}>"


@overload
def revision(revision_id: Known) -> Revision[Known]: ...
@overload
def revision(revision_id: str) -> Revision: ...
def revision(revision_id: str) -> Revision:
    """Return one revision by its id, or by the version that its messages name. For a version that a release and the
    draft share, return the release.

    The models are loaded when a codec is first used.

    Raises:
        UnknownRevision: no revision of the package has this id or this version.
    """
    revision_id = revision_id if revision_id in _MODULES else _IDS.get(revision_id, revision_id)
    if revision_id not in _MODULES:
        raise _make_unknown_error(revision_id)
    with _lock:
        if revision_id not in _loaded:
            _loaded[revision_id] = Revision(revision_id, *_MODULES[revision_id])
        return _loaded[revision_id]


def _make_unknown_error(revision_id: str) -> UnknownRevision:
    return UnknownRevision(f"unknown revision {revision_id!r}; known are {', '.join(_MODULES)}")


@cache
def find_revision_for_version(version: str, *, draft: bool) -> Revision:
    """Return the revision that a side reads and writes when messages name a version.

    Args:
        version: the version.
        draft: whether the side speaks the draft. If so, the draft takes the place of a release with this version.

    Raises:
        UnknownRevision: no revision has the version, or `draft` is True and the package has no draft.
    """
    return revision(_DRAFT if draft and version == _get_draft_version() else version)


def list_spoken_revisions(revisions: Collection[str], *, draft: bool) -> tuple[str, ...]:
    """Return the revisions that a side speaks. If `draft` is True, the version of the draft is added at the end.

    Raises:
        UnknownRevision: a revision is not known, or `draft` is True and the package has no draft.
        TypeError: the revisions are no list of texts.
        ValueError: `revisions` is empty, or has nothing but the draft, and `draft` is False.
    """
    revisions = check_texts("revisions", revisions)
    if not draft and {*revisions} <= {_DRAFT}:
        hint = "the draft is spoken with draft=True" if revisions else f"known are {', '.join(_MODULES)}"
        raise ValueError(f"a side speaks at least one known revision; {hint}")
    unknown = [each for each in revisions if each not in _MODULES and each not in _IDS]
    if unknown:
        raise _make_unknown_error(unknown[0])
    return (*revisions, _get_draft_version()) if draft else revisions


def list_body_types(revision: Revision, method: str) -> tuple[str, ...]:
    """Return the names of the types of a request's results, or the name of the type of a notification's params; an
    empty tuple for a notification without params.
    """
    row = revision.methods[method]
    return row.results if row.kind == "request" else list_params_types(revision, method)


def list_params_types(revision: Revision, method: str) -> tuple[str, ...]:
    """Return the name of the type of a request's or notification's params; an empty tuple if it has no params."""
    params = revision.methods[method].params
    return (params,) if params else ()


def revision_with_method(method: str, preferred: Revision) -> Revision:
    """Return a revision that has a method: the preferred one, or else the newest release that has the method. If no
    release has the method, return the preferred revision.
    """
    if method in preferred.methods:
        return preferred
    return next((each for each in map(revision, reversed(REVISIONS)) if method in each.methods), preferred)


@cache
def find_revision_with_types(revision_id: str) -> Revision:
    """Return the revision whose types a revision uses: the revision itself, or, for a draft that is equal to a release,
    this release.

    Args:
        revision_id: the id of the revision.
    """
    module = _MODULES[revision_id][0]
    return revision(next(known for known, row in _MODULES.items() if row[0] == module))  # releases come first


def list_revisions() -> tuple[Revision, ...]:
    """Return every revision of the package, the draft and forks included."""
    return tuple(map(revision, _MODULES))


@cache
def list_error_codes(code: int) -> frozenset[int]:
    """Return every code that an error has in any revision of the package, since a peer may be of any revision. If no
    revision defines the error, return `code` alone.

    Args:
        code: one of the constants of `spec.error_codes`, which stands for the error.
    """
    found = (find_code(each.error_codes, code) for each in list_revisions())
    return frozenset(each for each in found if each is not None) or frozenset({code})


def _get_draft_version() -> str:
    """Return the version by which messages refer to the draft.

    Raises:
        UnknownRevision: the package has no draft.
    """
    if not _DRAFT:
        raise UnknownRevision("this package has no draft")
    return _MODULES[_DRAFT][2]
