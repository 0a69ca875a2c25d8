import { type ModeratedWebsite, suspendWebsiteInput } from '@placard/contract/moderation';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useTexts } from '../../i18n/texts.ts';
import { ReasonDialog } from '../../kits/form/reason-dialog.tsx';
import { api } from '../../lib/api/api.ts';
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
  const { id, version } = row;
  const name = shownDomain(row.domain);
  return (
    <ReasonDialog
      title={t('suspendTitle', { name })}
      text={t('suspendHint')}
      reason={{ field: 'text', label: t('text') }}
      initialValues={{ text: '' }}
      schema={suspendWebsiteInput}
      toInput={({ text }) => ({ id, version, text })}
      run={(input) => api.moderation.suspendWebsite(input)}
      label={t('suspend')}
      busyLabel={t('suspending')}
      done={t('suspended', { name })}
      failed={t('suspendFailed')}
      refresh={['moderation']}
      onClose={onClose}
    />
  );
}
