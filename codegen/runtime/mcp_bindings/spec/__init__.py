"""The row types of a revision's tables, and the protocol's names, each written once.

Each revision has one set of rendered tables: `Revision.methods`, `.error_codes`, `.protocol`, `.authorization` and
`.provenance`. The generator renders their row types from the classes with which it reads the facts. `names` has every
method, `_meta` key, header and definition that hand-written code names, and `error_codes` has the error codes.
"""
