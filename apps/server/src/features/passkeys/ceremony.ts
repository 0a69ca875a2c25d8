import { createHash } from 'node:crypto';
import type { Tx } from '@placard/db/database';
import type { Secrets } from '@placard/db/secrets/secrets';
import {
  CEREMONY_VALID_MS,
  isCeremonyOpen,
  type PasskeyPlace,
  passkeyPlace,
} from '@placard/domain/account/passkey';
import { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';

export type PasskeyDeps = HasDb & HasClock & HasSecrets & HasUrls;

/** What a browser was asked for, and in whose session: an answer counts for nothing else. */
export type Purpose =
  | { readonly for: 'sign-in' }
  | { readonly for: 'enrol' | 'step-up'; readonly sessionId: number };

const kept = z.object({ challenge: z.string(), beganMs: z.number() });

function contextOf(purpose: Purpose): string {
  return purpose.for === 'sign-in' ? 'passkey sign-in' : `passkey ${purpose.for} ${purpose.sessionId}`;
}

/**
 * The challenge goes out sealed and comes back with the answer: nothing is stored for whoever only asks.
 */
export function ticketOf(secrets: Secrets, purpose: Purpose, challenge: string, now: Date): string {
  const text = JSON.stringify({ challenge, beganMs: now.getTime() } satisfies z.output<typeof kept>);
  return secrets.seal(text, contextOf(purpose)).toString('base64url');
}

/** @returns null where it was for something else, or has run out */
export function challengeOf(secrets: Secrets, purpose: Purpose, ticket: string, now: Date): string | null {
  let text: string;
  try {
    text = secrets.open(Buffer.from(ticket, 'base64url'), contextOf(purpose));
  } catch {
    return null;
  }
  const { challenge, beganMs } = kept.parse(JSON.parse(text));
  return isCeremonyOpen(beganMs, now.getTime()) ? challenge : null;
}

/** Of two who bring the same answer, one gets through. @returns false for the others */
export async function takeAnswer(trx: Tx, challenge: string, now: Date): Promise<boolean> {
  const taken = await trx
    .insertInto('passkey_answer')
    .values({
      challenge_sha256: createHash('sha256').update(challenge).digest(),
      // A clock that is behind may still take it for open so much later.
      expires_at: new Date(now.getTime() + 2 * CEREMONY_VALID_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('challenge_sha256')
    .executeTakeFirst();
  return taken !== undefined;
}

/** @throws AppError `conflict_status` where browsers give no passkeys to the dashboard's address */
export function placeOf({ publicUrl }: HasUrls): PasskeyPlace {
  const place = passkeyPlace(publicUrl);
  if (place === null)
    throw new AppError('conflict_status', {
      reason: 'passkeys_unavailable',
    });
  return place;
}

/** What is refused says no more: which part of it was wrong helps nobody else. */
export const refused = () => new AppError('passkey_refused');

export function parseJson<Output>(schema: z.ZodType<Output>, text: string): Output {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused();
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw refused();
  return parsed.data;
}
