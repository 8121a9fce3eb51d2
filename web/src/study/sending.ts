import { messageOf } from "../dom.js";
import type { Jatos } from "./jatos.js";
import type { Row } from "./progress.js";
import type { StudyServer } from "./server.js";
import type { StudyFile } from "./study_files.js";

/** Sends all rows, or throws an Error that says why it could not. Attempts count from 0. */
export type Send = (rows: Row[], attempt: number) => Promise<void>;

const kDataPipe = "https://pipe.jspsych.org/api/data/";
const kPatienceMs = 60_000;

/** How this study sends its data; null where participants download them. */
export function sender(sending: StudyFile["sending"], fileName: string, jatos: Jatos | null, server: StudyServer | null = null): Send | null {
  switch (sending.kind) {
    case "download":
      return null;
    case "jatos":
      return async (rows) => void (await jatos!.submitResultData(JSON.stringify(told(rows))));
    case "server":
      return (rows) => server!.send(rows);
    case "post":
      return (rows) => post(sending.url, JSON.stringify(told(rows)));
    case "datapipe":
      return (rows, attempt) => post(kDataPipe, dataPipeBody(sending.id, named(fileName, attempt), rows));
  }
}

/** The rows as they are sent: of who declined, without anything about the device, as the consent page says. The server gets nothing of them. */
export function told(rows: Row[]): Row[] {
  const answered = (response: string): boolean => rows.some((row) => row.novphy === 1 && row.response === response);
  return answered("declined") && !answered("agreed") ? rows.map(withoutDevice) : rows;
}

function withoutDevice(row: Row): Row {
  const { user_agent: _, screen: __, device_pixel_ratio: ___, study_id: ____, session_id: _____, ...rest } = row;
  return rest;
}

function dataPipeBody(experimentID: string, filename: string, rows: Row[]): string {
  return JSON.stringify({ experimentID, filename, data: JSON.stringify(told(rows)) });
}

/** A name of its own for each attempt: DataPipe refuses a name that is there, also where only its answer was lost. */
function named(fileName: string, attempt: number): string {
  return attempt === 0 ? fileName : fileName.replace(/\.json$/, `_${attempt + 1}.json`);
}

async function post(url: string, body: string): Promise<void> {
  await posted(url, body);
}

/** The answer. Throws an Error for one that is neither good nor of the status `also`. */
export async function posted(url: string, body: string, also = 0): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error("no answer")), kPatienceMs);
  try {
    const headers = { "Content-Type": "application/json", Accept: "*/*" };
    const answer = await fetch(url, { method: "POST", headers, body, signal: patience.signal });
    if (answer.ok || answer.status === also) return answer;
    throw new Error(`the server answers ${answer.status}${await reason(answer)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The server's own message, where it gives one. */
async function reason(answer: Response): Promise<string> {
  const text = await answer.text().catch(() => "");
  return text === "" ? "" : `: ${text.slice(0, 200)}`;
}

interface Waiting {
  /** Waiting times after failures, in seconds; the last one is used again and again. */
  waits_s: readonly number[];
  /** Tells that the data could not be sent. Resolves when it is time to try again. */
  failed(why: string, wait_s: number): Promise<void>;
}

export const kWaits_s = [2, 4, 8, 15, 30, 60];

/** Sends until it works. */
export async function sendUntilDone(send: Send, rows: Row[], waiting: Waiting): Promise<void> {
  for (let attempt = 0; ; ++attempt) {
    try {
      return await send(rows, attempt);
    } catch (error) {
      const wait_s = waiting.waits_s[Math.min(attempt, waiting.waits_s.length - 1)]!;
      await waiting.failed(messageOf(error), wait_s);
    }
  }
}
