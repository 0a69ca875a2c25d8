import { type IssueCode, isIssueCode } from '@placard/contract/issue-messages';
import type { FieldErrors } from './schema-faults.ts';

/** What was typed into a number field and is no number: it stays as typed, with the rule it breaks. */
export type Unread = { readonly typed: string; readonly issue: IssueCode };

/** What a number field holds: '' while empty. Never a text, which `Number()` would make another number of. */
export type Amount = number | '' | Unread;

export function isUnread(value: unknown): value is Unread {
  if (typeof value !== 'object' || value === null || !('typed' in value) || !('issue' in value)) return false;
  return typeof value.typed === 'string' && typeof value.issue === 'string' && isIssueCode(value.issue);
}

/** @returns `undefined` for an empty field and for what is no number. */
export function amountOf(value: Amount): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** What an operation takes of a field that must be filled in; every schema refuses the NaN of one that isn't. */
export function requiredAmount(value: Amount): number {
  return amountOf(value) ?? Number.NaN;
}

/** The same for a field that may stay empty. */
export function optionalAmount(value: Amount): number | null {
  return value === '' ? null : requiredAmount(value);
}

/** The faults of all number fields of a form, however deep, by dotted path. */
export function unreadFaults(values: unknown, path = ''): FieldErrors {
  if (isUnread(values)) return { [path]: values.issue };
  if (typeof values !== 'object' || values === null) return {};
  const faults: FieldErrors = {};
  for (const [name, value] of Object.entries(values)) {
    Object.assign(faults, unreadFaults(value, path === '' ? name : `${path}.${name}`));
  }
  return faults;
}
