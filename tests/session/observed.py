"""A world with an observer beside each end, which must see every message as the session of that end does.

The observer beside an end hears what the end sends, and what reaches it. A message that the session refuses to send is
given to a copy of the observer, which must blame the end; a message that the session rejects, the observer must reject
for the same rule.
"""

from __future__ import annotations

import copy
import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Any

import mcp_bindings as mb
from mcp_bindings.extensions import Extension, tasks
from mcp_bindings.limits import DEFAULT
from mcp_bindings.session import Ignored, request_table
from mcp_bindings.session.errors import RemoteProtocolError
from mcp_bindings.session.events import OutgoingRequest
from mcp_bindings.session.input_rounds import InputRound
from mcp_bindings.session.observer.events import Observed
from mcp_bindings.session.observer.observer import Observer
from mcp_bindings.session.profile import revision_profile
from mcp_bindings.spec.names import Sender, Transport
from tests.session.ends import Actor, Link, Parcel, frozen, text
from tests.session.model import Expectation
from tests.session.steps import Steps
from tests.session.tables import PER_REQUEST, REVISIONS, Side, other
from tests.session.world import Choose
from tests.soak.tally import Tally

JSON = Any

EXCUSES = (
    "the request was not taken",
    "a request that was not taken may have asked for it",
    "the acknowledgement was not taken",
)
"""Why an observer ignores what follows from a message that may not be sent: it has heard it, its session has not."""

OF_UNKNOWN_VERSION = "the message may belong to a request in a version that the observer does not know"
"""Why an observer ignores a notification, since only the server knows which request it belongs to."""

UNKNOWN = (
    "the observer does not know the version that the request names",
    "the sides may have agreed on methods that the observer does not know",
    OF_UNKNOWN_VERSION,
)
"""Why an observer ignores a message that a session rejects, since the session knows what its own side has."""

UNSEEN: Mapping[str, str] = {
    "answer.known": "a peer that gave up the request takes the answer as late",
    "cancel.no-response": "the cancellation may have crossed the answer",
    "cancel.own-request": "the cancellation may have crossed the answer",
    "elicitation.complete": "over HTTP the request may come after its completion",
    "input.answers": "the round of input may be one that was not heard",
    "input.new-id": "the round of input may be one that was not heard",
    "input.request": "the round of input may be one that was not heard",
    "input.state": "the round of input may be one that was not heard",
    "log.level": "the request for the level may have crossed the message, or its response comes on another stream",
    "method": "an extension that a side declares may have it",
    "progress.increases": "over HTTP reports may overtake each other",
    "progress.token-active": "the report may have crossed the cancellation, or the answer over HTTP",
    "subscription.id-tag": "over HTTP a notification may come after the end of its subscription",
    "task.related": "over HTTP a report may come after the result that created its task",
    "task.transitions": "over HTTP reports may overtake each other",
}
"""Rules that the sender of a message knows it breaks, and nobody else can tell for certain, with the reasons."""

OF_A_SIDE: Mapping[str, str] = {
    "cancel.no-response": UNSEEN["cancel.no-response"],
    "version": "only the side itself knows which versions it speaks",
}
"""Rules that an observer may never see broken, with the reasons."""


class ObservedSteps(Steps):
    """Steps with an observer beside each end."""

    _is_paused = False
    """Whether a session is between two states that its observer sees together."""

    def __init__(self, choose: Choose, tally: Tally, seed: int) -> None:
        super().__init__(choose, tally, seed)
        known = self.extensions_of(self.extended[0]) if self.extended else []
        self.between = Observer(transport=transport_of(self.transport), extensions=known)
        self._chance = random.Random(seed)  # not `choose`, so that the game is the same as without observers

    def _actor(self, role: Side) -> Actor:
        actor = super()._actor(role)
        known: dict[Sender, JSON] = {"server": self.capabilities["server"]} if role == "server" else {}
        self.observers()[id(actor)] = Observer(
            revisions=self.spoken[role],
            transport=transport_of(self.transport),
            capabilities=known,
            extensions=self.extensions_of(role),
        )
        return actor

    def observers(self) -> dict[int, Observer]:
        if not hasattr(self, "_observers"):
            self._observers: dict[int, Observer] = {}
        return self._observers

    def beside(self, actor: Actor) -> Observer:
        """The observer beside an end."""
        observer = self.observers()[id(actor)]
        if actor.session.state == "closed" and observer.state != "closed":
            observer.close()
        return observer

    # What an end sends

    def check_step(
        self,
        kind: str,
        actor: Actor,
        expected: Expectation,
        call: Callable[[], bytes | OutgoingRequest | None],
        what: object,
    ) -> bytes | None:
        before = set(actor.session.pending), set(actor.session.peer_requests)
        data = super().check_step(kind, actor, expected, call, what)
        is_message = isinstance(what, dict) and "jsonrpc" in what and kind != "request by default"  # it gets another id
        if expected.rules and is_message and self.kept is None and actor.model.state != "closed":
            self._attempted(actor, what, expected)
        elif expected.legal and data is None:  # over HTTP a client cancels without a message
            for id_ in before[0] - set(actor.session.pending):
                self.beside(actor).lost(id_, actor.role)
        return data

    def _attempted(self, actor: Actor, document: JSON, expected: Expectation) -> None:
        """Let the observer hear a message that its end may not send."""
        observer = self.beside(actor)
        double, untouched = fork(observer), fork(observer)
        (event,) = double.hear(text(document), actor.role)
        is_read_alike = event.revision is not None and event.revision.id == self.revision_of(actor, document)
        self.count_violation("attempted", actor, event, expected, is_read_alike=is_read_alike)
        if event.verdict == "rejected":
            before = self._after_loss(untouched, event) if self._ends_request(event) else observer_snapshot(untouched)
            self.check_unchanged(actor, double, before, event)
            if not self._ends_request(event):  # the session still waits for a valid answer
                observer.hear(text(document), actor.role)

    def send(self, actor: Actor, link: Link, data: bytes) -> None:
        kept = self.kept
        super().send(actor, link, data)
        if kept is None:
            for event in self.beside(actor).hear(data, actor.role):
                assert event.verdict != "rejected", f"{actor.role} may send it, but {event}\n{data!r}"
                self.count_heard("sent", event)

    # What reaches an end

    def receive(self, actor: Actor, parcel: Parcel) -> object:
        observer = self.beside(actor)
        untouched = fork(observer) if self._is_answer(observer, actor, parcel) else None
        before = observer_snapshot(observer)
        event = super().receive(actor, parcel)
        is_rejected = isinstance(event, mb.ProtocolError)
        # A session ignores a message about a request that an injected answer, which it alone has seen, has ended.
        is_taken = not is_rejected and not isinstance(event, Ignored)
        assert not (is_taken and parcel.blamed), f"the session takes what the observer rejects: {parcel}"
        heard = observer.hear(parcel.data, other(actor.role), headers=parcel.headers)
        if isinstance(event, mb.Batch):
            self._hold_batch(event, heard, parcel)
        else:
            (one,) = heard
            self._hold_verdict(event, one, actor, parcel)
            if one.verdict == "rejected":
                if untouched is not None and self._ends_request(one):
                    before = self._after_loss(untouched, one)
                self.check_unchanged(actor, observer, before, one)
        return event

    @staticmethod
    def _is_answer(observer: Observer, actor: Actor, parcel: Parcel) -> bool:
        """Whether a text answers a request that waits, as a text may that its observer rejects."""
        with suppress(mb.ProtocolError):
            envelope = mb.read_envelope(parcel.data)
            return envelope.kind != "notification" and envelope.id in observer.waiting[actor.role]
        return b'"method"' not in parcel.data

    def _hold_verdict(self, event: object, heard: Observed, actor: Actor, parcel: Parcel) -> None:
        what = f"{heard}\n{event!r} {getattr(event, 'rule', '')}\n{parcel.data!r}"
        if isinstance(event, mb.ProtocolError):
            if heard.reason in EXCUSES or heard.reason in UNKNOWN:
                self.tally.count("excused", getattr(event, "rule", ""))
                return
            assert heard.verdict == "rejected", f"the session rejects it: {what}"
            first = heard.findings[0]
            assert (first.side, first.rejects) == (heard.sender, True), f"the sender is to blame: {what}"
            if isinstance(event, RemoteProtocolError):
                assert first.rule == event.rule, f"another rule: {what}"
            else:
                assert first.rule in ("message.valid", "method", "batch"), what
            assert heard.error is not None
            assert (heard.error.code, heard.error.id) == (event.code, event.id), what
            self.tally.count("violations", "arrived", first.rule)
            return
        expected = "ignored" if isinstance(event, Ignored) else "taken"
        assert heard.verdict == expected, f"the session takes it otherwise: {what}"
        noted = {each.rule for each in actor.session.findings}
        found = {each.rule for each in heard.findings if each.kind == "session"}
        assert noted <= found, f"the session notes {noted}: {what}"
        for each in heard.findings:
            assert (each.side, each.rejects) == (heard.sender, False), f"the sender is to blame: {what}"
        for rule in noted:
            self.tally.count("violations", "noted", rule)
        self.count_heard("received", heard)

    def _hold_batch(self, batch: mb.Batch, heard: tuple[Observed, ...], parcel: Parcel) -> None:
        excused = [each for each in heard if each.reason in EXCUSES]
        kept = [each for each in heard if each.verdict != "ignored" or each in excused]
        assert len(kept) == len(batch), f"{kept} {batch.items} {parcel.data!r}"
        for item, each in zip(batch, kept, strict=True):
            assert isinstance(item, mb.ProtocolError) == (each.verdict != "taken"), f"{item!r} {each}"
            if isinstance(item, RemoteProtocolError) and each not in excused:
                assert each.findings[0].rule == item.rule
            if each.verdict == "rejected":
                self.tally.count("violations", "arrived", each.findings[0].rule)

    @staticmethod
    def _ends_request(event: Observed) -> bool:
        """Whether a rejected answer ends its request."""
        return event.request is not None and event.request.method != "initialize"

    def _answer_refusal(self, actor: Actor, link: Link, parcel: Parcel, event: object) -> None:
        super()._answer_refusal(actor, link, parcel, event)
        assert isinstance(event, mb.ProtocolError)
        reply = event.to_bytes()
        if reply is not None:
            (heard,) = self.beside(actor).hear(reply, actor.role)
            assert heard.verdict == "ignored", f"an answer to a rejected request is a fault: {heard}"

    def _take_status(self, parcel: Parcel) -> None:
        if self.client.model.local_requests.waiting.get(parcel.id) is not None:
            for event in self.beside(self.client).hear(parcel.data, "server", http_status=parcel.status):
                assert event.verdict == "taken", event
        super()._take_status(parcel)

    def give_up(self) -> bool:
        actors = [actor for actor, _ in self.ends()]
        before = [set(actor.session.pending) for actor in actors]
        self._is_paused = True
        done = super().give_up()
        self._is_paused = False
        for actor, ids in zip(actors, before, strict=True):
            for id_ in ids - set(actor.session.pending):
                self.beside(actor).lost(id_, actor.role)
        return done

    # Between the ends

    def take_step(self, kind: str) -> None:
        super().take_step(kind)
        for link in self.links:
            if self._chance.random() < 0.5:
                self._hear_next(link.up, "client")
            if self._chance.random() < 0.5:
                self._hear_next(link.down, "server")

    def deliver(self, link: Link, direction: str) -> bool:
        queue = link.up if direction == "up" else link.down
        if queue and not queue[0].heard:
            self._hear_next(queue, "client" if direction == "up" else "server")
        return super().deliver(link, direction)

    def _hear_next(self, queue: deque[Parcel], sender: Side) -> None:
        """Let the observer between the ends hear the next text on its way, which its sender was allowed to send."""
        parcel = next((each for each in queue if not each.heard), None)
        if parcel is None:
            return
        parcel.heard = True
        if parcel.kind != "end":
            status = parcel.status or None
            for event in self.between.hear(parcel.data, sender, headers=parcel.headers, http_status=status):
                self.tally.count("heard between the ends", event.verdict)
                parcel.blamed = parcel.blamed or event.verdict == "rejected"
                self.log.append(f"between: {event.verdict} {parcel.data[:200]!r} {event.findings}")

    # Comparing

    def settle(self, actor: Actor) -> None:
        super().settle(actor)
        if id(actor) not in self.observers() or self.kept is not None or self._is_paused:
            return  # the messages of a batch are heard together
        observer, session = self.beside(actor), actor.session
        found = [observer.state, dict(observer.waiting[actor.role]), dict(observer.waiting[other(actor.role)])]
        unanswered = dict(session.peer_requests)
        if actor.role == "server" and actor.model.settled is not None:
            # The client does not wait any more for answers of the era that was not settled.
            waiting = actor.model.peer_requests.waiting
            unanswered = {id_: name for id_, name in unanswered.items() if waiting[id_].revision != PER_REQUEST}
        expected = [session.state, dict(session.pending), unanswered]
        assert found == expected, f"the observer beside the {actor.role} holds {found}, the session {expected}"
        self.tally.count("states compared")

    def count_violation(
        self, kind: str, actor: Actor, event: Observed, expected: Expectation, *, is_read_alike: bool
    ) -> None:
        """Check the verdict on a message that a session refuses to send."""
        rules = {each.rule if each.kind == "session" else "message.valid" for each in event.findings}
        rules |= {"meta.version"} & expected.rules if "version" in rules else set()
        assert {each.side for each in event.findings} <= {actor.role}, f"the {actor.role} has sent it: {event}"
        if event.reason in (OF_UNKNOWN_VERSION, *EXCUSES):
            self.tally.count("excused", *sorted(expected.rules))
            return
        if not rules & expected.rules:
            if event.request is not None and event.request.method != "initialize" and self._may_be_probe(actor):
                self.tally.count("answers of any era", *sorted(expected.rules))
                return
            if not is_read_alike:
                # A peer that speaks both eras reads messages that name no version as the older era has them.
                self.tally.count("another revision", event.verdict, *sorted(expected.rules))
                return
            unseen = [rule for rule in expected.rules if rule in UNSEEN or rule in OF_A_SIDE]
            assert unseen, f"breaks {sorted(expected.rules)}, not {sorted(rules)}: {event}"
            assert event.verdict != "rejected", f"breaks {sorted(expected.rules)}, not {sorted(rules)}: {event}"
            for rule in unseen:
                self.tally.count("unseen", rule)
            return
        for rule in rules & expected.rules:
            self.tally.count("violations", kind, rule)

    def _may_be_probe(self, actor: Actor) -> bool:
        """Whether nothing has shown yet which era the server speaks, so that its answer may be that of either."""
        observer = self.beside(actor)
        return actor.role == "server" and observer.revision is None and observer.state == "new"

    @staticmethod
    def _after_loss(observer: Observer, event: Observed) -> object:
        """The state of an observer that has not heard a rejected answer, and gives up the request."""
        assert event.request is not None
        observer.lost(event.request.id, event.request.sender)
        return observer_snapshot(observer)

    def check_unchanged(self, actor: Actor, observer: Observer, before: object, event: Observed) -> None:
        """Compare the state of an observer that has rejected a message with that of one that has not heard it."""
        same = observer_snapshot(observer) == before
        assert same, f"a rejected message changes the observer beside the {actor.role}: {event}"
        self.tally.count("states after a violation")

    def count_heard(self, kind: str, event: Observed) -> None:
        self.tally.count("heard", kind, event.verdict)


def transport_of(name: str) -> Transport:
    """The transport of a world, for an observer."""
    return "http" if name == "http" else "stdio"


def _tables() -> Iterator[object]:
    extensions: tuple[tuple[Extension, ...], ...] = ((), (tasks.EXTENSION,))
    yield tasks.EXTENSION
    for version, used in product(REVISIONS, extensions):
        profile = revision_profile(version, used)
        yield profile
        yield profile.revision
        for sides in (profile.requests, profile.notifications):
            for methods in sides.values():
                yield from methods.values()
        yield from profile.embedded_requests.values()


def state_of(observer: Observer) -> Any:
    """The private part of an observer."""
    return vars(observer)["_observer_state"]


def observer_snapshot(observer: Observer) -> object:
    """The state of an observer, as comparable values, without its memory of what it has rejected."""
    tracker = state_of(observer).revisions
    known = tracker.agreed, tracker.shown_profile, tracker.opening_profile
    return frozen(state_of(observer).state), [profile and profile.id for profile in known], observer.session_id


def fork(observer: Observer) -> Observer:
    """A copy of an observer, which shares only what never changes."""
    state = state_of(observer).state
    kept: list[object] = [*_TABLES, *state.input_rounds._rounds.values(), *state._elicitations._expected.values()]
    for requests in state.requests.values():
        kept += [each.params for each in (*requests.waiting.values(), *requests.task_requests.values())]
    return copy.deepcopy(observer, {id(each): each for each in kept})


_TABLES = [*_tables(), DEFAULT, vars(request_table)["_NO_PARAMS"], InputRound._field_defaults["elicitations"]]
