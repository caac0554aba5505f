"""Translates single messages from one revision to another, with every change as an edit that has a reason.

    >>> t = mb.translate(message, to="2025-06-18", context=mb.TranslationContext(revision="2025-11-25"))

What needs more than one message, such as the opening of a connection, is refused: that is the work of a bridge. It also
translates with `translate_input_request` and `translate_input_response` what a server asks of its client.
"""
