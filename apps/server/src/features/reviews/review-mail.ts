import type { REJECTION_CODES } from '@placard/contract/reviews';
import type { ReviewKind } from '@placard/domain/review';
import type { MailText } from '../../mail/texts.ts';

export type RejectionCode = (typeof REJECTION_CODES)[number];

const REASONS: Record<RejectionCode, string> = {
  misleading: 'it is misleading',
  prohibited_content: 'its content is not allowed',
  poor_quality: 'its quality is not sufficient',
  broken_destination: 'the page it leads to does not work',
  trademark: 'it uses a trademark of somebody else',
  malware: 'it may harm visitors',
  ownership_unproven: 'it is not proven to be yours',
  other: 'see below',
};

const NEXT_STEPS: Record<ReviewKind, string> = {
  campaign: 'Edit the campaign and submit it again',
  creative: "Change the creative's content, which submits it again",
  website: 'Mend it and save the website again, which submits it again',
};

export type ReviewMailFacts = {
  readonly network: string;
  readonly kind: ReviewKind;
  readonly name: string;
  readonly url: string;
};

const NOW_POSSIBLE: Record<ReviewKind, string> = {
  campaign: 'It is active and is shown as its dates, budget and creatives allow',
  creative: 'It is active and can be shown by the ad sets that it is assigned to',
  website: 'It is active, and you can create its widgets',
};

/** Tells the owner that something was approved and what follows. */
export function approvalMail(input: ReviewMailFacts): MailText {
  return {
    subject: `Your ${input.kind} “${input.name}” was approved`,
    body: `Your ${input.kind} “${input.name}” at ${input.network} was approved.

${NOW_POSSIBLE[input.kind]}:
${input.url}
`,
  };
}

/** Tells the owner why something was rejected and what can be done. */
export function rejectionMail(
  input: ReviewMailFacts & { readonly code: RejectionCode; readonly text: string },
): MailText {
  return {
    subject: `Your ${input.kind} “${input.name}” was rejected`,
    body: `Your ${input.kind} “${input.name}” at ${input.network} was rejected: ${REASONS[input.code]}.

${input.text}

${NEXT_STEPS[input.kind]}:
${input.url}
`,
  };
}
