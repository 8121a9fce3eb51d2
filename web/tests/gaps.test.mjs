// Numbers as texts and back, which the old standard library of the module lacks (web/old_libcxx): a million doubles against
// JavaScript's own shortest digits.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { randomWords } from "./helpers/random.mjs";

const none = () => 0;
const imports = {
  env: { emscripten_notify_memory_growth: none },
  wasi_snapshot_preview1: new Proxy({}, { get: () => none }),
};
const file = new URL("../../build/web/module/gaps.wasm", import.meta.url);
const { exports: gaps } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), imports);
gaps._initialize();

const memory = () => new Uint8Array(gaps.memory.buffer, gaps.place(), 512);
const written = (length) => Buffer.from(memory().subarray(0, length)).toString();

function read(text) {
  memory().set(Buffer.from(text));
  return gaps.from_text(text.length);
}

/** The rule of C++: the shorter of the two notations, and of equally long ones the one without an exponent. */
function shortest(value) {
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  const [mantissa, power] = Math.abs(value).toExponential().split("e");
  const exponent = Number(power);
  const scientific = `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  const digits = mantissa.replace(".", "");
  let fixed;
  if (exponent < 0) fixed = `0.${"0".repeat(-exponent - 1)}${digits}`;
  else if (exponent + 1 >= digits.length) fixed = BigInt(Math.abs(value)).toString();
  else fixed = `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`;
  return sign + (fixed.length <= scientific.length ? fixed : scientific);
}

function* doubles(count) {
  const view = new DataView(new ArrayBuffer(8));
  const word = randomWords(1);
  for (let i = 0; i < count; ) {
    view.setUint32(0, word());
    view.setUint32(4, word());
    // Half of them are numbers of tasks: some metres with few digits.
    const value = i % 2 ? view.getFloat64(0) : Math.round((word() % 4_000_000) - 2e6) / 10 ** (i % 7);
    if (!Number.isFinite(value)) continue;
    ++i;
    yield value;
  }
}

test("a million doubles have the shortest text, which reads as the same number", () => {
  for (const value of doubles(1_000_000)) {
    const text = written(gaps.to_text(value));
    if (text !== shortest(value)) assert.equal(text, shortest(value));
    if (gaps.from_text(text.length) !== text.length || !Object.is(gaps.value(), value)) assert.fail(`${text} reads as ${gaps.value()}`);
  }
});

test("numbers with given digits are rounded to the nearest", () => {
  for (const value of doubles(20_000)) {
    const digits = 3;
    if (/^-?\d\.\d{3}50*e/.test(value.toExponential(40))) continue; // in the middle, C++ and JavaScript choose differently
    const expected = value.toExponential(digits).replace(/e([+-])(\d)$/, "e$10$2");
    assert.equal(written(gaps.to_digits(value, digits)), expected);
  }
});

test("only what belongs to a number is read", () => {
  const cases = { "1.5e3x": 5, "1e": 1, "-.5": 3, "5.": 2, ".": 0, "": 0, "+1": 0, " 1": 0, "0x10": 1, "1e400": -1, "1e-400": -1, inf: 3, "-nan": 4, "e5": 0 };
  for (const [text, count] of Object.entries(cases)) assert.equal(read(text), count, text);
});

for (const [value, text] of [[0, "0"], [-0, "-0"], [1e22, "1e+22"], [123456789012345680000, "123456789012345683968"], [1e-5, "1e-05"], [0.0001, "1e-04"], [0.001, "0.001"], [Infinity, "inf"], [5e-324, "5e-324"]])
  test(`${value} is written as ${text}`, () => assert.equal(written(gaps.to_text(value)), text));
