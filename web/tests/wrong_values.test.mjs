// What the package says to wrong values from a page's script, in Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { afterEach } from "node:test";
import { pathToFileURL } from "node:url";

import { npmFolder } from "./helpers/built.mjs";

const { load, NovphyError } = await import(pathToFileURL(join(npmFolder, "novphy.js")));
const novphy = await load();
const pair = JSON.parse(readFileSync(join(npmFolder, "pairs.json"), "utf8"))["rolling/actions"];
const { task } = novphy.readTask(pair);
const shot = { drag_m: [-1.5, -0.5] };

function refused(expected, act) {
  assert.throws(act, (error) => error instanceof NovphyError && expected.test(error.message), String(expected));
}

test("moments are whole numbers that a shot can hold", () => {
  // 2^32 + 100 was taken for 100, and NaN for no tap.
  for (const tap_ms of [2 ** 32 + 100, NaN, 1.5, "100"]) refused(/^tap_ms: expected a .*number/, () => novphy.play(task, [{ ...shot, tap_ms }]));
  refused(/expected a number, found Infinity/, () => novphy.play(task, [{ drag_m: [Infinity, 0] }]));
});

test("a pair has two sides, and values for its own parameters only", () => {
  refused(/^side: expected "normal" or "novel", found "Novel"/, () => novphy.readTask(pair, { side: "Novel" }));
  refused(/^with: found "levle", which is no parameter/, () => novphy.readTask(pair, { with: { levle: -0.5 } }));
  refused(/^level: expected a number from -0.9 to 0, found -7/, () => novphy.readTask(pair, { with: { level: -7 } }));
  refused(/^level: expected a number, found NaN/, () => novphy.readTask(pair, { with: { level: NaN } }));
  assert.equal(novphy.readTask(pair, { with: { level: null } }).task, task);
  assert.notEqual(novphy.readTask(pair, { with: { level: -0.5 } }).task, task);
});

test("seeds and numbers of plays have limits", () => {
  for (const seed of [-1, 1.5, 1e300]) refused(/^seed: expected a whole number/, () => novphy.agentShots("random", task, seed));
  for (const plays of [0, -1, 1e12]) refused(/^plays: expected a whole number/, () => novphy.selftest({}, plays));
});

/** A canvas without a picture, in a page whose frames never come. */
function canvas() {
  globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
  globalThis.requestAnimationFrame = globalThis.cancelAnimationFrame = () => 0;
  const made = { focused: 0, heard: {}, style: {}, clientLeft: 0, clientTop: 0, getContext: () => ({}), ownerDocument: { createElement: canvas } };
  made.addEventListener = (name, act) => (made.heard[name] = act);
  made.getBoundingClientRect = () => ({ left: 0, top: 0 });
  made.focus = () => ++made.focused;
  return made;
}
afterEach(() => delete globalThis.document);

test("what JSON does not have is refused, and other plays go on", () => {
  const other = novphy.playOn(canvas(), task);
  const circle = {};
  circle.circle = circle;
  refused(/^expected values that JSON has/, () => novphy.replay(circle, task));
  assert.equal(other.state().birds_left, JSON.parse(task).birds.length);
  other.stop();
});

test("a play and a film that were stopped say so", () => {
  const player = novphy.playOn(canvas(), task);
  const watcher = novphy.watchOn(canvas(), task, [shot]);
  for (const each of [player, watcher, player]) each.stop();
  const calls = [() => player.state(), () => player.pause(), () => player.restart(), () => watcher.time_s, () => watcher.play()];
  for (const call of calls) refused(/^this task was stopped/, call);
});

test("a module that stops is told with its last words, and another one goes on", () => {
  const player = novphy.playOn(canvas(), task);
  const before = novphy.play(task, [shot]).digest;
  new Uint8Array(novphy.simulator.instance.exports.memory.buffer).fill(255); // nothing in it can go on
  refused(/^The simulator met a state that it cannot go on from: ./, () => novphy.play(task, [shot]));
  assert.equal(novphy.play(task, [shot]).digest, before);
  refused(/this task must be begun again/, () => player.state());
});

test("a view and a speed that there is not are refused", () => {
  refused(/^view: expected "task" or "agents", found "agent"/, () => novphy.playOn(canvas(), task, { view: "agent" }));
  refused(/^speed: expected a number of at least 0, found -1/, () => novphy.playOn(canvas(), task, { speed: -1 }));
});

test("a file that is not there is named", async () => {
  await assert.rejects(load(new URL("file:///missing.wasm")), (error) => error instanceof NovphyError && /missing.wasm: cannot be loaded/.test(error.message));
});

test("a finger that the page lost does not keep the next one out", () => {
  // Where the element of a touch is hidden or moved, its end is not told to the canvas.
  const page = canvas();
  const player = novphy.playOn(page, task);
  const event = (pointerId) => ({ pointerId, pointerType: "touch", clientX: 1, clientY: 1, button: 0, preventDefault() {} });
  page.heard.pointerdown(event(5));
  page.heard.pointerdown(event(6));
  assert.equal(page.focused, 1, "a second finger");
  page.heard.lostpointercapture(event(5));
  page.heard.pointerdown(event(7));
  assert.equal(page.focused, 2);
  player.stop();
});
