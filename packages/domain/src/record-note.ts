import type { RecordKind } from './record.ts';

/** What operators write notes about and tag. */
export const NOTED_KINDS = [
  'user',
  'account',
  'campaign',
  'website',
] as const satisfies readonly RecordKind[];
export type NotedKind = (typeof NOTED_KINDS)[number];

export const NOTE_MAX = 2_000;
/** Of one record. */
export const NOTES_MAX = 200;
export const TAG_MAX = 24;
/** Of one record: more than are read at a glance tell nothing. */
export const TAGS_MAX = 8;
/** Different ones of a kind that are offered, the most used first. */
export const TAGS_OFFERED = 100;

/** Small letters and digits of any script, words joined by hyphens. */
const TAG = /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u;

export function isTag(text: string): boolean {
  return text.length <= TAG_MAX && TAG.test(text);
}
