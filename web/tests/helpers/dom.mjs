// The globals of a page, made by jsdom, for tests without a browser.
import assert from "node:assert/strict";

import { JSDOM } from "jsdom";

const names = [
  "window", "document", "navigator", "HTMLElement", "HTMLButtonElement", "HTMLInputElement", "Event", "CustomEvent", "KeyboardEvent",
  "MouseEvent", "MutationObserver", "customElements", "localStorage", "requestAnimationFrame", "cancelAnimationFrame", "DOMException", "Node",
];

export function makePage(html = '<body><main id="study"></main></body>') {
  const { window } = new JSDOM(html, { url: "http://localhost/", pretendToBeVisual: true });
  for (const name of names) Object.defineProperty(globalThis, name, { value: window[name], configurable: true, writable: true });
  return window;
}

/** What @jspsych/test-utils needs of jest. */
globalThis.expect = (found) => ({ toBe: (wanted) => assert.equal(found, wanted) });
