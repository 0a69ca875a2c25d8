import { randomBytes } from 'node:crypto';
import { sumsOf } from '@placard/domain/analytics/metrics';
import { copying, readingFor } from './engine-caller.ts';
import type { HasAnalytics } from './open-analytics.ts';
import {
  conditionsOf,
  type FactSelection,
  type GroupsQuery,
  groupsText,
  type ReportScope,
  type Statement,
  sourceOf,
} from './report-sql.ts';
import {
  judgedSelection,
  type Report,
  type ReportQuery,
  readGroups,
  readRows,
  rowsOf,
} from './run-report.ts';

/**
 * All rows of a report in a table of their own, as they were at one moment, however long it takes to read them. Each row has
 * a number, by which a page is found: no row comes twice or never, and nothing is summed again.
 */
export type ReportCopy = {
  /** At most one more than `mostRows`. */
  readonly rowCount: number;
  /** What was read: `facts`, or the name of a rollup. */
  readonly source: string;
  /** Rows from this one on, in the report's order. */
  readonly page: (from: number, count: number) => Promise<Report['rows']>;
  /** Removes the table; more than once does no harm. */
  readonly drop: () => Promise<void>;
};

const PREFIX = 'placard_report_copy_';
/** A copy that is older was left by a process that died: nobody reads one for so long. */
const LEFT_SECONDS = 3_600;

type CopyCaller = {
  /** Whose turn at the engine its pages take. */
  readonly key: string;
  readonly gone: AbortSignal;
  /** As many as may be read, and one more, are copied. */
  readonly mostRows: number;
};

/**
 * Copies the rows of a question.
 * @throws ReportRefusedError; what the engine throws, also where `gone` ended it
 */
export async function copyReport(
  deps: HasAnalytics,
  scope: ReportScope,
  query: ReportQuery,
  { key, gone, mostRows }: CopyCaller,
): Promise<ReportCopy> {
  const { by = [], metrics } = query;
  const first = metrics[0];
  const selection = await judgedSelection(deps, scope, query);
  if (by.length === 0 || first === undefined) throw new RangeError('a file has a dimension and a metric');
  await dropLeft(deps, LEFT_SECONDS);
  const sort = query.sort ?? { key: first, descending: true };
  const table = `${PREFIX}${Math.floor(Date.now() / 1_000)}_${randomBytes(8).toString('hex')}`;
  const statement = numberedRows(selection, { metrics, by, sort });
  const drop = async () => {
    await deps.analytics.client.command({ query: `drop table if exists ${table} sync` });
  };
  try {
    const params = { ...statement.params, limit: mostRows + 1 };
    await fill(deps, table, { ...statement, params }, gone);
    const counted = await readRows(deps, {
      ...{ text: `select toString(count()) as rows from ${table}`, params: {} },
      source: table,
    });
    const names = [
      ...by.map((_, index) => `toString(d${index})`),
      ...sumsOf(metrics).map((column) => `toString(s_${column})`),
    ];
    return {
      rowCount: Number(counted[0]?.rows),
      source: statement.source,
      page: async (from, count) => {
        const text = `select ${names.join(', ')} from ${table}
                       where n >= {from:UInt32} and n < {until:UInt32} order by n`;
        const params = { from, until: from + count };
        const { rows } = await readingFor(key, async () =>
          readGroups(deps, { text, params, source: statement.source }),
        );
        return await rowsOf(rows, by, metrics);
      },
      drop,
    };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** The statement is ended with whoever waits for it: the engine would go on for nobody. */
async function fill(
  deps: HasAnalytics,
  table: string,
  { text, params }: Statement,
  gone: AbortSignal,
): Promise<void> {
  const { client } = deps.analytics;
  const begin = `create table ${table} `;
  const end = () => {
    client
      .query({
        // A server that puts values into a statement shows it in letters of its own.
        query: 'kill query where startsWith(lower(query), {begin:String}) async',
        query_params: { begin },
        format: 'JSONEachRow',
      })
      .then(async (answer) => await answer.text())
      // What can't be ended ends by itself at its longest time, and its table is dropped then.
      .catch(() => undefined);
  };
  gone.throwIfAborted();
  gone.addEventListener('abort', end);
  try {
    await copying(async () => {
      await client.command({
        query: `${begin}engine = MergeTree order by n as ${text}`,
        query_params: params,
        // Of a server; the embedded engine's connection for copies has more of them.
        clickhouse_settings: { max_threads: 1, max_insert_threads: '1' },
      });
    });
    gone.throwIfAborted();
  } finally {
    gone.removeEventListener('abort', end);
  }
}

/** Removes copies that processes of before have left. @param olderSeconds those of so long ago */
export async function dropLeft({ analytics }: HasAnalytics, olderSeconds: number): Promise<void> {
  const answer = await analytics.client.query({
    query: `select name from system.tables where database = currentDatabase() and startsWith(name, {prefix:String})
             and toUInt32OrZero(extract(name, '_(\\\\d+)_')) <= {until:UInt32}`,
    query_params: { prefix: PREFIX, until: Math.floor(Date.now() / 1_000) - olderSeconds },
    format: 'JSONEachRow',
  });
  for (const { name } of await answer.json<{ name: string }>()) {
    await analytics.client.command({ query: `drop table if exists ${name} sync` });
  }
}

/**
 * The rows of a breakdown, numbered in their order, `n` from 0, and typed: numbers, days and texts as `d0` …, sums as whole
 * numbers. In one thread, which keeps the numbers in the order of the rows.
 */
function numberedRows(selection: FactSelection, query: GroupsQuery): Statement {
  const source = sourceOf(selection, query.by, null);
  const { where, params } = conditionsOf(selection, source, query.by, query.metrics);
  return {
    text: `select toUInt32(rowNumberInAllBlocks()) as n, *
             from (${groupsText(source, query, where)} limit {limit:UInt32})`,
    params,
    source: source.name,
  };
}
