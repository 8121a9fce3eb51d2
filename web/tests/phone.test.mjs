// Sizes on the canvas of a phone, in CSS pixels: of texts, and of the place where a finger takes the bird. In Node.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test, { afterEach } from "node:test";
import { pathToFileURL } from "node:url";

import { npmFolder } from "./helpers/built.mjs";

const { load } = await import(pathToFileURL(join(npmFolder, "novphy.js")));
const novphy = await load();
const pairs = JSON.parse(readFileSync(join(npmFolder, "pairs.json"), "utf8"));
const { task } = novphy.readTask(pairs["rolling/agents"]);
const kPhone = { width: 360, height: 640 };
const kBirdM = [-12.15, -1.7]; // assets/catalogue.json: slingshot_at_m and rest_offset_m

/** A canvas of this size whose texts are noted, on a page that shows a frame when asked to. */
class StandInPage {
  fonts = [];
  heard = {};

  constructor({ width, height }) {
    this.frames = [];
    globalThis.requestAnimationFrame = (frame) => this.frames.push(frame);
    globalThis.cancelAnimationFrame = () => {};
    globalThis.window = { devicePixelRatio: 3 };
    globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {}, createElement: () => this.canvas() };
    this.shown = Object.assign(this.canvas(), { clientWidth: width, clientHeight: height });
  }

  canvas() {
    const context = new Proxy({ fillText: () => this.fonts.push(context.font), measureText: (text) => ({ width: 7 * text.length }) }, {
      get: (made, name) => made[name] ?? (() => ({ addColorStop() {} })),
    });
    const canvas = { style: {}, clientLeft: 0, clientTop: 0, getContext: () => context, ownerDocument: globalThis.document, focus() {} };
    canvas.addEventListener = (name, act) => (this.heard[name] = act);
    canvas.getBoundingClientRect = () => ({ left: 0, top: 0 });
    return canvas;
  }

  frame(ms) {
    this.frames.pop()(ms);
  }

  key(key) {
    this.heard.keydown({ key, preventDefault() {} });
  }

  press(pointerType, [x, y]) {
    this.heard.pointerdown({ pointerId: 1, pointerType, clientX: x, clientY: y, button: 0, preventDefault() {} });
  }
}
afterEach(() => ["window", "document"].forEach((name) => delete globalThis[name]));

test("no text over a task is smaller than 12 pixels, also on small phones", () => {
  for (const size of [kPhone, { width: 320, height: 480 }, { width: 640, height: 360 }]) {
    const page = new StandInPage(size);
    const player = novphy.playOn(page.shown, task, { title: "Group 1" });
    page.frame(0);
    const sizes = page.fonts.map((font) => Number(/([\d.]+)px/.exec(font)[1]));
    assert.equal(sizes.length, 2, "the title and the numbers");
    assert.ok(Math.min(...sizes) >= 12, `${sizes} on ${JSON.stringify(size)}`);
    player.stop();
  }
});

/** Whether a press so many pixels to the left of the bird takes it. */
function takes(pointerType, px) {
  const page = new StandInPage(kPhone);
  let view;
  const player = novphy.playOn(page.shown, task, { onView: (now) => (view = now) });
  page.frame(0);
  const [dx, dy] = kBirdM.map((metres, axis) => (metres - view.centre_m[axis]) * view.px_per_m);
  page.press(pointerType, [kPhone.width / 2 + dx - px, kPhone.height / 2 - dy]);
  const { pulls } = player.state();
  player.stop();
  return pulls;
}

test("a finger takes the bird 24 pixels away, where a mouse does not", () => {
  assert.deepEqual([takes("touch", 0), takes("touch", 24), takes("touch", 60)], [true, true, false]);
  assert.deepEqual([takes("mouse", 0), takes("mouse", 24)], [true, false]);
});

test("the numbers of a pull are drawn unless readout is false, and a launch sounds", () => {
  for (const [readout, texts] of [[true, 3], [false, 2]]) {
    const page = new StandInPage(kPhone);
    const sounds = [];
    const player = novphy.playOn(page.shown, task, { title: "Group 1", readout, onSound: (sound) => sounds.push(sound) });
    page.key("ArrowLeft");
    page.frame(0);
    assert.equal(page.fonts.length, texts);
    assert.deepEqual(sounds, []);
    page.key(" ");
    for (let ms = 50; ms < 500; ms += 50) page.frame(ms);
    assert.equal(sounds[0], 0, "the launch");
    player.stop();
  }
});
