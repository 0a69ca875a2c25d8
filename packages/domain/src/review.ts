/** What an operator approves or rejects. */
export const REVIEW_KINDS = ['campaign', 'creative', 'website'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];
