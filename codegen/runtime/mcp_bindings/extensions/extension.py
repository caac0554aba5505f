"""One extension: its table, its definitions and their codecs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import TYPE_CHECKING, Any, ClassVar

from ..errors import suggest_name
from ..options import check_class, check_list
from ..revisions import Revision, revision

if TYPE_CHECKING:
    from mcp_bindings.spec.extensions import ExtensionInfo  # rendered
    from mcp_bindings.spec.methods import MethodInfo  # rendered

    from ..codec.codec import Codec
    from ..codec.schema_file import SchemaFile

_NO_METHODS: Mapping[str, MethodInfo] = {}
_lock = RLock()


def check_extensions(extensions: Iterable[Any]) -> tuple[Extension, ...]:
    """Check an option that is a list of extensions. Return the extensions as a tuple.

    Raises:
        TypeError: the option is no list, but for example a single extension, or has an item that is no extension.
    """
    if isinstance(extensions, Extension):
        raise TypeError("extensions must be a list: extensions=[…]")
    found = check_list("extensions", extensions, "extensions")
    for each in found:
        check_class("each of the extensions", each, Extension, "an Extension, such as tasks.EXTENSION")
    return found


class Extension:
    """An extension of the protocol.

    Args:
        info: the additions of the extension to the protocol.
        package: the name of the extension's package, such as `mcp_bindings.extensions.tasks`.

    Attributes:
        id: the identifier of the extension, such as `io.modelcontextprotocol/tasks`.
        info: the additions of the extension to the protocol.
        package: the argument of this name.
    """

    def __init__(self, info: ExtensionInfo, package: str) -> None:
        self.id: str = info.id
        self.info = info
        self.package = package
        self._codecs: dict[str, Codec[Any]] = {}
        self._schema: SchemaFile | None = None

    @cached_property
    def methods(self) -> Mapping[str, MethodInfo]:
        """The methods that the extension adds, by name; empty if its messages are not between client and server."""
        if self.info.between != "peers":
            return _NO_METHODS
        methods: Mapping[str, MethodInfo] = import_module(f"{self.package}.methods").METHODS
        return methods

    @property
    def definitions(self) -> tuple[str, ...]:
        """The names of the extension's own definitions, in the order of its schema."""
        return tuple(self.class_names)

    @property
    def base(self) -> Revision | None:
        """The revision whose definitions the extension uses: the last of `info.revisions`; None if `info` has none."""
        return revision(self.info.revisions[-1]) if self.info.revisions else None

    def codec(self, definition: str) -> Codec[Any]:
        """Return the codec of one of the extension's own definitions.

        Raises:
            KeyError: the extension has no definition of this name. The message suggests a similar definition, if there
                is one.
        """
        from ..codec.codec import Codec

        if definition not in self.class_names:
            hint = suggest_name(definition, self.class_names)
            raise KeyError(f"extension {self.id} has no definition {definition!r}{hint}")
        with _lock:
            if definition not in self._codecs:
                annotation = getattr(self.models, self.class_names[definition])
                self._codecs[definition] = Codec(definition, annotation, self.schema_file)
            return self._codecs[definition]

    @property
    def models(self) -> Any:
        """The module of the extension's types."""
        return import_module(self.package)

    @property
    def schema_file(self) -> SchemaFile:
        """The packaged schema of the extension, joined with the schema of its `base` if it has one."""
        if self._schema is None:
            from ..codec.schema_file import SchemaFile

            base = self.base
            self._schema = SchemaFile(self.id, self.package, None if base is None else base.schema_file)
        return self._schema

    @property
    def class_names(self) -> Mapping[str, str]:
        """The class name of each of the extension's own definitions, by the definition's name in the schema."""
        names: dict[str, str] = import_module(f"{self.package}.definitions").DEFINITIONS
        return names

    def __repr__(self) -> str:
        return f"<Extension {self.id}>"


class Extendable:
    """A class whose generated subclasses add messages of extensions.

    Attributes:
        extension: the extension whose messages a generated class adds; None if the class adds messages of a revision.
        extensions: the extensions whose messages the class knows.
    """

    extension: ClassVar[Extension | None] = None
    extensions: ClassVar[tuple[Extension, ...]] = ()

    def __init_subclass__(cls, **options: Any) -> None:
        """Collect in `extensions` the extensions of the new class and of its base classes."""
        super().__init_subclass__(**options)
        found = (vars(base).get("extension") for base in cls.__mro__)
        cls.extensions = tuple(dict.fromkeys(each for each in found if each is not None))
