import type { MemberRight } from '../account/member.ts';

/** What a newcomer does, in this order, until ads are seen; whose right each is. Null: somebody else's turn. */
export const ADVERTISER_STEPS = {
  fund: 'money',
  campaign: 'work',
  creative: 'work',
  submit: 'work',
  approved: null,
  impression: null,
} as const satisfies Readonly<Record<string, MemberRight | null>>;
export type AdvertiserStep = keyof typeof ADVERTISER_STEPS;

export const PUBLISHER_STEPS = {
  website: 'work',
  approved: null,
  widget: 'work',
  snippet: 'work',
  // Ads are shown without it: it holds nobody up.
  ads_txt: 'work',
  impression: null,
} as const satisfies Readonly<Record<string, MemberRight | null>>;
export type PublisherStep = keyof typeof PUBLISHER_STEPS;

/** What an operator does with an empty network, until somebody pays for an ad on a page of somebody else. */
export const OPERATOR_STEP_KEYS = ['money', 'people', 'website', 'deposit', 'campaign', 'charge'] as const;
export type OperatorStep = (typeof OPERATOR_STEP_KEYS)[number];

export const ADVERTISER_STEP_KEYS = Object.keys(ADVERTISER_STEPS) as [AdvertiserStep, ...AdvertiserStep[]];
export const PUBLISHER_STEP_KEYS = Object.keys(PUBLISHER_STEPS) as [PublisherStep, ...PublisherStep[]];

/** `waits`: the reader has done it, and it becomes `done` by somebody else. */
export const STEP_STATES = ['done', 'waits', 'next', 'later'] as const;
export type ListedStep<Step> = { readonly step: Step; readonly state: (typeof STEP_STATES)[number] };

/**
 * The steps with one that is next: the first that is neither done nor waits, since some are done out of order. Null for
 * who has arrived: the last step is done, however.
 */
export function checklist<Step extends string>(
  steps: readonly Step[],
  done: Readonly<Record<Step, boolean>>,
  waits: readonly NoInfer<Step>[] = [],
): ListedStep<Step>[] | null {
  const last = steps.at(-1);
  if (last === undefined || done[last]) return null;
  const next = steps.find((step) => !done[step] && !waits.includes(step));
  return steps.map((step) => {
    if (done[step]) return { step, state: 'done' };
    if (waits.includes(step)) return { step, state: 'waits' };
    return { step, state: step === next ? 'next' : 'later' };
  });
}
