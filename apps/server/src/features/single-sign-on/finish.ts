import { AppError, tooOften } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import { useSecondFactor } from '../../auth/second-factor.ts';
import type { Actor } from '../../deps.ts';
import { mayEnter, noteRefusal } from '../account/enter-known.ts';
import { login } from '../account/login.ts';
import { selectUsers } from '../account/user-view.ts';
import { letIn } from './let-in.ts';
import { addLink } from './links.ts';
import { BY_PROVIDER, providerOf, type Session, type SingleSignOnDeps } from './sign-in.ts';
import { type Asked, openAsked, refused, takeOnce } from './tickets.ts';

type Answer = {
  readonly ticket: string;
  readonly password?: string | undefined;
  readonly totp?: string | undefined;
};
type Request = Pick<RequestFacts, 'ip' | 'userAgent'>;

/**
 * Signs in with what was asked after the provider: the password, which links the account from then on, or a code. Guesses
 * of a password count like those at sign-in; of a code apart, as no stranger comes so far.
 * @throws AppError `single_sign_on_refused`, `conflict_status`; as `login` does
 */
export async function finishSignIn(
  deps: SingleSignOnDeps,
  request: Request,
  input: Answer,
  before: Actor | null,
): Promise<Session> {
  providerOf(deps);
  const asked = openAsked(deps.secrets, input.ticket, deps.clock());
  return asked.what === 'password'
    ? await linkByPassword(deps, request, { asked, input, before })
    : await enterByCode(deps, request, { asked, input, before });
}

type Finishing = { readonly asked: Asked; readonly input: Answer; readonly before: Actor | null };

async function linkByPassword(deps: SingleSignOnDeps, request: Request, finishing: Finishing) {
  const { asked, input, before } = finishing;
  const { email } = asked;
  const typed = { email, password: input.password ?? '', totp: input.totp };
  return await login(deps, request, typed, before, {
    detail: { by: 'single sign-on' },
    write: async (trx, userId, now) => {
      // The address may have become another's since.
      if (userId !== asked.userId) throw refused();
      await takeOnce(trx, asked.state, now);
      await addLink(trx, { ...asked, now });
    },
  });
}

async function enterByCode(deps: SingleSignOnDeps, request: Request, finishing: Finishing) {
  const { asked, input, before } = finishing;
  const now = deps.clock();
  const user = await selectUsers(deps.db).where('app_user.id', '=', asked.userId).executeTakeFirstOrThrow();
  await mayEnter(deps, user, BY_PROVIDER, now);
  if (input.totp === undefined) throw new AppError('totp_required');
  const attempt = { userId: user.id, sessionId: null, nowMs: now.getTime() };
  const counted = deps.signInLimits.tryConfirm(attempt);
  if (counted === null) throw tooOften(deps.signInLimits.confirmWaitMs(attempt));
  const link = await deps.db
    .selectFrom('sign_in_link')
    .select('id')
    .where('issuer', '=', asked.issuer)
    .where('subject', '=', asked.subject)
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  // Switched off meanwhile: whoever is asked for a code shows one.
  if (link === undefined || user.totp_secret_sealed === null) throw refused();
  const account = { userId: user.id, sealedSecret: user.totp_secret_sealed };
  const used = await useSecondFactor(deps.db, deps, account, { code: input.totp, now });
  if (used === null) {
    await noteRefusal(deps, { userId: user.id, because: 'code', by: BY_PROVIDER.by, at: now });
    throw new AppError('login_failed');
  }
  counted.succeeded();
  return await letIn(deps, request, {
    ...{ user, linkId: link.id, before, now, state: asked.state },
    // A code shows who is there, as it does when it is asked before money moves.
    provedAt: now,
    detail: used === 'recovery' ? { secondFactor: used } : {},
  });
}
