import type { Passkey } from '@placard/contract/passkeys';
import type { Tx } from '@placard/db/database';
import type { PasskeyTable } from '@placard/db/schema/accounts';
import { mayAddPasskey, PASSKEYS_MOST, passkeyPlace } from '@placard/domain/account/passkey';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasDb, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { confirmCode } from '../account/confirm-code.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import {
  challengeOf,
  type PasskeyDeps,
  parseJson,
  placeOf,
  refused,
  takeAnswer,
  ticketOf,
} from './ceremony.ts';
import { passkeyChecks } from './passkey-checks.ts';
import { type Answered, type Asked, handleOf } from './use-passkey.ts';

type Deps = PasskeyDeps & ConfirmPasswordDeps;

const REFUSED = 'Failed to change your passkeys. Please check your current password.';

const attestation = z.object({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
  clientExtensionResults: z.object({}),
});

function view(row: Pick<Selectable<PasskeyTable>, 'id' | 'name' | 'created_at' | 'last_used_at'>): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

export async function listPasskeys(
  deps: HasDb & HasUrls,
  actor: Actor,
): Promise<{ items: Passkey[]; possible: boolean }> {
  const rows = await deps.db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('id')
    .execute();
  return { items: rows.map(view), possible: passkeyPlace(deps.publicUrl) !== null };
}

/**
 * Asks the browser to make one, of whoever knows the password and, where it is set up, has the second factor: a passkey is both.
 * @throws AppError `conflict_status`; as `confirmPassword` and `confirmCode` do
 */
export async function beginPasskey(
  deps: Deps,
  actor: Actor,
  input: { readonly currentPassword: string; readonly code?: string | undefined },
): Promise<Asked> {
  const place = placeOf(deps);
  const user = await deps.db
    .selectFrom('app_user')
    .select(['email', 'totp_secret_sealed'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  if (user.totp_secret_sealed !== null) {
    if (input.code === undefined) throw invalidInput(issueAt('code', 'totp_invalid'));
    await confirmCode(deps, actor, user.totp_secret_sealed, input.code);
  }
  const known = await deps.db
    .selectFrom('passkey')
    .select('credential_id')
    .where('user_id', '=', actor.userId)
    .execute();
  if (!mayAddPasskey(known.length)) throw tooMany();
  const { generateRegistrationOptions } = await passkeyChecks();
  const options = await generateRegistrationOptions({
    rpName: await networkName(deps.db),
    rpID: place.host,
    userID: handleOf(actor.userId),
    userName: user.email,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id: id }) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const purpose = { for: 'enrol', sessionId: actor.sessionId } as const;
  return {
    options: JSON.stringify(options),
    ticket: ticketOf(deps.secrets, purpose, options.challenge, deps.clock()),
  };
}

/** @throws AppError `passkey_refused`, `conflict_status` */
export async function addPasskey(
  deps: PasskeyDeps,
  actor: Actor,
  input: Answered & { readonly name: string },
): Promise<Passkey> {
  const now = deps.clock();
  const place = placeOf(deps);
  const purpose = { for: 'enrol', sessionId: actor.sessionId } as const;
  const challenge = challengeOf(deps.secrets, purpose, input.ticket, now);
  if (challenge === null) throw refused();
  const made = await verifiedPasskey(place, challenge, input.response);
  return await inTransaction(deps.db, async (trx) => {
    if (!(await takeAnswer(trx, challenge, now))) throw refused();
    // One after another, or two at once would be one too many.
    await sql`select 1 from app_user where id = ${actor.userId} for no key update`.execute(trx);
    const { count } = await trx
      .selectFrom('passkey')
      .select((eb) => eb.fn.countAll<bigint>().as('count'))
      .where('user_id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    if (!mayAddPasskey(Number(count))) throw tooMany();
    const row = await trx
      .insertInto('passkey')
      .values({ ...made, user_id: actor.userId, name: input.name, created_at: now })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning(['id', 'name', 'created_at', 'last_used_at'])
      .executeTakeFirst();
    if (row === undefined) throw refused();
    await tell(trx, actor, { id: row.id, name: row.name, change: 'added', now });
    return view(row);
  });
}

async function verifiedPasskey(place: { host: string; origin: string }, challenge: string, response: string) {
  const { verifyRegistrationResponse } = await passkeyChecks();
  const answer = parseJson(attestation, response);
  const { transports = [], ...signed } = answer.response;
  const result = await verifyRegistrationResponse({
    response: { ...answer, response: signed },
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.host,
    requireUserVerification: true,
  }).catch(() => null);
  if (result === null || !result.verified) throw refused();
  const { credential } = result.registrationInfo;
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports,
  };
}

/** @throws AppError `not_found`; as `confirmPassword` does */
export async function removePasskey(
  deps: Deps,
  actor: Actor,
  input: { readonly id: number; readonly currentPassword: string },
): Promise<void> {
  await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  const now = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const gone = await trx
      .deleteFrom('passkey')
      .where('id', '=', input.id)
      .where('user_id', '=', actor.userId)
      .returning('name')
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await tell(trx, actor, { id: input.id, name: gone.name, change: 'removed', now });
  });
}

const tooMany = () =>
  new AppError('conflict_status', {
    reason: 'passkeys_full',
    value: String(PASSKEYS_MOST),
  });

type Told = {
  readonly id: number;
  readonly name: string;
  readonly change: 'added' | 'removed';
  readonly now: Date;
};

async function tell(trx: Tx, actor: Actor, { id, name, change, now }: Told): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, auditKindOf(actor)),
    action: `user.passkey_${change}`,
    subjectKind: 'user',
    subjectId: actor.userId,
    detail: { passkey: id, name },
    at: now,
  });
  const { email } = await trx
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const text = mailText('passkey', { network: await networkName(trx), change, name });
  await writeMail(trx, { to: email, text, at: now });
}
