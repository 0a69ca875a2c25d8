import type { Tx } from '@placard/db/database';
import { deviceName } from '@placard/domain/account/device-name';
import { isSurprise, SIGN_IN_PLACES_MOST } from '@placard/domain/account/sign-in-place';
import { sql } from 'kysely';
import type { RequestFacts } from '../../api/call-context.ts';
import { startSession } from '../../auth/sessions.ts';
import type { HasSecrets, HasUrls } from '../../deps.ts';
import { mailPart, mailText } from '../../mail/mail-text.ts';
import { instantIn } from '../../texts/worded.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { placeHashes } from './known-place.ts';

export type EnterDeps = HasSecrets & Pick<HasUrls, 'publicUrl'>;

type Entering = {
  readonly userId: number;
  readonly request: Pick<RequestFacts, 'ip' | 'userAgent'>;
  readonly now: Date;
  /** When they showed who they are, where it was not just now; null: not known. */
  readonly provedAt?: Date | null | undefined;
  /** The account began with this: there is nobody to surprise. */
  readonly isFirst?: boolean;
};

/**
 * Starts a session for somebody who has shown who they are, and tells them where it comes from a kind of device or a
 * network that they were not seen at.
 * @returns the bearer token
 */
export async function enterFrom(trx: Tx, deps: EnterDeps, entering: Entering): Promise<string> {
  const { userId, request, now, provedAt, isFirst = false } = entering;
  const known = await rememberPlace(trx, deps, entering);
  if (known !== null && isSurprise({ places: known, isFirst })) await tell(trx, deps, entering);
  const { userAgent } = request;
  return await startSession(trx, { userId, userAgent, now, provedAt });
}

/** @returns how many were known before, null where this is one of them. Of two at once the second knows it. */
async function rememberPlace(
  trx: Tx,
  deps: HasSecrets,
  { userId, request, now }: Entering,
): Promise<number | null> {
  const hashes = placeHashes(deps, userId, request);
  const seen = await trx
    .updateTable('sign_in_place')
    .set((eb) => ({ last_at: eb.fn<Date>('greatest', ['last_at', eb.val(now)]) }))
    .where('user_id', '=', userId)
    .where('place_hash', 'in', [...hashes])
    .returning('place_hash')
    .execute();
  const [place] = hashes;
  if (seen.some((row) => row.place_hash.equals(place))) return null;
  const { count } = await trx
    .selectFrom('sign_in_place')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const added = await trx
    .insertInto('sign_in_place')
    .values({ user_id: userId, place_hash: place, first_at: now, last_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (added === undefined) return null;
  await sql`
    delete from sign_in_place
     where user_id = ${userId} and place_hash in (
           select place_hash from sign_in_place where user_id = ${userId}
            order by last_at desc, first_at desc, place_hash offset ${SIGN_IN_PLACES_MOST})`.execute(trx);
  // Known by a key of before: it is only written anew.
  return seen.length > 0 ? null : Number(count);
}

async function tell(trx: Tx, deps: EnterDeps, { userId, request, now }: Entering): Promise<void> {
  const device = deviceName(request.userAgent);
  await notify(trx, {
    userId,
    kind: 'sign_in.new',
    data: { device },
    mail: mailText('newSignIn', {
      network: await networkName(trx),
      device: device === null ? mailPart('device.unknown') : mailPart('device.known', device),
      when: instantIn(now, 'UTC'),
      url: `${deps.publicUrl}/account#sessions`,
    }),
    at: now,
  });
}
