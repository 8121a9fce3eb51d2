"""The few names of Gymnasium that novphy's environments stand on, for machines without Gymnasium.

The tests use this package only where the real one cannot be imported. It knows no wrapper and no checker.
"""

from gymnasium import spaces, utils, vector
from gymnasium.utils import seeding

registry = {}


class Env:
    metadata = {"render_modes": []}
    render_mode = None
    spec = None
    _np_random = None

    @property
    def np_random(self):
        if self._np_random is None:
            self._np_random, self._np_random_seed = seeding.np_random()
        return self._np_random

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None, options=None):
        if seed is not None:
            self._np_random, self._np_random_seed = seeding.np_random(seed)

    def close(self):
        pass


def register(id, entry_point, vector_entry_point=None, kwargs=None, **_):
    registry[id] = (entry_point, vector_entry_point, kwargs or {})


def _load(path):
    module, name = path.split(":")
    return getattr(__import__(module, fromlist=[name]), name)


def make(id, **settings):
    entry_point, _, kwargs = registry[id]
    return _load(entry_point)(**{**kwargs, **settings})


def make_vec(id, num_envs=1, vectorization_mode=None, **settings):
    _, entry_point, kwargs = registry[id]
    return _load(entry_point)(num_envs=num_envs, **{**kwargs, **settings})
