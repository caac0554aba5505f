"""The command line as a new user meets it: every command, every mistake, every exit code."""
