import { answer } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { askExport, downloadExport, readExport } from './ask-export.ts';

export function dataExportRoutes(deps: AppDeps) {
  const { dataExports } = operations;
  return {
    read: dataExports.read.handler(async ({ context }) => ({
      data: await readExport(deps, actorOf(context)),
    })),
    ask: dataExports.ask.handler(answer(deps, askExport)),
    download: dataExports.download.handler(
      async ({ context, input }) => await downloadExport(deps, actorOf(context), input),
    ),
  };
}
