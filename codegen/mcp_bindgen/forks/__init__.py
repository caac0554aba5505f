"""Generate packages from schemas of users: forks of a revision, and extensions of the protocol.

`custom_schema` states what to generate; `data` writes a directory of data in which a fork replaces its base; `facts`
derives the facts of the fork from those of the base; `generate` runs the pipeline on this data. `user_extension` writes
data that has an extension of the user, and runs the pipeline on that data; `extension_draft` drafts the facts about
such an extension.
"""
