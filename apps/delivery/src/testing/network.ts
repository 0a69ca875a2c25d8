import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';

type Queryable = Pick<ClientBase | Pool, 'query'>;

async function insert(db: Queryable, sql: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await (db as Pool).query<{ id: number }>(`${sql} returning id`, [...values]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`nothing was inserted: ${sql}`);
  return id;
}

export const randomKey = () => randomBytes(12).toString('base64url');

export async function insertAccount(
  db: Queryable,
  options: { readonly walletMicros?: number } = {},
): Promise<number> {
  const id = await insert(db, "insert into account (status) values ('active')", []);
  const { walletMicros = 0 } = options;
  if (walletMicros > 0) {
    const account = await insert(
      db,
      "insert into ledger_account (kind, owner_id) values ('advertiser_wallet', $1)",
      [id],
    );
    await db.query('update ledger_account set balance_micros = $2 where id = $1', [account, walletMicros]);
  }
  return id;
}

export type CampaignOptions = {
  readonly advertiserId: number;
  readonly objective?: 'BRAND_AWARENESS' | 'TRAFFIC';
  readonly status?: string;
};

export async function insertCampaign(db: Queryable, options: CampaignOptions): Promise<number> {
  return insert(
    db,
    `insert into campaign (advertiser_id, name, objective, total_budget_micros, start_date, status, analytics_key)
     values ($1, 'Campaign', $2, 1000000000, current_date - 1, $3, $4)`,
    [options.advertiserId, options.objective ?? 'BRAND_AWARENESS', options.status ?? 'active', randomKey()],
  );
}

export type AdSetOptions = {
  readonly campaignId: number;
  readonly bidMicros?: number | null;
  readonly locations?: readonly string[];
  readonly devices?: readonly string[];
  readonly languages?: readonly string[];
  readonly capPerDay?: number | null;
};

export async function insertAdSet(db: Queryable, options: AdSetOptions): Promise<number> {
  const { locations = [], devices = ['desktop', 'mobile', 'tablet'], languages = [] } = options;
  return insert(
    db,
    `insert into ad_set (campaign_id, name, total_budget_micros, locations, devices, languages, bid_micros, frequency_cap_per_day)
     values ($1, 'Ad set', 1000000000, $2, $3, $4, $5, $6)`,
    [options.campaignId, locations, devices, languages, options.bidMicros ?? null, options.capPerDay ?? null],
  );
}

export type CreativeOptions = {
  readonly advertiserId: number;
  readonly adSetIds: readonly number[];
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly clickUrl?: string | null;
  readonly adCode?: string;
  readonly status?: string;
};

/** An image creative, or one of third-party code where `adCode` is given; an active one was approved a month ago. */
export async function insertCreative(
  db: Queryable,
  options: CreativeOptions,
): Promise<{ readonly id: number; readonly publicKey: string; readonly fileKey: string }> {
  const { widthPx = 300, heightPx = 250, status = 'active', adCode = null } = options;
  const clickUrl = options.clickUrl === undefined ? 'https://shop.example/landing' : options.clickUrl;
  const publicKey = randomKey();
  const fileKey = `${randomBytes(32).toString('hex')}.webp`;
  const imageId =
    adCode === null
      ? await insert(
          db,
          `insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
           values ($1, $2, $3, $4, 1000, 'image/webp')`,
          [options.advertiserId, fileKey, widthPx, heightPx],
        )
      : null;
  const id = await insert(
    db,
    `insert into creative (advertiser_id, name, type, width_px, height_px, image_id, alt_text, click_url, ad_code, status, public_key, approved_at)
     values ($1, 'Creative', $2, $3, $4, $5, 'Alt "text"', $6, $7, $8, $9, case when $8 = 'active' then now() - interval '30 days' end)`,
    [
      options.advertiserId,
      adCode === null ? 'image' : 'third_party',
      ...[widthPx, heightPx, imageId, clickUrl, adCode, status, publicKey],
    ],
  );
  for (const adSetId of options.adSetIds) {
    await db.query('insert into creative_ad_set (creative_id, ad_set_id) values ($1, $2)', [id, adSetId]);
  }
  return { id, publicKey, fileKey };
}

export async function insertWebsite(
  db: Queryable,
  options: { readonly publisherId: number; readonly domain?: string; readonly status?: string },
): Promise<number> {
  return insert(
    db,
    `insert into website (publisher_id, domain, categories, monthly_traffic, status, analytics_key)
     values ($1, $2, '{news}', 1000, $3, $4)`,
    [
      options.publisherId,
      options.domain ?? `site-${randomBytes(6).toString('hex')}.example.com`,
      options.status ?? 'active',
      randomKey(),
    ],
  );
}

export type WidgetOptions = {
  readonly websiteId: number;
  readonly type?: string;
  readonly heading?: string | null;
  readonly floorMicros?: number | null;
  readonly sizes?: readonly (readonly [number, number])[];
};

export async function insertWidget(
  db: Queryable,
  options: WidgetOptions,
): Promise<{ readonly id: number; readonly key: string }> {
  const key = randomKey();
  const id = await insert(
    db,
    `insert into widget (website_id, type, name, heading_title, floor_cpm_micros, embed_key)
     values ($1, $2, 'Widget', $3, $4, $5)`,
    [options.websiteId, options.type ?? 'banner', options.heading ?? null, options.floorMicros ?? null, key],
  );
  const { sizes = [[300, 250]] } = options;
  for (const [position, [widthPx, heightPx]] of sizes.entries()) {
    await db.query(
      'insert into widget_size (widget_id, position, width_px, height_px) values ($1, $2, $3, $4)',
      [id, position, widthPx, heightPx],
    );
  }
  return { id, key };
}

export type Serving = {
  readonly advertiserId: number;
  readonly publisherId: number;
  readonly campaignId: number;
  readonly adSetId: number;
  readonly creative: { readonly id: number; readonly publicKey: string; readonly fileKey: string };
  readonly websiteId: number;
  readonly widget: { readonly id: number; readonly key: string };
};

/** The least that serves an ad: a paid campaign with one ad set and its creative, a website with one widget. */
export async function insertServing(
  db: Queryable,
  options: {
    readonly campaign?: Omit<CampaignOptions, 'advertiserId'>;
    readonly adSet?: Omit<AdSetOptions, 'campaignId'>;
    readonly domain?: string;
    readonly widget?: Omit<WidgetOptions, 'websiteId'>;
  } = {},
): Promise<Serving> {
  const advertiserId = await insertAccount(db, { walletMicros: 50_000_000 });
  const publisherId = await insertAccount(db);
  const campaignId = await insertCampaign(db, { advertiserId, ...options.campaign });
  const adSetId = await insertAdSet(db, { campaignId, ...options.adSet });
  const creative = await insertCreative(db, { advertiserId, adSetIds: [adSetId] });
  const { domain } = options;
  const websiteId = await insertWebsite(db, { publisherId, ...(domain === undefined ? {} : { domain }) });
  const widget = await insertWidget(db, { websiteId, ...options.widget });
  return { advertiserId, publisherId, campaignId, adSetId, creative, websiteId, widget };
}
