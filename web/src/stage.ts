/** The place on a page where a task is shown: a canvas, and a message over it where something is wrong. */
export class Stage {
  readonly canvas = document.createElement("canvas");
  private readonly message = document.createElement("p");

  constructor(readonly place: HTMLElement, label: string) {
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.canvas.setAttribute("aria-label", label);
    this.canvas.style.cssText = "display: block; width: 100%; height: 100%; min-height: 0; touch-action: none;";
    this.message.setAttribute("role", "alert");
    this.message.hidden = true;
    this.message.style.cssText = kMessageStyle;
    place.append(this.canvas, this.message);
  }

  /** Shows this text over the task. An empty text hides it. */
  say(text: string): void {
    this.message.textContent = text;
    this.message.hidden = text === "";
  }
}

const kMessageStyle =
  "position: absolute; inset: auto 0 0 0; margin: 0; padding: 0.6em 1em; max-height: 60%; overflow: auto;" +
  "box-sizing: border-box; background: #7a1212; color: #ffffff; font: 1rem/1.4 system-ui, sans-serif;" +
  "text-align: left; white-space: pre-wrap; overflow-wrap: anywhere;";
