import { answer, answerOnce } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { actOnWebsite, createWebsite, updateWebsite } from './edit-website.ts';
import { listWebsiteFigures } from './list-website-figures.ts';
import { listWebsites } from './list-websites.ts';
import { getWebsite } from './website-record.ts';

export function websitesRoutes(deps: AppDeps) {
  const { websites } = operations;
  return {
    list: websites.list.handler(answer(deps, listWebsites)),
    figures: websites.figures.handler(async ({ context, input }) => ({
      data: { items: await listWebsiteFigures(deps, actorOf(context), input) },
    })),
    get: websites.get.handler(answer(deps, getWebsite)),
    create: websites.create.handler(answerOnce(deps, createWebsite)),
    update: websites.update.handler(answer(deps, updateWebsite)),
    act: websites.act.handler(answer(deps, actOnWebsite)),
  };
}
