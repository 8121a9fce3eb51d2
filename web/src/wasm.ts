// The WebAssembly module novphy.wasm: loading it, texts and numbers in and out of its memory. web/module/module.cpp explains
// what it exports.

import { fontOf } from "./canvas.js";

/** What a reader or the simulator says is wrong, in its own words. */
export class NovphyError extends Error {
  override name = "NovphyError";
}

const kTooOld = "This browser is too old for the simulator: it needs WebAssembly with exceptions (Chrome 95, Firefox 100, Safari 15.4, or newer).";
const kClosed = "this task was stopped, and takes no further calls";
const kStopped = "The simulator met a state that it cannot go on from";

/** The font of texts over a task. */
export const kFontFamily = '"DejaVu Sans", Verdana, "Segoe UI", system-ui, sans-serif';

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  novphy_text(bytes: number): number;
  novphy_ask(): number;
  novphy_answer(): number;
  novphy_answer_size(): number;
  novphy_view(): number;
  novphy_view_free(view: number): void;
  novphy_view_input(view: number, ...input: number[]): number;
  novphy_view_advance(view: number, ms: number): number;
  novphy_view_draw(view: number, width: number, height: number): number;
  novphy_view_backdrops(view: number): number;
  novphy_view_backdrop(view: number): number;
  novphy_view_events(view: number): number;
  novphy_view_state(view: number): number;
  novphy_view_set(view: number): number;
  novphy_numbers(): number;
}

/** An instance of the module. After a failed assertion it is of no more use. */
class Instance {
  readonly exports: Exports;
  private printed = "";

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, this.imports()).exports as unknown as Exports;
    this.exports._initialize();
  }

  textAt(place: number, bytes: number): string {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, place, bytes));
  }

  putText(text: string): void {
    const bytes = new TextEncoder().encode(text);
    const place = this.exports.novphy_text(bytes.length);
    new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
  }

  answer(): string {
    return this.textAt(this.exports.novphy_answer(), this.exports.novphy_answer_size());
  }

  numbers(count: number): Float64Array {
    return new Float64Array(this.exports.memory.buffer, this.exports.novphy_numbers(), count);
  }

  /** What the module has printed before it stopped: a failed assertion. */
  get lastWords(): string {
    return this.printed.trim();
  }

  /** What the module calls. It has no files, no environment, and nothing to do when its memory grows. */
  private imports(): WebAssembly.Imports {
    const none = () => 0;
    const wasi = {
      environ_get: none,
      environ_sizes_get: none,
      fd_close: none,
      fd_read: none,
      fd_seek: none,
      proc_exit: (code: number) => {
        throw new WebAssembly.RuntimeError(`exit ${code}`);
      },
      fd_write: (_file: number, pieces: number, count: number, written: number) => this.print(pieces, count, written),
    };
    const env = {
      emscripten_notify_memory_growth: none,
      novphy_seconds: () => performance.now() / 1000,
      novphy_text_width: (text: number, bytes: number, size: number, bold: number) =>
        textWidth(this.textAt(text, bytes), size, bold !== 0),
    };
    return { env, wasi_snapshot_preview1: wasi };
  }

  private print(pieces: number, count: number, written: number): number {
    const memory = new DataView(this.exports.memory.buffer);
    let bytes = 0;
    for (let i = 0; i < count; ++i) {
      const size = memory.getUint32(pieces + 8 * i + 4, true);
      this.printed += this.textAt(memory.getUint32(pieces + 8 * i, true), size);
      bytes += size;
    }
    memory.setUint32(written, bytes, true);
    return 0;
  }
}

let measuring: CanvasRenderingContext2D | null | undefined;

function textWidth(text: string, size: number, bold: boolean): number {
  measuring ??= typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
  if (!measuring) return 0.6 * size * text.length; // without a page nobody sees it
  measuring.font = fontOf(size, bold, kFontFamily);
  return measuring.measureText(text).width;
}

/** A view of the module on a canvas. The caller frees it. */
export interface ViewHandle {
  readonly instance: Instance;
  readonly number: number;
  closed: boolean;
}

/** The simulator. Where the module stops, the next call gets a new instance of it. */
export class Simulator {
  private instance: Instance | null = null;

  constructor(private readonly module: WebAssembly.Module) {
    this.live();
  }

  /** Asks the module. Throws NovphyError with its message. */
  ask<Answer>(question: object): Answer {
    const instance = this.live();
    const text = jsonOf(question);
    return this.guarded(instance, () => {
      instance.putText(text);
      instance.exports.novphy_ask();
      return read<Answer>(instance);
    });
  }

  open(question: object): ViewHandle {
    const instance = this.live();
    const text = jsonOf(question);
    const number = this.guarded(instance, () => {
      instance.putText(text);
      return checked(instance, instance.exports.novphy_view());
    });
    return { instance, number, closed: false };
  }

  close(view: ViewHandle): void {
    view.closed = true;
    if (view.instance === this.instance) view.instance.exports.novphy_view_free(view.number);
  }

  /** Calls a function of a view. Throws NovphyError. */
  call(view: ViewHandle, name: "input" | "advance" | "draw" | "backdrops" | "backdrop", ...values: number[]): number {
    return this.onView(view, () =>
      checked(view.instance, (view.instance.exports[`novphy_view_${name}`] as (...all: number[]) => number)(view.number, ...values)));
  }

  set(view: ViewHandle, values: object): void {
    const text = jsonOf(values);
    this.onView(view, () => {
      view.instance.putText(text);
      checked(view.instance, view.instance.exports.novphy_view_set(view.number));
    });
  }

  state<State>(view: ViewHandle): State {
    return this.onView(view, () => {
      view.instance.exports.novphy_view_state(view.number);
      return read<State>(view.instance);
    });
  }

  events<Event>(view: ViewHandle): Event[] {
    return this.onView(view, () => (view.instance.exports.novphy_view_events(view.number) > 0 ? read<Event[]>(view.instance) : []));
  }

  /** The numbers of the picture that was recorded last. The module's next call overwrites them. */
  numbers(view: ViewHandle, count: number): Float64Array {
    return view.instance.numbers(count);
  }

  private live(): Instance {
    return (this.instance ??= new Instance(this.module));
  }

  private onView<Result>(view: ViewHandle, act: () => Result): Result {
    if (view.closed) throw new NovphyError(kClosed);
    return this.guarded(view.instance, act);
  }

  /** Turns a stop of the module into an error, after which a new instance serves. */
  private guarded<Result>(instance: Instance, act: () => Result): Result {
    if (instance !== this.instance) throw new NovphyError(`${kStopped}; this task must be begun again`);
    try {
      return act();
    } catch (error) {
      if (error instanceof NovphyError) throw error;
      this.instance = null;
      throw new NovphyError(`${kStopped}: ${instance.lastWords || (error as Error).message}`);
    }
  }
}

/** Throws NovphyError for values that JSON does not have. */
function jsonOf(question: object): string {
  try {
    return JSON.stringify(question, finite);
  } catch (error) {
    throw error instanceof NovphyError ? error : new NovphyError(`expected values that JSON has: ${(error as Error).message}`);
  }
}

/** JSON would write null for a number such as NaN, which then counts as missing. */
function finite(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new NovphyError(`${key}: expected a number, found ${value}`);
  return value;
}

function read<Answer>(instance: Instance): Answer {
  const answer = JSON.parse(instance.answer()) as Answer & { error?: string };
  if (answer?.error !== undefined) throw new NovphyError(answer.error);
  return answer;
}

/** 0 means that the answer is an error. */
function checked(instance: Instance, result: number): number {
  if (result === 0) read(instance);
  return result;
}

export type Source = string | URL | BufferSource | Response;

/** Loads the module. Throws NovphyError where the browser is too old, or where the file is not there or is no such module. */
export async function loadModule(source: Source): Promise<Simulator> {
  if (typeof WebAssembly !== "object") throw new NovphyError(kTooOld);
  if (!WebAssembly.validate(kModuleWithExceptions) || !("at" in Array.prototype)) throw new NovphyError(kTooOld);
  const bytes = await bytesOf(source);
  try {
    return new Simulator(await WebAssembly.compile(bytes));
  } catch (error) {
    throw new NovphyError(`novphy.wasm cannot be used: ${(error as Error).message}`);
  }
}

/** The smallest module with a try and a catch, in the form that the compiler of novphy.wasm writes. */
const kModuleWithExceptions = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11,
]);

async function bytesOf(source: Source): Promise<BufferSource> {
  if (typeof source !== "string" && !(source instanceof URL) && !(source instanceof Response)) return source;
  if (isFile(source)) {
    const { readFile } = await import("node:fs/promises");
    return readFile(source as URL).catch((error: Error) => {
      throw new NovphyError(`${source}: cannot be loaded (${error.message})`);
    });
  }
  const response = source instanceof Response ? source : await fetched(source);
  if (!response.ok) throw new NovphyError(`${response.url}: cannot be loaded (${response.status})`);
  return response.arrayBuffer();
}

async function fetched(address: string | URL): Promise<Response> {
  try {
    return await fetch(address);
  } catch (error) {
    throw new NovphyError(`${address}: cannot be loaded (${(error as Error).message})`);
  }
}

/** Whether it is a file that Node reads; a browser cannot. */
function isFile(source: unknown): boolean {
  return source instanceof URL && source.protocol === "file:" && typeof document === "undefined";
}
