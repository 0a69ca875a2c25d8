import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { renewSigningKey } from './renew-signing-key.ts';
import { readSettings, updateSettings } from './settings.ts';

export function settingsRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    settings: operator.settings.handler(async () => ({ data: await readSettings(deps) })),
    updateSettings: operator.updateSettings.handler(answer(deps, updateSettings)),
    renewSigningKey: operator.renewSigningKey.handler(answer(deps, renewSigningKey)),
  };
}
