import type { Tx } from '@placard/db/database';
import { z } from 'zod';
import {
  challengeOf,
  type PasskeyDeps,
  type Purpose,
  parseJson,
  placeOf,
  takeAnswer,
  ticketOf,
} from './ceremony.ts';
import { passkeyChecks } from './passkey-checks.ts';

export type Answered = { readonly response: string; readonly ticket: string };
export type Asked = { options: string; ticket: string };

/** Of the library's names: what a browser answers when it is asked to sign. */
const assertion = z.object({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
  clientExtensionResults: z.object({}),
});

/** Whom a passkey is of, as the authenticator keeps it: a number, which says nothing about a person. */
export function handleOf(userId: number): Buffer<ArrayBuffer> {
  return Buffer.from(`user ${userId}`);
}

/** @param credentialIds those that may answer; none: whichever the browser has of this network */
export async function askForPasskey(
  deps: PasskeyDeps,
  purpose: Purpose,
  credentialIds: readonly Buffer[],
): Promise<Asked> {
  const { generateAuthenticationOptions } = await passkeyChecks();
  const options = await generateAuthenticationOptions({
    rpID: placeOf(deps).host,
    userVerification: 'required',
    allowCredentials: credentialIds.map((id) => ({ id: id.toString('base64url') })),
  });
  return {
    options: JSON.stringify(options),
    ticket: ticketOf(deps.secrets, purpose, options.challenge, deps.clock()),
  };
}

export type Shown = {
  readonly passkeyId: number;
  readonly userId: number;
  readonly challenge: string;
  readonly counter: number;
};

/**
 * Whether the answer is signed by a passkey of ours, for this network's address, by somebody whom the device has
 * verified, and newer than the last one. Changes nothing.
 */
export async function checkPasskey(
  deps: PasskeyDeps,
  purpose: Purpose,
  { response, ticket }: Answered,
): Promise<Shown | null> {
  const place = placeOf(deps);
  const challenge = challengeOf(deps.secrets, purpose, ticket, deps.clock());
  if (challenge === null) return null;
  const answer = parseJson(assertion, response);
  const found = await deps.db
    .selectFrom('passkey')
    .select(['id', 'user_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(answer.id, 'base64url'))
    .executeTakeFirst();
  if (found === undefined) return null;
  const { userHandle, ...signed } = answer.response;
  if (userHandle !== undefined && userHandle !== handleOf(found.user_id).toString('base64url')) return null;
  const { verifyAuthenticationResponse } = await passkeyChecks();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response: signed },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.host,
      requireUserVerification: true,
      credential: {
        id: answer.id,
        publicKey: new Uint8Array(found.public_key),
        counter: Number(found.counter),
      },
    });
    if (!verified) return null;
    return { passkeyId: found.id, userId: found.user_id, challenge, counter: authenticationInfo.newCounter };
  } catch {
    // The library says by throwing what is wrong with an answer.
    return null;
  }
}

/** Uses the answer up, in the transaction of what it is for. @returns false where it, or a later one, was before */
export async function countPasskey(trx: Tx, shown: Shown, now: Date): Promise<boolean> {
  if (!(await takeAnswer(trx, shown.challenge, now))) return false;
  const counted = await trx
    .updateTable('passkey')
    .set({ counter: BigInt(shown.counter), last_used_at: now })
    .where('id', '=', shown.passkeyId)
    .where((eb) =>
      eb.or([
        eb('counter', '<', BigInt(shown.counter)),
        // One that counts nothing.
        eb.and([eb('counter', '=', 0n), eb.val(shown.counter === 0)]),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  return counted !== undefined;
}
