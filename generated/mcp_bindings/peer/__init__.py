"""Both halves of a peer: handlers for the messages it receives, and calls for the messages it sends.

`Dispatcher` parses the bytes of each message, calls the handler of its method, and returns the bytes of the answer.
Each handler gets a `Context`. `Calls` is the base of the generated `ClientCalls` and `ServerCalls`; `Handlers` is the
base of the generated handler classes. `ClientInput` asks a client for input in every revision. It signs the state that
the client keeps meanwhile with a `StateSigner`. Nothing here does I/O: the caller passes in the bytes that arrive, and
coroutine functions of asyncio that send bytes.
"""
