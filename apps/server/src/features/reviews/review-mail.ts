import type { REJECTION_CODES } from '@placard/contract/reviews';
import type { AppealedKind } from '@placard/domain/appeal';
import type { ReviewKind } from '@placard/domain/review';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type MailText, mailPart, mailText } from '../../mail/mail-text.ts';

export type RejectionCode = (typeof REJECTION_CODES)[number];

export type ReviewMailFacts = {
  readonly network: string;
  readonly kind: ReviewKind;
  readonly name: string;
  readonly url: string;
};

const PAGES: Record<ReviewKind, (id: number) => string> = {
  campaign: (id) => `/advertiser/campaigns/${id}`,
  creative: (id) => `/advertiser/creatives/${id}`,
  website: (id) => `/publisher/websites/${id}/edit`,
};

/** Where its owner finds it. */
export function ownersPage(kind: ReviewKind, id: number): string {
  return PAGES[kind](id);
}

/** A website is called by its domain, as people write it. */
export function nameOf(kind: ReviewKind, { title }: { readonly title: string }): string {
  return kind === 'website' ? shownDomain(title) : title;
}

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

type AppealMailFacts = ReviewMailFacts & { readonly kind: AppealedKind };

/** Tells the owner that their appeal was granted, and what follows. */
export function grantedMail(facts: AppealMailFacts): MailText {
  return mailText('appeal.granted', facts);
}

/** Tells the owner why a decision stays although they appealed. */
export function upheldMail(facts: AppealMailFacts & { readonly text: string }): MailText {
  return mailText('appeal.upheld', facts);
}
