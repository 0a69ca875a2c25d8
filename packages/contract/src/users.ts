import { ROLES } from '@placard/domain/roles';
import { USER_STATUSES } from '@placard/domain/user/status';
import { z } from 'zod';
import { currentPassword, user } from './auth.ts';
import { operatorOperation } from './operation.ts';
import { recordTag } from './record-notes.ts';
import { get, post, put } from './route.ts';
import { data, email, id, issue, listOf, listQuery } from './scalars.ts';

export const userRow = z.object({ ...user.shape, invited: z.boolean() });
export type UserRow = z.infer<typeof userRow>;

const tags = ['Operator'];

export const usersContract = {
  users: operatorOperation
    .route(get('/operator/users', tags, 'Accounts'))
    .input(
      z.object({
        ...listQuery(['email', 'name', 'status', 'createdAt', 'lastLogin']),
        role: z.enum(ROLES).optional(),
        status: z.enum(USER_STATUSES).optional(),
        /** Of these only who is tagged so, or whose account is. */
        tag: recordTag.optional(),
      }),
    )
    .output(listOf(userRow, { stats: z.object({ total: z.number().int(), active: z.number().int() }) })),
  inviteUser: operatorOperation
    .route(
      post(
        '/operator/users/invite',
        tags,
        'Invite somebody; the link is mailed, or shown once where no mail is sent',
      ),
    )
    .input(
      z.object({
        email,
        roles: z.array(z.enum(ROLES)).min(1, issue('role_required')).max(ROLES.length),
        /** Your own: needed to invite an operator. */
        currentPassword: currentPassword.optional(),
      }),
    )
    /** The link is null where it was mailed: it is nobody else's. */
    .output(data(z.object({ user: userRow, inviteUrl: z.string().nullable() }))),
  setUserRoles: operatorOperation
    .route(put('/operator/users/{id}/roles', tags, 'Change the roles of an account'))
    .input(
      z.object({
        id,
        roles: z.array(z.enum(ROLES)).min(1, issue('role_required')).max(ROLES.length),
        /** Those that were seen when they were chosen: where others are theirs by now, nothing is changed. */
        rolesBefore: z.array(z.enum(ROLES)).max(ROLES.length).optional(),
        /** Your own: needed to make somebody an operator. */
        currentPassword: currentPassword.optional(),
      }),
    )
    .output(data(userRow)),
  giveResetLink: operatorOperation
    .route(
      post(
        '/operator/users/{id}/reset-link',
        tags,
        'Give an account a link to choose a new password: mailed, or shown once where no mail is sent',
      ),
    )
    .input(z.object({ id, currentPassword }))
    .output(data(z.object({ resetUrl: z.string().nullable() }))),
  resetTotp: operatorOperation
    .route(
      post(
        '/operator/users/{id}/totp/reset',
        tags,
        'Take the second factor from an account that lost it; its sessions end',
      ),
    )
    .input(z.object({ id, currentPassword }))
    .output(data(userRow)),
  actOnUser: operatorOperation
    .route(post('/operator/users/{id}/actions', tags, 'Suspend or reinstate'))
    .input(z.object({ id, action: z.enum(['suspend', 'reinstate']) }))
    .output(data(userRow)),
};
