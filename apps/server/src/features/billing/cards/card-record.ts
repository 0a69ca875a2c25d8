import type { Card } from '@placard/contract/cards';
import type { Db } from '@placard/db/database';
import type { PaymentMethodTable } from '@placard/db/schema/card-payments';
import type { Selectable } from 'kysely';

export type CardRecord = Selectable<PaymentMethodTable>;

export function cardView(record: CardRecord): Card {
  return {
    id: record.id,
    brand: record.brand,
    last4: record.last4,
    expiresMonth: record.expires_month,
    expiresYear: record.expires_year,
    isDefault: record.is_default,
  };
}

/** An advertiser's saved cards, the default first, then the newest. */
export async function savedCards(db: Db, advertiserId: number): Promise<CardRecord[]> {
  return await db
    .selectFrom('payment_method')
    .selectAll()
    .where('advertiser_id', '=', advertiserId)
    .where('removed_at', 'is', null)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
