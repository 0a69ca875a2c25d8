import type { Tx } from '@placard/db/database';
import type { WebhookStop } from '@placard/domain/webhook/event-types';
import type { HasUrls } from '../../deps.ts';
import { mailPart, mailText } from '../../mail/mail-text.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { activeOperators } from '../users/active-operators.ts';
import type { EndpointRow } from './endpoints.ts';
import { giveUpWaiting } from './give-up.ts';

/** Switches off an endpoint at which nothing arrives, and tells whose it is. */
export async function stopEndpoint(
  deps: Pick<HasUrls, 'publicUrl'>,
  trx: Tx,
  endpoint: Pick<EndpointRow, 'id' | 'account_id' | 'url'>,
  because: Exclude<WebhookStop, 'hand'>,
  now: Date,
): Promise<void> {
  const { id, account_id: accountId, url } = endpoint;
  await trx
    .updateTable('webhook_endpoint')
    .set((eb) => ({ disabled_at: now, disabled_because: because, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await giveUpWaiting(trx, id);
  await writeAudit(trx, {
    ...doneBy(null, 'system'),
    action: 'webhook.stop',
    subjectKind: 'webhook',
    subjectId: id,
    detail: { url, enabled: { before: true, after: false }, because },
    at: now,
  });
  const mail = mailText('webhookStopped', {
    network: await networkName(trx),
    address: url,
    reason: mailPart(`webhookStop.${because}`),
    url: `${deps.publicUrl}${accountId === null ? '/operator/webhooks' : '/account/webhooks'}`,
  });
  const told = { data: { address: url, because }, mail, at: now };
  if (accountId !== null) await notify(trx, { ...told, accountId, kind: 'webhook.stop' });
  else {
    for (const { id: userId } of await activeOperators(trx))
      await notify(trx, { ...told, userId, kind: 'network_webhook.stop' });
  }
}
