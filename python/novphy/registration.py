"""Registers the environments with gymnasium, which `import novphy` alone does not load."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Callable, Optional

TASK = {"entry_point": "novphy.envs:TaskEnv", "vector_entry_point": "novphy.vector:TaskVectorEnv"}
ENVIRONMENTS: dict[str, dict[str, Any]] = {
    "novphy/Task-v0": TASK,
    "novphy/TaskFlat-v0": {**TASK, "kwargs": {"observation": "flat"}},
    "novphy/Shot-v0": {"entry_point": "novphy.shot_env:ShotEnv"},
    "novphy/Trial-v0": {
        "entry_point": "novphy.trial_env:TrialEnv",
        "vector_entry_point": "novphy.trial_vector:TrialVectorEnv",
    },
}


def register() -> None:
    """Registers novphy's environments, at once or as soon as the process imports gymnasium."""
    gymnasium = sys.modules.get("gymnasium")
    if hasattr(gymnasium, "register"):
        _register_with(gymnasium)
    elif not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def _register_with(gymnasium: Any) -> None:
    for name, settings in ENVIRONMENTS.items():
        if name not in gymnasium.registry:
            gymnasium.register(id=name, disable_env_checker=True, **settings)


class _Finder:
    """Finds gymnasium as the other finders do, and has its loader register the environments afterwards."""

    def find_spec(self, name: str, path: Any = None, target: Optional[ModuleType] = None) -> Optional[ModuleSpec]:
        if name != "gymnasium":
            return None
        found = (each.find_spec(name, path, target) for each in sys.meta_path if each is not self)
        spec = next((each for each in found if each is not None), None)
        if spec is not None and spec.loader is not None:
            spec.loader.exec_module = _registering(spec.loader.exec_module)  # type: ignore[assignment, method-assign]
        return spec


def _registering(load: Callable[[ModuleType], None]) -> Callable[[ModuleType], None]:
    def load_and_register(module: ModuleType) -> None:
        load(module)
        _register_with(module)

    return load_and_register
