import type { Invitation } from '@placard/contract/accounts';
import type { Db } from '@placard/db/database';
import { type GivenMemberRole, MAX_MEMBERS } from '@placard/domain/account/member';
import { AppError, tooOften } from '../../api/app-error.ts';
import type { HasSignInLimits } from '../../auth/sign-in-limits.ts';
import { issueToken } from '../../auth/token.ts';
import type { Actor, HasClock, HasDb, HasMailServer, HasSecrets, HasUrls } from '../../deps.ts';
import { linkUrl } from '../../mail/link-addresses.ts';
import { mailPart, mailText } from '../../mail/mail-text.ts';
import { unlinked } from '../../mail/unlinked.ts';
import { writeSecretMail } from '../../mail/write-mail.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { displayName } from '../account/user-view.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { networkName } from '../settings/network-name.ts';
import { readAccountName } from './account-name.ts';
import { invitationView } from './team.ts';

/** As long as an operator's invitation. */
const VALID_MS = 14 * 86_400_000;

export type InviteMemberDeps = HasDb & HasClock & HasUrls & HasSecrets & HasMailServer & HasSignInLimits;

/**
 * Invites somebody to act for the account, whether or not they have signed in before: nobody learns that from the answer.
 * Inviting the same address again makes a new link, and the one before ends.
 * @throws AppError `member_already`, `team_full`, `rate_limited` where the account has had too many mails sent.
 */
export async function inviteMember(
  deps: InviteMemberDeps,
  actor: Actor,
  { email, role }: { readonly email: string; readonly role: GivenMemberRole },
): Promise<{ invitation: Invitation; inviteUrl: string | null }> {
  const at = deps.clock();
  const sender = { kind: 'account', id: actor.accountId } as const;
  const asked = { email, nowMs: at.getTime() };
  if (deps.mailServer && !deps.signInLimits.mayMailAnybody(sender, asked))
    throw tooOften(deps.signInLimits.anybodyWaitMs(sender, asked));
  const { token, sha256 } = issueToken();
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, actor.accountId);
    await trx
      .deleteFrom('account_invitation')
      .where('account_id', '=', actor.accountId)
      .where((eb) => eb.or([eb('email', '=', email), eb('expires_at', '<=', at)]))
      .execute();
    await refuseFull(trx, actor.accountId, email);
    const row = await trx
      .insertInto('account_invitation')
      .values({
        account_id: actor.accountId,
        email,
        role,
        token_sha256: sha256,
        invited_by: actor.userId,
        created_at: at,
        expires_at: new Date(at.getTime() + VALID_MS),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: 'account.invite',
      subjectKind: 'account',
      subjectId: actor.accountId,
      detail: { email, role },
      at,
    });
    const inviteUrl = linkUrl(deps.publicUrl, 'member', token);
    const person = await readPerson(trx, actor.userId);
    const by = unlinked(displayName(person));
    await writeSecretMail(trx, deps.secrets, {
      to: email,
      text: mailText('memberInvite', {
        network: await networkName(trx),
        account: unlinked(await readAccountName(trx, actor.accountId)),
        by,
        // A name says little about who it is; the address was confirmed.
        inviter: displayName(person) === person.email ? person.email : `${by} (${person.email})`,
        role: mailPart(`memberRole.${role}`),
        url: inviteUrl,
      }),
      at,
    });
    return { invitation: invitationView(row), inviteUrl: deps.mailServer ? null : inviteUrl };
  });
}

async function refuseFull(trx: Db, accountId: number, email: string): Promise<void> {
  const members = await trx
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .select('email')
    .where('account_id', '=', accountId)
    .execute();
  if (members.some((member) => member.email === email)) throw new AppError('member_already');
  const { open } = await trx
    .selectFrom('account_invitation')
    .select((eb) => eb.fn.countAll<bigint>().as('open'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (members.length + Number(open) >= MAX_MEMBERS) throw new AppError('team_full');
}

export async function nameOfUser(db: Db, userId: number): Promise<string> {
  return displayName(await readPerson(db, userId));
}

async function readPerson(db: Db, userId: number) {
  return await db
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** @throws AppError `not_found`. */
export async function revokeInvitation(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Record<never, never>> {
  return await inTransaction(deps.db, async (trx) => {
    const gone = await trx
      .deleteFrom('account_invitation')
      .where('id', '=', input.id)
      .where('account_id', '=', actor.accountId)
      .returning(['email', 'role'])
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: 'account.revoke_invitation',
      subjectKind: 'account',
      subjectId: actor.accountId,
      detail: gone,
      at: deps.clock(),
    });
    return {};
  });
}
