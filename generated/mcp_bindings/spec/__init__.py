"""The row types of a revision's tables, and the protocol's names, each written once.

The tables are rendered, one set for each revision: `Revision.methods`, `.error_codes`, `.protocol`, `.authorization`
and `.provenance`. Their row types are rendered from the classes with which the generator reads facts. `names` has every
method, `_meta` key, header and definition that hand-written code refers to by name; `error_codes` has the codes.
"""
