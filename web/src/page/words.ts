/** Texts about plays. */

import type { Shot } from "../novphy.js";

/** Of a record, which leaves out what has its default, or of a result. */
export interface Played {
  passed: boolean;
  score?: number;
  shots?: Shot[];
  time_s?: number;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Such as "won, score 12340, 2 shots, 8.3 s". */
export function resultText(played: Played): string {
  const parts = [played.passed ? "won" : "lost", `score ${played.score ?? 0}`, counted(played.shots?.length ?? 0, "shot")];
  if (played.time_s !== undefined) parts.push(`${played.time_s.toFixed(1)} s`);
  return parts.join(", ");
}
