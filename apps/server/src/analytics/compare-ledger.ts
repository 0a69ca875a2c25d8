import { partsOf } from '@placard/db/rows-in-parts';
import { dayOfNumber, numberOfDay } from '@placard/domain/time-zone';
import type { Pool } from 'pg';
import { breather, eachInBreaths } from '../fairness/breather.ts';
import { rowsOfColumns } from '../settlement/fact-columns.ts';
import type { RollupDifference } from './compare-rollups.ts';
import { FACT_TABLES } from './fact-tables.ts';
import { type FactLoader, readFacts } from './loader.ts';
import type { Analytics } from './open-analytics.ts';

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
const LINES_AT_ONCE = 1_000;

type LedgerRow = {
  readonly day: string;
  readonly ad_set_id: number;
  readonly widget_id: number;
  readonly charged_micros: bigint;
  readonly publisher_micros: bigint;
};
type Line = { chargedMicros: bigint; publisherMicros: bigint };
const NOTHING: Money = { chargedMicros: 0n, publisherMicros: 0n };

/**
 * Holds reports against the ledger, to the micro, per day, ad set and widget. Both stand still meanwhile: nothing is
 * loaded, PostgreSQL is read in one snapshot, and what is settled but not loaded yet is added to the reports' side.
 */
export async function compareLedgerAndReports(deps: {
  readonly pool: Pool;
  readonly analytics: Pick<Analytics, 'client'>;
  readonly loader: FactLoader;
}): Promise<LedgerComparison> {
  await deps.loader.load();
  const rollupDifferences = await deps.loader.compareRollups();
  return await deps.loader.alone(async () => {
    const tables: Map<string, Line>[] = [];
    for (const table of Object.values(FACT_TABLES)) tables.push(await readReports(deps.analytics, table));
    const { ledger, drift } = await readLedger(deps.pool, tables);
    const differences: LedgerDifference[] = [];
    const compare = (key: string) => {
      const left = ledger.get(key) ?? NOTHING;
      // Each table holds the same facts: one that is off is one too many.
      const right = tables.map((lines) => lines.get(key) ?? NOTHING).find((line) => !isSame(left, line));
      if (right === undefined) return;
      const [day = '', adSetId, widgetId] = key.split(':');
      differences.push({
        day,
        adSetId: Number(adSetId),
        widgetId: Number(widgetId),
        ledger: left,
        reports: right,
      });
    };
    await eachInBreaths(ledger.keys(), STEPS_A_LINE, compare);
    const beyond = new Set<string>();
    for (const lines of tables) {
      await eachInBreaths(lines.keys(), STEPS_A_LINE, (key) => {
        if (ledger.has(key) || beyond.has(key)) return;
        beyond.add(key);
        compare(key);
      });
    }
    const ledgerChargedMicros = await chargedIn(ledger);
    let reportsChargedMicros = ledgerChargedMicros;
    for (const lines of tables) {
      if (reportsChargedMicros === ledgerChargedMicros) reportsChargedMicros = await chargedIn(lines);
    }
    return {
      comparedLines: ledger.size,
      differences,
      ledgerChargedMicros,
      reportsChargedMicros,
      ...drift,
      rollupDifferences,
    };
  });
}

async function chargedIn(lines: ReadonlyMap<string, Line>): Promise<bigint> {
  let micros = 0n;
  await eachInBreaths(lines.values(), 1, ({ chargedMicros }) => {
    micros += chargedMicros;
  });
  return micros;
}

function isSame(one: Money, other: Money): boolean {
  return one.chargedMicros === other.chargedMicros && one.publisherMicros === other.publisherMicros;
}

async function readReports(analytics: Pick<Analytics, 'client'>, table: string): Promise<Map<string, Line>> {
  const result = await analytics.client.query({
    query: `select toString(day) as day, ad_set_id, widget_id, toString(sum(charged_micros)) as charged,
                   toString(sum(publisher_micros)) as publisher
              from ${table} group by day, ad_set_id, widget_id
            having sum(charged_micros) <> 0 or sum(publisher_micros) <> 0`,
    format: 'JSONEachRow',
  });
  const lines = new Map<string, Line>();
  const breathe = breather();
  const read = result.stream<{
    day: string;
    ad_set_id: number;
    widget_id: number;
    charged: string;
    publisher: string;
  }>();
  for await (const rows of read) {
    for (const row of rows) {
      const { day, ad_set_id, widget_id, charged, publisher } = row.json();
      const line = { chargedMicros: BigInt(charged), publisherMicros: BigInt(publisher) };
      lines.set(`${day}:${ad_set_id}:${widget_id}`, line);
    }
    await breathe(rows.length * STEPS_A_LINE);
  }
  return lines;
}

/** @param tables lines of the reports' tables, to which what is settled but not loaded yet is added */
async function readLedger(pool: Pool, tables: readonly Map<string, Line>[]) {
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const ledger = new Map<string, Line>();
    const query = {
      text: `select to_char(day, 'YYYY-MM-DD') as day, ad_set_id, widget_id, sum(charged_micros)::bigint as charged_micros,
                    sum(publisher_micros)::bigint as publisher_micros
               from spend_line group by day, ad_set_id, widget_id`,
      values: [],
    };
    for await (const lines of partsOf<LedgerRow>(client, query, LINES_AT_ONCE)) {
      for (const row of lines) {
        ledger.set(`${dayOfNumber(numberOfDay(row.day))}:${row.ad_set_id}:${row.widget_id}`, {
          chargedMicros: BigInt(row.charged_micros),
          publisherMicros: BigInt(row.publisher_micros),
        });
      }
    }
    const { rows } = await client.query<{
      loaded: bigint;
      newest: bigint;
      wallet: string;
      pending: string;
      network: string;
      total: string;
    }>(
      `select (select settlement_id from analytics_checkpoint) as loaded,
              (select coalesce(max(settlement_id), 0) from fact_batch) as newest,
              coalesce(sum(e.amount) filter (where e.kind = 'advertiser_wallet'), 0)::text as wallet,
              coalesce(sum(e.amount) filter (where e.kind = 'publisher_pending'), 0)::text as pending,
              coalesce(sum(e.amount) filter (where e.kind = 'network_revenue'), 0)::text as network,
              (select coalesce(sum(balance_micros), 0) from ledger_account)::text as total
         from (select a.kind, sum(e.amount_micros) as amount
                 from ledger_entry e
                 join ledger_transaction t on t.id = e.transaction_id and t.kind = 'settlement'
                 join ledger_account a on a.id = e.account_id group by a.kind) e`,
    );
    const row = rows[0];
    if (row === undefined) throw new Error('the ledger gave no sums');
    const waiting = rowsOfColumns(await readFacts(client, BigInt(row.loaded), BigInt(row.newest)));
    for (const fact of waiting) for (const lines of tables) addFact(lines, fact);
    await client.query('commit');
    const sums = { chargedMicros: 0n, publisherMicros: 0n };
    await eachInBreaths(ledger.values(), 1, (line) => {
      sums.chargedMicros += line.chargedMicros;
      sums.publisherMicros += line.publisherMicros;
    });
    const drift = {
      walletDriftMicros: BigInt(row.wallet) + sums.chargedMicros,
      publisherDriftMicros: BigInt(row.pending) - sums.publisherMicros,
      networkDriftMicros: BigInt(row.network) - (sums.chargedMicros - sums.publisherMicros),
      ledgerTotalMicros: BigInt(row.total),
    };
    return { ledger, drift };
  } catch (cause) {
    await client.query('rollback').catch(() => undefined);
    throw cause;
  } finally {
    client.release();
  }
}

function addFact(
  reports: Map<string, Line>,
  fact: {
    dayNumber: number;
    adSetId: number;
    widgetId: number;
    chargedMicros: bigint;
    publisherMicros: bigint;
  },
): void {
  if (fact.chargedMicros === 0n) return;
  const key = `${dayOfNumber(fact.dayNumber)}:${fact.adSetId}:${fact.widgetId}`;
  const line = reports.get(key) ?? { ...NOTHING };
  reports.set(key, {
    chargedMicros: line.chargedMicros + fact.chargedMicros,
    publisherMicros: line.publisherMicros + fact.publisherMicros,
  });
}

/** Whether a comparison found nothing. */
export function agrees(comparison: LedgerComparison): boolean {
  return (
    comparison.differences.length === 0 &&
    comparison.rollupDifferences.length === 0 &&
    comparison.walletDriftMicros === 0n &&
    comparison.publisherDriftMicros === 0n &&
    comparison.networkDriftMicros === 0n &&
    comparison.ledgerTotalMicros === 0n
  );
}
