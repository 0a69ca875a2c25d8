import { browserStore, tabStore } from '../browser-storage.ts';

/** The specification's storage key. A `refresh_token` key is reserved by it and unused. */
const KEY = 'access_token';
/**
 * Of this tab alone: an operator looks at an account here, while their own session goes on in the others. build/boot.js
 * reads it under the same key.
 */
const LOOK_KEY = 'look_token';
const LOOK_UNTIL_KEY = 'look_until';

/** What this tab calls with: the look's token while there is one. */
export function readAccessToken(): string | null {
  return tabStore.read(LOOK_KEY) ?? browserStore.read(KEY);
}

/** Of who has signed in, for all tabs. */
export function writeAccessToken(token: string | null): void {
  if (token === null) browserStore.remove(KEY);
  else browserStore.write(KEY, token);
}

/** Until when this tab looks at an account; null: it doesn't. */
export function readLookUntilMs(): number | null {
  const until = tabStore.read(LOOK_UNTIL_KEY);
  return tabStore.read(LOOK_KEY) === null || until === null ? null : Date.parse(until);
}

export function writeLook(look: { readonly token: string; readonly until: string } | null): void {
  if (look === null) {
    tabStore.remove(LOOK_KEY);
    tabStore.remove(LOOK_UNTIL_KEY);
    return;
  }
  tabStore.write(LOOK_KEY, look.token);
  tabStore.write(LOOK_UNTIL_KEY, look.until);
}

/** Tells when another tab signed in or out. */
export function onAccessTokenChangedElsewhere(listener: (token: string | null) => void): void {
  window.addEventListener('storage', (event) => {
    // Of no other storage: a tab's own tells nobody else.
    if (event.key === KEY) listener(event.newValue);
  });
}
