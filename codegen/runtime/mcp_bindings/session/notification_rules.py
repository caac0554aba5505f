"""Check each notification against the request, subscription or task that it is about, and record its content."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..errors import quote_value
from ..json_values import member_at
from ..spec.names import (
    ACKNOWLEDGED,
    LISTEN,
    LOG_LEVELS,
    META,
    PROGRESS_KEY,
    SUBSCRIPTION_KEY,
    Sender,
)
from .errors import FindingCollector, Violation
from .profile import MethodProfile, RevisionProfile, other_side
from .request_table import TASK_METHODS, RequestTable
from .states import FREE
from .subscription_rules import (
    check_acknowledgement,
    check_subscribed_notification,
    find_stray_violation,
    list_promised_members,
)
from .task_rules import find_related_task_violation


class NotificationRules:
    """The rules for cancellations, progress reports, log messages, and notifications about subscriptions and tasks.

    Args:
        requests: the requests of each side.
        collector: notes the violations for which a notification is not refused.
        in_order: whether messages arrive in the order in which they were sent.
    """

    __slots__ = ("_collector", "_in_order", "_requests")

    def __init__(self, requests: Mapping[Sender, RequestTable], collector: FindingCollector, *, in_order: bool) -> None:
        self._requests = requests
        self._collector = collector
        self._in_order = in_order

    def record_cancellation(
        self, params: Mapping[str, Any], sender: Sender, profile: RevisionProfile, arrived: bool
    ) -> str | None:
        """Check and record a cancellation. A side cancels its requests, a server also the subscriptions of the client.

        Returns:
            The reason why the cancellation is ignored; None if the cancellation has an effect.

        Raises:
            Violation: this side cancels a request that is not in progress, a notification cannot cancel the request, or
                the collector refuses another violation.
        """
        id_ = params.get("requestId")
        if id_ is None:
            text = "the notification names no request; a task is ended by tasks/cancel"
            self._collector.note_sender_violation(Violation("cancel.request-id", text), arrived=arrived)
            return "it names no request"
        requests, actor = self._requests[sender], "requestor"
        if profile.era == "per-request" and sender == "server":
            requests, actor = self._requests["client"], "receiver"
        pending = requests.waiting.get(id_)
        era = profile.era if pending is None else pending.profile.era
        if era == "per-request" and sender == "client" and not self._in_order:
            text = "over HTTP a request is cancelled by closing its stream"
            self._collector.note_sender_violation(Violation("cancel.stream", text), arrived=arrived)
        if pending is None:
            if arrived:
                return "no such request is in progress"
            raise Violation(
                "cancel.own-request", f"no request of this side with the id {quote_value(id_)} is in progress"
            )
        method = pending.method
        if not method.info.cancellable:
            raise Violation("cancel.initialize", f"{method.name} cannot be cancelled")
        if pending.is_task:
            raise Violation("cancel.task", "a request that runs as a task is ended by tasks/cancel")
        if actor == "receiver" and method.first_name != LISTEN:
            raise Violation("cancel.own-request", "a server can cancel no request but subscriptions/listen")
        if pending.related_task is not None and method.first_name not in TASK_METHODS:
            self._collector.refuse_or_note(find_related_task_violation(params, pending.related_task), arrived=arrived)
        # A subscription that the server ends has a result too, before or after the cancellation:
        # /specification/2026-07-28/basic/patterns/subscriptions#graceful-closure.
        ends = pending.find_next_state("cancel", actor) == FREE
        if arrived or not ends:
            requests.abandon_request(pending)
        else:
            requests.complete_request(pending)
        if ends and self._collector.checks_sender_rules(arrived):
            requests.ended_by_receiver.add(pending.id)
        return None

    def record_progress(self, method: str, params: Mapping[str, Any], sender: Sender, arrived: bool) -> str | None:
        """Check and record a progress report of a side on a request of the other side.

        Returns:
            The reason why the report is ignored; None if the report has an effect.

        Raises:
            Violation: no active request has the token, the method of the request has no progress, or the collector
                refuses another violation, such as a progress that does not increase.
        """
        requests = self._requests[other_side(sender)]
        token, progress = params[PROGRESS_KEY], params["progress"]
        if META in params:
            self._collector.note_violation(
                find_stray_violation(method, params, self._requests["client"].waiting), arrived=arrived
            )
        pending = requests.tokens.get(token)
        if pending is None:
            if arrived and (token in requests.abandoned_tokens or not self._in_order):
                return "the request has ended"
            raise Violation("progress.token-active", f"no active request has the progress token {quote_value(token)}")
        asked = pending.method
        if not asked.info.progress:
            raise Violation("progress.token-active", f"no progress is reported on {asked.name}")
        if pending.progress is not None and not progress > pending.progress:
            if arrived and not self._in_order:
                return "a later report has arrived before it"
            text = f"progress must increase, but {quote_value(progress)} follows {quote_value(pending.progress)}"
            self._collector.refuse_or_note(Violation("progress.increases", text), arrived=arrived)
        # Over HTTP a report may have been sent before the result that created the task, and arrive after it.
        is_early = pending.is_task and arrived and not self._in_order
        if pending.related_task is not None and not is_early and asked.first_name not in TASK_METHODS:
            self._collector.refuse_or_note(find_related_task_violation(params, pending.related_task), arrived=arrived)
        pending.progress = progress
        return None

    def check_log_message(
        self,
        method: str,
        params: Mapping[str, Any],
        profile: RevisionProfile,
        log_level: str | None,
        arrived: bool,
    ) -> None:
        """Check that a log message of a server is at least as serious as a level that the client asked for.

        In revisions with a handshake the level is a recommendation, so a receiver does not check the log message. The
        level of a message that may have arrived out of order is not checked either.

        Pages: /specification/2025-11-25/server/utilities/logging#setting-log-level,
        /specification/2026-07-28/server/utilities/logging#per-request-log-level.

        Args:
            method: the method of the notification.
            params: the params of the notification.
            profile: the profile of the notification's revision.
            log_level: the level that the client asked for in the session; None if the client asked for no level.
            arrived: whether the message has arrived from the peer.

        Raises:
            Violation: the collector refuses a message that is less serious than every level that the client asked for,
                or this side sends a message that names a subscription.
        """
        level, client = params["level"], self._requests["client"]
        if META in params:
            self._collector.note_violation(find_stray_violation(method, params, client.waiting), arrived=arrived)
        if arrived and not self._in_order:
            return
        if profile.era == "handshake":
            if log_level is not None and not _is_serious_enough(level, [log_level]):
                fault = _make_log_level_violation(level)
                fault.level = "warning"
                self._collector.note_sender_violation(fault, arrived=arrived)
        elif not _is_serious_enough(level, client.log_levels) and not (arrived and len(client.abandoned)):
            self._collector.refuse_or_note(_make_log_level_violation(level), arrived=arrived)

    def record_subscription_notification(
        self,
        method: MethodProfile,
        params: Mapping[str, Any],
        capabilities: Mapping[str, Any] | None,
        arrived: bool,
    ) -> str | None:
        """Check and record a notification of a server on the stream of a subscription.

        Args:
            method: the profile of the acknowledgement, or of a notification that a subscription may ask for.
            params: the params of the notification.
            capabilities: the declared capabilities of the server; None if they are not known.
            arrived: whether the notification has arrived from the peer.

        Returns:
            The reason why the notification is ignored; None if the notification has an effect.

        Raises:
            Violation: the subscription does not exist, did not ask for the notification or allows none of its kind now;
                the notification is one of this side and was not promised; or an acknowledgement promises what was not
                asked for, or what the server has not declared and the collector refuses.
        """
        client = self._requests["client"]
        id_ = member_at(params, META, SUBSCRIPTION_KEY)
        pending = client.waiting.get(id_)
        if pending is None or pending.method.first_name != LISTEN:
            if arrived and id_ is not None and (id_ in client.abandoned or not self._in_order):
                return "the subscription has ended"
            raise Violation("subscription.id-tag", f"the _meta of {method.name} has the id of no subscription")
        if method.first_name == ACKNOWLEDGED:
            check_acknowledgement(params, pending, capabilities, self._collector, arrived=arrived)
            pending.state = pending.find_next_state("acknowledge")
            pending.acknowledged = list_promised_members(params, pending)
        else:
            next_state = pending.find_next_state("change")
            check_subscribed_notification(method.name, params, pending, self._collector, arrived=arrived)
            pending.state = next_state
        return None

    def record_task_status(self, params: Mapping[str, Any], sender: Sender, arrived: bool) -> None:
        """Check and record a side's report on the state of a task. A request of the other side has created the task.

        Raises:
            Violation: the task had already ended in another state.
        """
        requests = self._requests[other_side(sender)]
        requests.tasks.check_transitions([params], ordered=self._in_order or not arrived)
        requests.record_task_states([params])


def _make_log_level_violation(level: str) -> Violation:
    return Violation("log.level", f"no log message of level {level} was asked for")


def _is_serious_enough(level: str, wanted: Iterable[str]) -> bool:
    """Return whether a level is at least as serious as one of the levels that were asked for."""
    return any(LOG_LEVELS.index(level) >= LOG_LEVELS.index(least) for least in wanted)
