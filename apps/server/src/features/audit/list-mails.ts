import type { MailState } from '@placard/contract/audit';
import type { HasDb } from '../../deps.ts';
import { cursorOf, searchPattern } from '../list-query.ts';

export type MailItem = {
  id: string;
  to: string;
  userId: number | null;
  subject: string;
  attachments: string[];
  createdAt: string;
  sentAt: string | null;
  lastError: string | null;
};

type MailQuery = {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly search?: string | undefined;
  readonly state?: MailState | undefined;
};

/** Mails written, newest first. What one says is read on its own, which is audited. */
export async function listMails(
  { db }: HasDb,
  query: MailQuery,
): Promise<{ items: MailItem[]; next: string | null }> {
  let select = db
    .selectFrom('mail_outbox')
    .leftJoin('app_user', 'app_user.email', 'mail_outbox.to_email')
    .select([
      ...(['mail_outbox.id', 'to_email', 'app_user.id as user_id', 'subject'] as const),
      ...(['mail_outbox.created_at', 'sent_at', 'last_error'] as const),
    ])
    .orderBy('mail_outbox.id', 'desc')
    .limit(query.limit + 1);
  const before = cursorOf(query.before);
  if (before !== null) select = select.where('mail_outbox.id', '<', before);
  const pattern = searchPattern(query.search);
  if (pattern !== null)
    select = select.where((eb) => eb.or([eb('to_email', 'ilike', pattern), eb('subject', 'ilike', pattern)]));
  if (query.state !== undefined)
    select = select.where('sent_at', query.state === 'unsent' ? 'is' : 'is not', null);
  const rows = await select.execute();
  const attachments = await attachmentsOf(
    db,
    rows.map((row) => row.id),
  );
  const items = rows.slice(0, query.limit).map((row) => ({
    id: String(row.id),
    to: row.to_email,
    userId: row.user_id,
    subject: row.subject,
    attachments: attachments.get(row.id) ?? [],
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    lastError: row.last_error,
  }));
  return { items, next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

/** Names of the files of each mail. */
async function attachmentsOf(db: HasDb['db'], mailIds: readonly bigint[]): Promise<Map<bigint, string[]>> {
  const names = new Map<bigint, string[]>();
  if (mailIds.length === 0) return names;
  const rows = await db
    .selectFrom('mail_attachment')
    .select(['mail_id', 'name'])
    .where('mail_id', 'in', mailIds)
    .orderBy('name')
    .execute();
  for (const { mail_id: mailId, name } of rows) names.set(mailId, [...(names.get(mailId) ?? []), name]);
  return names;
}
