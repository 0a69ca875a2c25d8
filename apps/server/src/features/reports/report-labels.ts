import type { Database } from '@placard/db/schema';
import { DIMENSIONS, type Dimension } from '@placard/domain/analytics/metrics';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** What has a domain is called so, as people write it, after its own name. */
type NameRow = { readonly id: number; readonly name: string; readonly domain?: string };

const USER_NAME = sql`coalesce(nullif(company, ''), nullif(trim(first_name || ' ' || last_name), ''), email)`;

/** How the records of a dimension are called. Only ids that a report of the caller's own scope brought are asked for. */
const NAMES: Partial<Record<Dimension, (ids: readonly number[]) => RawBuilder<NameRow>>> = {
  advertiser: (ids) => sql`select id, ${USER_NAME} as name from account_card where id = any(${ids}::int[])`,
  publisher: (ids) => sql`select id, ${USER_NAME} as name from account_card where id = any(${ids}::int[])`,
  campaign: (ids) => sql`select id, name from campaign where id = any(${ids}::int[])`,
  adSet: (ids) => sql`select id, name from ad_set where id = any(${ids}::int[])`,
  creative: (ids) => sql`select id, name from creative where id = any(${ids}::int[])`,
  website: (ids) => sql`select id, '' as name, domain from website where id = any(${ids}::int[])`,
  widget: (ids) => sql`
    select w.id, w.name || ' · ' as name, s.domain
      from widget w join website s on s.id = w.website_id where w.id = any(${ids}::int[])`,
};

/** Names of the values of each dimension: value → label. Values without a name of their own are left out. */
export async function readLabels(
  db: Kysely<Database>,
  rows: readonly { readonly dims: Readonly<Partial<Record<Dimension, string>>> }[],
): Promise<ReadonlyMap<Dimension, ReadonlyMap<string, string>>> {
  const labels = new Map<Dimension, ReadonlyMap<string, string>>();
  for (const dimension of Object.keys(rows[0]?.dims ?? {}) as Dimension[]) {
    const values = [...new Set(rows.map((row) => row.dims[dimension] ?? ''))];
    labels.set(dimension, await namesOf(db, dimension, values));
  }
  return labels;
}

async function namesOf(
  db: Kysely<Database>,
  dimension: Dimension,
  values: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const query = NAMES[dimension];
  if (query !== undefined && DIMENSIONS[dimension].kind === 'id') {
    const { rows } = await query(values.map(Number).filter(Number.isInteger)).execute(db);
    return new Map(rows.map((row) => [String(row.id), row.name + shownDomain(row.domain ?? '')]));
  }
  if (dimension === 'weekday') {
    const name = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
    // The first of January 2024 was a Monday.
    return new Map(values.map((value) => [value, name.format(Date.UTC(2024, 0, Number(value)))]));
  }
  const type = dimension === 'country' ? 'region' : dimension === 'language' ? 'language' : null;
  if (type === null) return new Map();
  const names = new Intl.DisplayNames('en', { type });
  return new Map(
    values.filter((value) => /^[A-Za-z]{2}$/.test(value)).map((value) => [value, names.of(value) ?? value]),
  );
}
