// The clock of everything that a page records.

/**
 * Milliseconds since 1970, as the computer's clock had them when the page was opened, and counted from then on by the browser's
 * monotonic clock: whoever sets the computer's clock changes no time between two moments of one page.
 */
export function now_ms(): number {
  return Math.round(performance.timeOrigin + performance.now());
}

/** By how much the computer's clock is ahead of now_ms(): it was set since the page was opened, or the computer slept. */
export function clockAhead_ms(): number {
  return Date.now() - now_ms();
}

/** A time during which the participant was not at the page. */
export interface Away {
  /** When it was over. */
  at_ms: number;
  ms: number;
  /** The page was hidden, and the world stood still. If not, the page was visible, but keys went elsewhere. */
  hidden: boolean;
}

/** Tells of every time during which the page is hidden or without the focus, when it is over. stop() ends this. */
export function watchAway(tell: (away: Away) => void): { stop(): void } {
  let since: number | null = null;
  let hidden = false;
  const over = (): void => {
    if (since !== null) tell({ at_ms: now_ms(), ms: now_ms() - since, hidden });
    since = null;
  };
  const look = (): void => {
    const now = document.hidden ? "hidden" : document.hasFocus() ? "here" : "unfocused";
    if (since !== null && (now === "hidden") === hidden && now !== "here") return;
    over();
    if (now === "here") return;
    since = now_ms();
    hidden = now === "hidden";
  };
  document.addEventListener("visibilitychange", look);
  for (const name of ["focus", "blur"]) window.addEventListener(name, look);
  look();
  return {
    stop() {
      document.removeEventListener("visibilitychange", look);
      for (const name of ["focus", "blur"]) window.removeEventListener(name, look);
      over();
    },
  };
}
