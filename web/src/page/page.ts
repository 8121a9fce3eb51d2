/** The page that `novphy page` writes, and the part of a report that `novphy report --play` adds. */

import { element, messageOf } from "../dom.js";
import { load, type Novphy } from "../novphy.js";
import { Switch } from "./controls.js";
import { moduleBytes, licences, missingInBrowser, pageData, type PageData, type PageTask } from "./data.js";
import { TryView } from "./try_task.js";
import { WatchView } from "./watch.js";

/** Names of the sides of a pair in the switch. */
const kNovelty: Record<string, string> = { normal: "off", novel: "on" };

function isPair(tasks: PageTask[]): boolean {
  return tasks.length === 2 && tasks.every((task) => task.label in kNovelty);
}

function tryBox(novphy: Novphy, data: PageData): HTMLElement {
  const view = new TryView(novphy);
  const show = (index: number): void => view.show(data.tasks[index]!.task, `${data.title}, ${data.tasks[index]!.label}`);
  const names = data.tasks.map((task) => (isPair(data.tasks) ? kNovelty[task.label]! : task.label));
  if (names.length > 1) view.bar.prepend(new Switch(isPair(data.tasks) ? "Novelty" : "Task", names, show).box);
  queueMicrotask(() => show(0));
  return view.box;
}

/** What plays here, for readers who compare it with their own program. */
function aboutBox(novphy: Novphy): HTMLElement {
  const about = novphy.about();
  const text = element("pre");
  const folded = element("details", { class: "novphy-hint" }, element("summary", {}, `Played by novphy ${about.version} with Box2D ${about.box2d} in this browser. Licences`), text);
  folded.addEventListener("toggle", () => void licences().then((all) => { text.textContent = all; }), { once: true });
  return folded;
}

async function fill(root: HTMLElement): Promise<void> {
  const missing = missingInBrowser();
  if (missing !== "") throw new Error(missing);
  const data = pageData();
  const novphy = await load(await moduleBytes());
  root.replaceChildren();
  if (data.tasks.length > 0) root.append(tryBox(novphy, data));
  if (data.records.length > 0) root.append(new WatchView(novphy, data.records).box);
  root.append(aboutBox(novphy));
}

/** Calls the function once the element comes near the visible part of the page. */
function onceNear(seen: HTMLElement, then: () => void): void {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    then();
  }, { rootMargin: "300px" });
  observer.observe(seen);
}

/** The heading of a page of its own; a report has another one. */
const heading = document.getElementById("novphy-title");
if (heading) heading.textContent = document.title;

const root = document.getElementById("novphy-page")!;
onceNear(root, () => {
  fill(root).catch((error: unknown) => root.replaceChildren(element("p", { class: "novphy-other", role: "alert" }, messageOf(error))));
});
