import { actorOf, onceDeps } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { actOnWidget, createWidget, updateWidget } from './edit-widget.ts';
import { listWidgets } from './list-widgets.ts';
import { getWidget } from './widget-record.ts';

export function widgetsRoutes(deps: AppDeps) {
  const { widgets } = operations;
  return {
    listAll: widgets.listAll.handler(async ({ context, input }) => ({
      data: await listWidgets(deps, actorOf(context), input),
    })),
    list: widgets.list.handler(async ({ context, input }) => ({
      data: await listWidgets(deps, actorOf(context), input),
    })),
    get: widgets.get.handler(async ({ context, input }) => ({
      data: await getWidget(deps, actorOf(context), input),
    })),
    create: widgets.create.handler(async ({ context, input }) => ({
      data: await createWidget(onceDeps(deps, context), actorOf(context), input),
    })),
    update: widgets.update.handler(async ({ context, input }) => ({
      data: await updateWidget(deps, actorOf(context), input),
    })),
    act: widgets.act.handler(async ({ context, input }) => ({
      data: await actOnWidget(deps, actorOf(context), input),
    })),
  };
}
