"""Registers the environments with gymnasium if it is installed."""

import importlib.util


def register() -> None:
    """Registers novphy/Task-v0, novphy/TaskFlat-v0 and novphy/Trial-v0. Does nothing without gymnasium."""
    if importlib.util.find_spec("gymnasium") is None:
        return
    import gymnasium

    if "novphy/Task-v0" in gymnasium.registry:
        return
    for name, settings in (("Task", {}), ("TaskFlat", {"observation": "flat"})):
        gymnasium.register(
            id=f"novphy/{name}-v0",
            entry_point="novphy.envs:TaskEnv",
            vector_entry_point="novphy.vector:TaskVectorEnv",
            disable_env_checker=True,
            kwargs=settings,
        )
    gymnasium.register(id="novphy/Trial-v0", entry_point="novphy.trial_env:TrialEnv", disable_env_checker=True)
