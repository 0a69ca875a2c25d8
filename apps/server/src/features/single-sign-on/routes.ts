import { answer } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { finishSignIn } from './finish.ts';
import { endLink, listLinks } from './links.ts';
import { beginSignIn, signInByProvider } from './sign-in.ts';

export function singleSignOnRoutes(deps: AppDeps) {
  const { singleSignOn } = operations;
  return {
    begin: singleSignOn.begin.handler(async () => ({ data: await beginSignIn(deps) })),
    signIn: singleSignOn.signIn.handler(async ({ context, input }) => ({
      data: await signInByProvider(deps, context.request, input, context.actor),
    })),
    finish: singleSignOn.finish.handler(async ({ context, input }) => ({
      data: await finishSignIn(deps, context.request, input, context.actor),
    })),
    links: singleSignOn.links.handler(answer(deps, listLinks)),
    unlink: singleSignOn.unlink.handler(async ({ context, input }) => {
      await endLink(deps, actorOf(context), input);
      return { data: {} };
    }),
  };
}
