"""A server of notes in SQLite, made of functions, for clients of every revision that have a token.

`uvicorn --app-dir examples notes:app`
"""

from __future__ import annotations

import asyncio
import atexit
import os
import sqlite3
from typing import Annotated, Literal

from pydantic import BaseModel, Field

import mcp_bindings as mb
from mcp_bindings.authorization import JwtVerifier, ProtectedResource

URL, ISSUER = os.environ.get("NOTES_URL", "http://localhost:8000/mcp"), "https://auth.example.com"
db = sqlite3.connect(os.environ.get("NOTES_FILE", ":memory:"), isolation_level=None)  # commits by itself
atexit.register(db.close)
db.execute("CREATE TABLE IF NOT EXISTS notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL)")
tools = mb.Toolbox(page_size=50)


class Note(BaseModel):
    id: int
    title: str
    text: str


class Sure(BaseModel):
    sure: bool = Field(description="Really delete it?")


def select(where: str, *values: object) -> list[Note]:
    rows = db.execute(f"SELECT id, title, text FROM notes WHERE {where}", values)  # noqa: S608
    return [Note(id=id, title=title, text=text) for id, title, text in rows]


@tools.tool(read_only=True)
async def search(query: str, limit: Annotated[int, Field(ge=1, le=100)] = 10) -> list[Note]:
    """Find notes by text."""
    return select("text LIKE ? ORDER BY id LIMIT ?", f"%{query}%", limit)


@tools.tool
async def add(title: str, text: str, context: mb.Context) -> Note:
    """Write a note."""
    note = select("rowid = ?", db.execute("INSERT INTO notes (title, text) VALUES (?, ?)", (title, text)).lastrowid)[0]
    await context.log("info", f"note {note.id} was added")
    return note


@tools.tool(idempotent=True)
async def edit(id: int, text: str) -> None:
    """Replace the text of a note."""
    if not db.execute("UPDATE notes SET text = ? WHERE id = ?", (text, id)).rowcount:
        raise mb.ToolError(f"There is no note {id}.")
    await server.resource_updated(f"note:///{id}")


@tools.tool(destructive=True, scopes=["notes:write"])
async def delete(id: int, context: mb.Context) -> str:
    """Delete a note, if the user agrees."""
    answer = await context.elicit(f"Delete note {id}?", Sure)
    if answer.action != "accept" or not answer.content.sure:
        return "kept"
    db.execute("DELETE FROM notes WHERE id = ?", (id,))
    await server.resource_updated(f"note:///{id}")
    return "deleted"


@tools.tool
async def reindex(context: mb.Context, steps: Annotated[int, Field(ge=1, le=1000)] = 5) -> None:
    """Index all notes step by step. The client may cancel it."""
    for step in range(1, steps + 1):
        await asyncio.sleep(0.01)
        await context.progress(step, steps)


@tools.resource("note:///{id}", mime_type="text/plain")
async def note(id: int) -> str:
    """The text of a note."""
    for found in select("id = ?", id):
        return found.text
    raise mb.NotFound


@tools.prompt
async def summarize(title: str, style: Literal["short", "long"] = "short") -> str:
    """Summarize a note."""
    return f"Write a {style} summary of the note {title!r}."


@tools.completion(summarize, "title")
async def titles(text: str) -> list[str]:
    return [each.title for each in select("title LIKE ? ORDER BY title", f"{text}%")]


server = mb.Server(tools, info={"name": "notes", "version": "1"}, capabilities={"logging": {}})
verifier = JwtVerifier(issuer=ISSUER, audience=URL)
app = server.asgi(resource=ProtectedResource(URL, authorization_servers=[ISSUER], verifier=verifier))
