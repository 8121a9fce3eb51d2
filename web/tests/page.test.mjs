// The files that `novphy page` and `novphy report --play` write, in a browser and from file://.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launchBrowser } from "./helpers/browser.mjs";
import { desktop, npmFolder, novphy, openPage, phone, tooSmallOrWide } from "./helpers/built.mjs";

let browser, folder;
const kSmallPlan = ["--pairs", join(import.meta.dirname, "../../tests/trials/pairs"), "--trials", "3", "--min-normal", "1", "--max-normal", "1",
  "--novel", "1", "--calibration-runs", "0", "--proof", "none"];

before(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), "novphy-page-"));
  novphy(folder, "plan", ...kSmallPlan, "--out", "plan.json");
  for (const agent of ["random", "pig_shooter"]) novphy(folder, "run", "plan.json", "--agent", agent, "--out", `${agent}.jsonl`, "--quiet");
  novphy(folder, "page", "rolling/agents", "--out", "pair.html");
  novphy(folder, "page", "random.jsonl", "--out", "watch.html");
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const open = (name, ...more) => openPage(browser, pathToFileURL(join(folder, name)).href, ...more);
const textOf = (page, selector) => page.$eval(selector, (found) => found.textContent);
const textsOf = (page, selector) => page.$$eval(selector, (found) => found.map((each) => each.textContent));
const pictureOf = (page) => page.$eval("canvas", (canvas) => canvas.toDataURL());

/** Launches the bird by keys, and returns the result that the page tells of. */
async function playByKeys(page) {
  const result = page.evaluate(() => new Promise((done) => addEventListener("done", (event) => done(event.detail), { once: true })));
  await page.focus("canvas");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press(" ");
  return result;
}

test("a pair is played by keys, without and with its novelty, and the digests are those of the package in Node", async () => {
  const page = await open("pair.html");
  await page.waitForSelector("canvas");
  const { load } = await import(pathToFileURL(join(npmFolder, "novphy.js")));
  const engine = await load(readFileSync(join(npmFolder, "novphy.wasm")));
  const { tasks } = JSON.parse(await textOf(page, "#novphy-data"));
  for (const [side, { task }] of tasks.entries()) {
    await page.click(`.novphy-switch label:nth-of-type(${side + 1})`);
    assert.equal(await textOf(page, ".novphy-result"), "");
    const result = await playByKeys(page);
    assert.equal(result.digest, engine.play(task, result.shots).digest);
    assert.match(await textOf(page, ".novphy-result"), new RegExp(`^(won|lost), score .*digest ${result.digest}$`));
  }
  assert.deepEqual(page.problems, []);
});

test("the novelty changes the picture, and restart brings the first picture back", async () => {
  const page = await open("pair.html");
  await page.waitForSelector("canvas");
  const settled = () => page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 300))).then(() => pictureOf(page));
  const normal = await settled();
  await page.click(".novphy-switch label:last-child");
  assert.equal(await page.$eval("canvas", (canvas) => canvas.getAttribute("aria-label")), "Play rolling/agents, novel");
  const novel = await settled();
  assert.notEqual(novel, normal);
  await playByKeys(page);
  assert.notEqual(await pictureOf(page), novel);
  await page.click(".novphy-bar button");
  assert.equal(await textOf(page, ".novphy-result"), "");
  assert.equal(await settled(), novel);
  assert.deepEqual(page.problems, []);
});

test("records give the same digest as recorded, and a slider goes through their time", async () => {
  const page = await open("watch.html");
  await page.waitForSelector(".novphy-same");
  assert.equal((await textsOf(page, ".novphy-same")).length, 2);
  const seek = (share) => page.$eval(".novphy-record input[type=range]", (slider, to) => {
    slider.value = String(Number(slider.max) * to);
    slider.dispatchEvent(new Event("input"));
  }, share);
  await page.waitForFunction(() => Number(document.querySelector(".novphy-record input").max) > 0);
  const shown = [];
  for (const share of [0, 0.3, 1, 0]) {
    await seek(share);
    await new Promise((drawn) => setTimeout(drawn, 200));
    shown.push(await pictureOf(page));
  }
  assert.notEqual(shown[0], shown[1]);
  assert.notEqual(shown[1], shown[2]);
  assert.equal(shown[0], shown[3]);
  assert.deepEqual(page.problems, []);
});

test("all plays run together to their ends, and pause", async () => {
  const page = await open("watch.html");
  await page.waitForSelector(".novphy-same");
  await page.select(".novphy-bar select", "4");
  await page.click(".novphy-bar button");
  await page.waitForFunction(() => [...document.querySelectorAll(".novphy-record input")].every((slider) => Number(slider.value) > 0.2));
  await page.click(".novphy-bar button");
  assert.deepEqual(await textsOf(page, ".novphy-transport button"), ["Play all", "Play", "Play"]);
  await page.click(".novphy-bar button");
  await page.waitForFunction(() => document.querySelector(".novphy-bar button").textContent === "Play all", { timeout: 60_000 });
  const left = await page.$$eval(".novphy-record input", (sliders) => sliders.map((slider) => Number(slider.max) - Number(slider.value)));
  assert.ok(left.every((rest) => rest < 0.02), String(left));
  assert.deepEqual(page.problems, []);
});

test("a record that was changed is told, with both values", async () => {
  const lines = readFileSync(join(folder, "random.jsonl"), "utf8").trimEnd().split("\n");
  const record = JSON.parse(lines[1]);
  const shots = [{ ...record.shots[0], drag_m: [record.shots[0].drag_m[0] + 0.0001, record.shots[0].drag_m[1]] }, ...record.shots.slice(1)];
  writeFileSync(join(folder, "changed.jsonl"), `${[lines[0], JSON.stringify({ ...record, shots }), ...lines.slice(2)].join("\n")}\n`);
  novphy(folder, "page", "changed.jsonl", "--out", "changed.html");
  const page = await open("changed.html");
  await page.waitForSelector(".novphy-other");
  assert.match(await textOf(page, ".novphy-other"), new RegExp(`digest: ${record.digest} recorded, [0-9a-f]{16} now`));
  assert.equal((await textsOf(page, ".novphy-same")).length, 1);
});

test("a report with plays stays one file and shows them once the reader is there", async () => {
  const report = ["report", "random.jsonl", "pig_shooter.jsonl", "--resamples", "0", "--quiet"];
  novphy(folder, ...report, "--out", "plain.html");
  novphy(folder, ...report, "--play", "4", "--out", "report.html");
  const size = (name) => statSync(join(folder, name)).size;
  assert.ok(size("report.html") - size("plain.html") < 700_000 + 4 * 10_000, String(size("report.html") - size("plain.html")));
  const page = await open("report.html");
  assert.equal(await page.$("canvas"), null);
  await page.$eval("#watch", (heading) => heading.scrollIntoView());
  await page.waitForFunction(() => document.querySelectorAll(".novphy-same").length === 4);
  assert.deepEqual(page.problems, []);
});

test("a page adds at most 0.7 MB", () => {
  assert.ok(statSync(join(folder, "pair.html")).size < 700_000, String(statSync(join(folder, "pair.html")).size));
});

test("a page holds the licences of what is in it", async () => {
  const page = await open("pair.html");
  await page.waitForSelector("details.novphy-hint");
  await page.click("summary");
  await page.waitForFunction(() => document.querySelector("pre").textContent !== "");
  assert.equal(await textOf(page, "pre"), readFileSync(join(npmFolder, "licences.txt"), "utf8"));
});

test("a browser without WebAssembly gets one sentence", async () => {
  const page = await open("pair.html", desktop, (made) => made.evaluateOnNewDocument(() => { delete globalThis.WebAssembly; }));
  await page.waitForSelector("[role=alert]");
  assert.match(await textOf(page, "#novphy-page"), /^This page needs WebAssembly, which this browser does not have/);
});

test("on a phone nothing is smaller than 12 pixels or wider than the screen", async () => {
  for (const name of ["pair.html", "watch.html"]) {
    const page = await open(name, phone);
    await page.waitForSelector("canvas");
    assert.deepEqual(await tooSmallOrWide(page), { small: [], wider_px: 0 });
  }
});
