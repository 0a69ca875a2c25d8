import type { BasisPoints } from './basis-points.ts';

/** What an operator approves or rejects. */
export const REVIEW_KINDS = ['campaign', 'creative', 'website'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/**
 * Whether what a trusted account brought live is looked at afterwards: none of a share of 0, each of the whole.
 * @param draw one of 0 to 9,999, each as likely
 */
export function isDrawn(draw: number, share: BasisPoints): boolean {
  return draw < share;
}
