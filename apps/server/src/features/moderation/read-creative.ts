import type { CreativeOfOperator } from '@placard/contract/moderation';
import { isCodeType } from '@placard/domain/creative/rules';
import { CREATIVE_TRANSITIONS } from '@placard/domain/creative/status';
import { allowedActions } from '@placard/domain/status-table';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { loadCreatives } from '../creatives/creative-record.ts';
import { previewUrl } from '../creatives/preview-url.ts';
import { ownerOf } from './as-owner.ts';
import { getModeratedCreative } from './list-moderated.ts';

const ACTIONS = ['approve', 'reject', 'takeDown'] as const;

/** A creative with what it shows and where it is assigned. @throws AppError `creative_not_found`. */
export async function readModeratedCreative(
  deps: HasDb & HasUrls & HasSecrets & HasClock,
  id: number,
): Promise<CreativeOfOperator> {
  const owner = await ownerOf(deps.db, 'creative', id);
  if (owner === null) throw new AppError('creative_not_found');
  const [record] = await loadCreatives(deps.db, owner.actor, [id]);
  if (record === undefined) throw new AppError('creative_not_found');
  const allowed: string[] = allowedActions(CREATIVE_TRANSITIONS, 'operator', record.status, {});
  return {
    ...(await getModeratedCreative(deps, id)),
    actions: ACTIONS.filter((action) => allowed.includes(action)),
    description: record.description,
    altText: record.alt_text,
    adCode: record.ad_code,
    frameUrl: isCodeType(record.type) ? await previewUrl(deps, record) : null,
    approved: record.approved_at !== null,
    adSets: record.ad_sets,
  };
}
