"""Generate packages from schemas of users: forks of a revision, and extensions of the protocol.

`custom_schema` states what to generate; `data` writes a directory of data in which a fork replaces its base; `facts`
derives its facts from those of the base; `generate` runs the pipeline on this data. `own_extension` does the same with
an extension.
"""
