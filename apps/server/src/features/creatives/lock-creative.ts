import type { CannotOf } from '@placard/contract/status-refusals';
import type { Database } from '@placard/db/schema';
import type { CreativeTable } from '@placard/db/schema/advertising';
import {
  CREATIVE_TRANSITIONS,
  type CreativeAction,
  type CreativeGuard,
  type CreativeStatus,
} from '@placard/domain/creative/status';
import { judgeTransition } from '@placard/domain/status-table';
import type { Kysely, Selectable } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { statusConflict } from '../status-conflict.ts';

export type LockedCreative = Selectable<CreativeTable>;

/** The actor's creative, locked until the transaction ends. @throws AppError `creative_not_found`. */
export async function lockCreative(db: Kysely<Database>, actor: Actor, id: number): Promise<LockedCreative> {
  return await db
    .selectFrom('creative')
    .selectAll()
    .where('id', '=', id)
    .where('advertiser_id', '=', actor.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('creative_not_found'));
}

/** Where an advertiser's action leads. @throws AppError `conflict_status` naming the present status. */
export function statusAfter(
  creative: LockedCreative,
  action: CreativeAction,
  cannot: CannotOf<'creative'>,
): CreativeStatus {
  const result = judgeTransition<CreativeStatus, CreativeAction, CreativeGuard>(CREATIVE_TRANSITIONS, {
    from: creative.status,
    action,
    actor: 'advertiser',
    facts: {},
  });
  if (!result.ok) throw statusConflict('creative', creative.status, cannot);
  return result.to;
}

/** Basic info and assignments may be edited wherever the content may. @throws AppError `conflict_status`. */
export function refuseUneditable(creative: LockedCreative): void {
  statusAfter(creative, 'editContent', 'edited');
}
