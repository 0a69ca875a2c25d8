import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { createKey } from './create-key.ts';
import { listKeys } from './key-view.ts';
import { revokeKey } from './revoke-key.ts';

export function apiKeysRoutes(deps: AppDeps) {
  const { apiKeys } = operations;
  return {
    list: apiKeys.list.handler(answer(deps, listKeys)),
    create: apiKeys.create.handler(answer(deps, createKey)),
    revoke: apiKeys.revoke.handler(answer(deps, revokeKey)),
  };
}
