import { mergeAdsTxt } from '@placard/domain/ads-txt/merge';
import { adsTxtLineOf } from '@placard/domain/ads-txt/verdict';
import { sql } from 'kysely';
import type { Actor, HasDb } from '../feature.ts';
import { readAdsTxtWebsite } from './list-ads-txt.ts';
import { type HasNetworkName, ourLineFor } from './our-line.ts';

export type MergedFile = {
  fileUrl: string;
  text: string;
  added: number[];
  seenAt: string | null;
  tooLong: boolean;
};

/** The file as it was last seen with our line in its place. @throws AppError `website_not_found`. */
export async function readMergedFile(
  deps: HasDb & HasNetworkName,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<MergedFile> {
  const { fileUrl } = await readAdsTxtWebsite(deps, actor, id);
  const ours = ourLineFor(deps, actor.userId);
  const { rows } = await sql<{ text: string | null; long: boolean | null; checked_at: Date }>`
    select found ->> 'text' as text, (found ->> 'tooLong')::boolean as long, checked_at
      from ads_txt_check where website_id = ${id} and result <> 'unknown' order by id desc limit 1`.execute(
    deps.db,
  );
  const last = rows[0];
  const tooLong = last?.long === true;
  if (tooLong || last === undefined || last.text === null) {
    return { fileUrl, text: `${adsTxtLineOf(ours)}\n`, added: [1], seenAt: null, tooLong };
  }
  const merged = mergeAdsTxt(last.text, ours);
  return {
    fileUrl,
    text: merged.text,
    added: [...merged.added],
    seenAt: last.checked_at.toISOString(),
    tooLong,
  };
}
