/** Makes HTML elements in one expression. */

type Attributes = Record<string, string | number | boolean | undefined>;

function setAttribute(made: HTMLElement, name: string, value: string | number | boolean): void {
  if (value === true) made.setAttribute(name, "");
  else if (value !== false) made.setAttribute(name, String(value));
}

/** An element with these attributes and children. An attribute that is false or undefined is left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, attributes: Attributes = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) setAttribute(made, name, value);
  made.append(...children);
  return made;
}

export function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, text);
  made.addEventListener("click", onClick);
  return made;
}

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
