import { hashedAssignment, type Assignment, type Counted } from "./identity.js";

/** What this study uses of jatos.js. */
export interface Jatos {
  onLoad(ready: () => void): void;
  urlQueryParameters: Record<string, string>;
  workerId: string | number;
  batchSession: { get(name: string): unknown; set(name: string, value: unknown): PromiseLike<unknown> };
  submitResultData(data: string): PromiseLike<unknown>;
  endStudy(successful: boolean, message?: string): PromiseLike<unknown>;
  endStudyAndRedirect(url: string, successful: boolean, message?: string): PromiseLike<unknown>;
}

declare global {
  var jatos: Jatos | undefined;
}

/** Loads the script that a JATOS server offers beside each study. */
export function loadJatos(): Promise<Jatos> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = "jatos.js";
    script.onload = () => globalThis.jatos?.onLoad(() => resolve(globalThis.jatos!));
    script.onerror = () => reject(new Error("jatos.js is not there: this study runs on a JATOS server only"));
    document.head.append(script);
  });
}

const kAssignments = "novphy_assignments";
const kTries = 8;

/**
 * The assignment of a participant, kept in the batch's session that all its participants share: the level set that
 * the fewest have, and the next number in it. Where the session cannot be written, the hash of the ID decides.
 */
export async function batchAssignment(jatos: Jatos, study: Counted, participant: string): Promise<Assignment> {
  for (let attempt = 0; attempt < kTries; ++attempt) {
    const assignments = (jatos.batchSession.get(kAssignments) ?? {}) as Record<string, [number, number]>;
    const known = Object.hasOwn(assignments, participant) ? assignments[participant] : undefined;
    if (known) return { levelSet: known[0], number: known[1] };
    const assignment = nextAssignment(study, Object.values(assignments));
    try {
      await jatos.batchSession.set(kAssignments, { ...assignments, [participant]: [assignment.levelSet, assignment.number] });
      return assignment;
    } catch {
      // Another participant wrote at the same moment. The session is then sent anew.
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }
  return hashedAssignment(study, participant);
}

function nextAssignment(study: Counted, assignments: [number, number][]): Assignment {
  const counts = Array<number>(study.level_sets).fill(0);
  for (const [levelSet] of assignments) ++counts[levelSet]!;
  const fewest = Math.min(...counts);
  return { levelSet: counts.indexOf(fewest), number: fewest % study.numbers };
}
