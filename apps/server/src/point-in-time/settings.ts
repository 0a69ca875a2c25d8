import { resolve } from 'node:path';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { POINT_IN_TIME_DAYS, POINT_IN_TIME_DAYS_MOST } from '@placard/domain/backup/point-in-time';
import type { Reader } from '../settings-reader.ts';

export type PointInTimePlan = {
  /** The folder that the log and bases are kept in. */
  readonly into: string;
  /** How far back a moment can be restored. */
  readonly days: number;
  /** Where all of it goes too; null: nowhere. */
  readonly bucket: ObjectSettings | null;
};

/** @param objects the bucket of the settings */
export function readPointInTimePlan(reader: Reader, objects: ObjectSettings | null): PointInTimePlan | null {
  const into = reader.path('PLACARD_POINT_IN_TIME_DIR');
  const days = reader.integer('PLACARD_POINT_IN_TIME_DAYS', POINT_IN_TIME_DAYS, 1, POINT_IN_TIME_DAYS_MOST);
  const isSent = reader.flag('PLACARD_POINT_IN_TIME_S3', '0');
  if (isSent && objects === null)
    reader.faults.push('PLACARD_POINT_IN_TIME_S3 needs PLACARD_S3_BUCKET, where points in time go then.');
  if (isSent && into === undefined)
    reader.faults.push(
      'PLACARD_POINT_IN_TIME_S3 needs PLACARD_POINT_IN_TIME_DIR, the folder that they are sent from.',
    );
  return into === undefined ? null : { into: resolve(into), days, bucket: isSent ? objects : null };
}

/** An ISO 8601 time that says its zone: whoever is in a hurry must not be an hour off. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** `--to MOMENT` of a command, wherever it stands. @returns the other arguments beside it */
export function readMoment(
  reader: Reader,
  args: readonly string[],
): { readonly at: Date | null; readonly rest: readonly string[] } {
  const where = args.indexOf('--to');
  if (where < 0) return { at: null, rest: args };
  const text = args[where + 1] ?? '';
  const at = new Date(text);
  // JavaScript takes the 30th of February for the 2nd of March, and an hour 24 for the next day.
  const day = Date.parse(text.slice(0, 10));
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10));
  if (!MOMENT.test(text) || Number.isNaN(at.getTime()) || !isDay || text.slice(11, 13) === '24')
    reader.faults.push('--to takes a moment with its zone, such as 2026-11-22T14:15:00Z.');
  return { at, rest: args.toSpliced(where, 2) };
}
