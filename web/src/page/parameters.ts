/** A slider for each number that varies in a pair, and a list for each word. */

import { element } from "../dom.js";
import type { Parameter } from "../novphy.js";
import type { Values } from "./address.js";
import { choiceOf } from "./controls.js";

const kSteps = 200;

export class Sliders {
  readonly box = element("div", { class: "novphy-sliders" });
  private shown = "";

  constructor(private readonly onChange: (values: Values) => void) {}

  /** Shows the parameters with these values; one without a value has its base. What is shown already keeps the focus. */
  show(parameters: Parameter[], values: Values): void {
    if (this.shown === JSON.stringify([parameters, values])) return;
    this.shown = JSON.stringify([parameters, values]);
    const now: Values = { ...values };
    const set = (name: string) => (value: number | string): void => {
      now[name] = value;
      this.shown = JSON.stringify([parameters, now]);
      this.onChange({ ...now });
    };
    this.box.replaceChildren(...parameters.map((each) => rowOf(each, values[each.name] ?? each.base, set(each.name))));
  }
}

function fits(parameter: Parameter, value: number | string): boolean {
  if (parameter.of !== undefined) return parameter.of.includes(String(value));
  return typeof value === "number" && value >= parameter.low! && value <= parameter.high!;
}

function wish(parameter: Parameter): string {
  return parameter.of !== undefined ? parameter.of.join(", ") : `a number from ${parameter.low} to ${parameter.high}`;
}

/** Throws an Error that completes "The address ..." for a value that the pair does not have or allow. */
export function checkValues(parameters: Parameter[], values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter) throw new Error(`names ${name}, which is no parameter of the pair`);
    if (!fits(parameter, value)) throw new Error(`says ${name}=${value}, and it can be ${wish(parameter)}`);
  }
}

function rowOf(parameter: Parameter, value: number | string, set: (value: number | string) => void): HTMLElement {
  const name = element("span", {}, parameter.name);
  if (parameter.of !== undefined) return element("label", {}, name, choiceOf(parameter.of, String(value), set));
  return element("label", {}, name, ...sliderOf(parameter, Number(value), set));
}

function sliderOf(parameter: Parameter, value: number, set: (value: number) => void): Node[] {
  const low = parameter.low!, high = parameter.high!;
  const slider = element("input", { type: "range", min: low, max: high, step: (high - low) / kSteps || 1 });
  slider.value = String(value);
  const shown = element("output", {}, rounded(value));
  slider.addEventListener("input", () => { shown.value = rounded(slider.valueAsNumber); });
  slider.addEventListener("change", () => set(Number(rounded(slider.valueAsNumber))));
  return [slider, shown];
}

/** Files round coordinates to 0.1 mm, too. */
function rounded(value: number): string {
  return String(Number(value.toFixed(4)));
}
