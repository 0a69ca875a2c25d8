import { type BrowserStorage, browserStore } from '../../lib/browser-storage.ts';

const PROBE = 'probe';

/** Whether somebody who signs in is still that after a reload. */
export function keepsForLater(storage: BrowserStorage = browserStore): boolean {
  const kept = storage.write(PROBE, '1');
  storage.remove(PROBE);
  return kept;
}
