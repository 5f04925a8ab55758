"""How entries become rows of the tables: one module a noun."""
