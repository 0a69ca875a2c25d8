import { Button } from '@mantine/core';
import type { AdSet, Campaign } from '@placard/contract/campaigns';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { useAppForm } from '../../../kits/form/use-app-form.ts';
import { api } from '../../../lib/api/api.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { ButtonRow, Notice, SideBySide } from '../../../ui/form/field-layout.tsx';
import { AppForm } from '../../../ui/form/form-layout.tsx';
import { isUnsaved, useUnsavedChangesGuard } from '../../../ui/form/use-unsaved-changes-guard.ts';
import { AdSetFields } from '../ad-set-fields.tsx';
import {
  type AdSetValues,
  adSetInput,
  adSetSchema,
  adSetValuesOf,
  type CampaignBudgets,
  checkedAdSet,
  NEW_AD_SET,
  withBudgetDefaults,
} from '../ad-set-values.ts';
import { MinimumBidNotice } from '../reach/minimum-bid-notice.tsx';
import { ReachEstimatePanel } from '../reach/reach-estimate.tsx';
import { campaignsTexts } from '../texts.ts';
import { confirmEdit } from './edit-warning.ts';

/** A new ad set, or one of the campaign's. */
export function AdSetEditor({
  campaign,
  adSet,
  onDone,
}: {
  campaign: Campaign;
  adSet: AdSet | null;
  onDone: () => void;
}) {
  const t = useTexts(campaignsTexts);
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [saved, setSaved] = useState(false);
  const [version] = useState(adSet?.version ?? 0);
  const budgets: CampaignBudgets = {
    totalBudget: campaign.totalBudget,
    dailyBudget: campaign.dailyBudget ?? '',
  };
  useEffect(() => heading.current?.focus(), []);
  const reload = async () => {
    setSaved(true);
    await client.invalidateQueries({ queryKey: ['campaigns'] });
    onDone();
  };
  const { form, formProps } = useAppForm<AdSetValues>({
    initialValues: adSet === null ? withBudgetDefaults(NEW_AD_SET, budgets) : adSetValuesOf(adSet),
    schema: adSetSchema(budgets),
    toInput: adSetInput,
    invalid: t('wizard.targetInvalid'),
    failed: adSet === null ? t('adSet.createFailed') : t('adSet.updateFailed'),
    renew: reload,
    ask: () => confirmEdit(t, campaign),
    onSubmit: async (values) => {
      const input = checkedAdSet(values, budgets);
      if (input === null) return;
      if (adSet === null) await api.campaigns.createAdSet({ ...input, campaignId: campaign.id });
      else await api.campaigns.updateAdSet({ ...input, id: adSet.id, version });
      setSaved(true);
      await client.invalidateQueries({ queryKey: ['campaigns'] });
      toast.success(adSet === null ? t('adSet.created') : t('adSet.updated'));
      onDone();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form, saved), 'view');
  const reach = {
    values: form.values,
    campaign: { ...campaign, ...budgets },
    adSetId: adSet?.id ?? null,
  };
  return (
    <AppForm {...formProps} className={`stack gap-16`}>
      <h2 ref={heading} tabIndex={-1} style={{ outline: 'none', fontSize: 17 }}>
        {adSet === null ? t('adSet.addTitle') : t('adSet.editTitle', { name: adSet.name })}
      </h2>
      {campaign.approved && campaign.status === 'paused' && <Notice>{t('details.editApprovalHint')}</Notice>}
      <SideBySide aside={<ReachEstimatePanel {...reach} />}>
        <AdSetFields
          form={form}
          campaign={{ ...budgets, objective: campaign.objective }}
          minimumBid={<MinimumBidNotice {...reach} />}
        />
        <ButtonRow>
          <Button variant="default" onClick={onDone}>
            {t('adSet.cancel')}
          </Button>
          <BusyButton type="submit" busy={form.busy} busyLabel={t('adSet.saving')}>
            {t('adSet.save')}
          </BusyButton>
        </ButtonRow>
      </SideBySide>
    </AppForm>
  );
}
