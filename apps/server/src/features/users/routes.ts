import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { actOnUser } from './act-on-user.ts';
import { giveResetLink } from './give-reset-link.ts';
import { inviteUser } from './invite-user.ts';
import { listUsers } from './list-users.ts';
import { readOverview } from './read-overview.ts';
import { resetTotp } from './reset-totp.ts';
import { setUserRoles } from './set-user-roles.ts';

export function usersRoutes(deps: AppDeps) {
  const { operator } = operations;
  return {
    overview: operator.overview.handler(async () => ({ data: await readOverview(deps) })),
    users: operator.users.handler(async ({ input }) => ({ data: await listUsers(deps, input) })),
    inviteUser: operator.inviteUser.handler(async ({ context, input }) => ({
      data: await inviteUser(deps, actorOf(context), input),
    })),
    setUserRoles: operator.setUserRoles.handler(async ({ context, input }) => ({
      data: await setUserRoles(deps, actorOf(context), input),
    })),
    giveResetLink: operator.giveResetLink.handler(async ({ context, input }) => ({
      data: await giveResetLink(deps, actorOf(context), input),
    })),
    resetTotp: operator.resetTotp.handler(async ({ context, input }) => ({
      data: await resetTotp(deps, actorOf(context), input),
    })),
    actOnUser: operator.actOnUser.handler(async ({ context, input }) => ({
      data: await actOnUser(deps, actorOf(context), input),
    })),
  };
}
