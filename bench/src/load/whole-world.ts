import { createDb } from '@placard/db/database';
import { insertCreative } from '../../../apps/delivery/src/testing/network.ts';
import { makeWorld } from '../../../apps/server/src/settlement/testing/world.ts';
import type { Pool } from './network.ts';

const ADVERTISERS = 50;
const CAMPAIGNS_EACH = 4;
const AD_SETS_EACH = 5;
const PUBLISHERS = 25;
const WIDGETS_EACH = 4;
const RICH_MICROS = 10n ** 13n;

export type WholeWorld = {
  readonly widgets: readonly { readonly key: string; readonly domain: string }[];
  /** Who has most: they sign in with the operator's password. */
  readonly advertiserEmail: string;
  readonly publisherEmail: string;
};

/** A thousand running ad sets of fifty advertisers and a hundred widgets on 25 websites, each account's owner able to sign in. */
export async function makeWholeWorld(pool: Pool, operatorEmail: string): Promise<WholeWorld> {
  const rich = { totalBudgetMicros: RICH_MICROS };
  const campaign = { ...rich, adSets: Array.from({ length: AD_SETS_EACH }, () => rich) };
  const advertiser = {
    timeZone: 'UTC',
    walletMicros: RICH_MICROS,
    campaigns: Array.from({ length: CAMPAIGNS_EACH }, () => campaign),
  };
  const { adSets, widgets } = await makeWorld(createDb(pool), {
    advertisers: Array.from({ length: ADVERTISERS }, () => advertiser),
    widgetsOfPublishers: Array.from({ length: PUBLISHERS }, () => WIDGETS_EACH),
  });
  // Bids close to each other: with one far above the others one advertiser would fill every place.
  await pool.query(`update ad_set set bid_micros = 1500000 + (id % 60) * 10000, frequency_cap_per_day = case when id % 10 = 0 then 3 end,
      locations = case when id % 5 = 0 then array['GB', 'DE', 'FR', 'US'] else '{}' end`);
  for (const { id, advertiserId } of adSets) await insertCreative(pool, { advertiserId, adSetIds: [id] });
  await pool.query(
    'insert into widget_size (widget_id, position, width_px, height_px) select id, 0, 300, 250 from widget',
  );
  const [advertiserId, publisherId] = [adSets[0]?.advertiserId ?? 0, widgets[0]?.publisherId ?? 0];
  await pool.query(
    `insert into account_role (account_id, role)
     select distinct advertiser_id, 'advertiser' from campaign union select distinct publisher_id, 'publisher' from website`,
  );
  await pool.query(
    `update app_user set first_name = 'Bench', last_name = 'Account', password_hash = o.password_hash
       from (select password_hash from app_user where email = $1) o where app_user.password_hash is null`,
    [operatorEmail],
  );
  const emailOf = async (accountId: number) => {
    const { rows } = await pool.query<{ email: string }>(
      'select email from app_user u join account_member m on m.user_id = u.id where m.account_id = $1',
      [accountId],
    );
    return rows[0]?.email ?? '';
  };
  const { rows } = await pool.query<{ key: string; domain: string }>(
    'select embed_key as key, domain from widget w join website s on s.id = w.website_id order by w.id',
  );
  return {
    widgets: rows,
    advertiserEmail: await emailOf(advertiserId),
    publisherEmail: await emailOf(publisherId),
  };
}
