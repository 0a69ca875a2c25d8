import { oc } from '@orpc/contract';
import type { KeyScope } from '@placard/domain/account/api-key';
import type { MemberRight } from '@placard/domain/account/member';
import type { Role } from '@placard/domain/roles';

/**
 * Who may call an operation: anybody, anybody signed in, or holders of one of the roles. The server enforces it for
 * every operation from here, and the isolation tests are generated from it.
 */
export type Access = 'public' | 'signedIn' | readonly Role[];

export type OperationMeta = {
  readonly access: Access;
  /**
   * An Idempotency-Key header makes repeats give the first answer. `required` where money moves; `accepted` where
   * something is made, of which a script may well want several alike.
   */
  readonly idempotent?: 'required' | 'accepted';
  /** Works also for who has to set up a second factor first. */
  readonly whileEnrolling?: boolean;
  /** The part of an account it changes: of the members only those may who have this right. Looking is everybody's. */
  readonly part?: MemberRight;
  /** Of somebody who has signed in, never of a program with an API key: passwords, sessions, the keys themselves. */
  readonly personal?: boolean;
  /** Never shown to an operator who looks at the account: where its money goes, and addresses that may hold keys. */
  readonly withheld?: boolean;
  /**
   * Money moves, or where it goes: whoever the network says so of shows again who they are, unless they did so in this
   * session a few minutes ago. Programs with an API key do not: it was made by who did.
   */
  readonly stepUp?: boolean;
  /** Error code answered where a role is missing, in the spec's words. */
  readonly denied?: 'forbidden' | 'campaigns_denied' | 'websites_denied';
};

/**
 * The scope that an API key needs for an operation. Null: no key reaches it. What nobody thought of is refused:
 * a change has a scope only where it changes a part of an account that keys may change.
 */
export function keyScopeOf(meta: OperationMeta, method: string | undefined): KeyScope | null {
  const { access, part } = meta;
  if (meta.personal === true || part === 'members') return null;
  if (access === 'public' || (access !== 'signedIn' && access.includes('operator'))) return null;
  return method === 'GET' ? 'read' : (part ?? null);
}

/**
 * Why an operator who looks at an account may not call an operation; null: they may. They reach what a key that only
 * reads would reach, but for what is withheld.
 */
export function lookRefusal(
  meta: OperationMeta,
  method: string | undefined,
): 'look_reads_only' | 'look_withheld' | null {
  if (method !== 'GET') return 'look_reads_only';
  if (meta.access === 'public') return null;
  return meta.withheld === true || keyScopeOf(meta, method) !== 'read' ? 'look_withheld' : null;
}

export const base = oc.$meta<OperationMeta>({ access: 'signedIn' });

export const publicOperation = base.meta({ access: 'public' });
export const signedInOperation = base.meta({ access: 'signedIn' });
export const personalOperation = base.meta({ access: 'signedIn', personal: true });
/** About the account itself: who belongs to it, how it is named. */
export const accountOperation = base.meta({ access: 'signedIn', part: 'members' });
/** What programs of the account are told, which whoever does its work decides. */
export const workOperation = base.meta({ access: 'signedIn', part: 'work', withheld: true });
/** How documents name it: a matter of whoever handles its money. */
export const accountMoneyOperation = base.meta({ access: 'signedIn', part: 'money' });
export const enrollingOperation = base.meta({ access: 'signedIn', whileEnrolling: true });
export const advertiserOperation = base.meta({
  access: ['advertiser'],
  part: 'work',
  denied: 'campaigns_denied',
});
export const publisherOperation = base.meta({
  access: ['publisher'],
  part: 'work',
  denied: 'websites_denied',
});
/** An advertiser's money. */
export const advertiserPaymentOperation = base.meta({
  access: ['advertiser'],
  part: 'money',
  denied: 'campaigns_denied',
});
/** A publisher's money: the words about websites would mislead. */
export const publisherPaymentOperation = base.meta({
  access: ['publisher'],
  part: 'money',
  denied: 'forbidden',
});
export const operatorOperation = base.meta({ access: ['operator'], denied: 'forbidden' });
/** Makes something of the operators' own. */
export const operatorCreation = base.meta({
  access: ['operator'],
  denied: 'forbidden',
  idempotent: 'accepted',
});
/** Decides about money without moving it. */
export const operatorStepUpOperation = base.meta({ access: ['operator'], denied: 'forbidden', stepUp: true });
/** Shows where a publisher's money goes. */
export const publisherPayeeReading = base.meta({
  access: ['publisher'],
  part: 'money',
  denied: 'forbidden',
  withheld: true,
});
/** Where a publisher's money goes. */
export const publisherPayeeOperation = base.meta({
  access: ['publisher'],
  part: 'money',
  denied: 'forbidden',
  stepUp: true,
});
/** The same with money moving. */
export const advertiserMoneyOperation = base.meta({
  access: ['advertiser'],
  part: 'money',
  denied: 'forbidden',
  idempotent: 'required',
});
export const publisherMoneyOperation = base.meta({
  access: ['publisher'],
  part: 'money',
  denied: 'forbidden',
  idempotent: 'required',
});
export const publisherWithdrawalOperation = base.meta({
  access: ['publisher'],
  part: 'money',
  denied: 'forbidden',
  idempotent: 'required',
  stepUp: true,
});
export const operatorMoneyOperation = base.meta({
  access: ['operator'],
  denied: 'forbidden',
  idempotent: 'required',
  stepUp: true,
});
/** The same, of which each makes one thing: see `idempotent`. */
export const signedInCreation = base.meta({ access: 'signedIn', idempotent: 'accepted' });
export const advertiserCreation = base.meta({
  access: ['advertiser'],
  part: 'work',
  denied: 'campaigns_denied',
  idempotent: 'accepted',
});
export const publisherCreation = base.meta({
  access: ['publisher'],
  part: 'work',
  denied: 'websites_denied',
  idempotent: 'accepted',
});
export const publisherPayeeCreation = base.meta({
  access: ['publisher'],
  part: 'money',
  denied: 'forbidden',
  idempotent: 'accepted',
  stepUp: true,
});
