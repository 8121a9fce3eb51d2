/** Makes HTML elements in one expression, and tells what an error says. */

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

export function button(label: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", press);
  return made;
}

/** What an error says to people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
