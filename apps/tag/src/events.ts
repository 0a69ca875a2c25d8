import { EVENTS_PATH } from '@placard/contract/wire/tag-protocol';
import { DELIVERY } from './origin.ts';

/** An ad that is in view when it appears is viewable a second later: both then travel in one post. */
const GATHER_MS = 1_250;
const RETRY_MS = 3_000;

let fresh: string[] = [];
let failed: string[] = [];

export function report(letter: string, token: string): void {
  fresh.push(letter + token);
  setTimeout(flush, GATHER_MS);
}

/**
 * Sends what has gathered. A page that goes away hands it to sendBeacon, which survives it; a page that stays uses
 * fetch, which tells when delivery could not be reached or could not store it, and then each event is tried once more.
 */
export function flush(): void {
  const again = failed;
  const first = fresh;
  const url = DELIVERY + EVENTS_PATH;
  const body = again.concat(first).join('\n');
  failed = [];
  fresh = [];
  if (!body || (document.hidden && navigator.sendBeacon?.(url, body))) return;
  const retry = () => {
    failed.push(...first);
    setTimeout(flush, RETRY_MS);
  };
  fetch(url, { method: 'POST', keepalive: true, body }).then(({ ok }) => ok || retry(), retry);
}
