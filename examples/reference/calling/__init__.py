"""The modules of the reference client; `client.py` beside this directory starts it."""
