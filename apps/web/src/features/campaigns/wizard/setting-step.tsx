import { Button } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { useAppForm } from '../../../kits/form/use-app-form.ts';
import { ButtonRow, SideBySide } from '../../../ui/form/field-layout.tsx';
import { AppForm } from '../../../ui/form/form-layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CampaignFields } from '../campaign-fields.tsx';
import { type CampaignValues, campaignInput, campaignSchema } from '../campaign-values.ts';
import { campaignsTexts } from '../texts.ts';
import type { WizardContent } from './wizard-state.ts';
import { WizardSummary } from './wizard-summary.tsx';

export function SettingStep({
  content,
  today,
  note,
  onChange,
  onNext,
}: {
  content: WizardContent;
  today: string;
  note: ReactNode;
  onChange: (campaign: CampaignValues) => void;
  onNext: (campaign: CampaignValues) => void;
}) {
  const t = useTexts(campaignsTexts);
  const { form, formProps } = useAppForm<CampaignValues>({
    initialValues: content.campaign,
    schema: campaignSchema(today),
    toInput: campaignInput,
    invalid: t('wizard.settingInvalid'),
    failed: t('wizard.createFailed'),
    onSubmit: async (values) => onNext(values),
  });
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the fields change, not when the page renders
  useEffect(() => {
    if (values !== content.campaign && form.isDirty()) onChange(values);
  }, [values]);
  return (
    <AppForm {...formProps} className="">
      <SideBySide aside={<WizardSummary content={{ ...content, campaign: values }} />}>
        <Panel title={t('wizard.setting')} description={t('wizard.settingText')}>
          <CampaignFields form={form} />
        </Panel>
        <ButtonRow start={note}>
          <Button type="submit">{t('wizard.next')}</Button>
        </ButtonRow>
      </SideBySide>
    </AppForm>
  );
}
