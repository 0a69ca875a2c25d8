import { FILTER_REASON_KEYS, type FilterReason } from '@placard/domain/filter-reason';
import { typedAddress } from '@placard/domain/one-line';
import { SHOWN_PER_REASON, TRAFFIC_KINDS } from '@placard/domain/traffic/event-sample';
import {
  MAX_TRAFFIC_RULES,
  TRAFFIC_FIELDS,
  TRAFFIC_LABEL_LIMIT,
  TRAFFIC_VALUE_LIMIT,
  trafficValue,
} from '@placard/domain/traffic/traffic-rule';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import { data, day, done, id, instant, issue, nameOf, version } from './scalars.ts';

const field = z.enum(TRAFFIC_FIELDS);
const value = z.string().overwrite(typedAddress).min(1, issue('required')).max(TRAFFIC_VALUE_LIMIT);

/** A value has to be one of its field. */
function ofItsField(
  { field: of, value: typed }: { field: z.output<typeof field>; value: string },
  context: z.RefinementCtx,
): void {
  const found = trafficValue(of, typed);
  if ('issue' in found) context.addIssue({ code: 'custom', path: ['value'], message: issue(found.issue) });
}

const fields = { field, value, label: nameOf(TRAFFIC_LABEL_LIMIT, 'required'), enabled: z.boolean() };
export const newTrafficRule = z.object(fields).superRefine(ofItsField);

const trafficRule = z.object({
  id,
  field,
  /** As it is kept: a network without what lies beyond its prefix, a domain in small letters, a country in capital ones. */
  value: z.string(),
  /** Why; shown to operators only. */
  label: z.string(),
  enabled: z.boolean(),
  createdAt: instant,
  version,
});
export type TrafficRuleRow = z.infer<typeof trafficRule>;

/** By a sample; null: nothing of the kind was drawn. */
const estimate = z
  .object({
    /** 0 … 1, of what was not filtered for another reason. */
    share: z.number(),
    /** At 95 of 100 such samples the share lies so far from the true one at most. */
    margin: z.number(),
    /** From so many of the sample. */
    drawn: z.number().int(),
  })
  .nullable();

const wouldFilter = z.object({
  impressions: estimate,
  clicks: estimate,
  charged: estimate,
  /** Told by websites' analytics code. */
  pageViews: estimate,
  /** With a click, told by the code of advertised sites; those of a click that is filtered count no less here. */
  visits: estimate,
  conversions: estimate,
});

const dryRun = z.object({
  /** Yesterday, in the operator's time zone. */
  day,
  /** Events and calls of the analytics code of that day in the sample, and how many there were by it. */
  sampled: z.number().int(),
  estimatedEvents: z.number().int(),
  /** There were more than are read: the earliest were. */
  cut: z.boolean(),
  all: wouldFilter,
  /** Each by itself, what others filter too included. `id` null: the one that is tried. */
  rules: z.array(
    wouldFilter.extend({
      id: id.nullable(),
      field,
      value: z.string(),
      label: z.string(),
      enabled: z.boolean(),
      /** Samples know networks of 256 addresses (IPv6: a /48) only: the share is at most this. */
      atMost: z.boolean(),
    }),
  ),
  /** Those with something that would be filtered, the largest share of charged money first. */
  websites: z.array(wouldFilter.extend({ websiteId: id, domain: z.string() })).max(50),
});
export type TrafficDryRun = z.infer<typeof dryRun>;

const reason = z.enum(FILTER_REASON_KEYS as [FilterReason, ...FilterReason[]]);

const filteredSamples = z.object({
  /** Those that occurred within two days. Of what settlement judges network, user agent and page are empty: it knows none. */
  reasons: z.array(
    z.object({
      reason,
      examples: z
        .array(
          z.object({
            at: instant,
            kind: z.enum(TRAFFIC_KINDS),
            /** Null: of a token that is not ours, or a website that is gone. */
            website: z.object({ id, domain: z.string() }).nullable(),
            /** With 256 addresses (IPv6: a /48); empty where there was none. */
            network: z.string(),
            userAgent: z.string(),
            pageHost: z.string(),
            country: z.string(),
          }),
        )
        .max(SHOWN_PER_REASON),
    }),
  ),
});
export type FilteredSamples = z.infer<typeof filteredSamples>;

const tags = ['Operator'];
const PATH = '/operator/traffic-rules';

/** What the operator filters beside what Placard knows by itself. */
export const trafficRulesContract = {
  list: operatorOperation
    .route(get(PATH, tags, 'Rules that filter traffic'))
    .output(data(z.object({ items: z.array(trafficRule).max(MAX_TRAFFIC_RULES) }))),
  create: operatorOperation
    .route(post(PATH, tags, 'Add a rule that filters traffic'))
    .input(newTrafficRule)
    .output(data(trafficRule)),
  update: operatorOperation
    .route(put(`${PATH}/{id}`, tags, 'Change a rule, or switch it on or off'))
    .input(z.object({ ...fields, id, version }).superRefine(ofItsField))
    .output(data(trafficRule)),
  remove: operatorOperation
    .route(remove(`${PATH}/{id}`, tags, 'Remove a rule'))
    .input(z.object({ id }))
    .output(done),
  dryRun: operatorOperation
    .route(get(`${PATH}/dry-run`, tags, 'What rules would have filtered yesterday, by a sample'))
    .input(
      z
        .object({ field: field.optional(), value: value.optional() })
        .refine((given) => (given.field === undefined) === (given.value === undefined), {
          error: issue('required'),
          path: ['value'],
        })
        .superRefine((given, context) => {
          if (given.field !== undefined && given.value !== undefined)
            ofItsField({ field: given.field, value: given.value }, context);
        }),
    )
    .output(data(dryRun)),
  samples: operatorOperation
    .route(get('/operator/health/filtered-samples', tags, 'Recent examples of filtered events by reason'))
    .output(data(filteredSamples)),
};
