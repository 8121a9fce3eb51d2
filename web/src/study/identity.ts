/** Who takes part, and with which part of the study. */

/** The part of a study that a participant plays; the number differs among the participants of a level set. */
export interface Assignment {
  levelSet: number;
  number: number;
}

/** A study with so many level sets, and so many numbers in each. */
export interface Counted {
  id: string;
  level_sets: number;
  numbers: number;
}

/** The parameters of an address by which recruiting services name a participant, in the order of their rank. */
const kNames = ["PROLIFIC_PID", "workerId", "participant"];

/** The participant whom the address names, or null. */
export function namedParticipant(address: URLSearchParams): string | null {
  for (const name of kNames) {
    const found = address.get(name);
    if (found !== null) return found;
  }
  return null;
}

/** Whether novphy's programs take this as a participant's ID. */
export function validParticipant(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id);
}

/** Prolific's numbers of the study and the session, for the session's row. */
export function recruitment(address: URLSearchParams): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, key] of [["STUDY_ID", "study_id"], ["SESSION_ID", "session_id"]] as const) {
    const value = address.get(name);
    if (value !== null) found[key] = value;
  }
  return found;
}

/** A parameter that is not what the study has. */
export class WrongAssignment extends Error {
  constructor(readonly parameter: string, readonly found: string, readonly last: number) {
    super(`${parameter}=${found}: expected a whole number from 0 to ${last}`);
  }
}

/** The address's whole number from 0 to count - 1, or null where it has none. Throws WrongAssignment. */
function wholeIn(address: URLSearchParams, parameter: string, count: number): number | null {
  const found = address.get(parameter);
  if (found === null) return null;
  if (!/^\d{1,9}$/.test(found) || Number(found) >= count) throw new WrongAssignment(parameter, found, count - 1);
  return Number(found);
}

/** The assignment that the address names by ?set= and ?number=, each null where it does not. Throws WrongAssignment. */
export function namedAssignment(address: URLSearchParams, study: Counted) {
  return { levelSet: wholeIn(address, "set", study.level_sets), number: wholeIn(address, "number", study.numbers) };
}

/** The assignment of a participant where nothing else tells it. An ID always has the same one, and all are about equally frequent. */
export function hashedAssignment(study: Counted, participant: string): Assignment {
  const hash = hashOf(`${study.id}/${participant}`);
  return { levelSet: hash % study.level_sets, number: Math.floor(hash / study.level_sets) % study.numbers };
}

/** A hash of 32 bits: FNV-1a over UTF-8, whose bits are then mixed, as the lowest ones alone are poor. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
