/** The playground: every pair that comes with novphy, its parameters, its task to edit, and an address that carries all of it. */

import { button, element, messageOf } from "../dom.js";
import { load, type Novphy } from "../novphy.js";
import { addressOf, placeIn, type PairPlace } from "./address.js";
import { Switch } from "./controls.js";
import { missingInBrowser } from "./data.js";
import { Editor } from "./editor.js";
import { checkValues, Sliders } from "./parameters.js";
import { TryView } from "./try_task.js";

const kSides = ["normal", "novel"] as const;
const kFirstPair = "rolling/agents";

/** The texts of the pairs by name, such as "rolling/agents". */
type Pairs = Map<string, string>;

class Playground {
  readonly box: HTMLElement;
  private place: PairPlace = { pair: kFirstPair, side: "normal", values: {} };
  private edited: string | undefined;
  private readonly view: TryView;
  private readonly pairs: HTMLSelectElement;
  private readonly side = new Switch("Novelty", ["off", "on"], (index) => this.change({ side: kSides[index]! }));
  private readonly sliders = new Sliders((values) => this.change({ values }));
  private readonly choice: HTMLFieldSetElement;
  private readonly editor = new Editor((text) => this.edit(text));
  private readonly note = element("p", { class: "novphy-note", role: "status" });
  private readonly back = button("Back to the pair", () => this.showPair());

  constructor(private readonly novphy: Novphy, private readonly texts: Pairs) {
    this.view = new TryView(novphy);
    this.pairs = listOf([...texts.keys()], (pair) => this.change({ pair, values: {} }));
    this.choice = element("fieldset", { class: "novphy-choice" },
      element("label", {}, element("span", {}, "Pair"), this.pairs), this.side.box, this.sliders.box);
    const link = button("Copy the address", () => void this.copy());
    const bar = element("div", { class: "novphy-bar" }, link, this.back);
    const panel = element("section", { class: "novphy-panel" }, this.choice, bar, this.editor.box);
    this.box = element("div", { class: "novphy-playground" }, element("div", {}, this.note, this.view.box), panel);
  }

  /** Shows what the address names, or says why it cannot. */
  async open(hash: string): Promise<void> {
    try {
      const place = await placeIn(hash);
      if (place && "task" in place) this.showTask(place.task);
      else this.showPair(place);
    } catch (error) {
      this.showPair({ pair: kFirstPair, side: "normal", values: {} });
      this.say(`The address ${messageOf(error)}. Here is a pair instead.`);
    }
  }

  private change(some: Partial<PairPlace>): void {
    const before = this.place;
    try {
      this.showPair({ ...before, ...some });
    } catch (error) {
      this.showPair(before);
      this.say(messageOf(error));
    }
    void this.tellAddress();
  }

  private showPair(place: PairPlace = this.place): void {
    const text = this.texts.get(place.pair);
    if (text === undefined) throw new Error(`names the pair ${place.pair}, which does not exist`);
    const parameters = this.novphy.parameters(text);
    checkValues(parameters, place.values);
    const { task } = this.novphy.readTask(text, { file: place.pair, side: place.side, with: place.values });
    this.sliders.show(parameters, place.values);
    this.place = place;
    this.setEdited(undefined);
    this.pairs.value = place.pair;
    this.side.choose(kSides.indexOf(place.side));
    this.editor.show(task);
    this.view.show(task, `${place.pair}, ${place.side}`);
  }

  private showTask(text: string): void {
    this.showPair();
    const { task } = this.novphy.readTask(text, { file: "task.json" });
    this.view.show(task, "the task of this address");
    this.setEdited(task);
    this.editor.show(text);
  }

  /** Takes what the reader typed. Returns warnings. */
  private edit(text: string): string[] {
    const { task, warnings } = this.novphy.readTask(text, { file: "task.json" });
    this.view.show(task, "the edited task");
    this.setEdited(task);
    void this.tellAddress();
    return warnings;
  }

  /** Sliders and switch would throw away what was typed, so they wait until the reader goes back to the pair. */
  private setEdited(task: string | undefined): void {
    this.edited = task;
    this.choice.disabled = task !== undefined;
    this.back.hidden = task === undefined;
    this.say("");
  }

  private async address(): Promise<string> {
    return addressOf(this.edited === undefined ? this.place : { task: this.edited });
  }

  private async tellAddress(): Promise<void> {
    history.replaceState(null, "", await this.address());
  }

  private async copy(): Promise<void> {
    await this.tellAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("The address is copied. It holds the whole task.");
    } catch {
      this.say("The address line of the browser now holds the whole task; please copy it from there.");
    }
  }

  private say(text: string): void {
    this.note.textContent = text;
  }
}

/** The names by scenario. */
function listOf(names: string[], onChange: (name: string) => void): HTMLSelectElement {
  const list = element("select");
  for (const scenario of new Set(names.map((name) => name.split("/")[0]!))) {
    const of = names.filter((name) => name.startsWith(`${scenario}/`));
    list.append(element("optgroup", { label: scenario.replaceAll("_", " ") }, ...of.map((name) => element("option", { value: name }, name))));
  }
  list.addEventListener("change", () => onChange(list.value));
  return list;
}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} is not there; scripts/web.sh makes it.`);
  return response;
}

async function open(root: HTMLElement): Promise<void> {
  const missing = missingInBrowser();
  if (missing !== "") throw new Error(missing);
  const texts: Pairs = new Map(Object.entries((await (await fetched("pairs.json")).json()) as Record<string, string>));
  const playground = new Playground(await load(await fetched("novphy.wasm")), texts);
  root.replaceChildren(playground.box);
  await playground.open(location.hash);
  addEventListener("hashchange", () => void playground.open(location.hash));
}

const root = document.getElementById("novphy-page")!;
open(root).catch((error: unknown) => root.replaceChildren(element("p", { class: "novphy-other", role: "alert" }, messageOf(error))));
