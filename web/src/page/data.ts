/** What `novphy page` and `novphy report --play` put into a page: the data as JSON, the engine as gzip in base 64. */

import type { Shot } from "../novphy.js";

export interface PageTask {
  label: string;
  task: string;
}

export interface PageRecord {
  label: string;
  task: string;
  record: { passed: boolean; score?: number; shots?: Shot[]; digest: string; time_s?: number; end?: string };
}

export interface PageData {
  title: string;
  tasks: PageTask[];
  records: PageRecord[];
}

function textOf(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}

export function pageData(): PageData {
  return JSON.parse(textOf("novphy-data")) as PageData;
}

/** One sentence on what this browser lacks; "" if it can run the page. */
export function missingInBrowser(): string {
  if (typeof WebAssembly === "undefined") return "This page needs WebAssembly, which this browser does not have or does not allow.";
  if (typeof DecompressionStream === "undefined") return "This browser is too old for this page: it cannot unpack data (DecompressionStream).";
  return "";
}

function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** The bytes of the WebAssembly module that the page holds. */
export async function engineBytes(): Promise<ArrayBuffer> {
  const packed = new Blob([bytesOfBase64(textOf("novphy-wasm").trim())]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
