import type { Creative, creativeBasicInfo } from '@placard/contract/creatives';
import type { z } from 'zod';
import { AppError, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { changesOf } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { writeLocked } from '../write-locked.ts';
import { assignedAdSetIds, insertAssignments, refuseUnassignable } from './assignment.ts';
import { auditCreative } from './audit-creative.ts';
import { type CreativeContent, contentValues } from './creative-content.ts';
import { getCreative } from './creative-record.ts';
import { type LockedCreative, lockCreative, refuseUneditable, statusAfter } from './lock-creative.ts';

type Deps = HasDb & HasClock & HasUrls & HasSecrets;
type Versioned = { readonly id: number; readonly version: number };

// Each save names the version it was made from and changes nothing where nothing differs.

/** Name and description; the status stays. @throws AppError `creative_not_found`, `conflict_version`, `conflict_status`. */
export async function updateBasicInfo(
  deps: Deps,
  actor: Actor,
  input: Versioned & z.output<typeof creativeBasicInfo>,
): Promise<Creative> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const creative = await lockForEdit(db, actor, input);
    const values = { name: input.name, description: input.description };
    const changes = changesOf({ name: creative.name, description: creative.description }, values);
    if (Object.keys(changes).length > 0) {
      await writeLocked(db, 'creative', creative, values, now);
      await auditCreative(db, actor, 'creative.editBasicInfo', creative.id, now, changes);
    }
    return await getCreative({ ...deps, db }, actor, input);
  });
}

/**
 * What is shown; the creative is reviewed again. Its type stays.
 * @throws AppError as updateBasicInfo, and `invalid_input`, `image_rejected`.
 */
export async function updateContent(
  deps: Deps,
  actor: Actor,
  input: Versioned & { readonly content: CreativeContent },
): Promise<Creative> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const creative = await lockForEdit(db, actor, input);
    if (creative.type !== input.content.type) {
      const issues = [issueAt('content.type', 'creative_type_invalid')];
      throw new AppError('invalid_input', { message: 'Invalid creative type', issues });
    }
    const values = await contentValues(db, actor, input.content, 'content.');
    const changes = changesOf(contentOf(creative), values);
    if (Object.keys(changes).length > 0) {
      const status = statusAfter(creative, 'editContent', 'edited');
      const cleared = { approved_at: null, rejection_code: null, rejection_text: null };
      await writeLocked(db, 'creative', creative, { ...values, ...cleared, status }, now);
      await auditCreative(db, actor, 'creative.editContent', creative.id, now, {
        ...changes,
        ...changesOf({ status: creative.status }, { status }),
      });
    }
    return await getCreative({ ...deps, db }, actor, input);
  });
}

/**
 * The ad sets it serves, all at once; the status stays. Ad sets it serves already may stay whatever became of their
 * campaign.
 * @throws AppError as updateBasicInfo, and `ad_set_not_found`.
 */
export async function updateAssignment(
  deps: Deps,
  actor: Actor,
  input: Versioned & { readonly adSetIds: readonly number[] },
): Promise<Creative> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const creative = await lockForEdit(db, actor, input);
    const wanted = [...new Set(input.adSetIds)].sort((a, b) => a - b);
    const before = await assignedAdSetIds(db, creative.id);
    const added = wanted.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !wanted.includes(id));
    if (added.length + removed.length > 0) {
      await refuseUnassignable(db, actor, added);
      if (removed.length > 0) {
        await db
          .deleteFrom('creative_ad_set')
          .where('creative_id', '=', creative.id)
          .where('ad_set_id', 'in', removed)
          .execute();
      }
      await insertAssignments(db, creative.id, added, now);
      await writeLocked(db, 'creative', creative, {}, now);
      await auditCreative(db, actor, 'creative.editAssignment', creative.id, now, {
        adSetIds: { before, after: wanted },
      });
    }
    return await getCreative({ ...deps, db }, actor, input);
  });
}

async function lockForEdit(db: Deps['db'], actor: Actor, input: Versioned): Promise<LockedCreative> {
  const creative = await lockCreative(db, actor, input.id);
  refuseUneditable(creative);
  if (creative.version !== input.version) throw new AppError('conflict_version');
  return creative;
}

function contentOf(creative: LockedCreative) {
  const { width_px, height_px, image_id, alt_text, click_url, ad_code } = creative;
  return { width_px, height_px, image_id, alt_text, click_url, ad_code };
}
