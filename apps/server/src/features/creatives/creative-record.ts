import { CREATIVE_USER_ACTIONS, type Creative, type CreativeRow } from '@placard/contract/creatives';
import type { Database } from '@placard/db/schema';
import { isCodeType } from '@placard/domain/creative/rules';
import { CREATIVE_TRANSITIONS, type CreativeStatus } from '@placard/domain/creative/status';
import { allowedActions } from '@placard/domain/status-table';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { readAppealStates } from '../appeals/own-appeals.ts';
import { imageUrl } from '../images/image-address.ts';
import { rejectionOf } from '../rejection.ts';
import { previewUrl } from './preview-url.ts';
import type { CreativeRecord } from './stored-creative.ts';
import { trackingUrls } from './tracking-urls.ts';

/** The actor's creatives of these ids, in their order; someone else's are left out. */
export async function loadCreatives(
  db: Kysely<Database>,
  actor: Actor,
  ids: readonly number[],
): Promise<CreativeRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<CreativeRecord>`
    select k.*, i.file_key,
           coalesce((select jsonb_agg(jsonb_build_object(
                              'id', a.id, 'name', a.name, 'campaignId', c.id, 'campaignName', c.name) order by a.id)
                       from creative_ad_set ca
                       join ad_set a on a.id = ca.ad_set_id and a.archived_at is null
                       join campaign c on c.id = a.campaign_id
                      where ca.creative_id = k.id), '[]') as ad_sets
      from creative k
      left join image i on i.id = k.image_id
     where k.id = any(${ids}::int[]) and k.advertiser_id = ${actor.accountId}
     order by array_position(${ids}::int[], k.id)
  `.execute(db);
  return rows;
}

/** @throws AppError `creative_not_found`, also for someone else's. */
export async function getCreative(
  deps: HasDb & HasUrls & HasSecrets & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Creative> {
  const [record] = await loadCreatives(deps.db, actor, [input.id]);
  if (record === undefined) throw new AppError('creative_not_found');
  const frame = isCodeType(record.type) ? await previewUrl(deps, record) : null;
  const appeals = await readAppealStates(deps.db, [{ kind: 'creative', ...record }]);
  return toCreative(record, deps.deliveryUrl, {
    frameUrl: frame,
    appeal: appeals(record.id),
    trackingUrls: await trackingUrls(deps, record, deps.deliveryUrl),
  });
}

/** What its advertiser may do: those of the status table, and `duplicate` of anything that is not archived. */
function actionsOf(status: CreativeStatus): CreativeRow['actions'] {
  const allowed = allowedActions(CREATIVE_TRANSITIONS, 'advertiser', status, {});
  return CREATIVE_USER_ACTIONS.filter((action) => {
    if (action === 'duplicate') return status !== 'archived';
    return allowed.includes(action === 'edit' ? 'editContent' : action);
  });
}

export function toCreativeRow(record: CreativeRecord, deliveryUrl: string): CreativeRow {
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    type: record.type,
    size: { width: record.width_px, height: record.height_px },
    adSets: record.ad_sets,
    status: record.status,
    rejection: rejectionOf(record),
    imageUrl: record.file_key === null ? null : imageUrl(deliveryUrl, record.file_key),
    createdAt: record.created_at.toISOString(),
    actions: actionsOf(record.status),
    version: record.version,
  };
}

function toCreative(
  record: CreativeRecord,
  deliveryUrl: string,
  urls: Pick<Creative, 'frameUrl' | 'appeal' | 'trackingUrls'>,
): Creative {
  return {
    ...toCreativeRow(record, deliveryUrl),
    imageKey: record.file_key,
    altText: record.alt_text,
    clickUrl: record.click_url,
    adCode: record.ad_code,
    ...urls,
  };
}
