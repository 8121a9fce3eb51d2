import { messageOf } from "../dom.js";
import { sharedNovphy } from "../shared.js";
import { askParticipant } from "./ask.js";
import { fits } from "./device.js";
import { browserStorage, EntryStore, type StorageProblem } from "./entry_store.js";
import { hashedAssignment, namedParticipant, namedAssignment, recruitment, validParticipant, WrongAssignment, type Assignment } from "./identity.js";
import { batchAssignment, loadJatos, type Jatos } from "./jatos.js";
import { onlyTab } from "./one_tab.js";
import { Progress, sessionContent, type Entry } from "./progress.js";
import { button, downloadButton, showNotice, showScreen, warnBeforeLeaving } from "./screens.js";
import { sender } from "./sending.js";
import { begin, Refusal, showRefusal } from "./server.js";
import { otherSimulator, readSet, readStudy, type StudyFile } from "./study_files.js";
import { Study } from "./study.js";
import { filled, texts as ownTexts, textsIn, type Texts } from "./texts.js";

/** An error that the participant is told as it stands. */
class Told extends Error {}

interface OpenOptions {
  /** Other words for what the pages say besides the study's own texts: see texts.ts. */
  texts?: Partial<Texts>;
}

/**
 * Opens the study whose files lie beside the page: finds out who takes part, and reads what they did before.
 * Where that is not possible, the page says why, and the promise stays open.
 */
export async function openStudy(options: OpenOptions = {}): Promise<Study> {
  const texts = { ...ownTexts, ...options.texts };
  try {
    showScreen("", texts.loading);
    return await opened(texts, options.texts);
  } catch (error) {
    if (error instanceof Refusal) {
      showRefusal(error, texts);
      return new Promise(() => {});
    }
    const text = error instanceof Told ? error.message : filled(texts.not_loaded, { why: messageOf(error) });
    showScreen("", text, button(texts.reload, () => window.location.reload()));
    return new Promise(() => {});
  }
}

async function opened(texts: Texts, own?: Partial<Texts>): Promise<Study> {
  const study = await readStudy();
  Object.assign(texts, await textsIn(study.language), own);
  if (study.language) document.documentElement.lang = study.language;
  document.title = study.title;
  // A server tells by itself, also of a device that its own options refuse.
  if (study.sending.kind !== "server" && !fits(study.device ?? {})) throw new Refusal("device", study.completion?.device ?? "");
  const jatos = study.sending.kind === "jatos" ? await loadJatos() : null;
  const address = new URLSearchParams(jatos ? jatos.urlQueryParameters : window.location.search);
  const participant = await participantOf(address, jatos, texts);
  await needOneTab(`novphy/${study.id}/${participant}`, texts);
  const { progress, fileName } = progressOf(study, participant, texts);
  const named = assignmentInAddress(address, study, texts);
  const server = study.sending.kind === "server" ? await begin(progress, address, named, texts) : null;
  const assignment = progress.assignment() ?? (await newAssignment(named, study, participant, jatos));
  const [set, about] = await Promise.all([readSet(assignment.levelSet, assignment.number), aboutHere(study, texts)]);
  if (!progress.assignment()) progress.setAssignment(assignment);
  if (progress.step() < set.steps.length)
    progress.add(progress.row("session", -1, sessionContent(about, study.texts_hash, recruitment(address))));
  if (server) server.asksConsent = set.steps.some((step) => step.kind === "page" && step.decline);
  server?.submit();
  await server?.showCode();
  const send = sender(study.sending, fileName, jatos, server);
  if (jatos || server) sendWhenHidden(progress, send!);
  return new Study({ study, set, texts, progress, fileName, participant, send, jatos, server });
}

async function participantOf(address: URLSearchParams, jatos: Jatos | null, texts: Texts): Promise<string> {
  const named = namedParticipant(address) ?? (jatos ? `jatos_${jatos.workerId}` : null);
  if (named === null) return askParticipant(texts);
  if (!validParticipant(named)) throw new Told(filled(texts.address_who, { found: named }));
  return named;
}

async function needOneTab(name: string, texts: Texts): Promise<void> {
  if (!(await onlyTab(name, () => window.location.reload()))) throw new Told(texts.two_tabs);
}

function progressOf(study: StudyFile, participant: string, texts: Texts): { progress: Progress; fileName: string } {
  const fileName = `${participant}_${study.id}_${Date.now()}.json`;
  const tell = (problem: StorageProblem): void => {
    showNotice(problem === "" ? "" : texts[`storage_${problem}`], downloadButton(texts.download, fileName, () => progress.rowsNow()));
    warnBeforeLeaving(problem !== "");
  };
  const store = new EntryStore<Entry>(browserStorage(), `novphy/${study.id}/${participant}/entry/`, tell);
  const progress = new Progress(store, { study: study.id, participant });
  return { progress, fileName };
}

/** The assignment that the address names, completed by that of the JATOS batch or of the hash. */
async function newAssignment(
  named: ReturnType<typeof namedAssignment>, study: StudyFile, participant: string, jatos: Jatos | null,
): Promise<Assignment> {
  if (named.levelSet !== null && named.number !== null) return named as Assignment;
  const other = jatos ? await batchAssignment(jatos, study, participant) : hashedAssignment(study, participant);
  return { levelSet: named.levelSet ?? other.levelSet, number: named.number ?? other.number };
}

function assignmentInAddress(address: URLSearchParams, study: StudyFile, texts: Texts): ReturnType<typeof namedAssignment> {
  try {
    return namedAssignment(address, study);
  } catch (error) {
    if (!(error instanceof WrongAssignment)) throw error;
    const { parameter: name, found, last } = error;
    throw new Told(filled(texts.address_assignment, { name, found, last }));
  }
}

async function aboutHere(study: StudyFile, texts: Texts) {
  const about = (await sharedNovphy()).about();
  const why = otherSimulator(study.made_by, about);
  if (why !== "") throw new Told(filled(texts.other_simulator, { why }));
  return about;
}

/** JATOS and the server also get a task that was begun, should the participant never come back. */
function sendWhenHidden(progress: Progress, send: NonNullable<ReturnType<typeof sender>>): void {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && !progress.sent()) void send(progress.rowsNow(), 0).catch(() => {});
  });
}
