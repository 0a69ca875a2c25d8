import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DiagnosedAdSet, Diagnosis } from '@placard/contract/diagnosis';
import type { MinimumBidCard } from '@placard/domain/decision/minimum-bids';
import { explainViews, heldByPace, type SampledView } from '@placard/domain/diagnosis/explain-views';
import { stateFindings } from '@placard/domain/diagnosis/state-findings';
import { diagnose, VERDICTS, type Verdict } from '@placard/domain/diagnosis/verdict';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { minimumBidView } from '../minimum-bids/minimum-bid-view.ts';
import { readCardAt } from '../minimum-bids/read-cards.ts';
import { candidatesOf, type LoadedCampaign, loadCampaignState, stateOf } from './campaign-state.ts';
import { type AssignedCreative, reachOf } from './load-reach.ts';
import { askedSizes, readSamples, viewsOf, widgetsOf } from './read-views.ts';

const WINDOW_MS = 3_600_000;
const SIZES_NAMED = 6;
/** Views times creatives played again in one answer: some 50 ms of the process each 50,000. */
const MOST_PLAYED = 120_000;
const MOST_SAMPLES = 4_000;
const FEWEST_SAMPLES = 200;
/** The plan is of this moment; a network that has just begun has views of less than an hour. */
const SHORTEST_WINDOW_MINUTES = 1;

/**
 * Why a campaign isn't serving: what its state says exactly, and what the views of the last hour say about each of its
 * ad sets as it stands now.
 * @throws AppError `campaign_not_found`
 */
export async function diagnoseCampaign(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Diagnosis> {
  const now = deps.clock();
  const since = new Date(now.getTime() - WINDOW_MS);
  const campaign = await loadCampaignState(deps, actor, input.id);
  const played = Math.max(1, campaign.adSets.length + campaign.assigned.length);
  const most = Math.min(MOST_SAMPLES, Math.max(FEWEST_SAMPLES, Math.floor(MOST_PLAYED / played)));
  const samples = await readSamples(deps.db, { since, until: now, most });
  const widgets = await widgetsOf(deps.db, samples);
  const bidCard = await readCardAt(deps.db, now.getTime());
  const { blocks } = campaign;
  const views = viewsOf(samples, { timeZone: actor.timeZone, widgets, blocks, bidCard });
  const firstMs = samples.reduce((first, { atMs }) => Math.min(first, atMs), now.getTime());
  const minutes = Math.max(SHORTEST_WINDOW_MINUTES, (now.getTime() - firstMs) / 60_000);
  const adSets: DiagnosedAdSet[] = [];
  for (const adSet of campaign.adSets) {
    adSets.push(diagnosedAdSet(campaign, adSet, { views, minutes, bidCard }));
    await nextTurn();
  }
  return {
    at: now.toISOString(),
    since: since.toISOString(),
    views: samples.reduce((sum, { weight }) => sum + weight, 0),
    verdict: bestOf(adSets),
    adSets,
    sizes: askedSizes(samples, SIZES_NAMED),
  };
}

function diagnosedAdSet(
  campaign: LoadedCampaign,
  adSet: LoadedCampaign['adSets'][number],
  lately: {
    readonly views: readonly SampledView[];
    readonly minutes: number;
    readonly bidCard: MinimumBidCard;
  },
): DiagnosedAdSet {
  const assigned = campaign.assigned.filter(({ adSetId }) => adSetId === adSet.record.id);
  const findings = stateFindings(
    stateOf(campaign, adSet, {
      creativeStatuses: assigned.map(({ status }) => status),
      ...reachOf(assigned, campaign.serving, campaign.blocks, campaign.record.category),
    }),
  );
  const plan = adSet.plan;
  const explained = heldByPace(
    explainViews(candidatesOf(campaign, adSet, assigned), lately.views),
    plan === null ? null : plan.decisionsPerMinute * lately.minutes,
  );
  const { verdict, main, gates } = diagnose(findings, explained);
  return {
    id: adSet.record.id,
    name: adSet.record.name,
    verdict,
    main,
    gates: [...gates],
    shown: explained.shown,
    reachable: explained.reachable,
    price: dollarsFromMicros(BigInt(adSet.priceMicros)),
    minimumBid: minimumBidView(lately.bidCard, {
      locations: adSet.record.locations,
      objective: campaign.record.objective,
    }),
    winningPrice: winningPrice(explained.typicalWinningEcpmMicros, adSet.ecpmMicros / adSet.priceMicros),
    creatives: assigned.map(creativeOf),
  };
}

/** The next cent above what won half of the views, in the ad set's own kind of price. */
function winningPrice(ecpmMicros: number | null, ecpmPerPrice: number): number | null {
  if (ecpmMicros === null) return null;
  const cents = Math.floor(ecpmMicros / ecpmPerPrice / 10_000) + 1;
  return cents / 100;
}

function creativeOf({ id, name, status, widthPx, heightPx }: AssignedCreative) {
  return { id, name, status, size: { width: widthPx, height: heightPx } };
}

/** A campaign serves if any of its ad sets does. */
function bestOf(adSets: readonly { readonly verdict: Verdict }[]): Verdict {
  return VERDICTS.find((verdict) => adSets.some((adSet) => adSet.verdict === verdict)) ?? 'stopped';
}
