"""The vocabulary: SRD terms and the engine's own kinds, as plain ints.

Enums count from 1, and 0 is none of them, unless a class says that its members are bit positions:
those count from 0 and stand in a mask as ``1 << member``. (Numba compiles no ``IntFlag``.)
"""

from enum import IntEnum

# --- SRD words -----------------------------------------------------------------------------------

Edition = IntEnum("Edition", "SRD_5_1 SRD_5_2")  # the 2014 and the 2024 rules

Ability = IntEnum("Ability", "STRENGTH DEXTERITY CONSTITUTION INTELLIGENCE WISDOM CHARISMA")

Skill = IntEnum(
    "Skill",
    "ACROBATICS ANIMAL_HANDLING ARCANA ATHLETICS DECEPTION HISTORY INSIGHT INTIMIDATION "
    "INVESTIGATION MEDICINE NATURE PERCEPTION PERFORMANCE PERSUASION RELIGION SLEIGHT_OF_HAND "
    "STEALTH SURVIVAL",
)

_S, _D, _I, _W, _C = 1, 2, 4, 5, 6
SKILL_ABILITY = (_D, _W, _I, _S, _C, _I, _W, _C, _I, _W, _I, _W, _C, _C, _I, _D, _D, _W)
"""The Ability of each Skill, in order."""

DamageType = IntEnum(
    "DamageType",
    "ACID BLUDGEONING COLD FIRE FORCE LIGHTNING NECROTIC PIERCING POISON PSYCHIC RADIANT "
    "SLASHING THUNDER",
)

Size = IntEnum("Size", "TINY SMALL MEDIUM LARGE HUGE GARGANTUAN")

CreatureType = IntEnum(
    "CreatureType",
    "ABERRATION BEAST CELESTIAL CONSTRUCT DRAGON ELEMENTAL FEY FIEND GIANT HUMANOID MONSTROSITY "
    "OOZE PLANT UNDEAD",
)

Condition = IntEnum(
    "Condition",
    "BLINDED CHARMED DEAFENED EXHAUSTION FRIGHTENED GRAPPLED INCAPACITATED INVISIBLE PARALYZED "
    "PETRIFIED POISONED PRONE RESTRAINED STUNNED UNCONSCIOUS",
)

MovementMode = IntEnum("MovementMode", "WALK CLIMB SWIM FLY BURROW")

Cover = IntEnum("Cover", "HALF THREE_QUARTERS TOTAL")

Light = IntEnum("Light", "DARK DIM BRIGHT")

Shape = IntEnum("Shape", "SPHERE CUBE CYLINDER CONE LINE EMANATION")

# --- the state of a creature ---------------------------------------------------------------------

Life = IntEnum("Life", "UP DYING STABLE DEAD GONE")
"""UP: has hit points; DYING: makes death saves; STABLE: at 0, out of danger; GONE: left the map."""

Role = IntEnum("Role", "FALLEN SENSELESS SEIZED UNSEEN EXHAUSTED")
"""The conditions that the rules themselves impose, bound to a condition by the content."""

Flag = IntEnum(
    "Flag",
    "CANNOT_ACT CANNOT_REACT CANNOT_MOVE CANNOT_SEE CANNOT_HEAR CANNOT_SPEAK CANNOT_CONCENTRATE "
    "CANNOT_HEAL CANNOT_CAST CRAWLS INVISIBLE HOVERS HELD_ALOFT SLIPS_AWAY IGNORES_DIFFICULT "
    "SPIDER_CLIMB AMORPHOUS INCORPOREAL SWARM MAGICAL_ATTACKS EVASION DYING_RULES SEIZED "
    "ONE_ACTION_OR_BONUS ONE_ATTACK TURNED AFRAID CHARMED SEES_INVISIBLE PIERCES_DARKNESS OUTLINED "
    "DENIES_ADVANTAGE REACTS_TO_NOTHING TREMORSENSE UNAWARE IGNORES_CLOSE_RANGE SQUEEZED "
    "SPELL_TURNED DROPS_HELD STANDS_FREELY ACTS_FREELY CANNOT_DISPEL",
    start=0,
)
"""Bit positions of ``creature.flags``: what a creature can or cannot do just now."""

Witness = IntEnum("Witness", "SOURCE TARGET ALLY_OF_TARGET ENEMY_OF_SOURCE ANYONE")
"""As whom a creature responds to an event."""

Roll = IntEnum(
    "Roll", "ATTACK ATTACKED INITIATIVE CONCENTRATION DEATH_SAVE DAMAGE HEALING", start=0
)
"""Bit positions of a mask of rolls; saves, checks and skills follow at the offsets below.

ATTACKED is the attack roll that somebody else makes against the creature.
"""
SAVE_ROLLS, CHECK_ROLLS, SKILL_ROLLS = 8, 16, 24  # + Ability - 1, + Ability - 1, + Skill - 1

# --- activities: what a creature can use ---------------------------------------------------------

Cost = IntEnum("Cost", "ACTION ATTACK BONUS_ACTION REACTION LEGENDARY FREE INTERACTION MOVEMENT")
"""ATTACK: one of the attacks of an Attack action or Multiattack, which it begins if none is on."""

Target = IntEnum("Target", "SELF CREATURE POINT DIRECTION AROUND SPACE CAUSE OBJECT")
"""What the user chooses. POINT: where an area lies, within range; DIRECTION: which way an area goes
from the user; AROUND: an area about the user; SPACE: a free square; CAUSE: who caused the event."""

Who = IntEnum("Who", "SELF ALLY ENEMY", start=0)
"""Bit positions: which creatures may be chosen, or are caught in an area, seen from the user."""

Gate = IntEnum("Gate", "ATTACK SAVE CONTEST CHECK")
"""What stands between an activity and its effects."""

AttackKind = IntEnum("AttackKind", "MELEE_WEAPON RANGED_WEAPON MELEE_SPELL RANGED_SPELL", start=0)
"""Bit positions. A thrown weapon is RANGED_WEAPON; an unarmed strike is MELEE_WEAPON."""

Property = IntEnum(
    "Property",
    "LIGHT HEAVY FINESSE THROWN VERSATILE TWO_HANDED LOADING AMMUNITION REACH LANCE UNARMED "
    "SILVERED ADAMANTINE MAGICAL",
    start=0,
)
"""Bit positions: weapon properties."""

Component = IntEnum("Component", "VERBAL SOMATIC MATERIAL", start=0)
"""Bit positions."""

Trait = IntEnum(
    "Trait",
    "SPELL CONCENTRATION ONCE_A_TURN SEQUENTIAL SAME_TARGET_AGAIN NEEDS_SIGHT OPPORTUNITY "
    "MAGICAL HARMFUL AUTOMATIC IGNORES_COVER LEGENDARY_ONCE LONG_CAST OFF_HAND NOT_MAGIC "
    "ATTACK_ACTION UPCAST PLACES FROM_ZONE CATCHES_USER FLIGHT ANOTHER SPREADS",
    start=0,
)
"""Bit positions of ``activity.traits``. SEQUENTIAL: the next target is chosen after the last one is
resolved (rays); PLACES: its effects happen once, at the place chosen; FROM_ZONE: it starts from the
zone that the same spell has laid, and moves it; SPREADS: its area goes around corners; ANOTHER: a
creature near the target of the event that is responded to, and not that one; OPPORTUNITY: may be
used as an opportunity attack; AUTOMATIC: a response that is used unasked where minor decisions are
automatic; UPCAST: a higher slot does more."""

# --- effects -------------------------------------------------------------------------------------

Do = IntEnum(
    "Do",
    "DAMAGE HEAL TEMP_HIT_POINTS CONDITION MODIFIER ROLL_MODE AFFINITY FLAG MOVE_TARGET MOVE_SELF "
    "GRAPPLE TICK ECONOMY ZONE ENTITY TRIGGER CONTROL VISIBILITY REMOVE CONTAIN FORM LIFE RESOURCE "
    "ITEM CAST ROLL_CHANGE ONGOING SAVE CHECK CONTEST ATTACK RANDOM",
)
"""The effect primitives and, from ONGOING on, their wrappers. ``core/tables.py`` says what each
reads from its row."""

Outcome = IntEnum(
    "Outcome", "ALWAYS HIT MISS CRITICAL FAIL SUCCESS FAIL_BY_5 REDUCED_TO_0 ENDS", start=0
)
"""Bit positions of a mask: when an effect applies. In an ONGOING's children, ALWAYS is what holds
while it lasts, FAIL and SUCCESS what its repeated save does, ENDS what comes after it."""

Recipient = IntEnum("Recipient", "TARGET SOURCE CAUSE")
"""Whom an effect befalls. CAUSE: the creature that caused the event which set it off."""

Predicate = IntEnum(
    "Predicate",
    "BLOODIED EXHAUSTION_AT_LEAST IN_SUNLIGHT IN_WATER UNARMORED "
    "OTHER_TYPE OTHER_SIZE_AT_MOST OTHER_BLOODIED OTHER_WOUNDED OTHER_HAS_CONDITION OTHER_SEIZED "
    "OTHER_HIT_POINTS_AT_MOST OTHER_NOT_YET_ACTED OTHER_CHALLENGE_AT_MOST OTHER_ABILITY_AT_MOST "
    "OTHER_IS_MAKER OTHER_IS_NAMED OTHER_ALLY_OF_MAKER OTHER_SEES_BEARER SEES_OTHER "
    "MAKER_IN_SIGHT WITHIN ALLY_BESIDE_OTHER SNEAK_ATTACK CHARGED HAD_ADVANTAGE CRITICAL "
    "ATTACK_KIND ATTACK_ABILITY ATTACK_PROPERTY BY_MAGIC "
    "SPELL_LEVEL_AT_LEAST ACTIVITY_TAG AGAINST_CONDITION HURT_BY HAS_MOVED WOUNDED OTHER_IS_SELF "
    "ATTACKED_WITH_LIGHT OTHER_SURPRISED DAMAGE_TYPE TOTAL_AT_LEAST IS_HELD OTHER_IS_DOWN",
)
"""A test on the bearer of an effect and the other party; a negative one is negated. The bearer of
an activity's effect is its user; the other is its target, or whoever the bearer's roll is
against."""
LAST_STANDING = Predicate.UNARMORED
"""Up to this one a predicate depends on the bearer alone, and is judged when it is refreshed."""

Stat = IntEnum(
    "Stat",
    "ARMOR_CLASS UNARMORED_BASE ARMOR_CLASS_FLOOR SPEED WALK CLIMB SWIM FLY BURROW ROLL "
    "HIT_POINT_MAXIMUM DAMAGE_DEALT DAMAGE_TAKEN CRITICAL_RANGE REACH DARKVISION "
    "BLINDSIGHT TRUESIGHT TREMORSENSE SAVE_DC HEALING_DONE HEALING_TAKEN "
    "ABILITY_SCORE SIZE JUMP CRITICAL_DICE WEAPON_DICE ROLL_FLOOR",
)
"""What a MODIFIER changes."""

Op = IntEnum("Op", "ADD AT_LEAST SET HALVE DOUBLE PER_LEVEL DEALT")
"""PER_LEVEL: times the level of exhaustion; DEALT: less by the damage that the effect came with."""

Mode = IntEnum("Mode", "ADVANTAGE DISADVANTAGE FAIL SUCCEED CRITICAL REROLL")
"""What a ROLL_MODE does to a roll."""

Affinity = IntEnum("Affinity", "RESIST IMMUNE VULNERABLE ABSORB CONDITION_IMMUNE")

Unless = IntEnum("Unless", "MAGICAL SILVERED ADAMANTINE SPELL", start=0)
"""Bit positions: attacks that an AFFINITY does not hold against."""

Duration = IntEnum(
    "Duration",
    "COMBAT START_OF_SOURCE_TURN END_OF_SOURCE_TURN START_OF_TARGET_TURN END_OF_TARGET_TURN "
    "END_OF_TURN",
)
"""When an ONGOING effect counts down. One minute is ten starts of its source's turn."""

EndsOn = IntEnum(
    "EndsOn",
    "DAMAGED ATTACKS CASTS ATTACKED SAVED MOVED CANNOT_ACT SPEED_ZERO SOURCE_CANNOT_ACT "
    "OUT_OF_REACH HEALED HARMED_BY_ENEMY NOISE FOUND HITS SOURCE_OUT_OF_SIGHT ZERO_HIT_POINTS "
    "HIT SOURCE_DOWN",
    start=0,
)
"""Bit positions: what ends an ONGOING effect early."""

SaveWhen = IntEnum("SaveWhen", "END_OF_TURN START_OF_TURN DAMAGED BY_ACTION", start=0)
"""Bit positions: when the bearer of an ONGOING effect repeats its save; BY_ACTION: by a check, as
the verb ESCAPE: of ``ability``, or of the skill ``kind``."""

TickWhen = IntEnum(
    "TickWhen",
    "START_OF_TARGET_TURN END_OF_TARGET_TURN START_OF_SOURCE_TURN END_OF_SOURCE_TURN",
    start=0,
)
"""Bit positions: when a TICK does its children."""

Push = IntEnum("Push", "AWAY TOWARD SWAP UP ANY")
"""How MOVE_TARGET moves; ANY: where its user wishes."""

Travel = IntEnum("Travel", "WALK FLY TELEPORT JUMP AWAY TOWARD")
"""How MOVE_SELF moves."""

Grant = IntEnum(
    "Grant",
    "ACTION BONUS_ACTION REACTION ATTACK DASH DISENGAGE MOVEMENT "
    "ACTION_NOT_MAGIC NO_BONUS_ACTION NO_REACTION NO_ACTION NO_MOVEMENT",
)
"""What ECONOMY gives or takes."""

Removal = IntEnum("Removal", "CONDITIONS INTERRUPT CONCENTRATION DISPEL GRIP SELF")
"""What REMOVE takes away. INTERRUPT: the spell whose casting is being responded to; GRIP: what
seizes the user; SELF: the ongoing effect whose child it is."""

LifeChange = IntEnum("LifeChange", "KILL STABILIZE REVIVE STAY_UP KNOCK_OUT")

Sense = IntEnum("Sense", "HIDE SEARCH REVEAL")
"""What VISIBILITY does."""

RollChange = IntEnum("RollChange", "REROLL SUCCEED ADD HALVE_DAMAGE MISS DISADVANTAGE")
"""What a response does to the roll it responds to."""

ZoneTrait = IntEnum(
    "ZoneTrait",
    "DIFFICULT LIGHTLY_OBSCURED HEAVILY_OBSCURED BRIGHT DIM MAGICAL_DARKNESS SILENCE BLOCKS_MOVE "
    "BLOCKS_SIGHT BLOCKS_EFFECT FOLLOWS_SOURCE MOVABLE ENDS_WHEN_SPENT ATTACKS SPREADS ONLY_ONE",
    start=0,
)
"""Bit positions. FOLLOWS_SOURCE: moves with the creature that made it; SPREADS: around corners;
ONLY_ONE: the same spell cast again takes its place."""

ZoneWhen = IntEnum("ZoneWhen", "INSIDE APPEARS ENTERS STARTS_TURN ENDS_TURN MOVES_ONTO", start=0)
"""Bit positions: when a zone's children befall a creature; INSIDE: they hold while it is in
there."""

# --- the course of a battle ----------------------------------------------------------------------

Event = IntEnum(
    "Event",
    "SPELL_CAST TARGETED ATTACK_DECLARED HIT STRUCK MISSED DAMAGED LEAVES_REACH SAVE_FAILED "
    "SAVE_SUCCEEDED DROPPING DROPPED DIED TURN_STARTED TURN_ENDED FALLS",
)
"""What rules tell each other, and what creatures respond to. HIT: the roll reaches the armor class
so far; STRUCK: the hit stands; DROPPING: at 0 hit points, what comes of it is open."""

Decision = IntEnum(
    "Decision",
    "TURN LEVEL TARGET SQUARE OPTION CORNER RESPONSE LEGENDARY SKILL SAVE_ABILITY FAIL_SAVE "
    "KNOCK_OUT TEMP_HIT_POINTS ORDER",
)
"""What is being decided. LEVEL to CORNER go on with a choice that has been begun."""

GateOf = IntEnum("GateOf", "ACTIVITY ROW REPEAT")
"""Whose gate an EFFECTS frame passes: its activity's, an effect row's, a lasting effect's again."""

Context = IntEnum("Context", "TURN RESPONSE LEGENDARY EFFECT")
"""In what way an activity is being used; EFFECT: by another one, at no cost."""

Frame = IntEnum("Frame", "TURN USE ATTACK EFFECTS SAVE CHECK DAMAGE MOVE")
"""What is being resolved on the stack."""

Error = IntEnum(
    "Error",
    "TOO_MANY_FRAMES TOO_MANY_EVENTS TOO_MANY_ONGOING TOO_MANY_ZONES TOO_MANY_OBJECTS "
    "TOO_MANY_CREATURES OUT_OF_SCRIPTED_DICE",
)

Verb = IntEnum(
    "Verb",
    "DASH DISENGAGE DODGE HELP HIDE SEARCH GRAPPLE SHOVE_PRONE SHOVE_AWAY UNARMED_STRIKE ESCAPE "
    "STABILIZE WAKE "
    "STAND_UP DROP_PRONE RELEASE JUMP FLY LAND SQUEEZE UNSQUEEZE DRAW STOW DROP_ITEM PICK_UP "
    "USE_DOOR END_CONCENTRATION STEP_NORTH STEP_NORTH_EAST STEP_EAST STEP_SOUTH_EAST STEP_SOUTH "
    "STEP_SOUTH_WEST STEP_WEST STEP_NORTH_WEST",
)
"""What any creature can say on its turn besides its own activities. Up to WAKE a verb stands for an
activity of the content (``tables.verbs``), in the slot MAX_SLOTS + verb - 1 of everybody."""
LAST_ACTIVITY_VERB = Verb.WAKE

Option = IntEnum(
    "Option",
    "LEVEL_1 LEVEL_2 LEVEL_3 LEVEL_4 LEVEL_5 LEVEL_6 LEVEL_7 LEVEL_8 LEVEL_9 "
    "NORTH_WEST NORTH_EAST SOUTH_WEST SOUTH_EAST ATHLETICS ACROBATICS "
    "STRENGTH DEXTERITY CONSTITUTION INTELLIGENCE WISDOM CHARISMA YES NO "
    "FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH "
    "UP_0 UP_5 UP_10 UP_15 UP_20 UP_25 UP_30 UP_40 UP_50 UP_60 UP_80 UP_120",
)
"""Answers that are neither a creature nor a square: a slot level, a corner, a skill, an ability to
save with, yes or no, which of several, an altitude."""
ALTITUDES_FT = (0, 5, 10, 15, 20, 25, 30, 40, 50, 60, 80, 120)  # of UP_0 ...

ObjectKind = IntEnum("ObjectKind", "DOOR DROPPED_ITEM")

Traced = IntEnum(
    "Traced",
    "ROUND TURN USES D20 ROLL_MODE ROLL_BONUS ATTACK SAVE CHECK DAMAGE HEALING TEMP_HIT_POINTS "
    "CONDITION CONDITION_ENDS ONGOING ONGOING_ENDS MOVES FORCED FALLS DROPS DIES STABLE WAKES "
    "DEATH_SAVE CONCENTRATION_ENDS INTERRUPTED ZONE ZONE_ENDS RECHARGES HIDES FOUND INITIATIVE "
    "DECLINES INTERACTS TELEPORTS NO_EFFECT OVER COVER STOPS SURPRISED RESISTS",
)
"""What a line of the trace tells of."""

Because = IntEnum(
    "Because",
    "EFFECT UNSEEN_ATTACKER UNSEEN_TARGET LONG_RANGE CLOSE_RANGE HEAVY SQUEEZING LANCE "
    "DIM_LIGHT COVER SURPRISE INVISIBLE",
)
"""Why a roll has advantage or disadvantage. EFFECT: an effect row says so."""

Answer = IntEnum("Answer", "PASS VERB ACTIVITY CREATURE OPTION SQUARE")
"""In what words a decision is answered; their values are indices from 0 (PASS has none)."""

InitiativeTies = IntEnum("InitiativeTies", "DEXTERITY ROLL_OFF DM_FIRST PLAYERS_FIRST LISTED")
"""Who goes first among equals. INI-03."""
