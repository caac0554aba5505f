"""Both halves of a peer: handlers for the messages it receives, and calls for the messages it sends.

`Dispatcher` gives the bytes of each message to the handler of its method and returns the bytes of the answer; the
handler gets a `Context`. `Calls` is the base of the generated `ClientCalls` and `ServerCalls`, and `Handlers` of the
generated handler classes. `ClientInput` asks a client for input in every revision, with a `StateSigner` for the state
that a client keeps meanwhile. Nothing here does I/O: bytes come and go through coroutines of the caller, in asyncio.
"""
