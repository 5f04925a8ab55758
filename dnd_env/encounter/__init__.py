"""A fight on paper, and set up.

``load.load`` reads an encounter (a name, a file, TOML, a mapping), ``notation.position`` a fight in
one line; ``setup.set_up`` makes of it what the rules take. ``budget`` tells how hard it is meant to
be, ``generate`` makes new ones.
"""
