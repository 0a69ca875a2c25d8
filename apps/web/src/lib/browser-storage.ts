type Kind = 'localStorage' | 'sessionStorage';

export type BrowserStorage = {
  read(key: string): string | null;
  /** @returns whether the browser keeps it: otherwise it holds until the page is loaded anew. */
  write(key: string, value: string): boolean;
  remove(key: string): void;
};

/** What the browser refuses, since it keeps nothing for this address or has no room, this page keeps for itself. */
export function storageOf(kind: Kind, of: Pick<Window, Kind> = globalThis): BrowserStorage {
  const here = new Map<string, string>();
  /** The browser throws already where the storage is asked for. */
  const attempt = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      return work(of[kind]);
    } catch {
      return undefined;
    }
  };
  return {
    // What stands there all the same was written later, by another tab.
    read: (key) => attempt((storage) => storage.getItem(key)) ?? here.get(key) ?? null,
    write: (key, value) => {
      here.delete(key);
      // Not removed before: other tabs would hear of that.
      const kept = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (kept) return true;
      // What stands there from before would be read again by the next page.
      attempt((storage) => storage.removeItem(key));
      here.set(key, value);
      return false;
    },
    remove: (key) => {
      here.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
}

/** Of all tabs, until somebody clears it. */
export const browserStore = storageOf('localStorage');

/** Of this tab, until it is closed. */
export const tabStore = storageOf('sessionStorage');
