import { inSnapshot, partsOf } from '@placard/db/rows-in-parts';
import { DIFFERENCES_KEPT } from '@placard/domain/ledger/reconciliation';
import { dayOfNumber } from '@placard/domain/time-zone';
import type { ClientBase, Pool } from 'pg';
import { eachInBreaths } from '../fairness/breather.ts';
import type { RollupDifference } from './compare-rollups.ts';
import { FACT_TABLES } from './fact-tables.ts';
import { type LineSlice, lineSlices } from './line-slices.ts';
import type { FactLoader } from './loader.ts';
import type { Analytics } from './open-analytics.ts';
import { reportLines, reportLinesOfDays } from './report-lines.ts';
import { readCheckpoint, readFacts } from './settled-facts.ts';
import { type MoneyLine, SliceLines } from './slice-lines.ts';

/** Money of one ad set at one widget on one day, as the ledger's lines and as the reports have it. */
export type LedgerDifference = {
  readonly day: string;
  readonly adSetId: number;
  readonly widgetId: number;
  readonly ledger: Money;
  readonly reports: Money;
};
export type Money = { readonly chargedMicros: bigint; readonly publisherMicros: bigint };

export type LedgerComparison = {
  readonly comparedLines: number;
  /** How many lines differ … */
  readonly differingLines: number;
  /** … and the first of them. */
  readonly differences: readonly LedgerDifference[];
  /** Sum of the settlements' ledger entries against the sum of the lines they stand for: 0 each. */
  readonly walletDriftMicros: bigint;
  readonly publisherDriftMicros: bigint;
  readonly networkDriftMicros: bigint;
  /** What was charged by each. */
  readonly ledgerChargedMicros: bigint;
  readonly reportsChargedMicros: bigint;
  /** Sum of all balances of the ledger: 0. */
  readonly ledgerTotalMicros: bigint;
  /** What reports are answered from beside the facts. */
  readonly rollupDifferences: readonly RollupDifference[];
};

/** What a line takes, of a breather's steps: the worker shares the API's process, and a large network has millions. */
const STEPS_A_LINE = 1;
const ROWS_AT_ONCE = 1_000;
/** Of each side: some ten megabytes. */
const LINES_AT_ONCE = 50_000;
/** A load that fails between the one before a slice and its comparison is tried again so many times. */
const TRIES = 3;

type Compared = {
  lines: number;
  differing: number;
  readonly differences: LedgerDifference[];
  /** Of the ledger and then of each table of the reports. */
  readonly chargedMicros: bigint[];
};

type Deps = {
  readonly pool: Pool;
  readonly analytics: Pick<Analytics, 'client'>;
  readonly loader: FactLoader;
};

/**
 * Holds reports against the ledger, to the micro, per day, ad set and widget: slice by slice, so that what is held in memory and
 * how long a load waits do not grow with the network. Both sides of a slice stand still while it is compared: nothing is
 * loaded, PostgreSQL is read in one snapshot, and what is settled but not loaded yet is added to the reports' side.
 * @param linesAtOnce the most that a slice holds of each side
 */
export async function compareLedgerAndReports(
  deps: Deps,
  linesAtOnce = LINES_AT_ONCE,
): Promise<LedgerComparison> {
  await deps.loader.load();
  const rollupDifferences = await deps.loader.compareRollups();
  const compared: Compared = {
    ...{ lines: 0, differing: 0, differences: [] },
    chargedMicros: [0n, ...Object.values(FACT_TABLES).map(() => 0n)],
  };
  for (const slice of lineSlices(await linesOfDays(deps), linesAtOnce)) {
    await compareSlice(deps, slice, compared);
  }
  const [ledgerChargedMicros = 0n, ...tables] = compared.chargedMicros;
  return {
    comparedLines: compared.lines,
    differingLines: compared.differing,
    differences: compared.differences,
    ledgerChargedMicros,
    reportsChargedMicros: tables.find((micros) => micros !== ledgerChargedMicros) ?? ledgerChargedMicros,
    ...(await readDrift(deps.pool)),
    rollupDifferences,
  };
}

/** About how many lines each day has, in the ledger or in a table of the reports, whichever has more. */
async function linesOfDays({ pool, analytics, loader }: Deps): Promise<Map<number, number>> {
  const counts = await loader.alone(async () => {
    const ofTables: ReadonlyMap<number, number>[] = [];
    for (const table of Object.values(FACT_TABLES)) ofTables.push(await reportLinesOfDays(analytics, table));
    return ofTables;
  });
  const { rows } = await pool.query<{ day: number; lines: number }>(
    "select day - date '1970-01-01' as day, count(*)::int as lines from spend_line group by day",
  );
  counts.push(new Map(rows.map(({ day, lines }) => [day, lines])));
  const most = new Map<number, number>();
  for (const days of counts) {
    for (const [day, lines] of days) most.set(day, Math.max(lines, most.get(day) ?? 0));
  }
  return most;
}

/** @param compared to which it is added what the slice comes to */
async function compareSlice(deps: Deps, slice: LineSlice, compared: Compared): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    // Also lets those in who waited: a comparison takes minutes where there are years of lines.
    await deps.loader.load();
    const lines = await deps.loader.alone(async () => await readSlice(deps, slice));
    if (lines !== null) return await addDifferences(lines, compared);
    if (tried === TRIES) throw new Error('the reports are being loaded, and each load fails');
  }
}

/** @returns null where a load was begun and not ended: the tables have some of its facts or all */
async function readSlice({ pool, analytics }: Deps, slice: LineSlice): Promise<SliceLines | null> {
  const lines = new SliceLines(slice, Object.values(FACT_TABLES).length);
  return await inSnapshot(pool, async (client) => {
    const { settledTo, loadingTo } = await readCheckpoint(client);
    if (loadingTo !== null) return null;
    await readLedgerLines(client, slice, lines);
    const newest = await readNewestBatch(client);
    for (const [index, table] of Object.values(FACT_TABLES).entries()) {
      const add = (line: MoneyLine) => lines.addReport(index, line);
      await eachInBreaths(await reportLines(analytics, table, slice), STEPS_A_LINE, add);
    }
    await lines.addWaiting(await readFacts(client, settledTo, newest));
    return lines;
  });
}

type LedgerRow = {
  readonly day: number;
  readonly ad_set_id: number;
  readonly widget_id: number;
  readonly charged_micros: bigint;
  readonly publisher_micros: bigint;
};

async function readLedgerLines(client: ClientBase, slice: LineSlice, lines: SliceLines): Promise<void> {
  const query = {
    text: `select day - date '1970-01-01' as day, ad_set_id, widget_id, sum(charged_micros)::bigint as charged_micros,
                  sum(publisher_micros)::bigint as publisher_micros
             from spend_line
            where day between date '1970-01-01' + $1::int and date '1970-01-01' + $2::int
              and ($4::bigint = 1 or (ad_set_id::bigint + widget_id) % $4::bigint = $3::bigint)
            group by day, ad_set_id, widget_id`,
    values: [slice.fromDay, slice.toDay, slice.share, slice.shares],
  };
  for await (const rows of partsOf<LedgerRow>(client, query, ROWS_AT_ONCE)) {
    for (const row of rows) {
      lines.addLedger({
        ...{ dayNumber: row.day, adSetId: row.ad_set_id, widgetId: row.widget_id },
        chargedMicros: BigInt(row.charged_micros),
        publisherMicros: BigInt(row.publisher_micros),
      });
    }
  }
}

async function readNewestBatch(client: ClientBase): Promise<bigint> {
  const { rows } = await client.query<{ newest: bigint }>(
    'select coalesce(max(settlement_id), 0) as newest from fact_batch',
  );
  return BigInt(rows[0]?.newest ?? 0);
}

/** Each table of the reports holds the same facts: one that is off is one too many. */
async function addDifferences(lines: SliceLines, compared: Compared): Promise<void> {
  compared.lines += lines.ledgerLines;
  await eachInBreaths(lines.all(), STEPS_A_LINE, ({ dayNumber, adSetId, widgetId, sides }) => {
    sides.forEach(({ chargedMicros }, index) => {
      compared.chargedMicros[index] = (compared.chargedMicros[index] ?? 0n) + chargedMicros;
    });
    const [ledger, ...tables] = sides;
    const reports = tables.find((side) => ledger !== undefined && !isSame(ledger, side));
    if (ledger === undefined || reports === undefined) return;
    compared.differing += 1;
    if (compared.differences.length >= DIFFERENCES_KEPT) return;
    compared.differences.push({ day: dayOfNumber(dayNumber), adSetId, widgetId, ledger, reports });
  });
}

function isSame(one: Money, other: Money): boolean {
  return one.chargedMicros === other.chargedMicros && one.publisherMicros === other.publisherMicros;
}

type Drift = Pick<
  LedgerComparison,
  'walletDriftMicros' | 'publisherDriftMicros' | 'networkDriftMicros' | 'ledgerTotalMicros'
>;

/** In one statement, which is one snapshot. */
async function readDrift(pool: Pool): Promise<Drift> {
  const { rows } = await pool.query<Record<'wallet' | 'pending' | 'network' | 'total', string>>(
    `select (coalesce(sum(e.amount) filter (where e.kind = 'advertiser_wallet'), 0) + l.charged)::text as wallet,
            (coalesce(sum(e.amount) filter (where e.kind = 'publisher_pending'), 0) - l.publisher)::text as pending,
            (coalesce(sum(e.amount) filter (where e.kind = 'network_revenue'), 0) - (l.charged - l.publisher))::text as network,
            (select coalesce(sum(balance_micros), 0) from ledger_account)::text as total
       from (select coalesce(sum(charged_micros), 0) as charged, coalesce(sum(publisher_micros), 0) as publisher
               from spend_line) l
       left join (select a.kind, sum(e.amount_micros) as amount
                    from ledger_entry e
                    join ledger_transaction t on t.id = e.transaction_id and t.kind = 'settlement'
                    join ledger_account a on a.id = e.account_id group by a.kind) e on true
      group by l.charged, l.publisher`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the ledger gave no sums');
  return {
    walletDriftMicros: BigInt(row.wallet),
    publisherDriftMicros: BigInt(row.pending),
    networkDriftMicros: BigInt(row.network),
    ledgerTotalMicros: BigInt(row.total),
  };
}

/** Whether a comparison found nothing. */
export function agrees(comparison: LedgerComparison): boolean {
  return (
    comparison.differingLines === 0 &&
    comparison.rollupDifferences.length === 0 &&
    comparison.walletDriftMicros === 0n &&
    comparison.publisherDriftMicros === 0n &&
    comparison.networkDriftMicros === 0n &&
    comparison.ledgerTotalMicros === 0n
  );
}
