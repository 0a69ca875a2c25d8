import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { NOTICE_KINDS } from '@placard/domain/notice/kinds';
import { median } from '../result.ts';
import { type FairWorld, invite } from './fair-world.ts';
import { quietMoment } from './quiet.ts';
import type { StormOrder, StormReport } from './storm-client.ts';

const CLIENT = fileURLToPath(new URL('./storm-client.ts', import.meta.url));
const PARALLEL = 200;
/** Calls of the bystander in a quiet time or a storm: one and a half seconds, while most of the 200 still wait. */
const CALLS = 300;
/** So many of them meet the arrival of the 200, and the 200 being sent by a program that has the same processors. */
const CALLS_AT_ARRIVAL = 60;
const DOCUMENTS = 3;

/** Somebody else: a few campaigns and websites, an invoice. */
export type Bystander = {
  readonly advertiser: string;
  readonly publisher: string;
  readonly invoiceNumber: number;
};

export async function openBystander(world: FairWorld): Promise<Bystander> {
  const { call, pool, accounts } = world;
  const open = async (role: 'advertiser' | 'publisher') =>
    await invite(call, accounts.operator.token, `bystander-${role}@example.com`, role);
  const [advertiser, publisher] = [await open('advertiser'), await open('publisher')];
  await pool.query(
    `insert into invoice (number, advertiser_id, series, series_number, kind, month, amount_cents, currency, detail)
     values (2000000, $1, 'INV', 2000000, 'month', '2026-01-01', 100, 'EUR',
             '{"network": "Placard", "billedTo": ["Bystander"], "lines": [{"text": "A campaign", "cents": 100}]}')`,
    [advertiser.accountId],
  );
  return { advertiser: advertiser.token, publisher: publisher.token, invoiceNumber: 2_000_000 };
}

export type StormName = 'withdrawals' | 'deposits' | 'PDFs' | 'exports' | 'payout files';

/** What comes 200 times at once, all of one account. */
export async function stormsOf(world: FairWorld): Promise<Readonly<Record<StormName, StormOrder>>> {
  const { advertiser, publisher, operator } = world.accounts;
  const url = (path: string) => `${world.url}/api${path}`;
  const { profileId } = world;
  const ids = Array.from({ length: 500 }, () => world.spare('processing'));
  const common = { parallel: PARALLEL } as const;
  const post = { ...common, method: 'POST' } as const;
  const get = { ...common, method: 'GET' } as const;
  return {
    withdrawals: {
      ...{ ...post, url: url('/publisher/payment/withdrawals'), token: publisher.token },
      body: { amount: 1, profileId },
    },
    deposits: {
      ...{ ...post, url: url('/advertiser/deposits'), token: advertiser.token },
      body: { amount: 100, gateway: 'manual' },
    },
    PDFs: {
      ...get,
      url: url(`/advertiser/invoices/${world.stormInvoiceNumber}/pdf`),
      token: advertiser.token,
    },
    exports: { ...get, url: url(`/publisher/payment/statements/${world.month}/csv`), token: publisher.token },
    'payout files': {
      ...{ ...post, url: url('/operator/payouts/export'), token: operator.token },
      body: { ids, format: 'sepa' },
    },
  };
}

export type Served = {
  readonly p95Ms: number;
  /** Of the first calls alone. */
  readonly arrivalP95Ms: number;
  /** Of the bystander's own document: the first after a pause starts a thread. */
  readonly documentMs: number;
  readonly refused: number;
};

export async function quietly(world: FairWorld, bystander: Bystander): Promise<Served> {
  await quietMoment();
  return await serve(world, bystander);
}

export async function duringStorm(
  world: FairWorld,
  bystander: Bystander,
  order: StormOrder,
): Promise<{ readonly served: Served; readonly storm: StormReport }> {
  return await besideStorm(order, async () => await serve(world, bystander));
}

/**
 * The storm's program sends all it has to a server that is not Placard's: p95 of the bystander's calls meanwhile. What it
 * takes of the processors is in this as well.
 */
export async function duringStormElsewhere(
  world: FairWorld,
  bystander: Bystander,
  order: StormOrder,
  port: number,
): Promise<number> {
  const elsewhere = { ...order, url: `http://127.0.0.1:${port}${new URL(order.url).pathname}` };
  const { served } = await besideStorm(elsewhere, async () => {
    return await timesOf(bystanderCalls(world, bystander), CALLS_AT_ARRIVAL);
  });
  return p95(served);
}

async function besideStorm<Measured>(
  order: StormOrder,
  measure: () => Promise<Measured>,
): Promise<{ readonly served: Measured; readonly storm: StormReport }> {
  await quietMoment();
  const child = fork(CLIENT, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  try {
    child.send(order);
    await once(child, 'message');
    const served = await measure();
    child.send('end');
    const [storm] = await once(child, 'message');
    return { served, storm: storm as StormReport };
  } finally {
    child.disconnect();
  }
}

type Calls = {
  /** Each resolves to how long it took, in ms. */
  readonly screens: readonly (() => Promise<number>)[];
  readonly document: () => Promise<number>;
  readonly refused: () => number;
};

function bystanderCalls(world: FairWorld, bystander: Bystander): Calls {
  let refused = 0;
  const timed = async (path: string, token: string, body?: unknown): Promise<number> => {
    const begin = performance.now();
    const response = await fetch(`${world.url}/api${path}`, {
      method: body === undefined ? 'GET' : 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    if (!response.ok) refused += 1;
    return performance.now() - begin;
  };
  const preferences = {
    items: Object.keys(NOTICE_KINDS).map((kind) => ({ kind, inApp: true, mail: 'at_once' })),
  };
  return {
    screens: [
      () => timed('/advertiser/campaigns', bystander.advertiser),
      () => timed('/advertiser/billing', bystander.advertiser),
      () => timed('/publisher/websites', bystander.publisher),
      () => timed('/publisher/payment', bystander.publisher),
      () => timed('/auth/profile', bystander.advertiser),
      () => timed('/notices/preferences', bystander.publisher, preferences),
    ],
    document: () => timed(`/advertiser/invoices/${bystander.invoiceNumber}/pdf`, bystander.advertiser),
    refused: () => refused,
  };
}

/** Of so many calls, one after the other. */
async function timesOf({ screens }: Calls, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < count; at += 1) times.push((await screens[at % screens.length]?.()) ?? 0);
  return times;
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
}

async function serve(world: FairWorld, bystander: Bystander): Promise<Served> {
  const calls = bystanderCalls(world, bystander);
  const times = await timesOf(calls, CALLS);
  const documents: number[] = [];
  for (let at = 0; at < DOCUMENTS; at += 1) documents.push(await calls.document());
  return {
    p95Ms: p95(times),
    arrivalP95Ms: p95(times.slice(0, CALLS_AT_ARRIVAL)),
    documentMs: median(documents),
    refused: calls.refused(),
  };
}
