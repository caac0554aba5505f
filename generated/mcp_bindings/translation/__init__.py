"""Translation of single messages from one revision to another. Each change is an edit with a reason.

    >>> t = mb.translate(message, to="2025-06-18", context=mb.TranslationContext(revision="2025-11-25"))

Messages about the connection, such as the handshake, are refused, since only a bridge can translate them.
`translate_input_request` translates a server's request for input, and `translate_input_response` the client's answer.
"""
