import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { createCheckNow } from './check-website.ts';
import { listAdsTxt, listChecks } from './list-ads-txt.ts';
import { readMergedFile } from './merged-file.ts';

export function adsTxtRoutes(deps: AppDeps) {
  const { adsTxt } = operations;
  const checkNow = createCheckNow(deps);
  return {
    list: adsTxt.list.handler(async ({ context, input }) => ({
      data: await listAdsTxt(deps, actorOf(context), input),
    })),
    history: adsTxt.history.handler(async ({ context, input }) => ({
      data: await listChecks(deps, actorOf(context), input),
    })),
    check: adsTxt.check.handler(async ({ context, input }) => ({
      data: await checkNow(actorOf(context), input),
    })),
    merged: adsTxt.merged.handler(async ({ context, input }) => ({
      data: await readMergedFile(deps, actorOf(context), input),
    })),
  };
}
