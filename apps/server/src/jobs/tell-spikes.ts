import type { Db } from '@placard/db/database';
import {
  SPIKE_LEAST_MORE_MICROS,
  SPIKE_LOOKS_BACK_DAYS,
  spendSpike,
} from '@placard/domain/campaign/spend-spike';
import { dollarsFromMicros, type Micros, wholeCents } from '@placard/domain/micros';
import { sql } from 'kysely';
import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import { readCurrency } from '../features/billing/read-balance.ts';
import { eachAlone } from '../features/each-alone.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailText } from '../mail/mail-text.ts';
import { moneyIn } from '../texts/worded.ts';

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;
type Spending = {
  readonly id: number;
  readonly name: string;
  readonly advertiserId: number;
  /** 'YYYY-MM-DD' in the account's zone, as all days here. */
  readonly today: string;
  readonly todayMicros: Micros;
  readonly dayMicros: readonly Micros[];
};

/**
 * Tells advertisers whose campaign has spent far more today than it usually does in a day: of each campaign once a day,
 * whoever looks and however often.
 * @returns of how many campaigns somebody was told
 */
export async function tellSpikes(deps: Deps): Promise<number> {
  const now = deps.clock();
  const spent = await readSpending(deps.db, now);
  const told = await eachAlone(spent, 'spikes could not be told', async (spending) => {
    const spike = spendSpike(spending.todayMicros, spending.dayMicros);
    return spike !== null && (await tell(deps, spending, spike.usualMicros, now));
  });
  return told.filter(Boolean).length;
}

/** Active campaigns with enough spend today for a spike. A day's spend counts on the day it was charged. */
async function readSpending(db: Db, now: Date): Promise<Spending[]> {
  const { rows } = await sql<Spending>`
    select t.id, t.name, t.advertiser_id as "advertiserId", to_char(t.today, 'YYYY-MM-DD') as today,
           t.micros::int8 as "todayMicros",
           array(select sum(d.spent_micros)::int8
                   from ad_set a join ad_set_day_spend d on d.ad_set_id = a.id
                  where a.campaign_id = t.id and d.day < t.today and d.day >= t.today - ${SPIKE_LOOKS_BACK_DAYS}::int
                  group by d.day) as "dayMicros"
      from (select c.id, c.name, c.advertiser_id, d.day as today, sum(d.spent_micros) as micros
              from campaign c
              join account o on o.id = c.advertiser_id and o.status = 'active'
              join ad_set a on a.campaign_id = c.id
              join ad_set_day_spend d
                on d.ad_set_id = a.id and d.day = day_in_zone(${now}, o.time_zone)
             where c.status = 'active'
             group by c.id, d.day
            having sum(d.spent_micros) >= ${SPIKE_LEAST_MORE_MICROS}::int8) t
     order by t.id`.execute(db);
  return rows;
}

async function tell(deps: Deps, spending: Spending, usualMicros: Micros, now: Date): Promise<boolean> {
  const { today: day, todayMicros: micros, ...campaign } = spending;
  return await tellSpike(deps, campaign, { span: 'day', day, micros, usualMicros }, now);
}

/** @returns whether somebody was told, who was told neither of the day nor of an hour of it before */
export async function tellSpike(
  deps: Deps,
  { id, name, advertiserId }: Pick<Spending, 'id' | 'name' | 'advertiserId'>,
  spike: {
    readonly span: 'day' | 'hour';
    readonly day: string;
    readonly micros: Micros;
    readonly usualMicros: Micros;
  },
  now: Date,
): Promise<boolean> {
  const { span, day, micros, usualMicros } = spike;
  return await inTransaction(deps.db, async (trx) => {
    const currency = await readCurrency(trx);
    const [amount, usual] = [dollarsFromMicros(micros), dollarsFromMicros(usualMicros)];
    return await notify(trx, {
      accountId: advertiserId,
      kind: 'campaign.spike',
      data: { subjectId: id, name, amount, usual, currency, ...(span === 'hour' ? { span } : {}) },
      key: `${id}:${day}`,
      mail: mailText('spendSpike', {
        network: await networkName(trx),
        name,
        span,
        amount: moneyIn(wholeCents(micros), currency),
        usual: moneyIn(wholeCents(usualMicros), currency),
        url: `${deps.publicUrl}/advertiser/campaigns/${id}`,
      }),
      at: now,
    });
  });
}
