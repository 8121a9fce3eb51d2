import { load, type Novphy } from "./novphy.js";

const loaded = new Map<string, Promise<Novphy>>();

/** The simulator at this address, by default the one beside the script. All tasks of a page share it. */
export function sharedNovphy(address = ""): Promise<Novphy> {
  const known = loaded.get(address);
  if (known) return known;
  const loading = load(address || undefined);
  loaded.set(address, loading);
  loading.catch(() => loaded.delete(address)); // the next call tries again
  return loading;
}
