import type { CurrentShare } from '@placard/contract/share-rates';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { currentShare, heldView, readRates, readShareBase, websiteOf } from './share-rate-view.ts';

type OwnShare = ReturnType<typeof heldView> & { readonly website: ReturnType<typeof websiteOf> };

/** A publisher's share now, what of it is to come, and which websites have one of their own. */
export async function readOwnShares(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
): Promise<{ present: CurrentShare; items: OwnShare[] }> {
  const [{ timeZone, baseBp }, network, publisher] = await Promise.all([
    readShareBase(db),
    readRates(db, null),
    readRates(db, actor.accountId),
  ]);
  const nowMs = clock().getTime();
  const concerns = [...publisher, ...network].filter(({ website_id, from_at, until_at }) => {
    const isOver = until_at !== null && until_at.getTime() <= nowMs;
    return !isOver && (website_id !== null || from_at.getTime() > nowMs);
  });
  return {
    present: currentShare({ publisher, network }, baseBp, nowMs),
    items: concerns
      .toSorted((a, b) => a.from_at.getTime() - b.from_at.getTime() || a.id - b.id)
      .map((row) => ({ ...heldView(row, timeZone), website: websiteOf(row) })),
  };
}
