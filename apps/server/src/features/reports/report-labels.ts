import type { Database } from '@placard/db/schema';
import type { Dimension } from '@placard/domain/analytics/metrics';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { type Kysely, type RawBuilder, sql } from 'kysely';

/** What has a domain is called so, as people write it, after its own name. */
type NameRow = {
  readonly id: number;
  readonly name: string;
  readonly domain?: string;
  /** Number of the campaign or website that it is part of. */
  readonly within?: number;
};

const USER_NAME = sql`coalesce(nullif(company, ''), nullif(trim(first_name || ' ' || last_name), ''), email)`;

/** How the records of a dimension are called. Only ids that a report of the caller's own scope brought are asked for. */
const NAMES: Partial<Record<Dimension, (ids: readonly number[]) => RawBuilder<NameRow>>> = {
  advertiser: (ids) => sql`select id, ${USER_NAME} as name from account_card where id = any(${ids}::int[])`,
  publisher: (ids) => sql`select id, ${USER_NAME} as name from account_card where id = any(${ids}::int[])`,
  campaign: (ids) => sql`select id, name from campaign where id = any(${ids}::int[])`,
  adSet: (ids) => sql`select id, name, campaign_id as within from ad_set where id = any(${ids}::int[])`,
  creative: (ids) => sql`select id, name from creative where id = any(${ids}::int[])`,
  website: (ids) => sql`select id, '' as name, domain from website where id = any(${ids}::int[])`,
  widget: (ids) => sql`
    select w.id, w.name || ' · ' as name, s.domain, w.website_id as within
      from widget w join website s on s.id = w.website_id where w.id = any(${ids}::int[])`,
};

type Rows = readonly { readonly dims: Readonly<Partial<Record<Dimension, string>>> }[];
/** Of each dimension: value → text. */
type OfValues = ReadonlyMap<Dimension, ReadonlyMap<string, string>>;

/** Names of the values of each dimension. Values without a name of their own are left out. */
export async function readLabels(db: Kysely<Database>, rows: Rows): Promise<OfValues> {
  return (await readNames(db, rows)).labels;
}

/** The same, and of what lies within something else the number of that: one question a dimension. */
export async function readNames(
  db: Kysely<Database>,
  rows: Rows,
): Promise<{ readonly labels: OfValues; readonly within: OfValues }> {
  const labels = new Map<Dimension, ReadonlyMap<string, string>>();
  const within = new Map<Dimension, ReadonlyMap<string, string>>();
  for (const dimension of Object.keys(rows[0]?.dims ?? {}) as Dimension[]) {
    const values = [...new Set(rows.map((row) => row.dims[dimension] ?? ''))];
    const records = await recordsOf(db, dimension, values);
    if (records === null) {
      labels.set(dimension, wordsOf(dimension, values));
      continue;
    }
    labels.set(
      dimension,
      new Map(records.map((row) => [String(row.id), row.name + shownDomain(row.domain ?? '')])),
    );
    within.set(
      dimension,
      new Map(records.flatMap(({ id, within: at }) => (at === undefined ? [] : [[String(id), String(at)]]))),
    );
  }
  return { labels, within };
}

/** @returns null for what is no record */
async function recordsOf(
  db: Kysely<Database>,
  dimension: Dimension,
  values: readonly string[],
): Promise<readonly NameRow[] | null> {
  const query = NAMES[dimension];
  return query === undefined ? null : (await query(values.map(Number)).execute(db)).rows;
}

function wordsOf(dimension: Dimension, values: readonly string[]): ReadonlyMap<string, string> {
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
