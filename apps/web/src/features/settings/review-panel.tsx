import { Textarea } from '@mantine/core';
import { REJECTION_CODES } from '@placard/contract/reviews';
import { useTexts } from '../../i18n/texts.ts';
import { PercentInput } from '../../kits/form/number-field.tsx';
import type { AppForm } from '../../kits/form/use-app-form.ts';
import { rejectionTexts } from '../../kits/rejection/texts.ts';
import { FormColumns } from '../../ui/form/form-layout.tsx';
import { Panel } from '../../ui/panel.tsx';
import type { SettingsValues } from './settings-values.ts';
import { settingsTexts } from './texts.ts';

/** How much of what goes live unseen is looked at afterwards, and with which words something is turned down. */
export function ReviewPanel({ form }: { form: AppForm<SettingsValues> }) {
  const t = useTexts(settingsTexts);
  const words = useTexts(rejectionTexts);
  return (
    <Panel title={t('review.title')} description={t('review.text')}>
      <FormColumns>
        <PercentInput
          label={t('review.sample')}
          description={t('review.sampleHint')}
          required
          {...form.getInputProps('reviewSamplePercent')}
        />
      </FormColumns>
      <fieldset className="plain-group above-20">
        <legend className="no-padding semibold">{t('review.templates')}</legend>
        <p className="below-16 muted text-13">{t('review.templatesHint')}</p>
        <FormColumns>
          {REJECTION_CODES.map((code) => (
            <Textarea
              key={code}
              label={words(`code.${code}`)}
              autosize
              minRows={2}
              maxRows={8}
              {...form.getInputProps(`rejectionTemplates.${code}`)}
            />
          ))}
        </FormColumns>
      </fieldset>
    </Panel>
  );
}
