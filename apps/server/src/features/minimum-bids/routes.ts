import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { createBidCard, listBidCards, removeBidCard } from './cards.ts';

export function minimumBidsRoutes(deps: AppDeps) {
  const { minimumBids } = operations;
  return {
    list: minimumBids.list.handler(answer(deps, listBidCards)),
    create: minimumBids.create.handler(answer(deps, createBidCard)),
    remove: minimumBids.remove.handler(answer(deps, removeBidCard)),
  };
}
