// Forms, conditions and devices of a study in a browser, with the stand-in for the simulator.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test, { after, afterEach, before, beforeEach } from "node:test";

import { launchBrowser, press, says } from "./helpers/browser.mjs";
import { imported } from "./helpers/bundle.mjs";
import { answerWhat } from "./helpers/hands.mjs";
import { askForm, forms, servedStudy, steps, study } from "./helpers/study_folder.mjs";

const { answersOf, wrongChecks } = await imported("study/forms.ts");
const [, consent, practice, task, question, thanks] = steps;
const whole = [consent, askForm("you"), practice, task, question, askForm("what", "yes"), thanks];

let served, browser, context, page;

before(async () => {
  served = await servedStudy();
  for (const name of ["done", "failed", "device"]) writeFileSync(join(served.folder, name), `<p>This is ${name}.</p>`);
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  served.close();
});
beforeEach(async () => {
  Object.assign(served.posts, { refusals: 0, bodies: [] });
  written = {};
  const addresses = { complete: "done", failed_checks: "failed", device: "device" };
  const completion = Object.fromEntries(Object.entries(addresses).map(([outcome, name]) => [outcome, served.url + name]));
  write({ sending: { kind: "post", url: `${served.url}data` }, completion, checks_to_fail: 1 });
  context = await browser.createBrowserContext();
  page = await context.newPage();
});
afterEach(() => context.close());

let written;
function write(changes, own = whole) {
  written = { ...written, ...changes };
  served.write(written, own);
}

const open = () => page.goto(`${served.url}?participant=P1&set=0`);
const sent = () => served.posts.bodies.at(-1);
const invalid = () => page.$$eval(":invalid:not(form, fieldset)", (all) => all.map((each) => each.name || each.dataset.name));
const submit = () => page.click("[type=submit]");

async function tellOfYou(age, careful) {
  await says(page, "About you");
  await page.type("[name=age]", age);
  await page.click(`[name=careful][value="${careful}"]`);
  await submit();
}

async function play() {
  for (let i = 0; i < 3; ++i) await (await page.waitForSelector("canvas")).click();
  await says(page, study.question.text);
}

test("a form asks until every question that needs it is answered within its range", async () => {
  await open();
  await press(page, "I agree");
  await says(page, "About you");
  assert.deepEqual(await invalid(), ["age", "careful", "careful"]);
  await tellOfYou("17", 1);
  await says(page, "About you");
  assert.deepEqual(await invalid(), ["age"]);
  await page.$eval("[name=age]", (field) => (field.value = ""));
  await tellOfYou("30", 1);
  await play();
  await press(page, "Yes");
  await says(page, "Think of <this> task.");
  assert.deepEqual(await invalid(), ["sure", "kinds", "words"]);
  assert.equal(await page.$eval("[type=range]", (slider) => slider.validationMessage), "Please answer this question.");
  await page.type("[name=words]", "   ");
  assert.deepEqual(await invalid(), ["sure", "kinds", "words"]);
  await page.$eval("[name=words]", (field) => (field.value = ""));
  await page.$eval("h1", (title) => title.focus());
  await answerWhat(page);
  await press(page, "Close");
  await says(page, "This is done.");
  const rows = sent().filter((row) => row.kind === "form");
  assert.deepEqual(rows.map(({ form, answers, response }) => ({ form, answers, response })), [
    { form: "you", answers: { age: 30, careful: 1 }, response: undefined },
    { form: "what", answers: { sure: 51, kinds: [1], words: "heavier", more: null }, response: undefined },
  ]);
  for (const row of rows) assert.ok(row.novphy === 1 && row.at_ms >= row.began_at_ms && row.away.length === 0);
  assert.deepEqual(sent().map((row) => row.step), [-1, 0, 1, 2, 3, 4, 5, 6]);
});

test("a form that another answer asks for is left out, also after a reload; a wrong check leads elsewhere", async () => {
  await open();
  await press(page, "I agree");
  await page.reload();
  await tellOfYou("30", 0);
  await play();
  await press(page, "No");
  await page.waitForSelector("::-p-xpath(//button[normalize-space()='Close'])");
  await page.reload();
  await press(page, "Close");
  await says(page, "This is failed.");
  const rows = sent().filter((row) => row.kind !== "session");
  assert.deepEqual(rows.map((row) => row.step), [0, 1, 2, 3, 4, 6]);
});

test("a reload within a form asks all of it again, and keeps what came before", async () => {
  await open();
  await press(page, "I agree");
  await tellOfYou("30", 1);
  await play();
  await press(page, "Yes");
  await page.type("[name=words]", "heavier");
  await page.reload();
  await page.waitForSelector("[name=words]");
  assert.equal(await page.$eval("[name=words]", (field) => field.value), "");
  await answerWhat(page);
  await press(page, "Close");
  await says(page, "This is done.");
});

test("enough right checks lead to the end as of everybody", async () => {
  write({ checks_to_fail: 2 });
  await open();
  await press(page, "I agree");
  await tellOfYou("30", 0);
  await play();
  await press(page, "No");
  await press(page, "Close");
  await says(page, "This is done.");
});

test("a condition has a question of its own, and rows name it", async () => {
  const own = { text: "Has the world changed?", yes: "Changed", no: "The same" };
  write({}, [consent, practice, { ...task, condition: "told" }, { ...question, question: own, condition: "told" }, thanks]);
  await open();
  await press(page, "I agree");
  for (let i = 0; i < 3; ++i) await (await page.waitForSelector("canvas")).click();
  await says(page, own.text);
  await press(page, own.no);
  await press(page, "Close");
  await says(page, "This is done.");
  assert.deepEqual(sent().map((row) => row.condition), [undefined, undefined, undefined, "told", "told", undefined]);
  assert.equal(sent().find((row) => row.kind === "question").answer, false);
});

test("a device that the study does not take is sent away before anything is asked", async () => {
  write({ device: { least_width: 5000 } });
  await open();
  await says(page, "cannot be done on this device");
  await press(page, "Continue");
  await says(page, "This is device.");
  const has = (pointer) => page.evaluate((kind) => matchMedia(`(any-pointer: ${kind})`).matches, pointer);
  const devices = [[{ pointer: "mouse" }, await has("fine")], [{ pointer: "touch" }, await has("coarse")], [{ least_width: 500, least_height: 300 }, true]];
  for (const [device, fits] of devices) {
    write({ device });
    await open();
    await says(page, fits ? "Your consent" : "cannot be done on this device");
  }
  assert.deepEqual(served.posts.bodies, []);
});

test("answers and checks follow from what a form gave", () => {
  const given = [{ name: "kinds", value: "0" }, { name: "kinds", value: "2" }, { name: "words", value: " x " }, { name: "sure", value: "0" }];
  assert.deepEqual(answersOf(forms.what, given), { sure: 0, kinds: [0, 2], words: "x", more: null });
  assert.deepEqual(answersOf(forms.what, []), { sure: null, kinds: [], words: null, more: null });
  const row = (answers) => ({ novphy: 1, kind: "form", form: "you", answers });
  assert.equal(wrongChecks(forms, [row({ careful: 0 }), row({ careful: 1 }), { kind: "form", form: "you", answers: { careful: 0 } }]), 1);
  const several = { all: { title: "", button: "", questions: { a: { kind: "choice", choices: [], several: true, right: [0, 1] } } } };
  assert.equal(wrongChecks(several, [{ novphy: 1, kind: "form", form: "all", answers: { a: [0, 1] } }]), 0);
});
