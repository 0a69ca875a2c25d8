import type { CurrentWithholding } from '@placard/contract/withholding';
import type { Db } from '@placard/db/database';
import { mayBegin, type WithholdingLevel } from '@placard/domain/payout/withholding';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { heldView, presentView, rateAt, readCountry, readRates, readZone } from './rate-view.ts';

type OwnRate = ReturnType<typeof heldView> & { readonly withholdingLevel: WithholdingLevel };

async function concernedOf(db: Db, publisherId: number) {
  const [own, general, country] = await Promise.all([
    readRates(db, publisherId),
    readRates(db, null),
    readCountry(db, publisherId),
  ]);
  return { own, general, country };
}

/** The rate at which tax is withheld of what a publisher asks for now, and where they are taxed. */
export async function withholdingOf(
  db: Db,
  publisherId: number,
  now: Date,
): Promise<{ readonly rateBp: number; readonly country: string | null }> {
  const concerned = await concernedOf(db, publisherId);
  return { rateBp: rateAt(concerned, now.getTime()).rateBp, country: concerned.country };
}

/** What is withheld of a publisher's withdrawals now, and what is to come. */
export async function readOwnWithholding(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
): Promise<{ present: CurrentWithholding; items: OwnRate[] }> {
  const [timeZone, concerned] = await Promise.all([readZone(db), concernedOf(db, actor.accountId)]);
  const nowMs = clock().getTime();
  const { own, general, country } = concerned;
  const items = [...own, ...general.filter((rate) => rate.country === null || rate.country === country)]
    .filter(({ from_at }) => mayBegin(from_at.getTime(), nowMs))
    .toSorted((a, b) => a.from_at.getTime() - b.from_at.getTime() || a.id - b.id)
    .map((row) => ({ ...heldView(row, timeZone), withholdingLevel: levelOf(row) }));
  return { present: presentView(concerned, nowMs), items };
}

function levelOf(row: {
  readonly publisher_id: number | null;
  readonly country: string | null;
}): WithholdingLevel {
  if (row.publisher_id !== null) return 'publisher';
  return row.country === null ? 'network' : 'country';
}
