import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { answersOk, msUntil } from '../faults/back-again.ts';
import { nothingCounted, query } from '../faults/invariants.ts';
import { Draw } from '../faults/random.ts';
import { type Judged, judge } from '../faults/round.ts';
import { nothingSent, Traffic } from '../faults/traffic.ts';
import { addSmallAdvertiser, makeFaultWorld } from '../faults/world.ts';
import { atLeast, atMost, median, writeResult } from '../result.ts';
import { missingForMachines } from '../second-machine/machines.ts';
import { ApartInstallation } from './apart.ts';
import { CUT_HARMS, FAILOVERS, type Harm } from './harms.ts';
import { Numbers } from './numbers.ts';

const ROUNDS = Number(process.env.PLACARD_FAULT_ROUNDS ?? 40);
/** Each round has this one's number after the first's: a printed seed with one round is that round again. */
const SEED = Number(process.env.PLACARD_FAULT_SEED ?? Date.now() % 1_000_000_000);
/** Only harms whose name has this in it. */
const ONLY = process.env.PLACARD_FAULT_ONLY ?? '';
const BACK_WITHIN_MS = 60_000;
const BACK_TARGET_MS = 5_000;

type Rounds = Judged & {
  readonly installation: ApartInstallation;
  readonly widgetKeys: readonly string[];
  readonly numbers: Numbers;
};
type Round = {
  readonly harm: string;
  readonly seed: number;
  readonly backMs: number;
  readonly adFailures: number;
  readonly eventFailures: number;
};

const say = (text: string) => process.stdout.write(`${text}\n`);

/** How far the events of each shard are settled. */
async function settledEnds(url: string): Promise<readonly bigint[]> {
  const rows = await query<{ end: bigint }>(
    url,
    'select spool_offset as "end" from settlement_checkpoint order by shard',
  );
  return rows.map(({ end }) => end);
}

/** Until each process is ready and events of each shard that came since then were settled. @returns milliseconds */
async function untilBack({ installation }: Rounds): Promise<number> {
  const { databaseUrl: url, readiness } = installation;
  let before: readonly bigint[] | null = null;
  const backMs = await msUntil(async () => {
    before ??= await settledEnds(url);
    const now = await settledEnds(url);
    const goesOn = now.length === 2 && now.every((end, shard) => end > (before?.[shard] ?? 0n));
    return goesOn && (await Promise.all(readiness.all.map(answersOk))).every(Boolean);
  }, BACK_WITHIN_MS);
  if (backMs === null) throw new Error('Placard did not come back');
  return backMs;
}

async function runRound(rounds: Rounds, seed: number, harms: readonly Harm[]): Promise<Round> {
  const { installation, sent } = rounds;
  const draw = new Draw(seed);
  const harm = draw.oneOf(harms);
  const before = { ads: sent.adFailures, events: sent.eventFailures };
  await addSmallAdvertiser(installation.databaseUrl, seed);
  const traffic = new Traffic({
    ...{ deliveryUrl: installation.deliveryUrl, widgetKeys: rounds.widgetKeys },
    ...{ draw: new Draw(seed + 1), sent, clicksAreStored: true },
  });
  let backMs: number;
  try {
    await sleep(draw.between(300, 1_200));
    await harm.happen(installation, draw);
    backMs = await untilBack(rounds);
    await sleep(draw.between(100, 600));
  } finally {
    await traffic.end();
  }
  const failed = {
    adFailures: sent.adFailures - before.ads,
    eventFailures: sent.eventFailures - before.events,
  };
  expect(await judge(rounds), `seed ${seed}, ${harm.name}`).toEqual([]);
  expect([...rounds.numbers.broken, ...installation.ended], `seed ${seed}, ${harm.name}`).toEqual([]);
  // Ads, clicks and events need no database: visitors see nothing of any of this.
  expect(failed, `seed ${seed}, ${harm.name}`).toEqual({ adFailures: 0, eventFailures: 0 });
  if (FAILOVERS.includes(harm)) await installation.pair.addStandby();
  return { harm: harm.name, seed, backMs, ...failed };
}

async function finish({ sent, counted, numbers }: Rounds, rounds: readonly Round[]): Promise<void> {
  const cuts = rounds.filter(({ harm }) => CUT_HARMS.some(({ name }) => name === harm));
  const failovers = rounds.filter((round) => !cuts.includes(round));
  const worst = (some: readonly Round[]) => Math.max(0, ...some.map(({ backMs }) => backMs));
  const middle = (some: readonly Round[]) =>
    some.length === 0 ? 0 : median(some.map(({ backMs }) => backMs));
  const enough = { cuts: 20, failovers: 5 };
  await writeResult('failover', rounds.length, {
    cuts: atLeast(cuts.length, enough.cuts, 'rounds'),
    failovers: atLeast(failovers.length, enough.failovers, 'rounds'),
    'back after a cut, median': atMost(middle(cuts), BACK_TARGET_MS, 'ms'),
    'back after a cut, worst': atMost(worst(cuts), BACK_TARGET_MS, 'ms'),
    'back after a failover, median': atMost(middle(failovers), BACK_TARGET_MS, 'ms'),
    'back after a failover, worst': atMost(worst(failovers), BACK_TARGET_MS, 'ms'),
    'ads that failed': atMost(sent.adFailures, 0, 'ads'),
    'events that were not acknowledged': atMost(sent.eventFailures, 0, 'events'),
    'events acknowledged': atLeast(sent.acknowledged, 1, 'events'),
    'numbers given twice': atMost(numbers.broken.length, 0, 'numbers'),
  });
  say(
    `failover: ${cuts.length} cuts and ${failovers.length} failovers from seed ${SEED}, 0 broke an invariant; ${sent.adCalls} calls for ads (${sent.adFailures} failed), ` +
      `${sent.events} events sent, ${sent.acknowledged} acknowledged; counted ${counted.impressions} impressions, ${counted.viewables} viewable, ${counted.clicks} clicks; ` +
      `${numbers.many} numbers seen, ${numbers.broken.length} given twice; back after a median of ${Math.round(middle(cuts))} (cuts) and ${Math.round(middle(failovers))} ms (failovers), ` +
      `at worst ${Math.round(worst(cuts))} and ${Math.round(worst(failovers))} ms`,
  );
}

test(`${ROUNDS} cuts of the network and failovers lose nothing, count nothing twice and charge to the micro`, async () => {
  const missing = missingForMachines();
  if (missing.length > 0)
    throw new Error(`This test makes machines of namespaces. Missing here: ${missing.join(', ')}`);
  say(`seed ${SEED}`);
  const installation = new ApartInstallation();
  try {
    await installation.start();
    const { widgetKeys } = await makeFaultWorld(installation.databaseUrl);
    const numbers = new Numbers(installation.databaseUrl);
    const rounds: Rounds = {
      ...{ installation, widgetKeys, numbers, sent: nothingSent(), counted: nothingCounted() },
      closedBefore: new Set<string>(),
    };
    // A third of the rounds are failovers.
    const harms = [...CUT_HARMS, ...FAILOVERS, ...FAILOVERS].filter(({ name }) => name.includes(ONLY));
    const done: Round[] = [];
    try {
      for (let index = 0; index < ROUNDS; index += 1) {
        const round = await runRound(rounds, SEED + index, harms);
        say(
          `round ${index + 1}, seed ${round.seed}: ${round.harm}; back ${Math.round(round.backMs)} ms; ` +
            `failed ads ${round.adFailures}, events ${round.eventFailures}`,
        );
        done.push(round);
      }
    } catch (cause) {
      for (const name of ['api', 'worker', 'delivery 0', 'delivery 1'])
        say(`${name} said last:\n${installation.saidBy(name).slice(-3_000)}`);
      throw cause;
    } finally {
      await numbers.end();
    }
    await finish(rounds, done);
  } finally {
    await installation.end();
  }
});
