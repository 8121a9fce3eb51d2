// The official npm SDKs of the Model Context Protocol play a plan through `python -m novphy mcp`: @modelcontextprotocol/sdk, which
// speaks the era with sessions, and @modelcontextprotocol/client, which needs Node 20 and speaks both. Over stdio and HTTP.
// Usage: PYTHON=python NOVPHY_SOURCE=CLONE node --test npm_sdk.test.mjs; scripts/model_tests.sh calls it, in a folder with the packages.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";

import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const python = process.env.PYTHON;
const pairs = join(process.env.NOVPHY_SOURCE, "tests/trials/pairs");
const newEnough = Number(process.versions.node.split(".")[0]) >= 20;
const old = { Client: OldClient, Stdio: OldStdio, Http: OldHttp };
const info = { name: "test", version: "1" };
let folder;

before(() => {
  folder = mkdtempSync(join(tmpdir(), "novphy-"));
  const options = "--trials 1 --min-normal 1 --max-normal 1 --novel 2 --calibration-runs 0 --proof none --distractors 0 --quiet";
  execFileSync(python, ["-m", "novphy", "plan", "--pairs", pairs, ...options.split(" "), "--out", "plan.json"], { cwd: folder });
});
after(() => rmSync(folder, { recursive: true }));

/** The SDK of the newer package. */
async function newer() {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  return { Client, Stdio: StdioClientTransport, Http: StreamableHTTPClientTransport };
}

/** Plays every trial with one throw. */
async function play(client, namesTrial) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), ["start_trial", "look", "aim", "shoot", "report_novelty", "notes", "give_up"]);
  const call = async (name, args = {}) => {
    const reply = await client.callTool({ name, arguments: args });
    return { text: reply.content[0].text, facts: reply.structuredContent, wrong: reply.isError };
  };
  for (let begun; !(begun = await call("start_trial")).wrong; ) {
    const more = namesTrial ? { trial: begun.facts.trial } : {};
    assert.ok((await call("shoot", { angle: "far", ...more })).wrong);
    for (let over = false; !over; ) {
      const reply = await call("shoot", { angle: 40, pull: 0.9, ...more });
      assert.ok(!reply.wrong, reply.text);
      over = reply.facts.trial_over ?? false;
      assert.equal(over, reply.text.includes("last one"));
    }
    await call("report_novelty", { probability: 0.25, ...more });
  }
}

function digestsOf(file) {
  return readFileSync(join(folder, file), "utf8").trim().split("\n").slice(1).map((line) => JSON.parse(line).digest);
}

async function playOver(transport, sdk, options, out, namesTrial) {
  const args = ["-m", "novphy", "mcp", "plan.json", "--out", out];
  const client = new sdk.Client(info, options);
  if (transport === "stdio") {
    await client.connect(new sdk.Stdio({ command: python, args, cwd: folder, env: process.env, stderr: "ignore" }));
    await play(client, namesTrial);
    const closed = new Promise((done) => (client.onclose = done));
    await client.close();
    await closed;
  } else {
    const server = spawn(python, [...args, "--http", "--port", "0"], { cwd: folder });
    const [line] = await once(createInterface(server.stdout), "line");
    await client.connect(new sdk.Http(new URL(line.split(" ").at(-1))));
    await play(client, namesTrial);
    await client.close();
    if (server.exitCode === null) assert.equal((await once(server, "exit"))[0], 0);
  }
  assert.equal(digestsOf(out).length, 2 * 3);
}

for (const transport of ["stdio", "http"]) {
  test(`@modelcontextprotocol/sdk over ${transport}`, () => playOver(transport, old, {}, `old_${transport}.jsonl`, false));
  for (const mode of ["legacy", "auto"])
    test(`@modelcontextprotocol/client, ${mode}, over ${transport}`, { skip: newEnough ? false : "needs Node 20" }, async () => {
      const options = { versionNegotiation: { mode } };
      await playOver(transport, await newer(), options, `${mode}_${transport}.jsonl`, transport === "http" && mode === "auto");
    });
}

test("every client made the same plays", () => {
  const expected = digestsOf("old_stdio.jsonl");
  assert.equal(new Set(expected).size > 1, true);
  const others = ["old_http.jsonl", ...(newEnough ? ["legacy_stdio.jsonl", "auto_stdio.jsonl", "legacy_http.jsonl", "auto_http.jsonl"] : [])];
  for (const file of others) assert.deepEqual(digestsOf(file), expected);
});
