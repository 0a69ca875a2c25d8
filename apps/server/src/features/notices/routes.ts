import { answer } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { countUnread, listNotices } from './list-notices.ts';
import { readMailPreferences, updateMailPreferences } from './mail-preferences.ts';
import { markAllRead, markNoticeRead } from './mark-read.ts';

export function noticesRoutes(deps: AppDeps) {
  const { notices } = operations;
  return {
    list: notices.list.handler(answer(deps, listNotices)),
    unread: notices.unread.handler(async ({ context }) => ({
      data: { unread: await countUnread(deps, actorOf(context)) },
    })),
    markRead: notices.markRead.handler(async ({ context, input }) => {
      await markNoticeRead(deps, actorOf(context), input.id);
      return { data: {} };
    }),
    markAllRead: notices.markAllRead.handler(async ({ context, input }) => {
      await markAllRead(deps, actorOf(context), input.upTo);
      return { data: {} };
    }),
    preferences: notices.preferences.handler(answer(deps, readMailPreferences)),
    updatePreferences: notices.updatePreferences.handler(answer(deps, updateMailPreferences)),
  };
}
