import type { signUpInput } from '@placard/contract/sign-up';
import type { Tx } from '@placard/db/database';
import { MAX_SIGN_UP_REQUESTS, SIGN_UP_LINK_DAYS, signUpOffered } from '@placard/domain/account/sign-up';
import type { z } from 'zod';
import type { HasAfterAnswer } from '../../api/after-answer.ts';
import { AppError, invalidInput, issueAt, tooOften } from '../../api/app-error.ts';
import type { HasSignInLimits } from '../../auth/sign-in-limits.ts';
import { issueToken } from '../../auth/token.ts';
import type { HasClock, HasDb, HasMailServer, HasSecrets, HasUrls } from '../../deps.ts';
import { linkUrl } from '../../mail/link-addresses.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail, writeSecretMail } from '../../mail/write-mail.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';

export type SignUpDeps = HasDb &
  HasClock &
  HasUrls &
  HasSecrets &
  HasMailServer &
  HasSignInLimits &
  HasAfterAnswer;
type Input = z.output<typeof signUpInput>;

/**
 * Asks for an account: mails a link that confirms the address. The answer, and how long it takes, is the same whether or not
 * there is a user with it; whoever has one is told so by mail.
 * @throws AppError `sign_up_closed`, `invalid_input` where the terms are not accepted, `rate_limited`.
 */
export async function signUp(
  deps: SignUpDeps,
  request: { readonly ip: string },
  input: Input,
): Promise<void> {
  const settings = await deps.db
    .selectFrom('network_settings')
    .select(['sign_up', 'terms_url'])
    .executeTakeFirstOrThrow();
  if (signUpOffered(settings.sign_up, deps.mailServer) === 'closed') throw new AppError('sign_up_closed');
  if (settings.terms_url !== '' && !input.acceptsTerms) {
    throw invalidInput(issueAt('acceptsTerms', 'terms_required'));
  }
  const now = deps.clock();
  const attempt = { ip: request.ip, email: input.email, nowMs: now.getTime() };
  const { signInLimits } = deps;
  if (!signInLimits.mayAskForMail(attempt)) throw tooOften(signInLimits.mailWaitMs(attempt));
  if (!signInLimits.mayMail('sign-up', attempt))
    throw tooOften(signInLimits.mailOfKindWaitMs('sign-up', attempt));
  const taken = deps.afterAnswer.take(
    async () => await mailLink(deps, { ...input, termsUrl: settings.terms_url }, now),
  );
  if (!taken) throw new AppError('rate_limited');
}

async function mailLink(
  deps: SignUpDeps,
  asked: Input & { readonly termsUrl: string },
  now: Date,
): Promise<void> {
  const { email } = asked;
  const { token, sha256 } = issueToken();
  await inTransaction(deps.db, async (trx) => {
    const network = await networkName(trx);
    const user = await trx.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirst();
    if (user !== undefined) {
      const text = mailText('signUpKnown', { network, url: `${deps.publicUrl}/login` });
      await writeMail(trx, { to: email, text, at: now });
      return;
    }
    if (!(await kept(trx, asked, sha256, now))) return;
    await writeAudit(trx, {
      ...doneBy(null, 'visitor'),
      action: 'user.sign_up',
      subjectKind: 'user',
      subjectId: null,
      detail: { email, roles: asked.roles, ...(asked.termsUrl === '' ? {} : { terms: asked.termsUrl }) },
      at: now,
    });
    const url = linkUrl(deps.publicUrl, 'signUp', token);
    await writeSecretMail(trx, deps.secrets, {
      to: email,
      text: mailText('signUp', { network, url }),
      at: now,
    });
  });
}

/**
 * Asked again before the address was confirmed, the newest counts. What waits for the operator stays as it was confirmed:
 * somebody else may be asking.
 */
async function kept(
  trx: Tx,
  asked: Input & { readonly termsUrl: string },
  sha256: Buffer,
  now: Date,
): Promise<boolean> {
  await trx.deleteFrom('sign_up_request').where('expires_at', '<=', now).execute();
  const { count } = await trx
    .selectFrom('sign_up_request')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MAX_SIGN_UP_REQUESTS) return false;
  const values = {
    roles: [...new Set(asked.roles)].sort(),
    company: asked.company === '' ? null : asked.company,
    terms_url: asked.termsUrl,
    token_sha256: sha256,
    created_at: now,
    expires_at: new Date(now.getTime() + SIGN_UP_LINK_DAYS * 86_400_000),
  };
  const row = await trx
    .insertInto('sign_up_request')
    .values({ email: asked.email, ...values })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet(values).where('sign_up_request.confirmed_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
