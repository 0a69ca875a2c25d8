import type { REJECTION_CODES } from '@placard/contract/reviews';
import type { ReviewKind } from '@placard/domain/review';
import { type MailText, mailPart, mailText } from '../../mail/mail-text.ts';

export type RejectionCode = (typeof REJECTION_CODES)[number];

export type ReviewMailFacts = {
  readonly network: string;
  readonly kind: ReviewKind;
  readonly name: string;
  readonly url: string;
};

/** Tells the owner that something was approved and what follows. */
export function approvalMail(facts: ReviewMailFacts): MailText {
  return mailText('review.approved', { ...facts, now: mailPart(`review.now.${facts.kind}`) });
}

/** Tells the owner why something was rejected and what can be done. */
export function rejectionMail({
  code,
  ...facts
}: ReviewMailFacts & { readonly code: RejectionCode; readonly text: string }): MailText {
  const reason = mailPart(`review.reason.${code}`);
  return mailText('review.rejected', { ...facts, reason, next: mailPart(`review.next.${facts.kind}`) });
}
