import type { Actor, HasDb } from '../deps.ts';
import { actorOf, type CallContext, moneyDeps, onceDeps } from './call-context.ts';

type Call<Input> = { readonly context: CallContext; readonly input: Input };
type Act<Deps, Input, Output> = (deps: Deps, actor: Actor, input: Input) => Promise<Output>;

/** The handler of an operation that needs no more than who asks and what is asked: its answer stands under `data`. */
export const answer =
  <Deps, Input, Output>(deps: Deps, act: Act<Deps, Input, Output>) =>
  async ({ context, input }: Call<Input>) => ({ data: await act(deps, actorOf(context), input) });

const inTransactionOfKey =
  (depsOf: <Deps extends HasDb>(deps: Deps, context: CallContext) => Deps) =>
  <Deps extends HasDb, Input, Output>(deps: Deps, act: Act<Deps, Input, Output>) =>
  async (call: Call<Input>) =>
    await answer(depsOf(deps, call.context), act)(call);

/** The same for what an Idempotency-Key makes happen once: it runs in that key's transaction. */
export const answerOnce = inTransactionOfKey(onceDeps);
/** The same where money moves, so that the key may not be left out. */
export const answerMoney = inTransactionOfKey(moneyDeps);
