"""What the learners share: their tasks, and the row that tells what one of them learned."""

import time

import gymnasium

import novphy  # registers the environments

ENVIRONMENT = "novphy:novphy/TaskFlat-v0"  # imports novphy in other processes, too
TASKS = 350
TRAINING = {"tasks": "rolling/agents/normal", "count": TASKS}
HELD_OUT = {**TRAINING, "first": TASKS}
SEED = 1


def share_passed(act, actions):
    """The share of the held-out tasks that act(observation) passes. A round of episodes plays each task once."""
    env = gymnasium.make(ENVIRONMENT, actions=actions, **HELD_OUT)
    passed = 0
    for episode in range(TASKS):
        seen, over = env.reset(seed=SEED if episode == 0 else None)[0], False
        while not over:
            seen, _, over, _, info = env.step(act(seen))
        passed += info["passed"]
    return passed / TASKS


def print_row(name, actions, act, train):
    """Trains. `train` returns the number of shots. Prints what act(observation) passes before and after."""
    before, start = share_passed(act, actions), time.process_time()
    shots, seconds = train(), time.process_time() - start
    after = share_passed(act, actions)
    print(f"{name:22} {actions:8} {shots:9} {seconds:9.0f} {before:8.2f} {after:8.2f}", flush=True)
