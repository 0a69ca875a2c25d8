import { randomBytes } from 'node:crypto';
import type { User } from '@placard/contract/auth';
import { provedAtProviderMs } from '@placard/domain/account/single-sign-on';
import { AppError, tooOften } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import type { Actor, HasLog } from '../../deps.ts';
import {
  type HasProvider,
  ProviderFailure,
  type SignInProvider,
  type Vouched,
} from '../../gateways/sign-in-provider.ts';
import { mayEnter, noteRefusal } from '../account/enter-known.ts';
import type { LoginDeps } from '../account/login.ts';
import { selectUsers } from '../account/user-view.ts';
import { inTransaction } from '../in-transaction.ts';
import { letIn } from './let-in.ts';
import { openBegun, refused, sealAsked, sealBegun, takeOnce } from './tickets.ts';

export type SingleSignOnDeps = LoginDeps & HasProvider & HasLog;
export type Session = { user: User; token: string };
export type Asks = { what: 'password' | 'code'; email: string; ticket: string };

export const BY_PROVIDER = { by: 'single sign-on', refused } as const;

const made = () => randomBytes(32).toString('base64url');

/** @throws AppError `conflict_status` where the network has no provider */
export function providerOf({ provider }: HasProvider): SignInProvider {
  if (provider === null) throw new AppError('conflict_status', { reason: 'single_sign_on_none' });
  return provider;
}

/** @throws AppError `single_sign_on_away`, `conflict_status` */
export async function beginSignIn(deps: SingleSignOnDeps): Promise<{ address: string; ticket: string }> {
  const provider = providerOf(deps);
  const checks = { state: made(), nonce: made(), verifier: made() };
  const address = await provider.addressOf(checks).catch((error: unknown) => {
    throw told(deps, error, 'away');
  });
  const ticket = sealBegun(deps.secrets, { ...checks, beganMs: deps.clock().getTime() });
  return { address, ticket };
}

/**
 * Signs in whom the provider vouches for, where they have been linked. Who has not, but has the address of an account here,
 * is asked for its password once: an address alone proves nothing. Who has a second factor is asked for it as ever.
 * @throws AppError `single_sign_on_refused`, `single_sign_on_unknown`, `single_sign_on_away`, `account_suspended`,
 * `sign_in_closed`, `conflict_status`, `rate_limited`
 */
export async function signInByProvider(
  deps: SingleSignOnDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  input: { readonly cameBack: string; readonly ticket: string },
  before: Actor | null,
): Promise<{ signedIn: Session | null; asks: Asks | null }> {
  const now = deps.clock();
  const provider = providerOf(deps);
  const begun = openBegun(deps.secrets, input.ticket, now);
  const attempt = { ip: request.ip, nowMs: now.getTime() };
  if (!deps.signInLimits.mayAnswer(attempt)) throw tooOften(deps.signInLimits.answerWaitMs(attempt));
  // Before the provider is asked: whatever comes of it, this answer was used.
  await inTransaction(deps.db, async (trx) => await takeOnce(trx, begun.state, now));
  const vouched = await provider.takeAnswer(input.cameBack, begun).catch(async (error: unknown) => {
    const refusal = told(deps, error, 'refused');
    if (refusal.code === 'single_sign_on_refused') await noteUnknown(deps, request, 'provider', now);
    throw refusal;
  });
  deps.signInLimits.answered(attempt);
  const link = await deps.db
    .selectFrom('sign_in_link')
    .select(['id', 'user_id'])
    .where('issuer', '=', vouched.issuer)
    .where('subject', '=', vouched.subject)
    .executeTakeFirst();
  const ticketFor = (what: Asks['what'], user: { readonly id: number; readonly email: string }): Asks => {
    const { issuer, subject } = vouched;
    const kept = {
      what,
      userId: user.id,
      email: user.email,
      issuer,
      subject,
      state: made(),
      beganMs: now.getTime(),
    };
    return { what, email: user.email, ticket: sealAsked(deps.secrets, kept) };
  };
  if (link === undefined) {
    const user = await userOfAddress(deps, vouched);
    if (user === undefined) {
      await noteUnknown(deps, request, 'unknown', now);
      throw new AppError('single_sign_on_unknown');
    }
    return { signedIn: null, asks: ticketFor('password', user) };
  }
  const user = await selectUsers(deps.db).where('app_user.id', '=', link.user_id).executeTakeFirstOrThrow();
  await mayEnter(deps, user, BY_PROVIDER, now);
  if (user.totp_secret_sealed !== null) return { signedIn: null, asks: ticketFor('code', user) };
  const provedMs = provedAtProviderMs(vouched.authTimeSeconds, now.getTime());
  const signedIn = await letIn(deps, request, {
    ...{ user, linkId: link.id, before, now },
    provedAt: provedMs === null ? null : new Date(provedMs),
    detail: {},
  });
  return { signedIn, asks: null };
}

async function userOfAddress(deps: SingleSignOnDeps, { email }: Vouched) {
  if (email === null) return undefined;
  return await deps.db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Of nobody here: so many lines an hour that the log can't be flooded. */
async function noteUnknown(
  deps: SingleSignOnDeps,
  { ip }: Pick<RequestFacts, 'ip'>,
  because: string,
  now: Date,
): Promise<void> {
  if (deps.signInLimits.noteUnknown({ ip, email: '', nowMs: now.getTime() }))
    await noteRefusal(deps, { userId: null, because, by: BY_PROVIDER.by, at: now });
}

/** What a person is told; why, stands in the log. */
function told({ log }: HasLog, error: unknown, otherwise: ProviderFailure['kind']): AppError {
  if (!(error instanceof ProviderFailure)) throw error;
  log.warn({ reason: error.message }, `single sign-on: the provider is ${error.kind}`);
  const away = error.kind === 'away' || otherwise === 'away';
  return new AppError(away ? 'single_sign_on_away' : 'single_sign_on_refused');
}
