import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { imported } from "./helpers/bundle.mjs";
import { makePage } from "./helpers/dom.mjs";

makePage();
const { clickTarget, flushPromises, pressKey, simulateTimeline, startTimeline } = await import("@jspsych/test-utils");
const { default: NovphyTask } = await imported("plugin.ts");

const task = { birds: ["red", "red"] };

async function begun(trial) {
  const run = await startTimeline([{ type: NovphyTask, task, ...trial }]);
  for (let i = 0; i < 5; ++i) await flushPromises();
  return { ...run, canvas: run.displayElement.querySelector("canvas") };
}

test("a play's shots, result and acts become data", async () => {
  const acts = [];
  const { canvas, expectRunning, expectFinished, getData } = await begun({ title: "Group 1", on_act: (act) => acts.push(act) });
  assert.equal(canvas.getAttribute("aria-label"), "Group 1");
  assert.deepEqual(acts.map((act) => act.kind), ["view"]);
  await clickTarget(canvas);
  await expectRunning();
  await clickTarget(canvas);
  await expectFinished();
  const [row] = getData().values();
  assert.equal(row.trial_type, "novphy-task");
  assert.equal(row.passed, true);
  assert.deepEqual(row.shots.map((shot) => shot.drag_m), [[-1, 0], [-1, 0.25]]);
  assert.deepEqual(row.acts.map((act) => act.kind), ["view", "launch", "launch"]);
  assert.deepEqual(row.acts, acts);
  assert.equal(row.frame_ms, 16.7);
});

test("info names every column of the data, and the version of the package", async () => {
  const { canvas, getData } = await begun({});
  await clickTarget(canvas);
  await clickTarget(canvas);
  await flushPromises();
  const ofJsPsych = ["trial_type", "trial_index", "plugin_version", "time_elapsed"];
  const [row] = getData().values();
  const columns = Object.keys(row).filter((name) => !ofJsPsych.includes(name));
  assert.deepEqual(columns.sort(), Object.keys(NovphyTask.info.data).sort());
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  assert.equal(row.plugin_version, version);
  const { jsPsych } = await begun({});
  assert.match(jsPsych.getCitations([NovphyTask]), /Gamage.*NovPhy/);
});

test("a play goes on after the shots that were made before", async () => {
  const { canvas, getData, expectFinished } = await begun({ before: [{ drag_m: [-3, 0] }] });
  await clickTarget(canvas);
  await expectFinished();
  assert.deepEqual(getData().values()[0].shots.map((shot) => shot.drag_m), [[-3, 0], [-1, 0.25]]);
});

test("without save_shots, the data hold neither shots nor acts", async () => {
  const { canvas, getData, expectFinished } = await begun({ save_shots: false });
  await clickTarget(canvas);
  await clickTarget(canvas);
  await expectFinished();
  const [row] = getData().values();
  assert.equal("shots" in row || "acts" in row, false);
  assert.equal(row.passed, true);
});

test("a task that cannot be read is told on the page", async () => {
  const { displayElement, expectRunning } = await begun({ task: "{}" });
  const message = displayElement.querySelector("[role=alert]");
  assert.equal(message.hidden, false);
  assert.match(message.textContent, /\/birds: expected a list/);
  await expectRunning();
});

test("on_error is told instead, such as of a simulator that is not there", async () => {
  const told = [];
  await begun({ wasm: "missing.wasm", on_error: (message) => told.push(message) });
  assert.deepEqual(told, ["missing.wasm: the server answers 404"]);
});

test("the key H shows the help, while the world waits", async () => {
  const { displayElement, canvas, expectRunning, expectFinished } = await begun({ help: { html: "<p>Aim well</p>", button: "Back" } });
  await pressKey("h");
  assert.match(displayElement.querySelector("[role=dialog]").textContent, /Aim well/);
  await clickTarget(canvas);
  await clickTarget(canvas);
  await expectRunning();
  await clickTarget(displayElement.querySelector("[role=dialog] button"));
  assert.equal(displayElement.querySelector("[role=dialog]").hidden, true);
  await clickTarget(canvas);
  await clickTarget(canvas);
  await expectFinished();
});

for (const mode of ["data-only", "visual"]) {
  test(`an agent plays in the simulation mode ${mode}`, async () => {
    const timeline = [{ type: NovphyTask, task, simulation_options: { agent: "rule", seed: 4, data: { end: "other" } } }];
    const { finished, getData } = await simulateTimeline(timeline, mode);
    await finished;
    const [row] = getData().values();
    assert.deepEqual(row.shots, [{ drag_m: [-2, 1] }, { drag_m: [-1, 4] }]);
    assert.equal(row.passed, true);
    assert.equal(row.end, "other");
  });
}
