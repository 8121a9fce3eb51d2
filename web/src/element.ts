import { messageOf } from "./dom.js";
import type { Novphy, Player, Result } from "./novphy.js";
import { sharedNovphy } from "./shared.js";
import { Stage } from "./stage.js";

const kStyle = `
  :host { display: block; position: relative; aspect-ratio: 4 / 3; overflow: hidden; }
  :host([hidden]) { display: none; }
  div { width: 100%; height: 100%; }
  canvas:focus-visible { outline: 3px solid #000000; outline-offset: -3px; }`;

/**
 * `<novphy-task src="task.json"></novphy-task>`: a task that people can play.
 *
 * Attributes: `task` (its JSON) or `src` (its address); of a pair, `side` ("normal" or "novel"); `wasm`, the
 * address of novphy.wasm; `zoom` and `wheel`, which "off" turns off. The property `task` takes the JSON as text or as an object. Events: "done" with the
 * result in `detail`, "error" with the message in `detail`. Where a task cannot be read, the element shows the
 * message and keeps the last good task.
 */
export class NovphyTaskElement extends HTMLElement {
  static readonly observedAttributes = ["task", "src", "side", "wasm", "zoom", "wheel"];

  private stage: Stage | null = null;
  private player: Player | null = null;
  private asked = 0;
  private waiting = false;

  get task(): string {
    return this.getAttribute("task") ?? "";
  }

  set task(task: string | object) {
    this.setAttribute("task", typeof task === "string" ? task : JSON.stringify(task));
  }

  connectedCallback(): void {
    this.stage ??= this.makeStage();
    this.update();
  }

  disconnectedCallback(): void {
    ++this.asked;
    this.player?.stop();
    this.player = null;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.update();
  }

  override focus(options?: FocusOptions): void {
    this.stage?.canvas.focus(options);
  }

  /** Begins the task again. */
  restart(): void {
    this.player?.restart();
  }

  private makeStage(): Stage {
    const root = this.attachShadow({ mode: "open", delegatesFocus: true });
    const style = document.createElement("style");
    style.textContent = kStyle;
    const place = document.createElement("div");
    root.append(style, place);
    return new Stage(place, this.getAttribute("aria-label") ?? "Task");
  }

  /** Several attributes that change together are read once. */
  private update(): void {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => {
      this.waiting = false;
      if (this.isConnected) void this.show(++this.asked);
    });
  }

  private async show(asked: number): Promise<void> {
    try {
      const text = await this.text();
      if (text === "") return;
      const novphy = await sharedNovphy(this.getAttribute("wasm") ?? undefined);
      if (asked !== this.asked) return; // Something else has been asked for meanwhile.
      const file = this.getAttribute("src") ?? "task";
      const { task } = novphy.readTask(text, { file, ...this.side() });
      this.play(novphy, task);
    } catch (error) {
      if (asked === this.asked) this.fail(messageOf(error));
    }
  }

  private play(novphy: Novphy, task: string): void {
    const isOn = (name: string) => this.getAttribute(name) !== "off";
    const player = novphy.playOn(this.stage!.canvas, task, {
      zoom: isOn("zoom"),
      wheel: isOn("wheel"),
      onDone: (result) => this.dispatchEvent(new CustomEvent("done", { detail: result })),
      onError: (message) => this.fail(message),
    });
    this.player?.stop(); // not before, because a task that cannot be played leaves the last one as it is
    this.player = player;
    this.stage?.say("");
  }

  private fail(message: string): void {
    this.stage?.say(message);
    this.dispatchEvent(new CustomEvent("error", { detail: message }));
  }

  /** Which task of a pair is meant; nothing where the attributes name none. */
  private side(): { side?: "normal" | "novel" } {
    const side = this.getAttribute("side");
    return side === null ? {} : { side: side as "normal" | "novel" };
  }

  private async text(): Promise<string> {
    const src = this.getAttribute("src");
    if (this.hasAttribute("task") || src === null) return this.task;
    const answer = await fetch(src);
    if (!answer.ok) throw new Error(`${src}: the server answers ${answer.status}, expected a task`);
    return answer.text();
  }
}

/** The element's own events; "error" has a message in place of the event of other elements. */
export interface NovphyTaskEventMap extends Omit<HTMLElementEventMap, "error"> {
  done: CustomEvent<Result>;
  error: CustomEvent<string>;
}

export interface NovphyTaskElement {
  addEventListener<Name extends keyof NovphyTaskEventMap>(
    name: Name, listener: (this: NovphyTaskElement, event: NovphyTaskEventMap[Name]) => unknown, options?: boolean | AddEventListenerOptions): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "novphy-task": NovphyTaskElement;
  }
}

if (!customElements.get("novphy-task")) customElements.define("novphy-task", NovphyTaskElement);
