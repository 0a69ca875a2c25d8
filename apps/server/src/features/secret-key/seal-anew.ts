import type { Secrets } from '@placard/db/secrets/secrets';
import type { PoolClient } from 'pg';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

/** What a pass found. */
export type Pass = {
  readonly sealedAnew: number;
  /** `payout 7`: what none of the keys opens stays as it is. */
  readonly closed: readonly string[];
};

type Row = { readonly id: string; readonly owner: string | null; readonly sealed: Buffer };

/** Files for banks have up to a megabyte. */
const ROWS_A_READ = 50;

/** Another pass follows until one finds nothing: meanwhile a process may have sealed by the key before. */
const PASSES_MOST = 10;

/**
 * Seals everything by the newest key that it isn't sealed by yet. One row is one statement, which changes nothing where
 * somebody else changed the row meanwhile: whoever is killed in between goes on where that was.
 * @param newest opens by the newest key alone
 * @param all opens by every key, and seals by the newest
 * @throws Error where values of the key before keep coming
 */
export async function sealAnew(client: PoolClient, newest: Secrets, all: Secrets): Promise<Pass> {
  let sealedAnew = 0;
  for (let pass = 0; pass < PASSES_MOST; pass += 1) {
    let count = 0;
    const closed: string[] = [];
    for (const column of SEALED_COLUMNS) {
      for await (const row of rowsOf(client, column)) {
        const was = openBy(newest, column, row) === null ? openBy(all, column, row) : undefined;
        if (was === null) closed.push(`${column.table} ${row.id}`);
        else if (was !== undefined) {
          await replace(client, column, row, all.seal(was, column.context(row.owner)));
          count += 1;
        }
      }
    }
    sealedAnew += count;
    if (count === 0) return { sealedAnew, closed };
  }
  throw new Error(
    'Other processes keep sealing with the old key. See that all of them have the new one, then call this again.',
  );
}

async function* rowsOf(client: PoolClient, { table, column, id, owner }: SealedColumn): AsyncGenerator<Row> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<Row>(
      `select ${id}::text as id, ${owner}::text as owner, ${column} as sealed from ${table}
        where ${column} is not null and ${id} > $1 order by ${id} limit ${ROWS_A_READ}`,
      [after],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** @returns null where it stays closed. */
function openBy(secrets: Secrets, { context }: SealedColumn, { owner, sealed }: Row): string | null {
  try {
    return secrets.open(sealed, context(owner));
  } catch {
    return null;
  }
}

/** Leaves what somebody else has changed meanwhile to the next pass. */
async function replace(
  client: PoolClient,
  { table, column, id }: SealedColumn,
  row: Row,
  sealed: Buffer,
): Promise<void> {
  await client.query(`update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`, [
    row.id,
    row.sealed,
    sealed,
  ]);
}
