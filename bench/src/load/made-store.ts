import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceRollups } from '../../../apps/server/src/analytics/fact-tables.ts';
import { type Analytics, openAnalytics } from '../../../apps/server/src/analytics/open-analytics.ts';
import { RollupStates } from '../../../apps/server/src/analytics/rollup-state.ts';
import { haveRightRollups } from '../../../apps/server/src/analytics/rollup-tables.ts';
import { buildAll, bytesOfTables, FACT_DAYS, LAST_FACT_DAY, madeOwners, makeFacts } from './report-facts.ts';

type Made = {
  readonly events: number;
  /** Bytes on disk of each table once its parts are merged. */
  readonly bytes: Readonly<Record<string, number>>;
};

/** Written when all is made: a store that somebody broke off is made anew. */
const MADE = `made-${FACT_DAYS}-days-to-${LAST_FACT_DAY}.json`;

/**
 * The store of so many million made events in this folder, which is made where it is not there yet. Where its rollups are another release's,
 * they alone are built anew.
 */
export async function openMade(
  folder: string,
  million: number,
): Promise<Made & { readonly analytics: Analytics }> {
  const there = await readMade(folder);
  if (there === null) await rm(folder, { recursive: true, force: true });
  const analytics = await openAnalytics({ dataDir: folder });
  try {
    if (there === null) {
      const made = await make(analytics, million);
      await writeFile(join(folder, MADE), JSON.stringify(made));
      return { analytics, ...made };
    }
    if (!(await haveRightRollups(analytics.client))) {
      const { events } = there;
      await replaceRollups(analytics);
      const rolledUp = { events, bytes: await rollUp(analytics, events, secondsOfACore()) };
      await writeFile(join(folder, MADE), JSON.stringify(rolledUp));
      return { analytics, ...rolledUp };
    }
    analytics.rollups = await RollupStates.load(analytics.client);
    return { analytics, ...there };
  } catch (cause) {
    await analytics.close();
    throw cause;
  }
}

async function readMade(folder: string): Promise<Made | null> {
  const text = await readFile(join(folder, MADE), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Made);
}

async function make(analytics: Analytics, million: number): Promise<Made> {
  const spent = secondsOfACore();
  const events = await makeFacts(analytics, million * 1_000_000);
  const perMillion = (spent() / (events / 1_000_000)).toFixed(2);
  console.log(`  ${million} million made, seconds of a core for each: facts ${perMillion}`);
  return { events, bytes: await rollUp(analytics, events, spent) };
}

/** @returns bytes of all tables */
async function rollUp(analytics: Analytics, events: number, spent: () => number): Promise<Made['bytes']> {
  await buildAll(analytics, madeOwners());
  const rollups = spent();
  const bytes = await bytesOfTables(analytics);
  const of = (seconds: number) => (seconds / (events / 1_000_000)).toFixed(2);
  console.log(`  rollups of a million events ${of(rollups)} seconds of a core, merging ${of(spent())}`);
  return bytes;
}

/** @returns what gives the processor time of all threads since it was asked before */
function secondsOfACore(): () => number {
  let before = process.cpuUsage();
  return () => {
    const now = process.cpuUsage();
    const micros = now.user - before.user + now.system - before.system;
    before = now;
    return micros / 1_000_000;
  };
}
