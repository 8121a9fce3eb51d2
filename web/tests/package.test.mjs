// The package that scripts/web.sh makes, as pages use it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import test, { after, before } from "node:test";

import { launchBrowser, press, says } from "./helpers/browser.mjs";
import { web } from "./helpers/bundle.mjs";
import { desktop, npmFolder, openPage } from "./helpers/built.mjs";

const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
const pages = {
  "/script.html": `<!DOCTYPE html><body></body><script src="jspsych.js"></script><script src="plugin.browser.js"></script>`,
  "/element.html": `<!DOCTYPE html><script type="module" src="element.js"></script><novphy-task side="novel"></novphy-task>`,
};

let browser, server, url;

function body(path) {
  if (path in pages) return pages[path];
  if (path === "/jspsych.js") return readFileSync(join(web, "node_modules/jspsych/dist/index.browser.js"));
  return readFileSync(join(npmFolder, path));
}

before(async () => {
  server = createServer((request, response) => {
    if (request.url === "/favicon.ico") return response.writeHead(204).end();
    response.writeHead(200, { "Content-Type": types[extname(request.url)] ?? "application/wasm" }).end(body(request.url));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${server.address().port}`;
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  server.close();
});

const pairs = JSON.parse(readFileSync(join(npmFolder, "pairs.json"), "utf8"));

test("the plugin for <script> plays a pair with its own novphy.wasm, in both simulation modes", async () => {
  const page = await openPage(browser, `${url}/script.html`);
  const run = (mode) => page.evaluate(async (pair, how) => {
    const jsPsych = initJsPsych();
    const options = { agent: "pig_shooter", seed: 1 };
    await jsPsych.simulate([{ type: jsPsychNovphyTask, task: pair, canvas_size: [640, 480], simulation_options: options }], how);
    return jsPsych.data.get().values()[0];
  }, pairs["rolling/objects"], mode);
  const [quick, shown] = [await run("data-only"), await run("visual")];
  assert.match(quick.digest, /^[0-9a-f]{16}$/);
  assert.deepEqual([shown.digest, shown.shots], [quick.digest, quick.shots]);
  assert.deepEqual(page.problems, []);
});

test("the element plays one side of a pair by keys, and keeps it when the next task is broken", async () => {
  const page = await openPage(browser, `${url}/element.html`);
  await page.evaluate((pair) => (document.querySelector("novphy-task").task = pair), pairs["rolling/objects"]);
  await page.waitForFunction(() => document.querySelector("novphy-task").player);
  await page.evaluate(() => (document.querySelector("novphy-task").task = "{}"));
  await page.waitForFunction(() => !document.querySelector("novphy-task").shadowRoot.querySelector("p").hidden);
  const message = await page.evaluate(() => document.querySelector("novphy-task").shadowRoot.querySelector("p").textContent);
  assert.match(message, /^task:1: expected a key "novphy_task"/);
  const done = page.evaluate(() => new Promise((resolve) => document.querySelector("novphy-task").addEventListener("done", ({ detail }) => resolve(detail))));
  await page.evaluate(() => document.querySelector("novphy-task").focus());
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(" ");
  assert.match((await done).digest, /^[0-9a-f]{16}$/);
  assert.deepEqual(page.problems, []);
});

test("a task without pigs, which cannot be played, leaves the last one in the element", async () => {
  const page = await openPage(browser, `${url}/element.html`);
  await page.evaluate((pair) => (document.querySelector("novphy-task").task = pair), pairs["rolling/objects"]);
  await page.waitForFunction(() => document.querySelector("novphy-task").player);
  await page.evaluate(() => (document.querySelector("novphy-task").task = { novphy_task: 1, birds: ["red"], objects: [{ type: "platform", at: [0, 0], size: [1, 1] }] }));
  await page.waitForFunction(() => !document.querySelector("novphy-task").shadowRoot.querySelector("p").hidden);
  assert.equal(await page.evaluate(() => document.querySelector("novphy-task").player.state().birds_left), 1);
  assert.deepEqual(page.problems, []);
});

test("a canvas that is hidden keeps its size", async () => {
  // On a dense screen, its own pixels were taken for CSS pixels, so that it grew with each frame.
  const page = await openPage(browser, `${url}/element.html`, { ...desktop, deviceScaleFactor: 2 });
  await page.evaluate((pair) => (document.querySelector("novphy-task").task = pair), pairs["rolling/objects"]);
  await page.waitForFunction(() => document.querySelector("novphy-task").player);
  const sizes = await page.evaluate(async () => {
    const task = document.querySelector("novphy-task");
    const found = [];
    for (let i = 0; i < 6; ++i) {
      task.restart();
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      found.push(task.shadowRoot.querySelector("canvas").width);
      task.hidden = true;
    }
    return found;
  });
  assert.deepEqual(new Set(sizes), new Set([sizes[0]]));
});

test("the plugin's example runs", async () => {
  const page = await openPage(browser, `${url}/docs-plugin/example.html`);
  await press(page, "Play");
  await page.waitForFunction(() => document.activeElement.getAttribute("aria-label") === "An example");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press(" ");
  await says(page, "digest");
  assert.deepEqual(page.problems, []);
});
