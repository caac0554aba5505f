"""The modules of the reference server; `server.py` beside this directory starts it."""
