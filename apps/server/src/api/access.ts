import { keyScopeOf, lookRefusal, type OperationMeta } from '@placard/contract/operation';
import { type KeyScope, keyMay } from '@placard/domain/account/api-key';
import { memberMay } from '@placard/domain/account/member';
import type { Actor } from '../deps.ts';
import { AppError } from './app-error.ts';

/** The API key that a call came with, instead of a session. */
export type CallerKey = { readonly id: number; readonly scopes: readonly KeyScope[] };

/** What a request's bearer token came to. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'suspended' }
  /** Signed in, but no member of the account that the call names; or a key of another account than that. */
  | { readonly kind: 'stranger' }
  | {
      readonly kind: 'user';
      readonly actor: Actor;
      /** The network requires a second factor that the account has not set up: nothing else works until then. */
      readonly mustEnrol: boolean;
      /** The network wants to know again who they are before money moves. */
      readonly mustStepUp: boolean;
      readonly key: CallerKey | null;
      /** An operator who looks at the account: they read, and nothing of what is withheld. */
      readonly looks: boolean;
    };

/**
 * Decides who may call an operation, from the contract's meta alone.
 * @returns the actor; null for a public operation called by nobody.
 * @throws AppError `unauthenticated`, `account_suspended`, `not_a_member`, `member_denied`, `totp_enrolment_required`,
 * `look_reads_only`, `look_withheld`, `key_denied`, `key_scope_missing`, `step_up_required` or the operation's own `denied` code.
 */
export function authorise(meta: OperationMeta, method: string | undefined, caller: Caller): Actor | null {
  const refusal = caller.kind === 'user' && caller.looks ? lookRefusal(meta, method) : null;
  if (refusal !== null) throw new AppError(refusal);
  // What a key or a look adds to a public operation is nothing.
  if (meta.access === 'public') {
    return caller.kind === 'user' && caller.key === null && !caller.looks ? caller.actor : null;
  }
  if (caller.kind === 'suspended') throw new AppError('account_suspended');
  if (caller.kind === 'nobody') throw new AppError('unauthenticated');
  if (caller.kind === 'stranger') throw new AppError('not_a_member');
  if (caller.mustEnrol && meta.whileEnrolling !== true) throw new AppError('totp_enrolment_required');
  const scope = caller.key === null ? null : scopeNeeded(meta, method);
  const { roles } = caller.actor;
  if (meta.access !== 'signedIn' && !meta.access.some((role) => roles.includes(role))) {
    throw new AppError(meta.denied ?? 'forbidden');
  }
  if (meta.part !== undefined && method !== 'GET' && !memberMay(caller.actor.member, meta.part)) {
    throw new AppError('member_denied');
  }
  if (caller.key !== null && scope !== null && !keyMay(caller.key.scopes, caller.actor.member, scope)) {
    throw new AppError('key_scope_missing', { reason: 'key_lacks_scope', value: scope });
  }
  if (meta.stepUp === true && caller.mustStepUp) throw new AppError('step_up_required');
  return caller.actor;
}

/** @throws AppError `key_denied` where no key gets through. */
function scopeNeeded(meta: OperationMeta, method: string | undefined): KeyScope {
  const scope = keyScopeOf(meta, method);
  if (scope === null) throw new AppError('key_denied');
  return scope;
}
