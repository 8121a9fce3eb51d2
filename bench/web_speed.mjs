// How fast the simulator is in a browser: CPU seconds of plays in Node beside those of the program, in turns; pictures in Chromium;
// the time until a task can be played; and sizes. Needs scripts/web.sh --no-study. For Linux.
// Usage: node bench/web_speed.mjs [PLAYS, default 800]
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

import { launchBrowser } from "../web/tests/helpers/browser.mjs";
import { desktop, npmFolder, novphy, openPage } from "../web/tests/helpers/built.mjs";
import { serve } from "../web/tests/helpers/study_folder.mjs";

const kRounds = 8;
const kOpenings = 5;
const kTicksPerS = 100; // of /proc
const kTask = "multiple_forces/agents";
const kPage = `<!DOCTYPE html><link rel="icon" href="data:,"><style>body { margin: 0 } canvas { display: block; width: 100vw; height: 100vh }</style>
<canvas tabindex="0"></canvas><script type="module">
  import { load } from "./novphy.js";
  const [novphy, pairs] = await Promise.all([load(), fetch("pairs.json").then((answer) => answer.json())]);
  const onView = () => (window.first_ms ??= performance.now());
  window.player = novphy.playOn(document.querySelector("canvas"), novphy.readTask(pairs["${kTask}"]).task, { onView });
</script>`;

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const load = () => `load ${loadavg()[0].toFixed(1)}`;

function row(what, value, aim) {
  console.log(`${what.padEnd(50)} ${value.padStart(10)}   ${aim.padEnd(18)} ${load()}`);
}

/** CPU seconds until now: of this process, or of its children that have ended. */
function cpu_s() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function childrenCpu_s() {
  const fields = readFileSync("/proc/self/stat", "utf8").replace(/.*\) /, "").split(" ");
  return (Number(fields[13]) + Number(fields[14])) / kTicksPerS;
}

function spent_s(clock, act) {
  const before = clock();
  act();
  return clock() - before;
}

async function measurePlays(plays) {
  const { load: loadEngine } = await import(pathToFileURL(join(npmFolder, "novphy.js")));
  const engine = await loadEngine(readFileSync(join(npmFolder, "novphy.wasm")));
  const pairs = JSON.parse(readFileSync(join(npmFolder, "pairs.json"), "utf8"));
  const each = Math.round(plays / kRounds);
  let node_s = 0, program_s = 0;
  for (let i = 0; i < kRounds; ++i) {
    program_s += spent_s(childrenCpu_s, () => novphy(".", "selftest", "--digest", "--plays", String(each)));
    node_s += spent_s(cpu_s, () => engine.selftest(pairs, each));
  }
  row(`${each * kRounds} plays by the program, CPU seconds`, program_s.toFixed(1), "");
  row(`${each * kRounds} plays in Node, CPU seconds`, node_s.toFixed(1), "");
  row("rate in Node, as a share of the program's", (program_s / node_s).toFixed(2), "aim: .65 or more");
}

async function opened(browser, url) {
  const page = await openPage(browser, url, desktop);
  await page.waitForFunction(() => window.first_ms);
  return page;
}

/** Shoots all birds, and returns how evenly the pictures came. */
async function flown(page) {
  await page.focus("canvas");
  while (!(await page.evaluate(() => window.player.state().over))) {
    if (await page.evaluate(() => window.player.state().can_act && !window.player.state().flying)) {
      for (const key of ["ArrowLeft", "ArrowUp", " "]) await page.keyboard.press(key);
    }
    await new Promise((later) => setTimeout(later, 200));
  }
  return page.evaluate(() => window.player.frames());
}

async function measurePictures(folder) {
  cpSync(npmFolder, folder, { recursive: true });
  writeFileSync(join(folder, "speed.html"), kPage);
  const server = await serve(folder);
  const browser = await launchBrowser();
  const url = `http://127.0.0.1:${server.address().port}/speed.html`;
  const first_ms = [];
  for (let i = 0; i < kOpenings; ++i) {
    const page = await opened(browser, url);
    first_ms.push(await page.evaluate(() => window.first_ms));
    await page.close();
  }
  row("from the address to the first picture, median, ms", median(first_ms).toFixed(0), "aim: at most 1500");
  const frames = await flown(await opened(browser, url));
  row("between two pictures of 1280 x 960, median, ms", frames.median_ms.toFixed(1), "aim: at most 16.7");
  row("between two pictures of 1280 x 960, worst, ms", frames.worst_ms.toFixed(1), "");
  await browser.close();
  server.close();
}

function measureSizes(folder) {
  const packed = gzipSync(readFileSync(join(npmFolder, "novphy.wasm")), { level: 9 }).length;
  row("novphy.wasm as gzip, MB", (packed / 1e6).toFixed(3), "aim: at most 0.45");
  novphy(folder, "page", kTask, "--out", "page.html");
  row(`a page of ${kTask}, MB`, (statSync(join(folder, "page.html")).size / 1e6).toFixed(3), "aim: at most 0.65");
}

const folder = mkdtempSync(join(tmpdir(), "novphy-web-speed-"));
try {
  measureSizes(folder);
  await measurePictures(folder);
  await measurePlays(Number(process.argv[2] ?? 800));
} finally {
  rmSync(folder, { recursive: true });
}
