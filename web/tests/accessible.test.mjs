// Every screen of a study for people who use keys or a screen reader: axe-core finds nothing. With the stand-in for the simulator.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, afterEach, before, beforeEach } from "node:test";

import { launchBrowser, press, says } from "./helpers/browser.mjs";
import { web } from "./helpers/bundle.mjs";
import { phone } from "./helpers/built.mjs";
import { answerWhat } from "./helpers/hands.mjs";
import { askForm, servedStudy, steps, study } from "./helpers/study_folder.mjs";

const axe = readFileSync(join(web, "node_modules/axe-core/axe.min.js"), "utf8");
const [welcome, consent, practice, task, question, thanks] = steps;
const pageOf = ({ title, text, button }) => ({ kind: "page", title, text, button });
const group = (number) => [{ ...task, title: `Group ${number}` }, question, { ...task, title: `Group ${number}` }, question];
const whole = [welcome, consent, pageOf(study.pages.instructions), practice, ...group(1), pageOf(study.pages.pause), ...group(2), askForm("what"), thanks];

let served, browser, context, page;

before(async () => {
  served = await servedStudy();
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  served.close();
});
beforeEach(async () => {
  served.write({ sending: { kind: "post", url: `${served.url}data` }, screen: { ...study.screen, sound: true } }, whole);
  Object.assign(served.posts, { refusals: 0, bodies: [] });
  context = await browser.createBrowserContext();
  page = await context.newPage();
});
afterEach(() => context.close());

const open = (search = "?participant=P1&set=0") => page.goto(served.url + search);

/** What axe finds on the screen that says this. */
async function find(text) {
  await says(page, text);
  await page.waitForFunction(() => !document.querySelector("button:disabled"));
  const found = await page.evaluate(async (script) => {
    if (!window.axe) new Function(script)();
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => html + any.map(({ message }) => ` (${message})`)).join(" ")}`);
  }, axe);
  assert.deepEqual(found, [], text);
}

const canvas = () => page.waitForSelector("canvas");

async function findAndPress(screens) {
  for (const [text, label] of screens) {
    await find(text);
    await press(page, label);
  }
}

async function shoot(times) {
  for (let i = 0; i < times; ++i) await (await canvas()).click();
}

async function throughPages() {
  for (const label of ["Continue", "I agree", "Try it out"]) await press(page, label);
  await canvas();
}

/** Opens a study, and goes through its pages to the first practice. */
const begin = (search) => open(search).then(throughPages);

async function practise() {
  await shoot(1);
  await page.waitForSelector("canvas[aria-label='Group 1']");
}

async function playAndAnswer(shots = 2) {
  await shoot(shots);
  await press(page, "No");
}

for (const [name, viewport] of [["a desktop", { width: 1280, height: 960 }], ["a phone", phone]])
  test(`axe finds nothing on any screen of a study on ${name}`, async () => {
    served.posts.refusals = 1;
    const touch = browser.process().spawnfile.includes("firefox") ? {} : { isMobile: viewport.isMobile, hasTouch: viewport.hasTouch };
    await page.setViewport({ width: viewport.width, height: viewport.height, ...touch });
    await open("");
    await find("Who are you?");
    await page.type("#who", "P1");
    await page.keyboard.press("Enter");
    await findAndPress([["Welcome", "Continue"], ["Your consent", "I agree"], ["How to play", "Try it out"]]);
    await canvas();
    await find("? H");
    await page.keyboard.press("h");
    await find("Get rid of every pig.");
    await page.keyboard.press("Escape");
    await practise();
    await shoot(2);
    await findAndPress([[study.question.text, "No"]]);
    await playAndAnswer();
    await findAndPress([["Rest.", "Go on"]]);
    for (let i = 0; i < 2; ++i) await playAndAnswer();
    await find("What was new?");
    await answerWhat(page);
    await findAndPress([["Thank you!", "Close"], ["could not be sent yet", "Try again now"]]);
    await find("Your data were sent");
  });

test("axe finds nothing where a study cannot begin or go on, nor where a participant declines", async () => {
  await open("?participant=a%20b");
  await find("no valid participant");
  await open();
  await press(page, "Continue");
  await press(page, "I do not agree");
  await find("You do not take part.");
  await begin("?participant=P2&set=0");
  await page.evaluate(() => document.querySelector("canvas").dispatchEvent(new CustomEvent("stopped")));
  await find("The study cannot go on here");
});

const focused = () => page.evaluate(() => document.activeElement.tagName);

test("while the help is open, no key and no press reaches the task behind it", async () => {
  // Arrows and the space bar threw a bird there.
  await begin();
  await page.evaluate(() => {
    window.reached = [];
    for (const name of ["keydown", "click"]) document.querySelector("canvas").addEventListener(name, (event) => window.reached.push(event.key ?? name));
  });
  await page.click("button[aria-label='? H How to play']");
  const dialog = await page.waitForSelector("[role=dialog]");
  assert.deepEqual(await dialog.evaluate((each) => [each.ariaModal, each.getAttribute("aria-label")]), ["true", "How to play"]);
  await page.evaluate(() => (window.reached = []));
  await page.click("[role=dialog] h1");
  for (const key of ["ArrowLeft", "ArrowUp", " ", "+", "Tab", "ArrowRight", "Tab"]) await page.keyboard.press(key);
  assert.equal(await dialog.evaluate((each) => each.contains(document.activeElement)), true);
  await page.evaluate(() => document.querySelector("canvas").focus());
  assert.notEqual(await focused(), "CANVAS");
  assert.deepEqual(await page.evaluate(() => window.reached), []);
  await page.keyboard.press("Escape");
  assert.equal(await focused(), "CANVAS");
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await page.evaluate(() => window.reached), ["ArrowLeft"]);
});

test("a bar tells how many groups are done, and nothing of the place within one", async () => {
  await open();
  const bar = () => page.$eval("[role=progressbar]", (each) => [each.ariaLabel, each.ariaValueNow, each.ariaValueMax, each.style.inlineSize]);
  const none = ["0 of 2 groups of tasks are done", "0", "2", "0%"];
  await says(page, "Welcome");
  assert.deepEqual(await bar(), none);
  for (const label of ["Continue", "I agree", "Try it out"]) await press(page, label);
  await practise();
  for (let i = 0; i < 2; ++i) {
    assert.deepEqual(await bar(), none);
    await playAndAnswer();
  }
  await says(page, "Rest.");
  assert.deepEqual(await bar(), ["1 of 2 groups of tasks are done", "1", "2", "50%"]);
});

test("sound is off until its button turns it on, and stays on in the next task", async () => {
  await page.evaluateOnNewDocument(() => {
    window.heard = 0;
    window.AudioContext.prototype.createBufferSource = () => ({ connect() {}, start: () => ++window.heard });
  });
  await begin();
  await practise();
  await shoot(1);
  assert.equal(await page.evaluate(() => window.heard), 0);
  await page.click("button[aria-label='♪ Sound']");
  await playAndAnswer(1);
  await canvas();
  assert.equal(await page.evaluate(() => window.heard), 1);
  assert.equal(await page.$eval("button[aria-label='♪ Sound']", (each) => each.ariaPressed), "true");
});

test("the instructions show how to pull, still where the browser is to show little motion", async () => {
  for (const [value, moves] of [["no-preference", true], ["reduce", false]]) {
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value }]).catch(() => {});
    await open();
    if (moves) for (const label of ["Continue", "I agree"]) await press(page, label);
    await says(page, "How to play");
    const reduced = await page.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches);
    assert.equal(await page.$eval(".novphy-pull .bird", (bird) => getComputedStyle(bird).animationName), reduced ? "none" : "novphy-bird");
  }
});

test("on a phone that is held upright, a hint says to turn it", async () => {
  await begin();
  const shown = () => page.$eval(".novphy-turn", (each) => each.checkVisibility());
  for (const [width, height, hint] of [[390, 844, true], [844, 390, false]]) {
    await page.setViewport({ width, height });
    assert.equal(await shown(), hint);
  }
});

test("a study in German speaks German everywhere, and one in a language without a file says so", async () => {
  served.write({ language: "de", sending: { kind: "post", url: `${served.url}data` } }, whole);
  await open("");
  await says(page, "Wer sind Sie?");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  await page.type("#who", "P1");
  await page.keyboard.press("Enter");
  await throughPages();
  assert.equal(await page.$eval(".novphy-bar button:last-child", (each) => each.ariaLabel), "? H So wird gespielt");
  assert.equal(await page.$eval("[role=progressbar]", (each) => each.ariaLabel), "0 von 2 Gruppen von Aufgaben sind fertig");
  served.write({ language: "xx" });
  await open();
  await says(page, "languages/xx.json: the server answers 404");
});

test("a trial of one's own has the pages' look", async () => {
  const file = join(served.folder, "timeline.js");
  const text = readFileSync(file, "utf8");
  const own = `const { HtmlButtonResponse } = await import("./lib/study.js");
    timeline.unshift({ type: HtmlButtonResponse, stimulus: "<h1>Hands?</h1><input aria-label='Age'>", choices: ["Left", "Right"] }); await study.run`;
  writeFileSync(file, text.replace("await study.run", () => own));
  await page.setViewport({ width: 1280, height: 960 });
  await open();
  await find("Hands?");
  writeFileSync(file, text);
  const [left, width, border] = await page.$eval("#jspsych-html-button-response-stimulus", (each) => {
    const { left: x, width: wide } = each.getBoundingClientRect();
    return [x, wide, getComputedStyle(each.querySelector("input")).borderRadius];
  });
  assert.ok(left > 200 && width < 700, `${left} ${width}`);
  assert.equal(border, "8px");
});
