import type { PublisherHome } from '@placard/contract/homes';
import type { AdsTxtResult } from '@placard/domain/ads-txt/verdict';
import { presetRange } from '@placard/domain/analytics/range-preset';
import { checklist, PUBLISHER_STEP_KEYS, type PublisherStep } from '@placard/domain/home/checklist';
import { nextPayout } from '@placard/domain/home/next-payout';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { addDays, DAY_MS, localDayAt, monthAfter, monthOfDay } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { todayOf } from '../campaigns/campaign-record.ts';
import { COUNTED_ROWS } from '../list-count.ts';
import { readPayoutRules } from '../payments/payment-settings.ts';
import { readDaySums } from './day-sums.ts';

type Deps = HasDb & HasClock & HasAnalytics;

/** So many of each kind are named; the list has the others. */
const NAMED = 3;
const QUIET_DAYS = 7;

/** What a publisher sees first: earnings, the next payout, what wants a look, and a newcomer's next step. */
export async function readPublisherHome(deps: Deps, actor: Actor): Promise<PublisherHome> {
  const today = todayOf(deps, actor);
  const yesterday = addDays(today, -1);
  const last7 = presetRange('last7', today);
  const [earnings, { currency, ...payout }, quietWidgets, adsTxt] = await Promise.all([
    readDaySums(deps, actor, { publisherId: actor.accountId }, 'earnings', today),
    readPayout(deps, actor),
    readQuietWidgets(deps, actor),
    readAdsTxt(deps, actor),
  ]);
  const steps = earnings.anythingShown ? null : await readSteps(deps, actor);
  return {
    currency,
    today: dollarsFromMicros(earnings.between(today, today)),
    yesterday: dollarsFromMicros(earnings.between(yesterday, yesterday)),
    last7Days: dollarsFromMicros(earnings.between(last7.from, last7.to)),
    thisMonth: dollarsFromMicros(earnings.between(monthOfDay(today), today)),
    payout,
    quietWidgets,
    adsTxt,
    steps: steps === null ? null : checklist(PUBLISHER_STEP_KEYS, steps.done),
    newestWebsiteId: steps?.newestWebsiteId ?? null,
  };
}

/** By the books, and on the day on which months are closed in the network's zone. */
async function readPayout(deps: HasDb & HasClock, { accountId }: Actor) {
  const [rules, balances] = await Promise.all([
    readPayoutRules(deps.db, accountId),
    deps.db
      .selectFrom('ledger_account')
      .select(['kind', 'balance_micros'])
      .where('owner_id', '=', accountId)
      .where('kind', 'in', ['publisher_available', 'publisher_pending'])
      .execute(),
  ]);
  const held = (kind: string): Micros => balances.find((row) => row.kind === kind)?.balance_micros ?? 0n;
  const { amountMicros, missingMicros } = nextPayout({
    availableMicros: held('publisher_available'),
    pendingMicros: held('publisher_pending'),
    minMicros: rules.minMicros,
  });
  return {
    currency: rules.currency,
    date: monthAfter(localDayAt(rules.timeZone, deps.clock().getTime())),
    amount: dollarsFromMicros(amountMicros),
    missing: dollarsFromMicros(missingMicros),
    minPayout: dollarsFromMicros(rules.minMicros),
    automatic: rules.autoWithdrawal,
  };
}

/** Widgets that could be viewed and were not; one that is younger had no week for it. */
async function readQuietWidgets(
  deps: HasDb & HasClock,
  { accountId }: Actor,
): Promise<PublisherHome['quietWidgets']> {
  const since = new Date(deps.clock().getTime() - QUIET_DAYS * DAY_MS);
  const { rows } = await sql<{
    id: number;
    website_id: number;
    name: string;
    domain: string;
    seen_at: Date | null;
    total: number;
  }>`
    with quiet as (
      select w.id, w.website_id, w.name, w.seen_at, w.created_at, s.domain
        from widget w join website s on s.id = w.website_id and s.status = 'active'
       where w.publisher_id = ${accountId} and w.status = 'active' and w.created_at <= ${since}
         and (w.seen_at is null or w.seen_at <= ${since})
       order by w.created_at desc, w.id desc limit ${COUNTED_ROWS + 1}
    )
    select *, (select count(*)::int from quiet) as total from quiet order by created_at desc, id desc limit ${NAMED}
  `.execute(deps.db);
  const total = rows[0]?.total ?? 0;
  return {
    count: Math.min(total, COUNTED_ROWS),
    more: total > COUNTED_ROWS,
    items: rows.map((row) => ({
      id: row.id,
      websiteId: row.website_id,
      name: row.name,
      domain: row.domain,
      seenAt: row.seen_at?.toISOString() ?? null,
    })),
  };
}

async function readAdsTxt({ db }: HasDb, { accountId }: Actor): Promise<PublisherHome['adsTxt']> {
  const active = sql`website where publisher_id = ${accountId} and status = 'active'`;
  const [counts, missing] = await Promise.all([
    sql<{ result: AdsTxtResult; count: number }>`
      select ads_txt_result as result, count(*)::int as count from ${active} group by 1`.execute(db),
    sql<{ id: number; domain: string }>`
      select id, domain from ${active} and ads_txt_result = 'missing_line' order by domain limit ${NAMED}`.execute(
      db,
    ),
  ]);
  const countOf = (result: AdsTxtResult) => counts.rows.find((row) => row.result === result)?.count ?? 0;
  return {
    ok: countOf('ok'),
    missingLine: countOf('missing_line'),
    unknown: countOf('unknown'),
    missing: missing.rows.map(({ id, domain }) => ({ websiteId: id, domain })),
  };
}

type Done = Record<Exclude<PublisherStep, 'impression'>, boolean>;

async function readSteps({ db }: HasDb, { accountId }: Actor) {
  const own = (table: 'website' | 'widget') =>
    sql`from ${sql.table(table)} where publisher_id = ${accountId} and status <> 'archived'`;
  const { rows } = await sql<Done & { newest: number | null }>`
    select exists (select ${own('website')}) as website,
           exists (select ${own('website')} and approved_at is not null) as approved,
           exists (select ${own('website')} and ads_txt_result = 'ok') as ads_txt,
           exists (select ${own('widget')}) as widget,
           exists (select ${own('widget')} and seen_at is not null) as snippet,
           (select id ${own('website')} order by created_at desc, id desc limit 1) as newest`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('steps without a row');
  const { newest, ...done } = row;
  return { done: { ...done, impression: false }, newestWebsiteId: newest };
}
