"""The catalogue of change rules: what each is for, how it judges, an example of each."""
