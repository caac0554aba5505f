"""Choose the names of a generated package, one for Python's imports and one for pip, and its version."""

from __future__ import annotations

import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from mcp_bindgen.errors import BindgenError

PACKAGE, DISTRIBUTION = "mcp_bindings", "mcp-bindings"
"""The two names of the official package. The hand-written files and the paths of the templates have these names."""

IMPORTED_PACKAGES = frozenset(
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
"""Names of the packages that the tool or a generated package imports. No generated package may have such a name."""

BUILD_DIRECTORIES = ("build", "dist")
"""Names of the directories that build tools create at the top of a tree."""

_NUMBER = r"(0|[1-9][0-9]*)"
_VERSION = re.compile(rf"({_NUMBER}!)?{_NUMBER}(\.{_NUMBER})*((a|b|rc){_NUMBER})?(\.post{_NUMBER})?(\.dev{_NUMBER})?")
"""Pattern of a public version in the normal form of PEP 440."""


@dataclass(frozen=True)
class PackageNames:
    """The two names of a generated package, and the version of the package."""

    package: str = PACKAGE
    distribution: str = DISTRIBUTION
    version: str = ""
    """Version of the package; empty if it is the version of the tool."""

    def path_in_package(self, path: str) -> str:
        """Return the path that a file of the official package has in this package.

        Only a path below `mcp_bindings/` is changed.
        """
        head, slash, rest = path.partition("/")
        return f"{self.package}/{rest}" if slash and head == PACKAGE else path

    def replace_names(self, content: bytes) -> bytes:
        """Return the content of a hand-written file with the names of this package in place of the official names."""
        if self.package == PACKAGE:
            return content
        return re.sub(rb"\bmcp_bindings\b|\bmcp-bindings\b", self._replacement_name, content)

    def _replacement_name(self, found: re.Match[bytes]) -> bytes:
        return {PACKAGE: self.package, DISTRIBUTION: self.distribution}[found[0].decode("ascii")].encode("ascii")


OFFICIAL_NAMES = PackageNames()


def with_own_paths(files: Mapping[str, bytes], names: PackageNames) -> dict[str, bytes]:
    """Return files of the official package, by the paths that they have in a package with other names."""
    return {names.path_in_package(path): content for path, content in files.items()}


def package_names(package: str | None, distribution: str | None, version: str | None = None) -> PackageNames:
    """Return the names that a user chose for a package.

    Args:
        package: the name for imports; None for the official names.
        distribution: the name for pip; None for the name for imports, with hyphens in place of underscores.
        version: the version of the package; None for the version of the tool.

    Raises:
        BindgenError: a name or the version is malformed; a name belongs to another package or to a directory of build
            tools; only one of the two names is official; or `package` is None although another argument is not None.
    """
    if package is None:
        if distribution is not None:
            raise BindgenError(
                "--dist needs --package", hint="two distributions with one package overwrite each other's files"
            )
        if version is not None:
            raise BindgenError(
                "--package-version needs --package", hint="the package mcp_bindings has the version of the tool"
            )
        return OFFICIAL_NAMES
    if version is not None and not _VERSION.fullmatch(version):
        raise BindgenError(
            f"--package-version must be a version, not {version!r}", hint="such as 1.2.0, 1.2.0rc1 or 1.2.0.dev4"
        )
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", package) or keyword.iskeyword(package):
        raise BindgenError(
            f"--package must be the name of a Python package, not {package!r}",
            hint="use letters, digits and `_`, starting with a letter, such as acme_mcp",
        )
    if package in BUILD_DIRECTORIES:
        raise BindgenError(
            f"--package {package} is the name of a directory of build tools",
            hint="choose another one, such as acme_mcp",
        )
    if package in IMPORTED_PACKAGES or package in sys.stdlib_module_names:
        raise BindgenError(
            f"--package {package} is the name of another package", hint="choose another one, such as acme_mcp"
        )
    chosen = distribution or (DISTRIBUTION if package == PACKAGE else package.replace("_", "-").strip("-"))
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?", chosen):
        raise BindgenError(
            f"--dist must be the name of a distribution, not {chosen!r}",
            hint="use letters, digits, `.`, `_` and `-`, starting and ending with a letter or digit, such as acme-mcp",
        )
    plain = _normalize_distribution(chosen)
    if (plain == DISTRIBUTION) != (package == PACKAGE) or plain in {
        _normalize_distribution(name) for name in IMPORTED_PACKAGES
    }:
        raise BindgenError(
            f"the distribution {chosen} cannot have the package {package}",
            hint=f"{DISTRIBUTION} is the distribution of {PACKAGE}; choose two names of your own",
        )
    return PackageNames(package, chosen, version or "")


def _normalize_distribution(distribution: str) -> str:
    """Return the normal form of a distribution name, in which package indexes compare names."""
    return re.sub(r"[-_.]+", "-", distribution).lower()
