import type { OperationMeta } from '@placard/contract/operation';
import type { Actor } from '../deps.ts';
import { AppError } from './app-error.ts';

/** What a request's bearer token came to. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'suspended' }
  | {
      readonly kind: 'user';
      readonly actor: Actor;
      /** The network requires a second factor that the account has not set up: nothing else works until then. */
      readonly mustEnrol: boolean;
    };

/**
 * Decides who may call an operation, from the contract's meta alone.
 * @returns the actor; null for a public operation called by nobody.
 * @throws AppError `unauthenticated`, `account_suspended`, `totp_enrolment_required` or the operation's own `denied` code.
 */
export function authorise(meta: OperationMeta, caller: Caller): Actor | null {
  if (meta.access === 'public') return caller.kind === 'user' ? caller.actor : null;
  if (caller.kind === 'suspended') throw new AppError('account_suspended');
  if (caller.kind === 'nobody') throw new AppError('unauthenticated');
  if (caller.mustEnrol && meta.whileEnrolling !== true) throw new AppError('totp_enrolment_required');
  if (meta.access === 'signedIn') return caller.actor;
  const { roles } = caller.actor;
  if (!meta.access.some((role) => roles.includes(role))) throw new AppError(meta.denied ?? 'forbidden');
  return caller.actor;
}
