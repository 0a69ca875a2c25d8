import { createPool } from '@placard/db/database';
import { ROW_COUNTED, ROW_FILTERED } from '@placard/domain/analytics/facts';
import { FILTER_REASON_KEYS, FILTER_REASONS } from '@placard/domain/filter-reason';
import { decodeFacts } from '../../../apps/server/src/settlement/facts.ts';
import type { Sent } from './traffic.ts';

/** What settlement made of the events so far. Sums go on through all rounds. */
export type Counted = {
  settlementId: bigint;
  impressions: number;
  viewables: number;
  clicks: number;
  overDelivered: number;
  readonly filtered: Record<string, number>;
};

export function nothingCounted(): Counted {
  return { settlementId: 0n, impressions: 0, viewables: 0, clicks: 0, overDelivered: 0, filtered: {} };
}

export type Invariant =
  | 'the ledger sums to zero'
  | 'balances are their entries'
  | 'nothing is negative'
  | 'acknowledged = settled + filtered'
  | 'nothing counts twice'
  | 'no cap is exceeded'
  | 'reports are the ledger'
  | 'closed months stand';
export type Broken = { readonly invariant: Invariant; readonly detail: string };

/** Which of the worker's own checks stands for which invariant. What was paid in here was booked without a deposit's form. */
const CHECKS: Readonly<Record<string, Invariant>> = {
  trial_balance: 'the ledger sums to zero',
  transactions: 'the ledger sums to zero',
  balances: 'balances are their entries',
  charges: 'reports are the ledger',
  campaigns: 'reports are the ledger',
  earnings: 'reports are the ledger',
  months: 'reports are the ledger',
  reports: 'reports are the ledger',
};

const NEGATIVE = `select kind || ' of ' || coalesce(owner_id::text, 'the network') || ': ' || balance_micros as detail
   from ledger_account where balance_micros < 0 and kind <> 'clearing_deposits'`;

const CAPS = `
  select 'ad set ' || a.id || ' spent ' || s.spent_micros || ' of ' || a.total_budget_micros as detail
    from ad_set a join ad_set_spend s on s.ad_set_id = a.id where s.spent_micros > a.total_budget_micros
  union all
  select 'ad set ' || a.id || ' spent ' || d.spent_micros || ' of ' || a.daily_budget_micros || ' on ' || d.day
    from ad_set a join ad_set_day_spend d on d.ad_set_id = a.id where d.spent_micros > a.daily_budget_micros
  union all
  select 'campaign ' || c.id || ' spent ' || s.spent_micros || ' of ' || c.total_budget_micros
    from campaign c join campaign_spend s on s.campaign_id = c.id where s.spent_micros > c.total_budget_micros
  union all
  select 'campaign ' || c.id || ' spent ' || sum(d.charged_micros) || ' of ' || c.daily_budget_micros || ' on ' || d.day
    from campaign c join ad_set a on a.campaign_id = c.id join spend_line d on d.ad_set_id = a.id
   group by c.id, d.day having sum(d.charged_micros) > c.daily_budget_micros`;

const CLOSED = `select publisher_id || ' ' || month || ': ' || earned_micros || ' ' || taken_back_micros || ' ' ||
        available_sequence || ' ' || coalesce(encode(figures_sha256, 'hex'), '') as detail
   from earning_month where closed_at is not null order by 1`;

export async function query<Row extends object>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const pool = createPool({ url, name: 'placard-faults', max: 1, statementTimeoutMs: 20_000 });
  try {
    return (await pool.query<Row>(sql, values)).rows;
  } finally {
    await pool.end().catch(() => undefined);
  }
}

/** Whether everything that was shipped is settled, and everything settled is in the reports. */
export async function isDrained(url: string): Promise<boolean> {
  const [row] = await query<{ settled: boolean; loaded: boolean }>(
    url,
    `select not exists (select from event_batch b left join settlement_checkpoint c on c.shard = b.shard
                         where b.spool_end > coalesce(c.spool_offset, 0))
            and not exists (select from settlement_part) as settled,
            coalesce((select a.loading_to is null and a.settlement_id = coalesce((select max(settlement_id) from fact_batch), 0)
                        from analytics_checkpoint a), false) as loaded`,
  );
  return row?.settled === true && row.loaded;
}

async function count(url: string, counted: Counted): Promise<void> {
  const batches = await query<{ settlement_id: bigint; body: Buffer; layout: number }>(
    url,
    `select settlement_id, body, layout from fact_batch
      where settlement_id > $1
        and settlement_id < coalesce((select min(w.settlement_id) from settlement_part w), '9223372036854775807'::bigint)
      order by settlement_id`,
    [String(counted.settlementId)],
  );
  for (const { settlement_id, body, layout } of batches) {
    counted.settlementId = settlement_id;
    for (const fact of decodeFacts(body, layout)) {
      const { kind, code, impressions, viewables, clicks } = fact;
      if (kind === ROW_COUNTED) {
        counted.impressions += impressions;
        counted.viewables += viewables;
        counted.clicks += clicks;
        counted.overDelivered += fact.overDelivered;
      } else if (kind === ROW_FILTERED) {
        const reason = FILTER_REASON_KEYS.find((key) => FILTER_REASONS[key].code === code) ?? String(code);
        counted.filtered[reason] = (counted.filtered[reason] ?? 0) + impressions + viewables + clicks;
      }
    }
  }
}

/** Asks the worker to hold its books against each other; @returns the run's number */
export async function askForReconciliation(url: string, nowMs: number): Promise<string> {
  const [row] = await query<{ id: string }>(
    url,
    `insert into reconciliation (day, asked_at) values (current_date, $1)
     on conflict ((true)) where finished_at is null do update set asked_at = reconciliation.asked_at returning id::text`,
    [new Date(nowMs)],
  );
  return row?.id ?? '';
}

export async function isReconciled(url: string, id: string): Promise<boolean> {
  const rows = await query(url, 'select from reconciliation where id = $1 and finished_at is not null', [id]);
  return rows.length === 1;
}

async function reconciled(url: string, id: string): Promise<Broken[]> {
  const [row] = await query<{ checks: { check: string; differing: number; differences: unknown }[] }>(
    url,
    'select checks from reconciliation where id = $1',
    [id],
  );
  return (row?.checks ?? []).flatMap(({ check, differing, differences }) => {
    const invariant = CHECKS[check];
    if (invariant === undefined || differing === 0) return [];
    return [{ invariant, detail: `${check}: ${JSON.stringify(differences).slice(0, 500)}` }];
  });
}

function held(sent: Sent, counted: Counted, parked: number): Broken[] {
  const filtered = Object.values(counted.filtered).reduce((sum, each) => sum + each, 0);
  const settled = counted.impressions + counted.viewables + counted.clicks + filtered + parked;
  const broken: Broken[] = [];
  if (settled < sent.acknowledged || settled > sent.events) {
    const detail = `${sent.acknowledged} acknowledged and ${sent.events} sent, ${settled} settled, filtered or waiting`;
    broken.push({ invariant: 'acknowledged = settled + filtered', detail });
  }
  const kinds = [
    ['impressions', counted.impressions, sent.sentDecisions.i],
    ['viewable impressions', counted.viewables, sent.sentDecisions.v],
    ['clicks', counted.clicks, sent.sentDecisions.c],
  ] as const;
  for (const [name, many, decisions] of kinds) {
    if (many > decisions)
      broken.push({ invariant: 'nothing counts twice', detail: `${many} ${name} of ${decisions} decisions` });
  }
  return broken;
}

/**
 * All eight, once nothing is under way.
 * @param closedBefore the closed months as they were the last time; it is filled with those of now
 */
export async function brokenInvariants(input: {
  readonly url: string;
  readonly reconciliationId: string;
  readonly sent: Sent;
  readonly counted: Counted;
  readonly closedBefore: Set<string>;
}): Promise<Broken[]> {
  const { url, sent, counted, closedBefore } = input;
  await count(url, counted);
  const details = async (sql: string) => (await query<{ detail: string }>(url, sql)).map((row) => row.detail);
  const [parked] = await query<{ many: number }>(url, 'select count(*)::int as many from parked_event');
  const broken = [
    ...(await reconciled(url, input.reconciliationId)),
    ...held(sent, counted, parked?.many ?? 0),
  ];
  for (const detail of await details(NEGATIVE)) broken.push({ invariant: 'nothing is negative', detail });
  for (const detail of await details(CAPS)) broken.push({ invariant: 'no cap is exceeded', detail });
  const closed = new Set(await details(CLOSED));
  for (const month of closedBefore) {
    if (!closed.has(month)) broken.push({ invariant: 'closed months stand', detail: `it was ${month}` });
  }
  for (const month of closed) closedBefore.add(month);
  return broken;
}
