import type { Tx } from '@placard/db/database';
import { dollarsFromMicros, wholeCents } from '@placard/domain/micros';
import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import {
  movedWallets,
  noteWalletLevel,
  readWalletState,
  type WalletState,
} from '../features/billing/low-balance.ts';
import { readCurrency } from '../features/billing/read-balance.ts';
import { eachAlone } from '../features/each-alone.ts';
import { inTransaction } from '../features/in-transaction.ts';
import { notify } from '../features/notices/notify.ts';
import { networkName } from '../features/settings/network-name.ts';
import { mailText } from '../mail/mail-text.ts';
import { moneyIn } from '../texts/worded.ts';

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'>;

/**
 * Tells advertisers whose balance fell below what is low, and those whose balance is used up: once a fall, and again
 * only after it was above. Level and notice are written together, so that neither a crash nor a second worker tells
 * twice or not at all.
 * @returns how many were told
 */
export async function watchWallets(deps: Deps): Promise<number> {
  const now = deps.clock();
  const moved = await movedWallets(deps.db, now);
  const told = await eachAlone(
    moved,
    'wallets could not be looked at',
    async (advertiserId) =>
      await inTransaction(deps.db, async (trx) => {
        const state = await readWalletState(trx, advertiserId, now);
        const step = await noteWalletLevel(trx, state, now);
        if (step === 'low') await tellLow(deps, trx, state, now);
        if (step === 'empty') await tellEmpty(deps, trx, state, now);
        return step !== null;
      }),
  );
  return told.filter(Boolean).length;
}

async function tellLow(deps: Deps, trx: Tx, state: WalletState, now: Date): Promise<void> {
  const { balanceMicros, thresholdMicros } = state;
  const currency = await readCurrency(trx);
  await notify(trx, {
    accountId: state.advertiserId,
    kind: 'balance.low',
    data: {
      amount: dollarsFromMicros(balanceMicros),
      currency,
      threshold: dollarsFromMicros(thresholdMicros),
    },
    mail: mailText('lowBalance', {
      network: await networkName(trx),
      amount: moneyIn(wholeCents(balanceMicros), currency),
      threshold: moneyIn(wholeCents(thresholdMicros), currency),
      url: `${deps.publicUrl}/advertiser/billing`,
    }),
    at: now,
  });
}

async function tellEmpty(deps: Deps, trx: Tx, state: WalletState, now: Date): Promise<void> {
  await notify(trx, {
    accountId: state.advertiserId,
    kind: 'balance.empty',
    data: { currency: await readCurrency(trx) },
    mail: mailText('balanceEmpty', {
      network: await networkName(trx),
      url: `${deps.publicUrl}/advertiser/billing`,
    }),
    at: now,
  });
}
