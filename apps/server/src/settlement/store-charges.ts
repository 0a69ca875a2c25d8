import { settledEntries } from '@placard/domain/ledger/postings';
import { dayOfNumber, monthAfter, monthOfDay } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import { bookingStatement, type LockedAccounts } from '../ledger/booking.ts';
import { AlreadyPostedError } from '../ledger/ledger-errors.ts';
import type { AdSetBook, WidgetRef } from './books.ts';
import { KEY, SUM } from './fact-table.ts';
import { lockEarnings } from './load-books.ts';
import type { Results } from './results.ts';
import { int4Array, int8Array, intArray, plainTextArray } from './sql-arrays.ts';
import { SumTable } from './sum-table.ts';

type CampaignMonth = { readonly campaignId: number; readonly month: string; readonly chargedMicros: number };

type MonthLine = {
  readonly publisherId: number;
  readonly widgetId: number;
  readonly month: string;
  earnedMicros: number;
};

/** All sums are exact integers: one transaction charges less than 2^53 micros. */
export type Charges = {
  /** By day of the advertiser, ad set and widget: charged, and the publisher's part. */
  readonly lines: SumTable;
  readonly campaignMonths: readonly CampaignMonth[];
  readonly widgetMonths: readonly MonthLine[];
  readonly charged: ReadonlyMap<number, bigint>;
  readonly earned: ReadonlyMap<number, bigint>;
};

/** What a transaction charged of advertisers: spend by day, the months of invoices. Who earns it comes last (`bookEarnings`). */
export async function storeCharges(
  client: PoolClient,
  results: Results,
  settlementId: bigint,
): Promise<Charges> {
  const charges = chargesOf(results);
  await storeLines(client, settlementId, charges.lines);
  await storeSpend(client, results);
  await storeCampaignMonths(client, charges.campaignMonths);
  return charges;
}

/** Months of earnings and the ledger, under the locks that every settler needs: held for no more than this and the commit. */
export async function bookEarnings(
  client: PoolClient,
  results: Results,
  settlementId: bigint,
  charges: Charges,
): Promise<void> {
  const entries = settledEntries(charges);
  const earners = await lockEarnings(client, new Set(charges.earned.keys()));
  await storeEarnings(client, charges.widgetMonths);
  await postToLedger(client, results, {
    ...{ settlementId, entries },
    accounts: new Map([...results.wallets, ...earners]),
  });
}

/** From the facts' rows; months are those of the network's days. */
function chargesOf(results: Results): Charges {
  const lines = new SumTable();
  const byCampaign = new SumTable();
  const byWidget = new SumTable();
  const { facts } = results;
  const monthOf = monthNumbers();
  for (let row = 0; row < facts.size; row += 1) {
    const chargedMicros = facts.sumAt(row, SUM.chargedMicros);
    if (chargedMicros === 0) continue;
    const publisherMicros = facts.sumAt(row, SUM.publisherMicros);
    const adSetId = facts.keyAt(row, KEY.adSetId);
    const widgetId = facts.keyAt(row, KEY.widgetId);
    const quarter = facts.keyAt(row, KEY.quarter);
    const { campaign } = adSetOf(results, adSetId);
    const { wallet } = campaign;
    lines.add(wallet.zone.dayOfQuarter(quarter), adSetId, widgetId, chargedMicros, publisherMicros);
    const month = monthOf.number(results.networkZone.dayOfQuarter(quarter));
    byCampaign.add(month, campaign.campaignId, wallet.advertiserId, chargedMicros, 0);
    byWidget.add(month, widgetId, widgetOf(results, widgetId).publisherId, publisherMicros, 0);
  }
  const charged = new Map<number, bigint>();
  const campaignMonths = rowsOf(byCampaign, (month, campaignId, advertiserId, chargedMicros) => {
    charged.set(advertiserId, (charged.get(advertiserId) ?? 0n) + BigInt(chargedMicros));
    return { campaignId, month: monthOf.text(month), chargedMicros };
  });
  const earned = new Map<number, bigint>();
  const widgetMonths = rowsOf(byWidget, (month, widgetId, publisherId, earnedMicros) => {
    earned.set(publisherId, (earned.get(publisherId) ?? 0n) + BigInt(earnedMicros));
    return { publisherId, widgetId, month: monthOf.text(month), earnedMicros };
  });
  return {
    lines,
    campaignMonths,
    widgetMonths: widgetMonths.filter((line) => line.earnedMicros > 0),
    charged,
    earned,
  };
}

function rowsOf<Row>(table: SumTable, rowOf: (a: number, b: number, c: number, sum: number) => Row): Row[] {
  return Array.from({ length: table.size }, (_, row) =>
    rowOf(table.keyAt(row, 0), table.keyAt(row, 1), table.keyAt(row, 2), table.sumAt(row, 0)),
  );
}

/** Months of days, as small numbers to count by. */
function monthNumbers() {
  const texts: string[] = [];
  const byDay = new Map<number, number>();
  return {
    number(day: number): number {
      const known = byDay.get(day);
      if (known !== undefined) return known;
      const text = monthOfDay(dayOfNumber(day));
      const at = texts.indexOf(text);
      const month = at === -1 ? texts.push(text) - 1 : at;
      byDay.set(day, month);
      return month;
    },
    text: (month: number): string => texts[month] ?? '',
  };
}

async function storeLines(client: PoolClient, settlementId: bigint, lines: SumTable): Promise<void> {
  await client.query({
    name: 'settlement-spend-lines',
    text: `insert into spend_batch (settlement_id, day_number, ad_set_id, widget_id, charged_micros, publisher_micros)
           values ($1, $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bigint[])`,
    values: [
      settlementId,
      int4Array(lines.size, (row) => lines.keyAt(row, 0)),
      int4Array(lines.size, (row) => lines.keyAt(row, 1)),
      int4Array(lines.size, (row) => lines.keyAt(row, 2)),
      int8Array(lines.size, (row) => lines.sumAt(row, 0)),
      int8Array(lines.size, (row) => lines.sumAt(row, 1)),
    ],
  });
}

async function storeSpend(client: PoolClient, results: Results): Promise<void> {
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
  await client.query({
    name: 'settlement-campaign-month',
    text: `insert into campaign_month as m (campaign_id, month, charged_micros)
           select * from unnest($1::int[], $2::date[], $3::bigint[])
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
  booking: {
    readonly settlementId: bigint;
    readonly entries: ReturnType<typeof settledEntries>;
    readonly accounts: LockedAccounts;
  },
): Promise<void> {
  const { settlementId, entries, accounts } = booking;
  const reference = `settlement:${settlementId}`;
  const { rowCount } = await client.query({
    name: 'settlement-ledger',
    ...bookingStatement(
      {
        ...{ kind: 'settlement', reference, at: results.now, entries },
        detail: { settlementId: Number(settlementId) },
      },
      accounts,
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
