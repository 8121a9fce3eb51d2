// What a play takes and gives, with the names of records.jsonl and journal.jsonl.

/** A shot. Moments are in milliseconds; -1: none. */
export interface Shot {
  /** Where the bird is let go, in metres from its rest, y up. */
  drag_m: [number, number];
  /** The tap in flight, after the launch. */
  tap_ms?: number;
  /** The launch, after the previous one; -1: when the previous bird is gone and all is still. */
  launch_ms?: number;
  /** How long the player thought, in tasks with a time limit. */
  thought_ms?: number;
}

/** How plays end. */
export interface Ends {
  /** Whether a bird's turn ends once no motion can change the result; the default is true. If not, birds are seen until they rest. */
  certain_ends?: boolean;
}

/** The result of a play. */
export interface Outcome {
  passed: boolean;
  score: number;
  /** Why it ended: "pigs_gone", "birds_used", "time", "no_shot", "too_late" or "forbidden". */
  end: string;
  /** Fingerprint of the exact final state: 16 hexadecimal digits. */
  digest: string;
  /** Duration in seconds of the world. */
  time_s: number;
  /** Number of birds that were not shot. */
  birds_left: number;
}

/** The result of a task that somebody played. */
export interface Result extends Outcome {
  shots: Shot[];
  birds_at_start: number;
  pigs_at_start: number;
  pigs_left: number;
}

/** What a canvas shows: its size in CSS pixels, and the place and scale of the world in it. */
export interface View {
  width_px: number;
  height_px: number;
  centre_m: [number, number];
  px_per_m: number;
}
