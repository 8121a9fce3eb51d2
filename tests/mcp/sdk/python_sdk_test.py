"""The official Python SDK of the Model Context Protocol plays a plan through `novphy serve --mcp`: both eras, stdio and HTTP.

Usage: python_sdk_test.py NOVPHY, with the package `mcp`; scripts/model_tests.sh calls it."""

import asyncio
import sys
from contextlib import asynccontextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
from program import FolderTest, json_lines, main, novphy, program, start

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

PAIRS = Path(__file__).parents[2] / "trials/pairs"


async def play(client, names_trial):
    """Plays every trial with one throw. Returns the names of the tools."""
    listed = await client.list_tools()

    async def call(tool, **arguments):
        reply = await client.call_tool(tool, arguments)
        return reply.is_error, reply.content[0].text

    while "A trial has begun" in (text := (await call("start_trial"))[1]):
        more = {"trial": text.split()[-1]} if names_trial else {}
        wrong, text = await call("shoot", angle="far", **more)
        assert wrong and "angle" in text, text
        over = False
        while not over:
            wrong, text = await call("shoot", angle=40, pull=0.9, **more)
            assert not wrong, text
            over = "last one" in text
        assert not (await call("report_novelty", probability=0.25, **more))[0]
    return [tool.name for tool in listed.tools]


class SdkTest(FolderTest):
    def setUp(self):
        super().setUp()
        novphy("plan", "--pairs", PAIRS, "--trials", "1", "--min-normal", "1", "--max-normal", "1", "--novel", "2", "--calibration-runs", "0",
               "--proof", "none", "--distractors", "0", "--quiet", "--out", "plan.json", folder=self.folder)
        agent = 'import sys\nfor line in sys.stdin: print(\'{"angle_deg": 40, "pull_m": 0.9}\' if "choose" in line[:20] else "{}", flush=True)\n'
        (self.folder / "agent.py").write_text(agent)
        novphy("run", "plan.json", "--agent", "exec:python3 agent.py", "--quiet", "--out", "expected.jsonl", folder=self.folder)

    def check_records(self, file):
        digests, expected = ([each["digest"] for each in json_lines(self.folder / name)[1:]] for name in (file, "expected.jsonl"))
        self.assertEqual(digests, expected)

    @asynccontextmanager
    async def over(self, transport, mode, out):
        arguments = ["serve", "--mcp", "plan.json", "--out", out]
        if transport == "stdio":
            server = StdioServerParameters(command=program(), args=arguments, cwd=str(self.folder))
            async with Client(stdio_client(server), mode=mode) as client:
                yield client
            return
        process = start([program(), *arguments, "--http", "--port", "0"], self.folder)
        try:
            async with Client(process.stdout.readline().split()[-1], mode=mode) as client:
                yield client
            self.assertEqual(process.wait(timeout=60), 0)
        finally:
            process.kill()
            process.communicate()

    def test_every_era_and_transport(self):
        async def all_of_them():
            for transport in ("stdio", "http"):
                for mode in ("legacy", "auto"):
                    with self.subTest(transport=transport, mode=mode):
                        out = f"{transport}_{mode}.jsonl"
                        async with self.over(transport, mode, out) as client:
                            tools = await play(client, names_trial=transport == "http" and mode == "auto")
                        self.assertEqual(tools, ["start_trial", "look", "aim", "shoot", "report_novelty", "notes", "give_up"])
                        self.check_records(out)

        asyncio.run(all_of_them())


main()
