// A whole study: from the plan to the measures, with participants who play in a browser, and with data that were changed.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browserName, launchBrowser, says } from "./helpers/browser.mjs";
import { desktop, endOf, novphy, openPage } from "./helpers/built.mjs";
import { web } from "./helpers/bundle.mjs";
import { hands, Participant } from "./helpers/hands.mjs";
import { serve } from "./helpers/study_folder.mjs";

const kLevelSets = [
  [["agents", "multiple_forces"], ["relations", "rolling"]],
  [["objects", "falling"], ["environments", "sliding"]],
  [["events", "single_force"], ["goals", "falling"]],
];
const kPlan = ["--trials", "1", "--min-normal", "1", "--max-normal", "1", "--novel", "1", "--calibration-runs", "0", "--proof", "none", "--no-certain-ends"];
const kImport = ["--study", "study.json", "--plan", "plan.json"];
const kTasks = 6; // two of practice, and a normal and a novel one of each trial
/** Nothing but the study's own server. jsPsych sets styles, index.html has a short script, and the simulator is WebAssembly. */
const kPolicy = "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:";
/** A phone that lies on its side. */
const kPhone = { width: 844, height: 390, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

let folder, server, browser, context;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "novphy-whole-study-"));
  const shipped = join(web, "../levels/study");
  cpSync(shipped, folder, { recursive: true });
  const study = { ...JSON.parse(readFileSync(join(shipped, "study.json"), "utf8")), level_sets: kLevelSets, pause_after: 1 };
  writeFileSync(join(folder, "study.json"), JSON.stringify(study));
  novphy(folder, "plan", ...kPlan, "--out", "plan.json", "--quiet");
  novphy(folder, "web-study", "study.json", "--plan", "plan.json", "--out", "online");
  server = await serve(join(folder, "online"), undefined, { "Content-Security-Policy": kPolicy });
  browser = await launchBrowser(folder);
  context = browser.defaultBrowserContext();
});

after(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
  rmSync(folder, { recursive: true });
});

const setOf = (levelSet) => JSON.parse(readFileSync(join(folder, `online/sets/${levelSet}-0.json`), "utf8"));

/** The world moves eight times as fast as the frames tell. */
function hurry() {
  const frames = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) => frames((now) => act(8 * now));
}

async function seat(name, levelSet, hand, viewport) {
  const address = `http://127.0.0.1:${server.address().port}/?PROLIFIC_PID=${name}&STUDY_ID=s1&SESSION_ID=s2&set=${levelSet}&number=0`;
  const open = () => openPage(context, address, viewport, (page) => page.evaluateOnNewDocument(hurry));
  const participant = new Participant(name, open, setOf(levelSet), hand);
  await participant.sit();
  return participant;
}

/** Waits for the file that the page offers at the end. */
async function downloaded(name) {
  for (let i = 0; i < 200; ++i) {
    const file = readdirSync(folder).find((each) => each.startsWith(`${name}_`) && each.endsWith(".json"));
    if (file) return file;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`no file of ${name} among ${readdirSync(folder)}`);
}

async function finish(name, { page }) {
  await says(page, "file");
  const file = await downloaded(name);
  assert.deepEqual(page.problems, []);
  await page.close();
  return file;
}

/** Imports the file alone. The table's row says: tasks, same play, another play, unfinished. */
function importedAlone(name, file) {
  const { code, stdout, stderr } = endOf(folder, "import", file, ...kImport, "--out", `results_${name}`);
  assert.equal(stderr, "");
  const row = stdout.split("\n").find((each) => each.startsWith(`${name} `)).trim().split(/ +/);
  assert.deepEqual([code, ...row.slice(-6, -2)], [0, `${kTasks}/${kTasks}`, String(kTasks), "0", "0"], stdout);
  const rows = JSON.parse(readFileSync(join(folder, file), "utf8"));
  assert.ok(rows.filter((each) => each.digest).every((each) => each.shots.length > 0));
  return rows;
}

const launches = (acts) => acts.filter(({ kind }) => kind === "launch");

if (browserName === "chromium") {
  test("a level set by mouse: the page is killed in flight, goes on at that very shot, and every record is the same play", async () => {
    const participant = await seat("Mouse", 0, hands.mouse, desktop);
    const { steps } = participant.set;
    const killed = steps.findLastIndex(({ kind, task }) => kind === "task" && participant.set.tasks[task].birds.length > 1);
    let before = null;
    await participant.go(0, steps.length, async (step, shots) => {
      if (step !== killed || before) return;
      before = launches(await participant.acts(step)).slice(0, shots);
      await participant.page.createCDPSession().then((session) => void session.send("Page.crash").catch(() => {}));
      await participant.page.close({ runBeforeUnload: false }).catch(() => {});
      await participant.sit();
      await participant.until(async () => (await participant.acts(step)).length > before.length);
    });
    const rows = importedAlone("Mouse", await finish("Mouse", participant));
    const row = rows.find((each) => each.kind === "task" && each.step === killed);
    assert.ok(before.length > 0 && row.shots.length > 0);
    assert.deepEqual(launches(row.acts).slice(0, before.length), before);
    assert.equal(row.acts.filter((act) => act.kind === "launch" && act.shot === 0).length, 1);
    assert.equal(rows.filter(({ kind }) => kind === "session").length, 2);
  });

  test("a level set by touch on a phone, reloaded between two steps: every record is the same play", async () => {
    const participant = await seat("Touch", 1, hands.touch, kPhone);
    const { steps } = participant.set;
    const pause = steps.findIndex(({ kind }) => kind === "question");
    await participant.go(0, pause);
    await participant.page.reload();
    await participant.go(pause, steps.length);
    const rows = importedAlone("Touch", await finish("Touch", participant));
    assert.equal(rows.filter(({ kind }) => kind === "session").length, 2);
  });
}

test("a level set by keys: every record is the same play", async () => {
  const participant = await seat("Keys", 2, hands.keys, desktop);
  await participant.go(0, participant.set.steps.length);
  importedAlone("Keys", await finish("Keys", participant));
});

const files = () => readdirSync(folder).filter((name) => /^(Mouse|Touch|Keys)_[0-9a-f]+_\d+\.json$/.test(name));

test("all participants are measured beside an agent", () => {
  novphy(folder, "import", ...files(), ...kImport, "--out", "results");
  const records = files().map((name) => `results/${name.split("_")[0]}/records.jsonl`);
  assert.ok(records.every((name) => existsSync(join(folder, name))));
  novphy(folder, "run", "plan.json", "--agent", "pig_shooter", "--out", "pig_shooter.jsonl", "--quiet");
  const measured = novphy(folder, "measure", ...records, "pig_shooter.jsonl");
  assert.match(measured, /human/);
  assert.match(measured, /pig_shooter/);
  const status = novphy(folder, "study", "status", "results");
  for (const name of files().map((each) => each.split("_")[0])) assert.match(status, new RegExp(`${name} .* finished +4/4`));
  assert.match(novphy(folder, "replay", ...records, "--all"), new RegExp(`^${4 * records.length} records, 0 of them another play`));
});

/** Imports rows of the participant by keys, after this change. */
function importChanged(change, text = null) {
  const rows = JSON.parse(readFileSync(join(folder, files().find((name) => name.startsWith("Keys"))), "utf8"));
  const tasks = rows.filter(({ kind }) => kind === "task");
  change(tasks);
  writeFileSync(join(folder, "changed.json"), text?.(JSON.stringify(rows)) ?? JSON.stringify(rows));
  const end = endOf(folder, "import", "changed.json", ...kImport, "--out", "changed");
  const written = existsSync(join(folder, "changed"));
  rmSync(join(folder, "changed"), { recursive: true, force: true });
  return { ...end, written };
}

const swap = (one, two, keys) => keys.forEach((key) => ([one[key], two[key]] = [two[key], one[key]]));

test("a result, a digest or a shot that was changed is told as another play", () => {
  const changes = {
    passed: ([row]) => (row.passed = !row.passed),
    score: ([row]) => (row.score += 10),
    digest: ([row]) => (row.digest = row.digest.replace(/^./, (first) => (first === "0" ? "1" : "0"))),
    "(digest|time_s|score)": ([row]) => (row.shots[0].drag_m[0] += 0.0001),
  };
  for (const [what, change] of Object.entries(changes)) {
    const { code, stdout } = importChanged(change);
    assert.equal(code, 1, what);
    assert.match(stdout, new RegExp(`changed.json:1: /\\d+: Keys, step \\d+, task \\d+: another play: .*${what}: .* recorded, .* now`));
  }
});

test("two records that were swapped are told, and a cut file is refused with nothing written", () => {
  const played = ["shots", "digest", "passed", "score", "end", "time_s"];
  const moved = importChanged((rows) => swap(rows[0], rows[1], [...played, "acts"]));
  assert.deepEqual([moved.code, moved.written], [2, false]);
  assert.match(moved.stderr, /at_ms: found a moment .* before the one before it/);
  const swapped = importChanged((rows) => swap(rows[0], rows[1], played));
  assert.equal(swapped.code, 1);
  assert.match(swapped.stdout, /another play/);
  const cut = importChanged(() => {}, (text) => text.slice(0, text.length / 2));
  assert.deepEqual([cut.code, cut.written], [2, false]);
  assert.match(cut.stderr, /^novphy: changed.json:1: .*syntax error/);
});
