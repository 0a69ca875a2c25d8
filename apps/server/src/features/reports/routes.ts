import { actorOf } from '../../http/call-context.ts';
import { operations } from '../../http/operations.ts';
import type { HasAnalytics, HasClock, HasDb } from '../feature.ts';
import { listFilteredEvents } from './filtered-events.ts';
import { giveReport } from './give-report.ts';
import { readPublisherEarnings } from './publisher-earnings.ts';

export function reportsRoutes(deps: HasDb & HasClock & HasAnalytics) {
  const { reports } = operations;
  return {
    advertiser: reports.advertiser.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      return { data: await giveReport(deps, actor, { advertiserId: actor.userId }, input) };
    }),
    publisher: reports.publisher.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      return { data: await giveReport(deps, actor, { publisherId: actor.userId }, input) };
    }),
    publisherFiltered: reports.publisherFiltered.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      const items = await listFilteredEvents(deps, actor, { publisherId: actor.userId }, input);
      return { data: { items } };
    }),
    publisherEarnings: reports.publisherEarnings.handler(async ({ context }) => ({
      data: await readPublisherEarnings(deps, actorOf(context)),
    })),
    operator: reports.operator.handler(async ({ context, input }) => ({
      data: await giveReport(deps, actorOf(context), { network: true }, input),
    })),
    operatorFiltered: reports.operatorFiltered.handler(async ({ context, input }) => ({
      data: { items: await listFilteredEvents(deps, actorOf(context), { network: true }, input) },
    })),
  };
}
