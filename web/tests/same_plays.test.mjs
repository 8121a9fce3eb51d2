// The plays of the package are the plays of the program, in Node and in a browser.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launchBrowser } from "./helpers/browser.mjs";
import { endOf, npmFolder, novphy, openPage } from "./helpers/built.mjs";
import { serve } from "./helpers/study_folder.mjs";

// Six tasks of each of the forty pairs, two of them normal, with one or more birds each.
const kPlan = ["--trials", "1", "--min-normal", "2", "--max-normal", "2", "--novel", "4", "--calibration-runs", "0", "--proof", "none"];
const kAgents = ["random", "pig_shooter"];

const pairs = JSON.parse(readFileSync(join(npmFolder, "pairs.json"), "utf8"));
let folder, server, browser, page, engine, digest;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "novphy-plays-"));
  server = await serve(npmFolder);
  browser = await launchBrowser();
  page = await openPage(browser, `http://127.0.0.1:${server.address().port}/LICENSE`);
  await page.evaluate(async () => (window.engine = await (await import("/novphy.js")).load()));
  engine = await (await import(pathToFileURL(join(npmFolder, "novphy.js")))).load(readFileSync(join(npmFolder, "novphy.wasm")));
  digest = novphy(folder, "selftest", "--digest").trim();
});

after(async () => {
  await browser?.close();
  server?.close();
  rmSync(folder, { recursive: true });
});

test("400 plays in Node have the digest of the program", () => {
  assert.equal(engine.selftest(pairs), digest);
});

test("400 plays in a browser have the digest of the program", async () => {
  assert.equal(await page.evaluate((texts) => window.engine.selftest(texts), pairs), digest);
});

/** The records of an agent, each with the text of its task. */
function recordsOf(agent) {
  novphy(folder, "run", "plan.json", "--agent", agent, "--out", `${agent}.jsonl`, "--quiet");
  const lines = readFileSync(join(folder, `${agent}.jsonl`), "utf8").trimEnd().split("\n");
  const all = lines.slice(1).flatMap((_, i) => ["--line", String(i + 2)]);
  novphy(folder, "page", `${agent}.jsonl`, ...all, "--out", `${agent}.html`);
  const html = readFileSync(join(folder, `${agent}.html`), "utf8");
  const data = JSON.parse(html.match(/<script[^>]*id="novphy-data"[^>]*>([^]*?)<\/script>/)[1]);
  return data.records.map(({ task }, i) => ({ task, record: JSON.parse(lines[i + 1]) }));
}

test("480 records of all pairs are the same plays in Node and in a browser, and a changed one is not", async () => {
  novphy(folder, "plan", ...kPlan, "--out", "plan.json", "--quiet");
  const records = kAgents.flatMap(recordsOf);
  assert.equal(records.length, 480);
  const sides = new Set(records.map(({ record }) => `${record.scenario}/${record.novelty}/${record.phase}`));
  assert.equal(sides.size, 80);
  const here = records.map(({ record, task }) => engine.replay(record, task));
  const there = await page.evaluate((all) => all.map(({ record, task }) => window.engine.replay(record, task)), records);
  assert.deepEqual(there, here);
  for (const [i, { record }] of records.entries()) {
    assert.deepEqual([here[i].differences, here[i].same, here[i].outcome.digest], [[], true, record.digest], JSON.stringify(record));
  }
  const { record, task } = records.find((each) => each.record.shots?.length > 0);
  const [x, y] = record.shots[0].drag_m;
  const other = { ...record, shots: [{ ...record.shots[0], drag_m: [x + 1e-4, y] }, ...record.shots.slice(1)] };
  assert.match(engine.replay(other, task).differences.join(), /digest/);
});

/** Values for the pair's parameters: none, all lowest, all highest, and between. */
function valuesOf(parameters) {
  const all = (choose) => Object.fromEntries(parameters.map((parameter) => [parameter.name, choose(parameter)]));
  const between = ({ low, high }) => Math.round((low + (high - low) / 3) * 1e4) / 1e4;
  return [{}, all(({ of, low }) => of?.[0] ?? low), all(({ of, high }) => of?.at(-1) ?? high), all((each) => each.of?.at(-1) ?? between(each))];
}

/** What the program writes for a side of a pair, or its message. */
function converted(name, values) {
  const words = Object.entries(values).flatMap(([key, value]) => ["--with", `${key}=${value}`]);
  const { code, stderr } = endOf(folder, "convert", name, "task.json", ...words);
  return code === 0 ? readFileSync(join(folder, "task.json"), "utf8") : stderr.trim();
}

function readHere(text, options) {
  try {
    return engine.readTask(text, options).task;
  } catch (error) {
    return error.message;
  }
}

test("tasks of all pairs with several values of their parameters have the bytes that the program writes", () => {
  const texts = new Set();
  for (const [name, text] of Object.entries(pairs)) {
    for (const side of ["normal", "novel"]) {
      for (const values of valuesOf(engine.parameters(text))) {
        const here = readHere(text, { side, with: values });
        assert.equal(here, converted(`${name}:${side}`, values), `${name}:${side} ${JSON.stringify(values)}`);
        texts.add(here);
      }
    }
  }
  assert.ok(texts.size > 200, String(texts.size));
});
