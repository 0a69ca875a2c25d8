import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import { ROW_COUNTED, ROW_REQUESTED } from '@placard/domain/analytics/facts';
import type { Supply, SupplyWidget } from '@placard/domain/reach/estimate';
import { DAY_MS, QUARTER_HOUR_MS } from '@placard/domain/time-zone';
import { FACT_TABLES } from './fact-tables.ts';
import type { Analytics } from './open-analytics.ts';

type Client = Pick<Analytics, 'client'>['client'];

/** The whole network's requests within UTC days [fromMs, untilMs), without names of anybody. */
export async function readSupply(
  { client }: Pick<Analytics, 'client'>,
  fromMs: number,
  untilMs: number,
  widgetsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, SupplyWidget>>,
): Promise<Supply> {
  const params = { from: fromMs / 1_000, until: untilMs / 1_000 };
  const [cells, quarters, [counted]] = await Promise.all([
    read<Cell>(client, CELLS, params),
    read<Quarter>(client, QUARTERS, params),
    read<Counted>(client, COUNTED, params),
  ]);
  const first = Math.min(...quarters.map((row) => Number(row.at) * 1_000));
  const startMs = quarters.length === 0 ? untilMs : Math.floor(first / DAY_MS) * DAY_MS;
  const widgets = await widgetsOf([...new Set(cells.map((row) => row.widget_id))]);
  return {
    fromMs: startMs,
    untilMs,
    cells: cells.flatMap((row) => {
      const widget = widgets.get(row.widget_id);
      const { country } = row;
      return widget === undefined
        ? []
        : [{ widget, country, device: DEVICES[row.device] ?? null, requests: Number(row.n) }];
    }),
    quarters: quartersOf(quarters, startMs, untilMs),
    counted: {
      impressions: Number(counted?.impressions ?? 0),
      viewables: Number(counted?.viewables ?? 0),
      clicks: Number(counted?.clicks ?? 0),
    },
  };
}

const DEVICES: readonly (string | null)[] = (() => {
  const names: (string | null)[] = [];
  for (const [name, code] of Object.entries(DEVICE_CODES)) names[code] = name === 'unknown' ? null : name;
  return names;
})();

type Cell = { widget_id: number; country: string; device: number; n: string };
type Quarter = { country: string; at: string; n: string };
type Counted = { impressions: string; viewables: string; clicks: string };

const WITHIN = 'bucket >= {from:DateTime} and bucket < {until:DateTime}';
const REQUESTED = `from ${FACT_TABLES.byPublisher} where kind = ${ROW_REQUESTED} and ${WITHIN}`;
const CELLS = `select widget_id, toString(country) as country, device, toString(sum(requests)) as n
                 ${REQUESTED} group by widget_id, country, device`;
const QUARTERS = `select toString(country) as country, toString(toUnixTimestamp(bucket)) as at, toString(sum(requests)) as n
                    ${REQUESTED} group by country, at`;
const COUNTED = `select toString(sum(impressions)) as impressions, toString(sum(viewables)) as viewables,
                        toString(sum(clicks)) as clicks
                   from ${FACT_TABLES.byPublisher} where kind = ${ROW_COUNTED} and ${WITHIN}`;

function quartersOf(rows: readonly Quarter[], fromMs: number, untilMs: number): Map<string, Float64Array> {
  const count = Math.round((untilMs - fromMs) / QUARTER_HOUR_MS);
  const byCountry = new Map<string, Float64Array>();
  for (const { country, at, n } of rows) {
    const quarters = byCountry.get(country) ?? new Float64Array(count);
    byCountry.set(country, quarters);
    const place = (Number(at) * 1_000 - fromMs) / QUARTER_HOUR_MS;
    quarters[place] = (quarters[place] ?? 0) + Number(n);
  }
  return byCountry;
}

async function read<Row>(client: Client, query: string, params: Record<string, unknown>): Promise<Row[]> {
  const result = await client.query({ query, query_params: params, format: 'JSONEachRow' });
  return await result.json<Row>();
}
