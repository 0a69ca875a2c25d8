import type { Ownership } from '@placard/contract/collector';
import type { CannotOf } from '@placard/contract/status-refusals';
import { WEBSITE_USER_ACTIONS, type Website } from '@placard/contract/websites';
import type { Database } from '@placard/db/schema';
import type { WebsiteTable } from '@placard/db/schema/publishing';
import { allowedActions, judgeTransition } from '@placard/domain/status-table';
import { isNamedWebsiteCategory } from '@placard/domain/website/categories';
import { TRAFFIC_RANGE_CODES, type TrafficRange } from '@placard/domain/website/rules';
import {
  WEBSITE_TRANSITIONS,
  type WebsiteAction,
  type WebsiteGuard,
  type WebsiteStatus,
} from '@placard/domain/website/status';
import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { readAppealStates } from '../appeals/own-appeals.ts';
import { widgetCountOf } from '../list-count.ts';
import { rejectionOf } from '../rejection.ts';
import { statusConflict } from '../status-conflict.ts';
import { measuredDays } from './traffic-order.ts';

export type WebsiteRow = Selectable<WebsiteTable>;
export type WebsiteRecord = WebsiteRow & {
  readonly widget_count: number;
  /** Counted page views of the last 30 days. */
  readonly measured_views: bigint;
  /** When its analytics code was first called from a page of its domain. */
  readonly own_domain_at: Date | null;
  /** The first check that found our line in its ads.txt. */
  readonly ads_txt_ok_at: Date | null;
};

/** The actor's websites of these ids, in their order; someone else's are left out. */
export async function loadWebsites(
  deps: HasDb & HasClock,
  actor: Actor,
  ids: readonly number[],
): Promise<WebsiteRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WebsiteRecord>`
    select s.*, ${widgetCountOf(sql`s.id`)} as widget_count,
           coalesce((select sum(t.views) from website_traffic_day t
              where t.website_id = s.id and ${measuredDays(deps.clock())}), 0)::int8 as measured_views, c.own_domain_at,
           (select min(k.checked_at) from ads_txt_check k where k.website_id = s.id and k.result = 'ok') as ads_txt_ok_at
      from website s left join website_code c on c.website_id = s.id
     where s.id = any(${ids}::int[]) and s.publisher_id = ${actor.accountId}
     order by array_position(${ids}::int[], s.id)
  `.execute(deps.db);
  return rows;
}

/**
 * What shows that the domain is the publisher's. The line in ads.txt before the code: whoever sends a call can claim
 * to be a page of any domain, but only its owner writes its files.
 */
export function ownershipOf(record: WebsiteRecord): Ownership | null {
  if (record.ads_txt_result === 'ok') {
    const at = record.ads_txt_ok_at ?? record.ads_txt_checked_at;
    if (at !== null) return { how: 'ads_txt', at: at.toISOString() };
  }
  return record.own_domain_at === null
    ? null
    : { how: 'analytics_code', at: record.own_domain_at.toISOString() };
}

/** @throws AppError `website_not_found`, also for someone else's. */
export async function getWebsite(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Website> {
  const [record] = await loadWebsites(deps, actor, [input.id]);
  if (record === undefined) throw new AppError('website_not_found');
  const appeals = await readAppealStates(deps.db, [judgedOf(record)]);
  return toWebsite(record, appeals(record.id));
}

/** As appeals look at it. */
export function judgedOf({ id, status, suspended_by: suspendedBy }: WebsiteRow) {
  return { kind: 'website', id, status, suspendedBy } as const;
}

/** The actor's website, locked until the transaction ends. @throws AppError `website_not_found`. */
export async function lockWebsite(db: Kysely<Database>, actor: Actor, id: number): Promise<WebsiteRow> {
  return await db
    .selectFrom('website')
    .selectAll()
    .where('id', '=', id)
    .where('publisher_id', '=', actor.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('website_not_found'));
}

function publisherFacts(website: WebsiteRow): Record<WebsiteGuard, boolean> {
  return { suspendedByPublisherOrActorIsOperator: website.suspended_by === 'publisher' };
}

/** Where a publisher's action leads. @throws AppError `conflict_status` naming the present status. */
export function websiteStatusAfter(
  website: WebsiteRow,
  action: WebsiteAction,
  cannot: CannotOf<'website'>,
): WebsiteStatus {
  const result = judgeTransition<WebsiteStatus, WebsiteAction, WebsiteGuard>(WEBSITE_TRANSITIONS, {
    from: website.status,
    action,
    actor: 'publisher',
    facts: publisherFacts(website),
  });
  if (result.ok) return result.to;
  if (result.refusal === 'guard_failed') {
    throw new AppError('conflict_status', {
      reason: 'website_suspended',
    });
  }
  throw statusConflict('website', website.status, cannot);
}

export function toWebsite(record: WebsiteRecord, appeal: Website['appeal']): Website {
  const allowed = allowedActions(
    WEBSITE_TRANSITIONS,
    'publisher',
    record.status,
    publisherFacts(record),
  ) as WebsiteAction[];
  const measured = record.measured_views > 0n;
  return {
    id: record.id,
    domain: record.domain,
    categories: record.categories.filter(isNamedWebsiteCategory),
    trafficRange: isTrafficRange(record.traffic_range) ? record.traffic_range : null,
    monthlyTraffic: record.monthly_traffic,
    traffic: measured ? Number(record.measured_views) : record.monthly_traffic,
    trafficSource: measured ? 'measured' : 'declared',
    ownership: ownershipOf(record),
    status: record.status,
    rejection: rejectionOf(record),
    suspendedBy: record.suspended_by,
    suspensionText: record.suspension_text,
    appeal,
    adsTxt: record.ads_txt_result,
    adsTxtCheckedAt: record.ads_txt_checked_at?.toISOString() ?? null,
    widgetCount: record.widget_count,
    analyticsKey: record.analytics_key,
    separateCategories: record.separate_categories,
    createdAt: record.created_at.toISOString(),
    actions: WEBSITE_USER_ACTIONS.filter(
      (action) => allowed.includes(action) || (action === 'edit' && allowed.includes('resubmit')),
    ),
    version: record.version,
  };
}

function isTrafficRange(code: string | null): code is TrafficRange {
  return code !== null && (TRAFFIC_RANGE_CODES as readonly string[]).includes(code);
}
