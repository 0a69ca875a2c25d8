import type { Db, Tx } from '@placard/db/database';
import type { StoredBalance, StoredCheck, StoredDifference } from '@placard/db/schema/reconciliation';
import type { Secrets } from '@placard/db/secrets/secrets';
import { DIFFERENCES_KEPT, RECONCILIATION_CHECKS } from '@placard/domain/ledger/reconciliation';
import { localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { LedgerComparison } from '../../analytics/compare-ledger.ts';
import type { HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { theRow } from '../the-row.ts';
import { checkBankFiles } from './bank-files.ts';
import { LEDGER_CHECKS, type LedgerCheck } from './ledger-checks.ts';

export type ReconcileDeps = HasDb &
  HasClock & {
    readonly secrets: Secrets;
    /** Holds the reports against what was settled. */
    readonly compareReports: () => Promise<LedgerComparison>;
  };

/** Holds the books against each other if somebody asked for it. @returns whether all agree; null: nobody asked. */
export async function reconcileAsked(deps: ReconcileDeps): Promise<boolean | null> {
  const waiting = await deps.db
    .selectFrom('reconciliation')
    .select('id')
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  return waiting === undefined ? null : await run(deps, waiting.id);
}

/** The same each day, asked or not. @returns whether all agree */
export async function reconcileDaily(deps: ReconcileDeps): Promise<boolean> {
  const { id } = await waitingRun(deps, null);
  return await run(deps, id);
}

/** The run that waits for the worker; of any number that ask at once there is one. */
export async function waitingRun(
  { db, clock }: HasDb & HasClock,
  askedBy: number | null,
): Promise<{ readonly id: number }> {
  const now = clock();
  const { time_zone: timeZone } = await db
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const day = localDayAt(timeZone, now.getTime());
  const waiting = await sql<{ id: number }>`
    insert into reconciliation (day, asked_by, asked_at) values (${day}, ${askedBy}, ${now})
    on conflict ((true)) where finished_at is null do update set asked_at = reconciliation.asked_at
    returning id`.execute(db);
  return theRow(waiting);
}

/** Looks, and writes down what was found: once, should two look at the same time. */
async function run(deps: ReconcileDeps, id: number): Promise<boolean> {
  const { db, clock } = deps;
  const startedAt = clock();
  const reports = reportCheck(await deps.compareReports());
  const { checks, balances } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ({
      checks: [...(await checkLedger(trx)), await checkBankFiles(trx, deps.secrets), reports],
      balances: await readBalances(trx),
    }));
  const ordered = RECONCILIATION_CHECKS.flatMap((name) => checks.filter(({ check }) => check === name));
  const isGreen = ordered.every(({ differing }) => differing === 0);
  const finished = await db
    .updateTable('reconciliation')
    .set({
      started_at: startedAt,
      // A clock may go back meanwhile.
      finished_at: new Date(Math.max(clock().getTime(), startedAt.getTime())),
      is_green: isGreen,
      checks: JSON.stringify(ordered),
      balances: JSON.stringify(balances),
    })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (finished !== undefined && !isGreen) await tell(db, id, ordered, clock());
  return isGreen;
}

async function tell(db: Db, id: number, checks: readonly StoredCheck[], now: Date): Promise<void> {
  await writeAudit(db, {
    ...doneBy(null, 'system'),
    action: 'ledger.differs',
    subjectKind: 'reconciliation',
    subjectId: id,
    detail: Object.fromEntries(
      checks.filter(({ differing }) => differing > 0).map(({ check, differing }) => [check, differing]),
    ),
    at: now,
  });
}

async function checkLedger(trx: Tx): Promise<StoredCheck[]> {
  const results: StoredCheck[] = [];
  for (const check of Object.keys(LEDGER_CHECKS) as LedgerCheck[]) results.push(await checkOne(trx, check));
  return results;
}

type Sums = Omit<StoredCheck, 'check' | 'differences'> & { differences: StoredDifference[] | null };

async function checkOne(trx: Tx, check: LedgerCheck): Promise<StoredCheck> {
  const sums = await sql<Sums>`
    with lines as materialized (${LEDGER_CHECKS[check]}),
    wrong as (select * from lines where left_micros <> right_micros order by id, label limit ${DIFFERENCES_KEPT})
    select count(*)::int as compared, count(*) filter (where left_micros <> right_micros)::int as differing,
           coalesce(sum(left_micros), 0)::text as "left", coalesce(sum(right_micros), 0)::text as "right",
           (select jsonb_agg(jsonb_build_object('subject', subject, 'id', id, 'label', label,
                     'left', left_micros::text, 'right', right_micros::text)) from wrong) as differences
      from lines`.execute(trx);
  const row = theRow(sums);
  return { check, ...row, differences: row.differences ?? [] };
}

async function readBalances(trx: Tx): Promise<StoredBalance[]> {
  const { rows } = await sql<StoredBalance>`
    select kind, count(*)::int as accounts, sum(balance_micros)::text as balance
      from ledger_account group by kind order by kind`.execute(trx);
  return rows;
}

/** Lines of reports are days of an ad set at a widget; what drifts as a whole is one more. */
function reportCheck(comparison: LedgerComparison): StoredCheck {
  const lines = comparison.differences.map((each) => ({
    subject: 'report_line' as const,
    id: each.adSetId,
    label: `${each.day} ${each.widgetId}`,
    // What publishers got differs where the charge does not.
    ...(each.ledger.chargedMicros === each.reports.chargedMicros
      ? { left: String(each.ledger.publisherMicros), right: String(each.reports.publisherMicros) }
      : { left: String(each.ledger.chargedMicros), right: String(each.reports.chargedMicros) }),
  }));
  const drifts = [
    comparison.walletDriftMicros,
    comparison.publisherDriftMicros,
    comparison.networkDriftMicros,
  ].filter((micros) => micros !== 0n);
  const rollups = comparison.rollupDifferences.map((each) => ({
    ...{ subject: 'report_line' as const, id: each.id },
    label: `${each.day} ${each.rollup} ${each.sum}`,
    left: String(each.facts),
    right: String(each.rollupHas),
  }));
  const differences = [
    ...lines,
    ...rollups,
    ...drifts.map((micros) => ({
      ...{ subject: 'ledger' as const, id: 0, label: '' },
      left: String(micros),
      right: '0',
    })),
  ];
  return {
    check: 'reports',
    compared: comparison.comparedLines,
    differing: comparison.differingLines + rollups.length + drifts.length,
    left: String(comparison.ledgerChargedMicros),
    right: String(comparison.reportsChargedMicros),
    differences: differences.slice(0, DIFFERENCES_KEPT),
  };
}
