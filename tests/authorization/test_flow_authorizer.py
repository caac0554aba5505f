"""A client over HTTP that gets its tokens by a flow, from an authorization server in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

import httpx2
import pytest

from mcp_bindings.authorization import (
    AuthorizationFlow,
    ClientCredentials,
    FetchPolicy,
    OpenUrl,
    Registration,
    Secret,
)
from mcp_bindings.transports import (
    AuthorizationFailedError,
    ClientConnection,
    FlowAuthorizer,
    FlowHttp,
    HttpTransport,
    flow_authorizer,
)
from mcp_bindings.transports.waiting import run_within_renewable
from tests.authorization.asgi_world import AsgiWorld
from tests.authorization.conftest import check
from tests.authorization.test_flow import DEFINED, NEWEST, world_for
from tests.authorization.world import (
    ENDPOINT,
    ENTERPRISE,
    IDENTITY,
    ISSUER,
    World,
    kinds,
    new_flow,
    new_profile,
)
from tests.revisions import HANDSHAKE
from tests.transports.services import NAMES, client

T = TypeVar("T")
AUTHORIZER_OPTIONS = ("sign_in", "provide_client", "signed_in", "patience", "http")


class Login:
    """A client, its server, and a user who signs in at once."""

    def __init__(self, revision: str = NEWEST, world: World | None = None, **options: Any) -> None:
        self.revision = revision
        self.world = world_for(revision) if world is None else world
        self.served = AsgiWorld(self.world)
        self.signed_in = 0
        given: dict[str, Any] = {name: options.pop(name) for name in AUTHORIZER_OPTIONS if name in options}
        self.flow: AuthorizationFlow = new_flow(revision, **options)
        given = {"sign_in": self.sign_in, "http": self.served.flow_http(self.flow), **given}
        self.authorizer = FlowAuthorizer(self.flow, **given)

    async def sign_in(self, step: OpenUrl) -> str | None:
        self.signed_in += 1
        await asyncio.sleep(0)
        return self.world.authorize(step.url)

    def connect(self, **options: Any) -> Any:
        http = httpx2.AsyncClient(transport=self.served.transport())
        return client(HttpTransport(ENDPOINT, http=http, authorizer=self.authorizer), self.revision, **options)

    def use(self, work: Any) -> Any:
        """Run a coroutine function with an open connection."""

        async def main() -> Any:
            async with self.connect() as connection:
                return await work(connection)

        return asyncio.run(main())


async def tools(connection: ClientConnection) -> list[str]:
    return [tool.name for tool in await connection.list_tools()]


@pytest.mark.parametrize("revision", DEFINED)
def test_the_user_signs_in_once(revision: str) -> None:
    login = Login(revision)
    assert login.use(tools) == list(NAMES)
    assert (login.signed_in, kinds(login.world)["token"]) == (1, 1)
    first, *others = login.served.tokens
    assert (first, len(set(others))) == ("", 1)
    assert others[0].startswith("Bearer access-")


@pytest.mark.parametrize("grant", [ClientCredentials(), ENTERPRISE])
def test_tokens_by_an_extension(grant: Any) -> None:
    async def provide_client(issuer: str) -> Registration | None:
        return Registration("machine", Secret("client-secret-1-of-one")) if issuer == ISSUER else None

    async def signed_in(issuer: str) -> Any:
        return IDENTITY if issuer == ENTERPRISE.issuer else None

    profile = new_profile(redirect_uri=None)
    login = Login(grant=grant, profile=profile, sign_in=None, provide_client=provide_client, signed_in=signed_in)
    assert login.use(tools) == list(NAMES)
    alone = Login(grant=grant, profile=profile, sign_in=None, provide_client=None)
    with pytest.raises(AuthorizationFailedError) as caught:
        alone.use(tools)
    assert caught.value.reason == "client information"


@pytest.mark.parametrize("revision", [each for each in DEFINED if each in HANDSHAKE][-1:])
def test_the_user_does_not_sign_in_to_end_a_session(revision: str) -> None:
    login = Login(revision)

    async def work(connection: ClientConnection) -> None:
        await tools(connection)
        login.world.valid.clear()
        login.world.refresh = None

    login.use(work)
    assert login.signed_in == 1


@pytest.mark.parametrize("revision", [each for each in DEFINED if each in HANDSHAKE][-1:])
def test_no_steps_are_performed_to_end_a_session(revision: str) -> None:
    now = [1_000_000.0]
    login = Login(revision, clock=lambda: now[0])

    async def work(connection: ClientConnection) -> None:
        await tools(connection)
        login.world.refresh = None
        now[0] += 4_000

    login.use(work)
    assert (login.signed_in, kinds(login.world)["token"]) == (1, 1)
    assert login.served.tokens[-1] == login.served.tokens[-2] != ""


def test_requests_at_the_same_time_share_a_sign_in() -> None:
    login = Login()

    async def many(connection: ClientConnection) -> list[list[str]]:
        login.world.valid.clear()
        login.world.refresh = None
        return await asyncio.gather(*(tools(connection) for _ in range(5)))

    assert login.use(many) == [list(NAMES)] * 5
    assert login.signed_in == 2


def test_a_call_that_needs_more_scopes() -> None:
    login = Login()

    async def call(connection: ClientConnection) -> Any:
        login.world.needed = {"files:write"}
        return (await connection.call_tool("echo", {"a": 1})).content[0].text

    assert login.use(call) == "{'a': 1}"
    assert login.world.requests[-1]["scope"] == "files:write"


def test_an_expired_token_is_refreshed_before_it_is_sent() -> None:
    now = [1_000_000.0]
    login = Login(clock=lambda: now[0])

    async def later(connection: ClientConnection) -> list[str]:
        now[0] += 4_000
        return await tools(connection)

    assert login.use(later) == list(NAMES)
    assert (login.signed_in, [form["grant_type"] for form in login.world.forms]) == (
        1,
        ["authorization_code", "refresh_token"],
    )


def failure(login: Login) -> str:
    with pytest.raises(AuthorizationFailedError) as caught:
        login.use(tools)
    check(caught.value)
    return caught.value.reason


def test_the_user_does_not_want_to() -> None:
    async def never(step: OpenUrl) -> str | None:
        return None

    async def for_ever(step: OpenUrl) -> str | None:
        await asyncio.Event().wait()
        return None

    assert failure(Login(sign_in=never)) == "access denied"
    assert failure(Login(sign_in=for_ever, patience=0.01)) == "access denied"
    assert failure(Login(sign_in=None)) == "access denied"


def test_requests_at_the_same_time_share_a_failed_sign_in() -> None:
    login, asked, opened = Login(), list[OpenUrl](), asyncio.Event()

    async def decline(step: OpenUrl) -> str | None:
        asked.append(step)
        opened.set()
        for _ in range(20):
            await asyncio.sleep(0)
        return None

    setattr(login.authorizer, "_sign_in", decline)  # noqa: B010 - private

    async def ask() -> str:
        try:
            sent = await login.authorizer.headers(ENDPOINT)
            await login.authorizer.handle_response(ENDPOINT, 401, login.world.request({})[1], "", sent)
        except AuthorizationFailedError as error:
            return error.reason
        return ""

    async def main() -> list[str]:
        early = [asyncio.create_task(ask()) for _ in range(2)]
        await opened.wait()
        return await asyncio.gather(*early, *(ask() for _ in range(3)))

    assert (run(main()), len(asked)) == (["access denied"] * 5, 1)
    assert (run(ask()), len(asked)) == ("access denied", 2)


def test_a_declined_scope_does_not_fail_other_requests() -> None:
    login, opened = Login(), asyncio.Event()

    async def work(connection: ClientConnection) -> list[str]:
        async def decline(step: OpenUrl) -> str | None:
            opened.set()
            login.world.needed.clear()
            for _ in range(20):
                await asyncio.sleep(0)
            return None

        setattr(login.authorizer, "_sign_in", decline)  # noqa: B010 - private
        login.world.needed = {"files:write"}
        declined = asyncio.create_task(connection.call_tool("echo", {}))
        await opened.wait()
        found = await tools(connection)
        with pytest.raises(AuthorizationFailedError):
            await declined
        return found

    assert login.use(work) == list(NAMES)


def test_a_sign_in_that_fails_can_be_tried_again() -> None:
    login = Login()

    async def broken(step: OpenUrl) -> str | None:
        raise ConnectionError("no browser can be opened")

    setattr(login.authorizer, "_sign_in", broken)  # noqa: B010 - private
    with pytest.raises(ConnectionError, match="no browser"):
        login.use(tools)
    assert not login.authorizer.is_authorizing
    setattr(login.authorizer, "_sign_in", login.sign_in)  # noqa: B010 - private
    assert login.use(tools) == list(NAMES)


@pytest.mark.parametrize("error", [TimeoutError("the database is slow"), OSError("the database is down")])
def test_an_error_of_the_program_reaches_it_unchanged(error: Exception) -> None:
    async def fail(step: OpenUrl) -> str | None:
        raise error

    with pytest.raises(type(error), match="database"):
        Login(sign_in=fail).use(tools)


def test_a_server_whose_tokens_do_not_help() -> None:
    login = Login()
    login.world.rejects_all = True
    assert failure(login) == "token rejected"


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def test_a_sign_in_goes_on_when_its_request_is_cancelled() -> None:
    login = Login()
    opened, returned = asyncio.Event(), asyncio.Event()

    async def slowly(step: OpenUrl) -> str | None:
        opened.set()
        await returned.wait()
        return await login.sign_in(step)

    setattr(login.authorizer, "_sign_in", slowly)  # noqa: B010 - private

    async def main() -> None:
        sent = await login.authorizer.headers(ENDPOINT)
        challenge = login.world.request({})[1]
        task = asyncio.create_task(login.authorizer.handle_response(ENDPOINT, 401, challenge, "", sent))
        await opened.wait()
        assert login.authorizer.is_authorizing
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        returned.set()
        assert (await login.authorizer.headers(ENDPOINT))["Authorization"].startswith("Bearer access-")

    run(main())
    assert login.signed_in == 1


def test_a_token_goes_to_the_endpoint_and_below_it_only() -> None:
    login = Login()
    login.use(tools)

    async def at(url: str) -> bool:
        return bool(await login.authorizer.headers(url))

    ours = [ENDPOINT, f"{ENDPOINT}/", f"{ENDPOINT}/below", f"{ENDPOINT}?a=b", "https://mcp.example.com:443/mcp"]
    others = [
        "https://mcp.example.com/",
        f"{ENDPOINT}2",
        "https://mcp.example.com:8443/mcp",
        "http://mcp.example.com/mcp",
    ]
    others += ["https://evil.example.org/mcp", f"{ENDPOINT}/../x", "https://mcp.example.com@evil.example.org/mcp", "x"]
    assert [url for url in ours if not run(at(url))] == []
    assert [url for url in others if run(at(url))] == []

    async def challenged(url: str) -> bool:
        sent = await login.authorizer.headers(url)
        return await login.authorizer.handle_response(url, 401, login.world.request({})[1], "", sent)

    assert not run(challenged("https://evil.example.org/mcp"))
    assert login.signed_in == 1


def test_waiting_for_a_user() -> None:
    reasons = iter([True, True, False])
    done = asyncio.Event()

    def may_go_on() -> bool:
        if not next(reasons):
            done.set()
        return True

    async def work() -> str:
        await done.wait()
        return "done"

    assert run(run_within_renewable(work(), 0.001, may_go_on)) == "done"
    with pytest.raises(asyncio.TimeoutError):
        run(run_within_renewable(asyncio.sleep(100), 0.001, lambda: False))


def test_discovery_is_bounded_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flow_authorizer, "_DISCOVERY_SECONDS", 0.05)
    world = World()
    asked: list[str] = []
    world.challenge = "Bearer"

    class Slow(FlowHttp):
        async def get(self, url: str, headers: Any) -> tuple[int, bytes]:
            asked.append(url)
            if len(asked) > 3:
                await asyncio.Event().wait()
            return world.get(url)

    world.resource["authorization_servers"] = [f"https://as-{number}.example.net/a/b" for number in range(9)]
    login = Login(world=world, http=Slow(FetchPolicy()))
    assert failure(login) == "no server metadata"
    assert len(asked) == 4, "of thirteen"
    assert login.flow.state != "ended"
    world.resource["authorization_servers"] = [ISSUER]
    setattr(login.authorizer, "_http", login.served.flow_http(login.flow))  # noqa: B010 - private
    assert login.use(tools) == list(NAMES)


def test_an_accepted_operation_may_need_more_scopes_later() -> None:
    login = Login()

    async def work(connection: ClientConnection) -> None:
        for scope in "abcd":
            login.world.needed = {scope}
            await connection.call_tool("echo", {})

    login.use(work)
    assert login.signed_in == 5
