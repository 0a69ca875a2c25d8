import type { AdvertiserHome } from '@placard/contract/homes';
import { presetRange } from '@placard/domain/analytics/range-preset';
import { bestAndWorst, type Shown } from '@placard/domain/home/best-and-worst';
import { ADVERTISER_STEP_KEYS, type AdvertiserStep, checklist } from '@placard/domain/home/checklist';
import { daysLeft } from '@placard/domain/home/days-left';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { monthOfDay } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { runBreakdown } from '../../analytics/run-report.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { readCurrency, walletBalance } from '../billing/read-balance.ts';
import { loadCampaigns, toCampaignRow, todayOf } from '../campaigns/campaign-record.ts';
import { readTally } from '../list-count.ts';
import { refusedToCaller } from '../reports/give-report.ts';
import { readDaySums } from './day-sums.ts';

type Deps = HasDb & HasClock & HasAnalytics;

/** So many of each kind are named; the list has the others. */
const NAMED = 3;
/** The newest running campaigns are looked at for a limit: to judge each costs a look at its ad sets and creatives. */
const LOOKED_AT = 200;
/** Best and worst are found among the campaigns that were shown most. */
const COMPARED = 100;

/** What an advertiser sees first: money, what wants mending, how campaigns do, and a newcomer's next step. */
export async function readAdvertiserHome(deps: Deps, actor: Actor): Promise<AdvertiserHome> {
  const today = todayOf(deps, actor);
  const scope = { advertiserId: actor.accountId };
  const [currency, balanceMicros, spend, compared, rejectedCampaigns, rejectedCreatives] = await Promise.all([
    readCurrency(deps.db),
    walletBalance(deps.db, actor.accountId),
    readDaySums(deps, actor, scope, 'spend', today),
    readShown(deps, actor, today),
    readRejected(deps, actor, 'campaign'),
    readRejected(deps, actor, 'creative'),
  ]);
  const [limited, judged, steps] = await Promise.all([
    readLimited(deps, actor, today, balanceMicros),
    named(deps, actor, bestAndWorst(compared)),
    spend.anythingShown ? null : readSteps(deps, actor),
  ]);
  const lasts = daysLeft({
    balanceMicros,
    spentTodayMicros: spend.between(today, today),
    spentByDay: spend.before,
  });
  return {
    currency,
    spentToday: dollarsFromMicros(spend.between(today, today)),
    spentThisMonth: dollarsFromMicros(spend.between(monthOfDay(today), today)),
    balance: dollarsFromMicros(balanceMicros),
    lasts: lasts.kind === 'days' ? lasts : { ...lasts, days: null, of: null },
    rejectedCampaigns,
    rejectedCreatives,
    limited,
    ...judged,
    steps: steps === null ? null : checklist(ADVERTISER_STEP_KEYS, steps.done, steps.waits),
    newestCampaignId: steps?.newestCampaignId ?? null,
  };
}

async function readRejected(
  { db }: HasDb,
  actor: Actor,
  kind: 'campaign' | 'creative',
): Promise<AdvertiserHome['rejectedCampaigns']> {
  const [tally, items] = await Promise.all([
    readTally(db, kind, actor.accountId),
    db
      .selectFrom(kind)
      .select(['id', 'name', sql<string>`coalesce(rejection_text, '')`.as('text')])
      .where('advertiser_id', '=', actor.accountId)
      .where('status', '=', 'rejected')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(NAMED)
      .execute(),
  ]);
  return { count: tally.count({ status: 'rejected' }), items };
}

async function readLimited(
  { db }: HasDb,
  actor: Actor,
  today: string,
  walletMicros: Micros,
): Promise<AdvertiserHome['limited']> {
  const [tally, newest] = await Promise.all([
    readTally(db, 'campaign', actor.accountId),
    db
      .selectFrom('campaign')
      .select('id')
      .where('advertiser_id', '=', actor.accountId)
      .where('status', '=', 'active')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(LOOKED_AT)
      .execute(),
  ]);
  const records = await loadCampaigns(
    db,
    actor,
    newest.map(({ id }) => id),
    today,
  );
  const limited = records.flatMap((record) => {
    const { id, name, noteReason } = toCampaignRow(record, today, walletMicros);
    return noteReason === null ? [] : [{ id, name, reason: noteReason }];
  });
  return {
    count: limited.length,
    items: limited.slice(0, NAMED),
    lookedAt: records.length,
    active: Math.max(tally.count({ status: 'active' }), records.length),
  };
}

/** The last 7 days as the report names them, the campaigns that were shown most first. */
async function readShown(deps: HasAnalytics, actor: Actor, today: string): Promise<Shown[]> {
  const { rows } = await refusedToCaller(
    runBreakdown(
      deps,
      { advertiserId: actor.accountId },
      {
        metrics: ['impressions', 'clicks'],
        by: ['campaign'],
        ...presetRange('last7', today),
        timeZone: actor.timeZone,
        limit: COMPARED,
      },
    ),
  );
  return rows.map(({ dims, metrics }) => ({
    id: Number(dims.campaign),
    impressions: Number(metrics.impressions ?? 0),
    clicks: Number(metrics.clicks ?? 0),
  }));
}

async function named(
  { db }: HasDb,
  actor: Actor,
  { best, worst }: ReturnType<typeof bestAndWorst>,
): Promise<Pick<AdvertiserHome, 'best' | 'worst'>> {
  const ids = [best, worst].flatMap((campaign) => (campaign === null ? [] : [campaign.id]));
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('campaign')
          .select(['id', 'name'])
          .where('id', 'in', ids)
          .where('advertiser_id', '=', actor.accountId)
          .execute();
  const withName = (campaign: Shown | null) => {
    const row = rows.find(({ id }) => id === campaign?.id);
    return campaign === null || row === undefined ? null : { ...campaign, name: row.name };
  };
  return { best: withName(best), worst: withName(worst) };
}

type Done = Record<Exclude<AdvertiserStep, 'impression'>, boolean>;

async function readSteps({ db }: HasDb, { accountId }: Actor) {
  const own = (table: 'campaign' | 'creative') =>
    sql`from ${sql.table(table)} where advertiser_id = ${accountId} and status <> 'archived'`;
  const { rows } = await sql<Done & { newest: number | null; transfer: boolean }>`
    select exists (select from ledger_account
                    where owner_id = ${accountId} and kind = 'advertiser_wallet' and entry_count > 0) as fund,
           exists (select ${own('campaign')}) as campaign,
           exists (select ${own('creative')}) as creative,
           exists (select ${own('campaign')} and submitted_at is not null) as submit,
           exists (select ${own('campaign')} and approved_at is not null)
             and exists (select ${own('creative')} and approved_at is not null) as approved,
           exists (select from deposit where advertiser_id = ${accountId} and status = 'pending') as transfer,
           (select id ${own('campaign')} order by created_at desc, id desc limit 1) as newest`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('steps without a row');
  const { newest, transfer, ...done } = row;
  const waits: AdvertiserStep[] = transfer ? ['fund'] : [];
  return { done: { ...done, impression: false }, waits, newestCampaignId: newest };
}
