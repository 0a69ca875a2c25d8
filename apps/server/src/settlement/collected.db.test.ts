import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { DAY_MS } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whileHeld } from '../http/testing/while-held.ts';
import { CODE_HITS_KEPT_MS, type CodeNote, CodeNotes, noteHit, noteProblem, noteSeen } from './code-notes.ts';
import { FactTable } from './fact-table.ts';
import { FilteredExamples } from './filtered-examples.ts';
import { VisitJudge } from './judge-visits.ts';
import { loadBooks, lockEarnings } from './load-books.ts';
import { PageViewTable } from './page-views.ts';
import { ParkedEvents } from './parked-events.ts';
import { ParkedVisits } from './parked-visits.ts';
import { SeenPages } from './seen-pages.ts';
import { addTraffic, storeCollected } from './store-collected.ts';
import { Subjects } from './subjects.ts';
import { makeWorld, type World } from './testing/world.ts';

const NOON = Date.UTC(2026, 4, 13, 12);
const MINUTE_MS = 60_000;

let database: TestDatabase;
let world: World;
let client: PoolClient;
let settlements = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  const campaign = { totalBudgetMicros: 10n, adSets: [{ totalBudgetMicros: 10n }] };
  const advertiser = { timeZone: 'UTC', walletMicros: 10n, campaigns: [campaign, campaign] };
  world = await makeWorld(database.db, {
    advertisers: [advertiser, advertiser],
    widgetsOfPublishers: [1, 1],
  });
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

/** What a transaction learned, written. */
async function store(
  learn: (notes: CodeNotes) => void,
  views: readonly { websiteId: number; atMs: number }[] = [],
  nowMs = NOON,
) {
  const notes = new CodeNotes();
  const pageViews = new PageViewTable();
  const traffic = new Map<number, Map<number, number>>();
  learn(notes);
  const page = {
    reason: 0,
    device: 1,
    onOwnDomain: true,
    country: '',
    referrerHost: '',
    pageHost: '',
    path: '/',
  } as const;
  for (const view of views) {
    pageViews.add({ ...page, visitorHash: 1n, ...view }, 1);
    addTraffic(traffic, view.websiteId, view.atMs);
  }
  const visitJudge = new VisitJudge({
    ...{ adSets: new Map(), campaignIds: new Set<number>(), seen: new SeenPages(), known: new Set<string>() },
    ...{ parkedEvents: new ParkedEvents(), parkedVisits: new ParkedVisits(), facts: new FactTable(), notes },
    ...{ examples: new FilteredExamples(), currency: 'USD', horizonMinute: 0, nowMs: NOON },
  });
  const { rows } = await client.query<{ id: bigint }>(
    'insert into settlement (event_count, charged_micros) values (0, 0) returning id',
  );
  settlements = BigInt(rows[0]?.id ?? 0);
  await storeCollected(client, settlements, { pageViews, traffic, notes, visitJudge, now: new Date(nowMs) });
}

async function all(query: string): Promise<unknown[][]> {
  const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
  return rows.map((row) =>
    row.map((value) => (value instanceof Date ? (value.getTime() - NOON) / MINUTE_MS : value)),
  );
}

const campaign = (index: number) => world.adSets[index]?.campaignId ?? 0;
const website = (index: number) => world.widgets[index]?.websiteId ?? 0;

describe('what codes told is added to what they told before', () => {
  it('by website: first and last calls, whichever transaction has them', async () => {
    const seen = (times: readonly number[], own: number) => (notes: CodeNotes) => {
      const note = notes.of('website', website(0));
      for (const minute of times) noteSeen(note, NOON + minute * MINUTE_MS);
      note.ownDomainMs = own === 0 ? 0 : NOON + own * MINUTE_MS;
      // Nobody's call but a bot's.
      noteHit(notes.of('website', website(1)), NOON);
    };
    const columns = 'select website_id, first_seen_at, last_seen_at, own_domain_at from website_code';
    await store(seen([10, 12, 11], 0));
    expect(await all(columns)).toEqual([[website(0), 10, 12, null]]);
    await store(seen([5], 6));
    expect(await all(columns)).toEqual([[website(0), 5, 12, 6]]);
    await store(seen([20], 7));
    expect(await all(columns)).toEqual([[website(0), 5, 20, 6]]);
    await store(seen([19], 5));
    expect(await all(columns)).toEqual([[website(0), 5, 20, 5]]);
  });

  it('by campaign: what was counted, in a row that only a call makes', async () => {
    const counted =
      (index: number, seenMinute: number | null, more: Partial<CodeNote>) => (notes: CodeNotes) => {
        const note = notes.of('campaign', campaign(index));
        if (seenMinute !== null) noteSeen(note, NOON + seenMinute * MINUTE_MS);
        Object.assign(note, more);
      };
    const columns = `select campaign_id, first_seen_at, last_seen_at, visit_count::int, conversion_count::int,
                            unattributed_count::int, filtered_count::int, last_conversion_at
                       from campaign_code order by campaign_id`;
    await store(counted(0, null, { filtered: 3 }));
    expect(await all(columns)).toEqual([]);
    await store(counted(0, 10, { visits: 1, unattributed: 2 }));
    await store(counted(1, 1, {}));
    expect(await all(columns)).toEqual([
      [campaign(0), 10, 10, 1, 0, 2, 0, null],
      [campaign(1), 1, 1, 0, 0, 0, 0, null],
    ]);
    await store(counted(0, 8, { conversions: 4, lastConversionMs: NOON + 9 * MINUTE_MS }));
    await store(
      counted(0, 12, { visits: 1, conversions: 1, filtered: 7, lastConversionMs: NOON + 3 * MINUTE_MS }),
    );
    await store(counted(0, null, { unattributed: 1 }));
    await store(counted(0, null, { filtered: 1 }));
    await store(counted(0, null, { conversions: 1, lastConversionMs: NOON + 30 * MINUTE_MS }));
    expect(await all(columns)).toEqual([
      [campaign(0), 8, 12, 2, 6, 3, 8, 30],
      [campaign(1), 1, 1, 0, 0, 0, 0, null],
    ]);
  });

  it('by minute, for those that are kept', async () => {
    const first = (NOON - CODE_HITS_KEPT_MS) / MINUTE_MS;
    const hit = (notes: CodeNotes) => {
      for (const minute of [first - 1, first, first, first + 1])
        noteHit(notes.of('campaign', campaign(3)), minute * MINUTE_MS);
    };
    await store(hit);
    // To the end of the minute that the last of them lie in.
    await store(hit, [], NOON + MINUTE_MS - 1);
    expect(
      await all(
        `select minute, hits from code_hits where subject_kind = 'campaign' and subject_id = ${campaign(3)} order by minute`,
      ),
    ).toEqual([
      [first, 4],
      [first + 1, 2],
    ]);
  });

  it('of a problem how often, since when, until when, and what the last was', async () => {
    const told =
      (...problems: (readonly [minute: number, detail: string])[]) =>
      (notes: CodeNotes) => {
        const note = notes.of('website', website(0));
        for (const [minute, detail] of problems)
          noteProblem(note, 'wrong_site', NOON + minute * MINUTE_MS, detail);
      };
    const columns = `select count::int, first_at, last_at, detail from code_problem where subject_kind = 'website'`;
    await store(told([5, 'a.test'], [9, 'b.test'], [7, 'c.test']));
    expect(await all(columns)).toEqual([[3, 5, 9, 'b.test']]);
    await store(told([2, 'd.test'], [2, 'e.test']));
    expect(await all(columns)).toEqual([[5, 2, 9, 'e.test']]);
    await store(told([10, 'f.test']));
    expect(await all(columns)).toEqual([[6, 2, 10, 'f.test']]);
  });

  it('of views by the day of UTC', async () => {
    const midnight = NOON + DAY_MS / 2;
    const [one, other] = [website(0), website(1)];
    await store(
      () => undefined,
      [
        { websiteId: one, atMs: midnight - 1 },
        { websiteId: one, atMs: midnight },
        { websiteId: other, atMs: midnight },
      ],
    );
    await store(() => undefined, [{ websiteId: one, atMs: midnight }]);
    expect(
      await all(
        `select website_id, to_char(day, 'MM-DD'), views::int from website_traffic_day order by 1, 2`,
      ),
    ).toEqual([
      [one, '05-13', 1],
      [one, '05-14', 2],
      [other, '05-14', 1],
    ]);
    expect(await all(`select settlement_id::int, fact_count from page_view_batch order by 1`)).toEqual([
      [Number(settlements) - 1, 3],
      [Number(settlements), 1],
    ]);
    await store(() => undefined);
    expect(await all('select count(*)::int from page_view_batch')).toEqual([[2]]);
  });
});

describe('what limits a charge is held fast while it is made', () => {
  const isHeld = async (where: string): Promise<boolean> => {
    const other = await database.pool.connect();
    try {
      await other.query(`select from ledger_account where ${where} for no key update nowait`);
      return false;
    } catch (cause) {
      if (cause instanceof Error && /could not obtain lock/.test(cause.message)) return true;
      throw cause;
    } finally {
      other.release();
    }
  };

  it('the wallets of the advertisers at hand, and nobody else’s', async () => {
    const [adSet, , other] = world.adSets;
    const subjects = new Subjects();
    subjects.adSetIds.add(adSet?.id ?? 0);
    // Who advertises may be a publisher too: nothing of that is held.
    await database.db
      .insertInto('ledger_account')
      .values({ kind: 'publisher_pending', owner_id: adSet?.advertiserId ?? 0 })
      .execute();
    await client.query('begin');
    const { wallets, adSets } = await loadBooks(client, subjects, new Map());
    expect([...adSets.keys()]).toEqual([adSet?.id]);
    expect([...wallets.values()].map(({ balanceMicros }) => balanceMicros)).toEqual([10n]);
    const wallet = (id?: number) => `kind = 'advertiser_wallet' and owner_id = ${id}`;
    expect(await isHeld(wallet(adSet?.advertiserId))).toBe(true);
    expect(await isHeld(wallet(other?.advertiserId))).toBe(false);
    await client.query('rollback');
    expect(await isHeld(wallet(adSet?.advertiserId))).toBe(false);
  });

  it('pending earnings of the publishers at hand, made where there are none, and the network’s revenue', async () => {
    const [one, other] = world.widgets.map(({ publisherId }) => publisherId);
    const pending = (id?: number) => `kind = 'publisher_pending' and owner_id = ${id}`;
    await lockEarnings(client, new Set([other ?? 0]));
    await client.query('begin');
    const locked = await lockEarnings(client, new Set([one ?? 0]));
    expect([...locked.keys()].sort()).toEqual(['network_revenue', `publisher_pending:${one}`]);
    expect(await isHeld(`kind = 'network_revenue'`)).toBe(true);
    expect(await isHeld(pending(other))).toBe(false);
    await client.query('commit');
    await client.query('begin');
    expect([...(await lockEarnings(client, new Set([one ?? 0, other ?? 0]))).keys()]).toHaveLength(3);
    expect([await isHeld(pending(one)), await isHeld(pending(other))]).toEqual([true, true]);
    await client.query('rollback');
  });

  it('one after the other, in the order in which all who book lock them', async () => {
    const [one, , other] = world.adSets.map(({ advertiserId }) => advertiserId);
    const subjects = new Subjects();
    for (const { id } of world.adSets) subjects.adSetIds.add(id);
    const publishers = world.widgets.map(({ publisherId }) => publisherId);
    await lockEarnings(client, new Set(publishers));
    const wallet = (id?: number) => `kind = 'advertiser_wallet' and owner_id = ${id}`;
    const pending = (id?: number) => `kind = 'publisher_pending' and owner_id = ${id}`;
    const { rows } = await client.query<{ owner_id: number }>(
      `select owner_id from ledger_account where kind = 'publisher_pending' and owner_id = any($1) order by id`,
      [publishers],
    );
    const [first, second] = rows.map(({ owner_id }) => owner_id);
    for (const [before, last, lock] of [
      [wallet(one), wallet(other), async () => await loadBooks(client, subjects, new Map())],
      [pending(first), pending(second), async () => await lockEarnings(client, new Set(publishers))],
    ] as const) {
      await client.query('begin');
      let held = false;
      const { waited } = await whileHeld<unknown>(
        database.pool,
        `select from ledger_account where ${last} for update`,
        lock,
        1,
        async () => {
          held = await isHeld(before);
        },
      );
      await client.query('rollback');
      expect([waited, held]).toEqual([true, true]);
    }
  });

  it('and an account that another settler is making is waited for, and is not made again', async () => {
    const { publisherId, advertiserId } = { ...world.widgets[0], ...world.adSets[2] };
    const drop = async () =>
      await client.query(`delete from ledger_account where kind = 'publisher_pending' and owner_id = $1`, [
        advertiserId,
      ]);
    // Who advertises has a wallet: that is no account for what is earned.
    expect([...(await lockEarnings(client, new Set([advertiserId ?? 0]))).keys()]).toContain(
      `publisher_pending:${advertiserId}`,
    );
    await drop();
    const number = async () =>
      (
        await all("select last_value::int from pg_sequences where sequencename = 'ledger_account_id_seq'")
      )[0]?.[0];
    const { waited, result } = await whileHeld(
      database.pool,
      `insert into ledger_account (kind, owner_id) values ('publisher_pending', ${advertiserId}) returning id`,
      async () => await lockEarnings(client, new Set([advertiserId ?? 0])),
      1,
      'select',
    );
    expect([waited, [...result.keys()].sort()]).toEqual([
      true,
      ['network_revenue', `publisher_pending:${advertiserId}`],
    ]);
    const before = await number();
    await lockEarnings(client, new Set([advertiserId ?? 0, publisherId ?? 0]));
    expect(await number()).toBe(before);
  });
});
