import type { draftInput } from '@placard/contract/campaigns';
import type { CampaignDraftTable } from '@placard/db/schema/advertising';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';

type DraftContent = z.output<typeof draftInput>;

export type Draft = {
  readonly step: 'setting' | 'target';
  readonly content: DraftContent;
  readonly updatedAt: string;
  readonly version: number;
};

/** A wizard's fields are a few hundred bytes; more is not a draft. */
const MAX_DRAFT_CHARACTERS = 50_000;

function toDraft(row: Selectable<CampaignDraftTable>): Draft {
  return {
    step: row.step,
    content: row.content as DraftContent,
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}

/** The actor's unfinished campaign, or null. */
export async function getDraft(deps: HasDb, actor: Actor): Promise<Draft | null> {
  const row = await deps.db
    .selectFrom('campaign_draft')
    .selectAll()
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId)
    .executeTakeFirst();
  return row === undefined ? null : toDraft(row);
}

/** Keeps it as typed; the last save wins, whichever device it comes from. */
export async function saveDraft(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly step: 'setting' | 'target'; readonly content: DraftContent },
): Promise<Draft> {
  const content = JSON.stringify(input.content);
  if (content.length > MAX_DRAFT_CHARACTERS) throw new AppError('too_large');
  const now = deps.clock();
  const row = await deps.db
    .insertInto('campaign_draft')
    .values({
      user_id: actor.userId,
      account_id: actor.accountId,
      step: input.step,
      content,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'account_id']).doUpdateSet({
        step: input.step,
        content,
        updated_at: now,
        version: sql`campaign_draft.version + 1`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDraft(row);
}

export async function discardDraft(deps: HasDb, actor: Actor): Promise<void> {
  await deps.db
    .deleteFrom('campaign_draft')
    .where('user_id', '=', actor.userId)
    .where('account_id', '=', actor.accountId)
    .execute();
}
