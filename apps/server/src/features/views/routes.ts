import { answer, answerOnce } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { createView, removeView, updateView } from './edit-views.ts';
import { describeUnsubscription, scheduleView, unscheduleView, unsubscribe } from './schedule-view.ts';
import { sendViewNow } from './send-views.ts';
import { listViews } from './view-record.ts';

const done = { data: {} };

export function viewsRoutes(deps: AppDeps) {
  const { views } = operations;
  return {
    list: views.list.handler(async ({ context, input }) => ({
      data: { items: await listViews(deps.db, actorOf(context), input.screen) },
    })),
    create: views.create.handler(answerOnce(deps, createView)),
    update: views.update.handler(answer(deps, updateView)),
    remove: views.remove.handler(async ({ context, input }) => {
      await removeView(deps, actorOf(context), input.id);
      return done;
    }),
    schedule: views.schedule.handler(answer(deps, scheduleView)),
    unschedule: views.unschedule.handler(async ({ context, input }) => ({
      data: await unscheduleView(deps, actorOf(context), input.id),
    })),
    send: views.send.handler(async ({ context, input }) => {
      await sendViewNow(deps, actorOf(context), input.id);
      return done;
    }),
    unsubscription: views.unsubscription.handler(async ({ input }) => ({
      data: await describeUnsubscription(deps, input.token),
    })),
    unsubscribe: views.unsubscribe.handler(async ({ input }) => {
      await unsubscribe(deps, input.token);
      return done;
    }),
  };
}
