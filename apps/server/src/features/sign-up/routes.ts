import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { confirmSignUp, describeSignUp } from './confirm-sign-up.ts';
import { approveSignUp, listSignUps, refuseSignUp } from './decide-sign-up.ts';
import { signUp } from './sign-up.ts';

export function signUpRoutes(deps: AppDeps) {
  const routes = operations.signUp;
  return {
    signUp: routes.signUp.handler(async ({ context, input }) => {
      await signUp(deps, context.request, input);
      return { data: {} };
    }),
    signUpLink: routes.signUpLink.handler(async ({ input }) => ({
      data: await describeSignUp(deps, input.token),
    })),
    confirmSignUp: routes.confirmSignUp.handler(async ({ context, input }) => ({
      data: await confirmSignUp(deps, context.request, input),
    })),
  };
}

export function signUpRequestsRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    signUps: operator.signUps.handler(answer(deps, listSignUps)),
    approveSignUp: operator.approveSignUp.handler(answer(deps, approveSignUp)),
    refuseSignUp: operator.refuseSignUp.handler(answer(deps, refuseSignUp)),
  };
}
