import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import type { TimeGrain } from '@placard/domain/analytics/metrics';
import { startOfLocalDayMs } from '@placard/domain/time-zone';
import { PAGE_VIEW_TABLE } from './page-view-table.ts';
import { grainSql, type Statement } from './report-sql.ts';

/** Page views of one publisher's websites within local days, both included. */
export type PageViewSelection = {
  readonly publisherId: number;
  /** The publisher's own; none = all of them. */
  readonly websiteId?: number | undefined;
  /** Only these of the publisher's. */
  readonly websiteIds?: readonly number[] | undefined;
  readonly timeZone: string;
  readonly fromDayNumber: number;
  readonly toDayNumber: number;
  readonly path?: string | undefined;
  readonly referrer?: string | undefined;
  readonly country?: string | undefined;
  readonly device?: keyof typeof DEVICE_CODES | undefined;
};

/** What page views can be grouped by, as texts. */
export const PAGE_VIEW_GROUPS = {
  page: ['toString(website_id)', 'path'],
  referrer: ['referrer_host'],
  country: ['toString(country)'],
  device: ['toString(device)'],
  website: ['toString(website_id)'],
} as const satisfies Record<string, readonly string[]>;
export type PageViewGroup = keyof typeof PAGE_VIEW_GROUPS;

// A visitor's hash changes with the UTC day, so the different ones of a period are the sum of its days' visitors.
const FIGURES = 'toString(sum(views)) as views, toString(uniqMerge(visitors)) as visitors';

/** Columns `views` and `visitors`, and with a grain `at` as the reports' series have it. */
export function pageViewsOverTime(selection: PageViewSelection, grain: TimeGrain | null): Statement {
  const { where, params } = conditionsOf(selection, 'reason = 0');
  const at = grain === null ? '' : `${grainSql(grain, selection)} as at, `;
  return {
    text: `select ${at}${FIGURES} from ${PAGE_VIEW_TABLE} where ${where}${grain === null ? '' : ' group by at'}`,
    params,
    source: 'page views',
  };
}

/** Columns `d0`, `d1` …, `views` and `visitors`, the most viewed first. */
export function pageViewsBy(selection: PageViewSelection, group: PageViewGroup, limit: number): Statement {
  const { where, params } = conditionsOf(selection, 'reason = 0');
  const dims = PAGE_VIEW_GROUPS[group].map((text, index) => `${text} as d${index}`);
  const names = dims.map((_, index) => `d${index}`).join(', ');
  return {
    text: `select ${dims.join(', ')}, ${FIGURES} from ${PAGE_VIEW_TABLE} where ${where}
            group by ${names} order by sum(${PAGE_VIEW_TABLE}.views) desc, ${names} limit {limit:UInt32}`,
    params: { ...params, limit },
    source: 'page views',
  };
}

/** Page views that were not counted: columns `d0` (code of the reason) and `views`. */
export function filteredPageViews(selection: PageViewSelection): Statement {
  const { where, params } = conditionsOf(selection, 'reason > 0');
  return {
    text: `select toString(reason) as d0, toString(sum(views)) as views from ${PAGE_VIEW_TABLE} where ${where}
            group by d0 order by sum(${PAGE_VIEW_TABLE}.views) desc, d0`,
    params,
    source: 'page views',
  };
}

/** The publisher's condition first: no statement is made without it. */
function conditionsOf(
  selection: PageViewSelection,
  counted: string,
): { where: string; params: Record<string, unknown> } {
  const { publisherId, timeZone, websiteId, path, referrer, country, device } = selection;
  if (!Number.isInteger(publisherId) || publisherId <= 0)
    throw new RangeError(`${publisherId} is no account`);
  const params: Record<string, unknown> = {
    zone: timeZone,
    publisher: publisherId,
    from: startOfLocalDayMs(timeZone, selection.fromDayNumber) / 1000,
    until: startOfLocalDayMs(timeZone, selection.toDayNumber + 1) / 1000,
  };
  const conditions = [
    'publisher_id = {publisher:UInt32}',
    'bucket >= {from:DateTime}',
    'bucket < {until:DateTime}',
  ];
  const narrow = (column: string, type: string, value: string | number | undefined) => {
    if (value === undefined) return;
    params[column] = value;
    conditions.push(`${column} = {${column}:${type}}`);
  };
  narrow('website_id', 'UInt32', websiteId);
  if (selection.websiteIds !== undefined) {
    params.website_ids = selection.websiteIds;
    conditions.push('website_id in {website_ids:Array(UInt32)}');
  }
  narrow('path', 'String', path);
  narrow('referrer_host', 'String', referrer);
  narrow('country', 'String', country);
  narrow('device', 'UInt8', device === undefined ? undefined : DEVICE_CODES[device]);
  conditions.push(counted);
  return { where: conditions.join(' and '), params };
}
