import type { Secrets } from '@placard/db/secrets/secrets';
import { fixedFor, NOTICE_KIND_KEYS, type NoticeKind } from '@placard/domain/notice/kinds';

/** Mails of a kind of notice, or what waits for the digest. */
export type MailedKind = NoticeKind | 'digest';
export type MailsOf = { readonly kind: MailedKind; readonly userId: number };

// A link that ends somebody's mails of one kind and can do nothing else: sealed, so that nobody makes one up.
const PURPOSE = 'unsubscribe from notices';

/** Whether mails of a kind can be ended by who gets them. */
export function mayEnd(kind: string): kind is MailedKind {
  if (kind === 'digest') return true;
  const found = NOTICE_KIND_KEYS.find((each) => each === kind);
  return found !== undefined && fixedFor(found) === null;
}

export function noticeToken(secrets: Secrets, { kind, userId }: MailsOf): string {
  return secrets.seal(`${userId} ${kind}`, PURPOSE).toString('base64url');
}

/** Null: it is no such link. */
export function mailsOfToken(secrets: Secrets, token: string): MailsOf | null {
  try {
    const [userId = '', kind = ''] = secrets.open(Buffer.from(token, 'base64url'), PURPOSE).split(' ');
    return mayEnd(kind) ? { userId: Number(userId), kind } : null;
  } catch {
    return null;
  }
}
