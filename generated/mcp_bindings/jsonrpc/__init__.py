"""JSON-RPC messages: from a text to a typed message, and from typed params to a text.

`Revision.parse` calls `MessageParser.parse`. The parser reads a text strictly (`strict_json`), then checks the
envelope, the method, and the params or result (`parser`). `messages` has one class for each kind of message; `writer`
writes messages.
"""
