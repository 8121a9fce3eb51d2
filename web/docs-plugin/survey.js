// A task and a question about it, for a page built by Vite, webpack, Parcel or esbuild.
// npm install novphy jspsych @jspsych/plugin-survey-likert
import SurveyLikert from "@jspsych/plugin-survey-likert";
import { initJsPsych } from "jspsych";
import NovphyTask from "novphy/plugin";

const task = { novphy_task: 1, birds: ["red"], objects: [{ type: "pig_medium", at: [0, -3.1] }] };
const jsPsych = initJsPsych({ on_finish: () => jsPsych.data.displayData() });

jsPsych.run([
  { type: NovphyTask, task, title: "An example", canvas_size: [960, 720], zoom: true },
  {
    type: SurveyLikert,
    questions: [{ name: "sure", prompt: "How sure were you of your shot?", labels: ["Not at all", "Somewhat", "Quite", "Very"], required: true }],
  },
]);
