import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { ApiError, refusalOf } from '../../lib/faults/api-error.ts';
import { knowsPasskeys, showPasskey } from '../../lib/passkey.ts';
import { toast } from '../../lib/toast-store.ts';
import { stepUpTexts } from './texts.ts';

/** The same by a passkey, for whoever has one. */
export function StepUpPasskey({ onShown }: { onShown: () => void }) {
  const t = useTexts(stepUpTexts);
  const { data } = useQuery(apiQuery(api.passkeys.list, undefined));
  if (data === undefined || data.items.length === 0 || !data.possible || !knowsPasskeys()) return null;
  const show = async () => {
    try {
      const { options, ticket } = await api.passkeys.beginStepUp();
      await api.passkeys.stepUp({ ticket, response: await showPasskey(options) });
      onShown();
    } catch (error) {
      toast.failure(error instanceof ApiError ? refusalOf(error, t('failed')) : t('noPasskey'));
    }
  };
  return (
    <Button variant="default" onClick={() => void show()}>
      {t('passkey')}
    </Button>
  );
}
