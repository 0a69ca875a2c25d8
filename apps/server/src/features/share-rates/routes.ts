import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readOwnShares } from './own-shares.ts';
import { createShareRate, endShareRate, listShareRates, removeShareRate } from './share-rates.ts';

export function shareRatesRoutes(deps: AppDeps) {
  const { shareRates } = operations;
  return {
    list: shareRates.list.handler(answer(deps, listShareRates)),
    create: shareRates.create.handler(answer(deps, createShareRate)),
    end: shareRates.end.handler(answer(deps, endShareRate)),
    remove: shareRates.remove.handler(answer(deps, removeShareRate)),
    own: shareRates.own.handler(answer(deps, readOwnShares)),
  };
}
