import type { creativeContent } from '@placard/contract/creatives';
import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt, refusalAt } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';

export type CreativeContent = z.output<typeof creativeContent>;

export type ContentValues = {
  readonly width_px: number;
  readonly height_px: number;
  readonly image_id: number | null;
  readonly alt_text: string;
  readonly click_url: string | null;
  readonly ad_code: string | null;
};

/**
 * The creative's columns for its content, in the transaction that writes it. The image must be one that the actor uploaded for exactly this size.
 * @param path where the content lies in the input, for the issues: `content.`
 * @throws AppError `invalid_input`, `image_rejected`.
 */
export async function contentValues(
  trx: Kysely<Database>,
  actor: Actor,
  content: CreativeContent,
  path: string,
): Promise<ContentValues> {
  const { width, height } = content.size;
  switch (content.type) {
    case 'image':
      return {
        width_px: width,
        height_px: height,
        ...(await imageValues(trx, actor, content, path)),
        ad_code: null,
      };
    case 'third_party':
      return {
        width_px: width,
        height_px: height,
        image_id: null,
        alt_text: '',
        click_url: null,
        ad_code: content.adCode,
      };
  }
}

async function imageValues(
  trx: Kysely<Database>,
  actor: Actor,
  content: Extract<CreativeContent, { type: 'image' }>,
  path: string,
): Promise<Pick<ContentValues, 'image_id' | 'alt_text' | 'click_url'>> {
  const { width, height } = content.size;
  // Written, not only read: whoever removes what nothing used waits for it, and sees that it is used.
  const image = await trx
    .updateTable('image')
    .set({ unused_since: null })
    .where('owner_id', '=', actor.accountId)
    .where('file_key', '=', content.imageKey)
    .where('removed_at', 'is', null)
    .returning(['id', 'width_px', 'height_px'])
    .executeTakeFirst();
  if (image === undefined) throw invalidInput(issueAt(`${path}imageKey`, 'image_required'));
  if (image.width_px !== width || image.height_px !== height) {
    const refusal = {
      reason: 'image_dimensions',
      values: { required: `${width}×${height}`, current: `${image.width_px}×${image.height_px}` },
    } as const;
    throw new AppError('image_rejected', { ...refusal, issues: [refusalAt(`${path}imageKey`, refusal)] });
  }
  return { image_id: image.id, alt_text: content.altText, click_url: content.clickUrl };
}
