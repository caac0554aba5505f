"""Bring a new official revision in: write everything that can be derived, and list the rest.

`candidate` reads the official file, `derive` derives how the facts differ from those of an earlier revision, `records`
writes what other files say about the revision, `plan` joins them in a copy of `schema/`, and `status` lists what a
person must still write.
"""
