import { type CreativeValues, creativeValuesFrom } from '../creative-values.ts';

const keyOf = (userId: number) => `creative-draft:${userId}`;

/** What was filled in so far, kept in this browser for this account alone until the creative is created. */
export function keptCreative(userId: number): CreativeValues {
  try {
    return creativeValuesFrom(JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null'));
  } catch {
    return creativeValuesFrom(null);
  }
}

/** @returns whether there was room for it. */
export function keepCreative(userId: number, values: CreativeValues): boolean {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(values));
    return true;
  } catch {
    return false;
  }
}

export function dropKeptCreative(userId: number): void {
  localStorage.removeItem(keyOf(userId));
}
