import type { AdsTxtWebsite } from '@placard/contract/ads-txt';
import type { Tx } from '@placard/db/database';
import { type AdsTxtResult, adsTxtLineOf, isLost } from '@placard/domain/ads-txt/verdict';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { createRateLimiter } from '../../api/rate-limiter.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import type { HasOutside } from '../../safe-fetch/safe-fetch.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { type Examination, examineWebsite } from './examine.ts';
import { readAdsTxtWebsite } from './list-ads-txt.ts';
import { type HasNetworkName, ourLineFor } from './our-line.ts';

export type CheckDeps = HasDb & HasClock & HasNetworkName & HasOutside;

/** Longer files are judged but not kept: nobody merges them by hand. */
const KEPT_TEXT_LENGTH = 200_000;
/** A quarter of a year of daily checks. */
const KEPT_CHECKS = 100;

export type CheckedWebsite = { readonly id: number; readonly domain: string; readonly publisherId: number };

/** Asks the website and writes down what it said; nothing is locked meanwhile. */
export async function checkWebsite(deps: CheckDeps, website: CheckedWebsite): Promise<Examination> {
  const ours = ourLineFor(deps, website.publisherId);
  const examination = await examineWebsite(deps.outside, website.domain, ours);
  await recordCheck(deps, website, examination);
  return examination;
}

/** A check that says nothing is kept in the history, and the last good answer stays the website's. */
async function recordCheck(deps: CheckDeps, website: CheckedWebsite, done: Examination): Promise<void> {
  const websiteId = website.id;
  const now = deps.clock();
  const text = done.text !== null && done.text.length <= KEPT_TEXT_LENGTH ? done.text : null;
  const found = JSON.stringify({
    ...done.found,
    ...(text === null ? {} : { text }),
    ...(done.text !== null && text === null ? { tooLong: true } : {}),
  });
  await inTransaction(deps.db, async (trx) => {
    const before = await resultBefore(trx, websiteId);
    if (before === null) return;
    // The newest file is enough: what older checks found is in their own words.
    if (done.result !== 'unknown') {
      await sql`update ads_txt_check set found = found - 'text' - 'tooLong'
                 where website_id = ${websiteId} and found ?| array['text', 'tooLong']`.execute(trx);
    }
    await trx
      .insertInto('ads_txt_check')
      .values({ website_id: websiteId, checked_at: now, result: done.result, found })
      .execute();
    await sql`delete from ads_txt_check where website_id = ${websiteId} and id <= (
                select id from ads_txt_check where website_id = ${websiteId}
                 order by id desc offset ${KEPT_CHECKS} limit 1)`.execute(trx);
    await trx
      .updateTable('website')
      .set({ ads_txt_result: done.result, ads_txt_checked_at: now })
      .where('id', '=', websiteId)
      .$if(done.result === 'unknown', (query) => query.where('ads_txt_result', '=', 'unknown'))
      .execute();
    if (isLost(before, done.result)) await tellLost(deps, trx, { website, done, now });
  });
}

/**
 * Kept from other checks of the website until this one is written down: a loss is told once. Null where it was deleted
 * while it was asked.
 */
async function resultBefore(trx: Tx, websiteId: number): Promise<AdsTxtResult | null> {
  const row = await trx
    .selectFrom('website')
    .select('ads_txt_result')
    .where('id', '=', websiteId)
    .where('status', '<>', 'archived')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.ads_txt_result ?? null;
}

async function tellLost(
  deps: CheckDeps,
  trx: Tx,
  lost: { readonly website: CheckedWebsite; readonly done: Examination; readonly now: Date },
): Promise<void> {
  const { id, publisherId } = lost.website;
  const name = shownDomain(lost.website.domain);
  const { outcome } = lost.done.found;
  await notify(trx, {
    accountId: publisherId,
    kind: 'ads_txt.lose',
    data: {
      ...{ subjectId: id, name },
      outcome: outcome === 'file_missing' || outcome === 'nothing_declared' ? outcome : 'line_missing',
    },
    mail: mailText('adsTxtLost', {
      ...{ network: await networkName(trx), name, url: `${deps.publicUrl}/publisher/ads-txt` },
      line: adsTxtLineOf(ourLineFor(deps, publisherId)),
    }),
    at: lost.now,
  });
}

/** How often a publisher may have us ask somebody's server. */
const ofAnAccount = { limit: 30, windowMs: 600_000 };
const ofAWebsite = { limit: 4, windowMs: 60_000 };

export type CheckNow = (actor: Actor, input: { readonly id: number }) => Promise<AdsTxtWebsite>;

/** Check now, with its limits. @throws AppError `website_not_found`, `conflict_status`, `rate_limited`. */
export function createCheckNow(deps: CheckDeps): CheckNow {
  const byAccount = createRateLimiter(ofAnAccount);
  const byWebsite = createRateLimiter(ofAWebsite);
  return async (actor, { id }) => {
    const website = await readAdsTxtWebsite(deps, actor, id);
    if (website.status === 'archived') throw new AppError('conflict_status');
    const nowMs = deps.clock().getTime();
    const waitMs = byWebsite.take(String(id), nowMs) || byAccount.take(String(actor.accountId), nowMs);
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1_000);
      throw new AppError('rate_limited', {
        reason: 'ads_txt_checked_often',
        value: String(seconds),
        retryAfterSeconds: seconds,
      });
    }
    await checkWebsite(deps, { id, domain: website.domain, publisherId: actor.accountId });
    return await readAdsTxtWebsite(deps, actor, id);
  };
}
