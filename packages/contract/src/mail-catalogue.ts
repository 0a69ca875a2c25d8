import { DEFAULT_LANGUAGE, LANGUAGES } from '@placard/domain/language';
import { FIXED_FOR, NOTICE_KIND_KEYS } from '@placard/domain/notice/kinds';
import { z } from 'zod';
import { operatorOperation } from './operation.ts';
import { get, post } from './route.ts';
import { data, done } from './scalars.ts';

const tags = ['Operator'];
const language = z.enum(LANGUAGES).default(DEFAULT_LANGUAGE);
const name = z.string().regex(/^[A-Za-z.]{1,40}$/);

const entry = z.object({
  name,
  subject: z.string(),
  /** Of which notices it is; none where it is about the reader's own account. */
  kinds: z.array(z.enum(NOTICE_KIND_KEYS)),
  /** Why nobody can end it: `account` where it belongs to what somebody has just done; null: they can. */
  keptFor: z.enum([...FIXED_FOR, 'account']).nullable(),
});
export type MailEntry = z.infer<typeof entry>;

const preview = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** Names of the files that go with it. */
  files: z.array(z.string()),
});
export type MailPreview = z.infer<typeof preview>;

/** Every mail that the network sends, made with sample data by what makes the mails themselves. */
export const mailCatalogueContract = {
  mailCatalogue: operatorOperation
    .route(get('/operator/mail-catalogue', tags, 'Every mail that is sent, with sample data'))
    .input(z.object({ language }))
    .output(data(z.object({ items: z.array(entry) }))),
  mailPreview: operatorOperation
    .route(get('/operator/mail-catalogue/{mail}', tags, 'One mail of the catalogue, as text and HTML'))
    .input(z.object({ mail: name, language }))
    .output(data(preview)),
  testMail: operatorOperation
    .route(
      post('/operator/mail-catalogue/{mail}/test', tags, 'Send a mail of the catalogue to your own address'),
    )
    .input(z.object({ mail: name, language }))
    .output(done),
};
