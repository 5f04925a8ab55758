"""Capacities: how much one battle can hold. The records are laid out by these, in one place.

A fixed capacity means that new content never recompiles the rules. Where a battle outgrows one,
``state.error`` is set and the shell raises ``CapacityError``.
"""

MAX_WIDTH = 40
MAX_HEIGHT = 40
MAX_SQUARES = MAX_WIDTH * MAX_HEIGHT
MAX_SIDES = 4
MAX_CREATURES = 32

# What goes on in a battle.
MAX_FRAMES = 20
MAX_EVENTS = 24
MAX_ONGOING = 80
MAX_ZONES = 12
MAX_OBJECTS = 20
MAX_SCRIPTED_DICE = 48
MAX_STEPS = 64  # of one move: squares of path
MAX_TARGETS = 12  # chosen one by one
MAX_ATTACKS = 8  # of one Attack action or Multiattack
MAX_DECISIONS_A_TURN = 200  # after these only "end turn" is left, so no policy can hang

# What a creature has.
MAX_RESOURCES = 24
MAX_SPELL_LEVEL = 9
MAX_EXHAUSTION = 6  # levels; the sixth kills
MAX_ITEMS = 10
MAX_SLOTS = 48  # activities of one stat block
MAX_RESPONSES = 12  # of these, the ones that answer an event
MAX_ATTACK_OPTIONS = 4  # the Attack action and the ways to take a Multiattack
MAX_ATTACK_PARTS = 4

# Compiled content.
MAX_STAT_BLOCKS = 512
MAX_ACTIVITIES = 6144
MAX_EFFECTS = 24576
MAX_CONDITIONS = 32
MAX_ITEM_KINDS = 256

# Scratch and trace.
MAX_GATHERED = 256
MAX_TRACE = 1024
MAX_MOVEMENT = 64  # squares of movement that a flood fill looks ahead
