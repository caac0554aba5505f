"""Bring a new official revision in: write everything that can be derived, and list the rest.

`candidate` reads the official file, `derive` derives how the facts differ from those of an earlier revision, `records`
writes what the files of all revisions say about the new one, `adding` calls these modules for a copy of `schema/`, and
`status` lists what a person must still write. `importing` does the same work for a new file of a known revision.
"""
