import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readAdvertiserHome } from './advertiser-home.ts';
import { readOperatorHome } from './operator-home.ts';
import { readPublisherHome } from './publisher-home.ts';

export function homesRoutes(deps: AppDeps) {
  const { homes } = operations;
  return {
    advertiser: homes.advertiser.handler(answer(deps, readAdvertiserHome)),
    publisher: homes.publisher.handler(answer(deps, readPublisherHome)),
    operator: homes.operator.handler(async () => ({ data: await readOperatorHome(deps) })),
  };
}
