import { AppError } from '../../api/app-error.ts';
import type { HasDb } from '../../deps.ts';
import {
  listWalletTransactions,
  type WalletPage,
  type WalletQuery,
} from '../billing/list-wallet-transactions.ts';

/** What moved an account's wallet, as its members see it, with days of their clock. @throws AppError `not_found`. */
export async function readAccountWallet(
  deps: HasDb,
  _actor: unknown,
  { id, ...query }: WalletQuery & { readonly id: number },
): Promise<WalletPage> {
  const { time_zone: timeZone } = await deps.db
    .selectFrom('account')
    .select('time_zone')
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return await listWalletTransactions(deps, { accountId: id, timeZone }, query);
}
