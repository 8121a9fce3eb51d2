"""Prints the processor time of a physicist's decisions, in seconds: `PYTHONPATH=build/python python3 bench/decision_seconds.py PLAN [AGENT] [TRIALS]`.

It plays the first TRIALS (1) trials of each pair of the plan. A decision is the choice of a shot with all that the agent did since its
last one, such as its search for laws. The agent has one thread, and what other programs do meanwhile does not count.
"""

import sys
import tempfile
import time
from pathlib import Path

import novphy
from novphy._engine import engine

AGENT = sys.argv[2] if len(sys.argv) > 2 else "physicist"
decisions = []


class Timed(novphy.Physicist):
    def __init__(self):
        super().__init__()
        self._player = engine.AgentPlayer(AGENT)
        self.spent_s = 0.0

    def choose(self, seen):
        shot = self.timed("choose", seen)
        decisions.append(self.spent_s)
        self.spent_s = 0.0
        return shot

    def timed(self, name, *arguments):
        start = time.thread_time()
        answer = getattr(novphy.Physicist, name)(self, *arguments)
        self.spent_s += time.thread_time() - start
        return answer


for each in ("begin_trial", "told_novel", "begin_task", "watch", "end_task", "novelty"):
    setattr(Timed, each, lambda self, *arguments, name=each: self.timed(name, *arguments))

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        novphy.run(sys.argv[1], Timed, name="timed", trials=int(sys.argv[3]) if len(sys.argv) > 3 else 1, out=Path(folder, "records.jsonl"))
    decisions.sort()
    shares = [decisions[(len(decisions) - 1) * percent // 100] for percent in (50, 99, 100)]
    print("| agent | decisions | median, s | 99 %, s | most, s |\n| --- | --- | --- | --- | --- |")
    print(f"| `{AGENT}` | {len(decisions)} | " + " | ".join(f"{share:.2f}" for share in shares) + " |")
