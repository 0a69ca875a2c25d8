import type { Deposit } from '@placard/contract/billing';
import type { DepositTable } from '@placard/db/schema';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { Selectable } from 'kysely';

export type DepositRecord = Selectable<DepositTable>;

export function depositView(deposit: DepositRecord, currency: string): Deposit {
  return {
    id: deposit.id,
    gateway: deposit.gateway,
    amount: dollarsFromMicros(deposit.amount_micros),
    currency,
    reference: deposit.reference,
    status: deposit.status,
    createdAt: deposit.created_at.toISOString(),
    decidedAt: deposit.decided_at?.toISOString() ?? null,
  };
}

/** Amount as mails and invoices show it: `USD 1,250.00`. */
export function moneyText(cents: bigint, currency: string): string {
  const sign = cents < 0n ? '-' : '';
  const absolute = cents < 0n ? -cents : cents;
  const whole = (absolute / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',');
  return `${currency} ${sign}${whole}.${(absolute % 100n).toString().padStart(2, '0')}`;
}
