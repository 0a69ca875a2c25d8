import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { runPlacard } from '@placard/tooling/running-placard';
import { type ListAccounts, seedLists, shipTraffic } from './load/long-lists.ts';
import type { Pool } from './load/network.ts';
import { quietMoment } from './load/quiet.ts';
import { atMost, type BenchResult, type Figure, median, writeResult } from './result.ts';

const ROUNDS = 5;
const CALLS = 12;
const SHORT = 1_000;
const LONG = 100_000;
const MAX_P95_MS = 40;
const MAX_GROWTH = 2;
const PASSWORD = 'Long-Lists-1';

/** A call of one account: its token, and what stands for its own ids. */
type Account = ListAccounts & {
  readonly advertiser: string;
  readonly publisher: string;
  readonly rows: number;
  readonly websiteId: number;
  readonly pageIds: string;
};
type Question = (account: Account) => { readonly path: string; readonly token: string };

const PAGE = 25;
const middle = (account: Account) => Math.ceil(account.rows / 2 / PAGE);

function advertiserQuestion(path: (account: Account) => string): Question {
  return (account) => ({ path: `/advertiser/${path(account)}`, token: account.advertiser });
}
function publisherQuestion(path: (account: Account) => string): Question {
  return (account) => ({ path: `/publisher/${path(account)}`, token: account.publisher });
}

/** Both directions of each order, and the pages in the middle, which are the farthest from both ends. */
function sorted(list: string, sorts: readonly string[], question: typeof advertiserQuestion) {
  return Object.fromEntries(
    sorts.flatMap((sort) => [
      [`${list} by ${sort}`, question(() => `${list}?sort=${sort}`)],
      [`${list} by -${sort}`, question(() => `${list}?sort=-${sort}`)],
      [`${list} by ${sort}, middle`, question((account) => `${list}?sort=${sort}&page=${middle(account)}`)],
    ]),
  );
}

const DATES = 'From=2026-01-01&';
const QUESTIONS: Readonly<Record<string, Question>> = {
  campaigns: advertiserQuestion(() => 'campaigns'),
  ...sorted(
    'campaigns',
    ['name', 'status', 'totalBudget', 'createdAt', 'startDate', 'endDate'],
    advertiserQuestion,
  ),
  'campaigns, last page': advertiserQuestion(({ rows }) => `campaigns?page=${Math.ceil(rows / PAGE)}`),
  'campaigns, search for few': advertiserQuestion(() => 'campaigns?search=lantern%207%20'),
  'campaigns, search for some': advertiserQuestion(() => 'campaigns?search=harbour'),
  'campaigns, search for all': advertiserQuestion(() => 'campaigns?search=campaign'),
  'campaigns, search for none': advertiserQuestion(() => 'campaigns?search=nowhere'),
  'campaigns, search for an id': advertiserQuestion(
    ({ pageIds }) => `campaigns?search=${pageIds.split(',')[0]}`,
  ),
  'campaigns, often status': advertiserQuestion(() => 'campaigns?status=paused&sort=name'),
  'campaigns, rare status': advertiserQuestion(() => 'campaigns?status=rejected&sort=name'),
  'campaigns, start dates': advertiserQuestion(() => `campaigns?start${DATES}startTo=2026-12-31`),
  'campaigns, created dates': advertiserQuestion(
    () => `campaigns?created${DATES}createdTo=2026-12-31&sort=name`,
  ),
  'campaigns, figures': advertiserQuestion(
    ({ pageIds }) => `campaigns/figures?ids=${pageIds}&from=2026-01-01&to=2026-12-31`,
  ),
  'ad sets to choose from': advertiserQuestion(() => 'ad-sets'),
  'ad sets to choose from, search for few': advertiserQuestion(() => 'ad-sets?search=lantern%207%20'),
  'ad sets to choose from, search for some': advertiserQuestion(() => 'ad-sets?search=harbour'),
  'ad sets to choose from, search for all': advertiserQuestion(() => 'ad-sets?search=everywhere'),
  'ad sets to choose from, search for none': advertiserQuestion(() => 'ad-sets?search=nowhere'),
  creatives: advertiserQuestion(() => 'creatives'),
  ...sorted('creatives', ['name', 'type', 'size', 'status', 'createdAt'], advertiserQuestion),
  'creatives, search for few': advertiserQuestion(() => 'creatives?search=lantern%207%20'),
  'creatives, search for all': advertiserQuestion(() => 'creatives?search=creative'),
  'creatives, search for a size': advertiserQuestion(() => 'creatives?search=728x90'),
  'creatives, rare status': advertiserQuestion(() => 'creatives?status=rejected&sort=name'),
  'creatives, type': advertiserQuestion(() => 'creatives?type=third_party'),
  websites: publisherQuestion(() => 'websites'),
  ...sorted('websites', ['domain', 'status', 'traffic', 'createdAt'], publisherQuestion),
  'websites, search for few': publisherQuestion(() => 'websites?search=lantern-7-'),
  'websites, search for all': publisherQuestion(() => 'websites?search=example'),
  'widgets of a website': publisherQuestion(({ websiteId }) => `websites/${websiteId}/widgets`),
  'widgets of a website by name, middle': publisherQuestion(
    (account) => `websites/${account.websiteId}/widgets?sort=name&page=${middle(account)}`,
  ),
  'widgets of a website, search for few': publisherQuestion(
    ({ websiteId }) => `websites/${websiteId}/widgets?search=lantern%207%20`,
  ),
  'widgets of all websites': publisherQuestion(() => 'widgets'),
  ...sorted('widgets', ['name', 'type', 'status', 'createdAt'], publisherQuestion),
  'widgets of all websites, search for few': publisherQuestion(() => 'widgets?search=lantern%207%20'),
  'widgets of all websites, search for all': publisherQuestion(() => 'widgets?search=widget'),
  'widgets of all websites, search for a website': publisherQuestion(() => 'widgets?search=lantern-7-'),
  payments: publisherQuestion(() => 'payment/history'),
  ...sorted('payment/history', ['amount', 'requestedAt'], publisherQuestion),
  ...sorted('payment/history', ['method', 'completedAt', 'status'], publisherQuestion),
  'payments, search': publisherQuestion(() => 'payment/history?search=bank'),
  'payments, search for an id': publisherQuestion(() => 'payment/history?search=PO-77'),
  'payments, rare status': publisherQuestion(() => 'payment/history?status=failed'),
  'payments, year': publisherQuestion(() => 'payment/history?year=2026'),
};

/**
 * Every list of the dashboard over HTTP, with 1,000 and with 100,000 rows of one account, in turn within each round.
 * What is kept is the long list's p95, and how many times the short list's median call its own takes.
 */
export async function run(): Promise<BenchResult> {
  const placard = await runPlacard({
    environment: {
      PLACARD_OPERATOR_EMAIL: 'operator@example.com',
      PLACARD_OPERATOR_PASSWORD: PASSWORD,
      PLACARD_CALLS_PER_MINUTE: '0',
    },
  });
  const pool = createPool({
    url: runningClusterUrl(join(placard.dataDir, 'postgres')),
    name: 'placard-bench',
    max: 2,
  });
  try {
    const accounts = await makeAccounts(placard.url, pool);
    const figures: Record<string, Figure> = {};
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const [short, long] = await measure(placard.url, question, accounts);
      const growth = rounded(long.middle / short.middle);
      console.log(`  ${name}: p95 ${short.p95.toFixed(1)} → ${long.p95.toFixed(1)} ms, growth ${growth}`);
      figures[name] = atMost(rounded(long.p95), MAX_P95_MS, 'ms p95', rounded(short.p95));
      figures[`${name}: growth`] = atMost(growth, MAX_GROWTH, '× (medians)');
    }
    return await writeResult('lists', ROUNDS, figures);
  } finally {
    await pool.end();
    await placard.stop();
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}

type Times = { readonly p95: number; readonly middle: number };

/** All calls of all rounds together: a p95 of a few calls is their slowest, which says more about the machine. */
async function measure(
  url: string,
  question: Question,
  accounts: readonly [Account, Account],
): Promise<readonly [Times, Times]> {
  const times: readonly [number[], number[]] = [[], []];
  for (const account of accounts) await timed(url, question(account), 3);
  await quietMoment();
  for (let round = 0; round < ROUNDS; round += 1) {
    times[0].push(...(await timed(url, question(accounts[0]), CALLS)));
    times[1].push(...(await timed(url, question(accounts[1]), CALLS)));
  }
  return [timesOf(times[0]), timesOf(times[1])];
}

function timesOf(all: readonly number[]): Times {
  const sorted = all.toSorted((a, b) => a - b);
  return { p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN, middle: median(sorted) };
}

async function timed(url: string, call: ReturnType<Question>, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const begin = performance.now();
    const response = await fetch(`${url}/api${call.path}`, {
      headers: { authorization: `Bearer ${call.token}` },
    });
    const text = await response.text();
    times.push(performance.now() - begin);
    if (!response.ok) throw new Error(`${call.path} → ${response.status} ${text.slice(0, 300)}`);
  }
  return times;
}

async function makeAccounts(url: string, pool: Pool): Promise<readonly [Account, Account]> {
  const operator = await post(url, '/auth/login', { email: 'operator@example.com', password: PASSWORD });
  const short = await makeAccount(url, pool, operator.token, SHORT);
  const long = await makeAccount(url, pool, operator.token, LONG);
  // As autovacuum does it minutes later.
  await pool.query('vacuum analyze');
  return [short, long];
}

async function makeAccount(url: string, pool: Pool, operator: string, rows: number): Promise<Account> {
  const advertiser = await openAccount(url, operator, 'advertiser', rows);
  const publisher = await openAccount(url, operator, 'publisher', rows);
  const ids = { advertiserId: advertiser.userId, publisherId: publisher.userId };
  console.log(`  ${rows} rows of each list …`);
  await seedLists(pool, ids, rows);
  await shipTraffic(pool, ids);
  const { rows: first } = await pool.query<{ website: number; campaigns: string }>(
    `select (select min(id) from website where publisher_id = $1) as website,
            (select string_agg(id::text, ',') from (
               select id from campaign where advertiser_id = $2 order by created_at desc limit ${PAGE}) page) as campaigns`,
    [ids.publisherId, ids.advertiserId],
  );
  return {
    ...ids,
    rows,
    advertiser: advertiser.token,
    publisher: publisher.token,
    websiteId: first[0]?.website ?? 0,
    pageIds: first[0]?.campaigns ?? '',
  };
}

async function openAccount(url: string, operator: string, role: string, rows: number) {
  const email = `${role}-${rows}@example.com`;
  const invited = await post(url, '/operator/users/invite', { email, roles: [role] }, operator);
  const token = new URL(invited.inviteUrl).searchParams.get('token');
  const account = { token, password: PASSWORD, firstName: 'Long', lastName: 'List' };
  const opened = await post(url, '/auth/links/accept', account);
  return { token: opened.token, userId: opened.user.id };
}

type Answer = { readonly token: string; readonly inviteUrl: string; readonly user: { readonly id: number } };

async function post(url: string, path: string, body: unknown, token?: string): Promise<Answer> {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly data: Answer };
  if (!response.ok) throw new Error(`${path} → ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}
