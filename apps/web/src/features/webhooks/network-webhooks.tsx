import { useTexts } from '../../i18n/texts.ts';
import { webhookTexts } from './texts.ts';
import { NETWORK } from './webhook-calls.ts';
import { Webhooks } from './webhooks.tsx';

/** Where the operators' own programs are told what happens in every account. */
export default function NetworkWebhooks() {
  const t = useTexts(webhookTexts);
  return <Webhooks scope={NETWORK} changes description={t('networkDescription')} />;
}
