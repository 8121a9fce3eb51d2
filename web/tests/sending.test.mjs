import assert from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";

import { imported } from "./helpers/bundle.mjs";

const { sender, sendUntilDone, told } = await imported("study/sending.ts");

const rows = [{ novphy: 1, participant: "P1", step: 0 }];

/** A server that refuses the first requests, and keeps what it gets. */
async function standInServer(refusals) {
  const bodies = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    bodies.push(body);
    const refused = bodies.length <= refusals;
    response.writeHead(refused ? 503 : 201).end(refused ? "come back later" : "{}");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { bodies, server, url: `http://127.0.0.1:${server.address().port}/data` };
}

/** Waits for nothing, and keeps what was told. */
function waiting() {
  const told = [];
  return { told, waits_s: [2, 4, 8], failed: async (why, wait_s) => void told.push([why, wait_s]) };
}

test("a server that fails first gets everything in the end, after growing waits", async () => {
  const { bodies, server, url } = await standInServer(4);
  const patience = waiting();
  await sendUntilDone(sender({ kind: "post", url }, "P1.json", null), rows, patience);
  server.close();
  assert.deepEqual(JSON.parse(bodies.at(-1)), rows);
  assert.equal(bodies.length, 5);
  assert.deepEqual(patience.told.map(([, wait_s]) => wait_s), [2, 4, 8, 8]);
  assert.equal(patience.told[0][0], "the server answers 503: come back later");
});

test("a server that is not there is tried again, too", async () => {
  const { server, url } = await standInServer(0);
  server.close();
  const patience = waiting();
  const stop = new Error("enough");
  patience.failed = async (why) => {
    patience.told.push(why);
    if (patience.told.length === 2) throw stop;
  };
  await assert.rejects(sendUntilDone(sender({ kind: "post", url }, "P1.json", null), rows, patience), stop);
  assert.equal(patience.told.length, 2);
});

test("DataPipe gets the experiment's ID, a name of its own for each attempt, and the rows", async (t) => {
  const asked = [];
  t.mock.method(globalThis, "fetch", async (url, request) => {
    asked.push([url, JSON.parse(request.body)]);
    return new Response("{}", { status: asked.length === 1 ? 500 : 201 });
  });
  await sendUntilDone(sender({ kind: "datapipe", id: "abc" }, "P1.json", null), rows, waiting());
  const url = "https://pipe.jspsych.org/api/data/";
  const data = JSON.stringify(rows);
  assert.deepEqual(asked, [
    [url, { experimentID: "abc", filename: "P1.json", data }],
    [url, { experimentID: "abc", filename: "P1_2.json", data }],
  ]);
});

test("JATOS gets the rows as one line", async () => {
  const submitted = [];
  const jatos = { submitResultData: async (text) => void submitted.push(text) };
  await sender({ kind: "jatos" }, "P1.json", jatos)(rows, 0);
  assert.deepEqual(submitted, [JSON.stringify(rows)]);
});

test("a study whose participants download their data sends nothing", () => {
  assert.equal(sender({ kind: "download" }, "P1.json", null), null);
});

test("who declines is told without the device, and whoever agrees afterwards whole", () => {
  const declined = [{ novphy: 1, kind: "session", user_agent: "x", session_id: "s" }, { novphy: 1, kind: "page", response: "declined" }];
  assert.deepEqual(told(declined), [{ novphy: 1, kind: "session" }, declined[1]]);
  const agreed = [...declined, { novphy: 1, kind: "session", user_agent: "x" }, { novphy: 1, kind: "page", response: "agreed" }];
  assert.equal(told(agreed), agreed);
  const own = [declined[0], { response: "declined" }];
  assert.equal(told(own), own);
});
