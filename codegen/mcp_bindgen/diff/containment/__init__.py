"""Is every document of one side valid on the other? Shapes of types, and a search for a counter-example."""
