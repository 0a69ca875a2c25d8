import type { Tx } from '@placard/db/database';
import type { TopUpStop } from '@placard/domain/billing/top-up';
import { mailPart, mailText } from '../../../mail/mail-text.ts';
import { doneBy, writeAudit } from '../../audit/write-audit.ts';
import { notify } from '../../notices/notify.ts';
import { networkName } from '../../settings/network-name.ts';

export type Stop = { readonly advertiserId: number; readonly because: TopUpStop; readonly now: Date };

/** Switches automatic top-up off and tells its owner why, once; where it is off already nothing happens. */
export async function stopTopUp(trx: Tx, { advertiserId, because, now }: Stop): Promise<void> {
  const stopped = await trx
    .updateTable('auto_top_up')
    .set((eb) => ({
      enabled: false,
      stopped_because: because,
      stopped_at: now,
      version: eb('version', '+', 1),
    }))
    .where('advertiser_id', '=', advertiserId)
    .where('enabled', '=', true)
    .returning('advertiser_id')
    .executeTakeFirst();
  if (stopped === undefined) return;
  await writeAudit(trx, {
    ...doneBy(null, 'system'),
    action: 'auto_top_up.stop',
    subjectKind: 'auto_top_up',
    subjectId: advertiserId,
    detail: { because },
    at: now,
  });
  const mail = mailText('topUpStopped', {
    network: await networkName(trx),
    because: mailPart(`topUpStopped.because.${because}`),
  });
  await notify(trx, { accountId: advertiserId, kind: 'top_up.stop', data: { because }, mail, at: now });
}
