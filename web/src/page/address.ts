/** The part of an address behind #, which carries a task: a pair with values of its parameters, or a text.
 *
 *   #pair=rolling/agents&side=novel&gap=0.5
 *   #task=eJyr...   a task's JSON, packed (deflate) and in base 64 with - and _
 *   #text=eyJu...   the same without packing, from browsers that cannot pack
 */

export type Values = Record<string, number | string>;

export interface PairPlace {
  pair: string;
  side: "normal" | "novel";
  values: Values;
}

type Place = PairPlace | { task: string };

/** The readers take no longer task. */
const kMostBytes = 4 * 1024 * 1024;

function base64url(bytes: Uint8Array): string {
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

function streamed(bytes: Uint8Array<ArrayBuffer>, through: ReadableWritablePair<Uint8Array, BufferSource>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(through);
}

async function allOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > kMostBytes) throw new Error("the text is too long for a task");
    parts.push(new Uint8Array(next.value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function packed(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  if (typeof CompressionStream === "undefined") return `text=${base64url(bytes)}`;
  return `task=${base64url(await allOf(streamed(bytes, new CompressionStream("deflate"))))}`;
}

function textIn(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** A number as a number, every other word as itself. */
function valueIn(text: string): number | string {
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

function pairIn(words: URLSearchParams): PairPlace {
  const side = words.get("side") ?? "normal";
  if (side !== "normal" && side !== "novel") throw new Error(`the side is "${side}", and can be normal or novel`);
  const rest = [...words].filter(([name]) => name !== "pair" && name !== "side");
  return { pair: words.get("pair")!, side, values: Object.fromEntries(rest.map(([name, text]) => [name, valueIn(text)])) };
}

/** The address's part for this place, with the #. */
export async function addressOf(place: Place): Promise<string> {
  if ("task" in place) return `#${await packed(place.task)}`;
  const words = Object.entries({ pair: place.pair, side: place.side, ...place.values });
  return `#${words.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2F", "/")}`).join("&")}`;
}

/** The place that an address's part names; undefined for an empty part. Throws an Error that completes "The address ...". */
export async function placeIn(hash: string): Promise<Place | undefined> {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  if ([...words].length === 0) return undefined;
  if (words.has("pair")) return pairIn(words);
  const text = words.get("text");
  const task = words.get("task");
  if (text === null && task === null) throw new Error("names neither a pair nor a task");
  try {
    if (text !== null) return { task: textIn(bytesOf(text)) };
    return { task: textIn(await allOf(streamed(bytesOf(task!), new DecompressionStream("deflate")))) };
  } catch {
    throw new Error("is damaged or was cut: no task can be unpacked from it");
  }
}
