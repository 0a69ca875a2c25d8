import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useTexts } from '../../../i18n/texts.ts';
import { CAMPAIGNS_PATH, CREATIVES_PATH } from '../../../lib/advertiser-paths.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { creativesTexts } from '../texts.ts';
import CreativeWizard from './creative-wizard.tsx';

/** The wizard for one ad set, named by the address. */
export default function PresetCreativeWizard({
  campaignId,
  adSetId,
}: {
  campaignId: number;
  adSetId: number;
}) {
  const t = useTexts(creativesTexts);
  const query = useQuery(apiQuery(api.campaigns.adSetChoices, { campaignId }));
  return (
    <Loaded page query={query} failed={t('failed.adSets')}>
      {({ items }) => {
        const adSet = items.find(({ id }) => id === adSetId);
        if (adSet !== undefined) return <CreativeWizard preset={adSet} />;
        return (
          <>
            <PageHeader title={t('wizard.title')} crumbs={[{ label: t('title'), to: CREATIVES_PATH }]} />
            <EmptyState
              icon={SearchX}
              title={items.length === 0 ? t('wizard.campaignNotFound') : t('wizard.adSetNotFound')}
              text={t('wizard.notFoundText')}
              action={<ButtonLink to={CAMPAIGNS_PATH}>{t('wizard.toCampaigns')}</ButtonLink>}
            />
          </>
        );
      }}
    </Loaded>
  );
}
