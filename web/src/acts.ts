import { now_ms, watchAway, type Away } from "./clock.js";
import type { Shot, View } from "./novphy.js";

/** What a player did at a task, with the moment in milliseconds since 1970. Fields as in journal.jsonl. */
export type Act =
  | ({ kind: "view"; at_ms: number } & View)
  | { kind: "launch"; at_ms: number; shot: number; drag_m: [number, number]; launch_ms: number; thought_ms?: number }
  | { kind: "tap"; at_ms: number; shot: number; ms: number }
  | ({ kind: "away" } & Away);

/** Collects the acts of one play. */
export class ActLog {
  readonly acts: Act[] = [];
  private shown: View | null = null;
  private noted = "";

  constructor(private readonly onAct: (act: Act) => void) {}

  /** Notes when the player is away, until stop(). */
  watch(): { stop(): void } {
    return watchAway((away) => this.note({ kind: "away", ...away }));
  }

  /** The last view, or null before the first picture. */
  get view(): View | null {
    return this.shown;
  }

  /** The page shows the task in this view. Of the later views, only those count in which the player acts. */
  show(view: View): void {
    this.shown = view;
    if (this.noted === "") this.noteView();
  }

  get unfocused_ms(): number {
    return this.acts.reduce((sum, act) => (act.kind === "away" && !act.hidden ? sum + act.ms : sum), 0);
  }

  launch(index: number, shot: Shot): void {
    this.noteView();
    const thought = shot.thought_ms === undefined ? {} : { thought_ms: shot.thought_ms };
    this.note({ kind: "launch", at_ms: now_ms(), shot: index, drag_m: shot.drag_m, launch_ms: shot.launch_ms ?? -1, ...thought });
  }

  tap(index: number, shot: Shot): void {
    this.noteView();
    this.note({ kind: "tap", at_ms: now_ms(), shot: index, ms: shot.tap_ms ?? 0 });
  }

  /** Notes the view unless it is the one that was noted last. */
  noteView(): void {
    const text = JSON.stringify(this.shown);
    if (!this.shown || text === this.noted) return;
    this.noted = text;
    this.note({ kind: "view", at_ms: now_ms(), ...this.shown });
  }

  private note(act: Act): void {
    this.acts.push(act);
    this.onAct(act);
  }
}

/** The shots of these acts, from which a play goes on. */
export function shotsOf(acts: readonly Act[]): Shot[] {
  const shots: Shot[] = [];
  for (const act of acts) {
    if (act.kind === "launch") {
      const thought = act.thought_ms === undefined ? {} : { thought_ms: act.thought_ms };
      shots[act.shot] = { drag_m: act.drag_m, launch_ms: act.launch_ms, ...thought };
    } else if (act.kind === "tap") {
      const shot = shots[act.shot];
      if (shot) shot.tap_ms = act.ms;
    }
  }
  return shots;
}
