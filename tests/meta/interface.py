"""The types that annotations of public names use and that are not public: `python -m tests.meta.interface`.

Annotations are read from parameters and results of public functions and methods, from properties and from public
attributes, those of base classes included. An alias counts as the types in it. A type is one of three:

- `protocol`: any object with its members fits, so nobody needs its name.
- `read`: a result whose members are read, so nobody needs its name either.
- `written`: code of a user passes it, tells it apart from other results, or returns it from a method of a protocol. It
  must be public.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, get_args

from tests.meta.public import ROOT_PACKAGE, public_names
from tests.meta.reading import PRODUCT, tree

Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef"
Kind = Literal["protocol", "read", "written"]
ALIASES = ("TypeAlias", "NewType")


class Definition(NamedTuple):
    """A class, function or variable, where it is defined."""

    module: str
    name: str
    node: ast.stmt


class Use(NamedTuple):
    """A type in an annotation of the public interface."""

    type: str
    """The module and the name of the type."""

    place: str
    """The public name, and the member that has the annotation."""

    kind: Kind = "read"


@cache
def used_types() -> tuple[Use, ...]:
    """Return each use of a class of the package in an annotation of a public name."""
    return tuple(use for name, found in public_definitions().items() for use in uses_of(found, name))


def public_definitions() -> dict[str, Definition]:
    """Return the definitions of the public names."""
    names = [(package, name) for package, listed in public_names().items() for name in listed]
    found = {f"{package}.{name}": resolve(package[len(ROOT_PACKAGE) + 1 :], name) for package, name in names}
    return {name: each for name, each in found.items() if each is not None}


def uses_of(found: Definition, place: str) -> Iterator[Use]:
    """Yield the types in the annotations of a definition."""
    node = found.node
    if isinstance(node, ast.ClassDef):
        yield from uses_of_class(found, place)
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        yield from uses_of_function(found.module, node, place)
    elif isinstance(node, ast.AnnAssign):
        expression = node.value if is_alias(node) else node.annotation
        yield from as_result(types_in(found.module, expression, place))


def uses_of_class(found: Definition, place: str) -> Iterator[Use]:
    assert isinstance(found.node, ast.ClassDef)
    for node in found.node.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and is_open(node.target.id):
            yield from types_in(found.module, node.annotation, f"{place}.{node.target.id}")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if is_open(node.name):
                uses = uses_of_function(found.module, node, f"{place}.{node.name}")
                yield from map(as_written, uses) if is_protocol(found.node) else uses
            if node.name == "__init__":
                yield from uses_of_attributes(found.module, node, place)
    for base in found.node.bases:
        for expression in ast.walk(base):
            inherited = resolve(found.module, expression.id) if isinstance(expression, ast.Name) else None
            if inherited is not None and isinstance(inherited.node, ast.ClassDef):
                yield from uses_of_class(inherited, place)


def uses_of_attributes(module: str, function: Function, place: str) -> Iterator[Use]:
    """Yield the types of the attributes that a constructor annotates."""
    for node in ast.walk(function):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Attribute) and is_open(node.target.attr):
            yield from types_in(module, node.annotation, f"{place}.{node.target.attr}")


def uses_of_function(module: str, function: Function, place: str) -> Iterator[Use]:
    given = function.args
    for each in (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg):
        if each is not None:
            yield from (as_written(use) for use in types_in(module, each.annotation, place))
    yield from as_result(types_in(module, function.returns, place))


def as_written(use: Use) -> Use:
    return use if use.kind == "protocol" else use._replace(kind="written")


def as_result(uses: Iterator[Use]) -> Iterator[Use]:
    """Yield the types of a result; if there are several, a user tells them apart."""
    found = list(uses)
    several = len({each.type for each in found}) > 1
    yield from map(as_written, found) if several else found


def is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).startswith("Protocol") for base in node.bases)


def types_in(module: str, expression: ast.expr | None, place: str) -> Iterator[Use]:
    """Yield the classes of the package that an annotation names; those of revisions and extensions are left out."""
    for node in ast.walk(expression) if expression is not None else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not is_literal(expression, node):
            yield from types_in(module, ast.parse(node.value, mode="eval").body, place)
        found = resolve(module, node.id) if isinstance(node, ast.Name) else None
        if found is None:
            continue
        if isinstance(found.node, ast.AnnAssign) and is_alias(found.node):
            yield from types_in(found.module, found.node.value, place)
        elif isinstance(found.node, ast.ClassDef):
            yield Use(f"{found.module}.{found.name}", place, "protocol" if is_protocol(found.node) else "read")


def is_literal(expression: ast.expr | None, text: ast.Constant) -> bool:
    """Return whether a text in an annotation is a value of a `Literal`."""
    literals = (
        node
        for node in ast.walk(expression or ast.Constant(None))
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal"
    )
    return any(text in ast.walk(each) for each in literals)


def is_alias(node: ast.AnnAssign) -> bool:
    return ast.unparse(node.annotation) in ALIASES


def is_open(name: str) -> bool:
    """Return whether a member is no internal one."""
    return not name.startswith("_") or (name.startswith("__") and name.endswith("__"))


@cache
def resolve(module: str, name: str) -> Definition | None:
    """Return the definition that a name has in a module of the package; None if it is of another distribution."""
    found = definitions(module).get(name)
    if isinstance(found, tuple):
        return resolve(*found)
    return None if found is None else Definition(module, name, found)


@cache
def definitions(module: str) -> dict[str, ast.stmt | tuple[str, str]]:
    """Return what the names of a module stand for: a definition, or a name of another module of the package."""
    path = PRODUCT.joinpath(*module.split(".")) if module else PRODUCT
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    found: dict[str, ast.stmt | tuple[str, str]] = {}
    for node in statements(tree(path).body):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.ImportFrom):
            origin = origin_of(node, package)
            if origin is not None:
                found |= {each.asname or each.name: (origin, each.name) for each in node.names}
    return found


def origin_of(node: ast.ImportFrom, package: list[str]) -> str | None:
    """Return the module below the package that an import names; None for another distribution."""
    if node.level:
        above = package[: len(package) - node.level + 1]
        return ".".join(part for part in (*above, node.module or "") if part)
    inside = (node.module or "") == ROOT_PACKAGE or (node.module or "").startswith(f"{ROOT_PACKAGE}.")
    return str(node.module).removeprefix(ROOT_PACKAGE).lstrip(".") if inside else None


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module, those in the blocks of `if` included."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from statements([*node.body, *node.orelse])


def internal_types(kind: Kind) -> dict[str, list[str]]:
    """Return the types of a kind that are not public, each with the places that use it so."""
    public = {f"{each.module}.{each.name}" for each in public_definitions().values()}
    found: dict[str, list[str]] = {}
    for use in used_types():
        if use.type not in public and use.kind == kind:
            found.setdefault(use.type, []).append(use.place)
    return {name: sorted(set(places)) for name, places in sorted(found.items())}


if __name__ == "__main__":
    for kind in get_args(Kind):
        print(f"\n{kind}")
        for name, places in internal_types(kind).items():
            print(f"  {name}: {', '.join(places)}")
