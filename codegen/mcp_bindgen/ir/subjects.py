"""The subject of each type, such as tools or sampling, and the modules of types that follow from it.

A module has the types of one subject, or of several subjects whose aliases refer to each other in a circle. They stand
in the order of reading: requests, each with its params and result, then the parts of these, then notifications with
their parts, then all other types. A class may refer to a class below it, since such an annotation is text. An alias is
evaluated at once, so the alias stands below its parts.

Modules do not import each other in a circle. Where subjects refer to each other, some annotations are text, and their
names are imported when a class is first used.
"""

from __future__ import annotations

import keyword
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from mcp_bindgen.ir.recursion import is_recursive
from mcp_bindgen.ir.types import (
    ObjectType,
    Ref,
    SpecRevision,
    TypeDef,
    TypeExpr,
    expressions,
    nested_expressions,
    reach_names,
)

COMMON = "common_types"
"""Subject of the definitions that belong to no other subject."""

NOTIFICATIONS = "notifications"

OTHER_MODULES = frozenset(
    {"authorization", "base", "calls", "client", "definitions", "error_codes", "extension", "handlers", "lint_rules"}
    | {"messages", "methods", "protocol", "schema"}
)
"""Names of those modules of a revision or an extension that have no types."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True)
class TypeModules:
    """The modules of types of a revision or an extension."""

    members: Mapping[str, Sequence[str]]
    """Names of the types of each module, in the order in which the module defines them, by name of the module."""
    late: Mapping[str, frozenset[str]]
    """Names of the types of other modules that a module imports only when one of its classes is first used, by name of
    the importing module.
    """

    @property
    def module_of(self) -> dict[str, str]:
        """Module of each type, by name of the type."""
        return {name: module for module, names in self.members.items() for name in names}

    def make_text_annotation_test(self) -> Callable[[str, TypeExpr], bool]:
        """Return a function that tests whether a type must state an expression as text.

        A type must do so if the expression has a name that is not yet defined where the type is defined.
        """
        module_of = self.module_of
        position = {name: number for names in self.members.values() for number, name in enumerate(names)}

        def is_defined(owner: str, name: str) -> bool:
            if name not in module_of:  # a type of the revision that an extension extends
                return True
            if module_of[name] == module_of[owner]:
                return position[name] < position[owner]
            return name not in self.late[module_of[owner]]

        return lambda owner, expr: not all(is_defined(owner, name) for name in _referenced_names([expr]))


def type_modules(spec: SpecRevision, known: Mapping[str, str] = MappingProxyType({})) -> TypeModules:
    """Return the modules of types of a revision or an extension.

    Args:
        spec: the types of the revision or extension.
        known: the subject of definitions by name. The subject of another definition follows from its method, its name
            or the only subject that refers to it; without these, it is `COMMON`.
    """
    return arrange_modules(spec, _subjects_of_types(spec, known))


def arrange_modules(spec: SpecRevision, subjects: Mapping[str, str]) -> TypeModules:
    """Return the modules of types, given the subject of each type."""
    types = spec.by_name()
    at_once, in_text = _references_between_subjects(types.values(), subjects)
    subjects = _merge_circles(subjects, at_once)
    at_once, in_text = _references_between_subjects(types.values(), subjects)
    late = {subject: frozenset[str]() for subject in subjects.values()}
    remaining = set(late)
    while remaining:
        chosen = _choose_next_subject(remaining, at_once, in_text, subjects)
        late[chosen] = frozenset(name for name in in_text[chosen] if subjects[name] in remaining - {chosen})
        remaining.remove(chosen)
    members = {subject: tuple(_reading_order(spec, types, subject, subjects)) for subject in sorted(late)}
    return TypeModules(members, late)


_NamesBySubject = Mapping[str, set[str]]


def _references_between_subjects(
    types: Iterable[TypeDef], subjects: Mapping[str, str]
) -> tuple[_NamesBySubject, _NamesBySubject]:
    """Return, for each subject, the types of other subjects to which its types refer.

    Returns:
        The types to which the aliases of each subject refer, and the types to which its classes refer.
    """
    of_aliases, of_classes = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for type_ in types:
        if type_.name in subjects:
            own = subjects[type_.name]
            found = of_classes if isinstance(type_, ObjectType) else of_aliases
            found[own] |= {name for name in _referenced_names(expressions(type_)) if subjects.get(name, own) != own}
    return of_aliases, of_classes


def _merge_circles(subjects: Mapping[str, str], at_once: _NamesBySubject) -> dict[str, str]:
    """Return the subject of each type, with one subject in place of several whose aliases refer to each other."""
    targets = {subject: {subjects[name] for name in at_once[subject]} for subject in set(subjects.values())}
    reached = {subject: reach_names(targets[subject], targets.__getitem__) for subject in targets}
    merged = {subject: min({subject, *(o for o in reached[subject] if subject in reached[o])}) for subject in targets}
    return {name: merged[subject] for name, subject in subjects.items()}


def _choose_next_subject(
    remaining: Collection[str], at_once: _NamesBySubject, in_text: _NamesBySubject, subjects: Mapping[str, str]
) -> str:
    """Return the subject whose module comes next.

    Its aliases need no type of another remaining subject, and each remaining subject that it leads to leads back to it.
    Of such subjects, the one whose classes need the fewest types of others comes next.
    """

    def names_of_others(subject: str, names: Iterable[str]) -> set[str]:
        return {name for name in names if subjects[name] in remaining and subjects[name] != subject}

    targets = {
        each: {subjects[name] for name in names_of_others(each, at_once[each] | in_text[each])} for each in remaining
    }
    reached = {each: reach_names(targets[each], targets.__getitem__) for each in remaining}
    innermost = [each for each in remaining if all(each in reached[other] for other in reached[each] - {each})]
    possible = [each for each in innermost if not names_of_others(each, at_once[each])]
    return min(possible, key=lambda each: (len(names_of_others(each, in_text[each])), each))


def _reading_order(
    spec: SpecRevision, types: Mapping[str, TypeDef], subject: str, subjects: Mapping[str, str]
) -> Iterator[str]:
    """Yield the types of a subject in the order of reading, an alias after its parts."""
    own = [name for name in types if subjects.get(name) == subject]
    placed: set[str] = set()

    def yield_after_parts(name: str) -> Iterator[str]:
        pending = [(name, False)]
        while pending:
            each, ready = pending.pop()
            if each in placed:
                continue
            parts = [] if isinstance(types[each], ObjectType) or is_recursive(each, types) else parts_of(each)
            if ready or not parts:
                placed.add(each)
                yield each
            else:
                pending += [(each, True), *((part, False) for part in reversed(parts))]

    def parts_of(name: str) -> list[str]:
        found = _referenced_names(expressions(types[name]))
        return [each for each in dict.fromkeys(found) if subjects.get(each) == subject and each not in placed]

    carriers = [name for method in spec.methods for name in method.definitions if subjects.get(name) == subject]
    requests = [name for name in carriers if name.endswith("Request")]
    for heads in (requests, [name for name in carriers if name not in requests], own):
        frontier: list[str] = []
        for head in heads:
            for name in (head, *_params_and_result(head, own)):
                frontier += [name]
                yield from yield_after_parts(name)
        while frontier:
            for part in parts_of(frontier.pop(0)):
                frontier.append(part)
                yield from yield_after_parts(part)


def _params_and_result(message: str, names: Sequence[str]) -> list[str]:
    """Return the names of the params, the result and the response of a request; empty for a notification."""
    stem = message.removesuffix("Request")
    own = [f"{message}Params", *([f"{stem}Result"] if stem != message else [])]
    return [name for each in own for name in names if name.startswith(each)] if stem != message else own[:0]


def _subjects_of_types(spec: SpecRevision, known: Mapping[str, str]) -> dict[str, str]:
    """Return the subject of each type, by name; a type that was inline has the subject of its definition."""
    types = spec.by_name()
    definitions = dict.fromkeys(type_.definition for type_ in spec.types)
    found = {wire_name: known[wire_name] for wire_name in definitions if wire_name in known}
    for method in spec.methods:
        for name in types.keys() & set(method.definitions):
            found.setdefault(types[name].definition, subject_of_method(method.name))
    named = {each.removesuffix("Request"): subject for each, subject in found.items()} | found  # results of requests
    for wire_name in definitions:
        longest = max((each for each in named if _begins_with_words(wire_name, each)), key=len, default=None)
        if longest is not None:
            found.setdefault(wire_name, named[longest])
    referring = defaultdict[str, set[str]](set)
    for type_ in spec.types:
        for name in _referenced_names(expressions(type_)):
            if name in types and type_.definition in found:
                referring[types[name].definition].add(found[type_.definition])
    for wire_name in definitions:
        of = referring[wire_name]
        found.setdefault(wire_name, *of) if len(of) == 1 else found.setdefault(wire_name, COMMON)
    modules = {subject: _module_name(subject, types) for subject in found.values()}
    return {type_.name: modules[found[type_.definition]] for type_ in spec.types}


def subject_of_method(method: str) -> str:
    """Return the subject of a method: `tools` for `tools/call` and for `notifications/tools/list_changed`."""
    first, *others = method.split("/")
    return others[0] if first == NOTIFICATIONS and len(others) > 1 else first


def _begins_with_words(name: str, other: str) -> bool:
    """Return whether a name begins with the words of another name."""
    words, own = _WORD.findall(other), _WORD.findall(name)
    return bool(words) and own[: len(words)] == words


def _module_name(subject: str, types: Container[str]) -> str:
    """Return the name of the module of a subject. The name differs from the names of types and of other modules."""
    name = re.sub(r"\W+", "_", subject.lower(), flags=re.ASCII).strip("_") or COMMON
    if name in OTHER_MODULES or name in types or keyword.iskeyword(name) or not name.isidentifier():
        return f"types_of_{name}"
    return name


def _referenced_names(exprs: Iterable[TypeExpr]) -> list[str]:
    return [part.name for expr in exprs for part in nested_expressions(expr) if isinstance(part, Ref)]
