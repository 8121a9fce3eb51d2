// The package novphy: the simulator in a browser or in Node. What is played here, the program `novphy` plays to the same
// digest.

import { Player, type PlayOptions } from "./player.js";
import type { Ends, Outcome, Shot } from "./values.js";
import { Watcher, type WatchOptions } from "./watcher.js";
import { loadModule, NovphyError, type Simulator, type Source } from "./wasm.js";

export { NovphyError, Player, Watcher };
export type { Frames } from "./picture.js";
export type { PlayOptions, PlayState } from "./player.js";
export type { Ends, Outcome, Result, Shot, View } from "./values.js";
export type { Source, WatchOptions };

/** Versions and hashes of the simulator, as the first line of records has them. */
export interface About {
  version: string;
  box2d: string;
  compiler: string;
  architecture: string;
  catalogue_hash: string;
  physics_hash: string;
  physics: string;
}

/** A parameter of a pair of tasks: a number within limits, or one of several words. */
export interface Parameter {
  name: string;
  base: number | string;
  low?: number;
  high?: number;
  of?: string[];
}

export interface ReadOptions {
  /** The name of the source in messages. */
  file?: string;
  /** Which side of a pair; without it, the normal one. */
  side?: "normal" | "novel";
  /** Values of the pair's parameters. A parameter without a value has its base. */
  with?: Record<string, number | string>;
}

/** A task in our JSON, as the reader understood it. */
export interface ReadTask {
  task: string;
  warnings: string[];
}

/** What a replay of a record gave, and how it differs from what the record says. */
export interface Replay {
  same: boolean;
  differences: string[];
  outcome: Outcome;
}

/** The simulator. Its methods throw NovphyError with the message of the program's own readers. */
export class Novphy {
  constructor(private readonly simulator: Simulator) {}

  about(): About {
    return this.simulator.ask({ call: "about" });
  }

  /** Reads a task (our JSON or Science Birds XML), or one side of a pair. */
  readTask(text: string, options: ReadOptions = {}): ReadTask {
    return this.simulator.ask({ call: "read_task", text, ...options });
  }

  /** The parameters of a pair's text. */
  parameters(text: string): Parameter[] {
    return this.simulator.ask<{ parameters: Parameter[] }>({ call: "read_pair", text }).parameters;
  }

  /** Plays a task with these shots. */
  play(task: string, shots: Shot[], ends: Ends = {}): Outcome {
    return this.simulator.ask({ call: "play", task, shots, ...ends });
  }

  /** Plays a line of records.jsonl again, and compares. */
  replay(record: object, task: string, ends: Ends = {}): Replay {
    return this.simulator.ask({ call: "replay", record, task, ...ends });
  }

  /** The digest of the first plays of `novphy selftest`. `pairs` is the content of pairs.json. */
  selftest(pairs: Record<string, string>, plays = 400): string {
    return this.simulator.ask<{ digest: string }>({ call: "selftest", pairs: Object.values(pairs), plays }).digest;
  }

  /** The shots with which an agent plays the task: random, pig_shooter, datalab or eagles_wing. */
  agentShots(agent: string, task: string, seed = 0, ends: Ends = {}): Shot[] {
    return this.simulator.ask<{ shots: Shot[] }>({ call: "agent_shots", agent, task, seed, ...ends }).shots;
  }

  /** Lets somebody play the task on the canvas, which should have the focus for keys. */
  playOn(canvas: HTMLCanvasElement, task: string, options: PlayOptions = {}): Player {
    return new Player(this.simulator, canvas, task, options);
  }

  /** Shows a play with these shots on the canvas. */
  watchOn(canvas: HTMLCanvasElement, task: string, shots: Shot[], options: WatchOptions = {}): Watcher {
    return new Watcher(this.simulator, canvas, task, shots, options);
  }
}

/** Loads the simulator: its module's address or bytes; by default novphy.wasm beside this file. */
export async function load(source?: Source): Promise<Novphy> {
  return new Novphy(await loadModule(source ?? new URL("./novphy.wasm", import.meta.url)));
}
