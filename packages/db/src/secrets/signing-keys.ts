import { randomBytes } from 'node:crypto';
import type { Secrets } from './secrets.ts';

export const SIGNING_KEY_BYTES = 32;

export type SigningKey = { readonly id: number; readonly secret: Buffer };
type Row = { readonly id: number; readonly secret: Buffer | null; readonly secret_sealed: Buffer | null };
/** Runs one statement with its values: of a client, a pool, or within a transaction. */
export type RunQuery = (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

/** A sealed key that is moved to another number does not open there. */
function contextOf(id: number): string {
  return `signing key ${id}`;
}

/**
 * All keys that sign decisions, the first of which is made by whoever needs one first: two at once agree on one. Keys
 * that an older version left in the clear are sealed.
 * @throws Error when a key was sealed by another installation's key
 */
export async function loadSigningKeys(query: RunQuery, secrets: Secrets): Promise<SigningKey[]> {
  const read = async () =>
    (await query('select id, secret, secret_sealed from signing_key order by id', [])) as readonly Row[];
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
  return rows.map((row) => ({ id: row.id, secret: row.secret ?? open(secrets, row) }));
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

export function seal(secrets: Secrets, { id, secret }: SigningKey): Buffer {
  return secrets.seal(secret.toString('base64'), contextOf(id));
}

function open(secrets: Secrets, { id, secret_sealed: sealed }: Row): Buffer {
  try {
    return Buffer.from(secrets.open(sealed ?? Buffer.alloc(0), contextOf(id)), 'base64');
  } catch (cause) {
    throw new Error(
      'The keys that sign ads were sealed with another installation key. Give every machine the same PLACARD_SECRET_KEY, or the same file secret.key in its data folder.',
      { cause },
    );
  }
}
