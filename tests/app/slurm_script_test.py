"""scripts/cluster/novphy.sbatch with stand-ins for sbatch and novphy, which note how they are called.

scripts/cluster/test_slurm.sh tests the script on a Slurm of its own."""

import shlex
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from program import ROOT, FolderTest, json_lines, main, run

SCRIPT = ROOT / "scripts/cluster/novphy.sbatch"
NOTE = """#!/usr/bin/python3
import json, os, sys
from pathlib import Path
line = {"name": Path(sys.argv[0]).name, "arguments": sys.argv[1:], "restarts": os.environ.get("SLURM_RESTART_COUNT")}
with open(Path(sys.argv[0]).parent / "calls", "a") as calls:
    print(json.dumps(line), file=calls)
print(17)
"""
NO_JOB = dict.fromkeys(("SLURM_JOB_ID", "SLURM_ARRAY_JOB_ID", "SLURM_ARRAY_TASK_ID", "SLURM_RESTART_COUNT", "SLURM_CPUS_PER_TASK"))
IN_JOB = {**NO_JOB, "SLURM_JOB_ID": "5"}
IN_ARRAY = {**IN_JOB, "SLURM_ARRAY_JOB_ID": "5", "SLURM_ARRAY_TASK_ID": "3", "SLURM_RESTART_COUNT": "4"}


class SlurmScript(FolderTest):
    def setUp(self):
        super().setUp()
        self.tools = self.folder / "tools"
        self.tools.mkdir()
        for name in ("sbatch", "novphy"):
            (self.tools / name).write_text(NOTE)
            (self.tools / name).chmod(0o755)
        (self.folder / "plan.json").write_text("{}")

    def calls(self, command, environment, code=0):
        """How sbatch and novphy are called by this command."""
        (self.tools / "calls").write_text("")
        own = {"PATH": f"{self.tools}:/usr/bin:/bin", "NOVPHY": None, "NOVPHY_CPUS": None, **environment}
        run(command, code, **self.here({"environment": own}))
        return json_lines(self.tools / "calls")

    def test_it_submits_wherever_it_is_started(self):
        for environment in (NO_JOB, IN_JOB, IN_ARRAY):
            with self.subTest(environment):
                array, merge = self.calls(["bash", SCRIPT, 2, "plan.json", "r.jsonl", "--agent", "random"], environment)
                self.assertEqual([array["name"], merge["name"]], ["sbatch", "sbatch"])
                self.assertIn("--array=1,2", array["arguments"])
                self.assertIn("--dependency=afterany:17", merge["arguments"])
                self.assertEqual([array["restarts"], merge["restarts"]], [None, None])

    def test_the_jobs_play_and_merge_whatever_job_submitted_them(self):
        array, merge = self.calls(["bash", SCRIPT, 2, "plan.json", "r.jsonl", "--agent", "random"], IN_ARRAY)
        job = lambda call: ["bash", *call["arguments"][call["arguments"].index(str(SCRIPT)):]]
        (played,) = self.calls(job(array), {**IN_ARRAY, "SLURM_ARRAY_TASK_ID": "2"})
        self.assertEqual(shlex.join(played["arguments"]),
                         "run plan.json --shard 2/2 --jobs 1 --resume --quiet --out r.jsonl --agent random")
        for environment in (IN_JOB, IN_ARRAY):  # a job inherits the variables of the job that submitted it
            (merged,) = self.calls(job(merge), environment)
            self.assertEqual(shlex.join(merged["arguments"]), "merge 'r.jsonl.shard-*-of-2' --out r.jsonl")

    def test_finished_shards_are_not_submitted_again(self):
        for i in (1, 2):
            (self.folder / f"r.jsonl.shard-{i}-of-2").touch()
        (merge,) = self.calls(["bash", SCRIPT, 2, "plan.json", "r.jsonl", "--agent", "random"], IN_JOB)
        self.assertIn("--merge", merge["arguments"])

    def test_wrong_arguments_submit_nothing(self):
        for arguments in ([], [2], [0, "plan.json", "r.jsonl", "--agent"], ["--merge", 2], [2, "missing.json", "r.jsonl", "--agent"]):
            self.assertEqual(self.calls(["bash", SCRIPT, *arguments], NO_JOB, code=2), [])


if __name__ == "__main__":
    main(arguments=0)
