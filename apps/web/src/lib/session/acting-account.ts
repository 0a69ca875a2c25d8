import { tabStore } from '../browser-storage.ts';

/** Of this tab alone: another one may act for another account. build/boot.js reads it under the same key. */
const KEY = 'acting_account';

/** The account that this tab acts for; null before its first profile has come. */
export function readActingAccount(): string | null {
  return tabStore.read(KEY);
}

/** From then on every call of this tab names it, whatever is chosen in another one. */
export function writeActingAccount(accountId: number | null): void {
  if (accountId === null) tabStore.remove(KEY);
  else tabStore.write(KEY, `${accountId}`);
}
