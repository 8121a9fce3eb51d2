// The readers of the module with altered tasks and pairs, as scripts/fuzz.sh feeds those of the program. Each answer is a task or
// a message of the readers; the module never stops.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { npmFolder } from "./helpers/built.mjs";
import { web } from "./helpers/bundle.mjs";
import { randomWords } from "./helpers/random.mjs";

const { load, NovphyError } = await import(pathToFileURL(join(npmFolder, "novphy.js")));
const novphy = await load(readFileSync(join(npmFolder, "novphy.wasm")));

const kCount = 4000;
const kPlays = 100;
const kStopped = /cannot go on from/;

const folder = join(web, "../tests/fuzz");
const seeds = ["task", "xml"].flatMap((target) => readdirSync(join(folder, target)).map((name) => readFileSync(join(folder, target, name), "utf8")));
const pairs = Object.values(JSON.parse(readFileSync(join(npmFolder, "pairs.json"), "utf8")));
const kPieces = ["-0", "1e308", "-1e-320", "1e5", "99999999999999999999", "0.5", "NaN", "null", "true", "[]", "{}", '""', '"\\ud800"', '"red"', "[".repeat(5000), ",", "\u0000", "\ufffd", '"objects"', "<", "&#0;"];

class Draw {
  constructor(seed) {
    this.word = randomWords(seed);
  }
  below(count) {
    return this.word() % count;
  }
  of(list) {
    return list[this.below(list.length)];
  }
}

const numbers = (text) => [...text.matchAll(/-?\d+(\.\d+)?/g)];

/** One change of a text. */
const kChanges = [
  (text, draw) => { // one number becomes another
    const found = numbers(text);
    if (found.length === 0) return text;
    const { index, 0: old } = draw.of(found);
    const now = draw.of(["0", "-1", String(Number(old) * 10), String(-Number(old)), String(Number(old) + draw.below(9) - 4), "1e9", "1e-9"]);
    return text.slice(0, index) + now + text.slice(index + old.length);
  },
  (text, draw) => { // a piece goes
    const from = draw.below(text.length + 1);
    return text.slice(0, from) + text.slice(from + 1 + draw.below(20));
  },
  (text, draw) => { // a piece comes
    const at = draw.below(text.length + 1);
    return text.slice(0, at) + draw.of(kPieces) + text.slice(at);
  },
  (text, draw) => { // a piece stands twice
    const [from, at] = [draw.below(text.length + 1), draw.below(text.length + 1)];
    return text.slice(0, at) + text.slice(from, from + 1 + draw.below(200)) + text.slice(at);
  },
  (text, draw) => { // one letter is another
    const at = draw.below(text.length + 1);
    return text.slice(0, at) + String.fromCharCode(draw.below(256)) + text.slice(at + 1);
  },
];

/** Half of the texts have a number changed and nothing else, so that many are still tasks. */
function altered(text, draw) {
  if (draw.below(2) === 0) return kChanges[0](text, draw);
  let now = text;
  for (let left = 1 + draw.below(4); left > 0; --left) now = draw.of(kChanges)(now, draw);
  return now;
}

/** The task that is read, or null where the reader refuses it. */
function readOrRefused(text, options) {
  try {
    return novphy.readTask(text, options).task;
  } catch (error) {
    assert.ok(error instanceof NovphyError, `${error.stack}\n${text}`);
    assert.doesNotMatch(error.message, kStopped, text);
    assert.notEqual(error.message, "", text);
    return null;
  }
}

/** Every text of the corpus, altered: the tasks that are read. */
function tasksOfTexts(texts, draw, count) {
  const tasks = new Set();
  for (let i = 0; i < count; ++i) tasks.add(readOrRefused(altered(draw.of(texts), draw), { side: draw.of(["normal", "novel"]) }));
  tasks.delete(null);
  return [...tasks];
}

test("no text of the corpus stops the module", () => {
  for (const text of [...seeds, "", " ", "[".repeat(200_000), '{"a":'.repeat(50_000), "<a>".repeat(50_000), "9".repeat(100_000)]) readOrRefused(text, {});
});

test(`${kCount} altered texts are read or refused, and what is read is read again as the same task`, () => {
  const draw = new Draw(1);
  const tasks = [...tasksOfTexts(seeds, draw, kCount / 2), ...tasksOfTexts(pairs, draw, kCount / 2)];
  assert.ok(tasks.length > kCount / 20, String(tasks.length));
  for (const task of tasks) assert.equal(novphy.readTask(task).task, task);
});

test(`${kPlays} altered tasks are played or refused`, () => {
  const draw = new Draw(2);
  let played = 0;
  for (const task of tasksOfTexts(pairs, draw, kPlays * 3).slice(0, kPlays)) {
    try {
      assert.match(novphy.play(task, [{ drag_m: [-0.9, -draw.below(10) / 20], tap_ms: draw.below(2) * 500 }]).digest, /^[0-9a-f]{16}$/);
      ++played;
    } catch (error) {
      assert.ok(error instanceof NovphyError, task);
      assert.doesNotMatch(error.message, kStopped, task);
    }
  }
  assert.ok(played > kPlays / 2, String(played));
});

test("questions of wrong kinds are refused with what was expected, and odd shots are played", () => {
  const task = novphy.readTask(pairs[0]).task;
  const questions = [
    () => novphy.readTask(5), () => novphy.readTask(null), () => novphy.readTask(pairs[0], { with: 5 }), () => novphy.readTask(pairs[0], { with: [1] }),
    () => novphy.parameters("{"), () => novphy.parameters(task), () => novphy.play("{}", []), () => novphy.play(task, "no"), () => novphy.play(task, [5]),
    () => novphy.play(task, [{ drag_m: [1] }]), () => novphy.replay({}, task), () => novphy.replay(5, task), () => novphy.replay(null, task),
    () => novphy.selftest([5]), () => novphy.agentShots("nobody", task),
  ];
  for (const ask of questions)
    assert.throws(ask, (error) => error instanceof NovphyError && /expected|is no parameter/.test(error.message), String(ask));
  const odd = [[], [{ drag_m: [1e300, -1e300] }], [{ drag_m: [0, 0] }], Array(50).fill({ drag_m: [-1, 0] }), [{ drag_m: [-1, 0], tap_ms: 1e9, launch_ms: 1e9 }],
    [{ drag_m: [-1, 0], launch_ms: -1e9, thought_ms: 5 }]];
  for (const shots of odd) assert.match(novphy.play(task, shots).digest, /^[0-9a-f]{16}$/, JSON.stringify(shots));
});
