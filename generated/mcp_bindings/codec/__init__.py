"""Decoding of JSON to typed values of a definition, and encoding of typed values.

`Revision.codec` returns a `Codec`. The other modules provide the packaged schema (`schema_file`), the tolerant mode,
which sets invalid items aside (`tolerance`), the writing of values (`encoding`) and the order of their members
(`member_order`).
"""
