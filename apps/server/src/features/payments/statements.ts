import type { StatementSummary } from '@placard/contract/payments';
import type { Db } from '@placard/db/database';
import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import type { LocalDay } from '@placard/domain/time-zone';
import { textsIn } from '@placard/texts/catalogue';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb, HasSecrets } from '../../deps.ts';
import { documentsTexts } from '../../texts/catalogues.ts';
import { displayName } from '../account/user-view.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { NetworkDays } from '../settings/network-days.ts';
import { destinationOfPayout, paymentIdOf } from './payout-record.ts';

/** A closed month: opening + earned + adjusted - withdrawn + returned = closing, to the micro. */
export type StatementFigures = {
  /** 'YYYY-MM' */
  readonly month: string;
  readonly closedAt: Date;
  readonly openingMicros: Micros;
  readonly earnedMicros: Micros;
  readonly adjustedMicros: Micros;
  readonly withdrawnMicros: Micros;
  readonly returnedMicros: Micros;
  readonly closingMicros: Micros;
};

type Row = {
  month: string;
  closed_at: Date;
  earned_micros: Micros;
  adjusted_micros: Micros;
  withdrawn_micros: Micros;
  returned_micros: Micros;
  closing_micros: Micros;
  after_sequence: bigint;
  to_sequence: bigint;
};

type FiguresWithEnds = StatementFigures & { readonly after: bigint; readonly upTo: bigint };

/**
 * All closed months of a publisher, oldest first. Earnings stand in the month they were earned in, though they become
 * available a day later; everything else is the available account's own entries, each in one month.
 */
async function readFigures(db: Db, publisherId: number): Promise<FiguresWithEnds[]> {
  const { rows } = await sql<Row>`
    with closed as (
      select month, closed_at, earned_micros, taken_back_micros, available_sequence as to_sequence,
             coalesce(lag(available_sequence) over (order by month), 0) as after_sequence
        from earning_month
       where publisher_id = ${publisherId} and closed_at is not null and available_sequence is not null),
    moved as (
      select c.*,
             coalesce(sum(l.amount_micros) filter (
               where t.kind not in ('payout_request', 'payout_return')), 0)::int8 - c.taken_back_micros as adjusted_micros,
             coalesce(-sum(l.amount_micros) filter (where t.kind = 'payout_request'), 0)::int8 as withdrawn_micros,
             coalesce(sum(l.amount_micros) filter (where t.kind = 'payout_return'), 0)::int8 as returned_micros
        from closed c
        left join ledger_account a on a.owner_id = ${publisherId} and a.kind = 'publisher_available'
        left join (ledger_entry l join ledger_transaction t on t.id = l.transaction_id and t.kind <> 'month_close')
          on l.account_id = a.id and l.sequence > c.after_sequence and l.sequence <= c.to_sequence
       group by c.month, c.closed_at, c.earned_micros, c.taken_back_micros, c.to_sequence, c.after_sequence)
    select to_char(month, 'YYYY-MM') as month, closed_at, earned_micros, adjusted_micros, withdrawn_micros,
           returned_micros, after_sequence, to_sequence,
           (sum(earned_micros + adjusted_micros - withdrawn_micros + returned_micros)
              over (order by moved.month))::int8 as closing_micros
      from moved order by moved.month`.execute(db);
  return rows.map((row) => ({
    month: row.month,
    closedAt: row.closed_at,
    openingMicros:
      row.closing_micros -
      row.earned_micros -
      row.adjusted_micros +
      row.withdrawn_micros -
      row.returned_micros,
    earnedMicros: row.earned_micros,
    adjustedMicros: row.adjusted_micros,
    withdrawnMicros: row.withdrawn_micros,
    returnedMicros: row.returned_micros,
    closingMicros: row.closing_micros,
    after: row.after_sequence,
    upTo: row.to_sequence,
  }));
}

/** Newest first. */
export async function listStatements(
  { db }: HasDb,
  actor: Pick<Actor, 'accountId'>,
): Promise<{ items: StatementSummary[] }> {
  const [currency, figures] = await Promise.all([readCurrency(db), readFigures(db, actor.accountId)]);
  const items = figures.toReversed().map((each) => ({
    month: each.month,
    currency,
    opening: dollarsFromMicros(each.openingMicros),
    earnings: dollarsFromMicros(each.earnedMicros),
    adjustments: dollarsFromMicros(each.adjustedMicros),
    withdrawn: dollarsFromMicros(each.withdrawnMicros),
    returned: dollarsFromMicros(each.returnedMicros),
    closing: dollarsFromMicros(each.closingMicros),
    closedAt: each.closedAt.toISOString(),
  }));
  return { items };
}

/** The months of which a publisher has a statement, 'YYYY-MM', newest first. */
export async function closedMonths(
  { db }: HasDb,
  { accountId }: Pick<Actor, 'accountId'>,
): Promise<string[]> {
  return (await readFigures(db, accountId)).map(({ month }) => month).toReversed();
}

export function statementFileName(month: string): string {
  return `statement-${month}.pdf`;
}

export type StatementEarning = {
  /** Null: earned before earnings were kept by widget. */
  readonly website: string | null;
  readonly widget: string | null;
  readonly micros: Micros;
};

export type StatementEntry = {
  readonly at: Date;
  /** In the network's time zone of then. */
  readonly day: LocalDay;
  readonly kind: 'withdrawal' | 'return' | 'adjustment';
  /** `PO-17 to First Bank •••• 3000` in its reader's language, or what an adjustment is for. */
  readonly text: string;
  readonly micros: Micros;
  /** Of a withdrawal: what of it is withheld as tax, and at which rate. */
  readonly withheld?: { readonly micros: Micros; readonly rateBp: number };
};

export type Statement = StatementFigures & {
  readonly network: string;
  /** Its reader's. */
  readonly language: Language;
  readonly currency: string;
  /** The network's when the month was closed: a statement is the same whenever it is asked for. */
  readonly timeZone: string;
  readonly publisher: readonly string[];
  readonly earnings: readonly StatementEarning[];
  readonly entries: readonly StatementEntry[];
};

/** One closed month with its lines. @throws AppError `not_found` where that month is not closed. */
export async function readStatement(
  deps: HasDb & HasSecrets,
  actor: Pick<Actor, 'accountId'>,
  input: { readonly month: string },
): Promise<Statement> {
  const { db } = deps;
  const figures = (await readFigures(db, actor.accountId)).find((each) => each.month === input.month);
  if (figures === undefined) throw new AppError('not_found');
  const days = await NetworkDays.read(db);
  const [network, user, earnings] = await Promise.all([
    db.selectFrom('network_settings').select(['network_name', 'currency']).executeTakeFirstOrThrow(),
    db
      .selectFrom('account_card')
      .select(['first_name', 'last_name', 'company', 'email', 'language'])
      .where('id', '=', actor.accountId)
      .executeTakeFirstOrThrow(),
    readEarnings(db, actor.accountId, figures),
  ]);
  const language = user.language ?? DEFAULT_LANGUAGE;
  const entries = await readEntries(deps, { publisherId: actor.accountId, figures, language });
  return {
    ...figures,
    network: network.network_name,
    language,
    currency: network.currency,
    timeZone: days.zoneAt(figures.closedAt),
    publisher: [...new Set([user.company ?? '', displayName(user), user.email])].filter(
      (line) => line !== '',
    ),
    earnings,
    entries: entries
      .map((entry) => ({ ...entry, day: days.of(entry.at) }))
      .toSorted((a, b) => a.at.getTime() - b.at.getTime()),
  };
}

type Line = Omit<StatementEntry, 'day'>;

const PAYOUT_MOVEMENTS = ['payout_request', 'payout_return'] as const;

async function readEarnings(
  db: Db,
  publisherId: number,
  figures: StatementFigures,
): Promise<StatementEarning[]> {
  const rows = await db
    .selectFrom('earning_month_widget as e')
    .innerJoin('widget', 'widget.id', 'e.widget_id')
    .innerJoin('website', 'website.id', 'widget.website_id')
    .select(['website.domain', 'widget.name', 'e.earned_micros'])
    .where('e.publisher_id', '=', publisherId)
    .where('e.month', '=', `${figures.month}-01`)
    .orderBy('website.domain')
    .orderBy('widget.name')
    .orderBy('widget.id')
    .execute();
  const earnings: StatementEarning[] = rows.map((row) => ({
    website: row.domain,
    widget: row.name,
    micros: row.earned_micros,
  }));
  const rest = figures.earnedMicros - earnings.reduce((sum, line) => sum + line.micros, 0n);
  return rest === 0n ? earnings : [...earnings, { website: null, widget: null, micros: rest }];
}

type Asked = {
  readonly publisherId: number;
  readonly figures: FiguresWithEnds;
  readonly language: Language;
};

async function readEntries(
  { db, secrets }: HasDb & HasSecrets,
  { publisherId, figures, language }: Asked,
): Promise<Line[]> {
  const t = textsIn(documentsTexts, language);
  const rows = await db
    .selectFrom('ledger_account as a')
    .innerJoin('ledger_entry as l', 'l.account_id', 'a.id')
    .innerJoin('ledger_transaction as t', 't.id', 'l.transaction_id')
    .leftJoin('payout as p', (join) =>
      join
        .on(sql<boolean>`p.id = (t.detail ->> 'payoutId')::int`)
        .onRef('p.publisher_id', '=', 'a.owner_id')
        // What a payout that came back covers names it too, and is none of its own movements.
        .on('t.kind', 'in', PAYOUT_MOVEMENTS),
    )
    .select([
      't.at',
      't.kind',
      sql<string | null>`t.detail ->> 'reason'`.as('adjusted_for'),
      'l.amount_micros',
      'p.id as payout_id',
      'p.details_sealed',
      'p.reason',
      'p.withheld_micros',
      'p.withholding_bp',
    ])
    .where('a.owner_id', '=', publisherId)
    .where('a.kind', '=', 'publisher_available')
    .where('t.kind', '<>', 'month_close')
    .where('l.sequence', '>', figures.after)
    .where('l.sequence', '<=', figures.upTo)
    .orderBy('l.sequence')
    .execute();
  const entries = rows.map((row): Line => {
    const micros = row.amount_micros;
    if (row.payout_id === null || row.details_sealed === null) {
      return { at: row.at, kind: 'adjustment', text: row.adjusted_for ?? '', micros };
    }
    const payout = { publisher_id: publisherId, details_sealed: row.details_sealed };
    const to = t('statement.to', {
      payment: paymentIdOf(row.payout_id),
      destination: destinationOfPayout(payout, secrets),
    });
    if (row.kind === 'payout_request') {
      const entry: Line = { at: row.at, kind: 'withdrawal', text: to, micros };
      const [withheld, rateBp] = [row.withheld_micros ?? 0n, row.withholding_bp ?? 0];
      return withheld === 0n ? entry : { ...entry, withheld: { micros: withheld, rateBp } };
    }
    const why = row.reason === null || row.reason === '' ? '' : `: ${row.reason}`;
    return { at: row.at, kind: 'return', text: `${to}${why}`, micros };
  });
  const takenBack = await readTakenBack(db, publisherId, figures.month);
  return [...entries, ...takenBack];
}

/** What was taken back of the month before it was closed: it never became available. */
async function readTakenBack(db: Db, publisherId: number, month: string): Promise<Line[]> {
  const rows = await db
    .selectFrom('earning_take_back as b')
    .innerJoin('money_correction as c', 'c.id', 'b.correction_id')
    .select(['c.decided_at', 'c.requested_at', 'c.reason', 'b.micros'])
    .where('b.publisher_id', '=', publisherId)
    .where('b.month', '=', `${month}-01`)
    .orderBy('b.correction_id')
    .execute();
  return rows.map((row) => ({
    at: row.decided_at ?? row.requested_at,
    kind: 'adjustment',
    text: row.reason,
    micros: -row.micros,
  }));
}
