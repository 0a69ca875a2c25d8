import type { TopUpStop } from '@placard/domain/billing/top-up';
import type { MailText } from './texts.ts';

type Network = { readonly network: string };
type DepositFacts = Network & { readonly amount: string; readonly reference: string };

const STOPPED: Readonly<Record<TopUpStop, string>> = {
  declined: 'Your default card was declined.',
  authentication_required: 'The bank wants you to confirm payments by your default card yourself.',
  no_card: 'There is no default card any more.',
  refunded: 'Money of a deposit went back to your card; it should not be charged again by itself.',
};

export function topUpStoppedMail({ network, because }: Network & { readonly because: TopUpStop }): MailText {
  return {
    subject: `Automatic top-up at ${network} was switched off`,
    body: `${STOPPED[because]} Automatic top-up of your wallet at ${network} was switched off.

Your ads stop when the balance reaches 0. Add funds, or switch automatic top-up on again, under Billing.
`,
  };
}

export function refundedMail(input: DepositFacts): MailText {
  return {
    subject: `${input.amount} of your deposit was refunded`,
    body: `${input.amount} of your deposit ${input.reference} at ${input.network} was given back the way it came, and taken from your wallet.

Banks may need some days until the money arrives.
`,
  };
}

export function refundReturnedMail(input: DepositFacts): MailText {
  return {
    subject: `${input.amount} is back in your wallet`,
    body: `${input.amount} of your deposit ${input.reference} at ${input.network} did not reach you, or was not taken back in the end. It is in your wallet again.
`,
  };
}

type Clawback = DepositFacts & {
  readonly origin: 'gateway' | 'dispute';
  readonly advertiser: string;
  /** What the wallet did not hold; null where it held all. */
  readonly uncovered: string | null;
};

export function clawbackMail(input: Clawback): MailText {
  const what = input.origin === 'dispute' ? 'was disputed' : 'was refunded at the card gateway';
  const loss =
    input.uncovered === null
      ? 'The wallet held all of it.'
      : `The wallet did not hold all of it: ${input.uncovered} was booked against adjustments.`;
  return {
    subject: `${input.amount} of deposit ${input.reference} ${what}`,
    body: `Deposit ${input.reference} of ${input.advertiser}: ${input.amount} ${what} and left ${input.network}.

${loss}
`,
  };
}

export function depositDiffersMail(input: DepositFacts & { readonly received: string }): MailText {
  return {
    subject: `Deposit ${input.reference} does not match what was paid`,
    body: `The card gateway received ${input.received} for deposit ${input.reference} of ${input.amount} at ${input.network}. Nothing was credited.

Please compare both, refund the payment at the gateway or correct the wallet.
`,
  };
}
