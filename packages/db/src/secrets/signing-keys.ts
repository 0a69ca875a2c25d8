import { randomBytes } from 'node:crypto';
import { SIGNING_KEYS_MOST } from '@placard/domain/signing-key-renewal';
import type { Secrets } from './secrets.ts';

export const SIGNING_KEY_BYTES = 32;

const DAY_MS = 86_400_000;
/** Within it every ad server has learnt of a new key: they look each second. */
const LEARNT_WITHIN_MS = 60_000;

/** `signsFromMs`: until then it only checks. */
export type SigningKey = { readonly id: number; readonly secret: Buffer; readonly signsFromMs: number };
type Row = {
  readonly id: number;
  readonly secret: Buffer | null;
  readonly secret_sealed: Buffer | null;
  /** Missing where a restored database is still to be upgraded. */
  readonly signs_from?: Date | null;
};
/** Runs one statement with its values: of a client, a pool, or within a transaction. */
export type RunQuery = (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

/** A sealed key that is moved to another number does not open there. */
export function signingKeyContext(id: number): string {
  return `signing key ${id}`;
}

/**
 * All keys that sign decisions, the first of which is made by whoever needs one first: two at once agree on one. Keys
 * that an older version left in the clear are sealed.
 * @throws Error when a key was sealed by another installation's key
 */
export async function loadSigningKeys(query: RunQuery, secrets: Secrets): Promise<SigningKey[]> {
  const read = async () => (await query('select * from signing_key order by id', [])) as readonly Row[];
  let rows = await read();
  if (rows.length === 0) {
    await query('insert into signing_key (id, secret_sealed) values (1, $1) on conflict (id) do nothing', [
      seal(secrets, { id: 1, secret: randomBytes(SIGNING_KEY_BYTES) }),
    ]);
    rows = await read();
  }
  for (const { id, secret } of rows) {
    if (secret === null) continue;
    await query(
      'update signing_key set secret = null, secret_sealed = $2 where id = $1 and secret is not null',
      [id, seal(secrets, { id, secret })],
    );
  }
  return rows.map((row) => ({
    id: row.id,
    secret: row.secret ?? open(secrets, row),
    signsFromMs: row.signs_from?.getTime() ?? 0,
  }));
}

/**
 * When a key that is made now begins to sign: with a day of UTC, and not before all ad servers know it.
 */
export function signsFromMs(nowMs: number): number {
  return (Math.floor((nowMs + LEARNT_WITHIN_MS) / DAY_MS) + 1) * DAY_MS;
}

/**
 * Makes another signing key in one statement. Those of before go on checking what they signed: addresses that stand in other
 * ad servers have no end.
 * @returns null where one waits for its day already, or all numbers are taken
 */
export async function addSigningKey(
  query: RunQuery,
  secrets: Secrets,
  nowMs: number,
): Promise<{ readonly id: number; readonly signsFromMs: number } | null> {
  const newest = (await loadSigningKeys(query, secrets)).at(-1);
  if (newest === undefined || newest.id >= SIGNING_KEYS_MOST || newest.signsFromMs > nowMs) return null;
  const id = newest.id + 1;
  const fromMs = signsFromMs(nowMs);
  const sealed = seal(secrets, { id, secret: randomBytes(SIGNING_KEY_BYTES) });
  // Of two at once, one makes it.
  const made = await query(
    `insert into signing_key (id, secret_sealed, signs_from) values ($1, $2, $3)
     on conflict (id) do nothing returning id`,
    [id, sealed, new Date(fromMs)],
  );
  return made.length === 0 ? null : { id, signsFromMs: fromMs };
}

/** Whether this key opens what the database was sealed with; changes nothing. */
export async function opensSigningKeys(query: RunQuery, secrets: Secrets): Promise<boolean> {
  const rows = (await query('select id, secret, secret_sealed from signing_key', [])) as readonly Row[];
  try {
    for (const row of rows) if (row.secret === null) open(secrets, row);
    return true;
  } catch {
    return false;
  }
}

export function seal(secrets: Secrets, { id, secret }: Pick<SigningKey, 'id' | 'secret'>): Buffer {
  return secrets.seal(secret.toString('base64'), signingKeyContext(id));
}

function open(secrets: Secrets, { id, secret_sealed: sealed }: Row): Buffer {
  try {
    return Buffer.from(secrets.open(sealed ?? Buffer.alloc(0), signingKeyContext(id)), 'base64');
  } catch (cause) {
    throw new Error(
      'The keys that sign ads were sealed with another installation key. Give every machine the same PLACARD_SECRET_KEY, or the same file secret.key in its data folder.',
      { cause },
    );
  }
}
