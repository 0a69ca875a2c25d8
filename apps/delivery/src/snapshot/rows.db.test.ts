import { EventEmitter, on } from 'node:events';
import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import pg, { type ClientBase } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Pacer } from '../decide/pacer.ts';
import { TokenKeys } from '../decide/token.ts';
import { Zones } from '../decide/zones.ts';
import { insertServing } from '../testing/network.ts';
import { follow, type PlanRow, readStart } from './follower.ts';
import { keepConnected } from './reconnecting.ts';
import {
  type NetworkRows,
  readAccounts,
  readAdSets,
  readAll,
  readCampaigns,
  readClickCounts,
  readCreatives,
  readSettings,
  readWebsites,
  readWidgets,
} from './rows.ts';
import { type ChangedRows, Snapshot } from './snapshot.ts';

let database: TestDatabase;
let ids: { readonly adSets: number[]; readonly widgets: number[] };

beforeAll(async () => {
  database = await createTestDatabase();
  ids = { adSets: [], widgets: [] };
  for (let made = 0; made < 3; made += 1) {
    const { adSetId, campaignId, widget } = await insertServing(database.pool);
    ids.adSets.push(adSetId);
    ids.widgets.push(widget.id);
    await database.pool.query("update campaign set objective = 'TRAFFIC' where id = $1", [campaignId]);
    await database.pool.query(
      `insert into ad_set_spend (ad_set_id, impression_count, click_count) values ($1, $2, $3)
       on conflict (ad_set_id) do update set impression_count = $2, click_count = $3`,
      [adSetId, 1_000 * (made + 1), made],
    );
  }
});
afterAll(async () => {
  await database.drop();
});

async function connected<Result>(act: (client: ClientBase) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  try {
    return await act(client);
  } finally {
    client.release();
  }
}

const inTransaction = async (client: ClientBase) => {
  const { rows } = await client.query<{ own: boolean }>(
    'select now() <> statement_timestamp() or pg_current_xact_id_if_assigned() is not null as own',
  );
  return rows[0]?.own;
};

describe('rows for the ad server', () => {
  test('come in parts of so many, all of every table', async () => {
    const parts = await connected(async (client) => {
      await client.query('begin transaction isolation level repeatable read read only');
      const read: Partial<NetworkRows>[] = [];
      for await (const part of readAll(client, 2)) read.push(part);
      await client.query('rollback');
      return read;
    });
    const sizes = (table: keyof NetworkRows) =>
      parts.flatMap(({ [table]: rows }) => (rows === undefined ? [] : [rows.length]));
    expect(sizes('adSets')).toEqual([2, 1]);
    expect(sizes('creatives')).toEqual([2, 1]);
    expect(sizes('campaigns')).toEqual([2, 1]);
    expect(sizes('websites')).toEqual([2, 1]);
    expect(Math.max(...sizes('accounts'))).toBe(2);
    const [one, other] = parts.flatMap(({ adSets = [] }) => adSets);
    // Equal lists are one, whichever part brought them.
    expect(other?.devices).toBe(one?.devices);
    expect(other?.daysOfWeek).toBe(one?.daysOfWeek);
    const found = parts.flatMap(({ widgets = [] }) => widgets.map(({ id }) => id));
    expect(found.toSorted((a, b) => a - b)).toEqual(ids.widgets);
  });

  test('counts of clicks come in parts, and leave no transaction behind, whenever the reader leaves', async () => {
    await connected(async (client) => {
      const read: number[][] = [];
      for await (const rows of readClickCounts(client, 2)) {
        read.push(rows.map(({ impressions }) => impressions));
      }
      expect(read.map((rows) => rows.length)).toEqual([2, 1]);
      expect(read.flat().toSorted((a, b) => a - b)).toEqual([1_000, 2_000, 3_000]);
      expect(await inTransaction(client)).toBe(false);
      for await (const rows of readClickCounts(client, 1)) {
        expect(rows).toHaveLength(1);
        break;
      }
      expect(await inTransaction(client)).toBe(false);
    });
  });
});

describe('rows by their ids', () => {
  test('are those alone, each with what is its own', async () => {
    const { pool } = database;
    const [one, other] = [await insertServing(pool), await insertServing(pool)];
    await pool.query(
      `insert into website_block (website_id, kind, value) values ($1, 'category', 'politics'), ($2, 'category', 'pets')`,
      [one.websiteId, other.websiteId],
    );
    await pool.query(
      `insert into widget_block (widget_id, kind, value) values ($1, 'category', 'autos'), ($2, 'category', 'pets')`,
      [one.widget.id, other.widget.id],
    );
    for (const [{ creative }, clickUrl] of [
      [one, 'https://before.example'],
      [other, 'https://elsewhere.example'],
    ] as const)
      await pool.query(
        `insert into review_snapshot (subject_kind, subject_id, content, approved_at) values ('creative', $1, $2, now())`,
        [creative.id, { clickUrl: { value: clickUrl } }],
      );
    await pool.query("update creative set status = 'pending', approved_at = null where id = any($1)", [
      [one.creative.id, other.creative.id],
    ]);
    await connected(async (client) => {
      const ofOne = { advertiserId: one.advertiserId, active: true };
      expect(await readAccounts(client, [one.advertiserId, one.publisherId])).toMatchObject([
        { id: one.advertiserId, active: true, walletPositive: true },
        { id: one.publisherId, active: true, walletPositive: false },
      ]);
      expect(await readCampaigns(client, [one.campaignId])).toMatchObject([{ id: one.campaignId, ...ofOne }]);
      const adSet = { id: one.adSetId, campaignId: one.campaignId, spentMicros: 0 };
      expect(await readAdSets(client, [one.adSetId], [])).toMatchObject([adSet]);
      expect(await readAdSets(client, [], [one.campaignId])).toMatchObject([adSet]);
      expect(await readAdSets(client, [], [])).toEqual([]);
      expect(await readCreatives(client, [one.creative.id])).toMatchObject([
        {
          id: one.creative.id,
          adSetIds: [one.adSetId],
          earlierClickUrl: 'https://before.example',
          stopped: false,
        },
      ]);
      const category = (value: string) => [{ kind: 'category', value }];
      expect(await readWebsites(client, [one.websiteId])).toMatchObject([
        { id: one.websiteId, publisherId: one.publisherId, active: true, blocks: category('politics') },
      ]);
      expect(await readWidgets(client, [one.widget.id])).toMatchObject([
        { id: one.widget.id, sizes: [{ widthPx: 300, heightPx: 250 }], blocks: category('autos') },
      ]);
    });
  });

  test('of a database that is not migrated are none', async () => {
    const empty = { query: async () => ({ rows: [] }) } as unknown as ClientBase;
    await expect(readSettings(empty)).rejects.toThrow(/not migrated/);
  });
});

test('who follows is given what each change is of, and a plan once, and ends when told to', async () => {
  const { pool } = database;
  const serving = await insertServing(pool);
  const stop = new AbortController();
  const client = new pg.Client(database.url);
  await client.connect();
  const open = (settings: ConstructorParameters<typeof Snapshot>[0]) =>
    new Snapshot(settings, { pacer: new Pacer(0, 1), zones: new Zones() });
  const { snapshot, cursor } = await readStart(client, open);
  expect(snapshot.widgets.byKey(serving.widget.key)).toBeDefined();
  const told = new EventEmitter();
  const changes = on(told, 'changed');
  const plans: PlanRow[] = [];
  let upMs = 0;
  const following = follow(
    { client, signal: stop.signal },
    {
      ...{
        cursor,
        isFresh: true,
        keys: new TokenKeys(),
        secrets: createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)),
      },
      planVersion: () => plans.at(-1)?.version ?? 0,
      onChanges: async (changed) => void told.emit('changed', changed),
      onPlan: async (plan) => void plans.push(plan),
      ...{ onClickCounts: async () => {}, isLost: () => false, onRead: () => {} },
      ...{ nowMs: () => Date.now(), upMs: () => (upMs += 1_000) },
    },
  );
  const namesOf = (changed: ChangedRows) =>
    Object.entries(changed).flatMap(([name, rows]) => {
      if (rows === null || (Array.isArray(rows) && rows.length === 0)) return [];
      return [JSON.stringify([name, Array.isArray(rows) ? rows.map((row) => row.id ?? row) : 'all'])];
    });
  /** A change that came while the log was read may be told once more with the next. */
  let before: string[] = [];
  const changedBy = async (statement: string, values: readonly unknown[]) => {
    await pool.query(statement, [...values]);
    for (;;) {
      const { value = [] } = await changes.next();
      const found = value.flatMap(namesOf).filter((each) => !before.includes(each));
      if (found.length === 0) continue;
      before = found;
      return found.map((each) => JSON.parse(each));
    }
  };
  const { advertiserId, campaignId, adSetId, creative, websiteId, widget } = serving;
  const paused = "update campaign set status = 'paused' where id = $1";
  for (const [statement, values, expected] of [
    ['update network_settings set cpm_micros = cpm_micros + 1', [], [['settings', 'all']]],
    [
      "update account set time_zone = 'Asia/Tokyo' where id = $1",
      [advertiserId],
      [['accounts', [advertiserId]]],
    ],
    [
      'update ad_set set bid_micros = 300000 where id = $1',
      [adSetId],
      [
        ['adSets', [adSetId]],
        ['adSetIds', [adSetId]],
      ],
    ],
    ["update creative set alt_text = 'Lamp' where id = $1", [creative.id], [['creatives', [creative.id]]]],
    [
      "update campaign set end_date = '2031-01-01' where id = $1",
      [campaignId],
      [
        ['campaigns', [campaignId]],
        ['adSets', [adSetId]],
      ],
    ],
    ['update website set separate_categories = true where id = $1', [websiteId], [['websites', [websiteId]]]],
    // Ad sets of what does not run are left out.
    [paused, [campaignId], [['campaigns', [campaignId]]]],
    ['update widget set lazy = not lazy where id = $1', [widget.id], [['widgets', [widget.id]]]],
  ] as const)
    expect([statement, await changedBy(statement, values)]).toEqual([statement, expected]);
  await pool.query("update pacing_plan set version = 7, body = '\\x', computed_at = now()");
  await expect.poll(() => plans.map(({ version }) => version)).toEqual([7]);
  stop.abort();
  await following;
  await client.end();
});

test('a connection is kept until its task ends by itself, begun anew where it was cut', async () => {
  const states: boolean[] = [];
  const stop = new AbortController();
  let runs = 0;
  await keepConnected(
    {
      ...{ databaseUrl: database.url, name: 'test', log: pino({ level: 'silent' }), stop: stop.signal },
      onState: (connected) => states.push(connected),
    },
    async ({ client, signal }) => {
      runs += 1;
      if (runs > 1) return;
      const lost = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await client.query('select pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
      await lost;
    },
  );
  expect([runs, states]).toEqual([2, [true, false, true, false]]);
});

test('a task that fails by itself connects ever more seldom, and is not taken for a PostgreSQL that is away', async () => {
  const said: { readonly msg: string; readonly waitMs: number }[] = [];
  const log = pino({}, { write: (line: string) => said.push(JSON.parse(line)) });
  const stop = new AbortController();
  const failing = keepConnected(
    { databaseUrl: database.url, name: 'test', log, stop: stop.signal, onState: () => undefined },
    async () => {
      if (said.length === 2) stop.abort();
      throw new Error('EMFILE: too many open files');
    },
  );
  await failing;
  const own = 'a task failed by itself, and is begun again';
  expect(said.map(({ msg, waitMs }) => [msg, waitMs])).toEqual([
    [own, 100],
    [own, 200],
  ]);
});
