"""Lets players without a model play a plan by tools over the Model Context Protocol, and prints their measures (docs/guide/models.md).

Usage: python tool_players.py PLAN FOLDER [PLAYER...]    players: oracle, reflect, or agents of novphy such as pig_shooter

FOLDER gets a file of records for each player. The class McpServer is all that a client of one's own needs.
"""

import json
import subprocess
import sys
from pathlib import Path

import novphy
from novphy.tool_players import tool_player

PLAYERS = ["oracle", "reflect", "eagles_wing", "datalab", "pig_shooter", "naive_adapt", "random"]
LOOKAHEAD = 60  # simulations of each task, for those who use them


class McpServer:
    """A server of novphy on its standard input and output."""

    def __init__(self, plan, out, agent, lookahead):
        command = [sys.executable, "-m", "novphy", "mcp", plan, "--agent", agent, "--lookahead", str(lookahead), "--force", "--out", out]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.requests = 0
        self.ask("initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "tool_players", "version": "1"})

    def ask(self, method, **params):
        """The result of a request."""
        self.requests += 1
        message = {"jsonrpc": "2.0", "id": self.requests, "method": method, "params": params}
        print(json.dumps(message), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(self.process.wait() or 1)
        return json.loads(line)["result"]

    def call(self, tool, arguments):
        """The facts of a tool's reply. A refused call has none."""
        return self.ask("tools/call", name=tool, arguments=arguments).get("structuredContent", {})

    def close(self):
        """Ends the server, which writes its records."""
        self.process.stdin.close()
        self.process.stdout.read()
        if self.process.wait() != 0:
            raise SystemExit(self.process.returncode)


def play(file, plan, name, out):
    server = McpServer(file, out, name, LOOKAHEAD if name == "reflect" else 0)
    for trial in range(plan.trials):
        server.call("start_trial", {})
        tool_player(name, plan, trial).play(server.call)
    server.close()


def main():
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    file, folder = Path(sys.argv[1]), Path(sys.argv[2])
    plan = novphy.Plan.load(file)
    folder.mkdir(parents=True, exist_ok=True)
    players = sys.argv[3:] or PLAYERS
    for name in players:
        tool_player(name, plan, 0)  # raises InputError for one that there is not
    files = [str(folder / f"{name}.jsonl") for name in players]
    for name, out in zip(players, files):
        play(file, plan, name, out)
    measures = novphy.measure(files)
    print(f"{'player':<14}" + "".join(f"{key:>9}" for key in ("CDT", "AP", "AUS", "shots", "calls")))
    for name in players:
        values = [measures.value(key, agent=name) for key in ("cdt", "ap", "aus", "shots", "calls")]
        print(f"{name:<14}" + "".join(f"{value:>9.2f}" for value in values))


try:
    main()
except novphy.InputError as wrong:
    print(f"tool_players.py: {wrong}", file=sys.stderr)
    sys.exit(2)
