import type { Row } from "./progress.js";
import { escaped, pageHtml } from "./screens.js";

/** A question of a form, as study files have them (docs/reference/studies.md). */
export type FormQuestion = { text: string; optional?: boolean; right?: Answer } & (
  | { kind: "slider"; from: number; to: number; low: string; high: string }
  | { kind: "number"; from: number; to: number }
  | { kind: "choice"; choices: string[]; several?: boolean }
  | { kind: "text" }
);

export interface StudyForm {
  title: string;
  text?: string;
  button: string;
  questions: Record<string, FormQuestion>;
}

/** A number, the number of a choice from 0 or several of them, a text; null for an optional question that was left out. */
export type Answer = number | number[] | string | null;

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Letters of an answer in words. */
const kMostLetters = 2000;

/** What jsPsych's plugin survey-html-form needs to show the form. Its row has the answers as `response`: see answersOf(). */
export function formParameters(form: StudyForm): Record<string, unknown> {
  const questions = Object.entries(form.questions).map(([name, question]) => questionHtml(name, question));
  return {
    preamble: pageHtml({ title: form.title, text: form.text ?? "" }),
    html: questions.join(""),
    button_label: escaped(form.button),
    dataAsArray: true,
  };
}

function questionHtml(name: string, question: FormQuestion): string {
  const id = `novphy-${name}`;
  const required = question.optional ? "" : "required";
  if (question.kind === "choice") return choicesHtml(name, question, required);
  const label = `<label for="${id}" dir="auto">${escaped(question.text)}</label>`;
  return `<div class="novphy-question">${label}${fieldHtml(`id="${id}"`, name, question, required)}</div>`;
}

function fieldHtml(id: string, name: string, question: Exclude<FormQuestion, { kind: "choice" }>, required: string): string {
  if (question.kind === "text") return `<textarea ${id} name="${name}" rows="3" maxlength="${kMostLetters}" dir="auto" ${required}></textarea>`;
  const range = `min="${question.from}" max="${question.to}" step="1"`;
  if (question.kind === "number") return `<input type="number" inputmode="numeric" ${id} name="${name}" ${range} ${required}>`;
  // A slider that was not touched has no name, and so no answer.
  const ends = [question.low, question.high].map((end) => `<span dir="auto">${escaped(end)}</span>`);
  return `<div class="novphy-slider">${ends[0]}<input type="range" ${id} data-name="${name}" ${range} ${required}>${ends[1]}</div>`;
}

function choicesHtml(name: string, question: Extract<FormQuestion, { kind: "choice" }>, required: string): string {
  const [type, needs] = question.several ? ["checkbox", ""] : ["radio", required];
  const choices = question.choices.map((text, i) =>
    `<label dir="auto"><input type="${type}" name="${name}" value="${i}" ${needs}> ${escaped(text)}</label>`);
  const several = question.several && required ? ` data-needed` : "";
  return `<fieldset class="novphy-question"${several}><legend dir="auto">${escaped(question.text)}</legend>${choices.join("")}</fieldset>`;
}

/** Makes sliders answer once they are touched, and asks for what browsers do not ask for by themselves: `needed` says so. */
export function watchFields(place: HTMLElement, needed: string): void {
  for (const slider of place.querySelectorAll<HTMLInputElement>("input[data-name]")) {
    if (slider.required) slider.setCustomValidity(needed);
    const touch = (): void => {
      slider.name = slider.dataset.name!;
      slider.setCustomValidity("");
    };
    for (const event of ["input", "pointerdown"]) slider.addEventListener(event, touch);
  }
  for (const set of place.querySelectorAll<HTMLFieldSetElement>("fieldset[data-needed]")) {
    const boxes = [...set.querySelectorAll("input")];
    const look = (): void => boxes[0]!.setCustomValidity(boxes.some((box) => box.checked) ? "" : needed);
    set.addEventListener("change", look);
    look();
  }
  for (const field of place.querySelectorAll<Field>("textarea[required]")) {
    const look = (): void => field.setCustomValidity(field.value.trim() === "" ? needed : "");
    field.addEventListener("input", look);
    look();
  }
  place.querySelector("h1")?.focus({ preventScroll: true });
}

/** The answers by the questions' names, from the trial's response. */
export function answersOf(form: StudyForm, response: { name: string; value: string }[]): Record<string, Answer> {
  const given = (name: string): string[] => response.flatMap((each) => (each.name === name ? [each.value] : []));
  return Object.fromEntries(Object.entries(form.questions).map(([name, question]) => [name, answerOf(question, given(name))]));
}

function answerOf(question: FormQuestion, given: string[]): Answer {
  if (question.kind === "choice" && question.several) return given.map(Number);
  const value = given[0]?.trim() ?? "";
  if (value === "") return null;
  return question.kind === "text" ? value : Number(value);
}

/** How many attention checks among the rows of forms were answered wrong. */
export function wrongChecks(forms: Record<string, StudyForm>, rows: readonly Row[]): number {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  const wrong = rows.flatMap((row) => {
    if (row.novphy !== 1 || row.kind !== "form") return [];
    const questions = Object.entries(forms[row.form as string]?.questions ?? {});
    return questions.filter(([name, { right }]) => right !== undefined && !same(right, (row.answers as Record<string, Answer>)[name]));
  });
  return wrong.length;
}
