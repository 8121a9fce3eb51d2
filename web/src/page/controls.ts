/** Controls to choose one of several words. */

import { element } from "../dom.js";

/** A list to choose one of these words from. */
export function choiceOf(words: string[], chosen: string, onChange: (word: string) => void): HTMLSelectElement {
  const list = element("select", {}, ...words.map((word) => element("option", { selected: word === chosen }, word)));
  list.addEventListener("change", () => onChange(list.value));
  return list;
}

let groups = 0;

/** Radio buttons in a row, of which one is pressed. */
export class Switch {
  readonly box: HTMLFieldSetElement;
  private readonly inputs: HTMLInputElement[];

  constructor(title: string, words: string[], onChange: (index: number) => void) {
    const name = `novphy-switch-${groups++}`;
    this.inputs = words.map(() => element("input", { type: "radio", name }));
    const labels = words.map((word, i) => element("label", {}, this.inputs[i]!, element("span", {}, word)));
    this.box = element("fieldset", { class: "novphy-switch" }, element("legend", {}, title), ...labels);
    this.inputs.forEach((input, i) => input.addEventListener("change", () => onChange(i)));
    this.choose(0);
  }

  choose(index: number): void {
    this.inputs.forEach((input, i) => { input.checked = i === index; });
  }
}
