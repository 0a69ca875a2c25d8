import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readSettings, updateSettings } from './settings.ts';
import { listSigningKeys, renewSigningKey } from './signing-keys.ts';

export function settingsRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    settings: operator.settings.handler(async () => ({ data: await readSettings(deps) })),
    updateSettings: operator.updateSettings.handler(answer(deps, updateSettings)),
    signingKeys: operator.signingKeys.handler(async () => ({ data: await listSigningKeys(deps) })),
    renewSigningKey: operator.renewSigningKey.handler(answer(deps, renewSigningKey)),
  };
}
