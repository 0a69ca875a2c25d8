import type { Creative } from '@placard/contract/creatives';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { inTransaction } from '../in-transaction.ts';
import { writeLocked } from '../write-locked.ts';
import { insertAssignments, refuseUnassignable } from './assignment.ts';
import { auditCreative } from './audit-creative.ts';
import { getCreative } from './creative-record.ts';
import { lockCreative, refuseUneditable } from './lock-creative.ts';

type Deps = HasDb & HasClock & HasUrls & HasSecrets;
type Pair = { readonly id: number; readonly adSetId: number };

/** Assigns to one ad set; assigned already is fine. @throws AppError `creative_not_found`, `ad_set_not_found`, `conflict_status`. */
export async function assignCreative(deps: Deps, actor: Actor, input: Pair): Promise<Creative> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const creative = await lockCreative(db, actor, input.id);
    refuseUneditable(creative);
    await refuseUnassignable(db, actor, [input.adSetId]);
    const assigned = await db
      .selectFrom('creative_ad_set')
      .select('ad_set_id')
      .where('creative_id', '=', input.id)
      .where('ad_set_id', '=', input.adSetId)
      .executeTakeFirst();
    if (assigned === undefined) {
      await insertAssignments(db, input.id, [input.adSetId], now);
      await writeLocked(db, 'creative', creative, {}, now);
      await auditCreative(db, actor, 'creative.assign', input.id, now, { adSetId: input.adSetId });
    }
    return await getCreative({ ...deps, db }, actor, input);
  });
}

/** Removes it from one ad set; not assigned there is *not found*. @throws AppError as assignCreative. */
export async function removeFromAdSet(deps: Deps, actor: Actor, input: Pair): Promise<Creative> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const creative = await lockCreative(db, actor, input.id);
    const removed = await db
      .deleteFrom('creative_ad_set')
      .where('creative_id', '=', input.id)
      .where('ad_set_id', '=', input.adSetId)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) throw new AppError('ad_set_not_found');
    await writeLocked(db, 'creative', creative, {}, now);
    await auditCreative(db, actor, 'creative.removeFromAdSet', input.id, now, { adSetId: input.adSetId });
    return await getCreative({ ...deps, db }, actor, input);
  });
}
