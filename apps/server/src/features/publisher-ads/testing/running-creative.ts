import type { Pool } from 'pg';

export type RunningCreative = {
  readonly advertiserId: number;
  readonly clickUrl: string;
  /** Of the image that it shows; without one it is third-party code. */
  readonly imageKey?: string;
  readonly adSetIds?: readonly number[];
};

/** An approved creative of 300×250. @returns its id */
export async function runningCreative(pool: Pool, of: RunningCreative): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with i as (insert into image (owner_id, file_key, width_px, height_px, size_bytes, media_type)
       select $1, $3, 300, 250, 9, 'image/png' where $3::text is not null returning id)
     insert into creative (advertiser_id, name, type, width_px, height_px, click_url, ad_code, image_id, alt_text,
                           public_key, status, approved_at)
     select $1, 'Not to be told', case when $3 is null then 'third_party' else 'image' end, 300, 250, $2,
            case when $3 is null then '<b>ad</b>' end, (select id from i), 'A picture', gen_random_uuid()::text,
            'active', now()
     returning id`,
    [of.advertiserId, of.clickUrl, of.imageKey ?? null],
  );
  const id = rows[0]?.id ?? 0;
  await serveOnly(pool, id, of.adSetIds ?? []);
  return id;
}

/** The creative serves these ad sets and no others. */
export async function serveOnly(pool: Pool, creativeId: number, adSetIds: readonly number[]): Promise<void> {
  await pool.query('delete from creative_ad_set where creative_id = $1', [creativeId]);
  await pool.query('insert into creative_ad_set (creative_id, ad_set_id) select $1, unnest($2::int[])', [
    creativeId,
    [...adSetIds],
  ]);
}
