import { isTimeZone } from '@placard/domain/account/rules';
import { TOTP_REQUIREMENTS } from '@placard/domain/account/two-factor';
import { AD_REPORT_REASONS } from '@placard/domain/ad-report';
import { REVIEW_KINDS } from '@placard/domain/review';
import { ROLES } from '@placard/domain/roles';
import { USER_STATUSES } from '@placard/domain/user/status';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { z } from 'zod';
import { currentPassword, user } from './auth.ts';
import { deposit, depositAmount, depositStatus } from './billing.ts';
import { operatorMoneyOperation, operatorOperation } from './operation.ts';
import {
  data,
  dollars,
  done,
  email,
  id,
  instant,
  issue,
  listOf,
  listQuery,
  logOf,
  logQuery,
  nameOf,
  pageQuery,
  version,
} from './scalars.ts';

/** Reason codes of a rejection; the operator adds a text. */
export const REJECTION_CODES = [
  'misleading',
  'prohibited_content',
  'poor_quality',
  'broken_destination',
  'trademark',
  'malware',
  'ownership_unproven',
  'other',
] as const;

export const rejectInput = z.object({
  kind: z.enum(REVIEW_KINDS),
  id,
  version,
  code: z.enum(REJECTION_CODES),
  text: z.string().trim().min(1, issue('reason_required')).max(1_000, issue('text_too_long')),
});

const relatedWebsite = z.object({
  id,
  domain: z.string(),
  status: z.enum(WEBSITE_STATUSES),
  /** What the other one is to the one under review. */
  relation: z.enum(['parent', 'subdomain']),
  publisher: z.object({ id, name: z.string(), email: z.string() }),
});
export type RelatedWebsite = z.infer<typeof relatedWebsite>;

export const approveInput = z.object({
  kind: z.enum(REVIEW_KINDS),
  id,
  version,
  /** Of a website: the ids of the related websites of other publishers that were seen. */
  seenRelated: z.array(id).max(100).default([]),
});

const reviewItem = z.object({
  kind: z.enum(REVIEW_KINDS),
  id,
  name: z.string(),
  owner: z.object({ id, name: z.string(), email: z.string() }),
  submittedAt: instant,
  version,
  /** What is to be judged: which field, its label, its value; image and frame addresses for previews. */
  fields: z.array(
    z.object({ key: z.string(), field: z.string(), value: z.string(), before: z.string().nullable() }),
  ),
  previouslyApproved: z.boolean(),
  imageUrl: z.string().nullable(),
  frameUrl: z.string().nullable(),
  size: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  /** Of a creative: what visitors reported since its last approval. */
  reports: z
    .object({
      viewers: z.number().int(),
      reasons: z.array(z.object({ reason: z.enum(AD_REPORT_REASONS), count: z.number().int() })),
      comments: z.array(z.string()),
    })
    .nullable(),
  /** Of a website: other publishers' websites above or below its domain. */
  related: z.array(relatedWebsite),
});
export type ReviewItem = z.infer<typeof reviewItem>;

const refund = z.object({
  id,
  amount: z.number(),
  origin: z.enum(['operator', 'gateway', 'dispute']),
  status: z.enum(['pending', 'completed', 'returned']),
  reason: z.string(),
  requestedAt: instant,
  /** Why the money came back. */
  failure: z.string().nullable(),
  /** What the wallet did not hold of it: the network's loss. */
  uncovered: z.number(),
});
export type Refund = z.infer<typeof refund>;

export const refundInput = z.object({
  id,
  amount: depositAmount,
  reason: z.string().trim().min(1, issue('reason_required')).max(1_000, issue('text_too_long')),
});

const operatorDeposit = deposit.extend({
  advertiser: z.object({ id, name: z.string(), email: z.string() }),
  /** At most this can be refunded: what is left of the deposit, and what the wallet holds. */
  refundable: z.number(),
  refunds: z.array(refund),
});

export const userRow = z.object({ ...user.shape, invited: z.boolean() });
export type UserRow = z.infer<typeof userRow>;

export const networkSettings = z.object({
  networkName: nameOf(100),
  currency: z.string().regex(/^[A-Z]{3}$/, issue('currency_invalid')),
  timeZone: z.string().refine(isTimeZone, issue('time_zone_unknown')),
  publisherSharePercent: z
    .number()
    .min(0, issue('percent_invalid'))
    .max(100, issue('percent_invalid'))
    .multipleOf(0.01, issue('percent_invalid')),
  cpm: dollars.refine((value) => value > 0, issue('amount_too_small')),
  cpc: dollars.refine((value) => value > 0, issue('amount_too_small')),
  minPayout: dollars.refine((value) => value >= 0, issue('amount_too_small')),
  lowBalance: dollars.refine((value) => value >= 0, issue('amount_too_small')),
  minDeposit: dollars.refine((value) => value > 0, issue('amount_too_small')),
  bankTransferDetails: z.string().max(2_000, issue('text_too_long')),
  /** Of whom two-factor sign-in is required. */
  totpRequired: z.enum(TOTP_REQUIREMENTS),
});

const tags = ['Operator'];

export const operatorContract = {
  overview: operatorOperation
    .route({ method: 'GET', path: '/operator/overview', tags, summary: 'What waits for the operator' })
    .output(
      data(
        z.object({
          pendingCampaigns: z.number().int(),
          pendingCreatives: z.number().int(),
          pendingWebsites: z.number().int(),
          pendingDeposits: z.number().int(),
          users: z.number().int(),
        }),
      ),
    ),
  reviewQueue: operatorOperation
    .route({
      method: 'GET',
      path: '/operator/reviews',
      tags,
      summary: 'What is to be reviewed, oldest first',
    })
    .input(
      z.object({
        kind: z.enum(REVIEW_KINDS).optional(),
        ...pageQuery,
        /** Each shows all that is to be judged, up to 100,000 characters of code. */
        pageSize: z.number().int().min(1).max(50).default(25),
      }),
    )
    .output(listOf(reviewItem, {})),
  approve: operatorOperation
    .route({
      method: 'POST',
      path: '/operator/reviews/approve',
      tags,
      summary: 'Approve what was seen (version guards it)',
    })
    .input(approveInput)
    .output(done),
  reject: operatorOperation
    .route({
      method: 'POST',
      path: '/operator/reviews/reject',
      tags,
      summary: 'Reject with a reason, shown and mailed',
    })
    .input(rejectInput)
    .output(done),
  deposits: operatorOperation
    .route({ method: 'GET', path: '/operator/deposits', tags, summary: 'Deposits' })
    .input(z.object({ ...listQuery(['createdAt', 'amount']), status: depositStatus.optional() }))
    .output(
      listOf(operatorDeposit, { stats: z.object({ pending: z.number().int(), pendingAmount: z.number() }) }),
    ),
  confirmDeposit: operatorMoneyOperation
    .route({
      method: 'POST',
      path: '/operator/deposits/{id}/confirm',
      tags,
      summary: 'The money has arrived: credit the wallet',
    })
    .input(z.object({ id }))
    .output(data(operatorDeposit)),
  failDeposit: operatorOperation
    .route({
      method: 'POST',
      path: '/operator/deposits/{id}/fail',
      tags,
      summary: 'The money did not arrive',
    })
    .input(z.object({ id }))
    .output(data(operatorDeposit)),
  refundDeposit: operatorMoneyOperation
    .route({
      method: 'POST',
      path: '/operator/deposits/{id}/refunds',
      tags,
      summary: 'Give money of a deposit back: from the wallet, and by card through the gateway',
    })
    .input(refundInput)
    .output(data(operatorDeposit)),
  users: operatorOperation
    .route({ method: 'GET', path: '/operator/users', tags, summary: 'Accounts' })
    .input(
      z.object({
        ...listQuery(['email', 'name', 'status', 'createdAt', 'lastLogin']),
        role: z.enum(ROLES).optional(),
        status: z.enum(USER_STATUSES).optional(),
      }),
    )
    .output(listOf(userRow, { stats: z.object({ total: z.number().int(), active: z.number().int() }) })),
  inviteUser: operatorOperation
    .route({
      method: 'POST',
      path: '/operator/users/invite',
      tags,
      summary: 'Invite somebody; the link is mailed, or shown once where no mail is sent',
    })
    .input(
      z.object({
        email,
        roles: z.array(z.enum(ROLES)).min(1, issue('role_required')).max(ROLES.length),
        /** Your own: needed to invite an operator. */
        currentPassword: currentPassword.optional(),
      }),
    )
    /** The link is null where it was mailed: it is nobody else's. */
    .output(data(z.object({ user: userRow, inviteUrl: z.string().nullable() }))),
  setUserRoles: operatorOperation
    .route({
      method: 'PUT',
      path: '/operator/users/{id}/roles',
      tags,
      summary: 'Change the roles of an account',
    })
    .input(
      z.object({
        id,
        roles: z.array(z.enum(ROLES)).min(1, issue('role_required')).max(ROLES.length),
        /** Your own: needed to make somebody an operator. */
        currentPassword: currentPassword.optional(),
      }),
    )
    .output(data(userRow)),
  giveResetLink: operatorOperation
    .route({
      method: 'POST',
      path: '/operator/users/{id}/reset-link',
      tags,
      summary: 'Give an account a link to choose a new password: mailed, or shown once where no mail is sent',
    })
    .input(z.object({ id, currentPassword }))
    .output(data(z.object({ resetUrl: z.string().nullable() }))),
  resetTotp: operatorOperation
    .route({
      method: 'POST',
      path: '/operator/users/{id}/totp/reset',
      tags,
      summary: 'Take the second factor from an account that lost it; its sessions end',
    })
    .input(z.object({ id, currentPassword }))
    .output(data(userRow)),
  actOnUser: operatorOperation
    .route({ method: 'POST', path: '/operator/users/{id}/actions', tags, summary: 'Suspend or reinstate' })
    .input(z.object({ id, action: z.enum(['suspend', 'reinstate']) }))
    .output(data(userRow)),
  settings: operatorOperation
    .route({ method: 'GET', path: '/operator/settings', tags, summary: 'Rate card and settings' })
    .output(data(networkSettings.extend({ version }))),
  updateSettings: operatorOperation
    .route({
      method: 'PUT',
      path: '/operator/settings',
      tags,
      summary: 'Change rate card and settings; decided prices stay',
    })
    .input(networkSettings.extend({ version }))
    .output(data(networkSettings.extend({ version }))),
  audit: operatorOperation
    .route({ method: 'GET', path: '/operator/audit', tags, summary: 'Audit log, newest first' })
    .input(z.object({ ...logQuery(50), subjectKind: z.string().max(40).optional() }))
    .output(
      logOf(
        z.object({
          id: z.string(),
          at: instant,
          actor: z.string(),
          action: z.string(),
          subjectKind: z.string(),
          subjectId: z.number().int().nullable(),
          detail: z.record(z.string(), z.unknown()),
          /** Where it came from; null for what the system did, and in the oldest entries. */
          ip: z.string().nullable(),
          userAgent: z.string().nullable(),
        }),
        {},
      ),
    ),
  mail: operatorOperation
    .route({
      method: 'GET',
      path: '/operator/mails/{id}',
      tags,
      summary: 'What a mail says, without the tokens of its links; that it was read is audited',
    })
    .input(z.object({ id: z.string().regex(/^\d{1,18}$/) }))
    .output(data(z.object({ body: z.string() }))),
  mails: operatorOperation
    .route({
      method: 'GET',
      path: '/operator/mails',
      tags,
      summary: 'Mails written, newest first',
    })
    .input(z.object(logQuery(50)))
    .output(
      logOf(
        z.object({
          id: z.string(),
          to: z.string(),
          subject: z.string(),
          /** Names of the files that go with it. */
          attachments: z.array(z.string()),
          createdAt: instant,
          sentAt: instant.nullable(),
          lastError: z.string().nullable(),
        }),
        {},
      ),
    ),
};
