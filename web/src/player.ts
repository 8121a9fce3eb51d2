// A task that somebody plays on a canvas, by mouse, touch or keys.

import { Picture, type Frames } from "./picture.js";
import type { Ends, Result, Shot, View } from "./values.js";
import { NovphyError, type Simulator } from "./wasm.js";

export interface PlayOptions extends Ends {
  /** Shots that were made before, such as before the page was reloaded. */
  before?: Shot[];
  /** A text over the task. */
  title?: string;
  /** Words over the task, in place of Birds, Pigs, Score, Solved and Not solved. */
  words?: { birds?: string; pigs?: string; score?: string; solved?: string; not_solved?: string };
  /** "task" (the default) is fitted to the task, "agents" shows the whole of what agents see. */
  view?: "task" | "agents";
  /** Whether the player may zoom and move the picture; the default is true. */
  zoom?: boolean;
  /** Whether the wheel zooms, where the player may zoom; the default is true. If not, it scrolls the page. */
  wheel?: boolean;
  /** Whether angle and length of a pull are written beside the bird; the default is true. */
  readout?: boolean;
  /** Speed of the world; 1 is real time. */
  speed?: number;
  onShot?(index: number, shot: Shot): void;
  onTap?(index: number, shot: Shot): void;
  /** A sound should be heard: its number in view/window/view.h. */
  onSound?(sound: number): void;
  /** The canvas shows another part of the world, or has another size. */
  onView?(view: View): void;
  /** The task is over, and its end was visible for a moment. */
  onDone?(result: Result): void;
  onError?(message: string): void;
}

/** What the player sees besides the picture. */
export interface PlayState {
  birds_left: number;
  pigs_left: number;
  score: number;
  /** Whether a bird is pulled, and how far and in which direction it would fly. */
  pulls: boolean;
  pull_m: number;
  angle_deg: number;
  flying: boolean;
  over: boolean;
  can_act: boolean;
  shots: Shot[];
}

/** What a person does, and keys: the numbers of view/window/view.h. */
const Kind = { Press: 0, Move: 1, Release: 2, Wheel: 3, Key: 4, FocusLost: 5, FocusGained: 6 } as const;
const Key = { Left: 1, Right: 2, Up: 3, Down: 4, Space: 5, Escape: 7, Plus: 13, Minus: 14, Zero: 15 } as const;

const kKeys: Record<string, number> = {
  ArrowLeft: Key.Left, ArrowRight: Key.Right, ArrowUp: Key.Up, ArrowDown: Key.Down, " ": Key.Space, Escape: Key.Escape,
  "+": Key.Plus, "=": Key.Plus, "-": Key.Minus, "0": Key.Zero,
};
const kZoomKeys = ["+", "=", "-", "0"];
const kNotchPx = 100;
/** A finger takes the bird up to this distance in CSS pixels. */
const kTouchReachPx = 28;

type PlayEvent =
  | ({ kind: "view" } & View)
  | { kind: "sound"; sound: number }
  | ({ kind: "launch" | "tap"; shot: number } & Shot)
  | { kind: "done"; result: Result };

/** Plays a task on a canvas. The canvas needs the focus for keys. */
export class Player {
  /** Settles with the result, or with the error that ended the play. */
  readonly done: Promise<Result>;
  private readonly picture: Picture;
  private settle!: { resolve(result: Result): void; reject(error: Error): void };
  private pointer: number | null = null;
  private readonly listening = new AbortController();
  private speed: number;

  constructor(
    private readonly simulator: Simulator,
    canvas: HTMLCanvasElement,
    task: string,
    private readonly options: PlayOptions = {},
  ) {
    const { before, title, words, view, zoom, readout, speed, certain_ends } = options;
    this.speed = speed ?? 1;
    this.done = new Promise((resolve, reject) => (this.settle = { resolve, reject }));
    this.done.catch(() => {}); // whoever waits for it learns of the error
    const handle = simulator.open({ kind: "play", task, before, title, words, view, zoom, readout, speed, certain_ends });
    this.picture = new Picture(simulator, handle, canvas, {
      onFrame: () => this.tell(),
      onHidden: (hidden) => this.input(hidden ? Kind.FocusLost : Kind.FocusGained),
      onError: (error) => this.fail(error),
    });
    this.listen(canvas);
  }

  state(): PlayState {
    return this.simulator.state(this.picture.view);
  }

  /** The world stands still until resume(). */
  pause(): void {
    this.simulator.set(this.picture.view, { speed: 0 });
  }

  resume(): void {
    this.simulator.set(this.picture.view, { speed: this.speed });
  }

  /** Goes back to the moment before the first shot. */
  restart(): void {
    this.simulator.set(this.picture.view, { restart: true });
    this.picture.refresh();
  }

  /** Ends the play; the canvas keeps its last picture. */
  stop(): void {
    this.listening.abort();
    this.picture.stop();
  }

  frames(): Frames {
    return this.picture.frames();
  }

  private input(kind: number, { x = 0, y = 0, button = 0, notches = 0, reach = 0, key = 0, letter = 0, flags = 0 } = {}): void {
    try {
      this.simulator.call(this.picture.view, "input", kind, x, y, button, notches, reach, key, letter, flags);
      this.tell();
    } catch (error) {
      this.stop();
      this.fail(error as Error);
    }
  }

  /** Passes on what has happened, at once. */
  private tell(): void {
    for (const event of this.simulator.events<PlayEvent>(this.picture.view)) {
      if (event.kind === "view") {
        const { kind: _, ...view } = event;
        this.options.onView?.(view);
      } else if (event.kind === "sound") {
        this.options.onSound?.(event.sound);
      } else if (event.kind === "done") {
        this.options.onDone?.(event.result);
        this.settle.resolve(event.result);
      } else {
        const { kind, shot: index, ...shot } = event;
        (kind === "launch" ? this.options.onShot : this.options.onTap)?.call(this.options, index, shot);
      }
    }
  }

  private fail(error: Error): void {
    this.listening.abort();
    this.options.onError?.(error.message);
    this.settle.reject(error instanceof NovphyError ? error : new NovphyError(error.message));
  }

  private listen(canvas: HTMLCanvasElement): void {
    const { signal } = this.listening;
    const on = <Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name]) => void) =>
      canvas.addEventListener(name, act as EventListener, { signal, passive: false });
    canvas.style.touchAction = "none"; // a pull must not scroll the page
    on("pointerdown", (event) => this.press(canvas, event));
    on("pointermove", (event) => this.follows(event) && this.input(Kind.Move, this.placeOf(canvas, event)));
    on("pointerup", (event) => this.follows(event) && this.release(canvas, event));
    on("pointercancel", (event) => this.follows(event) && this.cancel());
    on("lostpointercapture", (event) => this.pointer === event.pointerId && this.cancel());
    on("contextmenu", (event) => event.preventDefault());
    on("wheel", (event) => this.wheel(canvas, event));
    on("keydown", (event) => this.key(event));
  }

  private placeOf(canvas: HTMLCanvasElement, event: MouseEvent) {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left - canvas.clientLeft, y: event.clientY - box.top - canvas.clientTop };
  }

  /** Whether the event belongs to the finger or mouse that pressed first; without a press all do. */
  private follows(event: PointerEvent): boolean {
    return this.pointer === null || this.pointer === event.pointerId;
  }

  private press(canvas: HTMLCanvasElement, event: PointerEvent): void {
    if (this.pointer !== null && this.pointer !== event.pointerId) return;
    this.pointer = event.pointerId;
    canvas.focus({ preventScroll: true });
    if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
    const reach = event.pointerType === "mouse" ? 0 : kTouchReachPx;
    this.input(Kind.Press, { ...this.placeOf(canvas, event), button: buttonOf(event), reach });
    event.preventDefault();
  }

  private release(canvas: HTMLCanvasElement, event: PointerEvent): void {
    if (this.pointer === null) return;
    this.pointer = null;
    this.input(Kind.Release, { ...this.placeOf(canvas, event), button: buttonOf(event) });
  }

  /** The system took the pointer away: the bird goes back on the slingshot. */
  private cancel(): void {
    this.pointer = null;
    this.input(Kind.Key, { key: Key.Escape });
  }

  private wheel(canvas: HTMLCanvasElement, event: WheelEvent): void {
    if (this.options.zoom === false || this.options.wheel === false) return;
    event.preventDefault();
    this.input(Kind.Wheel, { ...this.placeOf(canvas, event), notches: -event.deltaY / kNotchPx });
  }

  private key(event: KeyboardEvent): void {
    const key = kKeys[event.key];
    if (key === undefined || event.altKey || event.metaKey) return;
    if (kZoomKeys.includes(event.key) && (this.options.zoom === false || event.ctrlKey)) return;
    event.preventDefault();
    const flags = (event.shiftKey ? 1 : 0) + (event.ctrlKey ? 2 : 0) + (event.repeat ? 4 : 0);
    this.input(Kind.Key, { key, flags });
  }
}

/** Left, middle and right have their numbers of view/window/view.h; any other button counts as the left one. */
function buttonOf(event: MouseEvent): number {
  return event.button <= 2 ? event.button : 0;
}
