import type { Report } from '@placard/contract/reports';
import { id as idSchema } from '@placard/contract/scalars';
import type { Database } from '@placard/db/schema';
import { DIMENSIONS, type Dimension } from '@placard/domain/analytics/metrics';
import type { ReportFilter } from '@placard/domain/analytics/report-question';
import { type Kysely, sql } from 'kysely';
import { ownerOfScope, type ReportScope } from '../../analytics/report-sql.ts';
import { readLabels } from './report-labels.ts';

/** Table and column that say whose a record is. */
type Owned = readonly [table: string, owner: string];
const OF_ADVERTISERS: Partial<Record<Dimension, Owned>> = {
  campaign: ['campaign', 'advertiser_id'],
  adSet: ['ad_set', 'owner_account_id'],
  creative: ['creative', 'advertiser_id'],
};
const OF_PUBLISHERS: Partial<Record<Dimension, Owned>> = {
  website: ['website', 'publisher_id'],
  widget: ['widget', 'publisher_id'],
};

/**
 * Names of what a report's filters name. Of others' records an account learns those alone that its figures are of, and
 * these are in the report's rows.
 */
export async function readFilterNames(
  db: Kysely<Database>,
  scope: ReportScope,
  filters: readonly ReportFilter[],
): Promise<Report['named']> {
  const named: Report['named'] = [];
  const records = filters.filter(({ dimension }) => DIMENSIONS[dimension].kind === 'id');
  for (const dimension of new Set(records.map((filter) => filter.dimension))) {
    const values = records
      .filter((filter) => filter.dimension === dimension && filter.how !== 'contains')
      .map(({ value }) => value)
      .filter((value) => /^\d+$/.test(value) && idSchema.safeParse(Number(value)).success);
    const own = await ownOf(db, scope, dimension, [...new Set(values)]);
    const labels = await readLabels(
      db,
      own.map((value) => ({ dims: { [dimension]: value } })),
    );
    for (const [value, label] of labels.get(dimension) ?? []) named.push({ dimension, value, label });
  }
  return named;
}

async function ownOf(
  db: Kysely<Database>,
  scope: ReportScope,
  dimension: Dimension,
  values: readonly string[],
): Promise<readonly string[]> {
  if ('network' in scope || values.length === 0) return values;
  const owned = ('advertiserId' in scope ? OF_ADVERTISERS : OF_PUBLISHERS)[dimension];
  if (owned === undefined) return [];
  const [table, owner] = owned;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
     where id = any(${values.map(Number)}::int[]) and ${sql.ref(owner)} = ${ownerOfScope(scope)}`.execute(db);
  return rows.map(({ id }) => String(id));
}
