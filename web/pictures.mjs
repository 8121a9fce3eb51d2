// Makes the pictures of pages again, docs/pictures/online.png and pages.png: node web/pictures.mjs
// Needs what scripts/web.sh has built, and Chromium.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { launchBrowser, press, says } from "./tests/helpers/browser.mjs";
import { novphy, npmFolder } from "./tests/helpers/built.mjs";
import { serve } from "./tests/helpers/study_folder.mjs";

const root = join(import.meta.dirname, "..");
const kDesktop = { width: 960, height: 720 };
const kReader = { width: 960, height: 860 };
const kPhone = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const kPlan = ["--trials", "1", "--min-normal", "1", "--max-normal", "1", "--novel", "1", "--calibration-runs", "0", "--proof", "none", "--quiet"];

/** Writes a study of one trial as a page, in this folder. Returns the page's folder. */
function makeStudy(folder) {
  const study = JSON.parse(readFileSync(join(root, "levels/study/study.json"), "utf8"));
  Object.assign(study, { practice: [join(root, "levels/study/practice_1.json")], level_sets: [[["agents", "rolling"]]] });
  writeFileSync(join(folder, "study.json"), JSON.stringify(study));
  novphy(folder, "plan", ...kPlan, "--out", "plan.json");
  novphy(folder, "web-study", "study.json", "--plan", "plan.json", "--out", "online");
  return join(folder, "online");
}

const picture = (page) => page.screenshot({ encoding: "base64" });

/** Serves the folder while `use` works with its address. */
async function served(folder, use) {
  const server = await serve(folder, {});
  const made = await use(`http://127.0.0.1:${server.address().port}/`);
  server.closeAllConnections();
  server.close();
  return made;
}

/** Opens the study, and goes on to the practice task. Returns pictures of a page and of a bird that is pulled. */
async function practice(browser, url, viewport, participant) {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  await page.goto(`${url}?participant=${participant}`);
  await press(page, "Continue");
  await press(page, "I agree");
  await says(page, "How to play");
  const instructions = await picture(page);
  await press(page, "Try it out");
  return [page, instructions, await pulled(page)];
}

async function pulled(page) {
  await page.focus("canvas");
  for (let i = 0; i < 12; ++i) await page.keyboard.press("ArrowUp");
  return picture(page);
}

/** Throws birds until the page says this. */
async function playUntil(page, text) {
  while (!(await page.evaluate((wanted) => document.body.innerText.includes(wanted), text))) {
    await page.keyboard.press(" ");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** From practice to the question after the first task. Returns pictures of both. */
async function toQuestion(page) {
  await playUntil(page, "Now it counts");
  await press(page, "Start");
  await press(page, "Play");
  await page.waitForSelector("canvas");
  const task = await pulled(page);
  await playUntil(page, "Did you notice");
  return [task, await picture(page)];
}

/** Puts pictures together: in two columns of this width, and beside them perhaps a higher one. */
async function together(browser, name, width, pictures, high) {
  const page = await browser.newPage();
  const image = (data) => `<img src="data:image/png;base64,${data}">`;
  await page.setViewport({ width: 1600, height: 900 });
  await page.setContent(`<style>main { padding: 8px; display: flex; gap: 8px; width: max-content; background: #ddd; }
    div { display: grid; grid-template-columns: ${width}px ${width}px; gap: 8px; } div img { width: ${width}px; } main > img { height: 728px; }</style>
    <main><div>${pictures.map(image).join("")}</div>${high ? image(high) : ""}</main>`);
  await (await page.$("main")).screenshot({ path: join(root, "docs/pictures", name) });
}

async function studyPicture(browser, url) {
  const [page, instructions, practised] = await practice(browser, url, kDesktop, "P1");
  const [task, question] = await toQuestion(page);
  const [, , phone] = await practice(browser, url, kPhone, "P2");
  await together(browser, "online.png", 480, [instructions, practised, task, question], phone);
}

/** Plays of an agent, each at the same moment. */
async function watched(browser, folder) {
  novphy(folder, "run", "plan.json", "--agent", "pig_shooter", "--quiet", "--out", "pig_shooter.jsonl");
  novphy(folder, "page", "pig_shooter.jsonl", "--title", "Before and after the novelty", "--out", "watch.html");
  const page = await opened(browser, pathToFileURL(join(folder, "watch.html")).href);
  await page.waitForSelector(".novphy-same");
  await page.$eval("input[type=range]", (slider) => {
    slider.value = "2.4";
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return picture(page);
}

/** Opens a page for readers, and waits for its first picture. */
async function opened(browser, address) {
  const page = await browser.newPage();
  await page.setViewport(kReader);
  await page.goto(address);
  await page.waitForSelector("canvas");
  return page;
}

const folder = mkdtempSync(join(tmpdir(), "novphy-pictures-"));
const study = makeStudy(folder);
const browser = await launchBrowser();
await served(study, (url) => studyPicture(browser, url));
const playground = await served(join(npmFolder, "../playground"), async (url) => picture(await opened(browser, url)));
await together(browser, "pages.png", 640, [playground, await watched(browser, folder)]);
await browser.close();
rmSync(folder, { recursive: true });
