/** The task's JSON, to edit, with the reader's messages below it. */

import { button, element, messageOf } from "../dom.js";

const kWaitMs = 250;

export class Editor {
  readonly box: HTMLElement;
  private readonly area = element("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-describedby": "novphy-problems" });
  private readonly problems = element("ul", { id: "novphy-problems", class: "novphy-problems", "aria-live": "polite" });
  private waiting: ReturnType<typeof setTimeout> | undefined;

  /** `take` is called with every new text. It throws where the text is no task, and the messages are shown. */
  constructor(private readonly take: (text: string) => string[]) {
    this.box = element("div", { class: "novphy-editor" }, element("label", {}, element("span", {}, "The task as JSON"), this.area), this.problems);
    this.area.addEventListener("input", () => this.takeSoon());
  }

  show(text: string): void {
    clearTimeout(this.waiting);
    this.area.value = text;
    this.tell([]);
  }

  /** Reads the text now. */
  read(): void {
    clearTimeout(this.waiting);
    try {
      this.tell(this.take(this.area.value));
    } catch (error) {
      this.tell(messageOf(error).split("\n"), true);
    }
  }

  private takeSoon(): void {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.read(), kWaitMs);
  }

  private tell(messages: string[], wrong = false): void {
    this.area.setAttribute("aria-invalid", String(wrong));
    this.problems.replaceChildren(...messages.map((message) => element("li", {}, ...this.parts(message))));
    if (wrong) this.problems.append(element("li", { class: "novphy-kept" }, "The last good task stays in play."));
  }

  /** A message; of one that begins with file and line, a button that leads to the line, and the rest. */
  private parts(message: string): (Node | string)[] {
    const [place, line] = /^[^\s:]*:(\d+): /.exec(message) ?? [];
    if (place === undefined) return [message];
    const link = button(`line ${line}`, () => this.select(Number(line)));
    return [link, " ", message.slice(place.length)];
  }

  private select(line: number): void {
    const lines = this.area.value.split("\n");
    const begin = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    this.area.focus();
    this.area.setSelectionRange(begin, begin + (lines[line - 1]?.length ?? 0));
  }
}
