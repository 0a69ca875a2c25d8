import { writePacingPlan } from '@placard/contract/wire/pacing-plan';
import type { createPool } from '@placard/db/database';
import { seededRandom } from '@placard/db/testing/seeded-random';

export type Pool = ReturnType<typeof createPool>;

/** Countries, languages and browsers of the visitors, and an address of each country. */
const VISITORS = [
  ['US', '8.8.8.8', 'en'],
  ['DE', '91.198.174.192', 'de'],
  ['FR', '194.2.0.20', 'fr'],
  ['JP', '133.11.0.1', 'ja'],
  ['BR', '200.160.2.3', 'pt'],
  ['IN', '14.139.0.1', 'en'],
  ['GB', '212.58.244.1', 'en'],
  ['PL', '212.77.98.9', 'pl'],
] as const;

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];

const SIZES = `array[array[728,90],array[300,300],array[300,250],array[468,60],array[160,600],array[320,50]]`;

/**
 * A network of `adSetCount` active ad sets: 40 % everywhere, 40 % in 1–3 countries, 20 % in 4–10; 40 % on some devices
 * only; 30 % in one or two languages; 20 % at some hours and 10 % on some days only; 30 % pay per click; half bid
 * themselves (60 prices), half take the rate card; a tenth have a frequency cap; one or two sizes each.
 * 500 widgets of 1–3 sizes, a fifth with a floor, on 200 websites, a tenth of which block something.
 */
export async function seedNetwork(pool: Pool, adSetCount: number): Promise<void> {
  const advertisers = Math.max(5, Math.floor(adSetCount / 50));
  const campaigns = Math.max(5, Math.floor(adSetCount / 3));
  const client = await pool.connect();
  try {
    // Superuser's: the change log is not what is measured here, and its triggers would take minutes.
    await client.query("set session_replication_role = 'replica'");
    await client.query('select setseed(0.42)');
    await client.query(
      `insert into account (status, time_zone)
       select 'active', (array['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])[1 + n % 4]
         from generate_series(1, $1) n`,
      [advertisers],
    );
    await client.query(
      `insert into ledger_account (kind, owner_id, balance_micros)
       select 'advertiser_wallet', id, 1000000000000 from account`,
    );
    await client.query(
      `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
       select 1 + n % $2, 'Campaign ' || n, case when random() < 0.3 then 'TRAFFIC' else 'BRAND_AWARENESS' end,
              1000000000000, current_date - 1, 'active', 'campaign-analytics-' || n
         from generate_series(1, $1) n`,
      [campaigns, advertisers],
    );
    await client.query(adSetsSql(), [adSetCount, campaigns]);
    await client.query(
      `insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
       values (1, repeat('ab', 32) || '.webp', 300, 250, 1000, 'image/webp')`,
    );
    await client.query(
      `insert into creative (advertiser_id, name, type, width_px, height_px, image_id, alt_text, click_url, status,
                             public_key, approved_at)
       select 1, 'Creative ' || n, 'image', s.sizes[1 + n % 6][1], s.sizes[1 + n % 6][2], 1, 'An advertisement',
              'https://shop-' || n % 1000 || '.example/landing', 'active', 'creative-public-key-' || n,
              now() - random() * interval '60 days'
         from generate_series(1, $1) n, (select ${SIZES} as sizes) s`,
      [adSetCount],
    );
    await client.query(
      `insert into creative_ad_set (creative_id, ad_set_id)
       select 1 + (n * 7) % $1, n from generate_series(1, $1) n
       union
       select 1 + (n * 7 + 1) % $1, n from generate_series(1, $1) n where n % 2 = 0`,
      [adSetCount],
    );
    await seedWidgets((sql) => client.query(sql));
    await client.query("set session_replication_role = 'origin'");
    await client.query('analyze');
  } finally {
    client.release();
  }
}

function adSetsSql(): string {
  const countries = "array['US','DE','FR','JP','BR','IN','GB','PL','ES','IT','CA','MX','NL','SE','KR','AU']";
  return `
    insert into ad_set (campaign_id, name, total_budget_micros, locations, devices, languages, start_minute, end_minute,
                        days_of_week, bid_micros, frequency_cap_per_day)
    select 1 + n % $2, 'Ad set ' || n, 1000000000000,
           case when r.place < 0.4 then '{}'
                else (select array_agg(distinct (${countries})[1 + (n * 31 + k * k * 7) % 16])
                        from generate_series(1, case when r.place < 0.8 then 1 + n % 3 else 4 + n % 7 end) k) end,
           case when r.device < 0.6 then array['desktop', 'mobile', 'tablet']
                when r.device < 0.8 then array['mobile', 'tablet'] else array['desktop'] end,
           case when r.language < 0.7 then '{}'
                when r.language < 0.9 then array[(array['en','de','fr','ja','pt','pl'])[1 + n % 6]]
                else array['en', (array['de','fr','ja','pt','pl'])[1 + n % 5]] end,
           case when r.hours < 0.2 then (n * 37) % 1440 else 0 end,
           case when r.hours < 0.2 then (n * 37 + 600) % 1440 else 0 end,
           case when r.hours > 0.9 then '{1,2,3,4,5}'::smallint[] else '{1,2,3,4,5,6,7}'::smallint[] end,
           case when r.bid < 0.5 then null else (100000 + (n % 60) * 50000) end,
           case when r.cap < 0.1 then 3 end
      from (select n, random() as place, random() as device, random() as language, random() as hours,
                   random() as bid, random() as cap from generate_series(1, $1::int) n) r`;
}

async function seedWidgets(query: (sql: string) => Promise<unknown>): Promise<void> {
  await query(
    `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
     select 1, 'site-' || n || '.example.com', '{news}', 100000, 'active', 'website-analytics-' || n
       from generate_series(1, 200) n`,
  );
  await query(
    `insert into website_block (website_id, kind, value)
     select n, 'advertiser_domain', 'shop-' || n || '.example' from generate_series(10, 200, 10) n`,
  );
  await query(
    `insert into widget (website_id, type, name, heading_title, floor_cpm_micros, embed_key)
     select 1 + n % 200, 'banner', 'Widget ' || n, case when n % 4 = 0 then 'Sponsored' end,
            case when n % 5 = 0 then 300000 + (n % 7) * 100000 end, 'widget-embed-key-' || lpad(n::text, 5, '0')
       from generate_series(1, 500) n`,
  );
  await query(
    `insert into widget_size (widget_id, position, width_px, height_px)
     select n, k, s.sizes[1 + (n + k) % 6][1], s.sizes[1 + (n + k) % 6][2]
       from generate_series(1, 500) n, generate_series(0, 2) k, (select ${SIZES} as sizes) s
      where k <= n % 3`,
  );
}

/** A plan under which ad sets may spend together `decisionsPerSecond`, unevenly, so that many are ahead of their pace. */
export async function writePlan(pool: Pool, adSetCount: number, decisionsPerSecond: number): Promise<void> {
  const random = seededRandom(7);
  const each = decisionsPerSecond / adSetCount;
  const entries = Array.from({ length: adSetCount }, (_, index) => ({
    adSetId: index + 1,
    remainingMicros: 1_000_000_000_000n,
    ratePerMinuteMicros: BigInt(Math.ceil(each * 60 * 2_000 * 2 * random())),
    expectedPerThousandMicros: 2_000_000,
  }));
  await pool.query('update pacing_plan set version = version + 1, body = $1, computed_at = now()', [
    Buffer.from(writePacingPlan(entries)),
  ]);
}

/** Whole HTTP texts of calls for one widget each, from visitors of all kinds. */
export function adRequests(count: number): string[] {
  const random = seededRandom(11);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, () => {
    const [, address, language] = oneOf(VISITORS);
    const widget = 1 + Math.floor(random() * 500);
    const site = 1 + (widget % 200);
    return [
      `GET /a?w=widget-embed-key-${String(widget).padStart(5, '0')}.728&l=${language} HTTP/1.1`,
      'Host: ads.example.com',
      `User-Agent: ${oneOf(BROWSERS)}`,
      `X-Forwarded-For: ${address}`,
      'Accept: */*',
      `Origin: https://site-${site}.example.com`,
      '',
      '',
    ].join('\r\n');
  });
}
