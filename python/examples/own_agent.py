"""An agent that keeps the angle that passed, and says that the world has changed once that angle fails twice."""

import novphy


class Keeper(novphy.Agent):
    def begin_trial(self, seed):
        self.angle, self.passed, self.failures = 20.0, False, 0

    def choose(self, seen):
        return [self.angle]

    def end_task(self, result):
        self.failures = 0 if result["passed"] else self.failures + self.passed
        self.passed = self.passed or result["passed"]
        if not result["passed"]:
            self.angle = 20 + (self.angle - 20 + 7) % 50

    def novelty(self):
        return 1.0 if self.failures >= 2 else 0.0


plan = novphy.plan(["rolling/agents"], trials=2, max_normal=10, novel=10, calibration_runs=1, proof="none")
records = novphy.run(plan, Keeper, threads=2)
print(f"{sum(record['passed'] for record in records)} of {len(records)} tasks passed")
