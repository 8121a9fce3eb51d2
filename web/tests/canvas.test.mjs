import assert from "node:assert/strict";
import test from "node:test";

import { imported } from "./helpers/bundle.mjs";

const { drawNumbers } = await imported("canvas.ts");

/** A stand-in for a context: lists what is called, as ["fill", "evenodd"], and what is set, as ["fillStyle=", "red"]. */
function recordingContext() {
  const calls = [];
  const gradient = { addColorStop: (...stop) => calls.push(["addColorStop", ...stop]) };
  const call = (name) => (...given) => {
    calls.push([name, ...given]);
    return name === "createLinearGradient" ? gradient : undefined;
  };
  const context = new Proxy(
    {},
    {
      get: (_, name) => call(name),
      set: (_, name, value) => calls.push([`${name}=`, value === gradient ? "gradient" : value]) > 0,
    },
  );
  return { context, calls };
}

/** The calls that numbers make after the first beginPath(). */
function drawn(numbers, backdrop) {
  const { context, calls } = recordingContext();
  drawNumbers(context, new Float64Array(numbers), "serif", backdrop);
  assert.deepEqual(calls.shift(), ["beginPath"]);
  return calls;
}

const RED = 0xffff0000;
const HALF_BLUE = 0x800000ff;
const red = "rgba(255, 0, 0, 1)";
const blue = `rgba(0, 0, 255, ${128 / 255})`;

test("coordinates are kept, changed and restored", () => {
  assert.deepEqual(drawn([1, 3, 4, 5, 4, 0.5, 5, 18, -18, 2]), [
    ["save"],
    ["translate", 4, 5],
    ["rotate", 0.5],
    ["scale", 18, -18],
    ["restore"],
  ]);
});

test("each shape begins anew, without a line from the shape before", () => {
  const turn = 2 * Math.PI;
  assert.deepEqual(drawn([6, 1, 2, 3, 0, 1]), [["moveTo", 4, 2], ["arc", 1, 2, 3, 0, 1]]);
  assert.deepEqual(drawn([7, 1, 2, 3]), [["moveTo", 4, 2], ["arc", 1, 2, 3, 0, turn], ["closePath"]]);
  assert.deepEqual(drawn([8, 1, 2, 3, 4]), [["moveTo", 4, 2], ["ellipse", 1, 2, 3, 4, 0, 0, turn], ["closePath"]]);
  assert.deepEqual(drawn([9, 1, 2, 3, 4]), [["rect", 1, 2, 3, 4]]);
  assert.deepEqual(drawn([11, 3, 1, 2, 3, 4, 5, 6, 12]), [["moveTo", 1, 2], ["lineTo", 3, 4], ["lineTo", 5, 6], ["closePath"]]);
  assert.deepEqual(drawn([10, 0, 0, 40, 20, 5]), [
    ["moveTo", 5, 0],
    ["arcTo", 40, 0, 40, 20, 5],
    ["arcTo", 40, 20, 0, 20, 5],
    ["arcTo", 0, 20, 0, 0, 5],
    ["arcTo", 0, 0, 40, 0, 5],
    ["closePath"],
  ]);
});

test("shapes are filled, stroked and clipped to, and then forgotten", () => {
  assert.deepEqual(drawn([13, RED]), [["fillStyle=", red], ["fill", "evenodd"], ["beginPath"]]);
  assert.deepEqual(drawn([14, HALF_BLUE]), [["fillStyle=", blue], ["fill", "nonzero"], ["beginPath"]]);
  assert.deepEqual(drawn([16, RED, 2]), [["strokeStyle=", red], ["lineWidth=", 2], ["stroke"], ["beginPath"]]);
  assert.deepEqual(drawn([17, RED, HALF_BLUE, 2]), [
    ["fillStyle=", red],
    ["fill", "evenodd"],
    ["strokeStyle=", blue],
    ["lineWidth=", 2],
    ["stroke"],
    ["beginPath"],
  ]);
  assert.deepEqual(drawn([19, 20]), [["clip", "evenodd"], ["beginPath"], ["clip", "nonzero"], ["beginPath"]]);
  assert.deepEqual(drawn([18, 2, 0.25, 0.5]), [["setLineDash", [0.25, 0.5]]]);
  assert.deepEqual(drawn([15, 1, RED, 17, HALF_BLUE]), [
    ["createLinearGradient", 0, 1, 0, 17],
    ["addColorStop", 0, red],
    ["addColorStop", 1, blue],
    ["fillStyle=", "gradient"],
    ["fill", "evenodd"],
    ["beginPath"],
  ]);
});

test("a text is written in the direction of its first letter", () => {
  const calls = drawn([21, 10, 20, 15, 1, RED, 2, 0x41, 0x1f426]);
  assert.deepEqual(calls[0], ["font=", "bold 15px serif"]);
  assert.deepEqual(calls.at(-2), ["fillStyle=", red]);
  assert.deepEqual(calls.at(-1), ["fillText", "\u2068A\u{1f426}\u2069", 10, 20]);
  assert.deepEqual(drawn([21, 1, 2, 12, 0, RED, 0]).at(-1), ["fillText", "\u2068\u2069", 1, 2]);
});

test("the backdrop is drawn where there is one", () => {
  assert.deepEqual(drawn([22, 640, 480], "picture"), [["drawImage", "picture", 0, 0, 640, 480]]);
  assert.deepEqual(drawn([22, 640, 480]), []);
});

test("what is no operation is an error", () => {
  assert.throws(() => drawn([99]), /no operation 99/);
});
