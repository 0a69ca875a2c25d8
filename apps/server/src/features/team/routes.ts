import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { handOver, leaveAccount, removeMember, setMemberRole } from './change-member.ts';
import { inviteMember, revokeInvitation } from './invite-member.ts';
import { describeInvitation, joinAccount, joinAsNewUser } from './join-account.ts';
import { listOwnAccounts, setHomeAccount } from './own-accounts.ts';
import { readTeam } from './team.ts';

export function teamRoutes(deps: AppDeps) {
  const { accounts } = operations;
  return {
    list: accounts.list.handler(answer(deps, listOwnAccounts)),
    setHome: accounts.setHome.handler(answer(deps, setHomeAccount)),
    team: accounts.team.handler(answer(deps, readTeam)),
    invite: accounts.invite.handler(answer(deps, inviteMember)),
    revokeInvitation: accounts.revokeInvitation.handler(answer(deps, revokeInvitation)),
    setMemberRole: accounts.setMemberRole.handler(answer(deps, setMemberRole)),
    removeMember: accounts.removeMember.handler(answer(deps, removeMember)),
    leave: accounts.leave.handler(answer(deps, leaveAccount)),
    handOver: accounts.handOver.handler(answer(deps, handOver)),
    invitation: accounts.invitation.handler(async ({ input }) => ({
      data: await describeInvitation(deps, input.token),
    })),
    join: accounts.join.handler(answer(deps, joinAccount)),
    joinAsNewUser: accounts.joinAsNewUser.handler(async ({ context, input }) => ({
      data: await joinAsNewUser(deps, context.request, input),
    })),
  };
}
