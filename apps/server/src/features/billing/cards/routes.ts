import { answer } from '../../../api/answers.ts';
import { actorOf } from '../../../api/call-context.ts';
import { operations } from '../../../api/operations.ts';
import type { AppDeps } from '../../../app-deps.ts';
import { saveTopUp } from '../auto-top-up/save-top-up.ts';
import { addCard, checkAddedCard, removeCard, setDefaultCard } from './saved-cards.ts';

export function cardsRoutes(deps: AppDeps) {
  const { cards } = operations;
  return {
    add: cards.add.handler(answer(deps, addCard)),
    checkAdded: cards.checkAdded.handler(async ({ context, input }) => ({
      data: await checkAddedCard(deps, actorOf(context), input.checkoutId),
    })),
    setDefault: cards.setDefault.handler(answer(deps, setDefaultCard)),
    remove: cards.remove.handler(async ({ context, input }) => {
      await removeCard(deps, actorOf(context), input);
      return { data: {} };
    }),
    saveAutoTopUp: cards.saveAutoTopUp.handler(answer(deps, saveTopUp)),
  };
}
