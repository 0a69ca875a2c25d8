import type { Language } from '@placard/domain/language';
import { TEST_MAIL_EVERY_MS } from '@placard/domain/notice/test-mail';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { queueSecretMail } from '../../mail/outbox.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { previewMail } from './catalogue.ts';

type Deps = HasDb & HasClock & HasSecrets & Pick<HasUrls, 'publicUrl'>;
type Input = { readonly mail: string; readonly language: Language };

/**
 * Sends a sample to the operator's own address, to see it in their mail program: nobody else's, and not often.
 * @throws AppError `not_found`, `rate_limited`
 */
export async function sendTestMail(deps: Deps, actor: Actor, { mail: name, language }: Input): Promise<void> {
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const { subject, text, html } = await previewMail({ ...deps, db: trx }, name, language);
    const operator = await trx
      .updateTable('app_user')
      .set({ mail_tested_at: at })
      .where('id', '=', actor.userId)
      .where((eb) =>
        eb.or([
          eb('mail_tested_at', 'is', null),
          eb('mail_tested_at', '<=', new Date(at.getTime() - TEST_MAIL_EVERY_MS)),
        ]),
      )
      .returning('email')
      .executeTakeFirst();
    if (operator === undefined) {
      throw new AppError('rate_limited', { retryAfterSeconds: TEST_MAIL_EVERY_MS / 1_000 });
    }
    // Its links look like those that are kept from readers of the outbox.
    await queueSecretMail(trx, deps.secrets, {
      ...{ to: operator.email, subject: `[Test] ${subject}`, body: text, html, language, at },
    });
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: 'mail.test',
      subjectKind: 'mail',
      subjectId: null,
      detail: { mail: name, language },
      at,
    });
  });
}
