"""Tests of the command line: every command, every user error, every exit code."""
