import type { AuditEntry } from '@placard/contract/audit';
import type { Database } from '@placard/db/schema';
import { documentLabel } from '@placard/domain/billing/document-kinds';
import type { RecordKind } from '@placard/domain/record';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { personName } from '../account/person-name.ts';
import { accountName } from '../accounts/account-name.ts';
import { paymentIdOf } from '../payments/payout-record.ts';
import { CARD_NAME } from './audit-names.ts';

type Subject = Pick<AuditEntry, 'subjectName' | 'record'>;
type About = Pick<AuditEntry, 'subjectKind' | 'subjectId' | 'account'>;
type Row = {
  readonly id: number;
  readonly name: string;
  readonly at: number | null;
  /** Where the kind of its page is not that of its subject. */
  readonly record?: RecordKind;
  /** Of a document: what its label is made of. */
  readonly label?: Parameters<typeof documentLabel>[0];
};

type Named = {
  /** Whose page it stands on; null: the kind has none, and leads to the account that the line names. */
  readonly record: RecordKind | null;
  readonly rows: RawBuilder<unknown>;
};

/** What of each kind is called, and on whose page it is found. */
const NAMES = {
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
  user: { record: 'user', rows: sql`select u.id, ${personName('u')} as name, u.id as at from app_user u` },
  account: {
    record: 'account',
    rows: sql`select c.id, ${accountName('c')} as name, c.id as at from account_card c`,
  },
  deposit: { record: 'deposit', rows: sql`select id, reference as name, id as at from deposit` },
  document: {
    record: 'document',
    rows: sql`
      select number as id, '' as name, number as at,
             jsonb_build_object('number', number, 'ownerId', advertiser_id, 'series', series, 'seriesNumber', series_number) as label
        from invoice`,
  },
  correction: {
    record: 'account',
    rows: sql`select id, reason as name, account_id as at from money_correction`,
  },
  payment_profile: { record: 'account', rows: sql`select id, name, publisher_id as at from payment_profile` },
  card: {
    record: 'account',
    rows: sql`select id, ${CARD_NAME} as name, advertiser_id as at from payment_method`,
  },
  api_key: { record: 'account', rows: sql`select id, name, account_id as at from api_key` },
  // The network's has no account, and stands on no record's page.
  webhook: { record: 'account', rows: sql`select id, url as name, account_id as at from webhook_endpoint` },
  data_export: {
    record: 'user',
    rows: sql`
      select x.id, ${personName('u')} as name, u.id as at from data_export x join app_user u on u.id = x.user_id`,
  },
  traffic_rule: { record: null, rows: sql`select id, label as name, null::integer as at from traffic_rule` },
} as const satisfies Record<string, Named>;
type Kind = keyof typeof NAMES;
const KINDS = Object.keys(NAMES) as Kind[];

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

function nameOf(kind: Kind, { name, record, label }: Row): string {
  if (label !== undefined) return documentLabel(label);
  return kind === 'website' || record === 'website' ? shownDomain(name) : name;
}

function subjectOf({ subjectKind, subjectId, account }: About, found: ReadonlyMap<string, Row>): Subject {
  // What has no page is its account's.
  const ofAccount: Subject['record'] = account === null ? null : { kind: 'account', id: account.id };
  if (isNamed(subjectKind)) {
    const row = found.get(`${subjectKind} ${subjectId}`);
    if (row === undefined) return { subjectName: null, record: ofAccount };
    const kind = row.record ?? NAMES[subjectKind].record;
    return {
      subjectName: nameOf(subjectKind, row),
      record: kind === null || row.at === null ? ofAccount : { kind, id: row.at },
    };
  }
  if (subjectKind === 'payout' && subjectId !== null) {
    return { subjectName: paymentIdOf(subjectId), record: { kind: 'payout', id: subjectId } };
  }
  return { subjectName: null, record: ofAccount };
}
