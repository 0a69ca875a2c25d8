import type { ADS_TXT_FILE_STATES } from '@placard/contract/ads-txt';
import { mergeAdsTxt } from '@placard/domain/ads-txt/merge';
import { type AdsTxtResult, adsTxtLineOf } from '@placard/domain/ads-txt/verdict';
import { sql } from 'kysely';
import type { Actor, HasDb } from '../../deps.ts';
import { readAdsTxtWebsite } from './list-ads-txt.ts';
import { type HasNetworkName, ourLineFor } from './our-line.ts';

export type MergedFile = {
  fileUrl: string;
  text: string;
  added: number[];
  file: (typeof ADS_TXT_FILE_STATES)[number];
  seenAt: string | null;
};

type LastAnswer = {
  readonly text: string | null;
  readonly long: boolean | null;
  readonly outcome: string | null;
  readonly result: AdsTxtResult;
  readonly checked_at: Date;
};

/** The file as it was last seen with our line in its place. @throws AppError `website_not_found`. */
export async function readMergedFile(
  deps: HasDb & HasNetworkName,
  actor: Actor,
  { id }: { readonly id: number },
): Promise<MergedFile> {
  const { fileUrl } = await readAdsTxtWebsite(deps, actor, id);
  const ours = ourLineFor(deps, actor.accountId);
  const { rows } = await sql<LastAnswer>`
    select found ->> 'text' as text, (found ->> 'tooLong')::boolean as long, found ->> 'outcome' as outcome,
           result, checked_at
      from ads_txt_check where website_id = ${id} and result <> 'unknown' order by id desc limit 1`.execute(
    deps.db,
  );
  const [last] = rows;
  const lineAlone = { fileUrl, text: `${adsTxtLineOf(ours)}\n`, added: [1], seenAt: null };
  if (last === undefined) return { ...lineAlone, file: 'unseen' };
  if (last.long === true) return { ...lineAlone, file: 'too_long', added: last.result === 'ok' ? [] : [1] };
  if (last.text === null)
    return { ...lineAlone, file: last.outcome === 'file_missing' ? 'absent' : 'unseen' };
  const merged = mergeAdsTxt(last.text, ours);
  return {
    fileUrl,
    text: merged.text,
    added: [...merged.added],
    file: 'seen',
    seenAt: last.checked_at.toISOString(),
  };
}
