"""The generated classes of one revision, together with those of extensions."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from importlib import import_module
from typing import Any

from ..extensions import Extension
from ..revisions import revision, typed_as


def calls_class(revision_id: str, extensions: Collection[Extension]) -> Any:
    """The class of a client's calls, with those of the extensions of this revision."""
    return _joined("ClientCalls", revision_id, extensions)


@cache
def client_class(revision_id: str, extensions: tuple[Extension, ...]) -> Any:
    """The class of the client that `mb.connect` gives, with the calls of the extensions of this revision."""
    plain = import_module(revision(revision_id).package).Client
    calls = calls_class(revision_id, extensions)
    return plain if issubclass(plain, calls) else type("Client", (plain, calls), {})


def handlers_class(revision_id: str, extensions: Collection[Extension]) -> Any:
    """The class of a client's handlers, with those of the extensions of this revision."""
    return _joined("ClientHandlers", revision_id, extensions)


def _joined(name: str, revision_id: str, extensions: Collection[Extension]) -> Any:
    spoken = typed_as(revision_id)
    added = [each.package for each in extensions if each.base is spoken and each.methods]
    classes = [getattr(import_module(package), name) for package in added or [spoken.package]]
    return classes[0] if len(classes) == 1 else type(name, tuple(classes), {})
