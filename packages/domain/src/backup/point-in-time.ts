import { DAY_MS } from '../time-zone.ts';

/** How far back a moment can be restored where nobody says otherwise, and at most. */
export const POINT_IN_TIME_DAYS = 7;
export const POINT_IN_TIME_DAYS_MOST = 90;
/** A moment is restored by playing the log from the base before it: a newer base makes that shorter. */
export const BASE_EVERY_MS = DAY_MS;
/** Of log that waits for its folder beside the database. More would fill the disk that the database needs. */
export const WAITING_LOG_MOST_BYTES = 2 * 1_024 ** 3;

/** What lies in the bucket is looked through so often; in between it is known what was sent. */
export const BUCKET_LISTED_EVERY_MS = DAY_MS;
/** So long the bucket may lack what the folder has before operators are told: every store has bad minutes. */
export const BUCKET_LATE_MS = 15 * 60_000;

/** A copy of the database's files, from which the log can be played on. */
export type Base = {
  readonly name: string;
  /** When its copy began and from when on a moment can be restored from it, ms since 1970. */
  readonly beganAtMs: number;
  readonly endedAtMs: number;
};

/** One that says it is of a day to come was taken while a clock was ahead: the log would be kept from there on until then. */
export function isBaseDue(bases: readonly Base[], nowMs: number): boolean {
  return bases.every(({ beganAtMs }) => Math.abs(nowMs - beganAtMs) >= BASE_EVERY_MS);
}

/** The base that a moment is restored from: the newest that was whole by then. @param atMs null: as late as can be */
export function baseFor<Found extends Base>(bases: readonly Found[], atMs: number | null): Found | undefined {
  return bases
    .filter(({ endedAtMs }) => atMs === null || endedAtMs <= atMs)
    .toSorted((one, other) => one.endedAtMs - other.endedAtMs)
    .at(-1);
}

/** Bases that no moment of the last `days` days needs: those before the one that the first of these moments is restored from. */
export function basesToDrop<Found extends Base>(
  bases: readonly Found[],
  nowMs: number,
  days: number,
): Found[] {
  const first = baseFor(bases, nowMs - days * DAY_MS);
  if (first === undefined) return [];
  return bases.filter(({ endedAtMs }) => endedAtMs < first.endedAtMs);
}

/** Of the embedded PostgreSQL's log. */
const PIECE_BYTES = 16 * 1_024 ** 2;
const PIECE = /^[0-9A-F]{8}([0-9A-F]{16})/;
const NAME = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?|[0-9A-F]{8}\.history)$/;

/** Whether PostgreSQL gives such a name to a piece of its log, to the mark of a base in it, or to the history of a restore. */
export function isLogName(name: string): boolean {
  return NAME.test(name);
}

/**
 * Whether a restore from a base needs a piece of the log. Pieces are named by timeline (8 digits of 16) and place (16); a
 * history has no place, and is always needed.
 * @param firstPiece of the base
 */
export function isLogNeeded(name: string, firstPiece: string): boolean {
  const [place, first] = [PIECE.exec(name)?.[1], PIECE.exec(firstPiece)?.[1]];
  return place === undefined || first === undefined || place >= first;
}

/**
 * Where a piece of the log begins, as PostgreSQL writes places in it (`1/A000000`); null for marks and histories.
 * @param name of 24 digits: timeline, then the two halves of the place, of which the lower one counts pieces of 16 MB
 */
export function beginOfPiece(name: string): string | null {
  if (!/^[0-9A-F]{24}$/.test(name)) return null;
  const [high, piece] = [name.slice(8, 16), name.slice(16)].map((half) => Number.parseInt(half, 16));
  return `${(high ?? 0).toString(16)}/${((piece ?? 0) * PIECE_BYTES).toString(16)}`.toUpperCase();
}

/** Whether operators have to hear that the bucket lags. @param caughtUpAtMs when it had everything; null: never yet */
export function isBucketLate(caughtUpAtMs: number | null, nowMs: number): boolean {
  return caughtUpAtMs === null || nowMs - caughtUpAtMs >= BUCKET_LATE_MS;
}
