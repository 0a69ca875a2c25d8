import { CORRECTION_STATUSES } from '@placard/domain/billing/correction';
import { DEPOSIT_STATUSES } from '@placard/domain/billing/deposit-state';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { CLOSE_BLOCKERS } from '@placard/domain/ledger/month-close';
import { PAYOUT_STATUSES } from '@placard/domain/payout/status';
import { USER_STATUSES } from '@placard/domain/user/status';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { WIDGET_STATUSES } from '@placard/domain/widget/status';

/** How a record may stand by the time somebody asks for something, and what can then be refused, as the English sentence ends. */
export const STATUS_REFUSALS = {
  account: {
    statuses: [...USER_STATUSES, 'being changed'],
    cannot: ['suspended', 'reinstated', 'given a new password', 'opened again'],
  },
  campaign: {
    statuses: CAMPAIGN_STATUSES,
    cannot: [
      ...(['published', 'activated', 'paused', 'cancelled', 'archived'] as const),
      ...(['edited', 'duplicated', 'given another ad set', 'approved', 'rejected'] as const),
    ],
  },
  creative: {
    statuses: CREATIVE_STATUSES,
    cannot: [
      ...(['activated', 'paused', 'archived', 'edited', 'duplicated'] as const),
      ...(['approved', 'rejected', 'taken down', 'appealed for', 'reinstated'] as const),
    ],
  },
  website: {
    statuses: WEBSITE_STATUSES,
    cannot: [
      ...(['activated', 'suspended', 'deleted', 'edited'] as const),
      ...(['approved', 'rejected', 'appealed for', 'reinstated'] as const),
    ],
  },
  widget: { statuses: WIDGET_STATUSES, cannot: ['activated', 'suspended', 'archived', 'edited'] },
  deposit: {
    statuses: DEPOSIT_STATUSES,
    cannot: ['confirmed', 'marked as failed', 'cancelled', 'paid', 'refunded'],
  },
  payout: {
    statuses: PAYOUT_STATUSES,
    cannot: ['processed', 'completed', 'marked as failed', 'rejected', 'cancelled'],
  },
  correction: { statuses: CORRECTION_STATUSES, cannot: ['approved', 'rejected'] },
} as const satisfies Record<string, { statuses: readonly string[]; cannot: readonly string[] }>;

type Table = typeof STATUS_REFUSALS;
export type StatusSubject = keyof Table;
export type StatusOf<Subject extends StatusSubject> = Table[Subject]['statuses'][number];

/** Of several subjects what each of them can be refused. */
export type CannotOf<Subject extends StatusSubject> = {
  [Each in Subject]: (cannot: Table[Each]['cannot'][number]) => void;
}[Subject] extends (cannot: infer Common) => void
  ? Common & string
  : never;

type Underscored<Words extends string> = Words extends `${infer First} ${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Words;

export type StatusRefusalCode = {
  [Subject in StatusSubject]: `${Subject}_cannot_be_${Underscored<Table[Subject]['cannot'][number]>}`;
}[StatusSubject];

function codeOf(subject: string, cannot: string): string {
  return `${subject}_cannot_be_${cannot.replaceAll(' ', '_')}`;
}

/** The reason of a refusal, with how the record stands. */
export function statusRefusal<Subject extends StatusSubject>(
  subject: Subject,
  status: StatusOf<Subject>,
  cannot: CannotOf<Subject>,
): { reason: StatusRefusalCode; values: Readonly<Record<string, string>> } {
  return { reason: codeOf(subject, cannot) as StatusRefusalCode, values: { [`${subject}Status`]: status } };
}

export const STATUS_MESSAGES = Object.fromEntries(
  Object.entries(STATUS_REFUSALS).flatMap(([subject, { cannot }]) =>
    cannot.map((each) => [
      codeOf(subject, each),
      `The ${subject} is {${subject}Status} now, so it cannot be ${each}.`,
    ]),
  ),
) as Record<StatusRefusalCode, string>;

type StatusWords = { readonly [Subject in StatusSubject as `${Subject}Status`]: Table[Subject]['statuses'] };

/**
 * What a value of such a name can be. English says it as it is; another language has words for each of them (under `said`), which its sentences are
 * put together with. Of `blockers` there may be several, one comma apart.
 */
export const SAID_VALUES = {
  ...(Object.fromEntries(
    Object.entries(STATUS_REFUSALS).map(([subject, { statuses }]) => [`${subject}Status`, statuses]),
  ) as StatusWords),
  blockers: CLOSE_BLOCKERS,
};
export type SaidValues = typeof SAID_VALUES;
