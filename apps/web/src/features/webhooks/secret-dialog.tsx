import { Button } from '@mantine/core';
import { useTexts } from '../../i18n/texts.ts';
import { CodeShownOnce } from '../../ui/code/code-shown-once.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldStack, Notice } from '../../ui/form/field-layout.tsx';
import { FormActions } from '../../ui/form/form-layout.tsx';
import { webhookTexts } from './texts.ts';

/** By what a receiver tells that it is us: shown once. */
export default function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useTexts(webhookTexts);
  return (
    <Dialog title={t('secretTitle')} onClose={onClose}>
      <FieldStack>
        <Notice tone="warn" live>
          {t('secretOnce')}
        </Notice>
        <CodeShownOnce code={secret} label={t('secretTitle')} />
        <FormActions>
          <Button onClick={onClose}>{t('kept')}</Button>
        </FormActions>
      </FieldStack>
    </Dialog>
  );
}
