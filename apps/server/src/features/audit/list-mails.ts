import type { HasDb } from '../feature.ts';
import { cursorOf } from '../list-query.ts';

const PAGE = 50;

export type MailItem = {
  id: string;
  to: string;
  subject: string;
  body: string;
  attachments: string[];
  createdAt: string;
  sentAt: string | null;
  lastError: string | null;
};

/** A mail that went out is its receiver's: the one-time link in it is nobody else's to open. */
function bodyShown(body: string, sentAt: Date | null): string {
  return sentAt === null ? body : body.replace(/([?&]token=)[\w-]+/g, '$1…');
}

/** Mails written, newest first: without a mail server the operator passes their links on. */
export async function listMails(
  { db }: HasDb,
  query: { readonly before?: string | undefined },
): Promise<{ items: MailItem[]; next: string | null }> {
  let select = db
    .selectFrom('mail_outbox')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(PAGE + 1);
  const before = cursorOf(query.before);
  if (before !== null) select = select.where('id', '<', before);
  const rows = await select.execute();
  const attachments = await attachmentsOf(
    db,
    rows.map((row) => row.id),
  );
  const items = rows.slice(0, PAGE).map((row) => ({
    id: String(row.id),
    to: row.to_email,
    subject: row.subject,
    body: bodyShown(row.body_text, row.sent_at),
    attachments: attachments.get(row.id) ?? [],
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    lastError: row.last_error,
  }));
  return { items, next: rows.length > PAGE ? (items.at(-1)?.id ?? null) : null };
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
