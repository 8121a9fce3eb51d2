import assert from "node:assert/strict";
import test from "node:test";

import { imported } from "./helpers/bundle.mjs";

const { EntryStore } = await imported("study/entry_store.ts");
const { Progress } = await imported("study/progress.ts");

/** A browser's storage with so many places. */
class StandInStorage {
  values = new Map();
  constructor(places = Infinity) {
    this.places = places;
  }
  get length() {
    return this.values.size;
  }
  key(index) {
    return [...this.values.keys()][index];
  }
  getItem(key) {
    return this.values.get(key) ?? null;
  }
  setItem(key, text) {
    if (this.values.size >= this.places) throw Object.assign(new Error("full"), { name: "QuotaExceededError" });
    this.values.set(key, text);
  }
  removeItem(key) {
    this.values.delete(key);
  }
}

const who = { study: "s", participant: "P1" };
const progressIn = (storage, onProblem) => new Progress(new EntryStore(storage, "novphy/s/P1/entry/", onProblem), who);
const launch = (shot) => ({ kind: "launch", at_ms: 5, shot, drag_m: [-1, shot], launch_ms: 7 });

test("each entry has a key of its own, and another participant's are not read", () => {
  const storage = new StandInStorage();
  const store = new EntryStore(storage, "a/");
  store.add({ n: 1 });
  store.add({ n: 2 });
  new EntryStore(storage, "b/").add({ n: 3 });
  assert.deepEqual([...storage.values.keys()], ["a/000000", "a/000001", "b/000000"]);
  assert.deepEqual(new EntryStore(storage, "a/").entries(), [{ n: 1 }, { n: 2 }]);
});

test("after a reload, the study goes on at that very shot", () => {
  const storage = new StandInStorage();
  const before = progressIn(storage);
  before.setAssignment({ levelSet: 1, number: 2 });
  before.add(before.row("session", -1, {}));
  before.add(before.row("page", 0, { response: "read" }));
  for (const act of [launch(0), { kind: "tap", at_ms: 6, shot: 0, ms: 120 }, launch(1)]) before.addAct(1, "17", 100, act);
  const after = progressIn(storage);
  assert.deepEqual(after.assignment(), { levelSet: 1, number: 2 });
  assert.equal(after.step(), 1);
  assert.equal(after.began(1), 100);
  assert.deepEqual(after.shots(1), [{ drag_m: [-1, 0], launch_ms: 7, tap_ms: 120 }, { drag_m: [-1, 1], launch_ms: 7 }]);
  assert.deepEqual(after.rows(), before.rows());
});

test("an unfinished task is a row of what is downloaded, and its acts are kept once", () => {
  const storage = new StandInStorage();
  const progress = progressIn(storage);
  progress.addAct(0, "17", 100, launch(0));
  const row = progress.rowsNow().at(-1);
  assert.deepEqual([row.kind, row.step, row.task, row.acts], ["unfinished", 0, "17", [launch(0)]]);
  progress.add(progress.row("task", 0, { acts: progress.acts(0) }));
  assert.equal(progress.rowsNow().length, 1);
  assert.equal(storage.length, 1);
});

test("who declines sees the same page again", () => {
  const progress = progressIn(new StandInStorage());
  progress.add(progress.row("page", 0, { response: "declined" }));
  assert.equal(progress.step(), 0);
  progress.add(progress.row("page", 0, { response: "agreed" }));
  assert.equal(progress.step(), 1);
});

test("rows of other trials do not count as steps", () => {
  const progress = progressIn(new StandInStorage());
  progress.add({ trial_type: "survey", step: 8, kind: "page" });
  assert.equal(progress.step(), 0);
});

test("a full storage is told, nothing is lost, and the rest is written when there is space", () => {
  const told = [];
  const storage = new StandInStorage(1);
  const progress = progressIn(storage, (problem) => told.push(problem));
  for (const step of [0, 1, 2]) progress.add(progress.row("page", step, { response: "read" }));
  assert.deepEqual(told, ["full"]);
  assert.equal(progress.rows().length, 3);
  assert.equal(storage.length, 1);
  storage.places = 9;
  progress.add(progress.row("page", 3, { response: "read" }));
  assert.deepEqual(told, ["full", ""]);
  assert.equal(progressIn(storage).step(), 4);
});

test("a forbidden storage is told at once, and everything stays in memory", () => {
  const told = [];
  const progress = progressIn(null, (problem) => told.push(problem));
  assert.deepEqual(told, ["forbidden"]);
  progress.add(progress.row("page", 0, { response: "read" }));
  assert.equal(progress.rows().length, 1);
});

test("what was sent is known after a reload, until something new is done", () => {
  const storage = new StandInStorage();
  const progress = progressIn(storage);
  progress.add(progress.row("page", 0, { response: "declined" }));
  progress.setSent("post");
  assert.ok(progressIn(storage).sent());
  progress.add(progress.row("page", 0, { response: "agreed" }));
  assert.ok(!progressIn(storage).sent());
});

test("a storage that was emptied meanwhile is written again, in order", () => {
  const storage = new StandInStorage();
  const progress = progressIn(storage);
  progress.setAssignment({ levelSet: 1, number: 2 });
  progress.add(progress.row("page", 0, { response: "read" }));
  storage.values.clear();
  progress.addAct(1, "17", 100, launch(0));
  const after = progressIn(storage);
  assert.deepEqual([after.assignment(), after.rows(), after.shots(1)], [progress.assignment(), progress.rows(), progress.shots(1)]);
  assert.deepEqual([...storage.values.keys()], [...storage.values.keys()].sort());
});
