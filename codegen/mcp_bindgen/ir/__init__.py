"""The intermediate representation (IR): one frozen value for each revision, which every later stage reads."""
