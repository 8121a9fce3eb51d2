import { element } from "../dom.js";
import type { Step } from "./study_files.js";

interface Part {
  done: number;
  groups: number;
}

/** How many groups of tasks the steps have, and how many of them are over at this step: a page ends a group, and nothing tells the place within one. */
export function groupsDone(steps: readonly Step[], index: number): Part {
  const part = { done: 0, groups: 0 };
  let open = false;
  steps.forEach(({ kind }, at) => {
    if (kind === "task") open = true;
    if (kind !== "page" || !open) return;
    open = false;
    ++part.groups;
    if (at <= index) ++part.done;
  });
  return part;
}

/** Shows a bar at the upper edge. Screen readers read the text. */
export function showProgress(text: string, { done, groups }: Part): void {
  document.querySelector(".novphy-progress")?.remove();
  if (groups === 0) return;
  const bar = element("div", { role: "progressbar", "aria-label": text, "aria-valuenow": done, "aria-valuemax": groups });
  bar.style.inlineSize = `${(100 * done) / groups}%`;
  document.body.prepend(element("header", { class: "novphy-progress" }, bar));
}
