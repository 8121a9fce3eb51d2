import { hashedPlace, type Place } from "./identity.js";

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

const kSession = "novphy_places";
const kTries = 8;

interface Counted {
  id: string;
  level_sets: number;
  numbers: number;
}

/**
 * The place of a participant, kept in the batch's session that all its participants share: the level set that
 * the fewest have, and the next number in it. Where the session cannot be written, the hash of the ID decides.
 */
export async function batchPlace(jatos: Jatos, study: Counted, participant: string): Promise<Place> {
  for (let attempt = 0; attempt < kTries; ++attempt) {
    const places = (jatos.batchSession.get(kSession) ?? {}) as Record<string, [number, number]>;
    const known = places[participant];
    if (known) return { levelSet: known[0], number: known[1] };
    const place = nextPlace(study, Object.values(places));
    try {
      await jatos.batchSession.set(kSession, { ...places, [participant]: [place.levelSet, place.number] });
      return place;
    } catch {
      // Another participant wrote at the same moment. The session is then sent anew.
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt));
    }
  }
  return hashedPlace(study, participant);
}

function nextPlace(study: Counted, places: [number, number][]): Place {
  const counts = Array<number>(study.level_sets).fill(0);
  for (const [levelSet] of places) ++counts[levelSet]!;
  const fewest = Math.min(...counts);
  return { levelSet: counts.indexOf(fewest), number: fewest % study.numbers };
}
