import { Repeating } from '../../../repeating.ts';
import { eachAlone } from '../../each-alone.ts';
import { requestTopUps } from '../auto-top-up/top-up-due.ts';
import { forgetRemovedCards } from '../cards/forget-cards.ts';
import type { CardDeps } from './cards-of.ts';
import { workOnEvents } from './gateway-events.ts';
import { reconcileDeposits } from './reconcile-deposits.ts';
import { sendRefunds } from './send-refunds.ts';

const EVERY_MS = 2_000;

/**
 * Everything about cards that is due: events, top-ups, deposits, refunds, cards to forget. What the gateway gives no answer
 * to waits for its next try in its own step; a step that fails keeps none of the others from their turn. @throws AggregateError of what failed
 */
export async function workOnCards(deps: CardDeps): Promise<void> {
  const steps = [
    workOnEvents,
    requestTopUps,
    // After the top-ups: what was asked for is charged in the same round.
    reconcileDeposits,
    sendRefunds,
    forgetRemovedCards,
  ];
  await eachAlone<(deps: CardDeps) => Promise<unknown>, void>(
    steps,
    'steps of card payments failed',
    async (step) => {
      await step(deps);
    },
  );
}

export function createCardLoop(deps: CardDeps): Repeating {
  return new Repeating(
    async () => await workOnCards(deps),
    EVERY_MS,
    (cause) => deps.log.warn({ err: cause }, 'the loop for card payments failed and goes on'),
  );
}
