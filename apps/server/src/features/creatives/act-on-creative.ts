import type { Creative } from '@placard/contract/creatives';
import type { CannotOf } from '@placard/contract/status-refusals';
import { copyName } from '@placard/domain/copy-name';
import { CREATIVE_NAME_LENGTH_LIMIT } from '@placard/domain/creative/rules';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockAccount } from '../lock-account.ts';
import { randomKey } from '../random-key.ts';
import { refuseTooManyWaitingCreatives } from '../room-for-one-more.ts';
import { statusConflict } from '../status-conflict.ts';
import { writeLocked } from '../write-locked.ts';
import { auditCreative } from './audit-creative.ts';
import { getCreative } from './creative-record.ts';
import { lockCreative, statusAfter } from './lock-creative.ts';

type Deps = HasDb & HasClock & HasUrls & HasSecrets;

export type CreativeAct = 'activate' | 'pause' | 'archive';

const PAST_PARTICIPLE: Record<CreativeAct, CannotOf<'creative'>> = {
  activate: 'activated',
  pause: 'paused',
  archive: 'archived',
};

/** One action of the status table by its advertiser. @throws AppError `creative_not_found`, `conflict_status`. */
export async function actOnCreative(
  deps: Deps,
  actor: Actor,
  input: { readonly id: number; readonly action: CreativeAct },
): Promise<Creative> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const creative = await lockCreative(db, actor, input.id);
    const status = statusAfter(creative, input.action, PAST_PARTICIPLE[input.action]);
    await writeLocked(db, 'creative', creative, { status }, now);
    await auditCreative(db, actor, `creative.${input.action}`, input.id, now, {
      status: { before: creative.status, after: status },
    });
    return await getCreative({ ...deps, db }, actor, input);
  });
}

/** A new pending creative of the same content, assigned nowhere. @throws AppError `creative_not_found`, `conflict_status`. */
export async function duplicateCreative(
  deps: Deps,
  actor: Actor,
  input: { readonly id: number },
): Promise<Creative> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    await lockAccount(db, actor.accountId);
    const creative = await lockCreative(db, actor, input.id);
    if (creative.status === 'archived') throw statusConflict('creative', creative.status, 'duplicated');
    await refuseTooManyWaitingCreatives(db, actor.accountId);
    const name = copyName(creative.name, CREATIVE_NAME_LENGTH_LIMIT - 1);
    const copy = await db
      .insertInto('creative')
      .values({
        advertiser_id: actor.accountId,
        name,
        description: creative.description,
        type: creative.type,
        width_px: creative.width_px,
        height_px: creative.height_px,
        image_id: creative.image_id,
        alt_text: creative.alt_text,
        click_url: creative.click_url,
        ad_code: creative.ad_code,
        public_key: randomKey(),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditCreative(db, actor, 'creative.duplicate', copy.id, now, { from: creative.id });
    return await getCreative({ ...deps, db }, actor, copy);
  });
}
