import type { Db } from '@placard/db/database';
import type { Secrets } from '@placard/db/secrets/secrets';
import { DEFAULT_LANGUAGE, type Language } from '@placard/domain/language';
import type { MailText } from './mail-text.ts';
import { type Mail, queueMail, queueSecretMail } from './outbox.ts';

type Letter = Pick<Mail, 'notice'> & {
  readonly to: string;
  readonly text: MailText;
  readonly at: Date;
  /** The account whose language counts, where the address is not yet one. */
  readonly readerAddress?: string;
};

/** Puts a mail into the outbox, in the language of its reader's account. */
export async function writeMail(
  trx: Db,
  { to, text, at, notice, readerAddress = to }: Letter,
): Promise<void> {
  const words = text(await languageOfAddress(trx, readerAddress));
  await queueMail(trx, { to, ...words, at, ...(notice === undefined ? {} : { notice }) });
}

/** The same for a mail with a one-time link, which is sealed until it is sent. */
export async function writeSecretMail(
  trx: Db,
  secrets: Secrets,
  { to, text, at, readerAddress = to }: Letter,
): Promise<void> {
  await queueSecretMail(trx, secrets, { to, ...text(await languageOfAddress(trx, readerAddress)), at });
}

/** What a text says to whoever has an address, for later. */
export async function wordsFor(trx: Db, text: MailText, email: string): Promise<ReturnType<MailText>> {
  return text(await languageOfAddress(trx, email));
}

/** The language an account has chosen, else the one that everybody gets. */
export async function languageOfAddress(trx: Db, email: string): Promise<Language> {
  const user = await trx
    .selectFrom('app_user')
    .select('language')
    .where('email', '=', email)
    .executeTakeFirst();
  return user?.language ?? DEFAULT_LANGUAGE;
}
