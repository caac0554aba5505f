"""Generate a package from a fork of a revision: a custom schema with the facts and corrections of the revision.

`fork` states what to generate; `data` writes the directory of data in which the fork stands in place of its base;
`facts` derives its facts from those of the base; `generate` joins them with the pipeline.
"""
