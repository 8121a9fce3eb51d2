import { shotsOf } from "../acts.js";
import { device } from "./device.js";
import type { Outcome } from "./ending.js";
import { recruitment, type Assignment, type namedAssignment } from "./identity.js";
import type { Progress, Row } from "./progress.js";
import { button, showNotice, showScreen } from "./screens.js";
import { kWaits_s, posted } from "./sending.js";
import { filled, type Texts } from "./texts.js";

/** What python -m novphy study-serve answers to a participant who begins or goes on. */
interface Begun {
  token: string;
  level_set: number;
  number: number;
  rows: Row[];
  unfinished: Parameters<Progress["continueTask"]>[0] | null;
  code: string;
}

/** The server, or the study, does not let the participant go on: the texts `refused_...` tell why. */
export class Refusal extends Error {
  constructor(readonly outcome: string, readonly completion: string) {
    super(outcome);
  }
}

/** Asks the server beside the page. Throws Refusal, or an Error that says why there is no answer. */
async function asked<T>(name: string, body: string): Promise<T> {
  const answer = await posted(`api/${name}`, body, 403);
  const content = (await answer.json()) as T & { refused?: string; completion: string };
  if (content.refused !== undefined) throw new Refusal(content.refused, content.completion);
  return content;
}

/** A secret that this browser keeps, where it can, and by which the server knows it again. */
function browserKey(name: string): string {
  const made = [...crypto.getRandomValues(new Uint8Array(20))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  try {
    const key = localStorage.getItem(name) ?? made;
    localStorage.setItem(name, key);
    return key;
  } catch {
    return made;
  }
}

/** The JSON of a row whose keys may stand in any order. */
function sorted(row: Row): string {
  const inOrder = (_: string, value: unknown): unknown =>
    value !== null && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;
  return JSON.stringify(row, inOrder);
}

/** Makes the browser's data those of the server, and leaves what the server does not have yet. */
function merge(progress: Progress, begun: Begun): void {
  const assignment: Assignment = { levelSet: begun.level_set, number: begun.number };
  const [here, there] = [progress.rows().map(sorted), begun.rows.map(sorted)];
  const known = progress.assignment();
  const same = known?.levelSet === assignment.levelSet && known.number === assignment.number;
  if (!same || here.some((row, i) => i < there.length && row !== there[i])) {
    progress.clear();
    progress.setAssignment(assignment);
  }
  for (const row of begun.rows.slice(progress.rows().length)) progress.add(row);
  if (begun.unfinished && begun.unfinished.step === progress.step() && progress.shots(progress.step()).length < shotsOf(begun.unfinished.acts).length)
    progress.continueTask(begun.unfinished);
}

/** Asks the server for a place in the study, or to go on. Throws Refusal. */
export async function begin(progress: Progress, address: URLSearchParams, named: ReturnType<typeof namedAssignment>, texts: Texts): Promise<StudyServer> {
  const { study, participant } = progress.who;
  const kept = progress.assignment();
  const browser = browserKey(`novphy/${study}/${participant}/browser`);
  const places = { named: [named.levelSet, named.number], kept: kept && [kept.levelSet, kept.number] };
  const begun = await asked<Begun>("begin", JSON.stringify({ study, participant, browser, ids: recruitment(address), device: device(), ...places }));
  merge(progress, begun);
  return new StudyServer(begun, progress, texts);
}

/** The server beside the page. Rows go there as they are made, once the participant has agreed. */
export class StudyServer {
  /** Whether the study asks for consent, without which nothing is sent. */
  asksConsent = false;
  private readonly token: string;
  private readonly code: string;
  private kept: number;
  /** The rows as they were when they were made. What is sent again must be the same. */
  private readonly rows: string[] = [];
  private sending = Promise.resolve();
  private timer = 0;
  private lost = false;

  constructor(begun: Begun, private readonly progress: Progress, private readonly texts: Texts) {
    [this.token, this.code, this.kept] = [begun.token, begun.code, begun.rows.length];
  }

  /** Shows the code for withdrawing before the first step. */
  showCode(): Promise<void> {
    const { texts, code } = this;
    if (code === "" || this.progress.step() > 0) return Promise.resolve();
    const address = new URL("withdraw", window.location.href).href;
    return new Promise((resolve) =>
      showScreen(texts.code_title, filled(texts.code, { code, address }), button(texts.who_button, resolve)));
  }

  /** Sends what the server does not have. */
  send(rows: Row[]): Promise<void> {
    const made = rows.filter((row) => row.kind !== "unfinished");
    for (const row of made.slice(this.rows.length)) this.rows.push(JSON.stringify(row));
    if (this.asksConsent && !made.some((row) => row.novphy === 1 && row.response === "agreed")) return Promise.resolve();
    const deliver = (): Promise<void> => this.deliver(rows.length > made.length ? rows.at(-1)! : null);
    return (this.sending = this.sending.then(deliver, deliver));
  }

  /** Sends what there is, now or as soon as the connection is back. */
  submit(attempt = 0): void {
    const later = (error: unknown): void => {
      if (error instanceof Refusal) return this.showRefusal(error);
      this.tell(true);
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.submit(attempt + 1), 1000 * kWaits_s[Math.min(attempt, kWaits_s.length - 1)]!);
    };
    this.send(this.progress.rowsNow()).then(() => this.tell(false), later);
  }

  /** Ends the study. Returns the address to which the participant goes, or "". */
  async end(outcome: Outcome): Promise<string> {
    clearTimeout(this.timer);
    try {
      if (outcome !== "declined") await this.send(this.progress.rows());
      return (await asked<{ completion: string }>("end", JSON.stringify({ token: this.token, outcome }))).completion;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.showRefusal(error);
      return new Promise(() => {});
    }
  }

  private async deliver(unfinished: Row | null): Promise<void> {
    if (this.kept === this.rows.length && !unfinished) return;
    const parts = [`"token":${JSON.stringify(this.token)}`, `"from":${this.kept}`, `"rows":[${this.rows.slice(this.kept).join(",")}]`];
    const { kept } = await asked<{ kept: number }>("rows", `{${parts.join(",")},"unfinished":${JSON.stringify(unfinished)}}`);
    this.kept = kept;
  }

  private tell(lost: boolean): void {
    if (lost !== this.lost && this.progress.kept) showNotice(lost ? this.texts.offline : "");
    this.lost = lost;
  }

  private showRefusal(refusal: Refusal): void {
    if (refusal.outcome === "withdrawn") this.progress.clear();
    showRefusal(refusal, this.texts);
  }
}

export function showRefusal({ outcome, completion }: Refusal, texts: Texts): void {
  const text = (texts as Record<string, string>)[`refused_${outcome}`] ?? filled(texts.not_loaded, { why: outcome });
  const go = completion === "" ? [] : [button(texts.completion, () => window.location.assign(completion))];
  showScreen("", text, ...go);
}
