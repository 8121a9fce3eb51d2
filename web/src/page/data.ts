/** What `novphy page` and `novphy report --play` put into a page: the data as JSON, the module as gzip in base 64. */

import type { Played } from "./words.js";

export interface PageTask {
  label: string;
  task: string;
}

export interface PageRecord {
  label: string;
  task: string;
  record: Played & { digest: string };
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

/** What a script element holds: a file as gzip in base 64. */
function unpacked(id: string): Response {
  const bytes = Uint8Array.from(atob(textOf(id)), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

/** The bytes of the WebAssembly module that the page holds. */
export function moduleBytes(): Promise<ArrayBuffer> {
  return unpacked("novphy-wasm").arrayBuffer();
}

/** The licences of everything that is compiled in. */
export function licences(): Promise<string> {
  return unpacked("novphy-licences").text();
}
