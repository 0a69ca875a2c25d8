import { randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';
import type { RunQuery } from './signing-keys.ts';

export const VIEWER_SALT_BYTES = 32;
const DAY_MS = 86_400_000;
/** An ad server whose clock is behind by less than this still finds the day that it lives in. */
export const SALT_GRACE_MS = 10 * 60_000;

/** Days since 1970-01-01 of UTC. */
export type ViewerSalt = { readonly day: number; readonly salt: Buffer };
type Row = { readonly day: string; readonly salt_sealed: Buffer };

export function viewerSaltContext(day: string): string {
  return `viewer salt ${day}`;
}

const textOf = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/**
 * The salts of today and tomorrow, made by whoever asks first: two at once agree on one. Tomorrow's is there ahead of its day, so that
 * PostgreSQL may be away at midnight.
 * @throws Error when a salt was sealed by another installation's key
 */
export async function loadViewerSalts(
  query: RunQuery,
  secrets: Secrets,
  nowMs: number,
): Promise<ViewerSalt[]> {
  const today = Math.floor(nowMs / DAY_MS);
  const days = [textOf(today), textOf(today + 1)];
  const read = async () =>
    (await query(
      'select day::text as day, salt_sealed from viewer_salt where day = any($1::date[]) order by day',
      [days],
    )) as readonly Row[];
  let rows = await read();
  if (rows.length < days.length) {
    const made = days.map((day) =>
      secrets.seal(randomBytes(VIEWER_SALT_BYTES).toString('base64'), viewerSaltContext(day)),
    );
    await query(
      `insert into viewer_salt (day, salt_sealed) select * from unnest($1::date[], $2::bytea[])
       on conflict (day) do nothing`,
      [days, made],
    );
    rows = await read();
  }
  return rows.map((row) => ({
    day: Date.parse(row.day) / DAY_MS,
    salt: Buffer.from(secrets.open(row.salt_sealed, viewerSaltContext(row.day)), 'base64'),
  }));
}

/** Erases the salts of days that are over: from then on nobody can tell whose key of that day one was. */
export async function eraseViewerSalts(query: RunQuery, nowMs: number): Promise<void> {
  const first = Math.floor((nowMs - SALT_GRACE_MS) / DAY_MS);
  await query('delete from viewer_salt where day < $1::date', [textOf(first)]);
}
