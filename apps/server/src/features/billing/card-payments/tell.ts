import type { Tx } from '@placard/db/database';
import {
  type DisputeOutcome,
  type DisputeStage,
  type DisputeTask,
  disputeTask,
} from '@placard/domain/billing/dispute';
import { dollarsFromMicros, type Micros, wholeCents } from '@placard/domain/micros';
import { recordPath } from '@placard/domain/record-paths';
import { mailPart, mailText } from '../../../mail/mail-text.ts';
import { instantIn, moneyIn, type Worded } from '../../../texts/worded.ts';
import { notify } from '../../notices/notify.ts';
import { networkName } from '../../settings/network-name.ts';
import { activeOperators } from '../../users/active-operators.ts';
import type { DepositRecord } from '../deposit-view.ts';
import { readCurrency } from '../read-balance.ts';

const MAILS = { 'deposit.refund': 'refunded', 'deposit.refund_return': 'refundReturned' } as const;

type Told = {
  readonly kind: keyof typeof MAILS;
  readonly amountMicros: Micros;
  readonly now: Date;
};

/** Tells the advertiser that money of a deposit went back, or came back into the wallet. */
export async function tellAdvertiser(
  trx: Tx,
  deposit: DepositRecord,
  { kind, amountMicros, now }: Told,
): Promise<void> {
  const currency = await readCurrency(trx);
  const { reference } = deposit;
  const amount = moneyIn(wholeCents(amountMicros), currency);
  await notify(trx, {
    accountId: deposit.advertiser_id,
    kind,
    data: { amount: dollarsFromMicros(amountMicros), currency, reference },
    mail: mailText(MAILS[kind], { network: await networkName(trx), amount, reference }),
    at: now,
  });
}

/** What a mail about a dispute or an inquiry says to do. */
export type Contested = { readonly stage: DisputeStage; readonly dueAt: Date | null };

type Taken = {
  readonly origin: 'gateway' | 'dispute';
  readonly amountMicros: Micros;
  readonly uncoveredMicros: Micros;
  readonly contested: Contested | null;
  readonly now: Date;
};

function taskOf({ stage, dueAt }: Contested, now: Date): DisputeTask {
  return disputeTask(stage, dueAt?.getTime() ?? null, now.getTime());
}

/** "Answer it by … " with the day where the gateway says one; what is late or over says only that. */
async function taskText(trx: Tx, contested: Contested, now: Date): Promise<Worded> {
  const task = taskOf(contested, now);
  const { dueAt } = contested;
  if (task !== 'answer') return mailPart(`disputeTask.${task}`);
  if (dueAt === null) return mailPart('disputeTask.answerSoon');
  const { time_zone } = await trx
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  return mailPart('disputeTask.answer', { until: instantIn(dueAt, time_zone) });
}

async function advertiserEmail(trx: Tx, deposit: DepositRecord): Promise<string> {
  const { email } = await trx
    .selectFrom('account_card')
    .select('email')
    .where('id', '=', deposit.advertiser_id)
    .executeTakeFirstOrThrow();
  return email;
}

type Inquiry = {
  readonly gatewayId: string;
  readonly amountMicros: Micros;
  readonly dueAt: Date | null;
  readonly now: Date;
};

/** Tells everybody who runs the network that a payer's bank asks about a payment, once for each inquiry. */
export async function tellOfInquiry(trx: Tx, deposit: DepositRecord, inquiry: Inquiry): Promise<void> {
  const { gatewayId, amountMicros, dueAt, now } = inquiry;
  const contested: Contested = { stage: 'inquiry', dueAt };
  const currency = await readCurrency(trx);
  const { reference } = deposit;
  const advertiser = await advertiserEmail(trx, deposit);
  const mail = mailText(
    'inquiry',
    {
      network: await networkName(trx),
      amount: moneyIn(wholeCents(amountMicros), currency),
      reference,
      advertiser,
      task: await taskText(trx, contested, now),
    },
    recordPath('deposit', deposit.id),
  );
  const amount = dollarsFromMicros(amountMicros);
  const data = {
    ...{ amount, currency, reference, advertiser },
    dueAt: dueAt?.toISOString() ?? null,
    task: taskOf(contested, now),
  };
  for (const { id: userId } of await activeOperators(trx)) {
    await notify(trx, { userId, kind: 'deposit.inquire', data, key: gatewayId, mail, at: now });
  }
}

type Decided = {
  readonly gatewayId: string;
  readonly amountMicros: Micros;
  readonly outcome: DisputeOutcome;
  readonly now: Date;
};

/** Tells everybody who runs the network how a payer's bank decided, once for each dispute. */
export async function tellOfOutcome(trx: Tx, deposit: DepositRecord, decided: Decided): Promise<void> {
  const { gatewayId, amountMicros, outcome, now } = decided;
  const currency = await readCurrency(trx);
  const { reference } = deposit;
  const advertiser = await advertiserEmail(trx, deposit);
  const erased = await isErased(trx, deposit.advertiser_id);
  const mail = mailText(
    'disputeOver',
    {
      network: await networkName(trx),
      amount: moneyIn(wholeCents(amountMicros), currency),
      ...{ reference, advertiser, outcome },
      what: mailPart(`disputeOver.${outcome === 'won' && erased ? 'wonErased' : outcome}`),
    },
    recordPath('deposit', deposit.id),
  );
  const data = {
    ...{ amount: dollarsFromMicros(amountMicros), currency, reference, advertiser },
    ...{ outcome, erased },
  };
  for (const { id: userId } of await activeOperators(trx)) {
    await notify(trx, { userId, kind: 'deposit.dispute_close', data, key: gatewayId, mail, at: now });
  }
}

async function isErased(trx: Tx, accountId: number): Promise<boolean> {
  const found = await trx
    .selectFrom('account_closing')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** Tells everybody who runs the network that the gateway took money back, and what the wallet did not hold of it. */
export async function tellOperators(trx: Tx, deposit: DepositRecord, taken: Taken): Promise<void> {
  const { origin, amountMicros, uncoveredMicros, contested, now } = taken;
  const currency = await readCurrency(trx);
  const text = (micros: Micros) => moneyIn(wholeCents(micros), currency);
  const { reference } = deposit;
  const advertiser = await advertiserEmail(trx, deposit);
  const said = [
    uncoveredMicros === 0n
      ? mailPart('clawback.covered')
      : mailPart('clawback.uncovered', { amount: text(uncoveredMicros) }),
  ];
  if (contested !== null) said.push(await taskText(trx, contested, now));
  const mail = mailText(
    'clawback',
    {
      network: await networkName(trx),
      amount: text(amountMicros),
      reference,
      advertiser,
      origin,
      loss: (language) => said.map((paragraph) => paragraph(language)).join('\n\n'),
    },
    recordPath('deposit', deposit.id),
  );
  const amount = dollarsFromMicros(amountMicros);
  const uncovered = dollarsFromMicros(uncoveredMicros);
  for (const { id: userId } of await activeOperators(trx)) {
    const told =
      contested === null
        ? {}
        : { dueAt: contested.dueAt?.toISOString() ?? null, task: taskOf(contested, now) };
    const data = { amount, currency, reference, advertiser, uncovered, origin, ...told };
    await notify(trx, { userId, kind: 'deposit.take_back', data, mail, at: now });
  }
}
