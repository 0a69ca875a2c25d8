import { addSigningKey, type RunQuery } from '@placard/db/secrets/signing-keys';
import { CompiledQuery } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';

/**
 * Makes another key for decisions and links. Until it signs the one before does, whose tokens hold on.
 * @throws AppError `conflict_status` where one waits already, or 255 were made.
 */
export async function renewSigningKey(
  deps: HasDb & HasClock & HasSecrets,
  actor: Actor,
): Promise<{ id: number; signsFrom: string }> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const query: RunQuery = async (text, values) =>
      (await trx.executeQuery<unknown>(CompiledQuery.raw(text, [...values]))).rows;
    const made = await addSigningKey(query, deps.secrets, at.getTime());
    if (made === null) {
      throw new AppError('conflict_status', {
        message: 'A new key waits already for its first day, or all 255 were made.',
      });
    }
    const key = { id: made.id, signsFrom: new Date(made.signsFromMs).toISOString() };
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: 'settings.renew_signing_key',
      subjectKind: 'settings',
      subjectId: null,
      detail: key,
      at,
    });
    return key;
  });
}
