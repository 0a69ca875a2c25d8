import { openMail } from '../../mail/outbox.ts';
import type { TestApi } from './test-api.ts';

/** What the mails to an address say to their receiver, in order: sealed ones opened. */
export async function mailsTo(api: TestApi, to: string): Promise<string[]> {
  const rows = await api.deps.db
    .selectFrom('mail_outbox')
    .select(['body_text', 'sealed'])
    .where('to_email', '=', to)
    .orderBy('id')
    .execute();
  return rows.map(({ body_text: text, sealed }) =>
    sealed === null ? text : openMail(api.deps.secrets, { to, sealed }).body,
  );
}

/** The token of the one-time link in a text. */
export function tokenIn(text: string | null | undefined): string {
  return new URL(/http\S+/.exec(text ?? '')?.[0] ?? '').searchParams.get('token') ?? '';
}
