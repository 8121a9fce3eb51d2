// Makes the picture of an online study again, docs/pictures/online.png. Needs what scripts/web.sh has built, and Chromium: node web/pictures.mjs
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launchBrowser, press, says } from "./tests/helpers/browser.mjs";
import { novphy } from "./tests/helpers/built.mjs";
import { serve } from "./tests/helpers/study_folder.mjs";

const root = join(import.meta.dirname, "..");
const kDesktop = { width: 960, height: 720 };
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

/** Four pictures of a desktop in two rows, and beside them a phone. */
async function together(browser, four, phone) {
  const page = await browser.newPage();
  const image = (data) => `<img src="data:image/png;base64,${data}">`;
  await page.setViewport({ width: 1328, height: 744 });
  await page.setContent(`<style>body { margin: 8px; display: flex; gap: 8px; background: #ddd; } div { display: grid;
    grid-template-columns: 480px 480px; gap: 8px; } div img { width: 480px; } body > img { height: 728px; }</style>
    <div>${four.map(image).join("")}</div>${image(phone)}`);
  return page.screenshot();
}

const folder = mkdtempSync(join(tmpdir(), "novphy-pictures-"));
const server = await serve(makeStudy(folder), {});
const url = `http://127.0.0.1:${server.address().port}/`;
const browser = await launchBrowser();
const [page, instructions, practised] = await practice(browser, url, kDesktop, "P1");
const [task, question] = await toQuestion(page);
const [, , phone] = await practice(browser, url, kPhone, "P2");
writeFileSync(join(root, "docs/pictures/online.png"), await together(browser, [instructions, practised, task, question], phone));
await browser.close();
server.close();
rmSync(folder, { recursive: true });
