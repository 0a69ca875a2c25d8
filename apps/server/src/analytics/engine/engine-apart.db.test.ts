import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusalOf } from '../../http/error-encoding.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch } from '../../settlement/testing/world.ts';
import { agrees, compareLedgerAndReports } from '../compare-ledger.ts';
import { readingFor } from '../engine-caller.ts';
import { FactLoader } from '../loader.ts';
import { type Analytics, openAnalytics, requireAnalytics } from '../open-analytics.ts';
import { ENGINE_TIMING, type EngineTiming } from './engine-apart.ts';

const OPEN_ANALYTICS = new URL('../open-analytics.ts', import.meta.url).href;
const SOON = { timeout: 20_000, interval: 10 };
const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);

let folder: string;
let opened: Analytics[];
let gone: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-apart-'));
  opened = [];
  gone = [];
});
afterEach(async () => {
  for (const analytics of opened) await analytics.close();
  await rm(folder, { recursive: true, force: true });
});

async function open(timing: Partial<EngineTiming> = {}): Promise<Analytics> {
  const apart = { timing: { ...ENGINE_TIMING, ...timing }, onGone: (how: string) => gone.push(how) };
  const analytics = await openAnalytics({ dataDir: folder, apart });
  opened.push(analytics);
  return analytics;
}

async function ask({ client }: Analytics, query = 'select 1 as value'): Promise<unknown> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return (await result.json<{ value: unknown }>())[0]?.value;
}

const rollupsOf = (analytics: Analytics) => (analytics.embedded ? analytics.rollups : null);

const pidOf = ({ apart }: Analytics): number | undefined => apart?.pid;

/** Never number 0, which is everybody's. */
function signal(analytics: Analytics, name: NodeJS.Signals): void {
  const pid = pidOf(analytics);
  if (pid !== undefined) process.kill(pid, name);
}

describe('the engine in a process of its own', () => {
  it('is opened at the first start, and then rests until somebody asks', async () => {
    const first = await open();
    expect(pidOf(first)).toBeDefined();
    await first.close();
    const later = await open();
    expect(later.apart?.rests).toBe(true);
    await requireAnalytics(later);
    expect(later.apart?.rests).toBe(true);
    expect(await ask(later)).toBe(1);
    expect(later.apart?.rests).toBe(false);
    await requireAnalytics(later);
  });

  it('rests where nobody asked for a while, and not while it is asked; what was stored is there when it wakes', async () => {
    const analytics = await open({ restAfterMs: 100 });
    await analytics.client.command({
      query: 'create table kept (value UInt8) engine = MergeTree order by value',
    });
    await analytics.client.insert({ table: 'kept', values: [{ value: 7 }], format: 'JSONEachRow' });
    const before = pidOf(analytics);
    const slow = ask(analytics, 'select sleep(0.4) as value');
    // One that is answered beside it, and long before it.
    expect(await ask(analytics)).toBe(1);
    expect(await slow).toBe(0);
    expect(await ask(analytics, 'select sleep(0.4) as value')).toBe(0);
    expect(pidOf(analytics)).toBe(before);
    await vi.waitFor(() => expect(analytics.apart?.rests).toBe(true), SOON);
    const all = Array.from({ length: 20 }, async () => await ask(analytics, 'select value from kept'));
    expect(await Promise.all(all)).toEqual(Array.from({ length: 20 }, () => 7));
    expect([gone, analytics.apart?.deaths]).toEqual([[], 0]);
  });

  it('is started again where it died: what a reader asked is asked once more, what was written is told', async () => {
    const analytics = await open();
    const slow = 'select sleep(0.4) as value';
    const reading = readingFor('account 1', async () => await ask(analytics, slow));
    const writing = analytics.client.command({ query: 'select sleep(0.4)' }).catch((cause: unknown) => cause);
    const before = pidOf(analytics);
    signal(analytics, 'SIGKILL');
    const refused = await writing;
    expect(refusalOf(refused)).toMatchObject({ code: 'unavailable', told: { reason: 'not_drawn' } });
    expect(await reading).toBe(0);
    expect(pidOf(analytics)).not.toBe(before);
    expect([gone, analytics.apart?.deaths]).toEqual([['was ended by SIGKILL'], 1]);
  });

  it('is ended and started again where it is frozen', async () => {
    const analytics = await open({ pingEveryMs: 50 });
    const before = pidOf(analytics);
    signal(analytics, 'SIGSTOP');
    expect(await ask(analytics)).toBe(1);
    expect(gone).toEqual(['did not answer and was ended']);
    expect(pidOf(analytics)).not.toBe(before);
  });

  it('goes on where Ctrl-C reaches it, and ends with the process that started it', async () => {
    const analytics = await open();
    for (const name of ['SIGINT', 'SIGTERM'] as const) signal(analytics, name);
    expect(await ask(analytics)).toBe(1);
    expect(gone).toEqual([]);
    const pid = pidOf(analytics) ?? process.pid;
    await analytics.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(ask(analytics)).rejects.toThrow('is closed');
  });

  it('ends where that process is killed, and leaves it the folder', async () => {
    const script = `const { openAnalytics } = await import(${JSON.stringify(OPEN_ANALYTICS)});
      const analytics = await openAnalytics({ dataDir: ${JSON.stringify(folder)}, apart: {} });
      console.log(analytics.apart.pid);`;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(() => process.kill(Number(said), 0)).toThrow('ESRCH'), SOON);
    expect(await ask(await open({ folderPatienceMs: 0 }))).toBe(1);
  });

  it('says whose folder it is where another one has it, after a while, and is not tried with each question', async () => {
    const first = await open();
    const second = await open({ folderPatienceMs: 300, failedForMs: 60_000 });
    await expect(ask(second)).rejects.toThrow(
      `The analytics folder ${join(folder, 'analytics')} is open in another`,
    );
    expect(second.apart?.rests).toBe(false);
    await first.close();
    await expect(ask(second)).rejects.toThrow('is open in another');
    const third = await open();
    expect(await ask(third)).toBe(1);
  });

  it('says what the system says of a folder that nobody has and that can’t be opened', async () => {
    await mkdir(join(folder, 'analytics', 'status'), { recursive: true });
    await expect(open({ folderPatienceMs: 0 })).rejects.toThrow(
      `The analytics folder ${join(folder, 'analytics')} can't be used. There is a folder where a file is needed: `,
    );
  });

  it('waits for a folder whose process is on its way out', async () => {
    const first = await open();
    const second = await open({ folderAgainMs: 10 });
    const asked = ask(second);
    await first.close();
    expect(await asked).toBe(1);
  });

  it('passes on what the engine says, answers of several pieces, and bytes that are no text', async () => {
    const analytics = await open();
    await expect(ask(analytics, 'select nothing')).rejects.toMatchObject({ code: '47' });
    const rows = 40_000;
    const long = await analytics.client.query({
      query: `select leftPad(toString(number), 50, '0') as value from numbers(${rows})`,
      format: 'JSONEachRow',
    });
    const taken = await long.json<{ value: string }>();
    expect(taken.map(({ value }) => Number(value))).toEqual(Array.from({ length: rows }, (_, row) => row));
    const { stream } = await analytics.client.exec({ query: "select unhex('00ff0a80') format RawBLOB" });
    const bytes: Buffer[] = [];
    for await (const piece of stream) bytes.push(piece as Buffer);
    expect(Buffer.concat(bytes)).toEqual(Buffer.from([0, 255, 10, 128]));
  });
});

describe('facts', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => await database.drop());

  it('of an empty network wake nobody; loaded by an engine that is killed again and again, each counts once', async () => {
    const { pool, db } = database;
    await (await open()).close();
    const analytics = await open();
    const loader = new FactLoader({ pool, analytics });
    const clock = () => new Date(NOON);
    expect(await loader.load()).toBe(0);
    expect(await loader.buildRollups()).toBe(0);
    expect(await loader.countReach(clock)).toBe(false);
    await loader.followZones();
    await loader.tidyRollups();
    await loader.forgetPageViews('2026-11-01');
    expect(analytics.apart?.rests).toBe(true);

    const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
    const world = await makeWorld(db, {
      advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns }],
      widgetsOfPublishers: [1],
    });
    const of = { adSetId: world.adSets[0]?.id ?? 0, widgetId: world.widgets[0]?.id ?? 0 };
    const kill = () => signal(analytics, 'SIGKILL');
    const insert = analytics.insertBlock;
    /** When it dies over what is loaded: before, meanwhile (as far as it happens to be), when it is stored, and when nothing runs. */
    const deaths: readonly ((block: Parameters<typeof insert>[0]) => Promise<void>)[] = [
      async (block) => {
        kill();
        await insert(block);
      },
      ...[2, 8].map((afterMs) => async (block: Parameters<typeof insert>[0]) => {
        setTimeout(kill, afterMs);
        await insert(block);
      }),
      async (block) => {
        await insert(block);
        kill();
        throw new Error('the server did not learn of it');
      },
      async (block) => {
        await insert(block);
        kill();
      },
    ];
    let spoolOffset = 0;
    for (const [batch, dying] of deaths.entries()) {
      const at = NOON + batch * 900_000;
      const events = Array.from({ length: 20 }, (_, n) => {
        const times = { decidedAtMs: at + n, eventAtMs: at + n + 2_000, priceMicros: 2_000_500 };
        const event = { shard: 0, sequence: batch * 20 + n, ...times, ...of };
        return [
          { ...event, kind: 'impression' as const },
          { ...event, kind: 'viewable' as const },
        ];
      }).flat();
      const body = bodyOf(events);
      const sent = { shard: 0, spoolOffset, body, recordCount: events.length };
      spoolOffset += body.length;
      await shipBatch(pool, { ...sent, receivedAt: new Date(at) });
      await settleAvailable({ pool, clock: () => new Date(at) });
      const inserting = vi.spyOn(analytics, 'insertBlock').mockImplementationOnce(dying);
      await loader.load().catch(() => undefined);
      await vi.waitFor(() => expect(gone).toHaveLength(batch + 1), SOON);
      inserting.mockRestore();
      const known = rollupsOf(analytics);
      await loader.load();
      // What it was told and did not answer, it may have stored: all that is known of it is read anew.
      expect(rollupsOf(analytics)).not.toBe(known);
    }
    const compared = await compareLedgerAndReports({ pool, analytics, loader });
    expect(agrees(compared)).toBe(true);
    const impressions = 'select toString(sum(impressions)) as value from placard_fact_by_advertiser';
    expect(await ask(analytics, impressions)).toBe('100');
  });
});
