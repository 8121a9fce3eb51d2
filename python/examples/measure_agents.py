"""Two agents on one plan, and a table of their measures."""

import novphy

plan = novphy.plan(
    ["rolling/agents", "falling/goals"], trials=3, max_normal=4, novel=4, calibration_runs=2, calibration_tasks=3, proof="none"
)
runs = [novphy.run(plan, agent, threads=2, detector="sma:3:0.3") for agent in ("random", "pig_shooter")]
measured = novphy.measure(runs, resamples=0)
for agent in ("random", "pig_shooter"):
    numbers = ", ".join(f"{key} {measured.value(key, agent=agent):.2f}" for key in ("ap", "aus", "cdt"))
    print(f"{agent}: {numbers}")
