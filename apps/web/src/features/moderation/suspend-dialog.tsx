import { type ModeratedWebsite, suspendWebsiteInput } from '@placard/contract/moderation';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useTexts } from '../../i18n/texts.ts';
import { ReasonDialog } from '../../kits/form/reason-dialog.tsx';
import { api } from '../../lib/api/api.ts';
import { stopTexts } from './stop-texts.ts';
import { moderationTexts } from './texts.ts';

/** Stops a website until the operator activates it again. */
export default function SuspendDialog({
  row,
  onClose,
}: {
  row: Pick<ModeratedWebsite, 'id' | 'version' | 'domain'>;
  onClose: () => void;
}) {
  const t = useTexts(moderationTexts);
  const stop = useTexts(stopTexts);
  const { id, version } = row;
  const name = shownDomain(row.domain);
  return (
    <ReasonDialog
      title={stop('suspend.title', { name })}
      text={stop('suspend.hint')}
      reason={{ field: 'text', label: stop('text') }}
      initialValues={{ text: '' }}
      schema={suspendWebsiteInput}
      toInput={({ text }) => ({ id, version, text })}
      run={(input) => api.moderation.suspendWebsite(input)}
      label={t('suspend')}
      busyLabel={stop('suspend.busy')}
      done={stop('suspend.done', { name })}
      failed={stop('suspend.failed')}
      refresh={['moderation']}
      onClose={onClose}
    />
  );
}
