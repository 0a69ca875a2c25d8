import { actorOf, onceDeps } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { actOnWebsite, createWebsite, updateWebsite } from './edit-website.ts';
import { listWebsiteFigures } from './list-website-figures.ts';
import { listWebsites } from './list-websites.ts';
import { getWebsite } from './website-record.ts';

export function websitesRoutes(deps: AppDeps) {
  const { websites } = operations;
  return {
    list: websites.list.handler(async ({ context, input }) => ({
      data: await listWebsites(deps, actorOf(context), input),
    })),
    figures: websites.figures.handler(async ({ context, input }) => ({
      data: { items: await listWebsiteFigures(deps, actorOf(context), input) },
    })),
    get: websites.get.handler(async ({ context, input }) => ({
      data: await getWebsite(deps, actorOf(context), input),
    })),
    create: websites.create.handler(async ({ context, input }) => ({
      data: await createWebsite(onceDeps(deps, context), actorOf(context), input),
    })),
    update: websites.update.handler(async ({ context, input }) => ({
      data: await updateWebsite(deps, actorOf(context), input),
    })),
    act: websites.act.handler(async ({ context, input }) => ({
      data: await actOnWebsite(deps, actorOf(context), input),
    })),
  };
}
