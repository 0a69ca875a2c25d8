import { type SettlementLine, settlementEntries } from '@placard/domain/ledger/postings';
import { dayOfNumber, monthAfter, monthOfDay } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import { bookingStatement, type LockedAccounts } from '../ledger/booking.ts';
import { AlreadyPostedError } from '../ledger/ledger-errors.ts';
import type { AdSetBook, WidgetRef, ZoneDays } from './books.ts';
import { KEY, SUM } from './fact-table.ts';
import { encodeFacts, FACT_LAYOUT } from './facts.ts';
import type { Judge } from './judge.ts';
import { byteaArray, intArray, plainTextArray } from './sql-arrays.ts';
import { storeViewSamples } from './view-samples.ts';

export type Results = {
  readonly judge: Judge;
  readonly adSets: ReadonlyMap<number, AdSetBook>;
  readonly widgets: ReadonlyMap<number, WidgetRef>;
  readonly accounts: LockedAccounts;
  readonly viewerClicks: ReadonlyMap<string, readonly number[]>;
  readonly networkZone: ZoneDays;
  readonly now: Date;
};

type SpendLine = {
  readonly dayNumber: number;
  readonly adSetId: number;
  readonly widgetId: number;
  /** Exact integers: one transaction charges less than 2^53 micros. */
  chargedMicros: number;
  publisherMicros: number;
};

type CampaignMonth = { readonly campaignId: number; readonly month: string; chargedMicros: number };

type MonthLine = {
  readonly publisherId: number;
  readonly widgetId: number;
  readonly month: string;
  earnedMicros: number;
};

type Lines = { spend: SpendLine[]; months: MonthLine[]; campaignMonths: CampaignMonth[] };

/** Charges by (day, ad set, widget) and (day of the network, campaign), earnings by (that day, widget), from the facts' rows. */
function linesOf(results: Results): Lines {
  const days = new Map<number, Map<number, Map<number, SpendLine>>>();
  const months = new Map<number, Map<number, MonthLine>>();
  const campaigns = new Map<number, Map<number, CampaignMonth>>();
  const { facts } = results.judge;
  for (let row = 0; row < facts.size; row += 1) {
    const chargedMicros = facts.sumAt(row, SUM.chargedMicros);
    if (chargedMicros === 0) continue;
    const publisherMicros = facts.sumAt(row, SUM.publisherMicros);
    const adSetId = facts.keyAt(row, KEY.adSetId);
    const widgetId = facts.keyAt(row, KEY.widgetId);
    const quarter = facts.keyAt(row, KEY.quarter);
    const { campaign } = adSetOf(results, adSetId);
    const { publisherId } = widgetOf(results, widgetId);
    const dayNumber = campaign.wallet.zone.dayOfQuarter(quarter);
    const lines = within(within(days, dayNumber), adSetId);
    const line = lines.get(widgetId);
    if (line === undefined) {
      lines.set(widgetId, { dayNumber, adSetId, widgetId, chargedMicros, publisherMicros });
    } else {
      line.chargedMicros += chargedMicros;
      line.publisherMicros += publisherMicros;
    }
    const networkDay = results.networkZone.dayOfQuarter(quarter);
    const { campaignId } = campaign;
    const charged = within(campaigns, networkDay);
    const inMonth = charged.get(campaignId);
    if (inMonth !== undefined) inMonth.chargedMicros += chargedMicros;
    else charged.set(campaignId, { campaignId, month: monthOf(networkDay), chargedMicros });
    if (publisherMicros === 0) continue;
    const earned = within(months, networkDay);
    const earning = earned.get(widgetId);
    if (earning !== undefined) earning.earnedMicros += publisherMicros;
    else {
      earned.set(widgetId, {
        publisherId,
        widgetId,
        month: monthOf(networkDay),
        earnedMicros: publisherMicros,
      });
    }
  }
  const spend = [...days.values()].flatMap((adSets) =>
    [...adSets.values()].flatMap((lines) => [...lines.values()]),
  );
  // In the order of the table's key: neighbours share a page.
  spend.sort((a, b) => a.dayNumber - b.dayNumber || a.adSetId - b.adSetId || a.widgetId - b.widgetId);
  return {
    spend,
    months: [...months.values()].flatMap((earned) => [...earned.values()]),
    campaignMonths: [...campaigns.values()].flatMap((charged) => [...charged.values()]),
  };
}

function monthOf(dayNumber: number): string {
  return monthOfDay(dayOfNumber(dayNumber));
}

/** The map under a key, made when new. */
function within<Key, Inner, Value>(outer: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  let inner = outer.get(key);
  if (inner === undefined) {
    inner = new Map();
    outer.set(key, inner);
  }
  return inner;
}

/** Writes everything that a transaction found. The number of statements does not depend on the number of events. */
export async function storeResults(client: PoolClient, results: Results): Promise<bigint> {
  const { judge, now } = results;
  const { rows } = await client.query<{ id: bigint }>({
    name: 'settlement-insert',
    text: `insert into settlement (settled_at, event_count, charged_micros) values ($1, $2, $3) returning id`,
    values: [now, judge.eventCount, String(judge.chargedMicros)],
  });
  const settlementId = BigInt(rows[0]?.id ?? 0);
  if (judge.facts.size > 0) {
    await client.query({
      name: 'settlement-facts',
      text: 'insert into fact_batch (settlement_id, fact_count, body, layout) values ($1, $2, $3, $4)',
      values: [
        settlementId,
        judge.facts.size,
        encodeFacts(judge.facts, results.adSets, results.widgets),
        FACT_LAYOUT,
      ],
    });
  }
  await storeAdSets(client, results);
  await storeViewers(client, results);
  await storeViewSamples(client, judge.viewSamples);
  if (judge.chargedMicros > 0) {
    const lines = linesOf(results);
    await storeSpend(client, results, lines.spend);
    await storeCampaignMonths(client, lines.campaignMonths);
    await storeEarnings(client, lines.months);
    await postToLedger(client, results, settlementId, lines.spend);
  }
  return settlementId;
}

async function storeAdSets(client: PoolClient, results: Results): Promise<void> {
  const touched = [...results.adSets.values()].filter((adSet) => adSet.touched);
  if (touched.length === 0) return;
  await client.query({
    name: 'settlement-ad-set-spend',
    text: `insert into ad_set_spend as s
                  (ad_set_id, spent_micros, cpm_carry_thousandths, impression_count, viewable_count, click_count)
           select * from unnest($1::int[], $2::bigint[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[])
           on conflict (ad_set_id) do update
              set spent_micros = s.spent_micros + excluded.spent_micros,
                  cpm_carry_thousandths = excluded.cpm_carry_thousandths,
                  impression_count = s.impression_count + excluded.impression_count,
                  viewable_count = s.viewable_count + excluded.viewable_count,
                  click_count = s.click_count + excluded.click_count`,
    values: [
      intArray(touched.map((adSet) => adSet.adSetId)),
      intArray(touched.map((adSet) => adSet.chargedMicros)),
      intArray(touched.map((adSet) => adSet.carryThousandths)),
      intArray(touched.map((adSet) => adSet.impressions)),
      intArray(touched.map((adSet) => adSet.viewables)),
      intArray(touched.map((adSet) => adSet.clicks)),
    ],
  });
}

async function storeViewers(client: PoolClient, results: Results): Promise<void> {
  const viewers = [...results.judge.clickedViewers];
  if (viewers.length === 0) return;
  const clicks = viewers.map((viewer) => results.viewerClicks.get(viewer) ?? []);
  await client.query({
    name: 'settlement-viewer-clicks',
    text: `insert into viewer_clicks (viewer_hash, clicked_at_s, last_at)
           select viewer, clicks::int[], to_timestamp(last_s)
             from unnest($1::bytea[], $2::text[], $3::int[]) as t (viewer, clicks, last_s)
           on conflict (viewer_hash) do update set clicked_at_s = excluded.clicked_at_s, last_at = excluded.last_at`,
    values: [
      byteaArray(viewers.map((viewer) => Buffer.from(viewer, 'hex'))),
      `{${clicks.map((times) => `"${intArray(times)}"`).join(',')}}`,
      intArray(clicks.map((times) => Math.max(...times))),
    ],
  });
}

async function storeSpend(client: PoolClient, results: Results, lines: readonly SpendLine[]): Promise<void> {
  await client.query({
    name: 'settlement-spend-day',
    text: `insert into spend_day as s (day, ad_set_id, widget_id, charged_micros, publisher_micros, network_micros)
           select date '1970-01-01' + day_number, ad_set_id, widget_id, charged, publisher, charged - publisher
             from unnest($1::int[], $2::int[], $3::int[], $4::bigint[], $5::bigint[])
                  as t (day_number, ad_set_id, widget_id, charged, publisher)
           on conflict (day, ad_set_id, widget_id) do update
              set charged_micros = s.charged_micros + excluded.charged_micros,
                  publisher_micros = s.publisher_micros + excluded.publisher_micros,
                  network_micros = s.network_micros + excluded.network_micros`,
    values: [
      intArray(lines.map((line) => line.dayNumber)),
      intArray(lines.map((line) => line.adSetId)),
      intArray(lines.map((line) => line.widgetId)),
      intArray(lines.map((line) => line.chargedMicros)),
      intArray(lines.map((line) => line.publisherMicros)),
    ],
  });
  const days = [...results.adSets.values()].flatMap((adSet) =>
    [...adSet.days.values()]
      .filter((day) => day.chargedMicros > 0)
      .map((day) => ({ adSetId: adSet.adSetId, ...day })),
  );
  await client.query({
    name: 'settlement-ad-set-day',
    text: `insert into ad_set_day_spend as s (ad_set_id, day, spent_micros)
           select ad_set_id, date '1970-01-01' + day_number, spent
             from unnest($1::int[], $2::int[], $3::bigint[]) as t (ad_set_id, day_number, spent)
           on conflict (ad_set_id, day) do update set spent_micros = s.spent_micros + excluded.spent_micros`,
    values: [
      intArray(days.map((day) => day.adSetId)),
      intArray(days.map((day) => day.dayNumber)),
      intArray(days.map((day) => day.chargedMicros)),
    ],
  });
  const campaigns = new Set([...results.adSets.values()].map((adSet) => adSet.campaign));
  const charged = [...campaigns].filter((campaign) => campaign.chargedMicros > 0);
  await client.query({
    name: 'settlement-campaign-spend',
    text: `insert into campaign_spend as s (campaign_id, spent_micros)
           select * from unnest($1::int[], $2::bigint[])
           on conflict (campaign_id) do update set spent_micros = s.spent_micros + excluded.spent_micros`,
    values: [
      intArray(charged.map((campaign) => campaign.campaignId)),
      intArray(charged.map((campaign) => campaign.chargedMicros)),
    ],
  });
}

/** What invoices are made of. Late events come to a month that is on an invoice already: the next one takes them. */
async function storeCampaignMonths(client: PoolClient, lines: readonly CampaignMonth[]): Promise<void> {
  // Two days of a month are two lines here, and one row there.
  await client.query({
    name: 'settlement-campaign-month',
    text: `insert into campaign_month as m (campaign_id, month, charged_micros)
           select campaign_id, month, sum(charged)::bigint
             from unnest($1::int[], $2::date[], $3::bigint[]) as t (campaign_id, month, charged)
            group by campaign_id, month order by month, campaign_id
           on conflict (month, campaign_id) do update set charged_micros = m.charged_micros + excluded.charged_micros`,
    values: [
      intArray(lines.map((line) => line.campaignId)),
      plainTextArray(lines.map((line) => line.month)),
      intArray(lines.map((line) => line.chargedMicros)),
    ],
  });
}

/**
 * Earnings go to the month of their event; where that is closed already, to the publisher's first open month after
 * it. Closing takes the lock of the pending account that this transaction holds, so none closes meanwhile.
 */
async function storeEarnings(client: PoolClient, lines: readonly MonthLine[]): Promise<void> {
  if (lines.length === 0) return;
  const { rows } = await client.query<{ publisher_id: number; month: string }>({
    name: 'settlement-closed-months',
    text: `select publisher_id, to_char(max(month), 'YYYY-MM-DD') as month from earning_month
            where publisher_id = any($1::int[]) and closed_at is not null group by publisher_id`,
    values: [intArray([...new Set(lines.map((line) => line.publisherId))])],
  });
  const lastClosed = new Map(rows.map((row) => [row.publisher_id, row.month]));
  const months = new Map<string, MonthLine>();
  const widgets = new Map<string, MonthLine>();
  for (const line of lines) {
    const closed = lastClosed.get(line.publisherId);
    const month = closed !== undefined && line.month <= closed ? monthAfter(closed) : line.month;
    addEarning(months, `${line.publisherId}:${month}`, { ...line, month });
    addEarning(widgets, `${line.widgetId}:${month}`, { ...line, month });
  }
  await insertMonths(client, [...months.values()]);
  await insertWidgetMonths(client, [...widgets.values()]);
}

function addEarning(sums: Map<string, MonthLine>, key: string, line: MonthLine): void {
  const sum = sums.get(key);
  if (sum === undefined) sums.set(key, line);
  else sum.earnedMicros += line.earnedMicros;
}

async function insertMonths(client: PoolClient, months: readonly MonthLine[]): Promise<void> {
  await client.query({
    name: 'settlement-earnings',
    text: `insert into earning_month as e (publisher_id, month, earned_micros)
           select * from unnest($1::int[], $2::date[], $3::bigint[])
           on conflict (publisher_id, month) do update set earned_micros = e.earned_micros + excluded.earned_micros`,
    values: [
      intArray(months.map((line) => line.publisherId)),
      plainTextArray(months.map((line) => line.month)),
      intArray(months.map((line) => line.earnedMicros)),
    ],
  });
}

/** The same by widget, for the publisher's statement. */
async function insertWidgetMonths(client: PoolClient, months: readonly MonthLine[]): Promise<void> {
  await client.query({
    name: 'settlement-widget-earnings',
    text: `insert into earning_month_widget as e (publisher_id, month, widget_id, earned_micros)
           select * from unnest($1::int[], $2::date[], $3::int[], $4::bigint[])
           on conflict (publisher_id, month, widget_id) do update
              set earned_micros = e.earned_micros + excluded.earned_micros`,
    values: [
      intArray(months.map((line) => line.publisherId)),
      plainTextArray(months.map((line) => line.month)),
      intArray(months.map((line) => line.widgetId)),
      intArray(months.map((line) => line.earnedMicros)),
    ],
  });
}

/** One balanced ledger transaction: each wallet gives what its events cost, publishers and network share it. */
async function postToLedger(
  client: PoolClient,
  results: Results,
  settlementId: bigint,
  lines: readonly SpendLine[],
): Promise<void> {
  const charges = lines.map((line): SettlementLine => {
    const { advertiserId } = adSetOf(results, line.adSetId).campaign.wallet;
    const { publisherId } = widgetOf(results, line.widgetId);
    const networkMicros = BigInt(line.chargedMicros - line.publisherMicros);
    return { advertiserId, publisherId, publisherMicros: BigInt(line.publisherMicros), networkMicros };
  });
  const reference = `settlement:${settlementId}`;
  const { rowCount } = await client.query({
    name: 'settlement-ledger',
    ...bookingStatement(
      {
        ...{ kind: 'settlement', reference, at: results.now, entries: settlementEntries(charges) },
        detail: { settlementId: Number(settlementId) },
      },
      results.accounts,
    ),
  });
  if (rowCount !== 1) throw new AlreadyPostedError(reference);
}

function adSetOf({ adSets }: Results, id: number): AdSetBook {
  const adSet = adSets.get(id);
  if (adSet === undefined) throw new Error(`charge of an unknown ad set ${id}`);
  return adSet;
}

function widgetOf({ widgets }: Results, id: number): WidgetRef {
  const widget = widgets.get(id);
  if (widget === undefined) throw new Error(`charge at an unknown widget ${id}`);
  return widget;
}
