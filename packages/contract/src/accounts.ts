import { GIVEN_MEMBER_ROLES } from '@placard/domain/account/member';
import { MEMBER_ROLES, ROLES } from '@placard/domain/roles';
import { z } from 'zod';
import { currentPassword, user } from './auth.ts';
import { accountOperation, personalOperation, publicOperation, signedInOperation } from './operation.ts';
import { get, post, put, remove } from './route.ts';
import { data, done, email, id, instant, nameOf, newPassword } from './scalars.ts';

/** Names the account that a call is for, of several one belongs to; without it, the one somebody chose to start with. */
export const ACCOUNT_HEADER = 'placard-account';

const memberRole = z.enum(MEMBER_ROLES);
const givenRole = z.enum(GIVEN_MEMBER_ROLES);

const ownAccount = z.object({
  id,
  /** Its company, or its owner's name. */
  name: z.string(),
  member: memberRole,
  roles: z.array(z.enum(ROLES)),
  /** The one a call is for that names none. */
  home: z.boolean(),
});
export type OwnAccount = z.infer<typeof ownAccount>;

const member = z.object({
  userId: id,
  name: z.string(),
  email: z.string(),
  role: memberRole,
  joinedAt: instant,
  lastLogin: instant.nullable(),
});
export type Member = z.infer<typeof member>;

const invitation = z.object({
  id,
  email: z.string(),
  role: givenRole,
  invitedAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof invitation>;

const token = z.string().min(20).max(100);
const tags = ['Team'];

export const accountsContract = {
  list: personalOperation
    .route(get('/accounts', tags, 'The accounts you act for'))
    .output(data(z.object({ items: z.array(ownAccount) }))),
  setHome: signedInOperation
    .route(put('/accounts/home', tags, 'Act for this account wherever you name none'))
    .input(z.object({ id }))
    .output(done),
  team: signedInOperation
    .route(get('/account/team', tags, 'Who acts for the account, and who is invited to'))
    .output(data(z.object({ members: z.array(member), invitations: z.array(invitation) }))),
  invite: accountOperation
    .route(
      post(
        '/account/invitations',
        tags,
        'Invite somebody to act for the account; the link is mailed, or shown once where no mail is sent',
      ),
    )
    .input(z.object({ email, role: givenRole }))
    /** The link is null where it was mailed: it is nobody else's. */
    .output(data(z.object({ invitation, inviteUrl: z.string().nullable() }))),
  revokeInvitation: accountOperation
    .route(remove('/account/invitations/{id}', tags, 'Take an invitation back'))
    .input(z.object({ id }))
    .output(done),
  setMemberRole: accountOperation
    .route(put('/account/members/{userId}', tags, 'Give a member another role'))
    .input(z.object({ userId: id, role: givenRole }))
    .output(data(member)),
  removeMember: accountOperation
    .route(remove('/account/members/{userId}', tags, 'Let somebody act for the account no more'))
    .input(z.object({ userId: id }))
    .output(done),
  leave: signedInOperation
    .route(
      post('/account/leave', tags, 'Act for the account no more yourself; its owner hands it over instead'),
    )
    .output(done),
  handOver: accountOperation
    .route(post('/account/owner', tags, 'Make a member the owner; you become a manager'))
    .input(z.object({ userId: id, currentPassword }))
    .output(done),
  invitation: publicOperation
    .route(get('/invitations/{token}', tags, 'What an invitation is to'))
    .input(z.object({ token }))
    .output(
      data(
        z.object({
          account: z.string(),
          role: givenRole,
          email: z.string(),
          /** There is a user with this address: they join signed in; anybody else chooses a password. */
          known: z.boolean(),
        }),
      ),
    ),
  join: signedInOperation
    .route(post('/invitations/join', tags, 'Accept an invitation to the address you sign in with'))
    .input(z.object({ token }))
    .output(data(ownAccount)),
  joinAsNewUser: publicOperation
    .route(post('/invitations/accept', tags, 'Accept an invitation with a new password, and sign in'))
    .input(
      z.object({
        token,
        firstName: nameOf(100, 'first_name_required'),
        lastName: nameOf(100, 'last_name_required'),
        password: newPassword,
      }),
    )
    .output(data(z.object({ user, token: z.string() }))),
};
