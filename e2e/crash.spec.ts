import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { expect } from '@playwright/test';
import { test } from './support/own-placard.ts';
import { buildSmallNetwork, OPERATOR_ENVIRONMENT, type SmallNetwork } from './support/small-network.ts';
import { decide, report } from './support/visitor.ts';

const DECISIONS = 1_000;
/** 12.3 micros a viewable impression: what the thousandths leave over must be carried through every restart. */
const CPM_DOLLARS = 0.0123;
const CPM_MICROS = 12_300;
/** The plan spreads the budget over what is left of the campaign: this much lets a thousand through within seconds at any hour. */
const BUDGET_DOLLARS = 8_000;
const DEPOSIT_DOLLARS = 9_000;
const AT_ONCE = 8;

type Pids = Awaited<ReturnType<RunningPlacard['pids']>>;

/** Which process dies when so many decisions were reported and acknowledged. */
const KILLS: readonly { after: number; victim: string; pidOf: (pids: Pids) => number | undefined }[] = [
  { after: 250, victim: 'delivery', pidOf: (pids) => pids.deliveries[0] },
  { after: 500, victim: 'server', pidOf: (pids) => pids.server },
  { after: 750, victim: 'PostgreSQL', pidOf: (pids) => pids.postgres },
];

/**
 * Reports every decision as seen and viewable, again and again until it is acknowledged, as the tag does after a lost
 * answer; so some arrive twice, none may be lost, and each counts once.
 */
async function reportAll(placard: RunningPlacard, tokens: readonly string[]): Promise<number> {
  const waiting = [...tokens];
  const kills = [...KILLS];
  let acknowledged = 0;
  let sent = 0;
  const sender = async () => {
    for (let token = waiting.shift(); token !== undefined; token = waiting.shift()) {
      sent += 1;
      if (sent > DECISIONS * 500) throw new Error('events are refused for good');
      if (await report(placard.deliveryUrl, [`i${token}`, `v${token}`])) acknowledged += 1;
      else waiting.push(token);
      const kill = kills[0];
      if (kill !== undefined && acknowledged >= kill.after) {
        kills.shift();
        const pid = kill.pidOf(await placard.pids());
        if (pid === undefined) throw new Error(`${kill.victim} is not running`);
        process.kill(pid, 'SIGKILL');
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
  expect(kills).toHaveLength(0);
  return acknowledged;
}

type Totals = { readonly totals: Readonly<Record<string, number>> };

async function totals(
  session: SmallNetwork['advertiser'],
  path: string,
  metrics: string,
): Promise<Totals['totals']> {
  const day = new Date().toISOString().slice(0, 10);
  const dayBefore = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return (await session.get<Totals>(`${path}?from=${dayBefore}&to=${day}&metrics=${metrics}`)).totals;
}

/** A figure of a screen; null while the server is on its way back. */
async function figure(read: () => Promise<number | undefined>): Promise<number | null> {
  try {
    return (await read()) ?? null;
  } catch {
    return null;
  }
}

test('kill -9 of delivery, server and PostgreSQL amid 2,000 events loses none and charges none twice', async () => {
  const placard = await runPlacard({ environment: OPERATOR_ENVIRONMENT });
  try {
    const network = await buildSmallNetwork(placard, {
      objective: 'BRAND_AWARENESS',
      totalBudget: BUDGET_DOLLARS,
      bid: CPM_DOLLARS,
      deposit: DEPOSIT_DOLLARS,
      domain: 'lights.example.com',
      clickUrl: 'https://shop.example.com/lantern',
    });
    const tokens: string[] = [];
    // Its plan lets through some hundreds a second; whoever asks faster is told to wait.
    const decided = async () => {
      tokens.push(...(await decide(placard.deliveryUrl, network.embedKey, DECISIONS - tokens.length)));
      return tokens.length;
    };
    await expect.poll(decided, { timeout: 60_000, intervals: [100] }).toBe(DECISIONS);
    expect(await reportAll(placard, tokens)).toBe(DECISIONS);

    const charged = Math.floor((DECISIONS * CPM_MICROS) / 1_000) / 1_000_000;
    const poll = { timeout: 30_000 };
    const viewable = () =>
      totals(network.advertiser, '/advertiser/report', 'viewableImpressions,impressions,spend');
    await expect.poll(() => figure(async () => (await viewable()).viewableImpressions), poll).toBe(DECISIONS);
    expect(await viewable()).toEqual({
      viewableImpressions: DECISIONS,
      impressions: DECISIONS,
      spend: charged,
    });
    const wallet = await network.advertiser.get<{ balance: number }>('/advertiser/wallet/balance');
    expect(wallet.balance).toBeCloseTo(DEPOSIT_DOLLARS - charged, 9);
    const earned = await totals(network.publisher, '/publisher/report', 'viewableImpressions,earnings');
    const { pending } = await network.publisher.get<{ pending: number }>('/publisher/earnings');
    expect(earned).toEqual({ viewableImpressions: DECISIONS, earnings: pending });
    await expectBooksBalance(placard, charged);
  } finally {
    await placard.stop();
  }
});

/** Behind the API: entries sum to zero, balances are the sums of their entries, and lines agree with charges. */
async function expectBooksBalance(placard: RunningPlacard, chargedDollars: number): Promise<void> {
  const pool = createPool({
    url: runningClusterUrl(join(placard.dataDir, 'postgres')),
    name: 'crash test',
  });
  try {
    const { rows } = await pool.query(`
      select (select coalesce(sum(amount_micros), 0)::bigint from ledger_entry) as entries,
             (select coalesce(sum(balance_micros), 0)::bigint from ledger_account) as balances,
             (select count(*)::int from ledger_account a where balance_micros <>
               (select coalesce(sum(amount_micros), 0) from ledger_entry e where e.account_id = a.id)) as drifted,
             (select coalesce(sum(charged_micros), 0)::bigint from spend_line) as charged`);
    const charged = BigInt(Math.round(chargedDollars * 1_000_000));
    expect(rows[0]).toEqual({ entries: 0n, balances: 0n, drifted: 0, charged });
  } finally {
    await pool.end();
  }
}
