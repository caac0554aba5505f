"""Assess the effect of a difference on documents: prove that all documents of one side are valid on the other, or find
a witness.

A document is read in two ways. By the schema alone, an object that allows additional members may contain any member, so
every new member breaks a document that used the name of the member for something else. A sender that writes only the
members that its revision declares never writes such a document. A difference is risky if only documents with undeclared
members become invalid, and breaking if other documents do too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from mcp_bindgen.diff.containment.acceptance import accepts, json_size
from mcp_bindgen.diff.containment.failures import FoundDocument, Outcome
from mcp_bindgen.diff.containment.search import Search
from mcp_bindgen.diff.containment.shape_paths import follow_path, record_in, with_shape_at
from mcp_bindgen.diff.containment.shapes import Choice, Record, Shape, alternatives, is_anything
from mcp_bindgen.diff.containment.validity import UndecidedError
from mcp_bindgen.diff.schema.side import ComparedSchemas, ComparedSide
from mcp_bindgen.diff.severity import Level
from mcp_bindgen.diff.types import Delta, Place, Way, Witness
from mcp_bindgen.diff.verdict.witness_check import WitnessChecker
from mcp_bindgen.jsontext import JSONValue

Predicate = Callable[[JSONValue], bool]

OPENNESS_DIFFERENCES = ("object closed", "object opened")
"""Kinds of difference about undeclared members. A search in which objects have only declared members does not decide
these.
"""

NAMING_DIFFERENCES = tuple(f"{how} member {what}" for how in ("optional", "required") for what in ("added", "removed"))
"""Kinds of difference in which one side declares a member name that the other side does not declare."""


MAX_WORK = 300_000
"""Greatest amount of work for all differences of one comparison, in the units of `Search` and in characters of
documents. All further differences are undecided.
"""


@dataclass(frozen=True)
class _Endpoint:
    """A sender or receiver of one revision."""

    name: str
    side: ComparedSide
    checker: WitnessChecker


@dataclass(frozen=True)
class _Transfer:
    """One difference, assessed for documents that are sent in one direction."""

    sender: _Endpoint
    receiver: _Endpoint
    sent_at: Place
    received_at: Place
    changed: Shape
    """The sender's shape at the place, with this difference applied."""
    undone: Shape
    """The receiver's shape at the place, with this difference undone."""

    @cached_property
    def sent(self) -> Shape:
        """The definition from which the path of the place starts, on the side of the sender."""
        return self.sender.side.sent_definition(self.sent_at)

    @cached_property
    def received(self) -> Shape:
        """The definition from which the path of the place starts, on the side of the receiver."""
        return self.receiver.side.sent_definition(self.received_at)

    @cached_property
    def received_before(self) -> Shape:
        """The definition from which the path starts, on the side of the receiver, with this difference undone.

        Raises:
            PathError: nothing is at the end of the path, or several parts are.
            UndecidedError: a pattern would take too long.
        """
        whole = self.receiver.side.path_start(self.received_at)
        return with_shape_at(whole, self.received_at.path, self.undone)

    def sent_part(self, *, known_members_only: bool = False) -> Shape:
        """Return the sender's shape at the place. With `known_members_only`, classes that allow any additional members
        are read as if they allowed only the declared ones.

        Raises:
            PathError: nothing is at the end of the path, or several parts are.
            UndecidedError: a pattern would take too long.
        """
        start = self.sender.side.path_start(self.sent_at, known_members_only=known_members_only)
        return follow_path(start, self.sent_at.path)


class WireChecker:
    """Assessor of the effects that the differences of one comparison have on documents."""

    def __init__(self, schemas: ComparedSchemas, old: str, new: str) -> None:
        """Set up the checker.

        Args:
            schemas: both sides.
            old: name of the old side in witnesses.
            new: name of the new side in witnesses.
        """
        self._search = Search(work=MAX_WORK)
        self._parties = tuple(
            _Endpoint(name, side, WitnessChecker(side.spec, side.envelopes))
            for name, side in ((old, schemas.old), (new, schemas.new))
        )

    def assess(self, delta: Delta, way: Way) -> tuple[Level, Witness | None]:
        """Return the level of a difference for documents that are sent in one direction, with a witness or None. The
        level is `unknown` if the answer would take too long, if no work is left, or if the validator does not confirm
        the witness of a breaking difference.

        Raises:
            PathError: nothing is at the end of the path, or several parts are.
        """
        try:
            return self._find_level(delta, way)
        except UndecidedError:
            return "unknown", None

    def _find_level(self, delta: Delta, way: Way) -> tuple[Level, Witness | None]:
        """Return the level of a difference in one direction, with a witness or None.

        Raises:
            UndecidedError: the answer would take too long, or no work is left.
            PathError: nothing is at the end of the path, or several parts are.
        """
        self._search.spend_work(0)
        transfer = self._make_transfer(delta, way)
        if self._find_document([transfer.sent_part()], [transfer.changed]) == "none":
            return "safe", None
        reads_by_name = delta.what not in OPENNESS_DIFFERENCES
        part = forbid_undeclared_members(transfer.sent_part(known_members_only=reads_by_name), delta)
        if self._find_document([part], [transfer.changed]) == "none":
            return self._with_witness("risky", self._find_by_difference_alone(transfer, transfer.sent), transfer)
        sent = transfer.sender.side.sent_definition(transfer.sent_at, known_members_only=reads_by_name)
        outcome = self._find_by_difference_alone(transfer, sent)
        if not isinstance(outcome, FoundDocument):
            outcome = self._find_document([sent], [transfer.received])
            if isinstance(outcome, FoundDocument):  # prefer a witness of this difference alone
                alone = self._find_by_difference_alone(transfer, transfer.sent)
                outcome = alone if isinstance(alone, FoundDocument) else outcome
        if isinstance(outcome, FoundDocument):
            return self._with_witness("breaking", outcome, transfer)
        whole = self._find_document([transfer.sent], [transfer.received])
        return ("safe" if whole == "none" else "unknown" if whole == "unknown" else "risky"), None

    def assess_together(self, delta: Delta, way: Way) -> tuple[Level, Witness | None]:
        """Return the level of all alternatives that were added or removed together with the given one, with a witness
        or None. If the witness is a document of another alternative than the given one, return `safe` without a
        witness; `unknown` if this would take too long to decide.

        Raises:
            PathError: nothing is at the end of the path, or several parts are.
        """
        assert delta.effect is not None
        assert delta.together is not None
        level, witness = self.assess(replace(delta, effect=delta.together), way)
        place, own = (delta.old, delta.effect.backward) if way == "old_to_new" else (delta.new, delta.effect.forward)
        assert place is not None
        assert isinstance(own, Choice)
        try:
            is_own = witness is None or bool(place.path) or accepts(own.arms[-1], witness.document)
        except UndecidedError:
            return "unknown", None
        return (level, witness) if is_own else ("safe", None)

    def _make_transfer(self, delta: Delta, way: Way) -> _Transfer:
        assert delta.old is not None
        assert delta.new is not None
        assert delta.effect is not None
        old, new = self._parties
        if way == "old_to_new":
            return _Transfer(old, new, delta.old, delta.new, delta.effect.forward, delta.effect.backward)
        return _Transfer(new, old, delta.new, delta.old, delta.effect.backward, delta.effect.forward)

    def _find_document(self, inside: Sequence[Shape], outside: Sequence[Shape]) -> Outcome:
        return self._search.find_document(inside, outside)

    def _find_by_difference_alone(self, transfer: _Transfer, sent: Shape) -> Outcome:
        """Return the outcome of a search for a document that the receiver rejects, but would accept without this
        difference.

        Raises:
            PathError: nothing is at the end of the path, or several parts are.
            UndecidedError: a pattern would take too long.
        """
        return self._find_document([sent, transfer.received_before], [transfer.received])

    def _with_witness(self, level: Level, outcome: Outcome, transfer: _Transfer) -> tuple[Level, Witness | None]:
        """Return a level with its witness or None. Without a witness that the validator confirms, `breaking` becomes
        `unknown`.

        Raises:
            UndecidedError: a pattern would take too long, or no work is left.
            PathError: nothing is at the end of the path, or several parts are.
        """
        witness = self._make_witness(outcome.document, transfer) if isinstance(outcome, FoundDocument) else None
        return ("unknown" if witness is None and level == "breaking" else level), witness

    def _make_witness(self, document: JSONValue, transfer: _Transfer) -> Witness | None:
        """Make a witness from a document by leaving out needless parts. Return None if the validator does not confirm
        the witness.

        Raises:
            UndecidedError: a pattern would take too long, or no work is left.
            PathError: nothing is at the end of the path, or several parts are.
        """
        self._search.spend_work(json_size(document))
        sent, before, received = transfer.sent, transfer.received_before, transfer.received

        def is_witness(candidate: JSONValue) -> bool:
            return accepts(sent, candidate) and accepts(before, candidate) and not accepts(received, candidate)

        small = smallest_witness(document, is_witness, _required_members(sent, before))
        sender, receiver = transfer.sender, transfer.receiver
        sent_as, received_as = transfer.sent_at.root, transfer.received_at.root
        if not sender.checker.accepts(sent_as, small) or receiver.checker.accepts(received_as, small):
            return None
        rejected_as = receiver.checker.rejecting_definition(received_as, small)
        return Witness(small, sender.name, sent_as, receiver.name, rejected_as)


def forbid_undeclared_members(shape: Shape, delta: Delta) -> Shape:
    """Return the shape of an object whose member was added or removed, but without undeclared members if they may have
    any value, since one of them could have the name of that member. For any other difference, return the shape
    unchanged.

    An object that declares no members would otherwise be read as one that may contain anything.

    Raises:
        PathError: no alternative of the shape is an object, or several are.
        UndecidedError: a pattern would take too long.
    """
    if delta.what not in NAMING_DIFFERENCES:
        return shape
    record = record_in(shape)
    if delta.enveloped:  # the member exists, and may declare members itself
        member = record.member(delta.subject)
        record = record if member is None else record.with_shape(member.name, _close_memberless_record(member.shape))
    return record.with_extra(None) if is_anything(record.extra) else record


def _close_memberless_record(shape: Shape) -> Shape:
    atoms = alternatives(shape)
    if len(atoms) == 1 and isinstance(atoms[0], Record) and not atoms[0].members and is_anything(atoms[0].extra):
        return replace(atoms[0], extra=None)
    return shape


def smallest_witness(document: JSONValue, is_witness: Predicate, needed: Collection[str] = ()) -> JSONValue:
    """Return a document without the parts that a witness does not need. Return a document that is no witness unchanged.

    Args:
        document: the document to start from.
        is_witness: returns whether a document is a witness.
        needed: members of the outermost object that every witness needs.
    """
    if not is_witness(document):  # the search did not undo the difference: leave it as it is
        return document
    progress = True
    while progress:
        progress = False
        for candidate in _smaller_documents(document, needed):
            if json_size(candidate) < json_size(document) and is_witness(candidate):
                document, progress = candidate, True
                break
    return document


def _smaller_documents(document: JSONValue, needed: Collection[str] = ()) -> Iterator[JSONValue]:
    """Yield smaller documents. Each lacks one member or one item of a document, or has a shorter string in one place.

    Args:
        document: the document.
        needed: members of the outermost object to keep.
    """
    if isinstance(document, Mapping):
        for gone in document:
            if gone not in needed:
                yield {name: document[name] for name in document if name != gone}
        for name, value in document.items():
            for smaller in _smaller_documents(value):
                yield {**document, name: smaller}
    elif isinstance(document, list):
        for place in range(len(document)):
            yield [*document[:place], *document[place + 1 :]]
        for place, value in enumerate(document):
            for smaller in _smaller_documents(value):
                yield [*document[:place], smaller, *document[place + 1 :]]
    elif isinstance(document, str) and document:
        yield from ("", document[:1], document[: len(document) // 2])


def _required_members(*shapes: Shape) -> set[str]:
    """Return the members that an object must have to be in all of the shapes at once. A shape with an alternative that
    is no record does not count.

    Raises:
        UndecidedError: a pattern would take too long.
    """
    found: set[str] = set()
    for shape in shapes:
        atoms = alternatives(shape)
        if all(isinstance(atom, Record) for atom in atoms):
            needed = [set(atom.required) for atom in atoms if isinstance(atom, Record)]
            found |= needed[0].intersection(*needed[1:]) if needed else set[str]()
    return found
