import type { Creative, creativeBasicInfo } from '@placard/contract/creatives';
import type { z } from 'zod';
import { runOnce } from '../../api/idempotency.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { randomKey } from '../random-key.ts';
import { refuseTooManyWaitingCreatives } from '../room-for-one-more.ts';
import { insertAssignments, refuseUnassignable } from './assignment.ts';
import { auditCreative } from './audit-creative.ts';
import { type CreativeContent, contentValues } from './creative-content.ts';
import { getCreative } from './creative-record.ts';

export type CreateCreativeInput = {
  readonly basicInfo: z.output<typeof creativeBasicInfo>;
  readonly content: CreativeContent;
  readonly adSetIds: readonly number[];
  /** A repeated press carries the same key and gets the first one's creative; with other words it is refused. */
  readonly requestKey: string;
};

/**
 * Writes a creative, pending review, and assigns it.
 * @throws AppError `invalid_input`, `image_rejected`, `ad_set_not_found`, `conflict_status`, `conflict_idempotency`.
 */
export async function createCreative(
  deps: HasDb & HasClock & HasUrls & HasSecrets,
  actor: Actor,
  input: CreateCreativeInput,
): Promise<Creative> {
  const now = deps.clock();
  const { requestKey, ...words } = input;
  const call = {
    userId: actor.userId,
    accountId: actor.accountId,
    operation: 'creatives.create',
    key: requestKey,
    input: words,
    now,
  };
  const answer = await runOnce(deps.db, call, async (money) => {
    money.used = true;
    await refuseTooManyWaitingCreatives(money.trx, actor.accountId);
    const adSetIds = [...new Set(input.adSetIds)];
    await refuseUnassignable(money.trx, actor, adSetIds);
    const values = await contentValues(money.trx, actor, input.content, 'content.');
    const { id } = await money.trx
      .insertInto('creative')
      .values({
        ...values,
        advertiser_id: actor.accountId,
        name: input.basicInfo.name,
        description: input.basicInfo.description,
        type: input.content.type,
        public_key: randomKey(),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertAssignments(money.trx, id, adSetIds, now);
    await auditCreative(money.trx, actor, 'creative.create', id, now, {
      name: input.basicInfo.name,
      type: input.content.type,
      adSetIds,
    });
    return { id };
  });
  return await getCreative(deps, actor, answer as { id: number });
}
