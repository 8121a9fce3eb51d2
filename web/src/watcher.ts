// A recorded play on a canvas.

import { Picture } from "./picture.js";
import type { Ends, Outcome, Shot } from "./values.js";
import type { Simulator } from "./wasm.js";

export interface WatchOptions extends Ends {
  /** Speed of the film; 1 is real time. */
  speed?: number;
  /** After each picture. */
  onFrame?(watcher: Watcher): void;
  onError?(message: string): void;
}

interface WatchState {
  time_s: number;
  duration_s: number;
  ended: boolean;
  outcome: Outcome;
}

/** Shows a play with these shots. It begins at the first moment and stands still until play(). */
export class Watcher {
  readonly duration_s: number;
  readonly outcome: Outcome;
  private readonly picture: Picture;
  private playing = false;
  private pace: number;

  constructor(
    private readonly simulator: Simulator,
    canvas: HTMLCanvasElement,
    task: string,
    shots: Shot[],
    private readonly options: WatchOptions = {},
  ) {
    this.pace = options.speed ?? 1;
    const view = simulator.open({ kind: "watch", task, shots, certain_ends: options.certain_ends });
    const { duration_s, outcome } = simulator.state<WatchState>(view);
    this.duration_s = duration_s;
    this.outcome = outcome;
    this.picture = new Picture(simulator, view, canvas, {
      onFrame: () => this.framed(),
      onHidden: () => {},
      onError: (error) => options.onError?.(error.message),
    });
  }

  get digest(): string {
    return this.outcome.digest;
  }

  get time_s(): number {
    return this.simulator.state<WatchState>(this.picture.view).time_s;
  }

  set time_s(time_s: number) {
    this.simulator.set(this.picture.view, { time_s });
  }

  get speed(): number {
    return this.pace;
  }

  set speed(speed: number) {
    this.pace = speed;
    if (this.playing) this.play();
  }

  get isPlaying(): boolean {
    return this.playing;
  }

  /** Goes on; at the end it begins again. */
  play(): void {
    if (this.time_s >= this.duration_s) this.time_s = 0;
    this.playing = true;
    this.simulator.set(this.picture.view, { speed: this.pace });
  }

  pause(): void {
    this.playing = false;
    this.simulator.set(this.picture.view, { speed: 0 });
  }

  stop(): void {
    this.picture.stop();
  }

  private framed(): void {
    if (this.playing && this.time_s >= this.duration_s) this.pause();
    this.options.onFrame?.(this);
  }
}
