/** Records whose owner may object to what an operator decided about them. */
export const APPEALED_KINDS = ['creative', 'website'] as const;
export type AppealedKind = (typeof APPEALED_KINDS)[number];

/** What is objected to, called as in the audit log. */
export const APPEALED_DECISIONS = ['reject', 'takeDown', 'suspend'] as const;
export type AppealedDecision = (typeof APPEALED_DECISIONS)[number];

/**
 * `withdrawn`: its subject was changed, deleted or decided about otherwise before anybody answered, or its account was closed.
 * That is no answer: as long as the decision stands, its owner may appeal again.
 */
export const APPEAL_STATUSES = ['open', 'granted', 'upheld', 'withdrawn'] as const;
export type AppealStatus = (typeof APPEAL_STATUSES)[number];

export const APPEAL_TEXT_MAX = 1_000;
/** So many of one account may wait at once. */
export const OPEN_APPEALS_MAX = 20;

export type DecidedSubject =
  | { readonly kind: 'creative'; readonly status: string }
  | {
      readonly kind: 'website';
      readonly status: string;
      readonly suspendedBy: 'publisher' | 'operator' | null;
    };

/** Which decision of an operator a record stands under; null: none that anybody could object to. */
export function decisionAgainst(subject: DecidedSubject): AppealedDecision | null {
  if (subject.status === 'rejected') return 'reject';
  if (subject.kind === 'creative') return subject.status === 'cancelled' ? 'takeDown' : null;
  return subject.status === 'suspended' && subject.suspendedBy === 'operator' ? 'suspend' : null;
}
