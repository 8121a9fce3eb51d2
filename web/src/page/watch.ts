/** Shows recorded plays side by side, with sliders for their time, and whether they give the recorded digests. */

import { button, element, messageOf } from "../dom.js";
import type { Novphy, Watcher } from "../novphy.js";
import { choiceOf } from "./controls.js";
import type { PageRecord } from "./data.js";
import { resultText } from "./words.js";

const kSpeeds = ["0.25", "0.5", "1", "2", "4"];

/** A button that plays and pauses, and a slider for the time. */
class Transport {
  readonly button: HTMLButtonElement;
  readonly slider: HTMLInputElement;
  readonly shown = element("output", { class: "novphy-time" });
  readonly box: HTMLElement;

  /** `more` stands behind the words on the button. */
  constructor(private readonly what: string, onToggle: () => void, onSeek: (time_s: number) => void, private readonly more = "") {
    this.button = button("Play", onToggle);
    this.slider = element("input", { type: "range", min: 0, max: 0, step: 0.01, value: 0, "aria-label": `Time of ${what}` });
    this.slider.addEventListener("input", () => onSeek(Number(this.slider.value)));
    this.box = element("div", { class: "novphy-transport" }, this.button, this.slider, this.shown);
  }

  show(time_s: number, duration_s: number, playing: boolean): void {
    const text = `${time_s.toFixed(1)} of ${duration_s.toFixed(1)} s`;
    this.slider.max = String(duration_s);
    this.slider.value = String(time_s);
    this.slider.setAttribute("aria-valuetext", text);
    if (this.shown.value !== text) this.shown.value = text;
    const verb = playing ? "Pause" : "Play";
    if (this.button.textContent !== verb + this.more) this.button.textContent = verb + this.more;
    this.button.setAttribute("aria-label", `${verb} ${this.what}`);
  }
}

/** One recorded play. */
class RecordView {
  readonly box: HTMLElement;
  private readonly watcher: Watcher;
  private readonly transport: Transport;
  private readonly told = element("p", { class: "novphy-told" });

  constructor(novphy: Novphy, private readonly shown: PageRecord) {
    const canvas = element("canvas", { role: "img", "aria-label": `The play of ${shown.label}` });
    canvas.addEventListener("click", () => this.toggle());
    this.transport = new Transport(shown.label, () => this.toggle(), (time_s) => this.seek(time_s));
    const caption = element("figcaption", {}, element("strong", {}, shown.label), element("br"), `recorded: ${resultText(shown.record)}`);
    const stage = element("div", { class: "novphy-stage" }, canvas);
    this.box = element("figure", { class: "novphy-record" }, caption, stage, this.transport.box, this.told);
    this.watcher = novphy.watchOn(canvas, shown.task, shown.record.shots ?? [], { onError: (message) => this.tell("novphy-other", message) });
    this.check(novphy);
  }

  get playing(): boolean { return this.watcher.isPlaying; }
  get duration_s(): number { return this.watcher.duration_s; }
  get time_s(): number { return this.watcher.time_s; }
  set speed(speed: number) { this.watcher.speed = speed; }

  play(): void { this.watcher.play(); }
  pause(): void { this.watcher.pause(); }

  seek(time_s: number): void {
    this.pause();
    this.watcher.time_s = Math.min(time_s, this.duration_s);
  }

  update(): void {
    this.transport.show(this.time_s, this.duration_s, this.playing);
  }

  private toggle(): void {
    if (this.playing) this.pause();
    else this.play();
    this.update();
  }

  /** Plays the record again, and says whether the digest is the recorded one. */
  private check(novphy: Novphy): void {
    const again = novphy.replay(this.shown.record, this.shown.task);
    if (again.same) this.tell("novphy-same", "Same digest as recorded: ", element("code", {}, this.shown.record.digest));
    else this.tell("novphy-other", `Another play than recorded: ${again.differences.join("; ")}`);
  }

  private tell(kind: string, ...text: (string | Node)[]): void {
    this.told.className = kind;
    this.told.replaceChildren(...text);
  }
}

function longest(times_s: number[]): number {
  return Math.max(0, ...times_s);
}

/** The records, and a bar that plays all of them at once. */
export class WatchView {
  readonly box = element("section", { class: "novphy-watch" });
  private readonly views: RecordView[] = [];
  private readonly all = new Transport("all plays", () => this.toggle(), (time_s) => this.views.forEach((view) => view.seek(time_s)), " all");

  constructor(novphy: Novphy, records: PageRecord[]) {
    const grid = element("div", { class: "novphy-grid" }, ...records.map((record) => this.boxOf(novphy, record)));
    this.box.append(this.bar(), grid);
    this.frame();
  }

  private boxOf(novphy: Novphy, record: PageRecord): HTMLElement {
    try {
      const view = new RecordView(novphy, record);
      this.views.push(view);
      return view.box;
    } catch (error) {
      return element("figure", {}, element("figcaption", {}, record.label), element("p", { class: "novphy-other" }, messageOf(error)));
    }
  }

  private bar(): HTMLElement {
    const speeds = choiceOf(kSpeeds, "1", (speed) => this.views.forEach((view) => { view.speed = Number(speed); }));
    const speed = element("label", {}, "Speed ", speeds);
    return element("div", { class: "novphy-bar" }, ...(this.views.length === 1 ? [] : [this.all.box]), speed);
  }

  private get playing(): boolean { return this.views.some((view) => view.playing); }

  private toggle(): void {
    if (this.playing) this.views.forEach((view) => view.pause());
    else this.views.forEach((view) => view.play());
    this.update();
  }

  private frame(): void {
    this.update();
    requestAnimationFrame(() => this.frame());
  }

  private update(): void {
    this.views.forEach((view) => view.update());
    this.all.show(longest(this.views.map((view) => view.time_s)), longest(this.views.map((view) => view.duration_s)), this.playing);
  }
}
