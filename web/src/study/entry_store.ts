/** Why entries are not kept: "" (they are), "full" or "forbidden". */
export type StorageProblem = "" | "full" | "forbidden";

/**
 * A list of entries in the browser's storage, each under a key of its own, so that what is written once is
 * never written again. Entries that the storage does not take stay in memory, and are written as soon as it
 * takes them.
 */
export class EntryStore<Entry> {
  private readonly list = new Map<number, Entry>();
  private readonly unwritten = new Map<number, string>();
  private next = 0;
  problem: StorageProblem = "";

  /** `storage` is null where the browser forbids it. Reads the entries that are there. */
  constructor(
    private readonly storage: Storage | null,
    private readonly prefix: string,
    private readonly onProblem: (problem: StorageProblem) => void = () => {},
  ) {
    if (storage) this.read(storage);
    else this.tell("forbidden");
  }

  entries(): Entry[] {
    return [...this.list.values()];
  }

  add(entry: Entry): void {
    const index = this.next++;
    this.list.set(index, entry);
    this.unwritten.set(index, JSON.stringify(entry));
    this.write();
  }

  /** Takes out the entries that are no longer needed. */
  remove(unneeded: (entry: Entry) => boolean): void {
    for (const [index, entry] of this.list) {
      if (!unneeded(entry)) continue;
      this.list.delete(index);
      if (!this.unwritten.delete(index)) this.storage?.removeItem(this.key(index));
    }
    this.write();
  }

  private read(storage: Storage): void {
    const keys = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? "");
    for (const key of keys.filter((each) => each.startsWith(this.prefix)).sort()) {
      const index = Number(key.slice(this.prefix.length));
      this.list.set(index, JSON.parse(storage.getItem(key)!) as Entry);
      this.next = index + 1;
    }
  }

  /** Writes in order, so that what is there never has a gap. */
  private write(): void {
    if (!this.storage) return;
    try {
      if (this.wasEmptied(this.storage)) this.list.forEach((entry, index) => this.unwritten.set(index, JSON.stringify(entry)));
      for (const [index, text] of this.unwritten) {
        this.storage.setItem(this.key(index), text);
        this.unwritten.delete(index);
      }
      this.tell("");
    } catch (error) {
      this.tell((error as DOMException).name === "SecurityError" ? "forbidden" : "full");
    }
  }

  /** Whether somebody has emptied the storage meanwhile, such as from another tab. Then everything is written again. */
  private wasEmptied(storage: Storage): boolean {
    const [first] = this.list.keys();
    if (first === undefined || this.unwritten.has(first) || storage.getItem(this.key(first)) !== null) return false;
    this.unwritten.clear(); // The order of entries is that of the list.
    return true;
  }

  private tell(problem: StorageProblem): void {
    if (problem === this.problem) return;
    this.problem = problem;
    this.onProblem(problem);
  }

  private key(index: number): string {
    return this.prefix + String(index).padStart(6, "0");
  }
}

/** The browser's storage, or null where it is forbidden: reading the property alone may throw. */
export function browserStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
