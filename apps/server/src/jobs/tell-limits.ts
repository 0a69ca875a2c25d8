import type { Tx } from '@placard/db/database';
import {
  beginsAnew,
  isFarBehind,
  isLimitedByBid,
  isLimitedByBudget,
  type SpendingLimit,
} from '@placard/domain/campaign/limit';
import { localDayAt } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb, HasUrls } from '../deps.ts';
import { loadCampaigns, toCampaignRow, walletBalance } from '../features/campaigns/campaign-record.ts';
import { pacingToday } from '../features/campaigns/pacing-today.ts';
import { diagnoseCampaign } from '../features/diagnosis/diagnose-campaign.ts';
import { eachAlone } from '../features/each-alone.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailPart, mailText } from '../mail/mail-text.ts';

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;
type Watched = { readonly id: number; readonly name: string; readonly actor: Actor };

/** Views are played again for a campaign, some 50 ms of the process: so many an hour, the others in the hours after. */
const MOST_DIAGNOSED = 100;
const HOUR_MS = 3_600_000;

/**
 * Tells advertisers what of their own keeps an active campaign from spending: a budget that is gone early in the day, or a
 * bid that loses while spend is far behind. Once for each spell; what was told, and when it was seen last, stands in
 * `campaign_limit`, written together with the notice.
 * @returns of how many campaigns somebody was told
 */
export async function tellLimits(deps: Deps): Promise<number> {
  const now = deps.clock();
  const behind: Watched[] = [];
  let told = 0;
  const lookAtOne = async (actor: Actor) => {
    const found = await lookAt(deps, actor, now);
    behind.push(...found.behind);
    for (const watched of found.withoutBudget) if (await tell(deps, watched, 'budget', now)) told += 1;
  };
  const judgeBid = async (watched: Watched) => {
    const { adSets } = await diagnoseCampaign(deps, watched.actor, { id: watched.id });
    if (isLimitedByBid(adSets) && (await tell(deps, watched, 'bid', now))) told += 1;
  };
  const all = await advertisers(deps);
  await eachAlone(
    [
      async () => await eachAlone(all, 'advertisers could not be looked at', lookAtOne),
      async () => await eachAlone(inTurn(behind, now), 'bids could not be judged', judgeBid),
    ],
    'looks at limits failed',
    async (look) => await look(),
  );
  return told;
}

/** Who has campaigns that are active, as who looks at them. */
async function advertisers({ db }: HasDb): Promise<Actor[]> {
  const { rows } = await sql<{ id: number; time_zone: string }>`
    select id, time_zone from account o
     where status = 'active'
       and exists (select from campaign c where c.advertiser_id = o.id and c.status = 'active')
     order by id`.execute(db);
  return rows.map(({ id, time_zone: timeZone }) => ({
    ...{ userId: 0, accountId: id, member: 'viewer', sessionId: 0, roles: ['advertiser'], timeZone },
  }));
}

async function lookAt(deps: Deps, actor: Actor, now: Date) {
  const { db } = deps;
  const active = await db
    .selectFrom('campaign')
    .select('id')
    .where('advertiser_id', '=', actor.accountId)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  const ids = active.map(({ id }) => id);
  const today = localDayAt(actor.timeZone, now.getTime());
  const walletMicros = await walletBalance(db, actor.accountId);
  const paced = await pacingToday(deps, actor, ids);
  const behind: Watched[] = [];
  const withoutBudget: Watched[] = [];
  for (const record of await loadCampaigns(db, actor, ids, today)) {
    const spending = paced.get(record.id);
    if (spending === undefined) continue;
    const { id, name, noteReason: note } = toCampaignRow(record, today, walletMicros);
    if (isLimitedByBudget({ ...spending, note })) withoutBudget.push({ id, name, actor });
    if (isFarBehind({ ...spending, note })) behind.push({ id, name, actor });
  }
  return { behind, withoutBudget };
}

/** Of more than are looked at in an hour each hour the next ones. */
export function inTurn<Each>(behind: readonly Each[], now: Date): readonly Each[] {
  if (behind.length <= MOST_DIAGNOSED) return behind;
  const first = (Math.floor(now.getTime() / HOUR_MS) * MOST_DIAGNOSED) % behind.length;
  return [...behind.slice(first), ...behind.slice(0, first)].slice(0, MOST_DIAGNOSED);
}

async function tell(deps: Deps, watched: Watched, reason: SpendingLimit, now: Date): Promise<boolean> {
  const { id, name, actor } = watched;
  return await inTransaction(deps.db, async (trx) => {
    if (!(await noteLimit(trx, id, reason, now))) return false;
    return await notify(trx, {
      accountId: actor.accountId,
      kind: 'campaign.limit',
      data: { subjectId: id, name, reason },
      mail: mailText('campaignLimited', {
        network: await networkName(trx),
        name,
        why: mailPart(`limit.${reason}`),
        url: `${deps.publicUrl}/advertiser/campaigns/${id}`,
      }),
      at: now,
    });
  });
}

/** @returns whether it begins with this; of two workers at once the first one's. */
async function noteLimit(trx: Tx, campaignId: number, reason: SpendingLimit, now: Date): Promise<boolean> {
  const added = await trx
    .insertInto('campaign_limit')
    .values({ campaign_id: campaignId, reason, since: now, last_seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('campaign_id')
    .executeTakeFirst();
  if (added !== undefined) return true;
  const row = trx
    .selectFrom('campaign_limit')
    .select('last_seen_at')
    .where('campaign_id', '=', campaignId)
    .where('reason', '=', reason);
  const { last_seen_at: lastSeen } = await row.forUpdate().executeTakeFirstOrThrow();
  if (lastSeen >= now) return false;
  const begins = beginsAnew(lastSeen.getTime(), now.getTime());
  await trx
    .updateTable('campaign_limit')
    .set({ last_seen_at: now, ...(begins ? { since: now } : {}) })
    .where('campaign_id', '=', campaignId)
    .where('reason', '=', reason)
    .execute();
  return begins;
}
