from enum import Enum

from gymnasium.vector import utils


class AutoresetMode(Enum):
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


class VectorEnv:
    metadata = {}
    render_mode = None
    closed = False
    _np_random = None

    def close(self, **settings):
        if not self.closed:
            self.close_extras(**settings)
            self.closed = True
