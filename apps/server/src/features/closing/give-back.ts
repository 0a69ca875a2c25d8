import type { Tx } from '@placard/db/database';
import { type AuditEntry, writeAudit } from '../audit/write-audit.ts';
import { setUserStatus } from './close-account.ts';
import { takeOutOfClosings } from './closed-persons.ts';

/** Gives sign-in back to those of these persons who went with a closed account, as they stood before. */
export async function giveBack(
  trx: Tx,
  userIds: readonly number[],
  act: Pick<AuditEntry, 'actorUserId' | 'actorKind' | 'at'>,
): Promise<void> {
  for (const { id, status } of await takeOutOfClosings(trx, userIds)) {
    await setUserStatus(trx, id, status);
    await writeAudit(trx, {
      ...act,
      action: 'user.reopen',
      subjectKind: 'user',
      subjectId: id,
      detail: { status: { before: 'suspended', after: status } },
    });
  }
}
