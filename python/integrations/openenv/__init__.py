"""novphy's trials as an environment of OpenEnv."""

from novphy_env.client import NovphyEnv
from novphy_env.models import NovphyAction, NovphyObservation, NovphyStart

__all__ = ["NovphyAction", "NovphyEnv", "NovphyObservation", "NovphyStart"]
