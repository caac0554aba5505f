"""The bases of rendered classes, whose fields pydantic collects when a class is first used.

To collect the fields of a class takes pydantic ten times as long as Python takes to create the class, and few of the
imported classes are used. So the class statement of a rendered class creates the class alone, and keeps
the namespace of its body. On first use the class passes that namespace to pydantic's metaclass. To create a class, this
metaclass calls `super().__new__`, by which the next metaclass returns the class that exists.
"""

from __future__ import annotations

import sys
import threading
from abc import ABCMeta
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .conditions import CheckedModel
from .model import LazyIntrospection, WireModel

_BODY = "__deferred_body__"
"""The attribute that keeps the namespace of a class body until the fields of the class are collected."""

_FIELDLESS_ATTRIBUTES = frozenset({"__class__", "__module__", "__mro__", "__name__", "__qualname__"})
"""Attributes of a class that do not depend on its fields; Python reads some of them to make annotations."""

_lock = threading.RLock()
"""A lock held while pydantic collects fields. Nothing else is locked meanwhile, since pydantic has a lock of its own,
which it may hold when it first uses a class."""


class _ClassNamespace(dict[str, Any]):
    """The namespace of a class statement.

    Args:
        namespace: the namespace.
        options: the keywords of the class statement.
    """

    def __init__(self, namespace: dict[str, Any], options: dict[str, Any]) -> None:
        super().__init__(namespace)
        self.options = options
        self.model: Any = None
        """The class, while its fields are being collected; otherwise None."""


class _ExistingClassMeta(ABCMeta):
    """Metaclass that makes no new class for a `_ClassNamespace`, but returns the class that has this namespace. It adds
    to the class the attributes that pydantic has added to the namespace.
    """

    def __new__(mcs, name: str, bases: tuple[type[Any], ...], namespace: dict[str, Any], /, **options: Any) -> Any:
        if not isinstance(namespace, _ClassNamespace):
            return super().__new__(mcs, name, bases, namespace, **options)
        model = namespace.model
        own = type.__getattribute__(model, "__dict__")
        for attribute in namespace.keys() - own[_BODY].keys():
            type.__setattr__(model, attribute, namespace[attribute])
        return model


class UncollectedDefinitionMeta(LazyIntrospection, _ExistingClassMeta):
    """Metaclass of a rendered class whose fields are not collected yet. Any use of the class, except to read its name
    or bases, collects the fields.
    """

    if not TYPE_CHECKING:

        def __getattribute__(cls, name: str) -> Any:
            if name not in _FIELDLESS_ATTRIBUTES:
                _collect_fields(cls)
            return type.__getattribute__(cls, name)

        def __setattr__(cls, name: str, value: Any) -> None:
            _collect_fields(cls)
            type.__setattr__(cls, name, value)

        def __delattr__(cls, name: str) -> None:
            _collect_fields(cls)
            type.__delattr__(cls, name)

        def __call__(cls, *args: Any, **members: Any) -> Any:
            _collect_fields(cls)
            return type.__call__(cls, *args, **members)


class DefinitionMeta(LazyIntrospection):
    """Metaclass of the bases of rendered classes. A rendered class itself at first gets the metaclass
    `UncollectedDefinitionMeta`.
    """

    def __new__(mcs, name: str, bases: tuple[type[Any], ...], namespace: dict[str, Any], /, **options: Any) -> Any:
        if not any(isinstance(base, DefinitionMeta) for base in bases):
            return super().__new__(mcs, name, bases, namespace, __pydantic_reset_parent_namespace__=False, **options)
        body = _ClassNamespace(namespace, options)
        model = ABCMeta.__new__(mcs, name, bases, namespace)  # the options configure pydantic
        type.__setattr__(model, _BODY, body)
        type.__setattr__(model, "__class__", UncollectedDefinitionMeta)
        return model


class Definition(WireModel, metaclass=DefinitionMeta):
    """Base of the rendered classes whose objects need not meet conditions."""


class CheckedDefinition(CheckedModel, metaclass=DefinitionMeta):
    """Base of the rendered classes whose objects must meet conditions."""


def _collect_fields(model: Any) -> None:
    """Make pydantic collect the fields of a class, if they are not collected yet. This is thread-safe."""
    if type(model) is not UncollectedDefinitionMeta:
        return
    own = type.__getattribute__(model, "__dict__")
    body: _ClassNamespace | None = own.get(_BODY)
    if body is not None and body.model is None:
        _import_late_names(model)  # without the lock, for which another thread may wait while it imports these modules
    with _lock:
        if _BODY in own and own[_BODY].model is None:  # pydantic uses the class while it collects
            _collect_from_body(model, own[_BODY])
        if _BODY not in own:
            type.__setattr__(model, "__class__", LazyIntrospection)


def _collect_from_body(model: Any, body: _ClassNamespace) -> None:
    namespace = _ClassNamespace(body, body.options)
    body.model = namespace.model = model
    name, bases = type.__getattribute__(model, "__name__"), type.__getattribute__(model, "__bases__")
    try:
        LazyIntrospection.__new__(
            UncollectedDefinitionMeta, name, bases, namespace, __pydantic_reset_parent_namespace__=False, **body.options
        )
    finally:
        body.model = None
    type.__delattr__(model, _BODY)


def _import_late_names(model: type[Any]) -> None:
    """Import those names in the annotations of a class and its bases that the modules of these classes import late."""
    for base in model.__mro__:
        module: Any = sys.modules.get(base.__module__)
        for name, source in getattr(module, "__late_imports__", {}).items():
            if name not in vars(module):
                setattr(module, name, getattr(import_module(source, module.__package__), name))
