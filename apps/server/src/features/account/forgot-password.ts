import type { HasAfterAnswer } from '../../api/after-answer.ts';
import { AppError, tooOften } from '../../api/app-error.ts';
import { issueLink } from '../../auth/links.ts';
import type { HasSignInLimits } from '../../auth/sign-in-limits.ts';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { linkUrl } from '../../mail/link-addresses.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeSecretMail } from '../../mail/write-mail.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { type From, knownPlace } from './known-place.ts';

export type ForgotPasswordDeps = HasDb & HasClock & HasUrls & HasSecrets & HasSignInLimits & HasAfterAnswer;

/**
 * Mails a link to choose a new password. The answer is the same whether or not there is such an account. Where strangers
 * have asked for as many as may be sent, whoever asks from a place that is known of the account still gets some.
 */
export async function forgotPassword(
  deps: ForgotPasswordDeps,
  request: From,
  input: { readonly email: string },
): Promise<void> {
  const now = deps.clock();
  const attempt = { ip: request.ip, email: input.email, nowMs: now.getTime() };
  if (!deps.signInLimits.mayAskForMail(attempt)) throw tooOften(deps.signInLimits.mailWaitMs(attempt));
  // The same for everybody, and done before anything is looked up: how long it takes tells nothing either.
  const taken = deps.afterAnswer.take(async () => await mailLink(deps, request, input.email, now));
  if (!taken) throw new AppError('rate_limited');
}

async function mailLink(deps: ForgotPasswordDeps, from: From, email: string, now: Date): Promise<void> {
  const { signInLimits } = deps;
  const nowMs = now.getTime();
  const may = signInLimits.mayMail('reset', { email, nowMs });
  await inTransaction(deps.db, async (trx) => {
    const user = await trx
      .selectFrom('app_user')
      .select(['id', 'email'])
      .where('email', '=', email)
      .where('status', '=', 'active')
      // An address that becomes another at this moment is waited for: its links have ended by then, and this would not.
      .forShare()
      .executeTakeFirst();
    if (user === undefined) return;
    if (!may) {
      const place = await knownPlace({ ...deps, db: trx }, user.id, from);
      if (place === null || !signInLimits.mayMailFromPlace(place, nowMs)) return;
    }
    const token = await issueLink(trx, { kind: 'reset', userId: user.id, now });
    const url = linkUrl(deps.publicUrl, 'reset', token);
    const text = mailText('resetPassword', { network: await networkName(trx), url });
    await writeSecretMail(trx, deps.secrets, { to: user.email, text, at: now });
  });
}
