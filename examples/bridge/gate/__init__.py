"""The parts of the gateway in `bridge.py`."""
