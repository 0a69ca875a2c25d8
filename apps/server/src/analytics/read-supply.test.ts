import { Readable } from 'node:stream';
import { turnsDuring } from '@placard/db/testing/turns-during';
import type { SupplyWidget } from '@placard/domain/reach/supply';
import { expect, it } from 'vitest';
import type { Analytics } from './open-analytics.ts';
import { readSupply } from './read-supply.ts';

const DAY_MS = 86_400_000;
const UNTIL_MS = 20_000 * DAY_MS;
const FROM_MS = UNTIL_MS - 2 * DAY_MS;

type Cell = readonly [widgetId: number, country: string, device: number, requests: number];
type Quarter = readonly [country: string, atMs: number, requests: number];

function cellBytes([widgetId, country, device, requests]: Cell): Buffer {
  const bytes = Buffer.alloc(15);
  bytes.writeUInt32LE(widgetId, 0);
  bytes.write(country, 4, 'latin1');
  bytes.writeUInt8(device, 6);
  bytes.writeBigInt64LE(BigInt(requests), 7);
  return bytes;
}

function quarterBytes([country, atMs, requests]: Quarter): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.write(country, 0, 'latin1');
  bytes.writeUInt32LE(atMs / 1_000, 2);
  bytes.writeBigInt64LE(BigInt(requests), 6);
  return bytes;
}

/** Answers in pieces that end within a row, as a server does. */
function analyticsOf(cells: readonly Cell[], quarters: readonly Quarter[]): Pick<Analytics, 'client'> {
  const exec = async ({ query }: { readonly query: string }) => {
    const all = query.includes('widget_id')
      ? cells.map(cellBytes)
      : query.includes('letters')
        ? quarters.map(quarterBytes)
        : [Buffer.alloc(24, 1)];
    const bytes = Buffer.concat(all);
    return {
      stream: Readable.from([bytes.subarray(0, 4), bytes.subarray(4)].filter((one) => one.length > 0)),
    };
  };
  return { client: { exec } } as unknown as Pick<Analytics, 'client'>;
}

const widget = (widgetId: number): SupplyWidget => ({
  ...{ widgetId, websiteId: 1, type: 'banner', floorMicros: 0, sizes: [] },
});
const active = async (ids: readonly number[]) =>
  new Map(ids.filter((id) => id < 100).map((id) => [id, widget(id)]));

it('has each cell of widgets that may be filled, with what is unknown of it', async () => {
  const cells: Cell[] = [
    [7, 'DE', 2, 5],
    [700, 'DE', 2, 50],
    [9, '', 0, 4_294_967_300],
    // A device that a later release knows.
    [7, 'FR', 4, 1],
  ];
  const supply = await readSupply(analyticsOf(cells, []), FROM_MS, UNTIL_MS, active);
  const { widgets, countries, devices, widgetOf, countryOf, deviceOf, requests } = supply.cells;
  const told = [...requests].map((count, cell) => [
    widgets[widgetOf[cell] ?? -1]?.widgetId,
    countries[countryOf[cell] ?? -1],
    devices[deviceOf[cell] ?? -1],
    count,
  ]);
  expect(told).toEqual([
    [7, 'DE', 'mobile', 5],
    [9, '', null, 4_294_967_300],
    [7, 'FR', null, 1],
  ]);
  expect(supply.counted).toEqual({
    ...{ impressions: 72_340_172_838_076_670, viewables: 72_340_172_838_076_670 },
    clicks: 72_340_172_838_076_670,
  });
});

it('begins with the first day that has requests, and is empty where none has', async () => {
  const hourMs = 3_600_000;
  const quarters: Quarter[] = [
    ['DE', UNTIL_MS - DAY_MS + hourMs, 3],
    ['', UNTIL_MS - hourMs, 2],
    ['DE', UNTIL_MS - hourMs, 4],
  ];
  const supply = await readSupply(analyticsOf([], quarters), FROM_MS, UNTIL_MS, active);
  expect(supply.fromMs).toBe(UNTIL_MS - DAY_MS);
  expect(
    [...supply.quarters].map(([country, counts]) => [country, counts.length, counts[4], counts[92]]),
  ).toEqual([
    ['DE', 96, 3, 4],
    ['', 96, 0, 2],
  ]);
  const nothing = await readSupply(analyticsOf([], []), FROM_MS, UNTIL_MS, active);
  expect([nothing.fromMs, nothing.quarters.size, nothing.cells.requests.length]).toEqual([UNTIL_MS, 0, 0]);
});

it('lets others have their turn while it reads the cells of a large network', async () => {
  const cells = Array.from({ length: 410_000 }, (_, at): Cell => [1 + (at % 90), 'DE', 1, 1]);
  const analytics = analyticsOf(cells, []);
  const turns = await turnsDuring(async () => {
    const supply = await readSupply(analytics, FROM_MS, UNTIL_MS, active);
    expect(supply.cells.requests.length).toBe(410_000);
  });
  expect(turns).toBeGreaterThanOrEqual(8);
});
