import type { ClientBase, Pool, PoolClient, QueryResult, QueryResultRow } from 'pg';

type Query = { readonly text: string; readonly values: readonly unknown[] };

/**
 * The rows of a query, so many at a time, on a connection that is in a transaction: its end lets go of what was not read.
 * Driver and process take a part in one go, and rows of the part before are let go. While a part is with the reader the
 * next one is on its way.
 */
export async function* partsOf<Row extends QueryResultRow>(
  client: ClientBase,
  query: Query,
  most: number,
): AsyncGenerator<Row[], void> {
  // All rows are wanted: a plan that is quick with the first of them only is not.
  await client.query('set local cursor_tuple_fraction = 1');
  await client.query(`declare parts no scroll cursor for ${query.text}`, [...query.values]);
  const fetched = () => {
    const part = client.query<Row>(`fetch forward ${most} from parts`);
    // Its fault is told to who takes the part; a reader that has left takes none.
    part.catch(() => undefined);
    return part;
  };
  for (let part: ReturnType<typeof fetched> | null = fetched(); part !== null; ) {
    const { rows }: QueryResult<Row> = await part;
    part = rows.length === most ? fetched() : null;
    if (rows.length > 0) yield rows;
  }
  await client.query('close parts');
}

/** Runs work that only reads, all of whose statements see one moment of the database. */
export async function inSnapshot<Result>(
  pool: Pool,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let lost: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    return await work(client);
  } catch (cause) {
    lost = errorOf(cause);
    throw cause;
  } finally {
    await giveBack(client, lost);
  }
}

function errorOf(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** A connection on which something failed is not used again. */
async function giveBack(client: PoolClient, lost: Error | undefined): Promise<void> {
  client.release(lost ?? (await client.query('rollback').then(() => undefined, errorOf)));
}
