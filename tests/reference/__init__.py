"""The referee: an independent judge of what is legal, written from the rules.

It shares no code with the engine: it reads raw records and rows of content as data. It is slow.
"""
