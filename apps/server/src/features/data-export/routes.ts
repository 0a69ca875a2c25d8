import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { askExport, readExport } from './ask-export.ts';
import { askExportFor, listExportsFor } from './ask-export-for.ts';
import { giveLink, giveLinkFor } from './download-link.ts';

export function dataExportRoutes(deps: AppDeps) {
  const { dataExports } = operations;
  return {
    read: dataExports.read.handler(answer(deps, readExport)),
    ask: dataExports.ask.handler(answer(deps, askExport)),
    link: dataExports.link.handler(answer(deps, giveLink)),
    listFor: dataExports.listFor.handler(answer(deps, listExportsFor)),
    askFor: dataExports.askFor.handler(answer(deps, askExportFor)),
    linkFor: dataExports.linkFor.handler(answer(deps, giveLinkFor)),
  };
}
