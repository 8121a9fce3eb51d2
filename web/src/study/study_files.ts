import type { About } from "../novphy.js";
import type { StudyForm } from "./forms.js";

/** The files that `novphy web-study` writes: study.json and sets/K-N.json. */
export interface StudyPage {
  title: string;
  text: string;
  button: string;
  decline?: string;
}

export interface StudyFile {
  novphy_web_study: 2;
  id: string;
  title: string;
  /** The language of the texts, such as "de"; by default English. */
  language?: string;
  pages: { declined?: StudyPage; instructions?: StudyPage; pause?: StudyPage };
  question: Question;
  words: Record<string, string>;
  screen: { view: "task" | "agents"; zoom: boolean; help: boolean; sound?: boolean; readout?: boolean };
  level_sets: number;
  numbers: number;
  /** Whether plays have certain ends; by default they have. */
  certain_ends?: boolean;
  made_by: Partial<About>;
  texts_hash: string;
  /** Where they differ from any; the server has its own. */
  device?: { pointer?: "mouse" | "touch"; least_width?: number; least_height?: number };
  /** So many wrong attention checks, and a participant has failed. */
  checks_to_fail?: number;
  sending: { kind: "download" } | { kind: "jatos" } | { kind: "server" } | { kind: "datapipe"; id: string } | { kind: "post"; url: string };
  /** The addresses to which participants go, by outcome. The server gives its own instead. */
  completion?: Partial<Record<"complete" | "declined" | "failed_checks" | "device", string>>;
}

export interface Question {
  text: string;
  yes: string;
  no: string;
}

/** The names of steps are those of the study file's pages and forms, and "practice", "task" and "question". */
export type Step = { index: number; name: string; condition?: string } & (
  | ({ kind: "page" } & StudyPage)
  | { kind: "practice" | "task"; task: string; title: string }
  | { kind: "question"; question?: Question }
  | { kind: "form"; answered?: "yes" | "no" }
);

export interface SetFile {
  level_set: number;
  number: number;
  condition?: string;
  steps: Step[];
  tasks: Record<string, object>;
  forms?: Record<string, StudyForm>;
}

/** Reads a JSON file beside the page, in its present state: a browser's cache may have one of an earlier study. Throws an Error that names the file. */
async function readJson<T>(address: string): Promise<T> {
  const answer = await fetch(address, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${address}: the server answers ${answer.status}`);
  const text = await answer.text();
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Error(`${address}: expected JSON`);
  }
}

export async function readStudy(): Promise<StudyFile> {
  const study = await readJson<StudyFile>("study.json");
  if (study.novphy_web_study !== 2) throw new Error("study.json: expected \"novphy_web_study\": 2");
  return study;
}

/** The steps and tasks of a participant. Each step knows its index. */
export async function readSet(levelSet: number, number: number): Promise<SetFile> {
  const set = await readJson<SetFile>(`sets/${levelSet}-${number}.json`);
  return { ...set, steps: set.steps.map((step, index) => ({ ...step, index, name: step.name ?? step.kind })) };
}

/** What differs between the simulator that made the study and the page's: "" or such as "version 1, here 2". */
export function otherSimulator(made: Partial<About>, here: About): string {
  const names = ["version", "box2d", "catalogue_hash", "physics_hash"] as const;
  const other = names.filter((name) => made[name] !== undefined && made[name] !== here[name]);
  return other.map((name) => `${name} ${made[name]}, here ${here[name]}`).join("; ");
}
