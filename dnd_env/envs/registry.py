"""Registration with Gymnasium and PettingZoo, so that ``make`` finds the environments by name."""

import gymnasium

GYMNASIUM_ID = "dnd_env/Combat-v0"
PETTINGZOO_ID = "dnd_env/combat_v0"


def register_all() -> None:
    """Register the environments, once."""
    if GYMNASIUM_ID not in gymnasium.registry:
        gymnasium.register(
            id=GYMNASIUM_ID,
            entry_point="dnd_env.envs.single_agent:SingleAgentEnv",
            vector_entry_point="dnd_env.envs.vector:VectorCombatEnv",
        )
    try:
        from pettingzoo.env_registry import registration
    except ImportError:  # an older PettingZoo: combat_v0.env() makes it
        return
    if PETTINGZOO_ID not in registration.aec_registry:
        registration.register("aec", id=PETTINGZOO_ID, entry_point="dnd_env.combat_v0:env")
