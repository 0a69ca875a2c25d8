import { type Dimension, isDimension, sumsOf } from '@placard/domain/analytics/metrics';
import type { ReportSort } from '@placard/domain/analytics/report-question';
import { dayOfNumber } from '@placard/domain/time-zone';
import { dimensionSql } from './report-dimensions.ts';
import {
  conditionsOf,
  type FactSelection,
  orderOfMetric,
  type RowsQuery,
  type Source,
  type Statement,
  shownAsText,
  showTracked,
  sourceOf,
} from './report-sql.ts';
import {
  COLUMNS_OF_DIMENSION,
  columnsToldBy,
  MANY_RECORDS,
  type RollupColumn,
  STRETCH_DAYS,
} from './rollup-sets.ts';

/**
 * The rows of the network by date beside one of its records, of whom it has as many as a rollup has rows: read as they are stored,
 * they need not be grouped, and nothing but what they are sorted by is read of those that are not shown. Groups of which the store may have
 * several rows are summed as ever, and both halves put in one order:
 * - those of a day whose rows are in several parts, or in one that no merge has made, which alone hold a key once. Looked for among
 *   the days that have rows outside each partition's largest part,
 * - those of a record that its rows tell otherwise of, as of a creative in two ad sets. Stretches say which these are.
 * All of it is one statement, for which the engine takes one snapshot of the table: what a load or a merge changes meanwhile is not in it. Which
 * parts are the largest is no part of the snapshot; where they are others by now, all days are summed.
 * @returns `null` for questions of other kinds
 */
export function storedRowsStatement(selection: FactSelection, query: RowsQuery): Statement | null {
  const source = sourceOf(selection, query.by, null);
  const record = recordOf(selection, query, source);
  if (record === null) return null;
  const { where, params } = conditionsOf(selection, source, query.by, query.metrics);
  const half = (sum: (column: string) => string, of: string, groups: string) => `select * from (
    select ${halfColumns(query, sum).join(', ')} from ${source.table} where ${where} and ${of} ${groups}
     order by ${orderOf(query)} limit {limit:UInt32})`;
  const groups = `group by ${query.by.map((_, index) => `d${index}`).join(', ')}`;
  const summed = `(local_day in summed_days or ${record.column} in summed_records)`;
  return {
    text: `with (${MERGED_PARTS}) as merged_parts,
                (select groupUniqArray(local_day) from ${source.table} where ${where} and _part not in merged_parts.2) as later_days,
                (select groupArray(local_day) from (
                  select local_day from ${source.table} where notEmpty(later_days) and ${where} and local_day in later_days
                   group by local_day having min(_part) != max(_part) or min(_part) not in merged_parts.1)) as summed_days,
                (${ambiguousRecords(source, query, record)}) as summed_records
           select ${shownAsText(query)} from (
             ${half((column) => column, `local_day not in summed_days and ${record.column} not in summed_records`, '')}
             union all
             ${half((column) => `sum(${column})`, `(notEmpty(summed_days) or notEmpty(summed_records)) and ${summed}`, groups)})
            order by ${orderOf(query)} settings exact_rows_before_limit = 1`,
    params: {
      ...params,
      limit: query.limit,
      table: source.table,
      stretchesFrom: dayOfNumber(Math.floor(selection.fromDayNumber / STRETCH_DAYS) * STRETCH_DAYS),
      stretchesTo: dayOfNumber(selection.toDayNumber),
    },
    source: source.name,
    firstRows: query.limit,
  };
}

/** All parts that a merge made, which have each key once as those that were inserted need not, and of them each partition's largest. */
const MERGED_PARTS = `select (groupArrayArray(names), groupArray(largest)) from (
  select groupArray(name) as names, argMax(name, rows) as largest from system.parts
   where active and database = currentDatabase() and table = {table:String} and level > 0 group by partition_id)`;

type RecordColumn = { readonly column: RollupColumn; readonly told: readonly RollupColumn[] };

/** The record beside the date, where reading rows as they are stored pays. */
function recordOf(
  { scope, filters, fromDayNumber, toDayNumber }: FactSelection,
  { by, offset }: RowsQuery,
  { columns = [] }: Source,
): RecordColumn | null {
  // An account's rows, fewer days, and those of some records, are summed in less time than it takes to find out whether they need be; and
  // no stretches tell which of an account's records are ambiguous.
  const isNarrow =
    !('network' in scope) ||
    toDayNumber - fromDayNumber < STRETCH_DAYS ||
    Object.keys(filters).some((dimension) => dimension !== 'date' && dimension !== 'weekday');
  const [dimension, ...others] = by.filter((one) => one !== 'date');
  if (isNarrow || offset > 0 || by.length !== 2 || others.length > 0 || dimension === undefined) return null;
  const [column, ...more] = columnsOf(dimension);
  if (column === undefined || more.length > 0 || !MANY_RECORDS.has(column)) return null;
  const told = columns.includes(column) ? columnsToldBy(column, columns) : null;
  return told && { column, told };
}

function columnsOf(dimension: Dimension): readonly RollupColumn[] {
  return COLUMNS_OF_DIMENSION[dimension];
}

/** Records of whose rows one day may have several. */
function ambiguousRecords({ table }: Source, { metrics }: RowsQuery, { column, told }: RecordColumn): string {
  const apart = [...told, 'tracked'].map((one) => `min(${one}) != max(${one})`);
  return `select groupArray(record) from (
    select ${column} as record from ${table}
     where owner = {owner:UInt32} and epoch = {epoch:UInt32} and part = {stretchPart:UInt32}
       and local_day >= {stretchesFrom:Date} and local_day <= {stretchesTo:Date}
       ${showTracked(metrics) ? '' : 'and tracked = 0'}
     group by record having ${apart.join(' or ')})`;
}

function halfColumns({ by, metrics }: RowsQuery, sum: (column: string) => string): string[] {
  return [
    ...by.map((dimension, index) => `${dimensionSql(true, dimension).compared} as d${index}`),
    ...sumsOf(metrics).map((column) => `${sum(column)} as s_${column}`),
  ];
}

/** By what both halves call their columns. */
function orderOf({ by, sort }: Pick<RowsQuery, 'by'> & { readonly sort: ReportSort }): string {
  const key = isDimension(sort.key)
    ? `d${by.indexOf(sort.key)}`
    : orderOfMetric(sort.key, (column) => `s_${column}`);
  const ties = by.map((_, index) => `d${index}`).join(', ');
  return `${key} ${sort.descending ? 'desc' : 'asc'} nulls last, ${ties}`;
}
