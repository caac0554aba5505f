"""`--sign-in`: the user signs in once for a check of a server over HTTP that asks for a token."""

from __future__ import annotations

import threading
import urllib.request
import webbrowser
from collections.abc import Generator
from typing import Any

import pytest
import uvicorn

from tests.authorization.asgi_world import AsgiWorld
from tests.authorization.world import World, kinds
from tests.cli.run import mistake, run
from tests.reference.processes import free_port
from tests.revisions import HANDSHAKE, PER_REQUEST

REVISIONS = (HANDSHAKE[-1], PER_REQUEST[-1])
OPTIONS = ("--skip", "read", "--skip", "wrong", *(word for each in REVISIONS for word in ("--revision", each)))


class Browser(webbrowser.BaseBrowser):
    """A browser whose user signs in at once."""

    def __init__(self, world: World) -> None:
        super().__init__("test")
        self.world = world
        self.opened = 0

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.opened += 1
        redirect = self.world.authorize(url)
        with urllib.request.urlopen(redirect, timeout=10) as response:
            response.read()
        return True


@pytest.fixture
def world() -> Generator[World]:
    """A protected server and its authorization server, on a loopback port."""
    port = free_port()
    found = World(f"http://127.0.0.1:{port}/mcp", f"http://127.0.0.1:{port}")
    config = uvicorn.Config(AsgiWorld(found), host="127.0.0.1", port=port, log_level="critical", lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        thread.join(0.01)
    yield found
    server.should_exit = True
    thread.join()


@pytest.fixture
def browser(world: World, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """The browser of this machine."""
    found = Browser(world)
    monkeypatch.setattr(webbrowser, "_tryorder", ["test"])
    monkeypatch.setattr(webbrowser, "_browsers", {"test": [None, found]})
    return found


def test_the_user_signs_in_once_for_all_revisions(world: World, browser: Browser) -> None:
    done = run("server", "check", "--sign-in", *OPTIONS, world.endpoint)
    assert (done.code, browser.opened) == (0, 1), done
    assert [line for line in done.out.splitlines() if ": no findings" in line] == [
        *(f"{each}: no findings" for each in REVISIONS),
        f"speaks {', '.join(REVISIONS)}: no findings",
    ]
    assert done.err.startswith(f"sign in with your browser: {world.issuer}/authorize?")
    assert "secret" not in done.out + done.err
    assert kinds(world)["register"] == 1


def test_a_client_id_is_not_registered(world: World, browser: Browser) -> None:
    del world.server["registration_endpoint"]
    assert "needs a client id" in mistake("server", "check", "--sign-in", *OPTIONS, world.endpoint)
    done = run("server", "check", "--sign-in", "--client-id", "mine", *OPTIONS, world.endpoint)
    assert (done.code, browser.opened) == (0, 1), done
    assert world.requests[0]["client_id"] == "mine"


def test_lists_of_a_server_that_asks_for_a_token(world: World, browser: Browser, tmp_path: Any) -> None:
    file = tmp_path / "server.lock.json"
    assert run("server", "lock", "--sign-in", "--output", file, world.endpoint).code == 0
    assert run("server", "compare", "--sign-in", "--fail-on", "any", file, world.endpoint).code == 0
    assert browser.opened == 2, "once for each command"


@pytest.mark.parametrize("command", ["check", "lock"])
def test_a_sign_in_that_fails_is_not_repeated(command: str, world: World, browser: Browser) -> None:
    world.token_error = (400, "unsupported_grant_type")
    assert "the sign-in has failed" in mistake("server", command, "--sign-in", world.endpoint)
    assert browser.opened == 1


def test_without_a_sign_in_the_mend_is_named(world: World) -> None:
    problem = mistake("server", "check", *OPTIONS, world.endpoint)
    assert "the server asks for a token: add --sign-in" in problem
    assert "HTTP status 401" in problem


def test_the_metadata_of_the_resource_is_checked(world: World, browser: Browser) -> None:
    def find_errors(*options: str) -> list[str]:
        done = run("server", "check", *options, *OPTIONS, world.endpoint)
        return [line.split()[1] for line in done.out.splitlines() if line.startswith("  error open/")]

    assert find_errors("--sign-in") == []
    token = next(iter(world.valid))
    world.resource["authorization_servers"] = []
    assert find_errors("--header", f"Authorization: Bearer {token}") == ["open/authorization-servers"] * 2
    world.documents.clear()
    assert find_errors("--header", f"Authorization: Bearer {token}") == ["open/resource-metadata"] * 2


def test_no_sign_in_over_http_to_another_machine() -> None:
    assert "no sign-in is possible" in mistake("server", "check", "--sign-in", "http://mcp.example.com/mcp")
