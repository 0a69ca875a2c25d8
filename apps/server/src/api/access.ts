import type { OperationMeta } from '@placard/contract/operation';
import { memberMay } from '@placard/domain/account/member';
import type { Actor } from '../deps.ts';
import { AppError } from './app-error.ts';

/** What a request's bearer token came to. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'suspended' }
  /** Signed in, but no member of the account that the call names. */
  | { readonly kind: 'stranger' }
  | {
      readonly kind: 'user';
      readonly actor: Actor;
      /** The network requires a second factor that the account has not set up: nothing else works until then. */
      readonly mustEnrol: boolean;
    };

/**
 * Decides who may call an operation, from the contract's meta alone.
 * @returns the actor; null for a public operation called by nobody.
 * @throws AppError `unauthenticated`, `account_suspended`, `not_a_member`, `member_denied`, `totp_enrolment_required` or the operation's own `denied` code.
 */
export function authorise(meta: OperationMeta, method: string | undefined, caller: Caller): Actor | null {
  if (meta.access === 'public') return caller.kind === 'user' ? caller.actor : null;
  if (caller.kind === 'suspended') throw new AppError('account_suspended');
  if (caller.kind === 'nobody') throw new AppError('unauthenticated');
  if (caller.kind === 'stranger') throw new AppError('not_a_member');
  if (caller.mustEnrol && meta.whileEnrolling !== true) throw new AppError('totp_enrolment_required');
  const { roles } = caller.actor;
  if (meta.access !== 'signedIn' && !meta.access.some((role) => roles.includes(role))) {
    throw new AppError(meta.denied ?? 'forbidden');
  }
  if (meta.part !== undefined && method !== 'GET' && !memberMay(caller.actor.member, meta.part)) {
    throw new AppError('member_denied');
  }
  return caller.actor;
}
