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

// Trials of your own, which are not shown again after a reload: after each step of a name, such as welcome, consent,
// instructions, begin, trial, pause, practice, task or question, or where you like in the list that timeline() gives.
//   import { HtmlButtonResponse } from "./lib/study.js";
//   study.after("instructions", { type: HtmlButtonResponse, stimulus: "Which hand do you use?", choices: ["Left", "Right"] });
// study.assignment tells the participant's level set and number.

const timeline = study.timeline();

await study.run(jsPsych, timeline);
