import { isDimension, sumsOf } from '@placard/domain/analytics/metrics';
import { dimensionSql } from './report-dimensions.ts';
import {
  conditionsOf,
  type FactSelection,
  groupsText,
  orderOfMetric,
  type RowsQuery,
  type Source,
  type Statement,
  shownAsText,
  sourceOf,
} from './report-sql.ts';
import { COLUMNS_OF_DIMENSION, columnsToldBy, type RollupColumn } from './rollup-sets.ts';

/** More pairs than these are most of what there is to read. */
const MOST_SHOWN = 1_000;

/**
 * Pairs of the network's records, of which there are tens of thousands whose rows have little in common: ranked by what they are sorted by
 * alone, and counted; all sums are of the pairs that are shown. One statement, so both are of the same rows.
 * @returns `null` for questions of other kinds
 */
export function rankedPairsStatement(selection: FactSelection, query: RowsQuery): Statement | null {
  const source = sourceOf(selection, query.by, null);
  if (!ofUnrelated(source, query) || query.offset > 0 || query.limit > MOST_SHOWN) return null;
  const { where, params } = conditionsOf(selection, source, query.by, query.metrics);
  const pair = query.by.map((dimension) => dimensionSql(true, dimension).compared);
  const names = query.by.map((_, index) => `d${index}`).join(', ');
  const key = isDimension(query.sort.key) ? '0' : orderOfMetric(query.sort.key);
  const order = isDimension(query.sort.key) ? `d${query.by.indexOf(query.sort.key)}` : 'sorted_by';
  const shown = `${where} and (${pair.join(', ')}) in ranked.1`;
  return {
    // `ranked` twice in one selection: in two of them it would be made twice.
    text: `with (select (groupArray((${names})), any(pairs)) from (
                  select ${pair.map((column, index) => `${column} as d${index}`).join(', ')}, ${key} as sorted_by, count() over () as pairs
                    from ${source.table} where ${where} group by ${names}
                   order by ${order} ${query.sort.descending ? 'desc' : 'asc'} nulls last, ${names} limit {limit:UInt32})) as ranked
           select ${shownAsText(query)}, toString(pairs) from (${groupsText(source, query, shown, { constants: ['ranked.2 as pairs'] })})`,
    params: { ...params, limit: query.limit },
    source: source.name,
    countsLast: true,
  };
}

/** Whether these are a pair of which neither belongs to the other, and a set has nothing else. */
function ofUnrelated({ columns = [], stretches }: Source, { by, metrics }: RowsQuery): boolean {
  if (stretches === null || by.length !== 2 || columns.length !== 2 || sumsOf(metrics).length < 2)
    return false;
  const asked = by.flatMap((dimension): readonly RollupColumn[] => COLUMNS_OF_DIMENSION[dimension]);
  return (
    asked.every((column) => columns.includes(column)) &&
    asked.every((column) => columnsToldBy(column, columns) === null)
  );
}
