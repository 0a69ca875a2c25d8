import type { Secrets } from '@placard/db/secrets/secrets';
import { ALWAYS_MAILED, NOTICE_KIND_KEYS, type NoticeKind } from '@placard/domain/notice/kinds';

export type MailsOf = { readonly kind: NoticeKind; readonly userId: number };

// A link that ends somebody's mails of one kind and can do nothing else: sealed, so that nobody makes one up.
const PURPOSE = 'unsubscribe from notices';

/** Whether mails of a kind can be ended by who gets them. */
export function mayEnd(kind: string): kind is NoticeKind {
  const found = NOTICE_KIND_KEYS.find((each) => each === kind);
  return found !== undefined && !ALWAYS_MAILED.includes(found);
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
