import { useState } from 'react';

export type Held<Value> = { readonly key: string; readonly value: Value | null };

/** What is held after the newest `value` came: the first that there was, until the key is another one. */
export function heldAfter<Value>(before: Held<Value>, key: string, value: Value | null): Held<Value> {
  return before.key === key && (before.value !== null || value === null) ? before : { key, value };
}

/**
 * Keeps what a form was opened with. What is fetched behind it may say that it could not be opened any more, or is a
 * newer version; what was typed stays all the same, and the server says why it can't be saved.
 * @param key another one lets go: another record, or the same one loaded anew on purpose
 */
export function useHeld<Value>(key: string, value: Value | null): Value | null {
  const [held, setHeld] = useState<Held<Value>>({ key, value });
  const next = heldAfter(held, key, value);
  if (next !== held) setHeld(next);
  return next.value;
}
