import { answer } from '../../api/answers.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { acceptLink } from './accept-link.ts';
import { confirmEmail } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { forgotPassword } from './forgot-password.ts';
import { login } from './login.ts';
import { readLookProfile, readProfile } from './read-profile.ts';
import { resetPassword } from './reset-password.ts';
import { endSession, listSessions } from './sessions.ts';
import { describeLink, readSignInConfig } from './sign-in-pages.ts';
import { stepUp } from './step-up.ts';
import { beginTotp, confirmTotp, endTotp, renewRecoveryCodes } from './two-factor.ts';
import { updateProfile } from './update-profile.ts';

const done = { data: {} };

export function accountRoutes(deps: AppDeps) {
  const { auth } = operations;
  return {
    login: auth.login.handler(async ({ context, input }) => ({
      data: await login(deps, context.request, input, context.actor),
    })),
    logout: auth.logout.handler(async ({ context }) => {
      const actor = actorOf(context);
      await endSession(deps, actor, actor.sessionId);
      return done;
    }),
    profile: auth.profile.handler(async ({ context }) => ({
      data: await (context.looks ? readLookProfile : readProfile)(deps, actorOf(context)),
    })),
    updateProfile: auth.updateProfile.handler(answer(deps, updateProfile)),
    changePassword: auth.changePassword.handler(async ({ context, input }) => {
      await changePassword(deps, actorOf(context), input);
      return done;
    }),
    sessions: auth.sessions.handler(answer(deps, listSessions)),
    revokeSession: auth.revokeSession.handler(async ({ context, input }) => {
      await endSession(deps, actorOf(context), input.id);
      return done;
    }),
    config: auth.config.handler(async () => ({ data: await readSignInConfig(deps) })),
    link: auth.link.handler(async ({ input }) => ({ data: await describeLink(deps, input.token) })),
    acceptLink: auth.acceptLink.handler(async ({ context, input }) => ({
      data: await acceptLink(deps, context.request, input),
    })),
    beginTotp: auth.beginTotp.handler(answer(deps, beginTotp)),
    confirmTotp: auth.confirmTotp.handler(answer(deps, confirmTotp)),
    stepUp: auth.stepUp.handler(async ({ context, input }) => {
      await stepUp(deps, actorOf(context), input);
      return done;
    }),
    renewRecoveryCodes: auth.renewRecoveryCodes.handler(answer(deps, renewRecoveryCodes)),
    endTotp: auth.endTotp.handler(answer(deps, endTotp)),
    confirmEmail: auth.confirmEmail.handler(async ({ context, input }) => ({
      data: await confirmEmail(deps, context.actor, input),
    })),
    forgotPassword: auth.forgotPassword.handler(async ({ context, input }) => {
      await forgotPassword(deps, context.request, input);
      return done;
    }),
    resetPassword: auth.resetPassword.handler(async ({ input }) => {
      await resetPassword(deps, input);
      return done;
    }),
  };
}
