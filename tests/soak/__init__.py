"""Long test programs behind one command, `python -m tests.soak`; pytest runs a little of each."""
