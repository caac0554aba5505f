"""The names of a generated package: the one that Python imports, and the one that pip installs."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from mcp_bindgen.errors import BindgenError

PACKAGE, DISTRIBUTION = "mcp_bindings", "mcp-bindings"
"""The names of the official package; the hand-written files and the paths of the templates use them."""

TAKEN = frozenset(
    {
        "httpx2",
        "jsonschema_rs",
        "mcp_bindgen",
        "msgspec",
        "orjson",
        "pydantic",
        "pydantic_core",
        "redis",
        "typing_extensions",
    }
)
"""Packages that the tool or a generated package imports."""


@dataclass(frozen=True)
class PackageNames:
    """The two names of a generated package."""

    package: str = PACKAGE
    distribution: str = DISTRIBUTION

    def path(self, path: str) -> str:
        """The path of a file of the package, given its path in the official package."""
        head, slash, rest = path.partition("/")
        return f"{self.package}/{rest}" if slash and head == PACKAGE else path

    def in_text(self, content: bytes) -> bytes:
        """A hand-written file in which docstrings and messages name this package in place of the official one."""
        return re.sub(rb"\bmcp_bindings\b|\bmcp-bindings\b", self._name, content) if self != OFFICIAL else content

    def _name(self, found: re.Match[bytes]) -> bytes:
        return {PACKAGE: self.package, DISTRIBUTION: self.distribution}[found[0].decode("ascii")].encode("ascii")


OFFICIAL = PackageNames()


def moved(files: Mapping[str, bytes], names: PackageNames) -> dict[str, bytes]:
    """The files of a package, in the directory with its name."""
    return {names.path(path): content for path, content in files.items()}


def package_names(package: str | None, distribution: str | None) -> PackageNames:
    """The names that a user chose; the distribution is named after the package unless it is given.

    Raises:
        BindgenError: a name is malformed or is taken by another package, or only the distribution is given.
    """
    if package is None:
        if distribution is not None:
            raise BindgenError(
                "--dist needs --package", hint="two distributions with one package overwrite each other's files"
            )
        return OFFICIAL
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", package) or keyword.iskeyword(package):
        raise BindgenError(
            f"--package takes the name of a Python package, not {package!r}",
            hint="use letters, digits and `_`, starting with a letter, such as acme_mcp",
        )
    if package in TAKEN or package in sys.stdlib_module_names:
        raise BindgenError(f"--package {package} is the name of another package", hint="such as acme_mcp")
    chosen = distribution or (DISTRIBUTION if package == PACKAGE else package.replace("_", "-").strip("-"))
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?", chosen):
        raise BindgenError(
            f"--dist takes the name of a distribution, not {chosen!r}",
            hint="use letters, digits, `.`, `_` and `-`, starting and ending with a letter or digit, such as acme-mcp",
        )
    plain = _plain(chosen)
    if (plain == DISTRIBUTION) != (package == PACKAGE) or plain in {_plain(name) for name in TAKEN}:
        raise BindgenError(
            f"the distribution {chosen} would have the package {package}",
            hint=f"{DISTRIBUTION} is the distribution of {PACKAGE}; choose two names of your own",
        )
    return PackageNames(package, chosen)


def _plain(distribution: str) -> str:
    """The name as package indexes compare it."""
    return re.sub(r"[-_.]+", "-", distribution).lower()
