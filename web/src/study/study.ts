import HtmlButtonResponse from "@jspsych/plugin-html-button-response";
import SurveyHtmlForm from "@jspsych/plugin-survey-html-form";
import type { JsPsych } from "jspsych";

import type { Act } from "../acts.js";
import { now_ms, watchAway, type Away } from "../clock.js";
import { messageOf } from "../dom.js";
import NovphyTask from "../plugin.js";
import { end } from "./ending.js";
import { answersOf, formParameters, watchFields } from "./forms.js";
import { hashOf, type Assignment } from "./identity.js";
import type { Jatos } from "./jatos.js";
import { groupsDone, showProgress } from "./parts.js";
import type { Progress, Row } from "./progress.js";
import type { StudyServer } from "./server.js";
import { pullPicture } from "./pull.js";
import { button, display, downloadButton, escaped, kDisplay, letKeysChoose, pageHtml, showScreen } from "./screens.js";
import type { Send } from "./sending.js";
import type { SetFile, Step, StudyFile, StudyPage } from "./study_files.js";
import { filled, type Texts } from "./texts.js";

type StepOf<Kind> = Extract<Step, { kind: Kind }>;
type Trial = Record<string, unknown>;

/** A page takes no press in its first moments, so that a double press does not skip one. */
const kDeafMs = 400;
const kTimeline = "study";

interface StudyParts {
  study: StudyFile;
  set: SetFile;
  texts: Texts;
  progress: Progress;
  fileName: string;
  participant: string;
  send: Send | null;
  jatos: Jatos | null;
  server: StudyServer | null;
}

/** A participant's study: makes the jsPsych trials of its steps, and keeps their data. */
export class Study {
  private jsPsych: JsPsych | null = null;
  private declined = false;
  private readonly own: { name: string; trial: Trial }[] = [];

  constructor(private readonly parts: StudyParts) {}

  get participant(): string {
    return this.parts.participant;
  }

  /** The part of the study that this participant plays, and the condition ("" where the study has none). */
  get assignment(): Assignment & { condition: string } {
    const { level_set: levelSet, number, condition } = this.parts.set;
    return { levelSet, number, condition: condition ?? "" };
  }

  /** Shows a trial of your own after each step of this name, such as "instructions" or "pause", also where the page was reloaded in between. */
  after(name: string, trial: Trial): void {
    this.own.push({ name, trial });
  }

  /** What is left: the steps, and after them your own trials that were not shown yet. After a reload, this is less. */
  timeline(): Trial[] {
    const next = this.parts.progress.step();
    const known = this.parts.set.steps.map((step) => step.name);
    for (const { name } of this.own)
      if (!known.includes(name)) throw new Error(`after("${name}"): expected the name of a step: ${[...new Set(known)].join(", ")}`);
    return this.parts.set.steps.flatMap((step) => [...(step.index < next ? [] : [this.trial(step)]), ...this.ownAfter(step)]);
  }

  private ownAfter(step: Step): Trial[] {
    const own = this.own.filter((each) => each.name === step.name);
    return own.map(({ trial }, i) => {
      const once = this.once(`${step.name}/${step.index}/${i}`, trial);
      // Whoever had gone on without this trial, in an earlier version of the page, is not shown it late.
      return { ...once, conditional_function: () => !this.did(`${step.name}/${step.index}/${i}`) && this.parts.progress.step() === step.index + 1 };
    });
  }

  private trial(step: Step): Trial {
    if (step.kind === "page") return this.page(step);
    if (step.kind === "form") return this.form(step);
    return step.kind === "question" ? this.question(step) : this.task(step);
  }

  /** Settings for initJsPsych(). The rows of trials that are not the study's are kept, too. */
  options(): Record<string, unknown> {
    return { display_element: kDisplay, on_data_update: (row: Row) => this.keepOther(row) };
  }

  /** Whether a trial of this name was finished, also before a reload: see once(). */
  did(name: string): boolean {
    return this.parts.progress.rows().some((row) => row.once === name);
  }

  /** A trial of your own that is not shown again after a reload. Its row has the name in the column "once". */
  once(name: string, trial: Trial): Trial {
    const data = { ...(trial.data as object), once: name };
    return { timeline: [{ ...trial, data }], conditional_function: () => !this.did(name) };
  }

  private page(step: StepOf<"page">): Trial {
    const choices = step.decline ? [step.button, step.decline] : [step.button];
    const responses = step.decline ? ["agreed", "declined"] : ["read"];
    return this.pressed(step, this.html(step), choices, 0, (choice) => ({ response: responses[choice] }));
  }

  private question(step: StepOf<"question">): Trial {
    const { text, yes, no } = step.question ?? this.parts.study.question;
    // Tab begins with an answer that is drawn for each question, so that the keys favour none.
    const first = hashOf(`${this.parts.participant}/${step.index}`) % 2;
    const stimulus = pageHtml({ title: text, text: "" });
    return this.pressed(step, stimulus, [yes, no], first, (choice) => ({ answer: choice === 0 }));
  }

  private task(step: StepOf<"task" | "practice">): Trial {
    const { study, set, texts, progress } = this.parts;
    const began = (): number => progress.began(step.index) ?? shown;
    let shown = 0;
    return {
      type: NovphyTask,
      task: set.tasks[step.task],
      title: step.title,
      words: study.words,
      view: study.screen.view,
      zoom: study.screen.zoom,
      sound: study.screen.sound ?? false,
      readout: study.screen.readout ?? true,
      labels: texts,
      certain_ends: study.certain_ends ?? true,
      help: this.help(),
      before: () => progress.shots(step.index),
      on_start: () => {
        shown = now_ms();
        this.tellPart(step);
      },
      on_act: (act: Act) => progress.addAct(step.index, step.task, began(), act),
      on_error: (why: string) => this.fail(why),
      on_finish: (row: Row) => this.keep(row, step, { task: step.task, began_at_ms: began(), acts: progress.acts(step.index) }),
    };
  }

  /** Runs the timeline, then sends the data. */
  async run(jsPsych: JsPsych, timeline: Trial[] = this.timeline()): Promise<void> {
    this.jsPsych = jsPsych;
    for (const row of this.parts.progress.rows()) jsPsych.data.get().push(row);
    jsPsych.data.addProperties(this.parts.progress.who);
    display().replaceChildren();
    if (timeline.length > 0) await this.runTimeline(jsPsych, timeline);
    if (this.declined) await this.showDeclined();
    await end({ ...this.parts, declined: this.declined });
  }

  private async runTimeline(jsPsych: JsPsych, timeline: Trial[]): Promise<void> {
    try {
      await jsPsych.run([{ name: kTimeline, timeline }] as never);
    } catch (error) {
      this.fail(messageOf(error));
      throw error; // The console shows where.
    }
  }

  /** A trial that shows HTML, and ends with the press of a button. */
  private pressed(step: Step, stimulus: string, choices: string[], first: number, content: (choice: number) => Row): Trial {
    let keys = (): void => {};
    return {
      type: HtmlButtonResponse,
      stimulus,
      choices: choices.map(escaped),
      button_layout: "flex",
      enable_button_after: kDeafMs,
      save_trial_parameters: { stimulus: false },
      ...this.timed(step, {
        shown: () => (keys = letKeysChoose(display(), first)),
        content: (row) => {
          keys();
          return content(row.response as number);
        },
      }),
    };
  }

  private form(step: StepOf<"form">): Trial {
    const { set, texts, progress } = this.parts;
    const form = set.forms![step.name]!;
    const trial = {
      type: SurveyHtmlForm,
      ...formParameters(form),
      ...this.timed(step, {
        shown: () => watchFields(display(), texts.form_needed),
        content: (row) => ({ form: step.name, answers: answersOf(form, row.response as never) }),
      }),
    };
    if (!step.answered) return trial;
    return { timeline: [trial], conditional_function: () => progress.answerBefore(step.index) === step.answered };
  }

  /** What a trial of HTML has in common with others: it is timed, and its row is kept. */
  private timed(step: Step, own: { shown(): void; content(row: Row): Row }): Trial {
    let began_at_ms = 0;
    let stop = (): void => {};
    const away: Away[] = [];
    return {
      on_start: () => {
        began_at_ms = now_ms();
        this.tellPart(step);
      },
      on_load: () => {
        own.shown();
        stop = watchAway((each) => away.push(each)).stop;
      },
      on_finish: (row: Row) => {
        stop();
        this.keep(row, step, { began_at_ms, away, ...own.content(row) });
      },
    };
  }

  private keep(row: Row, step: Step, content: Row): void {
    delete row.response; // jsPsych's index of the button, or its texts of a form
    const condition = step.condition ? { condition: step.condition } : {};
    Object.assign(row, this.parts.progress.row(step.kind, step.index, { ...condition, ...content }));
    this.parts.progress.add(row);
    this.submit();
    if (row.response !== "declined") return;
    this.declined = true;
    this.jsPsych?.abortTimelineByName(kTimeline);
  }

  private keepOther(row: Row): void {
    if (row.novphy === 1) return;
    this.parts.progress.add(row);
    this.parts.server?.submit();
  }

  /** JATOS gets everything after each step. What does not arrive now is sent with the next step, or at the end. */
  private submit(): void {
    this.parts.server?.submit();
    if (this.parts.jatos) void this.parts.send?.(this.parts.progress.rowsNow(), 0).catch(() => {});
  }

  private help(): Trial | null {
    const { screen, pages } = this.parts.study;
    if (!screen.help || !pages.instructions) return null;
    return { html: this.html(pages.instructions), button: pages.pause?.button ?? pages.instructions.button };
  }

  /** A page; the instructions come with a picture of how to pull. */
  private html(page: StudyPage): string {
    const { study, texts } = this.parts;
    const picture = page.text === study.pages.instructions?.text ? pullPicture(escaped(texts.pull)) : "";
    return pageHtml(page) + picture;
  }

  private tellPart(step: Step): void {
    const part = groupsDone(this.parts.set.steps, step.index);
    showProgress(filled(this.parts.texts.progress, { ...part }), part);
  }

  private fail(why: string): void {
    const { texts, fileName, progress } = this.parts;
    const save = downloadButton(texts.download, fileName, () => progress.rowsNow());
    if (!progress.kept) return showScreen("", filled(texts.trial_failed_unkept, { why }), save);
    const reload = button(texts.reload, () => window.location.reload());
    showScreen("", filled(texts.trial_failed, { why }), reload, save);
  }

  private showDeclined(): Promise<void> {
    const page: StudyPage | undefined = this.parts.study.pages.declined;
    if (!page) return Promise.resolve();
    return new Promise((resolve) => showScreen(page.title, page.text, button(page.button, resolve)));
  }
}
