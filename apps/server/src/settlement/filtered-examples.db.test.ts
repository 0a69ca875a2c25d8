import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { EXAMPLE_EVERY_MS, TRAFFIC_KIND_CODES } from '@placard/domain/traffic/event-sample';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PARKING_MS } from './parked-events.ts';
import { Settler } from './settler.ts';
import { CollectedWorld, NOON } from './testing/collected-world.ts';
import { bodyOf } from './testing/world.ts';

const REASON = FILTER_REASONS;
const KIND = TRAFFIC_KIND_CODES;

let at: CollectedWorld;
let settler: Settler;
beforeEach(async () => {
  at = await CollectedWorld.make();
  settler = new Settler({ clock: () => new Date(at.now) });
});
afterEach(async () => {
  await at.end();
});

async function examples(): Promise<object[]> {
  const rows = await at.database.db.selectFrom('traffic_sample').selectAll().orderBy('id').execute();
  return rows.map(({ id: _, ...row }) => row);
}
const found = async () =>
  (await examples()).map((row) => ('kind' in row && 'reason' in row ? [row.kind, row.reason] : []));

const impression = (sequence: number) =>
  bodyOf([{ ...at.decision(sequence), kind: 'impression', eventAtMs: NOON + 100 }]);
const click = (sequence: number, afterMs = 2_000) =>
  bodyOf([{ ...at.decision(sequence), kind: 'click', eventAtMs: NOON + afterMs }]);

it('of each reason one is kept as the record has it: no network, browser or page, and counted in no estimate', async () => {
  await at.ship([at.clicked(0), impression(0), impression(0), click(0)]);
  await at.settle(settler);
  expect(await examples()).toEqual([
    {
      ...{ at: new Date(NOON + 100), shard: 0, kind: KIND.impression, reason: REASON.repeated.code },
      ...{ weight: 0, widget_id: at.widget().id, website_id: 0, country: 'DE', charge_micros: 0n },
      ...{ network: '', user_agent: '', page_host: '' },
    },
  ]);
});

it('of a conversion one is kept as its click has it, beside that of an event', async () => {
  const told = at.call('conversion', { sequence: 0, atMs: NOON + 70_007 });
  await at.ship([at.clicked(0), told, told, impression(0)], 3);
  await at.settle(settler);
  expect(await examples()).toMatchObject([
    { at: new Date(NOON + 100), shard: 0, kind: KIND.impression, reason: REASON.repeated.code },
    {
      ...{ at: new Date(NOON + 70_007), shard: 0, kind: KIND.conversion, reason: REASON.repeated.code },
      ...{ weight: 0, widget_id: at.widget().id, website_id: 0, country: 'DE', charge_micros: 0n },
      ...{ network: '', user_agent: '', page_host: '' },
    },
  ]);
});

it('every reason that settlement judges has one, those of the ad servers have none here', async () => {
  const oneViewer = Array.from({ length: 30 }, (_, index) => index + 10);
  await at.ship([
    at.clicked(0),
    click(0),
    impression(1),
    click(1, 20),
    click(2),
    bodyOf([{ ...at.decision(3), kind: 'click', eventAtMs: NOON + 2_000, reason: REASON.bot.code }]),
    bodyOf(
      oneViewer.flatMap((sequence) => [
        { ...at.decision(sequence), viewer: 9, kind: 'impression' as const, eventAtMs: NOON + 100 },
        { ...at.decision(sequence), viewer: 9, kind: 'click' as const, eventAtMs: NOON + 2_000 + sequence },
      ]),
    ),
    at.call('conversion', { sequence: 0 }),
    at.call('conversion', { sequence: 0 }),
    at.call('conversion', { sequence: 1 }),
    at.call('conversion', { sequence: 0, atMs: NOON + 31 * 86_400_000, orderId: 'late' }),
    at.call('conversion', { sequence: 0, orderId: 'bot', reason: REASON.bot.code }),
  ]);
  await at.settle(settler);
  at.now += PARKING_MS;
  await at.settle(settler);
  expect(await found()).toEqual([
    [KIND.click, REASON.repeated.code],
    [KIND.click, REASON.too_fast.code],
    [KIND.click, REASON.rate_limit.code],
    [KIND.conversion, REASON.repeated.code],
    [KIND.conversion, REASON.click_not_counted.code],
    [KIND.conversion, REASON.late_conversion.code],
    [KIND.click, REASON.no_impression.code],
  ]);
});

it('another is kept a minute later, not sooner', async () => {
  await at.ship([impression(0), impression(0)]);
  await at.settle(settler);
  at.now += EXAMPLE_EVERY_MS - 1;
  await at.ship([impression(0)]);
  await at.settle(settler);
  expect(await examples()).toHaveLength(1);
  at.now += 1;
  await at.ship([impression(0)]);
  await at.settle(settler);
  expect(await examples()).toHaveLength(2);
});

it('a transaction that fails leaves none, and the one that does its work again leaves it once', async () => {
  await at.ship([impression(0), impression(0)]);
  const { pool } = at.database;
  await pool.query('alter table settlement_checkpoint add constraint falls_over check (shard > 0)');
  await expect(at.settle(settler)).rejects.toThrow('falls_over');
  expect(await examples()).toEqual([]);
  await pool.query('alter table settlement_checkpoint drop constraint falls_over');
  await at.settle(settler);
  await at.settle(settler);
  expect(await examples()).toHaveLength(1);
});
