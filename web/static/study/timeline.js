// The timeline of this study. It is a jsPsych experiment like any other, so add trials of your own where you
// like: before the study's, after them, or between them. Their rows are kept and sent with the others.
import { initJsPsych } from "./lib/jspsych.js";
import { openStudy } from "./lib/study.js";

const study = await openStudy({
  // Other words for what the pages say themselves. `texts`, which lib/study.js exports, has all of them. The
  // texts of your study are in study.json.
  texts: {
    // who_text: "Please type your student number.",
  },
});
const jsPsych = initJsPsych(study.options());

// The steps of this participant that are left; after a reload, these are fewer.
const timeline = study.steps.map((step) => {
  if (step.kind === "page") return study.page(step);
  if (step.kind === "question") return study.question(step);
  return study.task(step); // "practice" or "task"
});

// A trial of your own, which is not shown again after a reload:
//   import { HtmlButtonResponse } from "./lib/study.js";
//   timeline.unshift(study.once("hands", { type: HtmlButtonResponse, stimulus: "Which hand do you use?", choices: ["Left", "Right"] }));

await study.run(jsPsych, timeline);
