import { WITHHELD_LISTED, type WithheldYear } from '@placard/contract/withholding';
import type { Db } from '@placard/db/database';
import { percentOf } from '@placard/domain/basis-points';
import { dollarsFromMicros, formatMicros, type Micros } from '@placard/domain/micros';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import type { MakeDocument } from '../../fairness/documents.ts';
import { displayName } from '../account/user-view.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { NetworkDays } from '../settings/network-days.ts';

type Asked = { readonly year: number };

type Line = {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly country: string | null;
  readonly vat_number: string | null;
  readonly registration_number: string | null;
  readonly is_business: boolean | null;
  readonly rate_bp: number;
  readonly payouts: number;
  readonly amount: Micros;
  readonly withheld: Micros;
};

const HEADER = [
  'year',
  'publisher_id',
  'publisher',
  'email',
  'country',
  'vat_number',
  'registration_number',
  'business',
  'withholding_percent',
  'payouts',
  'amount',
  'withheld_tax',
  'net',
  'currency',
];

/** The year is the network's, in the zone that held when it began, and the day that of the payment: what was paid on its last evening belongs to it. */
async function readLines(db: Db, year: number): Promise<{ currency: string; lines: readonly Line[] }> {
  const { currency } = await db.selectFrom('network_settings').select('currency').executeTakeFirstOrThrow();
  const days = await NetworkDays.read(db);
  const start = (of: number) => days.startOf(`${of}-01-01`);
  const { rows } = await sql<Line>`
    select p.publisher_id as id, c.first_name, c.last_name, c.email, p.payee_country as country, d.vat_number,
           d.registration_number, d.is_business, p.withholding_bp as rate_bp, count(*)::int as payouts,
           sum(p.amount_micros)::int8 as amount, sum(p.withheld_micros)::int8 as withheld
      from payout p
      join account_card c on c.id = p.publisher_id
      left join billing_details d on d.account_id = p.publisher_id
     where p.withheld_micros > 0 and p.completed_at >= ${start(year)} and p.completed_at < ${start(year + 1)}
       and p.status = 'completed'
     group by p.publisher_id, c.first_name, c.last_name, c.email, p.payee_country, d.vat_number, d.registration_number,
              d.is_business, p.withholding_bp
     order by withheld desc, p.publisher_id, p.payee_country, p.withholding_bp`.execute(db);
  return { currency, lines: rows };
}

function viewOf(line: Line): WithheldYear {
  return {
    publisher: { id: line.id, name: displayName(line), email: line.email },
    country: line.country,
    vatNumber: line.vat_number ?? '',
    registrationNumber: line.registration_number ?? '',
    isBusiness: line.is_business,
    withholdingPercent: percentOf(line.rate_bp),
    payouts: line.payouts,
    amount: dollarsFromMicros(line.amount),
    withheld: dollarsFromMicros(line.withheld),
    net: dollarsFromMicros(line.amount - line.withheld),
  };
}

/** What was withheld of a year's payouts, by publisher. */
export async function readWithheld({ db }: HasDb, _actor: Actor, { year }: Asked) {
  const { currency, lines } = await readLines(db, year);
  const sum = (of: (line: Line) => Micros) => lines.reduce((total, line) => total + of(line), 0n);
  const [amount, withheld] = [sum((line) => line.amount), sum((line) => line.withheld)];
  return {
    currency,
    items: lines.slice(0, WITHHELD_LISTED).map(viewOf),
    sums: {
      payouts: lines.reduce((total, line) => total + line.payouts, 0),
      amount: dollarsFromMicros(amount),
      withheld: dollarsFromMicros(withheld),
      net: dollarsFromMicros(amount - withheld),
    },
  };
}

/** The same line by line, for the accountant. */
export async function exportWithheld(
  deps: HasDb & HasClock,
  actor: Actor,
  { year }: Asked,
  make: MakeDocument,
): Promise<File> {
  const { currency, lines } = await readLines(deps.db, year);
  await writeAudit(deps.db, {
    ...doneBy(actor, 'operator'),
    action: 'withholding_rate.export_withheld',
    subjectKind: 'settings',
    subjectId: null,
    detail: { year, lines: lines.length },
    at: deps.clock(),
  });
  const rows = lines.map((line) => [
    ...[String(year), String(line.id), displayName(line), line.email, line.country ?? ''],
    ...[line.vat_number ?? '', line.registration_number ?? ''],
    line.is_business === null ? '' : line.is_business ? 'yes' : 'no',
    ...[String(percentOf(line.rate_bp)), String(line.payouts)],
    ...[line.amount, line.withheld, line.amount - line.withheld].map(formatMicros),
    currency,
  ]);
  const csv = await make('csv', [HEADER, ...rows]);
  return new File([csv], `withheld-tax-${year}.csv`, { type: 'text/csv' });
}
