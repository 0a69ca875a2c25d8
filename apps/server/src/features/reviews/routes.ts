import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { approveReview, rejectReview } from './decide-review.ts';
import { listReviews } from './list-reviews.ts';

/** The operator's operations on what waits for review. */
export function reviewsRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    reviewQueue: operator.reviewQueue.handler(async ({ input }) => ({
      data: await listReviews(deps, input),
    })),
    approve: operator.approve.handler(async ({ context, input }) => {
      await approveReview(deps, actorOf(context), input);
      return { data: {} };
    }),
    reject: operator.reject.handler(async ({ context, input }) => {
      await rejectReview(deps, actorOf(context), input);
      return { data: {} };
    }),
  };
}
