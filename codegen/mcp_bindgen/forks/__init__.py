"""Generate a package from a fork of a revision: a custom schema with the facts and corrections of the revision.

`fork` states what to generate; `data` writes a directory of data in which the fork replaces its base; `facts` derives
its facts from those of the base; `generate` runs the pipeline on this data.
"""
