import { answer } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './own-passkeys.ts';
import { beginSignIn, beginStepUp, signInByPasskey, stepUpByPasskey } from './sign-in.ts';

const done = { data: {} };

export function passkeysRoutes(deps: AppDeps) {
  const { passkeys } = operations;
  return {
    list: passkeys.list.handler(answer(deps, listPasskeys)),
    begin: passkeys.begin.handler(answer(deps, beginPasskey)),
    add: passkeys.add.handler(answer(deps, addPasskey)),
    remove: passkeys.remove.handler(async ({ context, input }) => {
      await removePasskey(deps, actorOf(context), input);
      return done;
    }),
    beginSignIn: passkeys.beginSignIn.handler(async () => ({ data: await beginSignIn(deps) })),
    signIn: passkeys.signIn.handler(async ({ context, input }) => ({
      data: await signInByPasskey(deps, context.request, input, context.actor),
    })),
    beginStepUp: passkeys.beginStepUp.handler(answer(deps, beginStepUp)),
    stepUp: passkeys.stepUp.handler(async ({ context, input }) => {
      await stepUpByPasskey(deps, actorOf(context), input);
      return done;
    }),
  };
}
