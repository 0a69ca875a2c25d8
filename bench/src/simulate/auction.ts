import { CLICK_RATE_PRIOR, effectiveCpmMicros, hopefulCpmMicros } from '@placard/domain/decision/price';
import { HOPEFUL_DRAWS, HOPEFUL_SHARE, LEARNING_SHARE } from '../../../apps/delivery/src/decide/auction.ts';
import { type Chart, lineChart } from './chart.ts';
import { quantile } from './pacing.ts';
import { Draws } from './random.ts';
import type { Simulation } from './simulation.ts';

const ADS = 30;
const VIEWS = 400_000;
const SEEDS = 20;
/** Counts reach delivery minutes after the clicks: with so many views between two looks. */
const VIEWS_A_REFRESH = 2_000;
/** A creative is new for so many views of the network, as for three days of it. */
const NEW_FOR_VIEWS = 120_000;
/** Each so many views one ad goes and a new one comes, with no figures of its own. */
const VIEWS_A_NEWCOMER = 20_000;
const CHECKPOINTS = 20;
const PROPENSITY_DRAWS = 300;

/** One ad paid by the click: what it bids, and how often it is really clicked on. */
type Ad = {
  readonly bidMicros: number;
  readonly clickRate: number;
  readonly sinceView: number;
  impressions: number;
  clicks: number;
  /** As of the last refresh. */
  known: { readonly impressions: number; readonly clicks: number };
};

type Choice = {
  readonly ad: Ad;
  /** How likely it was; NaN where nobody kept it. */
  readonly propensity: number;
};

type Policy = {
  readonly says: string;
  /** A chooser for one run; `refreshed` is called when figures are new. */
  readonly begin: (draws: Draws) => {
    readonly choose: (ads: readonly Ad[], view: number) => Choice;
    readonly refreshed?: (ads: readonly Ad[]) => void;
  };
};

function best(ads: readonly Ad[], worth: (ad: Ad) => number): Ad {
  let found = ads[0];
  let most = Number.NEGATIVE_INFINITY;
  for (const ad of ads) {
    const here = worth(ad);
    if (here > most) {
      most = here;
      found = ad;
    }
  }
  if (found === undefined) throw new Error('nobody bids');
  return found;
}

const ecpmOf = (ad: Ad) => effectiveCpmMicros('TRAFFIC', ad.bidMicros, ad.known);
const trueWorth = (ad: Ad) => ad.bidMicros * ad.clickRate;

/** As delivery does it: the highest smoothed eCPM, one view of twenty to what is new, and one to whom there is more to hope of. */
function placard(learningShare: number, hopefulShare: number): Policy['begin'] {
  return (draws) => ({
    choose: (ads, view) => {
      const lot = draws.next();
      const fresh = lot < learningShare ? ads.filter((ad) => view - ad.sinceView < NEW_FOR_VIEWS) : [];
      const learning = fresh[Math.floor(draws.next() * fresh.length)];
      let chosen = learning ?? best(ads, ecpmOf);
      if (lot < learningShare || lot >= learningShare + hopefulShare)
        return { ad: chosen, propensity: Number.NaN };
      let most = ecpmOf(chosen);
      for (let draw = 0; draw < HOPEFUL_DRAWS; draw += 1) {
        const ad = ads[Math.floor(draws.next() * ads.length)];
        const hope = ad === undefined ? 0 : hopefulCpmMicros('TRAFFIC', ad.bidMicros, ad.known);
        if (ad === undefined || ad === chosen || hope <= most) continue;
        chosen = ad;
        most = hope;
      }
      return { ad: chosen, propensity: Number.NaN };
    },
  });
}

/** Draws each ad's click rate from what is known of it and takes the best; keeps how likely each was to be taken. */
function thompson(draws: Draws) {
  let propensities = new Map<Ad, number>();
  const sampled = (ad: Ad) => {
    const clicks = CLICK_RATE_PRIOR.clicks + ad.known.clicks;
    const rest =
      CLICK_RATE_PRIOR.impressions - CLICK_RATE_PRIOR.clicks + ad.known.impressions - ad.known.clicks;
    return ad.bidMicros * beta(draws, clicks, rest);
  };
  return {
    choose: (ads: readonly Ad[]): Choice => {
      const ad = best(ads, sampled);
      return { ad, propensity: propensities.get(ad) ?? Number.NaN };
    },
    refreshed: (ads: readonly Ad[]) => {
      const taken = new Map<Ad, number>();
      for (let draw = 0; draw < PROPENSITY_DRAWS; draw += 1) {
        const ad = best(ads, sampled);
        taken.set(ad, (taken.get(ad) ?? 0) + 1);
      }
      propensities = new Map([...taken].map(([ad, times]) => [ad, times / PROPENSITY_DRAWS]));
    },
  };
}

export const POLICIES = {
  'knows all': {
    says: 'knows each click rate: nobody can',
    begin: () => ({ choose: (ads) => ({ ad: best(ads, trueWorth), propensity: Number.NaN }) }),
  },
  Placard: {
    says: 'the highest smoothed eCPM, one view of twenty to what is new, one to whom there is more to hope of',
    begin: placard(LEARNING_SHARE, HOPEFUL_SHARE),
  },
  'new only': { says: 'the same without that last one', begin: placard(LEARNING_SHARE, 0) },
  'no learning': { says: 'without either', begin: placard(0, 0) },
  Thompson: { says: 'Thompson sampling from the same prior', begin: thompson },
  uniform: {
    says: 'each ad as often',
    begin: (draws) => ({
      choose: (ads) => ({
        ad: ads[Math.floor(draws.next() * ads.length)] ?? best(ads, ecpmOf),
        propensity: 1 / ads.length,
      }),
    }),
  },
} as const satisfies Record<string, Policy>;
export type PolicyName = keyof typeof POLICIES;

function newAd(draws: Draws, sinceView: number): Ad {
  return {
    bidMicros: Math.round(draws.between(200_000, 900_000)),
    // Most are clicked on once in two or three hundred views, a few three times as often.
    clickRate: 0.004 * Math.exp(0.6 * draws.normal()),
    ...{ sinceView, impressions: 0, clicks: 0, known: { impressions: 0, clicks: 0 } },
  };
}

export type Run = {
  /** Expected revenue so far at each checkpoint, micros. */
  readonly earned: readonly number[];
  /** Revenue a view that the log says another policy would have had, where propensities were kept. */
  readonly uniformFromLog: number;
  readonly uniformReally: number;
};

/** The same ads come and go for every policy of a seed; clicks are each policy's own luck, revenue is what is expected of it. */
export function runPolicy(name: PolicyName, seed: number, views = VIEWS): Run {
  const market = new Draws(seed);
  const luck = new Draws(seed + 1_000_003);
  const policy: ReturnType<Policy['begin']> = POLICIES[name].begin(luck);
  const ads = Array.from({ length: ADS }, () => newAd(market, -NEW_FOR_VIEWS));
  const earned: number[] = [];
  let total = 0;
  let fromLog = 0;
  let really = 0;
  for (let view = 0; view < views; view += 1) {
    if (view % VIEWS_A_NEWCOMER === 0) ads[Math.floor(market.next() * ADS)] = newAd(market, view);
    if (view % VIEWS_A_REFRESH === 0) {
      for (const ad of ads) ad.known = { impressions: ad.impressions, clicks: ad.clicks };
      policy.refreshed?.(ads);
    }
    const { ad, propensity } = policy.choose(ads, view);
    const clicked = luck.chance(ad.clickRate);
    ad.impressions += 1;
    if (clicked) ad.clicks += 1;
    total += trueWorth(ad);
    // What was not drawn when propensities were counted is as rare as one draw of them.
    const weight = 1 / ADS / (propensity > 0 ? propensity : 1 / PROPENSITY_DRAWS);
    if (clicked) fromLog += ad.bidMicros * weight;
    really += ads.reduce((sum, each) => sum + trueWorth(each), 0) / ADS;
    if ((view + 1) % Math.floor(views / CHECKPOINTS) === 0) earned.push(total);
  }
  return { earned, uniformFromLog: fromLog / views, uniformReally: really / views };
}

/** Gamma by Marsaglia and Tsang; shapes here are 5 and more. */
function gamma(draws: Draws, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = draws.normal();
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - draws.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

export function beta(draws: Draws, a: number, b: number): number {
  const one = gamma(draws, a);
  return one / (one + gamma(draws, b));
}

export async function simulateAuction(): Promise<Simulation> {
  const names = Object.keys(POLICIES) as PolicyName[];
  const shares = new Map<PolicyName, number[][]>(names.map((name) => [name, []]));
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const most = runPolicy('knows all', seed).earned;
    for (const name of names) {
      const { earned } = runPolicy(name, seed);
      shares.get(name)?.push(earned.map((micros, at) => micros / (most[at] ?? Number.NaN)));
    }
    console.log(`seed ${seed} of ${SEEDS}`);
  }
  const at = (name: PolicyName, checkpoint: number, share: number) =>
    quantile(
      (shares.get(name) ?? []).map((run) => run[checkpoint] ?? Number.NaN),
      share,
    );
  const last = CHECKPOINTS - 1;
  const logs = Array.from({ length: SEEDS }, (_, seed) => runPolicy('Thompson', seed + 1));
  const logError = quantile(
    logs.map(({ uniformFromLog, uniformReally }) => Math.abs(uniformFromLog / uniformReally - 1)),
    0.5,
  );
  const figures = Object.fromEntries(
    names.map((name) => [
      name,
      {
        early: at(name, 0, 0.5),
        late: at(name, last, 0.5),
        lateWorst: at(name, last, 0),
        lateBest: at(name, last, 0.99),
      },
    ]),
  );
  return {
    name: 'auction',
    figures: { ...figures, uniformFromThompsonLog: { medianError: logError } },
    picture: lineChart(pictureOf(names, (name, checkpoint) => at(name, checkpoint, 0.5))),
    heads: [
      'policy',
      `of the most that could be earned, after ${(VIEWS / CHECKPOINTS).toLocaleString('en')} views`,
      `after ${VIEWS.toLocaleString('en')}`,
      'the worst run of twenty',
    ],
    rows: names.map((name) => [
      `**${name}**: ${POLICIES[name].says}`,
      ...[at(name, 0, 0.5), at(name, last, 0.5), at(name, last, 0)].map(
        (share) => `${(share * 100).toFixed(1)} %`,
      ),
    ]),
  };
}

function pictureOf(
  names: readonly PolicyName[],
  share: (name: PolicyName, checkpoint: number) => number,
): Chart {
  return {
    title: 'Earned so far, of the most that could be',
    across: `views, in ${(VIEWS / CHECKPOINTS / 1_000).toFixed(0)} thousands`,
    up: 'share',
    lines: names.map((name) => ({
      name,
      isPlan: name === 'knows all',
      values: Array.from({ length: CHECKPOINTS }, (_, checkpoint) => share(name, checkpoint)),
    })),
  };
}
