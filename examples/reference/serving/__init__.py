"""The modules of the reference server; `server.py` beside this folder starts it."""
