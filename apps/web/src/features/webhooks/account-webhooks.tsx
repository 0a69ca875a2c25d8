import { useTexts } from '../../i18n/texts.ts';
import { useUser } from '../../lib/session/session-store.ts';
import { may } from '../../lib/session/session-user.ts';
import { webhookTexts } from './texts.ts';
import { ACCOUNT } from './webhook-calls.ts';
import { Webhooks } from './webhooks.tsx';

/** Where the account's programs are told what happens; changed by who does its work. */
export default function AccountWebhooks() {
  const t = useTexts(webhookTexts);
  const changes = may(useUser(), 'work');
  return (
    <Webhooks
      scope={ACCOUNT}
      changes={changes}
      description={t(changes ? 'description' : 'onlyWork')}
      crumbs={[{ label: t('account'), to: '/account' }]}
    />
  );
}
