// A view of the module on a canvas of the page: its size, its pictures, and the clock of frames.

import { drawNumbers } from "./canvas.js";
import { kFontFamily, type Simulator, type ViewHandle } from "./wasm.js";

/** After a longer gap between two frames the world goes on as if only this much time had passed. */
const kLongestFrameMs = 250;

/** How evenly the frames came. */
export interface Frames {
  median_ms: number;
  worst_ms: number;
  hidden_ms: number;
}

interface PictureEvents {
  /** After the view was moved and drawn. */
  onFrame(): void;
  onHidden(hidden: boolean): void;
  /** The view cannot go on. */
  onError(error: Error): void;
}

/** Moves a view with the frames of the page and draws it, until stop(). A hidden page stands still. */
export class Picture {
  private readonly context: CanvasRenderingContext2D;
  private readonly backdrop: HTMLCanvasElement;
  private shown: { width: number; height: number };
  private backdrops = 0;
  private stale = true;
  private running = true;
  private request = 0;
  private before: number | null = null;
  private hiddenSince: number | null = null;
  private hiddenMs = 0;
  private readonly frameTimes: number[] = [];
  private readonly observer: ResizeObserver | null;

  constructor(
    private readonly simulator: Simulator,
    readonly view: ViewHandle,
    readonly canvas: HTMLCanvasElement,
    private readonly events: PictureEvents,
  ) {
    const context = canvas.getContext("2d");
    if (!context) throw new Error("this canvas has no 2D context");
    this.context = context;
    this.shown = { width: Math.max(1, canvas.width), height: Math.max(1, canvas.height) };
    this.backdrop = canvas.ownerDocument.createElement("canvas");
    this.observer = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(() => (this.stale = true));
    this.observer?.observe(canvas);
    document.addEventListener("visibilitychange", this.visibilityChanged);
    this.visibilityChanged();
    this.request = requestAnimationFrame(this.frame);
  }

  /** The picture is drawn anew at the next frame. */
  refresh(): void {
    this.stale = true;
  }

  frames(): Frames {
    const sorted = [...this.frameTimes].sort((a, b) => a - b);
    const hidden = this.hiddenMs + (this.hiddenSince === null ? 0 : performance.now() - this.hiddenSince);
    return { median_ms: sorted[sorted.length >> 1] ?? 0, worst_ms: sorted.at(-1) ?? 0, hidden_ms: hidden };
  }

  stop(): void {
    if (!this.running) return;
    this.running = false;
    cancelAnimationFrame(this.request);
    this.observer?.disconnect();
    document.removeEventListener("visibilitychange", this.visibilityChanged);
    this.simulator.close(this.view);
  }

  private readonly visibilityChanged = () => {
    if (document.hidden === (this.hiddenSince !== null)) return;
    if (document.hidden) {
      this.hiddenSince = performance.now();
    } else {
      this.hiddenMs += performance.now() - (this.hiddenSince ?? 0);
      this.hiddenSince = null;
    }
    this.before = null;
    this.events.onHidden(document.hidden);
  };

  private readonly frame = (now: number) => {
    if (!this.running) return;
    try {
      this.move(now);
    } catch (error) {
      this.stop();
      return this.events.onError(error as Error);
    }
    if (this.running) this.request = requestAnimationFrame(this.frame);
  };

  private move(now: number): void {
    if (this.hiddenSince !== null) return;
    const passed = this.before === null ? 0 : now - this.before;
    if (this.before !== null) this.frameTimes.push(passed);
    this.before = now;
    const changed = this.simulator.call(this.view, "advance", Math.min(passed, kLongestFrameMs)) === 2;
    if (changed || this.stale) this.draw();
    this.events.onFrame();
  }

  /** The size in CSS pixels. A canvas that is not shown keeps the one that it had. */
  private size(): { width: number; height: number } {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth > 0 && clientHeight > 0) this.shown = { width: clientWidth, height: clientHeight };
    return this.shown;
  }

  /** Draws in CSS pixels. A dense screen has several pixels for each of them, and so has the canvas. */
  private draw(): void {
    const { width, height } = this.size();
    const dense = window.devicePixelRatio || 1;
    this.resize(Math.round(width * dense), Math.round(height * dense));
    const count = this.simulator.call(this.view, "draw", width, height);
    const numbers = this.simulator.numbers(this.view, count).slice();
    this.keepBackdrop(dense);
    this.context.setTransform(dense, 0, 0, dense, 0, 0);
    drawNumbers(this.context, numbers, kFontFamily, this.backdrop);
    this.stale = false;
  }

  private resize(width: number, height: number): void {
    if (this.canvas.width === width && this.canvas.height === height && this.backdrop.width === width && this.backdrop.height === height) return;
    for (const canvas of [this.canvas, this.backdrop]) {
      canvas.width = width;
      canvas.height = height;
    }
    this.backdrops = 0;
  }

  private keepBackdrop(dense: number): void {
    const now = this.simulator.call(this.view, "backdrops");
    if (now === this.backdrops) return;
    this.backdrops = now;
    const context = this.backdrop.getContext("2d")!;
    context.setTransform(dense, 0, 0, dense, 0, 0);
    drawNumbers(context, this.simulator.numbers(this.view, this.simulator.call(this.view, "backdrop")), kFontFamily);
  }
}
