// A study of twelve people in two conditions and three level sets, from the plan through the server to the measures: by mouse, touch
// and keys, with reloads, killed tabs, a second tab, a lost network and wrong clocks. The page's clock is the test's own.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browserName, launchBrowser, press, says } from "./helpers/browser.mjs";
import { desktop, endOf, novphy, npmFolder, openPage } from "./helpers/built.mjs";
import { web } from "./helpers/bundle.mjs";
import { hands, Participant } from "./helpers/hands.mjs";
import { noServer, StudyServer } from "./helpers/study_server.mjs";

const built = existsSync(join(npmFolder, "study/lib/novphy.wasm"));
const skip = noServer || (!built && "no build/web/npm");

const kLevelSets = [[["agents", "multiple_forces"]], [["objects", "falling"]], [["events", "single_force"]]];
const kPlan = ["--trials", "2", "--min-normal", "1", "--max-normal", "1", "--novel", "1", "--control", "1", "--calibration-runs", "0", "--proof", "none", "--no-certain-ends"];
const kStart_ms = Date.UTC(2026, 5, 1, 9);
const kHour_ms = 3_600_000;
/** A phone that lies on its side. */
const kPhone = { width: 844, height: 390, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const told = { title: "Now it counts", text: "Something will change in some groups.", button: "Start" };
const changes = {
  level_sets: kLevelSets, pause_after: 1, catch_groups: 1, practice: ["practice_1.json"],
  conditions: { told: { pages: { begin: told } }, untold: {} },
  forms: {
    you: { after: "begin", title: "About you", button: "Continue", questions: {
      age: { kind: "number", text: "How old are you?", from: 18, to: 99 },
      careful: { kind: "choice", text: "Please choose blue.", choices: ["red", "blue"], right: 1 } } },
    sure: { after: "question", answered: "yes", conditions: ["told"], title: "How sure are you?", button: "Continue", questions: {
      sure: { kind: "slider", text: "Sure?", from: 0, to: 100, low: "guessing", high: "certain" } } },
  },
};

let folder, browser, server;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "novphy-twelve-"));
  if (skip) return;
  cpSync(join(web, "../levels/study"), folder, { recursive: true });
  const shipped = JSON.parse(readFileSync(join(folder, "study.json"), "utf8"));
  writeFileSync(join(folder, "study.json"), JSON.stringify({ ...shipped, ...changes }));
  cpSync(npmFolder, join(folder, "web"), { recursive: true });
  const timeline = join(folder, "web/study/timeline.js");
  const own = `const { HtmlButtonResponse } = await import("./lib/study.js");
    for (const name of ["instructions", "pause"])
      study.after(name, { type: HtmlButtonResponse, stimulus: "Which hand?", choices: ["Left", "Right"], data: { asked_after: name } });
    const timeline`;
  writeFileSync(timeline, readFileSync(timeline, "utf8").replace("const timeline", () => own));
  novphy(folder, "plan", ...kPlan, "--out", "plan.json", "--quiet");
  novphy(folder, "web-study", "study.json", "--plan", "plan.json", "--out", "online", "--server", "--web", "web");
  server = await new StudyServer(join(folder, "online"), join(folder, "study.sqlite")).start();
  browser = await launchBrowser(folder);
});
after(async () => {
  await browser?.close();
  await server?.kill();
  rmSync(folder, { recursive: true });
});

/** The clocks of a page: they stand still but for tick() in the page, which outlives reloads. The world moves eight times as fast. */
function injectClock(start_ms, wall_ahead_ms) {
  const kept = (name, first) => Number(localStorage.getItem(name) ?? first);
  const now = () => kept("now", start_ms);
  window.tick = (ms, set_ms = 0) => {
    localStorage.setItem("now", now() + ms);
    localStorage.setItem("ahead", kept("ahead", wall_ahead_ms) + set_ms);
  };
  Object.defineProperty(performance, "timeOrigin", { value: 0 });
  performance.now = now;
  Date.now = () => now() + kept("ahead", wall_ahead_ms);
  const frames = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => frames((at) => act(8 * at));
}

/** Somebody who takes a known time for each step, answers forms and the trials of the researcher's own. */
class Timed extends Participant {
  constructor(name, { hand, start_ms = kStart_ms }) {
    super(name, () => this.openSeat(), null, hands[hand]);
    this.viewport = hand === "touch" ? kPhone : desktop;
    this.start_ms = start_ms;
  }

  async openSeat() {
    this.context ??= await browser.createBrowserContext();
    const address = `${server.url}?PROLIFIC_PID=${this.name}&SESSION_ID=s_${this.name}`;
    return openPage(this.context, address, this.viewport, (page) => page.evaluateOnNewDocument(injectClock, this.start_ms, 0));
  }

  /** Begins: reads the code, and the set that the server has given. */
  async begin() {
    await this.sit();
    await says(this.page, "Please note this code");
    await press(this.page, "Continue");
    const [{ assignment }] = (await this.kept()).filter((entry) => entry.assignment);
    this.set = JSON.parse(readFileSync(join(folder, `online/sets/${assignment.levelSet}-${assignment.number}.json`), "utf8"));
    return this;
  }

  tick(...ms) {
    return this.page.evaluate((...words) => window.tick(...words), ...ms);
  }

  /** How long the step takes in the participant's hands; a shot or a press ends it. */
  time_ms(index) {
    return 500 + 10 * index + this.name.length;
  }

  async take(index, onShot) {
    if (await this.isDone(index)) return;
    const step = this.set.steps[index];
    if (step.answered && !this.saysYes(index - 1)) return;
    await this.shown(index);
    await this.tick(this.time_ms(index));
    if (step.kind === "form") await this.fill(index, this.set.forms[step.name]);
    else await super.take(index, onShot);
    if (["instructions", "pause"].includes(step.name)) await this.pressOwn();
  }

  saysYes(index) {
    return index % 4 < 2;
  }

  /** Waits until the page shows the step, whose clock begins then. */
  async shown(index) {
    const { kind, title, button } = this.set.steps[index];
    if (kind === "practice" || kind === "task") {
      await this.page.waitForSelector(`canvas[aria-label='${title}']`);
      return this.until(async () => (await this.acts(index)).some((act) => act.kind === "view"));
    }
    const words = kind === "page" ? title || button : kind === "form" ? this.set.forms[this.set.steps[index].name].title : "anything new";
    await says(this.page, words);
  }

  async fill(index, { questions }) {
    for (const [name, { kind }] of Object.entries(questions)) {
      if (kind === "number") await this.page.type(`[name=${name}]`, "30");
      else if (kind === "choice") await this.page.click(`[name=${name}][value="1"]`);
      else await this.page.focus(`[data-name=${name}]`).then(() => this.page.keyboard.press("ArrowRight"));
    }
    await this.page.click("[type=submit]");
    await this.until(() => this.isDone(index));
  }

  async pressOwn() {
    await says(this.page, "Which hand?");
    await this.tick(300);
    await press(this.page, "Left");
  }

  /** To the end, with `at(step, shots)` called after each shot. */
  async finish(at = () => {}) {
    await this.go(0, this.set.steps.length, at);
    await says(this.page, "Your data were sent");
    assert.deepEqual(this.page.problems, [], this.name);
    await this.context.close();
  }

  firstTask() {
    return this.set.steps.findIndex(({ kind }) => kind === "task");
  }
}

const hide = (page, hidden) => page.evaluate((now) => {
  for (const [name, value] of Object.entries({ hidden: now, visibilityState: now ? "hidden" : "visible" }))
    Object.defineProperty(document, name, { configurable: true, get: () => value });
  document.dispatchEvent(new Event("visibilitychange"));
}, hidden);

async function kill(who) {
  await who.page.createCDPSession?.().then((session) => void session.send("Page.crash").catch(() => {})).catch(() => {});
  await who.page.close({ runBeforeUnload: false }).catch(() => {});
}

/** What happens to each of the twelve, besides a quiet study. */
const people = {
  Quiet: {},
  Calm: {},
  Still: {},
  async Hidden(who) {
    await who.go(0, who.firstTask());
    await who.shown(who.firstTask());
    await hide(who.page, true);
    await who.tick(10_100);
    await hide(who.page, false);
  },
  async Reloads(who) {
    await who.go(0, who.firstTask());
    await who.shown(who.firstTask());
    await who.page.reload();
  },
  async Hands(who) { // reloads while a trial of the researcher's own is shown
    const own = who.set.steps.findIndex(({ name }) => name === "instructions");
    await who.go(0, own);
    await press(who.page, who.set.steps[own].button);
    await says(who.page, "Which hand?");
    await who.page.reload();
    await who.pressOwn();
  },
  async Killed(who) {
    const first = who.firstTask();
    await who.go(0, first);
    await who.shown(first);
    await kill(who);
    await who.sit();
  },
  async Second(who) {
    await who.go(0, who.firstTask());
    const other = await who.openSeat();
    await says(other, "open in another tab");
    await other.close();
    await who.page.bringToFront();
  },
  async Offline(who) {
    await who.go(0, who.firstTask());
    await server.kill();
    await who.go(who.firstTask(), who.firstTask() + 2);
    await server.start();
  },
  async Jumps(who) {
    await who.go(0, who.firstTask());
    await who.shown(who.firstTask());
    await who.tick(0, kHour_ms);
  },
  Later: { start_ms: kStart_ms + 11 * 24 * kHour_ms },
  async Elsewhere(who) { // goes on in another browser
    await who.go(0, who.firstTask());
    await who.until(async () => (await server.export()).people.find(([row]) => row.participant === who.name)?.some((row) => row.kind === "form"));
    await who.context.close();
    who.context = null;
    who.start_ms += kHour_ms;
    await who.sit();
    await who.until(() => who.isDone(who.firstTask() - 1));
  },
};
/** Firefox is driven without fingers. */
const kHands = ["mouse", browserName === "chromium" ? "touch" : "mouse", "keys"];
const names = Object.keys(people);
const done = {};

/** So many people have each level set. */
function spread(all) {
  const counts = Array.from({ length: 6 }, (_, set) => all.filter((who) => who.set.level_set === set).length);
  return Math.max(...counts) - Math.min(...counts);
}

test("who declines leaves an ID, and takes nobody's place", { skip }, async () => {
  const who = await new Timed("Declines", { hand: "mouse" }).begin();
  await press(who.page, "Continue");
  await press(who.page, "I do not agree");
  await press(who.page, "Close");
  await says(who.page, "You may close this page now.");
  await who.context.close();
});

for (const [i, name] of names.entries())
  test(`${name} takes part by ${kHands[i % 3]}`, { skip }, async () => {
    const own = people[name];
    const who = await new Timed(name, { hand: kHands[i % 3], ...(typeof own === "function" ? {} : own) }).begin();
    done[name] = who;
    assert.ok(spread(Object.values(done)) <= 1);
    if (typeof own === "function") await own(who);
    await who.finish();
  });

const table = (name) => {
  const [head, ...lines] = readFileSync(join(folder, "results", `${name}.csv`), "utf8").trim().split("\n");
  const cells = (line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, i) => [head.split(",")[i], cell])));
};
const of = (rows, name) => rows.filter((row) => row.participant === name);

test("the server's export is imported whole, and every play is the same", { skip }, async () => {
  writeFileSync(join(folder, "data.txt"), (await server.export()).text);
  const { code, stdout, stderr } = endOf(folder, "import", "data.txt", "--study", "study.json", "--plan", "plan.json", "--out", "results");
  assert.deepEqual([code, stderr], [0, ""], stdout);
  for (const name of names) assert.match(stdout, new RegExp(`^${name} .* 5/5 +5 +0 +0`, "m"));
  assert.doesNotMatch(stdout, /Declines/);
  const jumps = stdout.split("\n").filter((line) => line.includes("jumped"));
  assert.deepEqual(jumps, [`Jumps: step ${done.Jumps.firstTask()}: the computer's clock jumped by +3600 s, or it slept`]);
});

test("two people have each of the six places, and tables have every row", { skip }, () => {
  const [answers, own, forms, sessions] = ["answers", "own_rows", "forms", "sessions"].map(table);
  const sets = names.map((name) => Number(of(answers, name)[0].level_set));
  assert.deepEqual(sets.toSorted(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  const opened = { Reloads: 2, Hands: 2, Killed: 2, Elsewhere: 2 };
  for (const name of names) {
    const mine = of(answers, name);
    assert.equal(mine.length, 4, name);
    assert.deepEqual(new Set(mine.map((row) => row.condition)), new Set([Number(mine[0].level_set) < 3 ? "told" : "untold"]));
    assert.deepEqual(mine.map((row) => row.control).toSorted(), ["0", "0", "1", "1"]);
    assert.deepEqual(of(own, name).map((row) => row.asked_after), ["instructions", "pause"], name);
    assert.equal(of(sessions, name).length, opened[name] ?? 1, name);
    const yes = mine.filter((row) => row.answer === "yes").length;
    const asked = of(forms, name).map((row) => row.question);
    assert.deepEqual(asked, ["age", "careful", ...Array(mine[0].condition === "told" ? yes : 0).fill("sure")], name);
    assert.deepEqual(of(forms, name).slice(0, 2).map((row) => [row.value, row.label, row.right]), [["30", "30", ""], ["1", "blue", "1"]]);
  }
});

test("times are right to the millisecond", { skip }, () => {
  const [answers, forms] = ["answers", "forms"].map(table);
  for (const name of names) {
    const who = done[name];
    const tasks = who.set.steps.flatMap(({ kind }, index) => (kind === "task" ? [index] : []));
    for (const [i, row] of of(answers, name).entries()) {
      const [task, first] = [tasks[i], i === 0];
      const found = [row.first_shot_ms, row.task_ms, row.task_hidden_ms, row.task_unfocused_ms, row.answer_ms, row.answer_hidden_ms].map(Number);
      const hidden = name === "Hidden" && first ? 10_100 : 0;
      assert.deepEqual(found, [who.time_ms(task), who.time_ms(task), hidden, 0, who.time_ms(task + 1), 0], `${name}, step ${task}`);
    }
    for (const row of of(forms, name)) assert.equal(Number(row.form_ms), who.time_ms(Number(row.step)), `${name}, step ${row.step}`);
  }
  // What the steps before the first task took, one after the other.
  const before_ms = (who) => who.set.steps.slice(0, who.firstTask()).reduce((sum, _, index) => sum + who.time_ms(index), 300);
  for (const name of ["Quiet", "Calm", "Still", "Jumps", "Later"])
    assert.equal(Number(of(answers, name)[0].begun_at_ms), done[name].start_ms + before_ms(done[name]), name);
});

test("people are measured beside an agent", { skip }, () => {
  const records = names.map((name) => `results/${name}/records.jsonl`);
  novphy(folder, "run", "plan.json", "--agent", "pig_shooter", "--out", "pig_shooter.jsonl", "--quiet");
  const measured = novphy(folder, "measure", ...records, "pig_shooter.jsonl");
  for (const agent of ["human", "pig_shooter"]) assert.match(measured, new RegExp(agent));
  assert.match(novphy(folder, "replay", ...records, "--all"), /^48 records, 0 of them another play/);
  const status = novphy(folder, "study", "status", "results");
  for (const name of names) assert.match(status, new RegExp(`^${name} .* finished +4/4`, "m"));
  assert.doesNotMatch(status, /failed attention checks/);
});
