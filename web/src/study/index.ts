/** lib/study.js of a study's folder: what timeline.js uses. */
export { default as HtmlButtonResponse } from "@jspsych/plugin-html-button-response";
export { default as SurveyHtmlForm } from "@jspsych/plugin-survey-html-form";
export { default as NovphyTask } from "../plugin.js";
export { openStudy } from "./open_study.js";
export type { Study } from "./study.js";
export { texts } from "./texts.js";
