"""Mistakes with the functions of a toolbox."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Annotated, Any

import pytest
from pydantic import BaseModel

import mcp_bindings as mb
from mcp_bindings import v2026_07_28 as mcp
from mcp_bindings.schema import validators
from tests.mistakes.table import mistake

INFO = {"name": "notes", "version": "1"}


async def search(query: str) -> str:
    return query


async def summarize(title: str) -> str:
    return title


def decorated(id_: str, decorate: Callable[[Any], Any]) -> None:
    """Register the mistake to decorate a function, with a new toolbox."""
    mistake(id_)(lambda: repr(decorate(mb.Toolbox())))


class_decorators: Any = mb.Toolbox
mistake("decorator-of-the-class")(lambda: repr(class_decorators.tool(search)))
mistake("prompt-of-the-class")(lambda: repr(class_decorators.prompt(summarize)))

make_image: Any = mb.Image
mistake("image-of-a-path")(lambda: repr(make_image("plot.png", "png")))
mistake("image-of-a-mime-type")(lambda: repr(make_image(b"", "image/png")))


async def with_text(limit: Annotated[int, "The most notes"]) -> None: ...


class Plain: ...


async def with_default(n: int = "x") -> None:  # type: ignore[assignment]
    ...


async def with_context(context) -> None:  # type: ignore[no-untyped-def]
    ...


async def with_plain(value: Plain) -> None: ...


async def to_bytes() -> bytes:
    return b""


async def read(path: str) -> str:
    return path


decorated("decorated-with-a-name", lambda tools: tools.tool("search"))
decorated("prompt-with-a-name", lambda tools: tools.prompt("summarize"))
decorated("removed-by-a-wrong-name", lambda tools: (tools.tool(search), tools.remove("serch")))
decorated("mime-type-without-subtype", lambda tools: tools.resource("note:///{path}", mime_type="markdown")(read))
decorated(
    "mime-type-with-a-wrong-parameter",
    lambda tools: tools.resource("note:///{path}", mime_type="text/plain; charset")(read),
)
decorated("text-in-an-annotation", lambda tools: tools.tool(with_text))
decorated("decorated-class", lambda tools: tools.tool(Plain))
decorated("empty-name", lambda tools: tools.tool(name="")(search))
decorated("name-with-a-space", lambda tools: tools.tool(name="my search")(search))
decorated("scopes-is-a-text", lambda tools: tools.tool(scopes="notes:write")(search))
decorated("scope-with-a-space", lambda tools: tools.tool(scopes=["notes write"])(search))
decorated("timeout-is-a-text", lambda tools: tools.tool(timeout="5")(search))
decorated("hint-is-a-text", lambda tools: tools.tool(read_only="yes")(search))
decorated("hints-contradict", lambda tools: tools.tool(read_only=True, destructive=True)(search))
decorated("no-threads", lambda tools: mb.Toolbox(threads=0))
decorated("empty-pages", lambda tools: mb.Toolbox(page_size=0))
decorated("default-of-another-type", lambda tools: tools.tool(with_default))
decorated("context-without-annotation", lambda tools: tools.tool(with_context))
decorated("class-without-schema", lambda tools: tools.tool(with_plain))
decorated("returns-bytes", lambda tools: tools.tool(to_bytes))
decorated("uri-without-scheme", lambda tools: tools.resource("note/{path}")(read))
decorated("path-of-frameworks", lambda tools: tools.resource("file:///{path:path}")(read))
decorated("completion-by-name", lambda tools: tools.completion("summarize", "title"))
decorated("completion-of-a-wrong-argument", lambda tools: tools.completion(tools.prompt(summarize), "titel"))


async def complete_nothing() -> list[str]:
    return []


decorated("completion-without-text", lambda tools: tools.completion(tools.prompt(summarize), "title")(complete_nothing))


@mistake("no-validators")
def _() -> str:
    def find_library() -> None:
        raise ModuleNotFoundError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(validators, "find_library", find_library)
        return repr(mb.Toolbox().tool(search))


class Sure(BaseModel):
    sure: bool = True


tools = mb.Toolbox()


@tools.resource("note:///1")
async def empty() -> str:
    return None  # type: ignore[return-value]


@tools.resource("note:///2")
async def wrong_error() -> str:
    raise mb.ToolError("There is no note 2.")


@tools.prompt
async def nothing(title: str) -> str:
    return None  # type: ignore[return-value]


@tools.completion(nothing, "title")
async def titles(text: str) -> Any:
    return "milk"


@tools.tool
async def find(id: int) -> str:
    raise mb.NotFound


@tools.tool
async def warn(context: mb.Context) -> None:
    await context.log("warn", "careful")


@tools.tool
async def inform(context: mb.Context) -> None:
    await context.log("info", "done")


@tools.tool
async def confirm(context: mb.Context) -> None:
    await context.elicit("Sure?", Sure())  # type: ignore[call-overload]


async def next_number() -> int:
    return 1


FORGOTTEN: list[Coroutine[Any, Any, int]] = []


@tools.tool
async def forget_await() -> int:
    FORGOTTEN.append(next_number())
    return FORGOTTEN[0]  # type: ignore[return-value]


@tools.tool
async def forget_return() -> str:  # type: ignore[empty-body]
    pass


@tools.tool
async def return_bytes():  # type: ignore[no-untyped-def]
    return b"one"


@tools.tool
async def return_text() -> int:
    return "one"  # type: ignore[return-value]


@tools.tool
async def raise_class() -> None:
    raise mb.ToolError


@tools.tool
async def report_text(context: mb.Context) -> None:
    await context.progress("half")  # type: ignore[arg-type]


@tools.tool
async def inform_elsewhere(context: mb.Context) -> None:
    await context.info("done")  # type: ignore[attr-defined]


@tools.tool
async def report_elsewhere(context: mb.Context) -> None:
    await context.report_progress(1, 2)  # type: ignore[attr-defined]


def called(id_: str, call: Callable[[mcp.Client], Any]) -> None:
    """Register the mistake of a function that this call runs."""

    async def make() -> str:
        server = mb.Server(tools, info=INFO)
        revisions = [mcp.ClientHandlers.revision]
        async with mb.connect(server, mcp.ClientHandlers(), info=INFO, revisions=revisions, log_level="info") as client:
            with suppress(mb.ProtocolError):
                assert (await call(client)).is_error
        return ""

    mistake(id_)(make)


PROMPT = mcp.PromptReference(name="nothing")
TITLE = mcp.CompleteRequestParamsArgument(name="title", value="")

called("resource-returns-nothing", lambda client: client.read_resource("note:///1"))
called("tool-error-of-a-resource", lambda client: client.read_resource("note:///2"))
called("prompt-returns-nothing", lambda client: client.get_prompt("nothing", {"title": "Milk"}))
called("completion-returns-a-text", lambda client: client.complete(ref=PROMPT, argument=TITLE))
called("not-found-of-a-tool", lambda client: client.call_tool("find", {"id": 1}))
called("tool-returns-nothing", lambda client: client.call_tool("forget_return"))
called("tool-returns-bytes", lambda client: client.call_tool("return_bytes"))
called("tool-returns-another-type", lambda client: client.call_tool("return_text"))
called("tool-error-without-text", lambda client: client.call_tool("raise_class"))
called("progress-is-a-text", lambda client: client.call_tool("report_text"))
called("log-of-other-packages", lambda client: client.call_tool("inform_elsewhere"))
called("progress-of-other-packages", lambda client: client.call_tool("report_elsewhere"))
called("level-of-logging", lambda client: client.call_tool("warn"))
called("logging-is-not-declared", lambda client: client.call_tool("inform"))
called("form-is-an-object", lambda client: client.call_tool("confirm"))


@mistake("tool-without-await")
async def _() -> str:
    async with mb.connect(mb.Server(tools, info=INFO), info=INFO) as client:
        result: Any = await client.call_tool("forget_await")
        assert result.is_error
    FORGOTTEN.pop().close()
    return ""


@mistake("unknown-tool")
async def _() -> str:
    async with mb.connect(mb.Server(tools, info=INFO), info=INFO) as client:
        return repr(await client.call_tool("work"))
