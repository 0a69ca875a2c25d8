import { browserStore } from '../../../lib/browser-storage.ts';
import { type CreativeValues, creativeValuesFrom } from '../creative-values.ts';

const keyOf = (userId: number) => `creative-draft:${userId}`;

/** What was filled in so far, kept in this browser for this account alone until the creative is created. */
export function keptCreative(userId: number): CreativeValues {
  try {
    return creativeValuesFrom(JSON.parse(browserStore.read(keyOf(userId)) ?? 'null'));
  } catch {
    return creativeValuesFrom(null);
  }
}

/** @returns whether there was room for it. */
export function keepCreative(userId: number, values: CreativeValues): boolean {
  return browserStore.write(keyOf(userId), JSON.stringify(values));
}

export function dropKeptCreative(userId: number): void {
  browserStore.remove(keyOf(userId));
}
