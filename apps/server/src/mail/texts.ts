import type { OperatorChange } from '@placard/domain/notice/kinds';

/** What mails say. Plain text, short, with the one thing to do. */
export type MailText = { readonly subject: string; readonly body: string };

type Network = { readonly network: string };

export function inviteMail(input: Network & { readonly url: string }): MailText {
  return {
    subject: `You are invited to ${input.network}`,
    body: `Welcome to ${input.network}.

Choose your password here; the link works once, for 14 days:
${input.url}
`,
  };
}

export function resetPasswordMail(input: Network & { readonly url: string }): MailText {
  return {
    subject: `Choose a new password for ${input.network}`,
    body: `Somebody, hopefully you, asked for a new password for your account at ${input.network}.

Choose it here; the link works once, for one hour:
${input.url}

If it was not you, nothing has changed and nothing is to be done.
`,
  };
}

export function resetByOperatorMail(input: Network & { readonly url: string }): MailText {
  return {
    subject: `Choose a new password for ${input.network}`,
    body: `An operator of ${input.network} made a link for you to choose a new password.

Choose it here; the link works once, for one hour:
${input.url}

If you did not ask for it, please ask the operators why.
`,
  };
}

const OPERATOR_CHANGES: Readonly<Record<OperatorChange, (about: string) => string>> = {
  invite: (about) => `invited ${about} as an operator`,
  roles: (about) => `made ${about} an operator`,
  totp_reset: (about) => `took two-factor sign-in off the operator ${about}`,
  approval_limit: (about) => `changed from which amount on two operators have to approve a payout, ${about},`,
  paying_account: (about) => `changed the account from which payouts are paid, ${about},`,
  reset: (about) => `made a link by which the password of the operator ${about} can be chosen anew`,
};

const SECOND_FACTOR = {
  on: 'switched on, and all other sessions were ended',
  off: 'switched off',
  codes: 'given new recovery codes; those of before do not work any more',
  reset: 'taken off by an operator, because it was lost',
} as const;

export function secondFactorMail(input: Network & { readonly change: keyof typeof SECOND_FACTOR }): MailText {
  return {
    subject: `Two-factor sign-in at ${input.network} was changed`,
    body: `Two-factor sign-in of your account at ${input.network} was ${SECOND_FACTOR[input.change]}.

If it was not you, change your password at once and tell your administrator.
`,
  };
}

export function operatorChangeMail(
  input: Network & { readonly change: OperatorChange; readonly by: string; readonly about: string },
): MailText {
  const what = OPERATOR_CHANGES[input.change](input.about);
  return {
    subject: `Operators of ${input.network}: ${input.by} ${what}`,
    body: `${input.by} ${what} at ${input.network}. Every operator is told of this.

If you do not know why, ask the others, and suspend the account that did it under Users.
`,
  };
}

export function confirmEmailMail(input: Network & { readonly url: string }): MailText {
  return {
    subject: `Confirm your address for ${input.network}`,
    body: `Somebody, hopefully you, wants to sign in to ${input.network} by this address.

Confirm it here; the link works once, for one day:
${input.url}

If it was not you, nothing has changed and nothing is to be done.
`,
  };
}

export function emailAskedMail(input: Network & { readonly email: string }): MailText {
  return {
    subject: `A new address was asked for at ${input.network}`,
    body: `Your account at ${input.network} is to have the address ${input.email}, once that is confirmed there. Until then nothing changes.

If it was not you, somebody knows your password: change it at once, which also ends this.
`,
  };
}

export function emailChangedMail(input: Network & { readonly email: string }): MailText {
  return {
    subject: `Your address at ${input.network} was changed`,
    body: `Your account at ${input.network} now has the address ${input.email}, and all other sessions were ended. This address is not used any more.

If it was not you, tell your administrator at once.
`,
  };
}

export function passwordChangedMail(input: Network): MailText {
  return {
    subject: `Your password for ${input.network} was changed`,
    body: `The password of your account at ${input.network} was changed, and all other sessions were ended.

If it was not you, choose a new password at once with "Forgot password?" on the login page.
`,
  };
}

export function depositConfirmedMail(
  input: Network & { readonly amount: string; readonly reference: string; readonly invoiceNumber: string },
): MailText {
  return {
    subject: `Your deposit of ${input.amount} has arrived`,
    body: `Your deposit ${input.reference} of ${input.amount} was added to your wallet at ${input.network}.

The receipt is invoice ${input.invoiceNumber}, to be found under Billing.
`,
  };
}

export function depositFailedMail(
  input: Network & { readonly amount: string; readonly reference: string },
): MailText {
  return {
    subject: `Your deposit of ${input.amount} could not be confirmed`,
    body: `Your deposit ${input.reference} of ${input.amount} at ${input.network} was marked as not received.

If you did send the money, please answer with the date and the reference of your transfer.
`,
  };
}

type PayoutFacts = Network & { readonly amount: string; readonly paymentId: string };

export function payoutRequestedMail(input: PayoutFacts): MailText {
  return {
    subject: `Your withdrawal of ${input.amount} was requested`,
    body: `The withdrawal ${input.paymentId} of ${input.amount} at ${input.network} was requested and waits to be paid.

If it was not you, change your password at once and tell your administrator.
`,
  };
}

export function payoutProcessingMail(input: PayoutFacts): MailText {
  return {
    subject: `Your withdrawal of ${input.amount} is being processed`,
    body: `The withdrawal ${input.paymentId} of ${input.amount} at ${input.network} is being paid.
`,
  };
}

export function payoutCompletedMail(input: PayoutFacts): MailText {
  return {
    subject: `Your withdrawal of ${input.amount} was paid`,
    body: `The withdrawal ${input.paymentId} of ${input.amount} at ${input.network} was paid. Banks may need some days until it arrives.
`,
  };
}

export function payoutReturnedMail(
  input: PayoutFacts & { readonly reason: string; readonly status: 'failed' | 'rejected' },
): MailText {
  const what = input.status === 'failed' ? 'failed' : 'was rejected';
  return {
    subject: `Your withdrawal of ${input.amount} ${what}`,
    body: `The withdrawal ${input.paymentId} of ${input.amount} at ${input.network} ${what}. The amount is available again.

Reason: ${input.reason}
`,
  };
}

export function paymentProfileMail(input: Network & { readonly name: string }): MailText {
  return {
    subject: `A payment profile at ${input.network} was changed`,
    body: `The payment profile "${input.name}" of your account at ${input.network} was added, or its details were changed.

If it was not you, change your password at once and tell your administrator.
`,
  };
}

export function campaignCompletedMail(
  input: Network & {
    readonly name: string;
    readonly because: 'end_date' | 'budget_spent';
    readonly url: string;
  },
): MailText {
  const why = input.because === 'end_date' ? 'its end date has passed' : 'its total budget is spent';
  return {
    subject: `Your campaign “${input.name}” is completed`,
    body: `Your campaign “${input.name}” at ${input.network} is completed: ${why}.

What it brought:
${input.url}
`,
  };
}

export function monthClosedMail(
  input: Network & { readonly amount: string; readonly month: string; readonly url: string },
): MailText {
  return {
    subject: `Your earnings of ${input.month} are available`,
    body: `${input.month} was closed at ${input.network}. Your earnings of ${input.amount} can be withdrawn:
${input.url}
`,
  };
}

export function lowBalanceMail(
  input: Network & { readonly amount: string; readonly threshold: string; readonly url: string },
): MailText {
  return {
    subject: `Low balance: ${input.amount} left at ${input.network}`,
    body: `Your wallet at ${input.network} holds ${input.amount}. That is below ${input.threshold}: the least that is advised, or what your running campaigns may spend in two days.

Add funds so that your campaigns go on:
${input.url}
`,
  };
}

export function balanceEmptyMail(input: Network & { readonly url: string }): MailText {
  return {
    subject: `Your balance at ${input.network} is used up`,
    body: `Your wallet at ${input.network} is empty, so nothing of your campaigns is shown.

Add funds, and they go on within seconds:
${input.url}
`,
  };
}

export function reviewWaitsMail(
  input: Network & {
    readonly campaigns: number;
    readonly creatives: number;
    readonly websites: number;
    readonly url: string;
  },
): MailText {
  const counted = (count: number, one: string) =>
    count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];
  const what = [
    ...counted(input.campaigns, 'campaign'),
    ...counted(input.creatives, 'creative'),
    ...counted(input.websites, 'website'),
  ].join(', ');
  return {
    subject: `${what} to review at ${input.network}`,
    body: `Waiting for review at ${input.network}: ${what}.

${input.url}
`,
  };
}

export function invoiceIssuedMail(
  input: Network & {
    readonly amount: string;
    readonly invoiceNumber: string;
    readonly month: string;
    readonly url: string;
  },
): MailText {
  return {
    subject: `Your invoice for ${input.month}: ${input.amount}`,
    body: `Your invoice ${input.invoiceNumber} for ${input.month} at ${input.network} is ready: ${input.amount}. It was paid from your wallet.

Find it under Billing:
${input.url}
`,
  };
}
