import type { ClickHouseClient } from '@clickhouse/client';

/** The values of `WITHIN_CUT`: partitions, and the number of each one's last insert. */
export type TableCut = {
  readonly cutPartitions: readonly string[];
  readonly cutBlocks: readonly number[];
};

/** Said by the engine where it can't tell anymore what was there at the cut. */
const LOST = 'the cut is lost';

const CUT = 'transform(_partition_id, {cutPartitions:Array(String)}, {cutBlocks:Array(Int64)}, toInt64(-1))';
/** Of the inserts that a part is made of: `partition_first_last_level`, and one more number after a row was deleted. */
const [FIRST, LAST] = [2, 3].map((at) => `toInt64(splitByChar('_', _part)[${at}])`);

/**
 * Rows that were in a table at its cut, in SQL. Every insert gets a higher number than those before it, and a merge's part says which it
 * has. One that has both, of before and after, makes the statement fail: nothing is read of it, and it is to be tried again from a new cut.
 */
export const WITHIN_CUT = `throwIf(${FIRST} <= ${CUT} and ${LAST} > ${CUT}, '${LOST}') = 0 and ${LAST} <= ${CUT}`;

/** What a table holds now. To be asked while nothing is inserted into it. */
export async function cutOf(client: ClickHouseClient, table: string): Promise<TableCut> {
  const result = await client.query({
    query: `select partition_id as partition, toString(max(max_block_number)) as last from system.parts
             where active and database = currentDatabase() and table = {table:String} group by partition_id`,
    query_params: { table },
    format: 'JSONEachRow',
  });
  // A list of its own for none at all: there is no mapping without an entry.
  const parts = [
    ...(await result.json<{ partition: string; last: string }>()),
    { partition: '', last: '-1' },
  ];
  return {
    cutPartitions: parts.map(({ partition }) => partition),
    cutBlocks: parts.map(({ last }) => Number(last)),
  };
}

/** Whether a statement failed because a merge has put together what came before its cut and after. */
export function isCutLost(cause: unknown): boolean {
  return cause instanceof Error && cause.message.includes(LOST);
}
