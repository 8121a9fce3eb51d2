import type { StudyFile } from "./study_files.js";

/** What a study may require: the page's size in CSS pixels, and what points at it. */
export function device() {
  const has = (pointer: string): boolean => matchMedia(`(any-pointer: ${pointer})`).matches;
  return { width: window.innerWidth, height: window.innerHeight, mouse: has("fine"), touch: has("coarse") };
}

/** Whether this device is one that the study takes. */
export function fits({ pointer, least_width = 0, least_height = 0 }: StudyFile["device"] & {}): boolean {
  const here = device();
  return here.width >= least_width && here.height >= least_height && (pointer === undefined || here[pointer]);
}
