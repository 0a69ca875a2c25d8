import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { answer } from '../../api/answers.ts';
import { actorOf, type CallContext } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { HasClock, HasDb, HasLog } from '../../deps.ts';
import { readConversionDelays } from './conversion-delays.ts';
import { readEarningMonths } from './earning-months.ts';
import { listFilteredEvents } from './filtered-events.ts';
import { giveAdvertiserReach, givePublisherReach } from './give-reach.ts';
import { giveReport } from './give-report.ts';
import { giveReportFile } from './give-report-file.ts';
import { readKnownNetworks } from './known-networks.ts';
import { readPublisherEarnings } from './publisher-earnings.ts';
import { readAdvertiserMarks, readPublisherMarks } from './report-marks.ts';
import { readWhyUnpaid } from './why-unpaid.ts';

/** Of how many viewers there were. */
export function reachRoutes(deps: HasDb & HasClock) {
  const { reach } = operations;
  return {
    advertiser: reach.advertiser.handler(answer(deps, giveAdvertiserReach)),
    publisher: reach.publisher.handler(answer(deps, givePublisherReach)),
  };
}

/** Who waits for a file, and who is told what it was read from. */
function fileCallOf({ request }: CallContext) {
  return { gone: request.gone, onRead: request.onReportRead };
}

export function reportsRoutes(deps: HasDb & HasClock & HasAnalytics & HasLog) {
  const { reports } = operations;
  return {
    advertiser: reports.advertiser.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      const scope = { advertiserId: actor.accountId };
      return { data: await giveReport(deps, actor, scope, input, context.request.onReportRead) };
    }),
    advertiserFile: reports.advertiserFile.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      const scope = { advertiserId: actor.accountId };
      return await giveReportFile(deps, actor, scope, input, fileCallOf(context));
    }),
    publisher: reports.publisher.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      const scope = { publisherId: actor.accountId };
      return { data: await giveReport(deps, actor, scope, input, context.request.onReportRead) };
    }),
    publisherFile: reports.publisherFile.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      const scope = { publisherId: actor.accountId };
      return await giveReportFile(deps, actor, scope, input, fileCallOf(context));
    }),
    advertiserDelays: reports.advertiserDelays.handler(answer(deps, readConversionDelays)),
    advertiserMarks: reports.advertiserMarks.handler(answer(deps, readAdvertiserMarks)),
    publisherMarks: reports.publisherMarks.handler(answer(deps, readPublisherMarks)),
    publisherFiltered: reports.publisherFiltered.handler(async ({ context, input }) => {
      const actor = actorOf(context);
      const items = await listFilteredEvents(deps, actor, { publisherId: actor.accountId }, input);
      return { data: { items } };
    }),
    publisherUnpaid: reports.publisherUnpaid.handler(answer(deps, readWhyUnpaid)),
    publisherMonths: reports.publisherMonths.handler(answer(deps, readEarningMonths)),
    publisherEarnings: reports.publisherEarnings.handler(answer(deps, readPublisherEarnings)),
    operator: reports.operator.handler(async ({ context, input }) => ({
      data: await giveReport(deps, actorOf(context), { network: true }, input, context.request.onReportRead),
    })),
    operatorFile: reports.operatorFile.handler(
      async ({ context, input }) =>
        await giveReportFile(deps, actorOf(context), { network: true }, input, fileCallOf(context)),
    ),
    operatorNetworks: reports.operatorNetworks.handler(async () => ({
      data: await readKnownNetworks(deps),
    })),
    operatorFiltered: reports.operatorFiltered.handler(async ({ context, input }) => ({
      data: { items: await listFilteredEvents(deps, actorOf(context), { network: true }, input) },
    })),
  };
}
