import type { Tx } from '@placard/db/database';
import type { BasisPoints } from '@placard/domain/basis-points';
import { percentOf } from '@placard/domain/basis-points';
import { firstRaised, type ShareRates, shareDays } from '@placard/domain/ledger/share-rate';
import type { ChangedRecord } from '@placard/domain/notice/change-path';
import type { Actor } from '../../deps.ts';
import { accountName } from '../accounts/account-name.ts';
import { networkName } from '../settings/network-name.ts';
import { tellOperators } from '../users/tell-operators.ts';
import { readRates, readShareBase, type StoredRate, timesOf } from './share-rate-view.ts';

/** Whose shares a change is about: a website's with its publisher, a publisher's, or, both null, the network's. */
export type ShareOwner = { readonly websiteId: number | null; readonly publisherId: number | null };

/** What holds for them from now on, as it is before or after a change. */
async function ratesOf(trx: Tx, { websiteId, publisherId }: ShareOwner): Promise<ShareRates> {
  const [{ baseBp }, network] = await Promise.all([readShareBase(trx), readRates(trx, null)]);
  const own = publisherId === null ? [] : await readRates(trx, publisherId);
  const of = (wanted: (rate: StoredRate) => boolean) => own.filter(wanted).map(timesOf);
  return {
    website: websiteId === null ? [] : of((rate) => rate.website_id === websiteId),
    publisher: of((rate) => rate.website_id === null),
    network: network.map(timesOf),
    baseBp,
  };
}

/**
 * Does what changes shares, and tells all operators where more goes to publishers by it: up to all that the network keeps
 * could be given to somebody, and nothing but a line of the log said so.
 */
export async function tellingOfMore<Result>(
  trx: Tx,
  actor: Actor,
  owner: ShareOwner,
  at: Date,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await ratesOf(trx, owner);
  const result = await change();
  const raised = firstRaised(before, await ratesOf(trx, owner), at.getTime());
  if (raised === null) return result;
  const { timeZone } = await readShareBase(trx);
  const { fromDay } = shareDays({ fromMs: raised.atMs, untilMs: null }, timeZone);
  const about = `${await nameOf(trx, owner)}, ${sharesText(raised.beforeBp, raised.shareBp)} (${fromDay})`;
  await tellOperators(trx, actor, { change: 'publisher_share', about, ...recordOf(owner), at });
  return result;
}

/** Figures alone: each operator reads them in a sentence of their own language. */
export function sharesText(beforeBp: BasisPoints, shareBp: BasisPoints): string {
  return `${percentOf(beforeBp)}% → ${percentOf(shareBp)}%`;
}

/** Where the share stands: with the website, or with the publisher. */
function recordOf({ websiteId, publisherId }: ShareOwner): { record?: ChangedRecord } {
  if (websiteId !== null) return { record: { kind: 'website', id: websiteId } };
  return publisherId === null ? {} : { record: { kind: 'account', id: publisherId } };
}

async function nameOf(trx: Tx, { websiteId, publisherId }: ShareOwner): Promise<string> {
  if (websiteId !== null) {
    const website = trx.selectFrom('website').select('domain').where('id', '=', websiteId);
    return (await website.executeTakeFirstOrThrow()).domain;
  }
  if (publisherId === null) return await networkName(trx);
  const account = trx.selectFrom('account_card as u').select(accountName().as('name'));
  return (await account.where('u.id', '=', publisherId).executeTakeFirstOrThrow()).name;
}
