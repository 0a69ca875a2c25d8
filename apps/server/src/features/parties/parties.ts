import type { Tx } from '@placard/db/database';
import type { NetworkSettingsTable } from '@placard/db/schema/accounts';
import type { Party } from '@placard/domain/billing/party';
import type { Selectable } from 'kysely';
import { displayName } from '../account/user-view.ts';
import { detailsOf } from './billing-details.ts';

type SellerColumns = Pick<
  Selectable<NetworkSettingsTable>,
  | 'network_name'
  | 'seller_name'
  | 'seller_address'
  | 'seller_country'
  | 'seller_registration'
  | 'seller_vat_number'
>;

const orNull = (text: string) => (text === '' ? null : text);

/** The network as documents name it; by its name alone where the operator has entered no more. */
export function networkParty(settings: SellerColumns): Party {
  return {
    name: settings.seller_name || settings.network_name,
    address: settings.seller_address,
    country: settings.seller_country,
    vatNumber: orNull(settings.seller_vat_number),
    registrationNumber: orNull(settings.seller_registration),
  };
}

type Account = Parameters<typeof displayName>[0] & {
  readonly id: number;
  readonly company: string | null;
};

/** An account as documents name it: by its billing details, or by what its profile says while it has none. */
export async function accountParty(trx: Tx, user: Account): Promise<Party> {
  const details = await detailsOf(trx, user.id);
  if (details === undefined) {
    const [name = '', ...more] = new Set(
      [user.company ?? '', displayName(user), user.email].filter((line) => line !== ''),
    );
    return { name, address: more.join('\n'), country: '', vatNumber: null, registrationNumber: null };
  }
  return {
    name: details.name,
    address: details.address,
    country: details.country,
    vatNumber: details.vat_number,
    registrationNumber: details.registration_number,
  };
}
