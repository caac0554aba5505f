"""The intermediate representation (IR): one frozen value for each revision, and the input of every later stage."""
