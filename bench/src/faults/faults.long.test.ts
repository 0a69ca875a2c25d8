import { expect, test } from 'vitest';
import { median, writeResult } from '../result.ts';
import { DISK_FAULTS, FAULTS } from './faults.ts';
import { Installation } from './installation.ts';
import { nothingCounted } from './invariants.ts';
import { type Harness, judge, type Round, runRound } from './round.ts';
import { nothingSent } from './traffic.ts';
import { makeFaultWorld } from './world.ts';

const ROUNDS = Number(process.env.PLACARD_FAULT_ROUNDS ?? 200);
/** Each round has this one's number after the first's: a printed seed with one round is that round again. */
const SEED = Number(process.env.PLACARD_FAULT_SEED ?? Date.now() % 1_000_000_000);
/** Only faults whose name has this in it. */
const ONLY = process.env.PLACARD_FAULT_ONLY ?? '';
/** Half of the rounds are of today; then the month ends (UTC), and then clocks in Berlin go an hour ahead. */
const STAGES = [
  { from: 0.5, clockMs: (nowMs: number) => endOfMonth(nowMs) - 30_000 },
  {
    from: 0.75,
    clockMs: (nowMs: number) => Date.UTC(new Date(nowMs).getUTCFullYear() + 1, 2, 28, 0, 59, 30),
  },
];

function endOfMonth(nowMs: number): number {
  const now = new Date(nowMs);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function tellRound(index: number, round: Round): void {
  const { seed, fault, deliveryBackMs, allBackMs, adFailures, eventFailures } = round;
  const back = `delivery back ${Math.round(deliveryBackMs)} ms, all ${Math.round(allBackMs)} ms`;
  say(
    `round ${index + 1}, seed ${seed}: ${fault}; ${back}; failed ads ${adFailures}, events ${eventFailures}`,
  );
}

async function finish(harness: Harness, rounds: readonly Round[]): Promise<void> {
  const { sent, counted } = harness;
  const delivery = rounds.map((round) => round.deliveryBackMs);
  const all = rounds.map((round) => round.allBackMs);
  const count = (value: number, unit: string) => ({ value, unit, target: value, met: true });
  const most = (value: number, target: number, unit: string) => ({
    value,
    unit,
    target,
    met: value <= target,
  });
  const broken = rounds.filter((round) => round.broken.length > 0).length;
  await writeResult('faults', rounds.length, {
    rounds: { value: rounds.length, unit: 'rounds', target: 200, met: rounds.length >= 200 },
    'rounds that broke an invariant': most(broken, 0, 'rounds'),
    'delivery back, median': most(median(delivery), 1_000, 'ms'),
    'delivery back, worst': most(Math.max(...delivery), 1_000, 'ms'),
    'everything back, median': most(median(all), 5_000, 'ms'),
    'everything back, worst': most(Math.max(...all), 5_000, 'ms'),
    'events acknowledged': count(sent.acknowledged, 'events'),
    'impressions counted': count(counted.impressions, 'impressions'),
    'viewable impressions counted': count(counted.viewables, 'viewable impressions'),
    'clicks counted': count(counted.clicks, 'clicks'),
  });
  say(
    `faults: ${rounds.length} rounds from seed ${SEED}, ${broken} broke an invariant; ${sent.adCalls} calls for ads (${sent.adFailures} failed), ` +
      `${sent.events} events sent, ${sent.acknowledged} acknowledged; counted ${counted.impressions} impressions, ${counted.viewables} viewable, ` +
      `${counted.clicks} clicks, ${counted.overDelivered} beyond a cap and free, filtered ${JSON.stringify(counted.filtered)}; ` +
      `back after a median of ${Math.round(median(delivery))} (delivery) and ${Math.round(median(all))} ms, ` +
      `at worst ${Math.round(Math.max(...delivery))} and ${Math.round(Math.max(...all))} ms`,
  );
}

test(`${ROUNDS} rounds of faults lose nothing, count nothing twice and charge to the micro`, async () => {
  say(`seed ${SEED}`);
  const installation = new Installation();
  await installation.start();
  const world = await makeFaultWorld(installation.databaseUrl);
  const harness: Harness = {
    ...{ installation, world, sent: nothingSent(), counted: nothingCounted() },
    closedBefore: new Set<string>(),
  };
  const faults = [...FAULTS, ...(installation.hasSmallDisks ? DISK_FAULTS : [])].filter(({ name }) =>
    name.includes(ONLY),
  );
  const stages = [...STAGES];
  const rounds: Round[] = [];
  for (let index = 0; index < ROUNDS; index += 1) {
    const [stage] = stages;
    if (stage !== undefined && index >= stage.from * ROUNDS && ROUNDS > 1) {
      stages.shift();
      installation.setClock(stage.clockMs(Date.now()));
    }
    const round = await runRound(harness, SEED + index, faults).catch((cause) => {
      throw new Error(`round ${index + 1}, seed ${SEED + index}: its folder is ${installation.dataDir}`, {
        cause,
      });
    });
    tellRound(index, round);
    rounds.push(round);
    expect(round.broken, `seed ${round.seed}, ${round.fault}; its folder is ${installation.dataDir}`).toEqual(
      [],
    );
  }
  await finish(harness, rounds);
  expect(await judge(harness)).toEqual([]);
  await installation.end();
});
