import { answer, answerOnce } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { actOnWidget, createWidget, updateWidget } from './edit-widget.ts';
import { listWidgets } from './list-widgets.ts';
import { getWidget } from './widget-record.ts';

export function widgetsRoutes(deps: AppDeps) {
  const { widgets } = operations;
  return {
    listAll: widgets.listAll.handler(answer(deps, listWidgets)),
    list: widgets.list.handler(answer(deps, listWidgets)),
    get: widgets.get.handler(answer(deps, getWidget)),
    create: widgets.create.handler(answerOnce(deps, createWidget)),
    update: widgets.update.handler(answer(deps, updateWidget)),
    act: widgets.act.handler(answer(deps, actOnWidget)),
  };
}
