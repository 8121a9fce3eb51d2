// The playground in a browser.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { launchBrowser, press } from "./helpers/browser.mjs";
import { npmFolder, openPage, phone, tooSmallOrWide } from "./helpers/built.mjs";
import { serve } from "./helpers/study_folder.mjs";

let browser, server;

before(async () => {
  browser = await launchBrowser();
  server = await serve(join(npmFolder, "../playground"));
});

after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

async function open(hash = "", ...more) {
  const page = await openPage(browser, `http://127.0.0.1:${server.address().port}/${hash}`, ...more);
  await page.waitForSelector("canvas");
  return page;
}

const note = (page) => page.$eval(".novphy-note", (found) => found.textContent);
const problems = (page) => page.$eval(".novphy-problems", (found) => found.textContent);
const json = (page) => page.$eval("textarea", (area) => area.value);
const title = (page) => page.$eval("canvas", (canvas) => canvas.getAttribute("aria-label"));
const hashOf = (page) => page.evaluate(() => location.hash);

/** Puts a text into the editor, and waits until it has been read. */
async function edit(page, text, then) {
  await page.$eval("textarea", (area, value) => {
    area.value = value;
    area.dispatchEvent(new Event("input"));
  }, text);
  await page.waitForFunction(then);
}

test("all forty pairs can be chosen, with the novelty on and off", async () => {
  const page = await open();
  const names = await page.$$eval("option", (options) => options.map((option) => option.value));
  assert.equal(names.length, 40);
  for (const name of names) {
    await page.select("select", name);
    assert.equal(await title(page), `Play ${name}, normal`);
  }
  const normal = await json(page);
  await page.click(".novphy-switch label:last-child");
  assert.equal(await title(page), `Play ${names.at(-1)}, novel`);
  assert.notEqual(await json(page), normal);
  assert.equal(await note(page), "");
  assert.deepEqual(page.problems, []);
});

test("a slider changes the task and the address, and the address brings it back", async () => {
  const page = await open("#pair=rolling/agents&side=novel");
  const before = await json(page);
  await page.focus(".novphy-sliders input");
  await page.keyboard.press("Home");
  const changed = await json(page);
  assert.notEqual(changed, before);
  await page.waitForFunction(() => location.hash.includes("_deg="));
  assert.match(await hashOf(page), /^#pair=rolling\/agents&side=novel&slope_deg=/);
  const again = await open(await hashOf(page));
  assert.equal(await json(again), changed);
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test("an edited task is played, its address carries it, and mistakes are told while the last good task stays", async () => {
  const page = await open("#pair=rolling/agents");
  const task = await json(page);
  await edit(page, task.replace('"red"', '"blue", "red"'), () => location.hash.startsWith("#task="));
  assert.equal(await title(page), "Play the edited task");
  const hash = await hashOf(page);
  await edit(page, task.replace('"red"', '"green"'), () => document.querySelector(".novphy-problems").textContent !== "");
  assert.match(await problems(page), /^line 3 \/birds\/0: expected black, blue, red, white or yellow, found "green".*The last good task stays/);
  assert.equal(await hashOf(page), hash);
  // A task without pigs can be read and not be played. The last one was gone then.
  const pigless = JSON.stringify({ ...JSON.parse(task), objects: JSON.parse(task).objects.filter(({ type }) => !type.startsWith("pig")) });
  await edit(page, pigless, () => document.querySelector(".novphy-problems").textContent.includes("pig"));
  await press(page, "Restart");
  assert.deepEqual([await title(page), await hashOf(page), page.problems], ["Play the edited task", hash, []]);
  await edit(page, "{", () => document.querySelector(".novphy-problems").textContent.includes("syntax error"));
  await press(page, "Back to the pair");
  assert.equal(await json(page), task);
  const again = await open(hash);
  assert.deepEqual(JSON.parse(await json(again)).birds, ["blue", "red"]);
  assert.deepEqual([...page.problems, ...again.problems], []);
});

test("an address that holds no task is told in one sentence, and a pair is shown", async () => {
  const pair = "Here is a pair instead.";
  for (const [hash, said] of [["#task=eJyr", "is damaged or was cut: no task can be unpacked from it"], ["#task=!!", "is damaged or was cut"],
    ["#nothing=1", "names neither a pair nor a task"], ["#pair=nowhere/agents", "names the pair nowhere/agents, which does not exist"],
    ["#pair=rolling/agents&side=up", 'the side is "up"'], ["#text=e30", "expected"], ["#pair=rolling/agents&slope_deg=1000", "slope_deg"]]) {
    const page = await open(hash);
    assert.ok((await note(page)).includes(said), `${hash}: ${await note(page)}`);
    assert.ok((await note(page)).endsWith(pair), await note(page));
    assert.equal(await title(page), "Play rolling/agents, normal");
    assert.deepEqual(page.problems, []);
    await page.close();
  }
});

test("on a phone nothing is smaller than 12 pixels or wider than the screen", async () => {
  const page = await open("", phone);
  assert.deepEqual(await tooSmallOrWide(page), { small: [], wider_px: 0 });
});
