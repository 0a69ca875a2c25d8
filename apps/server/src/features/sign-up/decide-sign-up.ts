import type { SignUpRequest } from '@placard/contract/sign-up';
import type { Tx } from '@placard/db/database';
import { SIGN_UPS_LISTED } from '@placard/domain/account/sign-up';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { openAccount, type Waiting } from './confirm-sign-up.ts';

type Deps = HasDb & HasClock & HasUrls;
type Done = Record<never, never>;

/** Who waits for an account, the oldest first. */
export async function listSignUps({ db, clock }: Deps): Promise<{ items: SignUpRequest[] }> {
  const rows = await db
    .selectFrom('sign_up_request')
    .selectAll()
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', clock())
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(SIGN_UPS_LISTED)
    .execute();
  return {
    items: rows.map((row) => ({
      id: row.id,
      email: row.email,
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      company: row.company,
      roles: row.roles,
      confirmedAt: (row.confirmed_at ?? row.created_at).toISOString(),
    })),
  };
}

/** Locked: of two operators one decides. @throws AppError `not_found`. */
async function lockWaiting(trx: Tx, id: number, now: Date): Promise<Waiting> {
  return await trx
    .selectFrom('sign_up_request')
    .selectAll()
    .where('id', '=', id)
    .where('confirmed_at', 'is not', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
}

/** @throws AppError `not_found`, `email_taken` where they were invited meanwhile. */
export async function approveSignUp(deps: Deps, actor: Actor, input: { readonly id: number }): Promise<Done> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const waiting = await lockWaiting(trx, input.id, at);
    const userId = await openAccount(trx, waiting, at);
    await audit(trx, actor, { action: 'user.approve_sign_up', subjectId: userId, waiting, at });
    const network = await networkName(trx);
    const text = mailText('signUpApproved', { network, url: `${deps.publicUrl}/login` });
    await writeMail(trx, { to: waiting.email, text, at });
    return {};
  });
}

/** @throws AppError `not_found`. */
export async function refuseSignUp(deps: Deps, actor: Actor, input: { readonly id: number }): Promise<Done> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const waiting = await lockWaiting(trx, input.id, at);
    await trx.deleteFrom('sign_up_request').where('id', '=', waiting.id).execute();
    await audit(trx, actor, { action: 'user.refuse_sign_up', subjectId: null, waiting, at });
    const text = mailText('signUpRefused', { network: await networkName(trx) });
    await writeMail(trx, { to: waiting.email, text, at });
    return {};
  });
}

async function audit(
  trx: Tx,
  actor: Actor,
  decided: {
    readonly action: string;
    readonly subjectId: number | null;
    readonly waiting: Waiting;
    readonly at: Date;
  },
): Promise<void> {
  const { email, roles } = decided.waiting;
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: decided.action,
    subjectKind: 'user',
    subjectId: decided.subjectId,
    detail: { email, roles },
    at: decided.at,
  });
}
