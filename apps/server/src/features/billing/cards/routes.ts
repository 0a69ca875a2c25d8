import { actorOf } from '../../../api/call-context.ts';
import { operations } from '../../../api/operations.ts';
import type { AppDeps } from '../../../app-deps.ts';
import { saveTopUp } from '../auto-top-up/save-top-up.ts';
import { addCard, checkAddedCard, removeCard, setDefaultCard } from './saved-cards.ts';

export function cardsRoutes(deps: AppDeps) {
  const { cards } = operations;
  return {
    add: cards.add.handler(async ({ context }) => ({ data: await addCard(deps, actorOf(context)) })),
    checkAdded: cards.checkAdded.handler(async ({ context, input }) => ({
      data: await checkAddedCard(deps, actorOf(context), input.checkoutId),
    })),
    setDefault: cards.setDefault.handler(async ({ context, input }) => ({
      data: await setDefaultCard(deps, actorOf(context), input),
    })),
    remove: cards.remove.handler(async ({ context, input }) => {
      await removeCard(deps, actorOf(context), input);
      return { data: {} };
    }),
    saveAutoTopUp: cards.saveAutoTopUp.handler(async ({ context, input }) => ({
      data: await saveTopUp(deps, actorOf(context), input),
    })),
  };
}
