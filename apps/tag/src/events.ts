import { EVENTS_PATH } from '@placard/contract/wire/tag-protocol';
import { DELIVERY } from './origin.ts';

/** An ad that is in view when it appears is viewable a second and a little later: both then travel in one post. */
const GATHER_MS = 1_400;
const RETRY_MS = 3_000;

let fresh: string[] = [];
let failed: string[] = [];

export function report(line: string): void {
  // Whoever comes first waits for the others.
  if (fresh.push(line) < 2) setTimeout(flush, GATHER_MS);
}

/**
 * Sends what has gathered, and survives a page that goes away (keepalive). Where delivery could not be reached or could not
 * store it, each event is tried once more.
 */
export async function flush(): Promise<void> {
  const again = failed;
  const first = fresh;
  const body = again.concat(first).join('\n');
  failed = [];
  fresh = [];
  if (!body) return;
  const answer = await fetch(DELIVERY + EVENTS_PATH, { keepalive: true, body, method: 'POST' }).catch(Object);
  if (answer.ok) return;
  failed.push(...first);
  setTimeout(flush, RETRY_MS);
}
