import type { CampaignOfOperator } from '@placard/contract/moderated-campaigns';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { Thumbnail } from '../../kits/ad-preview/thumbnail.tsx';
import { WhyNotServing } from '../../kits/diagnosis/why-not-serving.tsx';
import { AccountLink, RecordLink } from '../../kits/records/record-link.tsx';
import { RecordNotes } from '../../kits/records/record-notes.tsx';
import { RecordPage } from '../../kits/records/record-page.tsx';
import { RELATED_SHOWN, RelatedPanel, RowList } from '../../kits/records/related-panel.tsx';
import { recordTexts } from '../../kits/records/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { useRecord } from '../../lib/api/use-record.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { ModeratedCampaignStatus } from './campaign-status.tsx';
import { moderationTexts } from './texts.ts';
import { useCampaignActions } from './use-campaign-actions.tsx';

/** One campaign of the network: how it stands, why it isn't serving, what it consists of. */
export default function CampaignPage({ id }: { id: number }) {
  const t = useTexts(moderationTexts);
  const query = useRecord(apiQuery(api.moderation.campaign, { id }));
  return (
    <Loaded page query={query} failed={t('campaigns.fetchFailed')} loading={<LoadingState lines={6} />}>
      {(campaign) => <Campaign campaign={campaign} />}
    </Loaded>
  );
}

function Campaign({ campaign }: { campaign: CampaignOfOperator }) {
  const t = useTexts(moderationTexts);
  const words = useTexts(recordTexts);
  const { actionsOf, dialog } = useCampaignActions();
  const { id, name, owner, currency, rejection } = campaign;
  return (
    <>
      <RecordPage
        record={{ kind: 'campaign', id, state: String(campaign.version) }}
        title={name}
        crumb={{ label: t('campaigns.title'), to: '/operator/campaigns' }}
        badge={<ModeratedCampaignStatus campaign={campaign} />}
        actions={actionsOf(campaign, false)}
        notes={<RecordNotes kind="campaign" id={id} />}
        facts={[
          { label: words('field.id'), value: id },
          { label: words('field.advertiser'), value: <AccountLink account={owner} /> },
          { label: t('objective'), value: t(`objectives.${campaign.objective}`) },
          { label: t('descriptionOf'), value: campaign.description },
          { label: t('column.start'), value: <DateTime value={campaign.startDate} /> },
          { label: t('column.end'), value: <DateTime value={campaign.endDate} /> },
          { label: t('timeZone'), value: campaign.timeZone },
          { label: words('field.created'), value: <DateTime value={campaign.createdAt} withTime /> },
          ...(rejection === null ? [] : [{ label: words('field.reason'), value: rejection.text }]),
        ]}
        money={[
          { label: t('column.budget'), value: <Money value={campaign.totalBudget} currency={currency} /> },
          {
            label: t('dailyBudget'),
            value:
              campaign.dailyBudget === null ? null : (
                <Money value={campaign.dailyBudget} currency={currency} />
              ),
          },
          { label: t('column.spent'), value: <Money value={campaign.spent} currency={currency} /> },
        ]}
      >
        <Why id={id} />
        <AdSets campaign={campaign} />
        <RelatedPanel
          title={t('creatives.title')}
          empty={t('noCreatives')}
          operation={api.moderation.creatives}
          asked={{ campaign: id, pageSize: RELATED_SHOWN }}
          all={{ to: '/operator/creatives', search: { campaign: String(id) } }}
          rowId={(row) => row.id}
          row={(row) => (
            <>
              <span className="inline-row gap-8">
                <Thumbnail imageUrl={row.imageUrl} />
                <RecordLink kind="creative" id={row.id}>
                  {row.name}
                </RecordLink>
              </span>
              <span className="faint text-13">{t('sizeOf', row.size)}</span>
              <StatusChip status={row.status} reason={row.reason} />
            </>
          )}
        />
      </RecordPage>
      {dialog}
    </>
  );
}

function Why({ id }: { id: number }) {
  const query = useQuery(apiQuery(api.moderation.campaignDiagnosis, { id }));
  const client = useQueryClient();
  return (
    <WhyNotServing
      query={query}
      // With the campaign's status above it.
      onAgain={() => client.invalidateQueries({ queryKey: ['moderation'] })}
    />
  );
}

function AdSets({ campaign: { adSets, currency } }: { campaign: CampaignOfOperator }) {
  const t = useTexts(moderationTexts);
  return (
    <Panel flush title={t('column.adSets')}>
      <RowList empty={t('noAdSets')}>
        {adSets.map((adSet) => (
          <li key={adSet.id}>
            <span>
              {adSet.name}
              <small className="block faint text-12">
                {[
                  adSet.locations.length === 0 ? t('everywhere') : adSet.locations.join(', '),
                  adSet.devices.map((device) => t(`devices.${device}`)).join(', '),
                  t('creativeCount', { count: adSet.creativeCount }),
                ].join(' · ')}
              </small>
            </span>
            <span className="text-13">
              <Money value={adSet.spent} currency={currency} aligned />
              {' / '}
              <Money value={adSet.totalBudget} currency={currency} aligned />
            </span>
            {adSet.archived && <StatusChip status="archived" />}
          </li>
        ))}
      </RowList>
    </Panel>
  );
}
