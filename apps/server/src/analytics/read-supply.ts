import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { ROW_COUNTED, ROW_REQUESTED } from '@placard/domain/analytics/facts';
import type { Supply, SupplyCells, SupplyWidget } from '@placard/domain/reach/supply';
import { DAY_MS, QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import { eachInBreaths } from '../fairness/breather.ts';
import { type BinaryRows, countAt, readBinaryRows, rowCount, rowStarts } from './binary-rows.ts';
import { FACT_TABLES } from './fact-tables.ts';
import type { Analytics } from './open-analytics.ts';

/** What a row takes, of a breather's steps. */
const STEPS_A_ROW = 1 / 50;

/** The whole network's requests within UTC days [fromMs, untilMs), without names of anybody. */
export async function readSupply(
  analytics: Pick<Analytics, 'client'>,
  fromMs: number,
  untilMs: number,
  widgetsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, SupplyWidget>>,
): Promise<Supply> {
  const params = { from: fromMs / 1_000, until: untilMs / 1_000 };
  const [cells, quarters, counted] = await Promise.all([
    readBinaryRows(analytics, CELL_BYTES, CELLS, params),
    readBinaryRows(analytics, QUARTER_BYTES, QUARTERS, params),
    readBinaryRows(analytics, COUNTED_BYTES, COUNTED, params),
  ]);
  const first = await firstQuarterMs(quarters);
  const startMs = first === null ? untilMs : Math.floor(first / DAY_MS) * DAY_MS;
  return {
    fromMs: startMs,
    untilMs,
    cells: await cellsOf(cells, widgetsOf),
    quarters: await quartersOf(quarters, startMs, untilMs),
    counted: {
      impressions: countAt(counted.bytes, 0),
      viewables: countAt(counted.bytes, 8),
      clicks: countAt(counted.bytes, 16),
    },
  };
}

const DEVICES: readonly (string | null)[] = (() => {
  const names: (string | null)[] = [];
  for (const [name, code] of Object.entries(DEVICE_CODES)) names[code] = name === 'unknown' ? null : name;
  return names;
})();
const DEVICE_UNKNOWN = DEVICE_CODES.unknown;

const WITHIN = 'bucket >= {from:DateTime} and bucket < {until:DateTime}';
const REQUESTED = `from ${FACT_TABLES.byPublisher} where kind = ${ROW_REQUESTED} and ${WITHIN}`;
/** Two letters; two zeros where it is unknown. */
const LETTERS = 'toFixedString(toString(country), 2)';
const CELLS = `select widget_id, ${LETTERS} as letters, device, sum(requests) ${REQUESTED} group by widget_id, letters, device`;
const CELL_BYTES = 4 + 2 + 1 + 8;
const QUARTERS = `select ${LETTERS} as letters, toUnixTimestamp(bucket) as at, sum(requests) ${REQUESTED} group by letters, at`;
const QUARTER_BYTES = 2 + 4 + 8;
const COUNTED = `select sum(impressions), sum(viewables), sum(clicks)
                   from ${FACT_TABLES.byPublisher} where kind = ${ROW_COUNTED} and ${WITHIN}`;
const COUNTED_BYTES = 3 * 8;

/** Countries in the order in which they come. */
class Countries {
  readonly names: string[] = [];
  readonly #places = new Map<number, number>();

  placeAt(bytes: Buffer, at: number): number {
    const letters = bytes.readUInt16LE(at);
    let place = this.#places.get(letters);
    if (place === undefined) {
      place = this.names.length;
      this.#places.set(letters, place);
      this.names.push(letters === 0 ? '' : bytes.toString('latin1', at, at + 2));
    }
    return place;
  }
}

/** Cells of widgets that may be filled now; of the others nobody is promised anything. */
async function cellsOf(
  rows: BinaryRows,
  widgetsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, SupplyWidget>>,
): Promise<SupplyCells> {
  const { bytes } = rows;
  const ids = new Set<number>();
  await eachInBreaths(rowStarts(rows), STEPS_A_ROW, (at) => void ids.add(bytes.readUInt32LE(at)));
  const known = await widgetsOf([...ids]);
  const widgets = [...known.values()];
  const places = new Map([...known.keys()].map((id, place) => [id, place]));
  const countries = new Countries();
  const count = rowCount(rows);
  const widgetOf = new Uint32Array(count);
  const countryOf = new Uint16Array(count);
  const deviceOf = new Uint8Array(count);
  const requests = new Float64Array(count);
  let cells = 0;
  await eachInBreaths(rowStarts(rows), STEPS_A_ROW, (at) => {
    const place = places.get(bytes.readUInt32LE(at));
    if (place === undefined) return;
    const device = bytes.readUInt8(at + 6);
    widgetOf[cells] = place;
    countryOf[cells] = countries.placeAt(bytes, at + 4);
    deviceOf[cells] = device < DEVICES.length ? device : DEVICE_UNKNOWN;
    requests[cells] = countAt(bytes, at + 7);
    cells += 1;
  });
  return {
    ...{ widgets, countries: countries.names, devices: DEVICES },
    widgetOf: widgetOf.subarray(0, cells),
    countryOf: countryOf.subarray(0, cells),
    deviceOf: deviceOf.subarray(0, cells),
    requests: requests.subarray(0, cells),
  };
}

async function firstQuarterMs(rows: BinaryRows): Promise<number | null> {
  let first = Number.POSITIVE_INFINITY;
  await eachInBreaths(rowStarts(rows), STEPS_A_ROW, (at) => {
    first = Math.min(first, rows.bytes.readUInt32LE(at + 2));
  });
  return rowCount(rows) === 0 ? null : first * 1_000;
}

async function quartersOf(
  rows: BinaryRows,
  fromMs: number,
  untilMs: number,
): Promise<Map<string, Float64Array>> {
  const { bytes } = rows;
  const length = Math.round((untilMs - fromMs) / QUARTER_HOUR_MS);
  const countries = new Countries();
  const ofCountries: Float64Array[] = [];
  await eachInBreaths(rowStarts(rows), STEPS_A_ROW, (at) => {
    const country = countries.placeAt(bytes, at);
    ofCountries[country] ??= new Float64Array(length);
    const quarters = ofCountries[country];
    const place = (bytes.readUInt32LE(at + 2) * 1_000 - fromMs) / QUARTER_HOUR_MS;
    quarters[place] = (quarters[place] ?? 0) + countAt(bytes, at + 6);
  });
  return new Map(ofCountries.map((quarters, country) => [countries.names[country] ?? '', quarters]));
}
