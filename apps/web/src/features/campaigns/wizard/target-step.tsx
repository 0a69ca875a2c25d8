import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { useAppForm } from '../../../kits/form/use-app-form.ts';
import { api } from '../../../lib/api/api.ts';
import { madeOnce } from '../../../lib/api/made-once.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { ButtonRow, FieldStack, Notice, SideBySide } from '../../../ui/form/field-layout.tsx';
import { AppForm } from '../../../ui/form/form-layout.tsx';
import { AdSetFields } from '../ad-set-fields.tsx';
import { type AdSetValues, adSetInput, adSetSchema, checkedAdSet } from '../ad-set-values.ts';
import { checkedCampaign } from '../campaign-values.ts';
import { MinimumBidNotice } from '../reach/minimum-bid-notice.tsx';
import { ReachEstimatePanel } from '../reach/reach-estimate.tsx';
import { campaignsTexts } from '../texts.ts';
import { draftQuery } from '../use-campaign-draft.ts';
import { campaignMissing, type WizardContent } from './wizard-state.ts';
import { WizardSummary } from './wizard-summary.tsx';

function reachCampaign({ campaign }: WizardContent) {
  return { ...campaign, endDate: campaign.endDate === '' ? null : campaign.endDate };
}

type Created = { readonly campaignId: number; readonly adSetId: number };

type Props = {
  content: WizardContent;
  today: string;
  note: ReactNode;
  onChange: (adSet: AdSetValues) => void;
  onBack: () => void;
  /** No draft may be written once the campaign is being created. */
  beforeCreate: () => Promise<void>;
  afterFailure: () => void;
  onCreated: (created: Created) => void;
};

export function TargetStep(props: Props) {
  const t = useTexts(campaignsTexts);
  if (campaignMissing(props.content, props.today)) {
    return (
      <Notice tone="bad" live>
        <p>{t('wizard.dataMissing')}</p>
        <Button variant="default" onClick={props.onBack}>
          {t('wizard.backToSetting')}
        </Button>
      </Notice>
    );
  }
  return <TargetForm {...props} />;
}

function TargetForm({
  content,
  today,
  note,
  onChange,
  onBack,
  beforeCreate,
  afterFailure,
  onCreated,
}: Props) {
  const t = useTexts(campaignsTexts);
  const client = useQueryClient();
  const { form, formProps } = useAppForm<AdSetValues>({
    initialValues: content.adSet,
    schema: adSetSchema(content.campaign),
    toInput: adSetInput,
    mapPath: (path) => path.replace(/^adSet\./, ''),
    invalid: t('wizard.targetInvalid'),
    failed: t('wizard.createFailed'),
    onSubmit: async (values) => {
      const campaign = checkedCampaign(content.campaign, today);
      const adSet = checkedAdSet(values, content.campaign);
      if (campaign === null || adSet === null) {
        toast.failure(campaign === null ? t('wizard.dataMissing') : t('wizard.targetInvalid'));
        return;
      }
      await beforeCreate();
      try {
        const created = await madeOnce(api.campaigns.create, { campaign, adSet });
        client.setQueryData(draftQuery().queryKey, null);
        void client.invalidateQueries({ queryKey: ['campaigns'] });
        toast.success(t('wizard.created'));
        onCreated(created);
      } catch (error) {
        afterFailure();
        throw error;
      }
    },
  });
  const { values } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the fields change, not when the page renders
  useEffect(() => {
    if (values !== content.adSet && form.isDirty()) onChange(values);
  }, [values]);
  const reach = { values, campaign: reachCampaign(content) };
  return (
    <AppForm {...formProps} className="stack gap-20">
      <SideBySide
        aside={
          <FieldStack>
            <ReachEstimatePanel {...reach} />
            <WizardSummary content={{ ...content, adSet: values }} withTarget />
          </FieldStack>
        }
      >
        <p>{t('wizard.targetText')}</p>
        <AdSetFields form={form} campaign={content.campaign} minimumBid={<MinimumBidNotice {...reach} />} />
        <ButtonRow start={note}>
          <Button variant="default" onClick={onBack}>
            {t('wizard.back')}
          </Button>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('wizard.creating')}>
            {t('wizard.create')}
          </BusyButton>
        </ButtonRow>
      </SideBySide>
    </AppForm>
  );
}
