import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { byTcp } from '../embedded/socket.ts';
import { withDatabase } from '../testing/cluster.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Claim, ClaimedError, type ClaimOptions, claimFor } from './claim.ts';

const SOON = { timeout: 15_000, interval: 20 };

let database: TestDatabase;
let claims: Claim[] = [];
let lost: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const claim of claims) await claim.release();
  claims = [];
  lost = [];
});
afterAll(async () => await database.drop());

async function claim(changes: Partial<ClaimOptions> = {}): Promise<Claim> {
  const onLost = (holder: string) => lost.push(holder);
  const options = {
    url: database.url,
    kind: 'shard',
    number: 3,
    name: 'placard-delivery-3',
    patienceMs: 0,
    onLost,
  } as const;
  const held = await claimFor({ ...options, ...changes });
  claims.push(held);
  return held;
}
const holders = async () => {
  const { rows } = await database.pool.query<{ pid: number; name: string }>(
    "select a.pid, a.application_name as name from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and a.datname = current_database()",
  );
  return rows;
};
const cut = async () => {
  for (const { pid } of await holders()) await database.pool.query('select pg_terminate_backend($1)', [pid]);
};

it('refuses a second one, and says who has it', async () => {
  const overNetwork = await claim({ url: byTcp(database.url) });
  await expect(claim({ name: 'another' })).rejects.toThrow(
    /claimed by placard-delivery-3 at 127\.0\.0\.1, since 20/,
  );
  await overNetwork.release();
  const bySocket = await claim();
  await expect(claim({ name: 'another' })).rejects.toThrow(
    /claimed by placard-delivery-3 at this machine, since 20/,
  );
  await bySocket.release();
  await claim({ name: 'another' });
});

it('knows kinds and numbers apart', async () => {
  await claim();
  await claim({ number: 4 });
  await claim({ kind: 'analytics' });
  await expect(claim({ kind: 'analytics' })).rejects.toThrow(ClaimedError);
});

it('names its own network’s, of several networks in one PostgreSQL', async () => {
  const other = withDatabase(database.url, 'postgres');
  for (const number of [3, 4, 5, 6, 7, 8]) {
    await claim({ number, url: other, name: 'of another network' });
    await claim({ number });
    await expect(claim({ number, name: 'another' })).rejects.toThrow(/claimed by placard-delivery-3 at /);
  }
});

it('waits a moment for one that ends just now', async () => {
  const first = await claim();
  const second = claim({ patienceMs: 20_000 });
  await first.release();
  await second;
});

it('takes it again when its connection was cut, and tells nobody', async () => {
  await claim();
  const [before] = await holders();
  await cut();
  // The connection that was cut is still there for a moment, and so is its claim.
  const again = [{ pid: expect.toSatisfy((pid) => pid !== before?.pid), name: 'placard-delivery-3' }];
  await vi.waitFor(async () => expect(await holders()).toEqual(again), SOON);
  await expect(claim({ name: 'another' })).rejects.toThrow(ClaimedError);
  expect(lost).toEqual([]);
});

it('tells where somebody else was quicker', async () => {
  await claim();
  await cut();
  await claim({ name: 'quicker', patienceMs: 20_000 });
  await vi.waitFor(() => expect(lost).toEqual([expect.stringMatching(/^quicker at /)]), SOON);
});

it('leaves no connection behind where what it asks fails', async () => {
  await database.pool.query(`create schema failing; create function failing.pg_try_advisory_lock(int, int)
    returns boolean language plpgsql as $$ begin raise 'not now'; end $$`);
  const address = new URL(byTcp(database.url));
  address.searchParams.set('options', '-c search_path=failing,pg_catalog');
  await expect(claim({ url: address.href })).rejects.toThrow('not now');
  const left = "select from pg_stat_activity where application_name = 'placard-delivery-3'";
  await vi.waitFor(async () => expect((await database.pool.query(left)).rows).toEqual([]), SOON);
});
