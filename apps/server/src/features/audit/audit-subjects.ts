import type { AuditEntry } from '@placard/contract/audit';
import type { Database } from '@placard/db/schema';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { accountName } from '../accounts/account-name.ts';
import { paymentIdOf } from '../payments/payout-record.ts';

type Subject = Pick<AuditEntry, 'subjectName' | 'record'>;
type About = Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'account'>;
type Row = {
  readonly id: number;
  readonly name: string;
  readonly at: number;
  /** Where the kind of its page is not that of its subject. */
  readonly record?: NonNullable<Subject['record']>['kind'];
};

const KINDS = [
  'campaign',
  'ad_set',
  'creative',
  'website',
  'appeal',
  'widget',
  'user',
  'account',
  'deposit',
] as const;
type Kind = (typeof KINDS)[number];

/** What of each kind is called, and on whose page it is found. */
const NAMES: Record<
  Kind,
  { readonly record: NonNullable<Subject['record']>['kind']; readonly rows: RawBuilder<unknown> }
> = {
  campaign: { record: 'campaign', rows: sql`select id, name, id as at from campaign` },
  ad_set: { record: 'campaign', rows: sql`select id, name, campaign_id as at from ad_set` },
  creative: { record: 'creative', rows: sql`select id, name, id as at from creative` },
  website: { record: 'website', rows: sql`select id, domain as name, id as at from website` },
  // Called by what it is about, whose page it stands on.
  appeal: {
    record: 'creative',
    rows: sql`
      select a.id, coalesce(c.name, w.domain) as name, a.subject_id as at, a.subject_kind as record from appeal a
        left join creative c on a.subject_kind = 'creative' and c.id = a.subject_id
        left join website w on a.subject_kind = 'website' and w.id = a.subject_id`,
  },
  widget: { record: 'website', rows: sql`select id, name, website_id as at from widget` },
  user: {
    record: 'user',
    rows: sql`select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name, id as at from app_user`,
  },
  account: {
    record: 'account',
    rows: sql`select c.id, ${accountName('c')} as name, c.id as at from account_card c`,
  },
  deposit: { record: 'deposit', rows: sql`select id, reference as name, id as at from deposit` },
};

function isNamed(kind: string): kind is Kind {
  return (KINDS as readonly string[]).includes(kind);
}

/** What lines of the log are about, by name and with the page it is found on: one question a kind, not one a line. */
export async function readSubjects(
  db: Kysely<Database>,
  lines: readonly About[],
): Promise<(line: About) => Subject> {
  const found = new Map<string, Row>();
  for (const kind of KINDS) {
    const ids = lines.flatMap((line) =>
      line.subjectKind === kind && line.subjectId !== null ? [line.subjectId] : [],
    );
    if (ids.length === 0) continue;
    const { rows } = await sql<Row>`
      select * from (${NAMES[kind].rows}) named where id = any(${[...new Set(ids)]}::int[])`.execute(db);
    for (const row of rows) found.set(`${kind} ${row.id}`, row);
  }
  return (line) => subjectOf(line, found);
}

function subjectOf({ subjectKind, subjectId, account }: About, found: ReadonlyMap<string, Row>): Subject {
  if (isNamed(subjectKind)) {
    const row = found.get(`${subjectKind} ${subjectId}`);
    if (row === undefined) return { subjectName: null, record: null };
    return {
      subjectName: subjectKind === 'website' || row.record === 'website' ? shownDomain(row.name) : row.name,
      record: { kind: row.record ?? NAMES[subjectKind].record, id: row.at },
    };
  }
  if (subjectKind === 'payout' && subjectId !== null) {
    return { subjectName: paymentIdOf(subjectId), record: { kind: 'payout', id: subjectId } };
  }
  // Cards, profiles and keys have no page: they are their account's.
  return { subjectName: null, record: account === null ? null : { kind: 'account', id: account.id } };
}
