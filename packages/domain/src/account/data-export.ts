import type { MemberRole } from '../roles.ts';
import { DAY_MS } from '../time-zone.ts';
import { memberMay } from './member.ts';

/** So long whoever asked may fetch their data. */
export const EXPORT_KEPT_DAYS = 7;
/** Images of an archive; those beyond are named in its list of creatives. */
export const EXPORT_IMAGES_MAX_BYTES = 64 * 1024 * 1024;
/** Documents of an archive as PDFs, some 4,000 of a page, the newest ones; those beyond are named in its list of documents. */
export const EXPORT_DOCUMENTS_MAX_BYTES = 64 * 1024 * 1024;
/** The archive is kept in pieces of at most this size. */
export const EXPORT_PART_BYTES = 1024 * 1024;

/** Archives that may be asked for within 24 hours: of an account, whoever asks; of a person, in whatever account. Each is up to 130 MB of writing. */
export const EXPORTS_A_DAY = 5;

/** Archives that an operator may ask for in somebody's stead within 24 hours, of whomever. */
export const GIVEN_EXPORTS_A_DAY = 20;
/** Why an operator asks for one: the log keeps it, and the person's own archive shows it. */
export const EXPORT_REASON = { min: 3, max: 200 } as const;

/** So long a link to an archive holds, if it isn't followed before. */
export const LINK_LIVES_MS = 60_000;

export const EXPORT_STATUSES = ['waiting', 'ready', 'failed'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** What somebody gets: the owner all of the account besides, a member what is about themselves. */
export type ExportScope = 'account' | 'person';

/** What a member may have: accounts are handed over, and then an archive of before is none of theirs. */
export function exportScopeOf(role: MemberRole): ExportScope {
  return memberMay(role, 'members') ? 'account' : 'person';
}

/** From when on an archive made at this time is gone. */
export function exportExpires(readyAt: Date): Date {
  return new Date(readyAt.getTime() + EXPORT_KEPT_DAYS * DAY_MS);
}

/**
 * When another archive may be asked for.
 * @param askedAt when those before were, in any order. @param aDay how many a day has. @returns null for now
 */
export function nextExportAt(askedAt: readonly Date[], now: Date, aDay = EXPORTS_A_DAY): Date | null {
  const counted = askedAt
    .map((at) => at.getTime() + DAY_MS)
    .filter((endsMs) => endsMs > now.getTime())
    .sort((one, other) => other - one);
  const freesMs = counted[aDay - 1];
  return freesMs === undefined ? null : new Date(freesMs);
}
