import { appealInput, type OwnAppeal } from '@placard/contract/appeals';
import type { QueryKey } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { ReasonDialog } from '../form/reason-dialog.tsx';
import { appealTexts } from './texts.ts';

export type SendAppeal = (text: string, call: { readonly idempotencyKey: string }) => Promise<OwnAppeal>;

const textOnly = appealInput.pick({ text: true });

/** Asks why the decision is wrong. An appeal that was withdrawn gives its words again. */
export default function AppealDialog({
  name,
  before,
  send,
  refresh,
  onClose,
}: {
  name: string;
  before: string;
  send: SendAppeal;
  refresh: QueryKey;
  onClose: () => void;
}) {
  const t = useTexts(appealTexts);
  return (
    <ReasonDialog
      title={t('dialogTitle', { name })}
      text={t('dialogText')}
      reason={{ field: 'text', label: t('text'), hint: t('textHint') }}
      initialValues={{ text: before }}
      schema={textOnly}
      toInput={({ text }) => ({ text })}
      run={({ text }, call) => send(text, call)}
      label={t('appeal')}
      busyLabel={t('sending')}
      done={t('done')}
      failed={t('failed')}
      refresh={refresh}
      harmless
      onClose={onClose}
    />
  );
}
