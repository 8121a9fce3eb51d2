import assert from "node:assert/strict";
import test from "node:test";

import { imported } from "./helpers/bundle.mjs";
import { makePage } from "./helpers/dom.mjs";

makePage("<body></body>");
await imported("element.ts");

const good = '{"birds": ["red"]}';
const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

async function shown(attributes) {
  const element = document.createElement("novphy-task");
  const events = [];
  for (const name of ["done", "error"]) element.addEventListener(name, (event) => events.push([name, event.detail]));
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.replaceChildren(element);
  await settled();
  const [canvas, message] = ["canvas", "[role=alert]"].map((part) => element.shadowRoot.querySelector(part));
  return { element, events, canvas, message };
}

test("an element plays its task, and tells when it is done", async () => {
  const { canvas, events } = await shown({ task: good });
  assert.equal(canvas.tabIndex, 0);
  canvas.click();
  assert.equal(events.length, 1);
  assert.deepEqual([events[0][0], events[0][1].digest], ["done", "-1,0"]);
});

test("a broken task is told in the element, and the last good task stays", async () => {
  const { element, canvas, message, events } = await shown({ task: good });
  element.task = { birds: 3 };
  await settled();
  assert.equal(message.hidden, false);
  assert.equal(message.textContent, "task:1: /birds: expected a list");
  assert.deepEqual(events, [["error", "task:1: /birds: expected a list"]]);
  canvas.click();
  assert.equal(events[1][0], "done");
  element.task = good;
  await settled();
  assert.equal(message.hidden, true);
});

test("the attribute src names a file, which messages name, too", async (t) => {
  const files = { "good.json": good, "bad.json": "{}" };
  t.mock.method(globalThis, "fetch", async (name) => new Response(files[name], { status: files[name] ? 200 : 404 }));
  const { element, message, canvas, events } = await shown({ src: "bad.json" });
  assert.equal(message.textContent, "bad.json:1: /birds: expected a list");
  element.setAttribute("src", "none.json");
  await settled();
  assert.equal(message.textContent, "none.json: the server answers 404, expected a task");
  element.setAttribute("src", "good.json");
  await settled();
  canvas.click();
  assert.equal(events.at(-1)[0], "done");
});

test("side names the task of a pair", async () => {
  for (const [attributes, side] of [[{}, undefined], [{ side: "normal" }, "normal"], [{ side: "novel" }, "novel"]]) {
    const { element } = await shown({ task: good, ...attributes });
    assert.equal(JSON.parse(element.player.task).side, side);
  }
});

test("zoom and wheel may be off", async () => {
  for (const [attributes, zoom, wheel] of [[{}, true, true], [{ zoom: "off" }, false, true], [{ wheel: "off" }, true, false]]) {
    const { options } = (await shown({ task: good, ...attributes })).element.player;
    assert.deepEqual([options.zoom, options.wheel], [zoom, wheel]);
  }
});

test("of several changes at once, the last one counts", async () => {
  const { element, events } = await shown({ task: good });
  element.task = "{}";
  element.task = '{"birds": ["red", "blue"]}';
  await settled();
  assert.deepEqual(events, []);
  assert.equal(JSON.parse(element.player.task).birds.length, 2);
});

test("a file that arrives late does not replace what was asked for after it", async (t) => {
  let arrive;
  t.mock.method(globalThis, "fetch", () => new Promise((resolve) => (arrive = () => resolve(new Response('{"birds": []}')))));
  const { element } = await shown({ src: "late.json" });
  element.task = good;
  await settled();
  arrive();
  await settled();
  assert.equal(JSON.parse(element.player.task).birds.length, 1);
});

test("an element that leaves the page stops its task", async () => {
  const { element, canvas, events } = await shown({ task: good });
  element.remove();
  canvas.click();
  assert.deepEqual(events, []);
});
