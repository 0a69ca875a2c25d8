import type { ReportMarks } from '@placard/contract/reports';
import {
  ADVERTISER_MARKS,
  MAX_MARKS,
  type MarkedAction,
  markedChanges,
  PUBLISHER_MARKS,
} from '@placard/domain/analytics/report-marks';
import { localDayAt, numberOfDay, startOfLocalDayMs } from '@placard/domain/time-zone';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { reportDays } from './report-days.ts';
import { readShareMarks, type ShareMark } from './share-marks.ts';

type Deps = HasDb & HasClock;
type Days = { readonly from: string; readonly to: string };
type Mark = ReportMarks['items'][number];

type MarkRow = {
  id: string;
  at: Date;
  action: MarkedAction;
  actor_kind: Mark['actorKind'];
  subject_id: number;
  subject_name: string;
  detail: Record<string, unknown>;
};

/** What a chart of these days is marked with: the newest, in the order in which they happened. */
async function marksOf(
  deps: Deps,
  actor: Actor,
  days: Days,
  found: (span: RawBuilder<unknown>) => RawBuilder<unknown>,
  besides: (span: {
    readonly fromMs: number;
    readonly untilMs: number;
  }) => Promise<MarkRow[]> = async () => [],
): Promise<ReportMarks> {
  const { from, to, timeZone } = reportDays(deps, actor, days);
  const fromMs = startOfLocalDayMs(timeZone, numberOfDay(from));
  const untilMs = startOfLocalDayMs(timeZone, numberOfDay(to) + 1);
  const span = sql`at >= ${new Date(fromMs)} and at < ${new Date(untilMs)}`;
  const logs = await sql<MarkRow>`
    select * from (${found(span)}) mark order by at desc, number desc limit ${MAX_MARKS + 1}`.execute(
    deps.db,
  );
  const rows = [...logs.rows, ...(await besides({ fromMs, untilMs }))].toSorted(
    (a, b) => b.at.getTime() - a.at.getTime(),
  );
  const items = rows.slice(0, MAX_MARKS).map(
    (row): Mark => ({
      id: row.id,
      at: row.at.toISOString(),
      day: localDayAt(timeZone, row.at.getTime()),
      action: row.action,
      actorKind: row.actor_kind,
      subject: {
        id: row.subject_id,
        name: row.action.startsWith('website.') ? shownDomain(row.subject_name) : row.subject_name,
      },
      changes: markedChanges(row.detail),
    }),
  );
  return { items: items.toReversed(), more: rows.length > MAX_MARKS };
}

/** Entries of the log about records of a kind: of each its own, by the index of subjects. */
function logged(
  kind: 'campaign' | 'ad_set' | 'creative' | 'website',
  records: RawBuilder<unknown>,
  actions: readonly MarkedAction[],
  span: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    select l.id as number, l.id::text as id, l.at, l.action, l.actor_kind, r.id as subject_id,
           r.name as subject_name, l.detail
      from (${records}) r
     cross join lateral (
       select * from audit_log
        where subject_kind = ${kind} and subject_id = r.id and action = any(${[...actions]}::text[]) and ${span}
        order by id desc limit ${MAX_MARKS + 1}) l`;
}

/**
 * What happened to an advertiser's campaigns, ad sets and creatives in these days; of one campaign where that is named.
 * @throws AppError `invalid_input`; `campaign_not_found`, also for someone else's
 */
export async function readAdvertiserMarks(
  deps: Deps,
  actor: Actor,
  { campaignId, ...days }: Days & { readonly campaignId?: number | undefined },
): Promise<ReportMarks> {
  const { accountId } = actor;
  if (campaignId !== undefined) {
    await deps.db
      .selectFrom('campaign')
      .select('id')
      .where('id', '=', campaignId)
      .where('advertiser_id', '=', accountId)
      .executeTakeFirstOrThrow(() => new AppError('campaign_not_found'));
  }
  const one = (column: string) =>
    campaignId === undefined ? sql`true` : sql`${sql.ref(column)} = ${campaignId}`;
  const creatives =
    campaignId === undefined
      ? sql`true`
      : sql`exists (select from creative_ad_set x join ad_set s on s.id = x.ad_set_id
                     where x.creative_id = k.id and s.campaign_id = ${campaignId})`;
  return await marksOf(
    deps,
    actor,
    days,
    (span) => sql`
      ${logged('campaign', sql`select c.id, c.name from campaign c where c.advertiser_id = ${accountId} and ${one('c.id')}`, ADVERTISER_MARKS, span)}
      union all
      ${logged('ad_set', sql`select a.id, a.name from ad_set a join campaign c on c.id = a.campaign_id where c.advertiser_id = ${accountId} and ${one('c.id')}`, ADVERTISER_MARKS, span)}
      union all
      ${logged('creative', sql`select k.id, k.name from creative k where k.advertiser_id = ${accountId} and ${creatives}`, ADVERTISER_MARKS, span)}`,
  );
}

/**
 * What happened to a publisher's websites in these days, and from when on another share is theirs; of one website where that is
 * named.
 * @throws AppError `invalid_input`; `website_not_found`, also for someone else's
 */
export async function readPublisherMarks(
  deps: Deps,
  actor: Actor,
  { websiteId, ...days }: Days & { readonly websiteId?: number | undefined },
): Promise<ReportMarks> {
  const { accountId } = actor;
  if (websiteId !== undefined) {
    await deps.db
      .selectFrom('website')
      .select('id')
      .where('id', '=', websiteId)
      .where('publisher_id', '=', accountId)
      .executeTakeFirstOrThrow(() => new AppError('website_not_found'));
  }
  const one = websiteId === undefined ? sql`true` : sql`w.id = ${websiteId}`;
  const websites = sql`select w.id, w.domain as name from website w where w.publisher_id = ${accountId} and ${one}`;
  return await marksOf(
    deps,
    actor,
    days,
    (span) => logged('website', websites, PUBLISHER_MARKS, span),
    async (span) =>
      (await readShareMarks(deps.db, { publisherId: accountId, websiteId, span })).map((mark) =>
        shareRow(accountId, mark),
      ),
  );
}

/** What it was before is left out: it may have been another's all the same. */
function shareRow(accountId: number, { atMs, shareBp, website }: ShareMark): MarkRow {
  return {
    id: `share-${website?.id ?? 'all'}-${atMs}`,
    at: new Date(atMs),
    action: website === null ? 'account.share' : 'website.share',
    actor_kind: 'operator',
    subject_id: website?.id ?? accountId,
    subject_name: website?.domain ?? '',
    detail: { share: { before: null, after: shareBp / 100 } },
  };
}
