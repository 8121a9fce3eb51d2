/** Lets the reader play a task. */

import { button, element, messageOf } from "../dom.js";
import type { Novphy, Player, Result } from "../novphy.js";
import { resultText } from "./words.js";

const kHint = "Drag the bird back and let go; press again in flight for its power. Keys: up and down turn, left and right pull, the space bar launches.";

/** A canvas on which one task after another can be played, with the result below it. Its event "done" carries the result, too. */
export class TryView {
  readonly box: HTMLElement;
  /** A place for buttons above the canvas. */
  readonly bar = element("div", { class: "novphy-bar" }, button("Restart", () => this.restart()));
  private readonly stage = element("div", { class: "novphy-stage" });
  private readonly result = element("p", { class: "novphy-result", role: "status" });
  private player: Player | undefined;
  private task = "";
  private title = "";

  constructor(private readonly novphy: Novphy) {
    this.box = element("section", { class: "novphy-try" }, this.bar, this.stage, this.result, element("p", { class: "novphy-hint" }, kHint));
  }

  /** Begins the task anew. `title` names it for readers of the screen. */
  show(task: string, title: string): void {
    const canvas = element("canvas", { tabindex: 0, role: "application", "aria-label": `Play ${title}` });
    const player = this.novphy.playOn(canvas, task, { zoom: false }); // the wheel scrolls the page
    this.player?.stop(); // not before, because a task that cannot be played leaves the last one as it is
    this.player = player;
    this.task = task;
    this.title = title;
    this.result.textContent = "";
    this.stage.replaceChildren(canvas);
    player.done.then((result) => this.tell(result), (error: unknown) => {
      if (this.player === player) this.result.textContent = messageOf(error);
    });
  }

  restart(): void {
    this.show(this.task, this.title);
  }

  private tell(result: Result): void {
    this.result.replaceChildren(element("strong", {}, resultText(result)), " · digest ", element("code", {}, result.digest));
    this.box.dispatchEvent(new CustomEvent("done", { detail: result, bubbles: true }));
  }
}
