import type { Jatos } from "./jatos.js";
import type { Progress } from "./progress.js";
import { button, downloadButton, showNotice, showScreen, warnBeforeLeaving } from "./screens.js";
import { kWaits_s, sendUntilDone, type Send } from "./sending.js";
import type { StudyServer } from "./server.js";
import { wrongChecks } from "./forms.js";
import type { SetFile, StudyFile } from "./study_files.js";
import { filled, type Texts } from "./texts.js";

/** What the end of a study needs. */
interface Ending {
  study: StudyFile;
  set: SetFile;
  texts: Texts;
  progress: Progress;
  fileName: string;
  send: Send | null;
  jatos: Jatos | null;
  server: StudyServer | null;
  declined: boolean;
}

export type Outcome = "complete" | "declined" | "failed_checks";

function outcomeOf({ study, set, progress, declined }: Ending): Outcome {
  if (declined) return "declined";
  const wrong = wrongChecks(set.forms ?? {}, progress.rows());
  return wrong >= (study.checks_to_fail ?? Infinity) ? "failed_checks" : "complete";
}

/** Sends the data, however long it takes, and leads back to the recruiting service. */
export async function end(ending: Ending): Promise<void> {
  const { server, declined, study } = ending;
  const outcome = outcomeOf(ending);
  let completion = study.completion?.[outcome] ?? (declined ? "" : study.completion?.complete) ?? "";
  if (!ending.send) return declined ? leave(ending, completion) : endWithDownload(ending, completion);
  const send: Send = server ? async () => void (completion = await server.end(outcome)) : ending.send;
  if (server || !ending.progress.sent()) await sendAll(ending, send);
  await leave(ending, completion);
}

async function sendAll(ending: Ending, send: Send): Promise<void> {
  const { texts, progress } = ending;
  const showSending = (): void => showScreen(texts.sending_title, texts.sending);
  const failed = (why: string, wait_s: number): Promise<void> => showFailure(ending, why, wait_s).then(showSending);
  showSending();
  await sendUntilDone(send, progress.rows(), { waits_s: kWaits_s, failed });
  setSent(ending);
}

/** The data are where they belong, so the page may be left. */
function setSent(ending: Ending): void {
  ending.progress.setSent(ending.study.sending.kind);
  warnBeforeLeaving(false);
  showNotice("");
}

/** Says that sending failed, and waits for the time or the button. */
function showFailure(ending: Ending, why: string, seconds: number): Promise<void> {
  const { texts, fileName, progress } = ending;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000);
    const again = button(texts.send_again, () => {
      clearTimeout(timer);
      resolve();
    });
    showScreen(texts.sending_title, filled(texts.sending_failed, { why, seconds }), again, downloadButton(texts.download, fileName, () => progress.rowsNow()));
  });
}

function endWithDownload(ending: Ending, completion: string): void {
  const { texts, fileName, progress } = ending;
  const again = downloadButton(texts.download_again, fileName, () => progress.rowsNow());
  const text = filled(texts.downloaded, { file: fileName });
  if (!progress.sent()) {
    again.click();
    setSent(ending);
  }
  showScreen(texts.sent_title, text, again, ...completionButton(ending, completion));
}

function completionButton(ending: Ending, address: string): HTMLButtonElement[] {
  if (address === "") return [];
  return [button(ending.texts.completion, () => window.location.assign(address))];
}

async function leave(ending: Ending, completion: string): Promise<void> {
  const { texts, jatos, declined } = ending;
  const text = declined ? texts.declined : texts.sent;
  showScreen(texts.sent_title, text, ...completionButton(ending, completion));
  if (jatos && completion) await jatos.endStudyAndRedirect(completion, !declined);
  else if (jatos) await jatos.endStudy(!declined, declined ? "declined" : undefined);
  else if (completion) window.location.assign(completion);
}
