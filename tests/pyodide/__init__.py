"""The programs of README and guides in Pyodide, which is CPython compiled to WebAssembly.

`python -m tests.pyodide` installs Pyodide and Node with npm in `build/pyodide`, and the package with the wheels of its
requirements from PyPI. It prints the programs that do not run, and fails if one of them lacks more than an extra.
"""
