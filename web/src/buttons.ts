// Buttons below a task: to zoom, to turn sound on, and to read a text while the world waits. Keys zoom and show the text, too.

import { help as helpName, sound, turn, zoom_fit, zoom_in, zoom_out } from "../static/study/languages/en.json";
import { button, element } from "./dom.js";
import { soundIsOn, switchSound } from "./sounds.js";

/** A text that a player may read. */
export interface Help {
  html: string;
  /** Label of the button that leads back to the task. */
  button: string;
  /** Label of the button that shows the text. The key H does so, too. */
  label?: string;
}

/** What screen readers say of the buttons, and the hint on phones that are held upright. */
const kLabels = { zoom_out, zoom_in, zoom_fit, sound, help: helpName, turn };
export type Labels = typeof kLabels;

export interface Buttons {
  zoom?: boolean;
  sound?: boolean;
  help?: Help | null;
  /** Labels in another language. */
  labels?: Partial<Labels>;
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
  :where(.novphy-bar button[aria-pressed="true"]) { background: #1c2733; color: #ffffff; }
  :where(.novphy-task :focus-visible) { outline: 3px solid #1c2733; outline-offset: 2px; }
  :where(.novphy-task canvas:focus-visible) { outline: 3px solid #000000; outline-offset: -3px; }
  :where(.novphy-turn) { display: none; margin: 0; padding: 8px; background: #e9edf2; color: #1c2733; text-align: center;
    font: 16px/1.4 system-ui, sans-serif; }
  @media (orientation: portrait) and (max-width: 520px) { :where(.novphy-turn) { display: block; } }
  :where(.novphy-bar:empty) { display: none; }
  :where(.novphy-help) { position: absolute; inset: 0; overflow-y: auto; box-sizing: border-box; padding: 24px;
    background: #f7f8fa; color: #1c2733; }
  :where(.novphy-help)[hidden] { display: none; }`;

/** Adds the buttons to the element that has the task's canvas. */
export function addButtons(place: HTMLElement, player: Pausable, wanted: Buttons): { remove(): void } {
  const labels = { ...kLabels, ...wanted.labels };
  const bar = document.createElement("div");
  bar.className = "novphy-bar";
  const style = document.createElement("style");
  style.textContent = kStyle;
  place.append(style, element("p", { class: "novphy-turn" }, labels.turn), bar);
  const canvas = place.querySelector("canvas")!;
  if (wanted.zoom) bar.append(keyButton("−", labels.zoom_out, canvas), keyButton("+", labels.zoom_in, canvas), keyButton("0", labels.zoom_fit, canvas));
  if (wanted.sound) bar.append(soundButton(labels.sound, canvas));
  const dialog = wanted.help ? new HelpDialog(place, bar, player, canvas, wanted.help, labels.help) : null;
  return { remove: () => dialog?.remove() };
}

/** What is on a button, and what it does. */
const named = (label: string, name: string) => ({ "aria-label": `${label} ${name}`, title: name });

/** A button that presses the key of its label. */
function keyButton(label: string, name: string, canvas: HTMLCanvasElement): HTMLButtonElement {
  const press = () => {
    pressKey(canvas, label === "−" ? "-" : label);
    canvas.focus();
  };
  return button(label, press, named(label, name));
}

function soundButton(name: string, canvas: HTMLCanvasElement): HTMLButtonElement {
  const show = () => made.setAttribute("aria-pressed", String(soundIsOn()));
  const press = () => {
    switchSound();
    show();
    canvas.focus();
  };
  const made = button("♪", press, named("♪", name));
  show();
  return made;
}

function pressKey(canvas: HTMLCanvasElement, key: string): void {
  canvas.dispatchEvent(new KeyboardEvent("keydown", { key }));
}

class HelpDialog {
  private readonly dialog = document.createElement("div");

  constructor(
    place: HTMLElement,
    private readonly bar: HTMLElement,
    private readonly player: Pausable,
    private readonly canvas: HTMLCanvasElement,
    private readonly help: Help,
    name: string,
  ) {
    const label = help.label ?? "? H";
    bar.append(button(label, () => this.show(), named(label, name)));
    this.dialog.className = "novphy-help";
    this.dialog.hidden = true;
    this.dialog.setAttribute("role", "dialog");
    this.dialog.setAttribute("aria-modal", "true");
    this.dialog.setAttribute("aria-label", name);
    this.dialog.tabIndex = -1;
    place.append(this.dialog);
    document.addEventListener("keydown", this.onKey, true);
  }

  remove(): void {
    document.removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("keydown", this.hold, true);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (this.dialog.hidden && event.key.toLowerCase() === "h") this.show();
    else if (!this.dialog.hidden && event.key === "Escape") this.hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  /** While the text is shown, keys reach nothing behind it: Tab stays among its buttons and links. */
  private readonly hold = (event: KeyboardEvent): void => {
    const all = [...this.dialog.querySelectorAll<HTMLElement>("a[href], button, input, [tabindex='0']")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === "Tab") all.at((at + (event.shiftKey ? -1 : 1)) % all.length)?.focus();
    if (event.key === "Tab" || !this.dialog.contains(event.target as Node)) event.preventDefault();
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
    this.cover(true);
    document.addEventListener("keydown", this.hold, true);
    back.focus({ preventScroll: true });
  }

  private hide(): void {
    this.dialog.hidden = true;
    this.dialog.replaceChildren();
    this.cover(false);
    document.removeEventListener("keydown", this.hold, true);
    this.player.resume();
    this.canvas.focus();
  }

  /** Whether nothing behind the text takes the focus or a press. */
  private cover(covered: boolean): void {
    for (const each of [this.canvas, this.bar]) each.inert = covered;
  }
}
