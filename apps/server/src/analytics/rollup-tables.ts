import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { ROW_TRACKED } from '@placard/domain/analytics/facts';
import { codecOf } from './codecs.ts';
import {
  columnsOfScope,
  ROLLUP_COLUMNS,
  ROLLUP_SCOPES,
  ROLLUP_SETS,
  type RollupScope,
  STRETCH_BIT,
  stretchedParts,
  stretchSql,
} from './rollup-sets.ts';
import { STORED_SUMS, SUM_COLUMNS } from './stored-sums.ts';

export const ROLLUP_TABLES = {
  advertiser: 'placard_rollup_advertiser',
  publisher: 'placard_rollup_publisher',
  network: 'placard_rollup_network',
} as const satisfies Record<RollupScope, string>;
/** Which rollups hold all facts of their owner, in which zone: see rollup-state.ts. */
export const ROLLUP_STATE_TABLE = 'placard_rollup_state';

/** The column by whose value a fact belongs to an owner; the network's is number 0. */
export const OWNER_COLUMN = {
  advertiser: 'advertiser_id',
  publisher: 'publisher_id',
  network: 'toUInt32(0)',
} as const satisfies Record<RollupScope, string>;

const SUM_LIST = STORED_SUMS.join(', ');

export function rollupInsertColumns(scope: RollupScope): string {
  return ['owner', 'epoch', 'part', 'local_day', 'tracked', ...columnsOfScope(scope), SUM_LIST].join(', ');
}

/**
 * Facts summed by day and each set of the scope, one row for each group.
 * @param facts a selection of facts with owner, epoch, local_day and local_hour beside their own columns
 */
export function rolledUp(scope: RollupScope, facts: string): string {
  const columns = columnsOfScope(scope);
  const keys = ['owner', 'epoch', 'local_day', 'tracked'];
  const sets = ROLLUP_SETS[scope].map((set) => `(${[...keys, ...set].join(', ')})`);
  const sums = STORED_SUMS.map((sum) => `sum(${sum}) as ${sum}`);
  return `select owner, epoch, toUInt32(grouping(${columns.join(', ')})) as part, local_day, tracked,
                 ${columns.join(', ')}, ${sums.join(', ')}
            from (${facts}) group by grouping sets (${sets.join(', ')})`;
}

/** What `rolledUp` gives, and its rows once more in their stretches where the scope has some. */
export function rolledUpTwice(scope: RollupScope, facts: string): string {
  const parts = stretchedParts(scope);
  const rows = rolledUp(scope, facts);
  if (parts.length === 0) return rows;
  const places = `if(day_part in (${parts.join(', ')}),
    [(day_part, day), (toUInt32(day_part + ${STRETCH_BIT}), ${stretchSql('day')})], [(day_part, day)])`;
  const others = ['tracked', ...columnsOfScope(scope), ...STORED_SUMS].join(', ');
  return `select owner, epoch, place.1 as part, place.2 as local_day, ${others}
            from (select owner, epoch, part as day_part, local_day as day, ${others} from (${rows}))
           array join ${places} as place`;
}

/**
 * What the rows of stretches lack of the days of their sets: all of it where there are none, nothing where they have it. Taking away what was there
 * and summing anew comes to the same, but loads would wait for it.
 * @param of the days of some stretches
 */
export function lackingStretches(scope: RollupScope, of: string): string {
  const parts = stretchedParts(scope);
  const columns = columnsOfScope(scope);
  const keys = ['owner', 'epoch', 'day_part', 'first_day', 'tracked', ...columns].join(', ');
  const sums = STORED_SUMS.map((sum) => `sum(${sum})`);
  return `select owner, epoch, toUInt32(day_part + ${STRETCH_BIT}), first_day, tracked, ${columns.join(', ')}, ${sums.join(', ')}
            from (select *, part as day_part, ${stretchSql('local_day')} as first_day from ${ROLLUP_TABLES[scope]}
                   where part in (${parts.join(', ')}) and ${of}
                  union all
                  select * replace (${STORED_SUMS.map((sum) => `-${sum} as ${sum}`).join(', ')}),
                         toUInt32(part - ${STRETCH_BIT}) as day_part, local_day as first_day from ${ROLLUP_TABLES[scope]}
                   where part in (${parts.map((part) => part + STRETCH_BIT).join(', ')}) and ${of})
           group by ${keys} having ${sums.map((sum) => `${sum} != 0`).join(' or ')}`;
}

/** What `rolledUp` sums: facts of a table with their place in the scope's own time. */
export function placedFacts(
  scope: RollupScope,
  place: { readonly epoch: string; readonly day: string; readonly hour: string },
  from: string,
): string {
  const own = columnsOfScope(scope).filter((column) => column !== 'local_hour');
  return `select ${OWNER_COLUMN[scope]} as owner, ${place.epoch} as epoch, ${place.day} as local_day,
                 ${place.hour} as local_hour, kind = ${ROW_TRACKED} as tracked, ${own.join(', ')}, ${SUM_LIST}
            from ${from}`;
}

const KEY_TYPES = { owner: 'UInt32', epoch: 'UInt32', part: 'UInt32', local_day: 'Date', tracked: 'UInt8' };

function rollupDefinition(scope: RollupScope, creation: string): string {
  const columns = columnsOfScope(scope);
  const typed = columns.map(
    (column) => `${column} ${ROLLUP_COLUMNS[column]} ${codecOf(ROLLUP_COLUMNS[column])}`,
  );
  const keys = Object.entries(KEY_TYPES).map(([name, type]) => `${name} ${type} ${codecOf(type)}`);
  const first = ['owner', 'epoch', 'part', 'local_day'];
  const order = [...first, 'tracked', ...columns];
  // A day of the network has many granules: a country's are found among them.
  const primary = scope === 'network' ? order : first;
  // By year: a question of 400 days spends half of its time on opening parts where there is one for each month.
  return `${creation} ${ROLLUP_TABLES[scope]} (
      ${[...keys, ...typed, ...SUM_COLUMNS].join(', ')})
    engine = SummingMergeTree((${SUM_LIST}))
    partition by toYear(local_day) primary key (${primary.join(', ')})
    order by (${order.join(', ')})
    settings non_replicated_deduplication_window = 1000, fsync_after_insert = 1, index_granularity = 1024`;
}

/** Changes with what rollups are made of: those of another one are built anew. */
export const ROLLUP_LAYOUT = createHash('sha256')
  .update(ROLLUP_SCOPES.map((scope) => rollupDefinition(scope, '') + rolledUpTwice(scope, '')).join('\n'))
  .digest('hex')
  .slice(0, 16);

function stateDefinition(creation: string): string {
  return `${creation} ${ROLLUP_STATE_TABLE} (
      scope LowCardinality(String), owner UInt32, epoch UInt32, time_zone String, built_to UInt32,
      layout String, version UInt64)
    engine = ReplacingMergeTree(version) order by (scope, owner)
    settings fsync_after_insert = 1 comment '${ROLLUP_LAYOUT}'`;
}

/** Tables of rollups and of their state. */
/** Statements that make the rollups' tables, and that of what is known of them. */
export function rollupDefinitions(creation: string): string[] {
  return [...ROLLUP_SCOPES.map((scope) => rollupDefinition(scope, creation)), stateDefinition(creation)];
}

export async function haveRightRollups(client: ClickHouseClient): Promise<boolean> {
  const result = await client.query({
    query: `select comment from system.tables where database = currentDatabase() and name = '${ROLLUP_STATE_TABLE}'`,
    format: 'JSONEachRow',
  });
  const [row] = await result.json<{ comment: string }>();
  return row?.comment === ROLLUP_LAYOUT;
}
