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
  ads_txt: 'work',
  widget: 'work',
  snippet: 'work',
  impression: null,
} as const satisfies Readonly<Record<string, MemberRight | null>>;
export type PublisherStep = keyof typeof PUBLISHER_STEPS;

export const ADVERTISER_STEP_KEYS = Object.keys(ADVERTISER_STEPS) as [AdvertiserStep, ...AdvertiserStep[]];
export const PUBLISHER_STEP_KEYS = Object.keys(PUBLISHER_STEPS) as [PublisherStep, ...PublisherStep[]];

export type ListedStep<Step> = { readonly step: Step; readonly state: 'done' | 'next' | 'later' };

/**
 * The steps with one that is next: the first that is not done, since some are done out of order. Null for who has
 * arrived: the last step is done, however.
 */
export function checklist<Step extends string>(
  steps: readonly Step[],
  done: Readonly<Record<Step, boolean>>,
): ListedStep<Step>[] | null {
  const last = steps.at(-1);
  if (last === undefined || done[last]) return null;
  const next = steps.find((step) => !done[step]);
  return steps.map((step) => ({
    step,
    state: done[step] ? 'done' : step === next ? 'next' : 'later',
  }));
}
