/** A text that players may read while the world waits. */
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

/** Offers a text over a task: by a button in the corner and by the key H. */
export class HelpButton {
  private readonly open = document.createElement("button");
  private readonly dialog = document.createElement("div");

  constructor(
    private readonly parent: HTMLElement,
    private readonly player: Pausable,
    private readonly help: Help,
  ) {
    this.open.type = "button";
    this.open.className = "novphy-help-button";
    this.open.textContent = help.label ?? "? H";
    this.open.addEventListener("click", () => this.show());
    this.dialog.className = "novphy-help";
    this.dialog.hidden = true;
    this.dialog.setAttribute("role", "dialog");
    this.dialog.setAttribute("aria-modal", "true");
    this.parent.append(this.open, this.dialog);
    document.addEventListener("keydown", this.onKey, true);
  }

  remove(): void {
    document.removeEventListener("keydown", this.onKey, true);
    this.open.remove();
    this.dialog.remove();
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
    this.player.pause();
    const back = document.createElement("button");
    back.type = "button";
    back.className = "jspsych-btn";
    back.textContent = this.help.button;
    back.addEventListener("click", () => this.hide());
    this.dialog.innerHTML = this.help.html;
    this.dialog.append(back);
    this.dialog.hidden = false;
    back.focus();
  }

  private hide(): void {
    this.dialog.hidden = true;
    this.dialog.replaceChildren();
    this.player.resume();
    this.parent.querySelector("canvas")?.focus();
  }
}
