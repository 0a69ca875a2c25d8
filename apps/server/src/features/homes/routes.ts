import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readOperatorHome } from './operator-home.ts';

export function homesRoutes(deps: AppDeps) {
  const { homes } = operations;
  return {
    operator: homes.operator.handler(async () => ({ data: await readOperatorHome(deps) })),
  };
}
