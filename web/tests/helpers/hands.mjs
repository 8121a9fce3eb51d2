// A participant of a study in a browser, who uses mouse, touch or keys.
import { press } from "./browser.mjs";

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Where the bird rests, from the middle of the slingshot (assets/catalogue.json). */
const kRest_m = [-0.15, 0.8];
const kSlingshot_m = [-12, -2.5];

/** The pulls of a participant: from flat to steep, each another. */
function drag_m(step, shot) {
  const angle = (8 + 9 * ((step + 3 * shot) % 7)) * (Math.PI / 180);
  return [-0.95 * Math.cos(angle), -0.95 * Math.sin(angle)];
}

const line = (from, to) => [0.3, 0.7, 1].map((part) => from.map((start, i) => start + part * (to[i] - start)));

const mouse = {
  press,
  async shoot({ page }, from, to) {
    await page.mouse.move(...from);
    await page.mouse.down();
    for (const place of line(from, to)) await page.mouse.move(...place);
    await page.mouse.up();
  },
};

const touch = {
  async press(page, label) {
    const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${label}" and not(@disabled)])`, { visible: true });
    await button.tap();
  },
  async shoot({ page }, from, to) {
    const finger = await page.touchscreen.touchStart(...from);
    for (const place of line(from, to)) await finger.move(...place);
    await finger.end();
  },
};

const keys = {
  /** The first button by the left arrow, the last one by the right arrow. */
  async press(page, label) {
    await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${label}" and not(@disabled)])`);
    const first = await page.$eval("#study button", (button, wanted) => button.innerText.trim() === wanted, label);
    await page.keyboard.press(first ? "ArrowLeft" : "ArrowRight");
    await page.keyboard.press("Enter");
  },
  async shoot({ page }, _from, _to, shot) {
    for (let i = 0; i < 3; ++i) await page.keyboard.press("ArrowLeft");
    for (let i = 0; i < 12 + 9 * shot; ++i) await page.keyboard.press("ArrowUp");
    await page.keyboard.press(" ");
  },
};

export const hands = { mouse, touch, keys };

/** Answers the form "what" of study_folder.mjs by keys alone: 51, [1], "heavier", and nothing. */
export async function answerWhat(page) {
  const keyboard = page.keyboard;
  await page.waitForSelector("input[type=range]");
  for (const key of ["Tab", "ArrowRight", "Tab", "Tab", " ", "Tab", "Tab"]) await keyboard.press(key);
  await keyboard.type("heavier");
  for (const key of ["Tab", "Tab", "Enter"]) await keyboard.press(key);
}

export class Participant {
  /** `open` opens the study's page, `set` is the file of the participant's steps, and `hand` is one of `hands`. */
  constructor(name, open, set, hand) {
    Object.assign(this, { name, open, set, hand, page: null });
  }

  /** Opens the page for the first time, or again. */
  async sit() {
    this.page = await this.open();
  }

  /** The entries that the page has kept. */
  kept() {
    return this.page.evaluate((part) => Object.keys(localStorage).filter((key) => key.includes(part)).sort()
      .map((key) => JSON.parse(localStorage.getItem(key))), `/${this.name}/entry/`);
  }

  /** Goes through these steps of the study; `onShot` is told of each step and its number of shots. */
  async go(from, to, onShot = () => {}) {
    for (let step = from; step < to; ++step) await this.take(step, onShot);
  }

  /** A key that was pressed just when a task ended may have answered the question after it. */
  async take(index, onShot) {
    if (await this.isDone(index)) return;
    const step = this.set.steps[index];
    if (step.kind === "page") await this.press(index, step.button);
    else if (step.kind === "question") await this.press(index, index % 4 < 2 ? "Yes" : "No");
    else await this.play(index, onShot);
    await this.until(() => this.isDone(index));
  }

  /** Presses, and again where a tap is lost, as on a page that was just laid out. */
  async press(index, label) {
    for (let tries = 0; tries < 3 && !(await this.isDone(index)); ++tries) {
      await this.hand.press(this.page, label);
      for (let i = 0; i < 60 && !(await this.isDone(index)); ++i) await sleep(50);
    }
  }

  async isDone(index) {
    return (await this.kept()).some(({ row }) => row?.step === index && row.kind === this.set.steps[index].kind);
  }

  async acts(index) {
    return (await this.kept()).filter((entry) => entry.acts && entry.step === index).flatMap((entry) => entry.acts);
  }

  /** Shoots until the task is over. What comes too early for the next shot is a tap, or nothing. */
  async play(index, onShot) {
    await this.until(async () => (await this.acts(index)).some(({ kind }) => kind === "view"));
    for (let shots = 0; !(await this.isDone(index)); ) {
      await this.shoot(index, shots);
      const now = (await this.acts(index)).filter(({ kind }) => kind === "launch").length;
      if (now > shots) await onShot(index, (shots = now));
      await sleep(100);
    }
  }

  async shoot(index, shots) {
    const view = (await this.acts(index)).findLast(({ kind }) => kind === "view");
    const box = await (await this.page.$("canvas"))?.boundingBox();
    if (!view || !box) return; // The task is over.
    const { at = kSlingshot_m, faces } = this.set.tasks[this.set.steps[index].task].slingshot ?? {};
    const side = faces === "left" ? -1 : 1;
    const [x, y] = drag_m(index, shots);
    const rest = [at[0] + side * kRest_m[0], at[1] + kRest_m[1]];
    const pixel = ([x_m, y_m]) => [
      box.x + view.width_px / 2 + (x_m - view.centre_m[0]) * view.px_per_m,
      box.y + view.height_px / 2 - (y_m - view.centre_m[1]) * view.px_per_m];
    await this.hand.shoot(this, pixel(rest), pixel([rest[0] + side * x, rest[1] + y]), shots);
  }

  async until(holds) {
    for (let i = 0; i < 600; ++i) {
      if (await holds()) return;
      await sleep(50);
    }
    throw new Error(`waited for too long for: ${holds}; the page says: ${await this.page.evaluate(() => document.body.innerText)}`);
  }
}
