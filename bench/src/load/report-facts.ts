import { randomUUID } from 'node:crypto';
import { DEVICE_CODES } from '@placard/contract/wire/decision-token';
import {
  FACT_SUMS,
  type FactSum,
  ROW_COUNTED,
  ROW_FILTERED,
  ROW_REQUESTED,
} from '@placard/domain/analytics/facts';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { copying } from '../../../apps/server/src/analytics/engine-caller.ts';
import { FACT_COLUMNS, FACT_TABLES } from '../../../apps/server/src/analytics/fact-tables.ts';
import type { Analytics } from '../../../apps/server/src/analytics/open-analytics.ts';
import { countFacts, RollupBuilder } from '../../../apps/server/src/analytics/rollup-builder.ts';
import {
  ROLLED_UP_FROM,
  type RolledUpFrom,
  type RollupScope,
} from '../../../apps/server/src/analytics/rollup-sets.ts';
import { type RollupState, RollupStates } from '../../../apps/server/src/analytics/rollup-state.ts';

/** Days that facts are made for, the last one included. */
export const FACT_DAYS = 400;
export const LAST_FACT_DAY = '2026-11-20';
/** Events of a fact, as a busy network's facts have them. */
const EVENTS_PER_FACT = 1.4;
const ADVERTISERS = 300;
const PUBLISHERS = 200;
const FIRST_PUBLISHER = 1_001;

/** Accounts with the most, the middle and the least traffic. */
export const SIZES = ['largest', 'median', 'small'] as const;
export type Size = (typeof SIZES)[number];
export const ADVERTISER_OF: Readonly<Record<Size, number>> = {
  largest: 1,
  median: ADVERTISERS / 2,
  small: ADVERTISERS,
};
export const PUBLISHER_OF: Readonly<Record<Size, number>> = {
  largest: FIRST_PUBLISHER,
  median: FIRST_PUBLISHER + PUBLISHERS / 2,
  small: FIRST_PUBLISHER + PUBLISHERS - 1,
};
/** Zones of the accounts, in turn by their ids. The last one changes its clocks by half an hour. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];

export function zoneOfAccount(id: number): string {
  return ZONES[id % ZONES.length] ?? 'UTC';
}

/** An even number from 0 to 1, another for each row and purpose, the same each time. */
function chance(purpose: string): string {
  return `(cityHash64(number, '${purpose}') / 18446744073709551616.)`;
}

/** A few have most: the first of 300 has 15 %, the one in the middle 0.2 %. */
function skewed(purpose: string, length: number): string {
  return `least(${length - 1}, toUInt32(floor(${length} * pow(${chance(purpose)}, 3))))`;
}

function oneOf(values: readonly (string | number)[], purpose: string): string {
  const list = values.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(', ');
  return `[${list}][1 + ${skewed(purpose, values.length)}]`;
}

const COUNTRIES = 'US DE GB FR IN BR JP ES IT PL NL SE CA AU MX KR TR AR CO ZA ID PH TH VN MY SG BE AT CH PT '
  .concat('DK NO FI IE CZ HU RO GR UA IL AE SA EG MA KE NG PK BD LK NZ CL PE EC UY CR PA DO GT HR SI')
  .split(' ');
const LANGUAGES = 'en de es fr pt ja it pl nl sv hi ko tr id th vi ar he uk cs'.split(' ');
const SIZES_PX = ['300x250', '728x90', '160x600', '320x50', '970x250', '300x600', '336x280', '320x100'];
const codes = (of: Readonly<Record<string, number>>) => Object.values(of);

const COUNTED = `kind = ${ROW_COUNTED}`;
const FILTERED = `kind = ${ROW_FILTERED}`;
const REQUESTED = `kind = ${ROW_REQUESTED}`;

/** A few views have more than one event of a kind in their quarter of an hour. */
const SHOWN = `if(${chance('many')} < 0.1, 3, 1)`;
const SEEN = `if(${chance('viewable')} < 0.4, 1, 0)`;
const CLICKED = `if(${chance('click')} < 0.006, 1, 0)`;
const CHARGED = `if(viewables > 0, 1200 + campaign_id % 900, 0) + if(clicks > 0, 250000, 0)`;

const SUMS: Partial<Record<FactSum, string>> = {
  requests: `if(${REQUESTED}, 1 + cityHash64(number, 'requests') % 4, 0)`,
  filled: `if(${REQUESTED} and code = ${TALLY_OUTCOMES.filled}, requests, 0)`,
  impressions: `if(${COUNTED}, ${SHOWN}, 0)`,
  filtered_impressions: `if(${FILTERED}, ${SHOWN}, 0)`,
  viewables: `if(${COUNTED}, ${SEEN}, 0)`,
  filtered_viewables: `if(${FILTERED}, ${SEEN}, 0)`,
  clicks: `if(${COUNTED}, ${CLICKED}, 0)`,
  filtered_clicks: `if(${FILTERED}, ${CLICKED}, 0)`,
  charged_micros: `if(${COUNTED}, ${CHARGED}, 0)`,
  publisher_micros: 'intDiv(charged_micros * 7, 10)',
  network_micros: 'charged_micros - publisher_micros',
  over_delivered: `if(${COUNTED} and ${chance('over')} < 0.004, 1, 0)`,
  over_delivered_micros: 'over_delivered * 900',
  visits: 'clicks',
  conversions: `if(clicks > 0 and ${chance('bought')} < 0.1, 1, 0)`,
  conversion_value_micros: 'conversions * 24900000',
};

/** Each column of a fact by SQL over `number`; later ones use those before. */
function expressions(rows: number, firstSecond: number): Record<string, string> {
  const quarters = FACT_DAYS * 96;
  const chosen = {
    kind: `multiIf(${chance('kind')} < 0.8, ${ROW_COUNTED}, ${chance('kind')} < 0.88, ${ROW_FILTERED}, ${ROW_REQUESTED})`,
    // Settlements come in the order of time; what is late lies a few quarters back.
    bucket: `toDateTime(${firstSecond} + 900 * greatest(0, toInt64(floor(number * ${quarters / rows}) - ${skewed('late', 3)})), 'UTC')`,
    shown: `1 + ${skewed('advertiser', ADVERTISERS)}`,
    advertiser_id: `if(${REQUESTED}, 0, shown)`,
    campaign_id: `if(${REQUESTED}, 0, shown * 10 + ${skewed('campaign', 5)})`,
    ad_set_id: `if(${REQUESTED}, 0, campaign_id * 10 + cityHash64(number, 'adset') % 3)`,
    creative_id: `if(${REQUESTED}, 0, ad_set_id * 10 + cityHash64(number, 'creative') % 2)`,
    publisher_id: `${FIRST_PUBLISHER} + ${skewed('publisher', PUBLISHERS)}`,
    website_id: `publisher_id * 10 + ${skewed('website', 3)}`,
    widget_id: `website_id * 10 + cityHash64(number, 'widget') % 4`,
    country: oneOf(COUNTRIES, 'country'),
    language: oneOf(LANGUAGES, 'language'),
    device: oneOf(codes(DEVICE_CODES), 'device'),
    size: oneOf(SIZES_PX, 'size'),
    width: "toUInt16(splitByChar('x', size)[1])",
    height: "toUInt16(splitByChar('x', size)[2])",
    code: `multiIf(${FILTERED}, ${oneOf(
      Object.values(FILTER_REASONS).map(({ code }) => code),
      'reason',
    )}, ${REQUESTED}, ${oneOf(codes(TALLY_OUTCOMES), 'outcome')}, 0)`,
    day: `multiIf(${ZONES.map((zone, index) => `advertiser_id % ${ZONES.length} = ${index}, toDate(bucket, '${zone}')`).join(', ')}, toDate(bucket, 'UTC'))`,
  };
  return { ...chosen, ...Object.fromEntries(FACT_SUMS.map((sum) => [sum, SUMS[sum] ?? '0'])) };
}

const ROWS_AT_ONCE = 2_000_000;
export const NETWORK_ZONE = 'Europe/Berlin';

/** Owners of made facts, their rollups still to be built. */
export function madeOwners(): RollupState[] {
  const owner = (scope: RollupScope, id: number): RollupState => ({
    scope,
    owner: id,
    epoch: 1,
    timeZone: scope === 'network' ? NETWORK_ZONE : zoneOfAccount(id),
    builtTo: 0,
  });
  return [
    ...Array.from({ length: ADVERTISERS }, (_, index) => owner('advertiser', 1 + index)),
    ...Array.from({ length: PUBLISHERS }, (_, index) => owner('publisher', FIRST_PUBLISHER + index)),
    owner('network', 0),
  ];
}

/** Builds the rollups of these owners as the worker does where a store has none. */
export async function buildAll(
  analytics: Pick<Analytics, 'client' | 'rollups'>,
  owners: readonly RollupState[],
  rolledUpFrom: RolledUpFrom = ROLLED_UP_FROM,
): Promise<void> {
  const { client } = analytics;
  const states = await RollupStates.load(client, rolledUpFrom);
  await states.save(owners.map((one) => ({ ...one, builtTo: 0 })));
  await countFacts({ client }, states);
  const builder = new RollupBuilder(client);
  while (await builder.step(states));
  // As the worker's loader does: what it knew before was of other owners.
  analytics.rollups = states;
}

/** Makes the facts of about so many events inside ClickHouse. @returns events, as the facts count them. */
export async function makeFacts({ client }: Pick<Analytics, 'client'>, events: number): Promise<number> {
  const rows = Math.round(events / EVENTS_PER_FACT);
  const firstSecond = Date.parse(`${LAST_FACT_DAY}T00:00:00Z`) / 1000 - (FACT_DAYS - 1) * 86_400;
  const named = Object.entries(expressions(rows, firstSecond)).map(([name, text]) => `${text} as ${name}`);
  for (const table of Object.values(FACT_TABLES)) {
    // Once at the end, instead of some rows three times: `bytesOfTables`.
    await client.command({ query: `system stop merges ${table}` });
    for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, rows - from);
      await client.command({
        query: `insert into ${table} (${FACT_COLUMNS.join(', ')})
                with ${named.join(', ')}
                select ${FACT_COLUMNS.join(', ')} from numbers(${from}, ${count})`,
        clickhouse_settings: {
          // The engine keeps the last insert's token, and would drop this one as its repetition.
          insert_deduplication_token: randomUUID(),
          // As the loader: looking for equal rows took two thirds of an insert, and merges do it.
          optimize_on_insert: 0,
        },
      });
    }
  }
  const [counted] = await rowsOf<{ n: string }>(
    client,
    `select toString(sum(impressions + viewables + clicks + filtered_impressions + filtered_viewables + filtered_clicks)) as n
       from ${FACT_TABLES.byAdvertiser}`,
  );
  return Number(counted?.n ?? 0);
}

/** Bytes of all tables once their parts are merged as they are after a while. */
export async function bytesOfTables(
  analytics: Pick<Analytics, 'client'>,
): Promise<Readonly<Record<string, number>>> {
  const { client } = analytics;
  const parts = await rowsOf<{ table: string; partition: string }>(
    client,
    `select distinct table, partition_id as partition from system.parts where active and database = currentDatabase()`,
  );
  const facts = new Set<string>(Object.values(FACT_TABLES));
  const ofFacts = parts.filter(({ table }) => facts.has(table));
  for (const table of facts) await client.command({ query: `system start merges ${table}` });
  // Over two connections: one processor each.
  await Promise.all([
    copying(async () => await merge(client, ofFacts)),
    merge(
      client,
      parts.filter((part) => !ofFacts.includes(part)),
    ),
  ]);
  const rows = await rowsOf<{ table: string; bytes: string }>(
    client,
    `select table, toString(sum(bytes_on_disk)) as bytes from system.parts
      where active and database = currentDatabase() group by table`,
  );
  return Object.fromEntries(rows.map(({ table, bytes }) => [table, Number(bytes)]));
}

async function rowsOf<Row>(client: Analytics['client'], query: string): Promise<Row[]> {
  return await (await client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

async function merge(
  client: Analytics['client'],
  parts: readonly { readonly table: string; readonly partition: string }[],
): Promise<void> {
  for (const { table, partition } of parts) {
    await client.command({
      query: `optimize table ${table} partition id '${partition}' final`,
      // What is one part already is as it will be.
      clickhouse_settings: { optimize_skip_merged_partitions: 1 },
    });
  }
}
