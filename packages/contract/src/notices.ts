import { NOTICE_KINDS, type NoticeKind } from '@placard/domain/notice/kinds';
import { z } from 'zod';
import { signedInOperation } from './operation.ts';
import { data, done, id, instant, logOf, logQuery } from './scalars.ts';

const kind = z.enum(Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]);

const notice = z.object({
  id,
  kind,
  /** What `NoticeData` names for the kind. */
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  createdAt: instant,
  readAt: instant.nullable(),
});
export type Notice = z.infer<typeof notice>;

const preferences = z.object({ items: z.array(z.object({ kind, mail: z.boolean() })) });

const tags = ['Notices'];

export const noticesContract = {
  list: signedInOperation
    .route({ method: 'GET', path: '/notices', tags, summary: 'Your notices, newest first' })
    .input(z.object(logQuery(20)))
    .output(logOf(notice, { unread: z.number().int() })),
  unread: signedInOperation
    .route({ method: 'GET', path: '/notices/unread', tags, summary: 'How many notices you have not read' })
    .output(data(z.object({ unread: z.number().int() }))),
  markRead: signedInOperation
    .route({ method: 'POST', path: '/notices/{id}/read', tags, summary: 'Mark a notice as read' })
    .input(z.object({ id }))
    .output(done),
  markAllRead: signedInOperation
    .route({
      method: 'POST',
      path: '/notices/read',
      tags,
      summary: 'Mark notices as read up to one: what came later stays unread',
    })
    .input(z.object({ upTo: id }))
    .output(done),
  preferences: signedInOperation
    .route({ method: 'GET', path: '/notices/preferences', tags, summary: 'Which notices are mailed to you' })
    .output(data(preferences)),
  updatePreferences: signedInOperation
    .route({ method: 'PUT', path: '/notices/preferences', tags, summary: 'Choose which notices are mailed' })
    .input(preferences)
    .output(data(preferences)),
};
