import type { FilteredSamples } from '@placard/contract/traffic-rules';
import { FILTER_REASON_KEYS, FILTER_REASONS } from '@placard/domain/filter-reason';
import { SHOWN_PER_REASON, TRAFFIC_KIND_CODES, TRAFFIC_KINDS } from '@placard/domain/traffic/event-sample';
import { sql } from 'kysely';
import type { HasDb } from '../../deps.ts';

type Row = {
  readonly reason: number;
  readonly at: Date;
  readonly kind: number;
  readonly website_id: number | null;
  readonly domain: string | null;
  readonly network: string;
  readonly user_agent: string;
  readonly page_host: string;
  readonly country: string;
};

/** The newest examples of each reason. */
export async function readFilteredSamples({ db }: HasDb): Promise<FilteredSamples> {
  const codes = FILTER_REASON_KEYS.map((key) => FILTER_REASONS[key].code);
  const { rows } = await sql<Row>`
    select c.reason, s.at, s.kind, p.id as website_id, p.domain, s.network, s.user_agent, s.page_host, s.country
      from unnest(${codes}::smallint[]) as c (reason)
     cross join lateral (select * from traffic_sample s where s.reason = c.reason and s.reason > 0
                          order by s.at desc, s.id desc limit ${SHOWN_PER_REASON}) s
      left join widget w on w.id = s.widget_id
      left join website p on p.id = coalesce(w.website_id, s.website_id)
     order by s.at desc, s.id desc`.execute(db);
  return {
    reasons: FILTER_REASON_KEYS.flatMap((reason) => {
      const examples = rows.filter((row) => row.reason === FILTER_REASONS[reason].code).map(exampleOf);
      return examples.length === 0 ? [] : [{ reason, examples }];
    }),
  };
}

function exampleOf(row: Row): FilteredSamples['reasons'][number]['examples'][number] {
  return {
    at: row.at.toISOString(),
    kind: TRAFFIC_KINDS.find((kind) => TRAFFIC_KIND_CODES[kind] === row.kind) ?? 'impression',
    website: row.website_id === null ? null : { id: row.website_id, domain: row.domain ?? '' },
    network: row.network,
    userAgent: row.user_agent,
    pageHost: row.page_host,
    country: row.country,
  };
}
