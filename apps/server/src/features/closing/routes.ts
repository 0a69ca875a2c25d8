import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { closeAccount, closeOwnAccount } from './close-account.ts';
import { previewAccountClosing, previewOwnClosing } from './read-closing.ts';
import { reopenAccount } from './reopen-account.ts';

export function closingRoutes(deps: AppDeps) {
  const { closing } = operations;
  return {
    preview: closing.preview.handler(answer(deps, previewOwnClosing)),
    close: closing.close.handler(answer(deps, closeOwnAccount)),
    previewAccount: closing.previewAccount.handler(answer(deps, previewAccountClosing)),
    closeAccount: closing.closeAccount.handler(answer(deps, closeAccount)),
    reopenAccount: closing.reopenAccount.handler(answer(deps, reopenAccount)),
  };
}
