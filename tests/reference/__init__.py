"""The referee: an independent judge of what is legal, written from the rules and not from the engine."""
