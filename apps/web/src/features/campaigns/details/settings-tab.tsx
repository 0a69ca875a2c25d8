import { Button } from '@mantine/core';
import type { Campaign } from '@placard/contract/campaigns';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { adCategoryTexts } from '../../../kits/blocks/ad-category-texts.ts';
import { useAppForm } from '../../../kits/form/use-app-form.ts';
import { api } from '../../../lib/api/api.ts';
import { dayIn } from '../../../lib/format/time-format.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { toast } from '../../../lib/toast-store.ts';
import { BusyButton } from '../../../ui/busy-button.tsx';
import { DateTime, useTimeZone } from '../../../ui/date-time.tsx';
import { ButtonRow, Notice } from '../../../ui/form/field-layout.tsx';
import { AppForm } from '../../../ui/form/form-layout.tsx';
import { useHeld } from '../../../ui/form/held.ts';
import { isUnsaved, useUnsavedChangesGuard } from '../../../ui/form/use-unsaved-changes-guard.ts';
import { Money } from '../../../ui/money.tsx';
import { DetailList, Panel } from '../../../ui/panel.tsx';
import { LoadingState } from '../../../ui/states.tsx';
import { CampaignFields } from '../campaign-fields.tsx';
import {
  type CampaignValues,
  campaignInput,
  campaignSchema,
  campaignValuesOf,
  checkedCampaign,
} from '../campaign-values.ts';
import { campaignsTexts } from '../texts.ts';
import { confirmEdit } from './edit-warning.ts';

/**
 * The campaign's own fields: read, and edited where its status allows it.
 * @param fetching the campaign may be an older state of it: no form opens with that
 */
export function SettingsTab({ campaign, fetching }: { campaign: Campaign; fetching: boolean }) {
  const [raw, change] = useSearchParameters();
  const asked = raw.mode === 'edit' && campaign.actions.includes('edit');
  const editing = useHeld(raw.mode ?? '', asked && !fetching ? true : null);
  if (editing === null && asked) return <LoadingState lines={6} />;
  if (editing === null)
    return <SettingsView campaign={campaign} onEdit={() => change({ tab: 'settings', mode: 'edit' })} />;
  return <SettingsForm campaign={campaign} onDone={() => change({ mode: undefined }, { replace: true })} />;
}

function SettingsView({ campaign, onEdit }: { campaign: Campaign; onEdit: () => void }) {
  const t = useTexts(campaignsTexts);
  const categoryOf = useTexts(adCategoryTexts);
  const share = campaign.totalBudget > 0 ? Math.min(1, campaign.spent / campaign.totalBudget) : 0;
  const spent = (
    <span className="stack gap-6 max-320">
      <Money value={campaign.spent} />
      <span className="coloured track" aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
    </span>
  );
  return (
    <Panel
      title={t('details.settingsTitle')}
      actions={
        campaign.actions.includes('edit') && (
          <Button variant="default" leftSection={<Pencil size={15} aria-hidden />} onClick={onEdit}>
            {t('details.edit')}
          </Button>
        )
      }
    >
      <DetailList
        details={[
          { label: t('field.name'), value: campaign.name },
          { label: t('details.id'), value: campaign.id },
          { label: t('field.objective'), value: t(`objective.${campaign.objective}`) },
          {
            label: t('field.category'),
            value:
              campaign.category === null
                ? t('field.noCategory')
                : categoryOf(`category.${campaign.category}`),
          },
          {
            label: t('field.description'),
            value:
              campaign.description === '' ? null : <span className="lines-kept">{campaign.description}</span>,
          },
          { label: t('field.totalBudget'), value: <Money value={campaign.totalBudget} /> },
          {
            label: t('field.dailyBudget'),
            value:
              campaign.dailyBudget === null ? (
                t('adSet.noDailyBudget')
              ) : (
                <Money value={campaign.dailyBudget} />
              ),
          },
          { label: t('details.spent'), value: spent },
          { label: t('field.startDate'), value: <DateTime value={campaign.startDate} /> },
          {
            label: t('field.endDate'),
            value: campaign.endDate === null ? t('noEnd') : <DateTime value={campaign.endDate} />,
          },
          { label: t('details.created'), value: <DateTime value={campaign.createdAt} withTime /> },
        ]}
      />
    </Panel>
  );
}

function SettingsForm({ campaign, onDone }: { campaign: Campaign; onDone: () => void }) {
  const t = useTexts(campaignsTexts);
  const client = useQueryClient();
  const today = dayIn(useTimeZone(), serverNow());
  const [saved, setSaved] = useState(false);
  // What these fields were read from: a newer version fetched meanwhile must not be overwritten by them.
  const [read] = useState(campaign);
  const reload = async () => {
    setSaved(true);
    await client.invalidateQueries({ queryKey: ['campaigns'] });
    onDone();
  };
  const { form, formProps } = useAppForm<CampaignValues>({
    initialValues: campaignValuesOf(read),
    schema: campaignSchema(today, read),
    toInput: campaignInput,
    invalid: t('wizard.settingInvalid'),
    failed: t('details.saveFailed'),
    renew: reload,
    ask: () => confirmEdit(t, campaign),
    onSubmit: async (values) => {
      const input = checkedCampaign(values, today, read);
      if (input === null) return;
      const { objective: _, ...fields } = input;
      await api.campaigns.update({ ...fields, id: read.id, version: read.version });
      setSaved(true);
      await client.invalidateQueries({ queryKey: ['campaigns'] });
      toast.success(t('details.saved'));
      onDone();
    },
  });
  useUnsavedChangesGuard(isUnsaved(form, saved), 'view');
  return (
    <AppForm {...formProps} className="stack gap-16 max-860">
      {campaign.approved && campaign.status === 'paused' && <Notice>{t('details.editApprovalHint')}</Notice>}
      <Panel title={t('details.settingsTitle')}>
        <CampaignFields form={form} objectiveFixed spent={read.spent} />
      </Panel>
      <ButtonRow>
        <Button variant="default" onClick={onDone}>
          {t('details.cancel')}
        </Button>
        <BusyButton type="submit" busy={form.busy} busyLabel={t('details.saving')}>
          {t('details.save')}
        </BusyButton>
      </ButtonRow>
    </AppForm>
  );
}
