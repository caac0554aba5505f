"""Decodes JSON to typed values of one definition, and encodes them.

`Codec` is the class that `Revision.codec` returns. The other modules provide the packaged schema (`schema_file`), the
tolerant mode that sets invalid items aside (`tolerance`), and the member order that encoding restores.
"""
