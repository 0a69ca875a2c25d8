import { createHash } from 'node:crypto';
import type { Tx } from '@placard/db/database';
import type { Secrets } from '@placard/db/secrets/secrets';
import { isSingleSignOnOpen, SINGLE_SIGN_ON_VALID_MS } from '@placard/domain/account/single-sign-on';
import { z } from 'zod';
import { AppError } from '../../api/app-error.ts';

/** What goes out with a browser and comes back: kept sealed with it, so nothing is stored for whoever only asks. */
const begun = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), beganMs: z.number() });
export type Begun = z.output<typeof begun>;

/** Whom the provider has vouched for, while a password or a code of theirs is asked. */
const asked = z.object({
  what: z.enum(['password', 'code']),
  userId: z.number(),
  /** As it was when the provider vouched for it. */
  email: z.string(),
  issuer: z.string(),
  subject: z.string(),
  /** Counts once. */
  state: z.string(),
  beganMs: z.number(),
});
export type Asked = z.output<typeof asked>;

const BEGUN = 'single sign-on begun';
const ASKED = 'single sign-on asked';

export const sealBegun = (secrets: Secrets, value: Begun) => sealed(secrets, BEGUN, value);
export const sealAsked = (secrets: Secrets, value: Asked) => sealed(secrets, ASKED, value);

/** @throws AppError `single_sign_on_refused` where it is none of ours, or has run out */
export const openBegun = (secrets: Secrets, ticket: string, now: Date) =>
  opened(secrets, BEGUN, begun, ticket, now);
export const openAsked = (secrets: Secrets, ticket: string, now: Date) =>
  opened(secrets, ASKED, asked, ticket, now);

/** What is refused says no more: which part of it was wrong helps nobody else. */
export const refused = () => new AppError('single_sign_on_refused');

function sealed(secrets: Secrets, context: string, value: object): string {
  return secrets.seal(JSON.stringify(value), context).toString('base64url');
}

function opened<Kept extends { beganMs: number }>(
  secrets: Secrets,
  context: string,
  schema: z.ZodType<Kept>,
  ticket: string,
  now: Date,
): Kept {
  let text: string;
  try {
    text = secrets.open(Buffer.from(ticket, 'base64url'), context);
  } catch {
    throw refused();
  }
  const kept = schema.parse(JSON.parse(text));
  if (!isSingleSignOnOpen(kept.beganMs, now.getTime())) throw refused();
  return kept;
}

/** Of two who bring the same answer, one gets through. @throws AppError `single_sign_on_refused` for the others */
export async function takeOnce(trx: Tx, state: string, now: Date): Promise<void> {
  const taken = await trx
    .insertInto('sign_in_answer')
    .values({
      state_sha256: createHash('sha256').update(state).digest(),
      // A clock that is behind may still take it for open so much later.
      expires_at: new Date(now.getTime() + 2 * SINGLE_SIGN_ON_VALID_MS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state_sha256')
    .executeTakeFirst();
  if (taken === undefined) throw refused();
}
