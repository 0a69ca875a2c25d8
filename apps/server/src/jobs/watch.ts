import type { HasClock, HasDb, HasUrls } from '../deps.ts';
import { eachAlone } from '../features/each-alone.ts';
import { tellReviewers } from './tell-reviewers.ts';
import { watchWallets } from './watch-wallets.ts';

/** Looks at wallets and at what waits for review, at each also where the other fails. @throws AggregateError of what failed */
export async function watch(deps: HasDb & HasClock & Pick<HasUrls, 'publicUrl'>): Promise<void> {
  await eachAlone([watchWallets, tellReviewers], 'looks failed', async (look) => await look(deps));
}
