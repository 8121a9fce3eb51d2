// Studies through python -m novphy study-serve: a lost connection, killed tabs, other browsers; to novphy import with the simulator.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { launchBrowser, press, says } from "./helpers/browser.mjs";
import { desktop, endOf, novphy, npmFolder, openPage } from "./helpers/built.mjs";
import { web } from "./helpers/bundle.mjs";
import { hands, Participant } from "./helpers/hands.mjs";
import { servedStudy, study } from "./helpers/study_folder.mjs";
import { noServer, StudyServer } from "./helpers/study_server.mjs";

let folder, browser, served, server, done;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "novphy-study-server-"));
  browser = await launchBrowser(folder);
  if (noServer) return;
  served = await servedStudy();
  served.write({ sending: { kind: "server" } });
  writeFileSync(join(served.folder, "done"), "<p>Back at the recruiting service.</p>");
  done = `http://localhost:${new URL(served.url).port}/done`;
  server = await new StudyServer(served.folder, join(folder, "study.sqlite"), "--completion", `declined=${done}`).start();
});
after(async () => {
  await browser.close();
  await server?.kill();
  served?.close();
  rmSync(folder, { recursive: true });
});

let context;
beforeEach(async () => (context = await browser.createBrowserContext()));

async function open(name, where = context) {
  const page = await where.newPage();
  await page.goto(`${server.url}?PROLIFIC_PID=${name}&SESSION_ID=s_${name}`);
  return page;
}

/** Opens the page for the first time. Returns it with the code that it shows. */
async function begin(name) {
  const page = await open(name);
  await says(page, "Please note this code");
  const [code] = /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/.exec(await page.evaluate(() => document.body.innerText));
  await press(page, "Continue");
  return { page, code };
}

async function agree(page) {
  await press(page, "Continue");
  await press(page, "I agree");
}

async function shoot(page, times) {
  const canvas = await page.waitForSelector("canvas");
  for (let i = 0; i < times; ++i) await canvas.click();
}

async function finish(page) {
  await says(page, study.question.text);
  await press(page, "No");
  await press(page, "Close");
  await says(page, "Your data were sent");
}

const kinds = async (name) => (await server.export()).people.find((rows) => rows[0].participant === name)?.map((row) => row.kind);

async function until(holds) {
  for (let i = 0; i < 200 && !(await holds()); ++i) await new Promise((later) => setTimeout(later, 50));
  assert.ok(await holds());
}

const kWhole = ["session", "page", "page", "practice", "task", "question", "page"];
const skip = noServer;

test("each step is sent once the participant has agreed, and what a lost connection held back is sent later", { skip }, async () => {
  const { page } = await begin("Lost");
  await press(page, "Continue");
  await says(page, "Your consent");
  assert.equal(await kinds("Lost"), undefined);
  await press(page, "I agree");
  await until(async () => (await kinds("Lost"))?.length === 3);
  const before = (await server.export()).text;
  await server.kill();
  await shoot(page, 1);
  await says(page, "The connection is lost");
  await shoot(page, 2);
  await server.start();
  assert.equal((await server.export()).text, before);
  await finish(page);
  assert.deepEqual(await kinds("Lost"), kWhole);
  assert.equal(await page.$eval("#notice", (notice) => notice.hidden), true);
});

test("a killed tab goes on, and so does another browser with the same link; the first one is told", { skip }, async () => {
  let { page } = await begin("Killed");
  await agree(page);
  await shoot(page, 1);
  await page.waitForSelector("canvas[aria-label='Group 1']");
  await page.close();
  page = await open("Killed");
  await shoot(page, 1);
  await until(async () => (await kinds("Killed"))?.filter((kind) => kind === "session").length === 2);
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await until(async () => (await kinds("Killed")).at(-1) === "unfinished");
  const other = await open("Killed", await browser.createBrowserContext());
  await shoot(other, 1); // the second one of the task
  await finish(other);
  await page.bringToFront();
  await shoot(page, 1).catch(() => {});
  await says(page, "goes on in another tab or browser");
  const rows = (await server.export()).people.find(([row]) => row.participant === "Killed");
  assert.deepEqual(rows.filter(({ kind }) => kind !== "session").map(({ kind }) => kind), kWhole.slice(1));
});

test("who declines and then agrees, also after a reload, goes on with all rows", { skip }, async () => {
  const { page } = await begin("Wavering");
  await press(page, "Continue");
  await press(page, "I do not agree");
  await press(page, "Close");
  await says(page, "Back at the recruiting service");
  let again = await open("Wavering");
  await press(again, "I agree");
  await until(async () => (await kinds("Wavering"))?.length === 5);
  await again.reload();
  await shoot(again, 1);
  await again.waitForSelector("canvas[aria-label='Group 1']");
  await again.close();
  again = await open("Wavering");
  await shoot(again, 2);
  await finish(again);
  const rows = (await server.export()).people.find(([row]) => row.participant === "Wavering");
  assert.deepEqual(rows.map((row) => row.response).filter(Boolean), ["read", "declined", "agreed", "read"]);
  assert.deepEqual(rows.filter(({ kind }) => kind === "session").map((row) => typeof row.user_agent), Array(4).fill("string"));
});

test("who declines leaves nothing and gets an address; who withdraws is told in the open page", { skip }, async () => {
  const { page } = await begin("Declining");
  await press(page, "Continue");
  await press(page, "I do not agree");
  await press(page, "Close");
  await says(page, "Back at the recruiting service");
  const { page: open, code } = await begin("Withdrawing");
  await agree(open);
  await until(async () => (await kinds("Withdrawing"))?.length === 3);
  const form = await context.newPage();
  await form.goto(`${server.url}withdraw`);
  await form.type("input", code);
  await press(form, "Withdraw my data");
  await says(form, "Your data were withdrawn");
  await open.bringToFront();
  await shoot(open, 1);
  await says(open, "Your data were withdrawn");
  await open.reload();
  await says(open, "Your data were withdrawn");
  assert.deepEqual([await kinds("Declining"), await kinds("Withdrawing")], [undefined, undefined]);
});

test("a device that the study does not take is refused", { skip }, async () => {
  const narrow = await new StudyServer(served.folder, join(folder, "narrow.sqlite"), "--least-width", "2000", "--completion", `device=${done}`).start();
  const page = await context.newPage();
  await page.goto(`${narrow.url}?participant=P1`);
  await says(page, "cannot be done on this device");
  await press(page, "Continue");
  await says(page, "Back at the recruiting service");
  await narrow.kill();
});

const built = existsSync(join(npmFolder, "study/lib/novphy.wasm"));

test("a study by keys, with a killed server and a killed tab, is imported as the same plays", { skip: noServer || (!built && "no build/web/npm") }, async () => {
  cpSync(join(web, "../levels/study"), folder, { recursive: true });
  const shipped = JSON.parse(readFileSync(join(folder, "study.json"), "utf8"));
  writeFileSync(join(folder, "study.json"), JSON.stringify({ ...shipped, level_sets: [[["agents", "multiple_forces"]]], pause_after: 0 }));
  const plan = ["--trials", "1", "--min-normal", "1", "--max-normal", "1", "--novel", "1", "--calibration-runs", "0", "--proof", "none", "--no-certain-ends"];
  novphy(folder, "plan", ...plan, "--out", "plan.json", "--quiet");
  novphy(folder, "web-study", "study.json", "--plan", "plan.json", "--out", "online", "--server");
  const real = await new StudyServer(join(folder, "online"), join(folder, "real.sqlite")).start();
  const set = JSON.parse(readFileSync(join(folder, "online/sets/0-0.json"), "utf8"));
  const seat = () => openPage(context, `${real.url}?participant=Keys`, desktop, (page) => page.evaluateOnNewDocument(() => {
    const frames = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => frames((now) => act(8 * now));
  }));
  const participant = new Participant("Keys", seat, set, hands.keys);
  await participant.sit();
  await press(participant.page, "Continue");
  const third = set.steps.findIndex(({ kind }) => kind === "task");
  await participant.go(0, third - 1);
  await real.kill();
  await participant.go(third - 1, third);
  await participant.page.close();
  await real.start();
  await participant.sit();
  await participant.go(third, set.steps.length);
  await says(participant.page, "Your data were sent");
  writeFileSync(join(folder, "data.txt"), (await real.export()).text);
  await real.kill();
  const { code, stdout, stderr } = endOf(folder, "import", "data.txt", "--study", "study.json", "--plan", "plan.json", "--out", "results");
  assert.deepEqual([code, stderr], [0, ""], stdout);
  assert.match(stdout, /Keys +.*4\/4 +4 +0 +0/);
});
