/**
 * Whether this tab alone shows the study of this participant; the tab holds the name until it is closed.
 * `onLost` is called where another tab has taken it over, which happens only without the browser's locks.
 */
export async function onlyTab(name: string, onLost: () => void): Promise<boolean> {
  if (navigator.locks) return heldLock(name);
  return heldByMessages(name, onLost);
}

/** A page that is left, or loaded again, gives the name back a little later. */
const kPatienceMs = 3000;

function heldLock(name: string): Promise<boolean> {
  const patience = new AbortController();
  setTimeout(() => patience.abort(), kPatienceMs);
  return new Promise((resolve) => {
    const held = (): Promise<never> => {
      resolve(true);
      return new Promise(() => {}); // held as long as the page lives
    };
    navigator.locks.request(name, { signal: patience.signal }, held).catch(() => resolve(false));
  });
}

const kAnswerMs = 800;

/** Browsers offer no locks to pages without https. There, tabs ask one another by the events of the storage. */
async function heldByMessages(name: string, onLost: () => void): Promise<boolean> {
  const me = `${Date.now()}-${Math.random()}`;
  const said = (key: string, text: string): void => {
    try {
      localStorage.setItem(`${name}/${key}`, text);
    } catch {
      // Without storage, tabs share nothing that could be mixed up.
    }
  };
  let owner = false;
  let refused = false;
  window.addEventListener("storage", (event) => {
    if (event.key === `${name}/asks` && owner) said("answer", `${event.newValue} ${me}`);
    if (event.key === `${name}/answer` && event.newValue?.startsWith(me)) refused = true;
    if (event.key === `${name}/owner` && owner && event.newValue !== me) onLost();
  });
  said("asks", me);
  await new Promise((resolve) => setTimeout(resolve, kAnswerMs));
  if (refused) return false;
  owner = true;
  said("owner", me);
  return true;
}
