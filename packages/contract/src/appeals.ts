import { APPEAL_STATUSES, APPEAL_TEXT_MAX, APPEALED_DECISIONS } from '@placard/domain/appeal';
import { isPlainText } from '@placard/domain/one-line';
import { z } from 'zod';
import { advertiserCreation, operatorOperation, publisherCreation } from './operation.ts';
import { post } from './route.ts';
import { absent, data, done, id, instant, issue, version } from './scalars.ts';

const textOf = (missing: 'appeal_text_required' | 'reason_required') =>
  z
    .string(absent(missing))
    .trim()
    .min(1, issue(missing))
    .max(APPEAL_TEXT_MAX)
    .refine(isPlainText, issue('unseen_characters'));

/** What an owner says against the decision that their record stands under, and what they were answered. */
const ownAppeal = z.object({
  id,
  status: z.enum(APPEAL_STATUSES),
  decision: z.enum(APPEALED_DECISIONS),
  text: z.string(),
  appealedAt: instant,
  /** When it was answered or withdrawn; null: it waits. */
  answeredAt: instant.nullable(),
  /** Why the decision stays. */
  reply: z.string().nullable(),
});
export type OwnAppeal = z.infer<typeof ownAppeal>;

/** Where a record stands under an operator's decision: whether its owner may appeal, and the newest appeal against it. */
export const appealState = z.object({ mayAppeal: z.boolean(), last: ownAppeal.nullable() });
export type AppealState = z.infer<typeof appealState>;

/** What the operator decides about: who decided what before, and what is said against it. */
export const waitingAppeal = z.object({
  id,
  decision: z.enum(APPEALED_DECISIONS),
  decidedAt: instant,
  /** Null: decided before there was a log. */
  decidedBy: z.object({ id, name: z.string() }).nullable(),
  /** Of a rejection or a take-down. */
  code: z.string().nullable(),
  reason: z.string(),
  text: z.string(),
  appealedAt: instant,
});
export type WaitingAppeal = z.infer<typeof waitingAppeal>;

export const appealInput = z.object({ id, version, text: textOf('appeal_text_required') });
export const grantInput = z.object({
  id,
  version,
  /** Of a website: the ids of the related websites of other publishers that were seen. */
  seenRelated: z.array(id).max(100).default([]),
});
export const upholdInput = z.object({ id, version, text: textOf('reason_required') });

const OPERATOR = ['Operator'];

/** Objections of owners to what an operator decided: one for each decision, answered once. */
export const appealsContract = {
  appealCreative: advertiserCreation
    .route(
      post(
        '/advertiser/creatives/{id}/appeals',
        ['Creatives'],
        'Appeal against the rejection or take-down of a creative',
      ),
    )
    .input(appealInput)
    .output(data(ownAppeal)),
  appealWebsite: publisherCreation
    .route(
      post(
        '/publisher/websites/{id}/appeals',
        ['Websites'],
        'Appeal against the rejection or suspension of a website',
      ),
    )
    .input(appealInput)
    .output(data(ownAppeal)),
  grant: operatorOperation
    .route(
      post(
        '/operator/reviews/appeals/{id}/grant',
        OPERATOR,
        'Grant an appeal: what was decided about runs again (version guards what was seen)',
      ),
    )
    .input(grantInput)
    .output(done),
  uphold: operatorOperation
    .route(
      post(
        '/operator/reviews/appeals/{id}/uphold',
        OPERATOR,
        'Keep to the decision, with a reason that the owner is told',
      ),
    )
    .input(upholdInput)
    .output(done),
};
