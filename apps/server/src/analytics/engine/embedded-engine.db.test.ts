import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@clickhouse/client';
import { turnsDuring } from '@placard/db/testing/turns-during';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../http/error-encoding.ts';
import { countAt, readBinaryRows, rowCount, rowStarts } from '../binary-rows.ts';
import { besideReaders, building, readingFor } from '../engine-caller.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { openConnections } from './engine-connections.ts';
import { ENGINE_LIMITS, type EngineLimits } from './engine-limits.ts';

let folder: string;
let client: ReturnType<typeof createClient>;

const LIMITS = { ...ENGINE_LIMITS, waitingOfAKey: 3, waitingInAll: 3 };
/** As long as nothing that is asked beside it takes, and costs nothing. */
const LONG = 'select sleep(1.5) as value';

const openEngine = async (limits: EngineLimits) =>
  new EmbeddedEngine(await openConnections(folder, limits), limits);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-engine-'));
  client = createClient({ connection: await openEngine(LIMITS) });
});
afterAll(async () => {
  await client.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(query: string, query_params: Record<string, unknown> = {}): Promise<unknown> {
  const result = await client.query({ query, query_params, format: 'JSONEachRow' });
  return (await result.json<{ value: unknown }>())[0]?.value;
}

/** In which order they are answered. */
async function order(asked: Readonly<Record<string, () => Promise<unknown>>>): Promise<string[]> {
  const done: string[] = [];
  await Promise.all(Object.entries(asked).map(async ([name, ask]) => done.push((await ask()) ? name : name)));
  return done;
}

describe('the embedded engine', () => {
  it('answers a report while a load and the reports of another account run', async () => {
    const report = async () => await ask('select {n:UInt32} as value', { n: 1 });
    expect(
      await order({
        load: async () => await client.command({ query: LONG }),
        'what the loader asks, after its load': async () => await besideReaders(report),
        'two long ones of an account': async () =>
          await readingFor('account 1', async () => await Promise.all([ask(LONG), ask(LONG)])),
        'a short one of the same account': async () => await readingFor('account 1', report),
        'one of another account': async () => await readingFor('account 2', report),
      }),
    ).toEqual([
      'one of another account',
      expect.anything(),
      expect.anything(),
      expect.anything(),
      expect.anything(),
    ]);
  });

  it('answers what a builder asks while a load runs, one after the other', async () => {
    const asked = async () => await ask('select 1 as value');
    expect(
      await order({
        load: async () => await client.command({ query: LONG }),
        builder: async () => await building(asked),
      }),
    ).toEqual(['builder', 'load']);
    expect(
      await order({
        load: async () => await besideReaders(asked),
        'its sum': async () => await building(async () => await client.command({ query: LONG })),
        'what it asks after it': async () => await building(asked),
      }),
    ).toEqual(['load', 'its sum', 'what it asks after it']);
  });

  it('answers in bytes what a reader asks while a load runs, and writes what brings values along after it', async () => {
    const inBytes = async () => {
      const rows = await readBinaryRows({ client }, 8, 'select number * {n:UInt64} from numbers(3)', {
        n: 5_000_000_000,
      });
      return [...rowStarts(rows)].map((at) => countAt(rows.bytes, at));
    };
    expect(
      await order({
        load: async () => await client.command({ query: LONG }),
        'what the loader asks': async () => await besideReaders(inBytes),
        reader: inBytes,
      }),
    ).toEqual(['reader', 'load', 'what the loader asks']);
    expect(await inBytes()).toEqual([0, 5_000_000_000, 10_000_000_000]);
    const wrong = readBinaryRows({ client }, 7, 'select number from numbers(1)');
    await expect(wrong).rejects.toThrow('8 bytes are no whole rows of 7');
    expect(rowCount(await readBinaryRows({ client }, 8, 'select number from numbers(0)'))).toBe(0);
  });

  it('lets others have their turn while a long answer is taken in', async () => {
    const rows = 20_000;
    let taken: { value: string }[] = [];
    const query = `select leftPad(toString(number), 50, '0') as value from numbers(${rows})`;
    const result = await client.query({ query, format: 'JSONEachRow' });
    const turns = await turnsDuring(async () => {
      taken = await result.json<{ value: string }>();
    });
    // More than a megabyte, in pieces of a quarter of one that end within a row.
    expect(turns).toBeGreaterThanOrEqual(4);
    expect(taken.map(({ value }) => Number(value))).toEqual(Array.from({ length: rows }, (_, row) => row));
  });

  it('notes no conditions, whoever asks: what matched nothing once is looked at again', async () => {
    const setting = async () =>
      await ask("select value from system.settings where name = 'use_query_condition_cache'");
    expect([await setting(), await besideReaders(setting), await building(setting)]).toEqual(['0', '0', '0']);
  });

  it('lets as many wait as it says and refuses the next as busy', async () => {
    const asked = Array.from(
      { length: LIMITS.readers + LIMITS.waitingInAll + 1 },
      async (_, account) =>
        await readingFor(`account ${account}`, async () => await ask('select 1 as value')),
    );
    const outcomes = await Promise.allSettled(asked);
    const [refused, ...others] = outcomes.filter((one) => one.status === 'rejected');
    expect(others).toEqual([]);
    expect(refusalOf(refused?.reason)?.code).toBe('unavailable');
  });

  it('gives up a question that takes too long, and none of the loader’s', async () => {
    const hasty = createClient({
      connection: await openEngine({ ...LIMITS, longestAnswerSeconds: 0.2 }),
    });
    try {
      const query =
        'select toString(sum(sleepEachRow(0.1))) as value from numbers(5) settings max_block_size = 1';
      const askHastily = async () => (await hasty.query({ query, format: 'JSONEachRow' })).text();
      const refused = await askHastily().catch((cause: unknown) => cause);
      expect(refusalOf(refused)?.code).toBe('unavailable');
      expect(await besideReaders(askHastily)).toBe('{"value":"0"}\n');
    } finally {
      await hasty.close();
    }
  });

  it('takes a value for nothing but a value', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom("'", '\\', '{n:UInt32}', '\0', '\n', '--', '/*', ';', 'a'))
        .map((all) => all.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.nat(), async (value, n) => {
        expect(await ask('select concat({value:String}, toString({n:UInt32})) as value', { value, n })).toBe(
          `${value}${n}`,
        );
      }),
      { numRuns: 60, seed: 7 },
    );
    const lists = { ids: [3, 4], names: ["it's", '\\'], days: ['2026-01-02'], none: [] as number[] };
    expect(
      await ask(
        `select toString(({ids:Array(UInt32)}, {names:Array(String)}, {days:Array(Date)}, {none:Array(UInt32)},
                          {at:DateTime('UTC')})) as value`,
        { ...lists, at: 1_790_000_000 },
      ),
    ).toBe(`([3,4],['it\\'s','\\\\'],['2026-01-02'],[],'2026-09-21 14:13:20')`);
    await expect(ask('select {missing:UInt32} as value')).rejects.toThrow('missing');
    for (const value of [null, { a: 1 }, Number.NaN, undefined])
      await expect(ask('select {value:String} as value', { value })).rejects.toThrow(TypeError);
  });
});
