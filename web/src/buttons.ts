// Buttons below a task: to zoom, and to read a text while the world waits. They do what keys do, too.

import { button } from "./dom.js";

/** A text that a player may read. */
export interface Help {
  html: string;
  /** Label of the button that leads back to the task. */
  button: string;
  /** Label of the button that shows the text. The key H does so, too. */
  label?: string;
}

interface Pausable {
  pause(): void;
  resume(): void;
}

/** Without specificity, so that a page's own style wins. */
const kStyle = `
  :where(.novphy-bar) { display: flex; justify-content: flex-end; gap: 8px; padding: 4px 8px; background: #e9edf2; }
  :where(.novphy-bar button) { min-width: 48px; min-height: 44px; border: 1px solid #6b7a8c; border-radius: 8px;
    background: #ffffff; color: #1c2733; font: 600 16px system-ui, sans-serif; cursor: pointer; }
  :where(.novphy-bar:empty) { display: none; }
  :where(.novphy-help) { position: absolute; inset: 0; overflow-y: auto; box-sizing: border-box; padding: 24px;
    background: #f7f8fa; color: #1c2733; }
  :where(.novphy-help)[hidden] { display: none; }`;

/** Adds the buttons to the element that has the task's canvas. */
export function addButtons(place: HTMLElement, player: Pausable, zoom: boolean, help: Help | null): { remove(): void } {
  const bar = document.createElement("div");
  bar.className = "novphy-bar";
  const style = document.createElement("style");
  style.textContent = kStyle;
  place.append(style, bar);
  const canvas = place.querySelector("canvas")!;
  if (zoom) bar.append(...["−", "+", "0"].map((label) => keyButton(label, canvas)));
  const dialog = help ? new HelpDialog(place, bar, player, canvas, help) : null;
  return { remove: () => dialog?.remove() };
}

/** A button that presses the key of its label. */
function keyButton(label: string, canvas: HTMLCanvasElement): HTMLButtonElement {
  return button(label, () => {
    pressKey(canvas, label === "−" ? "-" : label);
    canvas.focus();
  });
}

function pressKey(canvas: HTMLCanvasElement, key: string): void {
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
}

class HelpDialog {
  private readonly dialog = document.createElement("div");

  constructor(
    place: HTMLElement,
    bar: HTMLElement,
    private readonly player: Pausable,
    private readonly canvas: HTMLCanvasElement,
    private readonly help: Help,
  ) {
    bar.append(button(help.label ?? "? H", () => this.show()));
    this.dialog.className = "novphy-help";
    this.dialog.hidden = true;
    this.dialog.setAttribute("role", "dialog");
    this.dialog.setAttribute("aria-modal", "true");
    place.append(this.dialog);
    document.addEventListener("keydown", this.onKey, true);
  }

  remove(): void {
    document.removeEventListener("keydown", this.onKey, true);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.dialog.hidden && event.key.toLowerCase() === "h") this.show();
    else if (!this.dialog.hidden && event.key === "Escape") this.hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private show(): void {
    if (!this.dialog.hidden) return;
    pressKey(this.canvas, "Escape"); // A bird that is pulled goes back on the slingshot.
    this.player.pause();
    const back = button(this.help.button, () => this.hide(), { class: "jspsych-btn" });
    this.dialog.innerHTML = this.help.html;
    this.dialog.append(back);
    this.dialog.hidden = false;
    back.focus();
  }

  private hide(): void {
    this.dialog.hidden = true;
    this.dialog.replaceChildren();
    this.player.resume();
    this.canvas.focus();
  }
}
