/** Of this tab alone: another one may act for another account. build/boot.js reads it under the same key. */
const KEY = 'acting_account';

/** The account that this tab acts for; null before its first profile has come. */
export function readActingAccount(): string | null {
  return sessionStorage.getItem(KEY);
}

/** From then on every call of this tab names it, whatever is chosen in another one. */
export function writeActingAccount(accountId: number | null): void {
  if (accountId === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, `${accountId}`);
}
