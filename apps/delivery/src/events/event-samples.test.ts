import { type DecisionPayload, TOKEN_FLAG_CPC } from '@placard/contract/wire/decision-token';
import { EVENT_KINDS } from '@placard/domain/event-kind';
import { TRAFFIC_KIND_CODES } from '@placard/domain/traffic/event-sample';
import type { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { EventSamples, type Sender } from './event-samples.ts';
import { reasonCodeOf } from './judge.ts';

const SENDER: Sender = {
  ...{ address: '203.0.113.7', userAgent: 'Browser/1', pageHost: 'news.example', country: 'DE' },
};
/** More than a stream keeps at once. */
const RUSH = 25;

type Row = Readonly<Record<string, unknown>>;

/** Samples, and what they write into the database; nothing is passed over by chance. */
function begin() {
  const written: Row[][] = [];
  const client = {
    query: async (_sql: string, [, rows]: readonly [number, string]) => void written.push(JSON.parse(rows)),
  } as unknown as Client;
  const samples = new EventSamples(() => 0, 1);
  const see = (
    nowMs: number,
    reason: 'bot' | 'prefetch' | null = null,
    sender: Sender = SENDER,
    decision: DecisionPayload | null = null,
  ) => samples.see('impression', { nowMs, reason, decision }, () => sender);
  const told = async (nowMs: number) => {
    await samples.tell(client, nowMs);
    return written.splice(0).flat();
  };
  return { samples, client, see, told };
}

const weights = (rows: readonly Row[]) => rows.map((row) => row.weight);

describe('samples of events', () => {
  test('are a few at once; the next one stands for those between', async () => {
    const { samples, see, told } = begin();
    for (let count = 0; count < RUSH; count += 1) see(0);
    for (let second = 0; second < 4; second += 1) samples.tick();
    see(1_000);
    expect(weights(await told(10_000))).toEqual([...Array.from({ length: 20 }, () => 1), RUSH - 20 + 1]);
  });

  test('have an example of each reason a minute beside them, which stands for nobody', async () => {
    const { see, told } = begin();
    for (let count = 0; count < RUSH; count += 1) see(0);
    await told(10_000);
    const begins = 100_000;
    for (const [nowMs, reason] of [
      ...[
        [begins, 'bot'] as const,
        [begins + 59_999, 'bot'] as const,
        [begins + 59_999, 'prefetch'] as const,
      ],
      ...[[begins + 60_000, 'bot'] as const, [begins + 60_000, null] as const],
      // The clock was set back.
      [begins, 'bot'] as const,
    ])
      see(nowMs, reason);
    const rows = await told(300_000);
    expect(rows.map((row) => [Date.parse(String(row.at)), row.reason, row.weight])).toEqual([
      [begins, reasonCodeOf('bot'), 0],
      [begins + 59_999, reasonCodeOf('prefetch'), 0],
      [begins + 60_000, reasonCodeOf('bot'), 0],
      [begins, reasonCodeOf('bot'), 0],
    ]);
  });

  test('that come while others are written are written after them', async () => {
    const { samples, see, told } = begin();
    see(0);
    const writing = Promise.withResolvers<void>();
    const slow = { query: async () => await writing.promise } as unknown as Client;
    const first = samples.tell(slow, 10_000);
    see(1);
    writing.resolve();
    await first;
    expect((await told(20_000)).map((row) => Date.parse(String(row.at)))).toEqual([1]);
    expect(await told(30_000)).toEqual([]);
  });

  test('of ads, page views and visits crowd out no others', async () => {
    const { samples, see, told } = begin();
    for (let count = 0; count < RUSH; count += 1) see(0);
    for (const kind of ['page_view', 'visit', 'conversion'] as const) {
      for (let count = 0; count < RUSH; count += 1) {
        samples.seeCollected({ nowMs: 0, reason: null }, { kind, websiteId: 4, widgetId: 5 }, () => SENDER);
      }
    }
    const rows = await told(10_000);
    const of = (kind: keyof typeof TRAFFIC_KIND_CODES) =>
      rows.filter((row) => row.kind === TRAFFIC_KIND_CODES[kind]).length;
    expect([of('impression'), of('page_view'), of('visit') + of('conversion')]).toEqual([20, 20, 20]);
    expect(rows.at(-1)).toMatchObject({ website_id: 4, widget_id: 5, charge_micros: 0 });
  });

  test('tell what an event costs, if nothing takes it away', async () => {
    const priced = (flags: number) => ({ flags, priceMicros: 1_999, widgetId: 3 }) as DecisionPayload;
    const costs = async (decision: DecisionPayload) => {
      const { samples, told } = begin();
      for (const kind of EVENT_KINDS) samples.see(kind, { nowMs: 0, reason: null, decision }, () => SENDER);
      return Object.fromEntries((await told(10_000)).map((row) => [row.kind, row.charge_micros]));
    };
    const { impression, viewable, click } = TRAFFIC_KIND_CODES;
    expect(await costs(priced(0))).toEqual({ [impression]: 0, [viewable]: 1, [click]: 0 });
    expect(await costs(priced(TOKEN_FLAG_CPC))).toEqual({ [impression]: 0, [viewable]: 0, [click]: 1_999 });
  });

  test('are coarse, short, and text that PostgreSQL takes', async () => {
    const { see, told } = begin();
    const long = 'x'.repeat(200);
    see(0, null, { ...SENDER, userAgent: long, pageHost: long });
    see(0, null, { ...SENDER, userAgent: 'a\0b', pageHost: 'half \ud800', address: '2001:db8:1:2::3' });
    see(0, null, { ...SENDER, address: 'unknown' });
    expect(await told(10_000)).toMatchObject([
      { network: '203.0.113.0/24', user_agent: 'x'.repeat(120), page_host: 'x'.repeat(100) },
      { network: '2001:db8:1:0:0:0:0:0/48', user_agent: 'ab', page_host: 'half \ufffd' },
      { network: '' },
    ]);
  });
});

describe('what waits to be written', () => {
  test('is five hundred at most, and what is given up is counted by a later one', async () => {
    const { samples, see, told } = begin();
    const seeOneMore = () => {
      for (let second = 0; second < 4; second += 1) samples.tick();
      see(0);
    };
    for (let count = 0; count < 503; count += 1) seeOneMore();
    see(0, 'bot');
    expect(weights(await told(10_000))).toEqual(Array.from({ length: 500 }, () => 1));
    seeOneMore();
    expect(weights(await told(20_000))).toEqual([5]);
  });

  test('is written every two seconds, also where the clock was set back, and waits where PostgreSQL takes nothing', async () => {
    const { see, told, samples } = begin();
    expect(await told(10_000)).toEqual([]);
    see(0);
    expect(await told(10_000)).toHaveLength(1);
    see(0);
    expect(await told(11_999)).toEqual([]);
    const away = { query: () => Promise.reject(new Error('away')) } as unknown as Client;
    await expect(samples.tell(away, 12_000)).rejects.toThrow('away');
    expect(await told(12_000)).toHaveLength(1);
    see(0);
    expect(await told(5_000)).toHaveLength(1);
  });
});
