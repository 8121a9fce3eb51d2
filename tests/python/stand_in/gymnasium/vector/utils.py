import numpy as np
from gymnasium import spaces


def batch_space(space, n=1):
    if isinstance(space, spaces.Discrete):
        return spaces.MultiDiscrete([space.n] * n)
    return spaces.Box(space.low.flat[0], space.high.flat[0], (n, *space.shape), space.dtype)
