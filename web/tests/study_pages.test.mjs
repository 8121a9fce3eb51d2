// The pages of a study in a browser, with the stand-in for the simulator.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, afterEach, before, beforeEach } from "node:test";

import { launchBrowser, press, says } from "./helpers/browser.mjs";
import { servedStudy, study } from "./helpers/study_folder.mjs";

let served, browser, context, page;

before(async () => {
  served = await servedStudy();
  writeFileSync(join(served.folder, "done"), "<p>Back at the recruiting service.</p>");
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  served.close();
});
beforeEach(async () => {
  Object.assign(served.posts, { refusals: 0, bodies: [] });
  served.write({ sending: { kind: "post", url: `${served.url}data` } });
  context = await browser.createBrowserContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const open = (search = "?participant=P1", where = page) => where.goto(served.url + search);

async function shoot(times) {
  const canvas = await page.waitForSelector("canvas");
  for (let i = 0; i < times; ++i) await canvas.click();
}

async function agree() {
  await press(page, "Continue");
  await press(page, "I agree");
}

async function practise() {
  await agree();
  await shoot(1);
  await page.waitForSelector("canvas[aria-label='Group 1']");
}

async function answerAndEnd() {
  await says(page, study.question.text);
  await press(page, "No");
  await press(page, "Close");
}

/** Runs this before the page's own scripts. */
const first = (what) => page.evaluateOnNewDocument(what);

function forbidStorage() {
  Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("no", "SecurityError"); } });
}

const sent = () => served.posts.bodies.at(-1);

test("a study from the first page to the last is sent, and asks nothing of any other host", async () => {
  const asked = [];
  page.on("request", (request) => request.url().startsWith("data:") || asked.push(new URL(request.url()).origin));
  await open("?PROLIFIC_PID=5f0c&STUDY_ID=s1&SESSION_ID=s2&set=1&number=0");
  await practise();
  await shoot(2);
  await answerAndEnd();
  await says(page, "Your data were sent");
  const rows = sent();
  assert.deepEqual(rows.map((row) => row.kind), ["session", "page", "page", "practice", "task", "question", "page"]);
  assert.deepEqual(rows.map((row) => row.step), [-1, 0, 1, 2, 3, 4, 5]);
  for (const row of rows) assert.deepEqual([row.novphy, row.study, row.participant, row.level_set, row.number], [1, study.id, "5f0c", 1, 0]);
  assert.deepEqual(rows[0].made_by.version, "0.0.0");
  assert.deepEqual([rows[0].speed, rows[0].texts, rows[0].study_id, rows[0].session_id], [1, "t", "s1", "s2"]);
  assert.deepEqual(rows.map((row) => row.response ?? row.answer ?? row.task), [undefined, "read", "agreed", "4711", "0815", false, "read"]);
  assert.deepEqual(rows[4].acts.map((act) => act.kind), ["view", "launch", "launch"]);
  assert.equal(rows[4].shots.length, 2);
  for (const row of rows) assert.ok(row.at_ms >= row.began_at_ms && row.began_at_ms > 1e12);
  assert.deepEqual([...new Set(asked)], [new URL(served.url).origin]);
});

test("without a name in the address, the page asks, and keeps it over a reload", async () => {
  await open("");
  await page.type("#who", "a b");
  await page.keyboard.press("Enter");
  await says(page, "An ID has 1 to 64 letters");
  await page.$eval("#who", (input) => (input.value = ""));
  await page.type("#who", "P7");
  await page.keyboard.press("Enter");
  await says(page, "Welcome");
  await press(page, "Continue");
  await says(page, "Your consent");
  await page.reload();
  await says(page, "Your consent");
  assert.match(page.url(), /participant=P7/);
});

test("a page that is closed in the middle of a task goes on at that very shot", async () => {
  await open();
  await practise();
  await shoot(1);
  await page.close();
  page = await context.newPage();
  await open();
  await shoot(1);
  await answerAndEnd();
  await says(page, "Your data were sent");
  const rows = sent();
  assert.deepEqual(rows.map((row) => row.kind), ["session", "page", "page", "practice", "session", "task", "question", "page"]);
  const task = rows.find((row) => row.kind === "task");
  assert.deepEqual(task.shots.map((shot) => shot.drag_m), [[-1, 0], [-1, 0.25]]);
  const acts = task.acts.map((act) => act.kind).filter((kind) => kind !== "away"); // Firefox opens a page without the focus.
  assert.deepEqual(acts, ["view", "launch", "view", "launch"]);
});

test("after the end, the page sends nothing again", async () => {
  await open();
  await practise();
  await shoot(2);
  await answerAndEnd();
  await says(page, "Your data were sent");
  await page.reload();
  await says(page, "Your data were sent");
  assert.equal(served.posts.bodies.length, 1);
});

test("sending that fails is told, and tried again by the button", async () => {
  served.posts.refusals = 1;
  await open();
  await practise();
  await shoot(2);
  await answerAndEnd();
  await says(page, "could not be sent yet (the server answers 503: come back later)");
  assert.ok(await page.$("::-p-xpath(//button[.='Download the data so far'])"));
  await press(page, "Try again now");
  await says(page, "Your data were sent");
  assert.equal(sent().length, 7);
});

test("the participant goes on to the completion address", async () => {
  served.write({ sending: { kind: "post", url: `${served.url}data` }, completion: { complete: `${served.url}done?cc=C1` } });
  await open();
  await practise();
  await shoot(2);
  await answerAndEnd();
  await says(page, "Back at the recruiting service.");
  assert.equal(page.url(), `${served.url}done?cc=C1`);
  assert.equal(served.posts.bodies.length, 1);
});

test("without a way to send, the data become a file, and the completion address a button", async () => {
  served.write({ completion: { complete: `${served.url}done` } });
  await first(() => {
    URL.createObjectURL = (blob) => {
      void blob.text().then((text) => (window.saved = text));
      return "blob:none";
    };
  });
  await open();
  await practise();
  await shoot(2);
  await answerAndEnd();
  await says(page, "Your data are in the file P1_0123456789abcdef_");
  const saved = await page.waitForFunction(() => window.saved);
  assert.equal(JSON.parse(await saved.jsonValue()).length, 7);
  await press(page, "Continue");
  await says(page, "Back at the recruiting service.");
});

test("who declines sees the closing page, plays nothing, and may think again", async () => {
  served.write({ sending: { kind: "post", url: `${served.url}data` }, completion: { complete: `${served.url}done` } });
  await open();
  await press(page, "Continue");
  await press(page, "I do not agree");
  await says(page, "You do not take part.");
  await press(page, "Close");
  await says(page, "You may close this page now.");
  assert.deepEqual(sent().map((row) => row.response), [undefined, "read", "declined"]);
  assert.ok(sent().every((row) => !("user_agent" in row) && !("screen" in row)));
  await page.reload();
  await says(page, "Your consent");
});

test("who declines need not send a file", async () => {
  served.write();
  await open();
  await press(page, "Continue");
  await press(page, "I do not agree");
  await press(page, "Close");
  await says(page, "You may close this page now.");
});

for (const locks of [true, false]) {
  test(`a second tab of a participant says so ${locks ? "by locks" : "without locks"}`, async () => {
    const without = () => Object.defineProperty(Navigator.prototype, "locks", { value: undefined });
    const second = await context.newPage();
    if (!locks) for (const each of [page, second]) await each.evaluateOnNewDocument(without);
    await open();
    await says(page, "Welcome");
    await open("?participant=P1", second);
    await says(second, "open in another tab");
    await open("?participant=P2", second);
    await says(second, "Welcome");
    await page.close();
    await open("?participant=P1", second);
    await says(second, "Welcome");
    page = second;
  });
}

test("a page that is opened while another one is left waits until that one has gone", async () => {
  const second = await context.newPage();
  await open();
  await says(page, "Welcome");
  await open("?participant=P1", second);
  await page.close();
  await says(second, "Welcome");
  page = second;
});

test("a forbidden storage is told, and nothing is lost", async () => {
  await first(forbidStorage);
  await open();
  await says(page, "This browser does not let this page keep what you do.");
  const asks = () => page.evaluate(() => window.onbeforeunload !== null);
  assert.ok(await asks());
  await practise();
  await shoot(2);
  await answerAndEnd();
  await says(page, "Your data were sent");
  assert.equal(sent().length, 7);
  assert.ok(!(await asks()));
});

test("a storage that becomes full is told, and nothing is lost", async () => {
  await first(() => {
    const set = Storage.prototype.setItem;
    let places = 4;
    Storage.prototype.setItem = function (key, text) {
      if (places-- <= 0) throw new DOMException("full", "QuotaExceededError");
      set.call(this, key, text);
    };
  });
  await open();
  await agree();
  await says(page, "This browser has no space left to keep what you do.");
  await shoot(1);
  await page.waitForSelector("canvas[aria-label='Group 1']");
  await shoot(2);
  await answerAndEnd();
  await says(page, "Your data were sent");
  assert.equal(sent().length, 7);
});

test("wrong words in the address are told before the first page", async () => {
  await open("?participant=P1&set=9");
  await says(page, "asks for set=9, but this study has set 0 to 1");
  await open("?participant=P1&number=1");
  await says(page, "asks for number=1, but this study has number 0 to 0");
  await open("?PROLIFIC_PID={{%25PROLIFIC_PID%25}}");
  await says(page, "names no valid participant: {{%PROLIFIC_PID%}}");
});

test("an old browser, one without WebAssembly, is told so in one sentence", async () => {
  await first(() => delete window.WebAssembly);
  await open();
  await says(page, "This browser cannot run the study");
  assert.equal(await page.$eval("#study", (main) => main.innerText), "");
});

test("a simulator without exceptions of WebAssembly is an old browser, too", async () => {
  await first(() => (WebAssembly.validate = () => false));
  await open();
  await says(page, "This browser cannot run the study");
});

test("another version of the simulator is told before the first page", async () => {
  served.write({ made_by: { ...study.made_by, version: "9.9.9" } });
  await open();
  await says(page, "version 9.9.9, here 0.0.0");
});

test("files that are not there are told, with a button to load the page again", async () => {
  writeFileSync(join(served.folder, "study.json"), "{");
  await open();
  await says(page, "study.json: expected JSON");
  served.write();
  await press(page, "Reload");
  await says(page, "Welcome");
});

test("tasks are played without certain ends where the study says so, and else with them", async () => {
  for (const [changes, expected] of [[{ certain_ends: false }, "false"], [{}, "true"]]) {
    served.write(changes);
    await open(`?participant=ends_${expected}&set=0`);
    await agree();
    await page.waitForSelector(`canvas[aria-label='Practice'][data-certain-ends='${expected}']`);
  }
});

test("a page takes no press in its first 0.4 s", async () => {
  await open();
  await press(page, "Continue");
  const early = await page.$$eval("button", (buttons) => buttons.map((each) => each.disabled));
  assert.deepEqual(early, [true, true]);
});

test("keys alone lead through the pages, and H to the help", async () => {
  await open();
  await page.waitForSelector("button:enabled");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await says(page, "Your consent");
  await page.waitForSelector("button:enabled");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.waitForSelector("canvas");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "CANVAS");
  await page.keyboard.press("h");
  await says(page, "Get rid of every pig.");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.tagName === "CANVAS");
});

test("a trial that fails is told, and everything until then is kept", async () => {
  const sets = join(served.folder, "sets/0-0.json");
  writeFileSync(sets, readFileSync(sets, "utf8").replace('"birds":["red"]', '"birds":"red"'));
  await open("?participant=P1&set=0");
  await agree();
  await says(page, "Everything you did until now is kept. Please reload this page. (task:1: /birds: expected a list)");
  served.write();
  await press(page, "Reload");
  await page.waitForSelector("canvas[aria-label='Practice']");
});

test("a trial that fails is not to be reloaded where the storage keeps nothing", async () => {
  await first(forbidStorage);
  await open();
  await agree();
  await page.waitForSelector("canvas");
  await page.evaluate(() => document.querySelector("canvas").dispatchEvent(new CustomEvent("stopped")));
  await says(page, "Please download your data");
  assert.deepEqual(await page.$$eval("#study button", (buttons) => buttons.map((each) => each.innerText)), ["Download the data so far"]);
});

test("a trial of one's own is kept and sent, and not shown again after a reload", async () => {
  const file = join(served.folder, "timeline.js");
  const text = readFileSync(file, "utf8");
  const added = `const { HtmlButtonResponse } = await import("./lib/study.js");
    timeline.unshift(study.once("hands", { type: HtmlButtonResponse, stimulus: "Hands?", choices: ["Left", "Right"] }));
    await study.run`;
  writeFileSync(file, text.replace("await study.run", () => added));
  await open();
  await press(page, "Right");
  await says(page, "Welcome");
  await page.reload();
  await practise();
  await shoot(2);
  await answerAndEnd();
  await says(page, "Your data were sent");
  writeFileSync(file, text);
  const own = sent().filter((row) => row.once);
  assert.deepEqual(own.map((row) => [row.once, row.response, row.participant, row.novphy]), [["hands", 1, "P1", undefined]]);
});

test("a trial after a step comes there, also where the page was reloaded in between, and is told with the data", async () => {
  const file = join(served.folder, "timeline.js");
  const text = readFileSync(file, "utf8");
  const own = `const { HtmlButtonResponse } = await import("./lib/study.js");
    study.after("consent", { type: HtmlButtonResponse, stimulus: "Hands of " + study.assignment.levelSet, choices: ["Left", "Right"] });
    const timeline = study.timeline()`;
  writeFileSync(file, text.replace("const timeline = study.timeline()", () => own));
  await open("?participant=P1&set=1&number=0");
  await agree();
  await says(page, "Hands of 1");
  await page.reload();
  await press(page, "Right");
  await shoot(1);
  await page.waitForSelector("canvas[aria-label='Group 1']");
  await page.reload();
  await shoot(2);
  await answerAndEnd();
  await says(page, "Your data were sent");
  assert.deepEqual(sent().filter((row) => row.once).map((row) => [row.once, row.response]), [["consent/1/0", 1]]);
  writeFileSync(file, text);
});

test("a trial after a step that there is not is an error that names the steps", async () => {
  const file = join(served.folder, "timeline.js");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("const timeline", 'study.after("paus", {});\nconst timeline'));
  const wrong = new Promise((resolve) => page.on("pageerror", (error) => resolve(error.message)));
  await open();
  assert.match(await wrong, /after\("paus"\): expected the name of a step: welcome, consent/);
  writeFileSync(file, text);
});

test("times are right to the millisecond: hidden time stands apart, and nobody's clock is believed", async () => {
  await first(() => {
    window.ms = 1000;
    let hidden = false;
    performance.now = () => window.ms;
    window.set = 0; // by how much somebody sets the computer's clock
    Date.now = () => Math.round(performance.timeOrigin) + window.ms + window.set;
    Object.defineProperty(document, "hidden", { get: () => hidden });
    document.hasFocus = () => true;
    window.hide = (now) => {
      hidden = now;
      document.dispatchEvent(new Event("visibilitychange"));
    };
  });
  await open();
  await practise();
  const passes = (ms) => page.evaluate((passed) => void (window.ms += passed), ms);
  await passes(300);
  await page.evaluate(() => window.hide(true));
  await passes(10_100);
  await page.evaluate(() => window.hide(false));
  await passes(450);
  await shoot(1);
  await page.evaluate(() => void (window.set = 3_600_000));
  await passes(721);
  await shoot(1);
  await says(page, study.question.text);
  await passes(1234);
  await press(page, "No");
  await press(page, "Close");
  await says(page, "Your data were sent");
  const [task, question] = ["task", "question"].map((kind) => sent().find((row) => row.kind === kind));
  const acts = task.acts.map((act) => [act.kind, act.at_ms - task.began_at_ms]);
  assert.deepEqual(acts, [["view", 0], ["away", 10_400], ["launch", 10_850], ["launch", 11_571]]);
  assert.deepEqual(task.acts[1], { kind: "away", at_ms: task.acts[1].at_ms, ms: 10_100, hidden: true });
  assert.equal(task.at_ms - task.began_at_ms, 11_571);
  assert.equal(question.at_ms - question.began_at_ms, 1234);
  assert.ok(Math.abs(task.clock_ahead_ms - 3_600_000) <= 1);
});

test("JATOS gets the data after each step, and ends the study", async () => {
  served.write({ sending: { kind: "jatos" }, completion: { complete: "https://example.org/done" } });
  const jatos = () => {
    const session = {};
    window.calls = [];
    window.jatos = {
      urlQueryParameters: { PROLIFIC_PID: "J1" }, workerId: 12,
      onLoad: (ready) => setTimeout(ready),
      batchSession: { get: (name) => session[name], set: async (name, value) => void (session[name] = value) },
      submitResultData: async (text) => void window.calls.push(JSON.parse(text).length),
      endStudyAndRedirect: async (url) => void window.calls.push(url),
    };
  };
  writeFileSync(join(served.folder, "jatos.js"), `(${jatos})()`);
  await open("");
  await practise();
  await shoot(2);
  await answerAndEnd();
  await page.waitForFunction(() => window.calls.at(-1) === "https://example.org/done");
  assert.deepEqual(await page.evaluate(() => window.calls), [2, 3, 4, 5, 6, 7, 7, "https://example.org/done"]);
});

test("a study that was replaced is read anew, not from the browser's cache", async () => {
  await open();
  await says(page, "Welcome");
  served.write({ id: "fedcba9876543210", title: "The next study" });
  await page.goto("about:blank");
  await open();
  await says(page, "Welcome");
  assert.equal(await page.title(), "The next study");
});
