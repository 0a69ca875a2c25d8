import type { Logger } from 'pino';
import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import { eachAlone } from '../features/each-alone.ts';
import { requestAutoWithdrawals } from '../features/payments/auto-withdrawals.ts';
import { closeMonths } from './close-months.ts';

type Deps = HasDb & HasClock & Pick<HasUrls, 'publicUrl'> & { readonly logger: Logger };

/**
 * Closes the months that are over, and then asks for what is withdrawn by itself: what a month brought is withdrawn with
 * the rest, and a month that cannot be closed keeps nobody else's withdrawal waiting.
 * @throws AggregateError of what failed
 */
export async function beginMonth(deps: Deps): Promise<void> {
  await eachAlone([close, withdraw], 'steps of the month failed', async (step) => await step(deps));
}

async function close(deps: Deps): Promise<void> {
  const closed = await closeMonths(deps);
  if (closed.length > 0) deps.logger.info({ months: closed.length }, 'earnings became available');
}

async function withdraw(deps: Deps): Promise<void> {
  const payouts = await requestAutoWithdrawals(deps);
  if (payouts.length > 0) deps.logger.info({ payouts: payouts.length }, 'withdrawals requested');
}
