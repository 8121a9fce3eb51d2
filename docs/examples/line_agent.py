"""An agent of its own process: keeps to an angle while it wins, else tries the next one.

novphy run PLAN --agent "exec:python3 docs/examples/line_agent.py" --out records.jsonl
"""
import json
import sys

ANGLES_DEG = [45, 30, 60, 20, 70, 10, 80, 0]
losses = 0  # in all, and in a row
row = 0

for line in sys.stdin:
    message, answer = json.loads(line), {}
    if message["type"] == "begin_trial":
        losses = row = 0
    elif message["type"] == "choose":
        seen = message["observation"]
        angle = ANGLES_DEG[losses % len(ANGLES_DEG)]
        to_the_left = seen["bird_rest"][0] > seen["width_px"] / 2
        answer = {"angle_deg": 180 - angle if to_the_left else angle}
    elif message["type"] == "end_task":
        losses, row = (losses, 0) if message["passed"] else (losses + 1, row + 1)
        answer = {"novelty_probability": min(1.0, row / 5)}
    print(json.dumps(answer), flush=True)
