import { answer } from '../../api/answers.ts';
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
    inviteUser: operator.inviteUser.handler(answer(deps, inviteUser)),
    setUserRoles: operator.setUserRoles.handler(answer(deps, setUserRoles)),
    giveResetLink: operator.giveResetLink.handler(answer(deps, giveResetLink)),
    resetTotp: operator.resetTotp.handler(answer(deps, resetTotp)),
    actOnUser: operator.actOnUser.handler(answer(deps, actOnUser)),
  };
}
