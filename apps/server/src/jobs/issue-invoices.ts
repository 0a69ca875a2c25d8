import type { Db, Tx } from '@placard/db/database';
import { type MonthInvoice, monthInvoice } from '@placard/domain/billing/month-invoice';
import type { Micros } from '@placard/domain/micros';
import { localDayAt, monthOfDay } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import { issueInvoice } from '../features/billing/issue-invoice.ts';
import { readCurrency } from '../features/billing/read-balance.ts';
import { eachAlone } from '../features/each-alone.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailText } from '../mail/mail-text.ts';
import { documentsText } from '../texts/documents-text.ts';
import { microsIn, moneyIn, monthIn } from '../texts/worded.ts';

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;
type Due = { readonly advertiserId: number; readonly month: string };

/**
 * Invoices what every advertiser was charged in each month that is over in the network's time zone: once, under the
 * next number, also after a crash, late, or with two at work. What is settled after a month was invoiced stands on
 * the next invoice; an issued one never changes.
 * @returns numbers of the invoices issued now
 */
export async function issueMonthInvoices(deps: Deps): Promise<number[]> {
  const now = deps.clock();
  const { time_zone: timeZone } = await deps.db
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const thisMonth = monthOfDay(localDayAt(timeZone, now.getTime()));
  const numbers = await eachAlone(
    await dueMonths(deps.db, thisMonth),
    'invoices failed',
    async (due) =>
      await inTransaction(deps.db, async (trx) => await closeSpend(deps, trx, { ...due, timeZone }, now)),
  );
  return numbers.filter((number) => number !== null);
}

/**
 * Months with charges that stand on no invoice, oldest first. Charges that came late to a month that was closed wait
 * for the last month that is over.
 */
async function dueMonths(db: Db, thisMonth: string): Promise<Due[]> {
  const { rows } = await sql<{ advertiser_id: number; month: string }>`
    with open as (
      select distinct c.advertiser_id, m.month
        from campaign_month m join campaign c on c.id = m.campaign_id
       where m.month < ${thisMonth}::date and m.charged_micros > m.invoiced_micros)
    select advertiser_id, month from (
      select advertiser_id, month from open
      union
      select advertiser_id, (${thisMonth}::date - interval '1 month')::date from open) wanted
     where not exists (select from spend_month s
                        where s.advertiser_id = wanted.advertiser_id and s.month = wanted.month)
     order by month, advertiser_id`.execute(db);
  return rows.map((row) => ({ advertiserId: row.advertiser_id, month: row.month }));
}

/** Closes one month of one advertiser. @returns the invoice's number; null when there is nothing to invoice. */
async function closeSpend(
  deps: Deps,
  trx: Tx,
  due: Due & { readonly timeZone: string },
  now: Date,
): Promise<number | null> {
  const { advertiserId, month } = due;
  // One at a time for each advertiser: what another run has closed meanwhile is seen below.
  await sql`select id from account where id = ${advertiserId} for no key update`.execute(trx);
  const later = await trx
    .selectFrom('spend_month')
    .select('month')
    .where('advertiser_id', '=', advertiserId)
    .where('month', '>=', month)
    .executeTakeFirst();
  if (later !== undefined) return null;
  const charges = await takeCharges(trx, advertiserId, month);
  const chargedMicros = charges.reduce((sum, charge) => sum + charge.chargedMicros, 0n);
  if (chargedMicros === 0n) return null;
  const carriedInMicros = await carriedInto(trx, advertiserId);
  const invoice = monthInvoice(carriedInMicros, charges);
  const number =
    invoice.totalCents === 0n
      ? null
      : await write(deps, trx, { ...due, names: charges, carriedInMicros, invoice }, now);
  await trx
    .insertInto('spend_month')
    .values({
      advertiser_id: advertiserId,
      month,
      charged_micros: chargedMicros,
      carried_in_micros: carriedInMicros,
      carried_out_micros: invoice.carriedOutMicros,
      invoice_number: number,
      closed_at: now,
    })
    .execute();
  return number;
}

type NamedCharge = { readonly campaignId: number; readonly name: string; readonly chargedMicros: Micros };

/** Marks all charges up to the month as invoiced. @returns what was not before, by campaign */
async function takeCharges(trx: Tx, advertiserId: number, month: string): Promise<NamedCharge[]> {
  const { rows } = await sql<{ id: number; name: string; micros: bigint }>`
    with open as (
      select m.month, m.campaign_id, c.name, m.charged_micros - m.invoiced_micros as micros
        from campaign_month m join campaign c on c.id = m.campaign_id
       where c.advertiser_id = ${advertiserId} and m.month <= ${month}::date
         and m.charged_micros > m.invoiced_micros
         for update of m)
    , taken as (
      update campaign_month m set invoiced_micros = m.invoiced_micros + open.micros
        from open where m.month = open.month and m.campaign_id = open.campaign_id)
    select campaign_id as id, name, sum(micros)::bigint as micros from open
     group by campaign_id, name order by campaign_id`.execute(trx);
  return rows.map((row) => ({ campaignId: row.id, name: row.name, chargedMicros: row.micros }));
}

async function carriedInto(trx: Tx, advertiserId: number): Promise<Micros> {
  const last = await trx
    .selectFrom('spend_month')
    .select('carried_out_micros')
    .where('advertiser_id', '=', advertiserId)
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.carried_out_micros ?? 0n;
}

async function write(
  deps: Deps,
  trx: Tx,
  closed: Due & {
    readonly timeZone: string;
    readonly names: readonly NamedCharge[];
    readonly carriedInMicros: Micros;
    readonly invoice: MonthInvoice;
  },
  now: Date,
): Promise<number> {
  const { advertiserId, month, invoice } = closed;
  const names = new Map(closed.names.map((charge) => [charge.campaignId, charge.name]));
  const currency = await readCurrency(trx);
  const { number, label } = await issueInvoice(
    trx,
    {
      advertiserId,
      amountCents: invoice.totalCents,
      of: {
        kind: 'month',
        month,
        lines: invoice.lines.map(({ campaignId, cents }) => ({
          text: documentsText('line.campaign', { name: names.get(campaignId) ?? '', id: String(campaignId) }),
          cents: Number(cents),
        })),
        notes: [
          documentsText('note.month', { month: monthIn(month), timeZone: closed.timeZone }),
          documentsText('note.carried', {
            before: microsIn(closed.carriedInMicros, currency),
            after: microsIn(invoice.carriedOutMicros, currency),
          }),
        ],
      },
    },
    now,
  );
  await notify(trx, {
    accountId: advertiserId,
    kind: 'invoice.issue',
    data: { amount: Number(invoice.totalCents) / 100, currency, invoiceNumber: label, month },
    key: month,
    mail: mailText('invoiceIssued', {
      network: await networkName(trx),
      amount: moneyIn(invoice.totalCents, currency),
      invoiceNumber: label,
      month: monthIn(month),
      url: `${deps.publicUrl}/advertiser/billing`,
    }),
    at: now,
  });
  return number;
}
