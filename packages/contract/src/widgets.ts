import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { fallbackIssue } from '@placard/domain/widget/fallback';
import { WIDGET_MAX_SIZES, WIDGET_TYPES, widgetSizeIssues } from '@placard/domain/widget/rules';
import { WIDGET_STATUSES } from '@placard/domain/widget/status';
import { z } from 'zod';
import { publisherCreation, publisherOperation } from './operation.ts';
import { get, post, put } from './route.ts';
import {
  absent,
  adSize,
  data,
  day,
  id,
  instant,
  issue,
  listOf,
  listQuery,
  oneLine,
  price,
  shortName,
  version,
} from './scalars.ts';

export const WIDGET_USER_ACTIONS = ['activate', 'suspend', 'edit', 'archive'] as const;

const sizes = z
  .array(adSize, absent('sizes_required'))
  .max(WIDGET_MAX_SIZES, issue('sizes_too_many'))
  .superRefine((value, context) => {
    const found = widgetSizeIssues(value.map((size) => ({ widthPx: size.width, heightPx: size.height })));
    for (const { field, code } of found) {
      const index = field.split('.')[1];
      context.addIssue({
        code: 'custom',
        message: issue(code),
        path: index === undefined ? [] : [Number(index)],
      });
    }
  });

export const widgetFields = z.object({
  name: shortName,
  headingTitle: oneLine(200).nullable().default(null),
  sizes,
  /** Dollars per 1,000; ads that bring less are not shown here. */
  floorCpm: price.nullable().default(null),
  /** HTML of the publisher, put into the snippet and shown where no ad is; '' = the slot collapses. */
  fallbackHtml: z
    .string()
    .trim()
    .superRefine((value, context) => {
      const found = fallbackIssue(value);
      if (found !== null) context.addIssue({ code: 'custom', message: issue(found) });
    })
    .default(''),
  /** Asks for an ad when it comes near the window, not with the page; a floating one asks at once all the same. */
  lazy: z.boolean().default(true),
});

export const widgetInput = widgetFields.extend({ type: z.enum(WIDGET_TYPES, issue('widget_type_invalid')) });

/** What step 1 and step 2 of the code dialog show. */
const codeBlocks = z.object({ head: z.string(), widget: z.string() });

export const widget = z.object({
  id,
  websiteId: id,
  domain: z.string(),
  websiteStatus: z.enum(WEBSITE_STATUSES),
  type: z.enum(WIDGET_TYPES),
  name: z.string(),
  headingTitle: z.string().nullable(),
  sizes: z.array(adSize),
  floorCpm: z.number().nullable(),
  fallbackHtml: z.string(),
  lazy: z.boolean(),
  status: z.enum(WIDGET_STATUSES),
  embedKey: z.string(),
  /** The two blocks of the code dialog as plain HTML, and the same for React and WordPress. */
  code: codeBlocks.extend({ react: codeBlocks, wordpress: codeBlocks }),
  /** When delivery was last asked for it by a page of its website, to the minute. */
  seenAt: instant.nullable(),
  createdAt: instant,
  actions: z.array(z.enum(WIDGET_USER_ACTIONS)),
  version,
});
export type Widget = z.infer<typeof widget>;

export const WIDGET_SORTS = ['name', 'type', 'status', 'createdAt'] as const;

const widgetListQuery = {
  ...listQuery(WIDGET_SORTS),
  status: z.enum(WIDGET_STATUSES).optional(),
  type: z.enum(WIDGET_TYPES, issue('widget_type_invalid')).optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
};

const widgetList = listOf(widget, {
  stats: z.object({ total: z.number().int(), active: z.number().int() }),
});

const tags = ['Widgets'];

export const widgetsContract = {
  listAll: publisherOperation
    .route(get('/publisher/widgets', tags, 'Widgets of all websites'))
    .input(z.object(widgetListQuery))
    .output(widgetList),
  list: publisherOperation
    .route(get('/publisher/websites/{websiteId}/widgets', tags, 'Widgets of one website'))
    .input(z.object({ ...widgetListQuery, websiteId: id }))
    .output(widgetList),
  get: publisherOperation
    .route(get('/publisher/websites/{websiteId}/widgets/{id}', tags, 'One widget'))
    .input(z.object({ websiteId: id, id }))
    .output(data(widget)),
  create: publisherCreation
    .route(post('/publisher/websites/{websiteId}/widgets', tags, 'Create a widget'))
    .input(widgetInput.extend({ websiteId: id }))
    .output(data(widget)),
  update: publisherOperation
    .route(put('/publisher/websites/{websiteId}/widgets/{id}', tags, 'Edit a widget; its type stays'))
    .input(widgetFields.extend({ websiteId: id, id, version }))
    .output(data(widget)),
  act: publisherOperation
    .route(post('/publisher/websites/{websiteId}/widgets/{id}/actions', tags, 'Activate, suspend or archive'))
    .input(z.object({ websiteId: id, id, action: z.enum(['activate', 'suspend', 'archive']) }))
    .output(data(widget)),
};
