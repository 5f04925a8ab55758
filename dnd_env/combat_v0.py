"""Combat: Dungeons & Dragons 5th edition tactical battles for PettingZoo (AEC).

================== =================================================================================
Import             ``from dnd_env import combat_v0``
Make               ``combat_v0.env("goblin_ambush", seats="table", rules="2024")``
Agents             ``creature_0`` ...; or ``player_0`` ..., ``dm_0`` ...; or ``side_0`` ...
Action space       ``Discrete(n)``, with an exact mask
Observation space  Dict of ``observation``, float32 [d], and ``action_mask``, int8 [n]
Rewards            zero-sum between sides; +1 for the winners in the end (``reward``)
================== =================================================================================

A battle on a grid between sides of creatures, by the SRD 5.1 (2014) or SRD 5.2 (2024) rules. Every
choice that a player or Dungeon Master would make is a decision of some agent, reactions included:
whose choice it is becomes ``agent_selection``, so an agent may be asked in the middle of another's
turn. A choice of several parts is several steps: "Fireball", then the slot level, then the place.
Decisions with one legal answer are taken by themselves (encounter option ``skip_single``).

Arguments
---------
``encounter``
    The name of a shipped encounter (``dnd-env encounters``), a path, a dict or TOML text.
``rules``, ``level``
    ``"2014"`` or ``"2024"``; the level of the party.
``seats``
    ``"creature"``: each combatant is an agent; ``"table"``: a player for each character, and one
    Dungeon Master for each side that has monsters, paid for that side; ``"side"``.
``actions``
    ``"full"``, or ``"compact"``, in which moves are single steps and places are named by a creature
    and a corner. It cannot say: where to teleport other than beside a creature, areas that touch
    nobody, attacks on squares where somebody unseen is suspected, jumps, and paths through allies'
    spaces.
``layout``
    ``"encounter"`` (tight) or ``"standard"`` (padded, the same for all encounters).
``observation``
    ``"dict"``, ``"vector"`` (a Box; the mask is in ``info``) or ``"structured"`` (a Dict of the
    pieces).
``reward``
    ``"win"``, ``"win_hp"`` or ``"shaped"``. Allies of the winner win as much; the others lose as
    much in all, in equal parts.
``on_illegal``
    ``"raise"`` (IllegalActionError; nothing changes) or ``"lose"``.
``visibility``, ``knowledge``
    ``"full"`` or ``"fog"``; ``"full"`` or ``"partial"``. Any other option of the encounter may be
    given too.

Masks
-----
The mask is exact and never all zero; agents that do not decide, or have ended, have only ``pass``.
It stands in the observation and in every agent's ``info["action_mask"]``. Under fog of war legality
is judged from what the deciding side knows, and the truth decides the outcome: a move into an
unseen creature stops before it.

Observations
------------
As seen by one creature: the decider, or the first of the agent's creatures that is up. What its
side does not know influences no byte of it: a foe out of sight and hearing is a row of zeros but
for where it was last seen.

End
---
All agents end together: terminated when one side has won (or none is left), truncated at the round
limit. The fallen are not selected.

.. generated: do not edit by hand

Actions, ``Discrete(n)`` in blocks; sizes for four creatures on a map of 12x12:

=========== ==== ======= ==========================================
block       full compact an index in the block is
=========== ==== ======= ==========================================
pass           1       1 end the turn, decline, no more targets
verbs         27      35 a verb, in the order below
activities    13      13 a slot of the decider's activities
creatures      4       4 a creature slot of the encounter
options       45      45 an option, in the order below
squares      169       0 a square x + y * (width + 1)
=========== ==== ======= ==========================================

Verbs (the last eight in the compact set only):

    0 dash; 1 disengage; 2 dodge; 3 help; 4 hide; 5 search; 6 grapple; 7 shove prone;
    8 shove away; 9 unarmed strike; 10 escape; 11 stabilize; 12 wake; 13 stand up;
    14 drop prone; 15 release; 16 jump; 17 fly; 18 land; 19 squeeze; 20 unsqueeze; 21 draw;
    22 stow; 23 drop item; 24 pick up; 25 use door; 26 end concentration; 27 step north;
    28 step north east; 29 step east; 30 step south east; 31 step south; 32 step south west;
    33 step west; 34 step north west

Options:

    0 level 1; 1 level 2; 2 level 3; 3 level 4; 4 level 5; 5 level 6; 6 level 7; 7 level 8;
    8 level 9; 9 north west; 10 north east; 11 south west; 12 south east; 13 athletics;
    14 acrobatics; 15 strength; 16 dexterity; 17 constitution; 18 intelligence; 19 wisdom;
    20 charisma; 21 yes; 22 no; 23 first; 24 second; 25 third; 26 fourth; 27 fifth; 28 sixth;
    29 seventh; 30 eighth; 31 ninth; 32 tenth; 33 up 0; 34 up 5; 35 up 10; 36 up 15; 37 up 20;
    38 up 25; 39 up 30; 40 up 40; 41 up 50; 42 up 60; 43 up 80; 44 up 120

Observations: float32 [d] in [-1, 1], pieces in this order:

``globals`` (54, from 0 in the example):

    0 decision: turn; 1 decision: level; 2 decision: target; 3 decision: square;
    4 decision: option; 5 decision: corner; 6 decision: response; 7 decision: legendary;
    8 decision: skill; 9 decision: save_ability; 10 decision: fail_save;
    11 decision: knock_out; 12 decision: temp_hit_points; 13 decision: order;
    14 responding to: spell_cast; 15 responding to: targeted;
    16 responding to: attack_declared; 17 responding to: hit; 18 responding to: struck;
    19 responding to: missed; 20 responding to: damaged; 21 responding to: leaves_reach;
    22 responding to: save_failed; 23 responding to: save_succeeded;
    24 responding to: dropping; 25 responding to: dropped; 26 responding to: died;
    27 responding to: turn_started; 28 responding to: turn_ended; 29 responding to: falls;
    30 pending activity: exists; 31 pending activity: is_action;
    32 pending activity: is_bonus_action; 33 pending activity: is_reaction;
    34 pending activity: is_legendary_or_free; 35 pending activity: range;
    36 pending activity: area; 37 pending activity: attack_bonus; 38 pending activity: save_dc;
    39 pending activity: mean_damage; 40 pending activity: mean_healing;
    41 pending activity: gives_condition; 42 pending activity: spell_level;
    43 pending activity: helps_allies; 44 the decision is this seat's; 45 round / round limit;
    46 it is the viewer's turn; 47 2024 rules; 48 fog of war; 49 slot level chosen / 9;
    50 targets chosen / 4; 51 decisions taken this turn / 50;
    52 share of hit points left, own side; 53 share of hit points left, known foes

``self`` (39, from 54 in the example):

    0 actions / 2; 1 bonus action left; 2 reaction left; 3 object interaction left;
    4 legendary actions / 3; 5 attacks made of the action in progress / 4;
    6 walking movement left / 60 ft; 7 swimming movement left / 60 ft;
    8 flying movement left / 120 ft; 9 is flying; 10 altitude / 60 ft; 11 concentrates;
    12 death save successes / 3; 13 death save failures / 3; 14 column / 40; 15 row / 40;
    16 holds something in the main hand; 17 holds something in the off hand;
    18 strength save bonus / 12; 19 dexterity save bonus / 12; 20 constitution save bonus / 12;
    21 intelligence save bonus / 12; 22 wisdom save bonus / 12; 23 charisma save bonus / 12;
    24 spell slots of level 1 / 4; 25 spell slots of level 2 / 4;
    26 spell slots of level 3 / 4; 27 spell slots of level 4 / 4;
    28 spell slots of level 5 / 4; 29 spell slots of level 6 / 4;
    30 spell slots of level 7 / 4; 31 spell slots of level 8 / 4;
    32 spell slots of level 9 / 4; 33 resource 1: share left; 34 resource 2: share left;
    35 resource 3: share left; 36 resource 4: share left; 37 resource 5: share left;
    38 resource 6: share left

``creatures`` (4 x 43, from 93 in the example):

    0 known (1), remembered (0.5); 1 seen by the viewer; 2 is the viewer; 3 ally (1), foe (-1);
    4 up; 5 dying; 6 dead; 7 columns from the viewer / 20; 8 rows from the viewer / 20;
    9 distance / 100 ft; 10 altitude / 60 ft; 11 width / 4 squares;
    12 share of hit points left; 13 hit points / 100; 14 temporary hit points / 20;
    15 armor class / 30; 16 concentrates; 17 reaction left; 18 walking speed / 60 ft;
    19 it is its turn; 20 cannot act; 21 sees the viewer;
    22 is hidden from a foe that it knows of (own side); 23 is held by the viewer;
    24 share of a round until its turn; 25 part in the pending choice: target, named, anchor;
    26 source of what is being responded to or resolved;
    27 target of what is being responded to or resolved; 28 blinded; 29 charmed; 30 deafened;
    31 exhaustion; 32 frightened; 33 grappled; 34 incapacitated; 35 invisible; 36 paralyzed;
    37 petrified; 38 poisoned; 39 prone; 40 restrained; 41 stunned; 42 unconscious

``activities`` (13 x 16, from 265 in the example):

    0 exists; 1 is_action; 2 is_bonus_action; 3 is_reaction; 4 is_legendary_or_free; 5 range;
    6 area; 7 attack_bonus; 8 save_dc; 9 mean_damage; 10 mean_healing; 11 gives_condition;
    12 spell_level; 13 helps_allies; 14 legal now; 15 share of uses left

``terrain`` (11 x 11 x 2, from 473 in the example):

    0 hard to enter: 1 barred or off the map, 0.9 chasm, 0.5 difficult;
    1 -1 total cover, -0.75 opaque, -0.5 cover, 0.25 dim, 0.5 dark, 0.75 zone, 1 zone that acts

.. end of the generated part

Version history
---------------
v0: until release 1.0 the version stays 0 and behaviour may change; golden playthroughs show when.
"""

from typing import Any

from pettingzoo.utils import wrappers

from dnd_env.envs.aec import CombatEnv
from dnd_env.envs.encounters import Source
from dnd_env.envs.options import make_options

__all__ = ["CombatEnv", "env", "raw_env"]


def env(
    encounter: Source = "mirror_match", render_mode: str | None = None, **options: Any
) -> wrappers.OrderEnforcingWrapper:
    """Make the environment, with PettingZoo's checks of the order of calls.

    Args:
        encounter: a name, a path, a dict or TOML text.
        render_mode: None, ``ansi``, ``human``, ``rgb_array`` or ``svg``.
        **options: see above.

    Raises:
        EncounterError: the encounter or an option is not as it should be.
    """
    return wrappers.OrderEnforcingWrapper(raw_env(encounter, render_mode, **options))


def raw_env(
    encounter: Source = "mirror_match", render_mode: str | None = None, **options: Any
) -> CombatEnv:
    """Make the environment without wrappers: faster, and it checks actions itself all the same."""
    return CombatEnv(encounter, make_options(options), render_mode)
