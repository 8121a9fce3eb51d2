import assert from "node:assert/strict";
import test from "node:test";

import { imported } from "./helpers/bundle.mjs";

const { hashedAssignment, hashOf, namedParticipant, namedAssignment, recruitment, validParticipant } = await imported("study/identity.ts");
const { batchAssignment } = await imported("study/jatos.ts");

const study = { id: "0123456789abcdef", level_sets: 4, numbers: 3 };
const address = (text) => new URLSearchParams(text);

test("the address names the participant, Prolific's ID before others", () => {
  assert.equal(namedParticipant(address("?participant=P1&workerId=W1&PROLIFIC_PID=5f0")), "5f0");
  assert.equal(namedParticipant(address("?participant=P1&workerId=W1")), "W1");
  assert.equal(namedParticipant(address("?participant=P1")), "P1");
  assert.equal(namedParticipant(address("?other=1")), null);
});

test("an ID is what novphy's programs take", () => {
  for (const id of ["P01", "5f0c_-X", "a".repeat(64)]) assert.ok(validParticipant(id), id);
  for (const id of ["", "a b", "{{%PROLIFIC_PID%}}", "../x", "a".repeat(65), "é"]) assert.ok(!validParticipant(id), id);
});

test("Prolific's study and session are kept", () => {
  assert.deepEqual(recruitment(address("?PROLIFIC_PID=a&STUDY_ID=s1&SESSION_ID=s2")), { study_id: "s1", session_id: "s2" });
  assert.deepEqual(recruitment(address("")), {});
});

test("the address names level set and number, within the study's", () => {
  assert.deepEqual(namedAssignment(address("?set=3&number=0"), study), { levelSet: 3, number: 0 });
  assert.deepEqual(namedAssignment(address("?set=1"), study), { levelSet: 1, number: null });
  for (const text of ["?set=4", "?set=-1", "?set=", "?set=1.5", "?number=3", "?number=two"])
    assert.throws(() => namedAssignment(address(text), study), /expected a whole number from 0 to [23]/, text);
});

test("a hash of the ID gives the same assignment on every machine, and each about as often", () => {
  assert.equal(hashOf("0123456789abcdef/P01"), 651803565);
  const counts = new Map();
  for (let i = 0; i < 6000; ++i) {
    const { levelSet, number } = hashedAssignment(study, `P${i}`);
    counts.set(`${levelSet}-${number}`, (counts.get(`${levelSet}-${number}`) ?? 0) + 1);
  }
  assert.equal(counts.size, 12);
  for (const count of counts.values()) assert.ok(Math.abs(count - 500) < 100, `${count} of 6000`);
});

/** A JATOS batch session that refuses the first writings. */
function batch(refusals, session = {}) {
  return {
    session,
    batchSession: {
      get: (name) => session[name],
      set: async (name, value) => {
        if (refusals-- > 0) throw new Error("conflict");
        session[name] = value;
      },
    },
  };
}

test("a JATOS batch gives each participant the level set that the fewest have", async () => {
  const jatos = batch(2);
  const assignments = [];
  for (const id of ["A", "B", "C", "D", "E", "A"]) assignments.push(await batchAssignment(jatos, study, id));
  assert.deepEqual(assignments.map(({ levelSet, number }) => [levelSet, number]), [[0, 0], [1, 0], [2, 0], [3, 0], [0, 1], [0, 0]]);
});

test("an ID such as constructor has no assignment before it gets one", async () => {
  for (const id of ["constructor", "__proto__"]) {
    const jatos = batch(0);
    assert.deepEqual(await batchAssignment(jatos, study, id), { levelSet: 0, number: 0 });
    assert.deepEqual(Object.keys(jatos.session.novphy_assignments), [id]);
  }
});
