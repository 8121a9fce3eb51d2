import { shotsOf, type Act } from "../acts.js";
import { clockAhead_ms, now_ms } from "../clock.js";
import type { About, Shot } from "../novphy.js";
import type { EntryStore } from "./entry_store.js";
import type { Assignment } from "./identity.js";

/** A row of data. Those of the study have "novphy": 1; others come from the researcher's own trials. */
export type Row = Record<string, unknown>;

/** An entry in the browser's storage. */
export type Entry =
  | { assignment: Assignment }
  | { row: Row }
  | { step: number; task: string; began_at_ms: number; acts: Act[] }
  | { sent: string };

export interface Who {
  study: string;
  participant: string;
}

/** How far a participant is, and everything that they did. */
export class Progress {
  constructor(
    private readonly store: EntryStore<Entry>,
    readonly who: Who,
  ) {}

  /** The participant's assignment, which stays the same after the first page. */
  assignment(): Assignment | null {
    for (const entry of this.store.entries()) if ("assignment" in entry) return entry.assignment;
    return null;
  }

  setAssignment(assignment: Assignment): void {
    this.store.add({ assignment });
  }

  /** Forgets everything. */
  clear(): void {
    this.store.remove(() => true);
  }

  /** Takes what was done elsewhere at a task that is not finished: a row of the kind "unfinished". */
  continueTask(row: { step: number; task: string; began_at_ms: number; acts: Act[] }): void {
    this.store.remove((entry) => "acts" in entry);
    for (const act of row.acts) this.addAct(row.step, row.task, row.began_at_ms, act);
  }

  /** What was done. */
  rows(): Row[] {
    return this.store.entries().flatMap((entry) => ("row" in entry ? [entry.row] : []));
  }

  /** All rows, and what was done so far at a task that is not finished. */
  rowsNow(): Row[] {
    const step = this.step();
    const task = this.task(step);
    const acts = this.acts(step);
    if (acts.length === 0) return this.rows();
    return [...this.rows(), this.row("unfinished", step, { task, began_at_ms: this.began(step), acts })];
  }

  /** The index of the first step that is not done. */
  step(): number {
    return this.rows().reduce((next, row) => (isDone(row) ? Math.max(next, (row.step as number) + 1) : next), 0);
  }

  /** The last answer to the question after a task before this step, or null. */
  answerBefore(step: number): "yes" | "no" | null {
    const row = this.rows().filter((each) => each.novphy === 1 && each.kind === "question" && (each.step as number) < step).at(-1);
    return row ? (row.answer ? "yes" : "no") : null;
  }

  /** A row of this study. */
  row(kind: string, step: number, content: Row): Row {
    const assignment = this.assignment();
    return {
      novphy: 1, kind, ...this.who, level_set: assignment?.levelSet, number: assignment?.number, step,
      at_ms: now_ms(), clock_ahead_ms: clockAhead_ms(), ...content,
    };
  }

  /** Keeps a row. The acts of its step are in the row, so they are not kept twice. */
  add(row: Row): void {
    this.store.add({ row });
    if (isDone(row)) this.store.remove((entry) => "acts" in entry && entry.step <= (row.step as number));
  }

  addAct(step: number, task: string, began_at_ms: number, act: Act): void {
    this.store.add({ step, task, began_at_ms, acts: [act] });
  }

  acts(step: number): Act[] {
    return this.actEntries(step).flatMap((entry) => entry.acts);
  }

  /** The shots that were made at this step before the page was opened again. */
  shots(step: number): Shot[] {
    return shotsOf(this.acts(step));
  }

  /** When the step was first shown, or null. */
  began(step: number): number | null {
    return this.actEntries(step)[0]?.began_at_ms ?? null;
  }

  /** Whether the browser's storage has everything, so that the page may be reloaded. */
  get kept(): boolean {
    return this.store.problem === "";
  }

  /** Whether everything was sent already. */
  sent(): boolean {
    const last = this.store.entries().at(-1);
    return last !== undefined && "sent" in last;
  }

  setSent(how: string): void {
    this.store.add({ sent: how });
  }

  private task(step: number): string {
    return this.actEntries(step)[0]?.task ?? "";
  }

  private actEntries(step: number) {
    return this.store.entries().flatMap((entry) => ("acts" in entry && entry.step === step ? [entry] : []));
  }
}

function isDone(row: Row): boolean {
  const kinds = ["page", "practice", "task", "question", "form"];
  return row.novphy === 1 && kinds.includes(row.kind as string) && row.response !== "declined";
}

/** What the row of each opening of the page tells. */
export function sessionContent(about: About, textsHash: string, recruited: Record<string, string>): Row {
  const { version, box2d, compiler, architecture, catalogue_hash, physics_hash } = about;
  return {
    speed: 1,
    texts: textsHash,
    made_by: { version, box2d, compiler, architecture, catalogue_hash, physics_hash },
    user_agent: navigator.userAgent,
    screen: [window.screen.width, window.screen.height],
    device_pixel_ratio: window.devicePixelRatio,
    began_at_ms: now_ms(),
    ...recruited,
  };
}
