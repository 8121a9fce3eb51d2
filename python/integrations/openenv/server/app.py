"""The server: python -m novphy_env.server.app [--host HOST] [--port PORT]. docs/reference/openenv.md lists its environment variables."""

from __future__ import annotations

import argparse
import functools
import socket
import sys
from typing import NoReturn

import novphy
import uvicorn
from fastapi import FastAPI
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.types import ConcurrencyConfig

from novphy_env.models import NovphyAction, NovphyObservation, NovphyStart
from novphy_env.server.environment import NovphyEnvironment
from novphy_env.server.settings import Settings
from novphy_env.server.trials import trials_of


def made_app(settings: Settings) -> FastAPI:
    """The server's application. Raises InputError for settings that cannot be."""
    trials = trials_of(settings)
    made = create_app(
        functools.partial(NovphyEnvironment, trials),
        NovphyAction,
        NovphyObservation,
        env_name="novphy",
        concurrency_config=ConcurrencyConfig(max_concurrent_envs=settings.sessions, session_timeout=settings.idle_s),
        reset_observation_cls=NovphyStart,
    )
    made.router.on_shutdown.append(trials.stop)
    return made


def _refuse(wrong: Exception) -> NoReturn:
    """Ends the program after bad input."""
    print(f"novphy_env: {wrong}", file=sys.stderr)
    sys.exit(2)


def server_of(served: FastAPI) -> uvicorn.Server:
    """The server of an application. Replies are short, so that their compression would cost more than it saves."""
    return uvicorn.Server(uvicorn.Config(served, log_level="warning", ws_per_message_deflate=False))


try:
    app = made_app(Settings.of())
except (novphy.InputError, OSError) as wrong:
    _refuse(wrong)


def main() -> None:
    """Serves until it is stopped."""
    parser = argparse.ArgumentParser(prog="novphy_env", description="Serves novphy's trials as an environment of OpenEnv.")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000, help="0: any free one")
    given = parser.parse_args()
    try:
        listener = socket.create_server((given.host, given.port), backlog=1024)
    except (OSError, OverflowError) as wrong:
        _refuse(novphy.InputError(f"--host {given.host} --port {given.port}: {wrong}"))
    print(f"novphy serves OpenEnv at http://{given.host}:{listener.getsockname()[1]}", flush=True)
    try:
        server_of(app).run(sockets=[listener])
    except KeyboardInterrupt:  # once all sessions are closed
        sys.exit(130)


if __name__ == "__main__":
    main()
