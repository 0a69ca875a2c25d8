import { NAMED_WEBSITE_CATEGORY_CODES, WEBSITE_CATEGORY_CODES } from '@placard/domain/website/categories';
import {
  domainIssue,
  TRAFFIC_MAX,
  TRAFFIC_MIN,
  TRAFFIC_RANGE_CODES,
  WEBSITE_MAX_CATEGORIES,
} from '@placard/domain/website/rules';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { z } from 'zod';
import { appealState } from './appeals.ts';
import { ownership } from './collector.ts';
import { publisherCreation, publisherOperation } from './operation.ts';
import { get, post, put } from './route.ts';
import {
  absent,
  data,
  day,
  dayRange,
  id,
  idList,
  instant,
  issue,
  listOf,
  listQuery,
  version,
} from './scalars.ts';

export const WEBSITE_USER_ACTIONS = ['activate', 'suspend', 'edit', 'delete'] as const;

const categoriesOf = <Code extends string>(codes: readonly [Code, ...Code[]]) =>
  z
    .array(z.enum(codes, issue('category_unknown')), absent('categories_required'))
    .min(1, issue('categories_required'))
    .max(WEBSITE_MAX_CATEGORIES, issue('categories_too_many'));
const categories = categoriesOf(WEBSITE_CATEGORY_CODES);
/** One that is not offered any more may be kept by a website that names it; the server knows which do. */
export const websiteEdit = z.object({
  categories: categoriesOf(NAMED_WEBSITE_CATEGORY_CODES),
  /** No two ads of one category on a page; not given = as it is. */
  separateCategories: z.boolean().optional(),
});

/** Both were given, or neither can be read. */
const trafficFault = ({ input }: { readonly input?: unknown }) => {
  const given = Object.entries(input instanceof Object ? input : {}).filter(([, value]) => value !== null);
  const names = given.map(([name]) => name);
  return issue(names.includes('range') && names.includes('custom') ? 'traffic_both' : 'traffic_required');
};
const notGiven = z.null().optional();

/** Monthly views: a preset range or a number, exactly one of them: which of two is meant is not ours to guess. */
export const traffic = z
  .union(
    [
      z.object({ range: z.enum(TRAFFIC_RANGE_CODES), custom: notGiven }),
      z.object({
        range: notGiven,
        custom: z
          .number(issue('traffic_required'))
          // Not `int()`: its fault ends the branch, and the union would say that nothing was given.
          .multipleOf(1, issue('traffic_out_of_range'))
          .min(TRAFFIC_MIN, issue('traffic_out_of_range'))
          .max(TRAFFIC_MAX, issue('traffic_out_of_range')),
      }),
    ],
    { error: trafficFault },
  )
  .transform(({ range, custom }) => (typeof range === 'string' ? { range } : { custom: Number(custom) }));

export const websiteInput = z.object({
  domain: z
    .string(absent('domain_required'))
    .trim()
    .superRefine((value, context) => {
      const found = domainIssue(value);
      if (found !== null) context.addIssue({ code: 'custom', message: found });
    }),
  categories,
  traffic,
});

export const website = z.object({
  id,
  domain: z.string(),
  categories: z.array(z.enum(NAMED_WEBSITE_CATEGORY_CODES)),
  /** As declared by the publisher: a range or a number. */
  trafficRange: z.enum(TRAFFIC_RANGE_CODES).nullable(),
  monthlyTraffic: z.number().int(),
  /** Page views of the last 30 days once the analytics code has counted any, else what was declared. */
  traffic: z.number().int(),
  trafficSource: z.enum(['measured', 'declared']),
  /** `null` while nothing has shown that the domain is the publisher's. */
  ownership: ownership.nullable(),
  status: z.enum(WEBSITE_STATUSES),
  rejection: z.object({ code: z.string(), text: z.string() }).nullable(),
  suspendedBy: z.enum(['publisher', 'operator']).nullable(),
  /** Why the operator suspended it. */
  suspensionText: z.string().nullable(),
  appeal: appealState,
  adsTxt: z.enum(['ok', 'missing_line', 'unknown']),
  adsTxtCheckedAt: instant.nullable(),
  widgetCount: z.number().int(),
  analyticsKey: z.string(),
  /** No two ads of one category on a page. */
  separateCategories: z.boolean(),
  createdAt: instant,
  actions: z.array(z.enum(WEBSITE_USER_ACTIONS)),
  version,
});
export type Website = z.infer<typeof website>;

/** What a website brought within some days. */
export const websiteFigures = z.object({
  id,
  /** Counted by its analytics code; `null` where the code has never been seen. */
  pageViews: z.number().int().nullable(),
  impressions: z.number().int(),
  /** Dollars to the micro, as the report has them. */
  earnings: z.number(),
});
export type WebsiteFigures = z.infer<typeof websiteFigures>;

export const WEBSITE_SORTS = ['domain', 'status', 'traffic', 'monthlyTraffic', 'createdAt'] as const;

const tags = ['Websites'];

export const websitesContract = {
  list: publisherOperation
    .route(get('/publisher/websites', tags, 'Websites, filtered and sorted'))
    .input(
      z.object({
        ...listQuery(WEBSITE_SORTS),
        status: z.enum(WEBSITE_STATUSES).optional(),
        createdFrom: day.optional(),
        createdTo: day.optional(),
      }),
    )
    .output(
      listOf(website, {
        stats: z.object({
          total: z.number().int(),
          active: z.number().int(),
          totalTraffic: z.number().int(),
        }),
      }),
    ),
  figures: publisherOperation
    .route(get('/publisher/websites/figures', tags, 'Figures of some websites within days'))
    .input(
      z.object({
        ids: idList,
        ...dayRange,
      }),
    )
    .output(data(z.object({ items: z.array(websiteFigures) }))),
  get: publisherOperation
    .route(get('/publisher/websites/{id}', tags, 'One website'))
    .input(z.object({ id }))
    .output(data(website)),
  create: publisherCreation
    .route(post('/publisher/websites', tags, 'Register a website; it is reviewed'))
    .input(websiteInput)
    .output(data(website)),
  update: publisherOperation
    .route(put('/publisher/websites/{id}', tags, 'Edit; a rejected one is reviewed again'))
    .input(websiteEdit.extend({ id, version, traffic }))
    .output(data(website)),
  act: publisherOperation
    .route(post('/publisher/websites/{id}/actions', tags, 'Activate, suspend or delete'))
    .input(z.object({ id, action: z.enum(['activate', 'suspend', 'delete']) }))
    .output(data(website)),
};
