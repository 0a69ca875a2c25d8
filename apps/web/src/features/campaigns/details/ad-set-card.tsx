import { Button } from '@mantine/core';
import type { AdSet, Campaign } from '@placard/contract/campaigns';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Archive, Copy, ImagePlus, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { CREATIVES_PATH, creativeForAdSetPath } from '../../../lib/advertiser-paths.ts';
import { api } from '../../../lib/api/api.ts';
import { failureText } from '../../../lib/faults/failure-text.ts';
import { toast } from '../../../lib/toast-store.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Money } from '../../../ui/money.tsx';
import { useConfirmedAction } from '../../../ui/use-confirmed-action.ts';
import { devicesText, languagesText, locationsText, scheduleText } from '../ad-set-words.ts';
import classes from '../campaigns.module.css';
import { campaignsTexts } from '../texts.ts';
import { editWarning } from './edit-warning.ts';

type Fact = { readonly label: string; readonly value: ReactNode };

export function AdSetCard({
  campaign,
  adSet,
  editable,
  onEdit,
}: {
  campaign: Campaign;
  adSet: AdSet;
  editable: boolean;
  onEdit: () => void;
}) {
  const t = useTexts(campaignsTexts);
  const { duplicate, archive } = useAdSetActions(campaign, adSet);
  return (
    <article className="card" aria-label={adSet.name}>
      <header className="row wrap between gap-8-16 line-below pad-row">
        <div>
          <h3 className="text-15">{adSet.name}</h3>
          <small className="figure">{t('adSet.id', { id: adSet.id })}</small>
        </div>
        {editable && (
          <div className="row wrap gap-8">
            <Button
              component={Link}
              to={creativeForAdSetPath(campaign.id, adSet.id)}
              variant="default"
              leftSection={<ImagePlus size={15} aria-hidden />}
            >
              {t('adSet.createCreative')}
            </Button>
            <ActionMenu
              name={adSet.name}
              actions={[
                { key: 'edit', label: t('adSet.edit'), icon: Pencil, onSelect: onEdit },
                {
                  key: 'duplicate',
                  label: t('adSet.duplicate'),
                  icon: Copy,
                  onSelect: () => void duplicate(),
                },
                {
                  key: 'archive',
                  label: t('adSet.archive'),
                  icon: Archive,
                  danger: true,
                  onSelect: () => void archive(),
                },
              ]}
            />
          </div>
        )}
      </header>
      <dl className={`grid no-margin gap-12-24 pad-block ${classes.facts}`}>
        {useFacts(adSet).map(({ label, value }) => (
          <div className="shrinks" key={label}>
            <dt className="faint text-12-5">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}

function useFacts(adSet: AdSet): Fact[] {
  const t = useTexts(campaignsTexts);
  return [
    { label: t('adSetField.locations'), value: locationsText(t, adSet.locations) },
    { label: t('adSetField.devices'), value: devicesText(t, adSet.devices) },
    { label: t('adSetField.languages'), value: languagesText(t, adSet.languages) },
    { label: t('adSetField.schedule'), value: scheduleText(t, adSet) },
    { label: t('adSet.totalBudget'), value: <Money value={adSet.totalBudget} /> },
    {
      label: t('adSet.dailyBudget'),
      value: adSet.dailyBudget === null ? t('adSet.noDailyBudget') : <Money value={adSet.dailyBudget} />,
    },
    { label: t('adSet.spent'), value: <Money value={adSet.spent} /> },
    { label: t('adSet.spentToday'), value: <Money value={adSet.spentToday} /> },
    { label: t('adSet.bid'), value: adSet.bid === null ? t('adSet.bidRate') : <Money value={adSet.bid} /> },
    {
      label: t('adSetField.frequencyCap'),
      value:
        adSet.frequencyCapPerDay === null
          ? t('adSet.noCap')
          : t('adSet.cap', { count: adSet.frequencyCapPerDay }),
    },
    {
      label: t('column.creatives'),
      value: (
        <Link to={CREATIVES_PATH} search={{ adSetId: String(adSet.id) }}>
          {t('adSet.creatives', { count: adSet.creativeCount })}
        </Link>
      ),
    },
  ];
}

function useAdSetActions(campaign: Campaign, adSet: AdSet) {
  const t = useTexts(campaignsTexts);
  const client = useQueryClient();
  const ask = useConfirmedAction();
  const { name } = adSet;
  const pauses = editWarning(t, campaign) !== null;
  const refresh = () => client.invalidateQueries({ queryKey: ['campaigns'] });
  const duplicate = () => api.campaigns.duplicateAdSet({ id: adSet.id });
  return {
    duplicate: async () => {
      if (pauses) {
        await ask(
          {
            title: t('adSet.duplicateTitle', { name }),
            consequence: t('adSet.addConsequence'),
            confirmLabel: t('adSet.duplicate'),
          },
          {
            run: duplicate,
            success: t('adSet.duplicated'),
            failure: (error) => failureText(t('adSet.duplicateFailed'), error),
            refresh,
          },
        );
        return;
      }
      try {
        await duplicate();
        toast.success(t('adSet.duplicated'));
      } catch (error) {
        toast.failure(failureText(t('adSet.duplicateFailed'), error));
      } finally {
        await refresh();
      }
    },
    archive: () =>
      ask(
        {
          title: t('adSet.archiveTitle', { name }),
          message: pauses ? `${t('adSet.archiveText')} ${t('adSet.addConsequence')}` : t('adSet.archiveText'),
          consequence: t('adSet.archiveConsequence'),
          confirmLabel: t('adSet.archive'),
          danger: true,
        },
        {
          run: () => api.campaigns.archiveAdSet({ id: adSet.id }),
          success: t('adSet.archived'),
          failure: (error) => failureText(t('adSet.archiveFailed'), error),
          refresh,
        },
      ),
  };
}
