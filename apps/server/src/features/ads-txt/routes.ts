import { answer } from '../../api/answers.ts';
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
    list: adsTxt.list.handler(answer(deps, listAdsTxt)),
    history: adsTxt.history.handler(answer(deps, listChecks)),
    check: adsTxt.check.handler(async ({ context, input }) => ({
      data: await checkNow(actorOf(context), input),
    })),
    merged: adsTxt.merged.handler(answer(deps, readMergedFile)),
  };
}
