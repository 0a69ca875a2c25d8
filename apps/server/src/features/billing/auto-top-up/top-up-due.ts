import type { Db, Tx } from '@placard/db/database';
import { isTopUpDue, MAX_TOP_UPS_A_DAY } from '@placard/domain/billing/top-up';
import { DAY_MS, localDayAt, platformZone } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { doneBy, writeAudit } from '../../audit/write-audit.ts';
import { startOfDay } from '../../day-range.ts';
import { eachAlone } from '../../each-alone.ts';
import { inTransaction } from '../../in-transaction.ts';
import type { CardDeps } from '../card-payments/cards-of.ts';
import { newDepositReference } from '../deposit-reference.ts';
import { walletBalance } from '../read-balance.ts';
import { stopTopUp } from './stop-top-up.ts';
import type { TopUpRecord } from './top-up-record.ts';

const BATCH = 50;

/** No calendar day is longer. */
const LONGEST_DAY_MS = 2 * DAY_MS;

type Candidate = { advertiser_id: number; time_zone: string; tried: Date[] };

/**
 * Accounts whose balance fell below what they set, which have no top-up under way and tries left today: any number of
 * those that have none would keep the others waiting until their day is over.
 */
async function candidates(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<Candidate>`
    select t.advertiser_id, u.time_zone,
           array(select d.created_at from deposit d
                  where d.advertiser_id = t.advertiser_id and d.automatic
                    and d.created_at > ${new Date(now.getTime() - LONGEST_DAY_MS)}) as tried
      from auto_top_up t
      join account u on u.id = t.advertiser_id and u.status = 'active'
      left join ledger_account a on a.owner_id = t.advertiser_id and a.kind = 'advertiser_wallet'
     where t.enabled and coalesce(a.balance_micros, 0) < t.threshold_micros
       and not exists (select from deposit d
                        where d.advertiser_id = t.advertiser_id and d.automatic and d.status = 'pending')
     order by t.advertiser_id`.execute(db);
  return rows
    .filter(({ time_zone, tried }) => {
      const begun = dayBegunAt(time_zone, now);
      return tried.filter((at) => at >= begun).length < MAX_TOP_UPS_A_DAY;
    })
    .slice(0, BATCH)
    .map((row) => row.advertiser_id);
}

/** The first moment of the account's calendar day. */
function dayBegunAt(timeZone: string, now: Date): Date {
  const zone = platformZone(timeZone);
  return startOfDay(zone, localDayAt(zone, now.getTime()));
}

/**
 * Asks for a deposit by the default card where the balance fell below what its owner set. The charge itself is made as
 * for any other deposit that waits. @returns the deposits.
 */
export async function requestTopUps(deps: CardDeps): Promise<number[]> {
  const ids = await eachAlone(
    await candidates(deps.db, deps.clock()),
    'top-ups could not be asked for',
    async (advertiserId) =>
      await inTransaction(deps.db, async (trx) => await requestTopUp(trx, advertiserId, deps.clock())),
  );
  return ids.filter((id) => id !== null);
}

async function requestTopUp(trx: Tx, advertiserId: number, now: Date): Promise<number | null> {
  const settings = await trx
    .selectFrom('auto_top_up')
    .selectAll()
    .where('advertiser_id', '=', advertiserId)
    .where('enabled', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (settings === undefined) return null;
  // In this order: one that ends between the two questions has its money in the balance that is read after it.
  if (await isRunning(trx, advertiserId)) return null;
  const due = isTopUpDue({
    balanceMicros: await walletBalance(trx, advertiserId),
    thresholdMicros: settings.threshold_micros,
    triesToday: await triesToday(trx, advertiserId, now),
  });
  if (!due) return null;
  const card = await trx
    .selectFrom('payment_method')
    .select('id')
    .where('advertiser_id', '=', advertiserId)
    .where('gateway', '=', 'stripe')
    .where('is_default', '=', true)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (card === undefined) {
    await stopTopUp(trx, { advertiserId, because: 'no_card', now });
    return null;
  }
  return await insertTopUp(trx, settings, card.id, now);
}

async function isRunning(trx: Tx, advertiserId: number): Promise<boolean> {
  const running = await trx
    .selectFrom('deposit')
    .select('id')
    .where('advertiser_id', '=', advertiserId)
    .where('automatic', '=', true)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return running !== undefined;
}

/** Of the account's calendar day, failed ones too. */
async function triesToday(trx: Tx, advertiserId: number, now: Date): Promise<number> {
  const { time_zone } = await trx
    .selectFrom('account')
    .select('time_zone')
    .where('id', '=', advertiserId)
    .executeTakeFirstOrThrow();
  const { tries } = await trx
    .selectFrom('deposit')
    .select(({ fn }) => fn.countAll().as('tries'))
    .where('advertiser_id', '=', advertiserId)
    .where('automatic', '=', true)
    .where('created_at', '>=', dayBegunAt(time_zone, now))
    .executeTakeFirstOrThrow();
  return Number(tries);
}

/** @returns null where another one runs already, which the database itself forbids. */
async function insertTopUp(
  trx: Tx,
  settings: TopUpRecord,
  cardId: number,
  now: Date,
): Promise<number | null> {
  const { advertiser_id: advertiserId, amount_micros: amountMicros } = settings;
  const deposit = await trx
    .insertInto('deposit')
    .values({
      advertiser_id: advertiserId,
      gateway: 'stripe',
      amount_micros: amountMicros,
      reference: newDepositReference(),
      payment_method_id: cardId,
      automatic: true,
      next_check_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'reference'])
    .executeTakeFirst();
  if (deposit === undefined) return null;
  await writeAudit(trx, {
    ...doneBy(null, 'system'),
    action: 'deposit.top_up',
    subjectKind: 'deposit',
    subjectId: deposit.id,
    detail: { amountMicros, reference: deposit.reference },
    at: now,
  });
  return deposit.id;
}
