import { button as plainButton } from "../dom.js";
import type { Row } from "./progress.js";
import type { StudyPage } from "./study_files.js";

/** Pages as HTML, and the element in which everything is shown. */
export const kDisplay = "study";

export function display(): HTMLElement {
  return document.getElementById(kDisplay)!;
}

export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

/** A page's title and text. Empty lines part paragraphs. */
export function pageHtml(page: Pick<StudyPage, "title" | "text">): string {
  const paragraphs = page.text.split(/\n{2,}/).filter((text) => text.trim() !== "");
  const body = paragraphs.map((text) => `<p dir="auto">${escaped(text)}</p>`).join("");
  const seen = page.title === "" ? ` class="novphy-unseen"` : "";
  const title = `<h1 dir="auto" tabindex="-1"${seen}>${escaped(page.title || document.title)}</h1>`;
  return `<div class="novphy-page">${title}${body}</div>`;
}

export function button(label: string, press: () => void): HTMLButtonElement {
  return plainButton(label, press, { class: "jspsych-btn" });
}

/** Shows a page that is no trial of jsPsych: before the first one, after the last, or where something is wrong. */
export function showScreen(title: string, text: string, ...below: Node[]): void {
  const page = document.createElement("div");
  page.className = "novphy-screen";
  if (title === "") page.setAttribute("role", "alert");
  page.innerHTML = pageHtml({ title, text });
  const buttons = document.createElement("div");
  buttons.className = "novphy-buttons";
  buttons.append(...below);
  page.append(buttons);
  display().replaceChildren(page);
  if (title !== "") display().querySelector("h1")?.focus();
}

/** Shows a message above everything else, such as that the storage is full. An empty text hides it. */
export function showNotice(text: string, ...buttons: Node[]): void {
  const notice = document.getElementById("notice")!;
  notice.replaceChildren(...(text === "" ? [] : [text, " ", ...buttons]));
  notice.hidden = text === "";
  document.documentElement.style.setProperty("--novphy-top", `${notice.offsetHeight}px`);
}

/** Whether the browser asks before it leaves the page, as data would be lost. */
export function warnBeforeLeaving(warns: boolean): void {
  window.onbeforeunload = warns ? (event) => event.preventDefault() : null;
}

/** A button that offers the rows of that moment as a file. */
export function downloadButton(label: string, fileName: string, rows: () => Row[]): HTMLButtonElement {
  return button(label, () => download(fileName, JSON.stringify(rows())));
}

/** Offers this text as a file. */
function download(fileName: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Lets keys choose among a page's buttons: the left arrow the first, the right arrow the last, and Tab at first
 * the one of the index `first`. A press takes Enter or the space bar.
 */
export function letKeysChoose(place: HTMLElement, first: number): () => void {
  const buttons = (): HTMLButtonElement[] => [...place.querySelectorAll<HTMLButtonElement>("button")];
  const chosen = (): boolean => buttons().includes(document.activeElement as HTMLButtonElement);
  const onKey = (event: KeyboardEvent): void => {
    const all = buttons();
    const wanted = { ArrowLeft: all[0], ArrowRight: all.at(-1), Tab: chosen() || event.shiftKey ? undefined : all[first] }[event.key];
    if (!wanted || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    wanted.focus();
  };
  document.addEventListener("keydown", onKey);
  place.querySelector("h1")?.focus({ preventScroll: true });
  return () => document.removeEventListener("keydown", onKey);
}
