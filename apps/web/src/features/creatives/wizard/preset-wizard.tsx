import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useTexts } from '../../../i18n/texts.ts';
import { CAMPAIGNS_PATH, CREATIVES_PATH } from '../../../lib/advertiser-paths.ts';
import { api } from '../../../lib/api/api.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { creativesTexts } from '../texts.ts';
import CreativeWizard from './creative-wizard.tsx';

/** The ad set, where a creative may be assigned to it, and how many of its campaign there are for that. */
function usePreset(campaignId: number, adSetId: number) {
  return useQuery({
    queryKey: [...api.campaigns.adSetChoices.key, 'preset', campaignId, adSetId],
    queryFn: async ({ signal }) => {
      const first = { page: 1, pageSize: 1, campaignId };
      const [found, any] = await Promise.all([
        api.campaigns.adSetChoices({ ...first, ids: String(adSetId) }, { signal }),
        api.campaigns.adSetChoices(first, { signal }),
      ]);
      return { adSet: found.items[0], total: any.total };
    },
  });
}

/** The wizard for one ad set, named by the address. */
export default function PresetCreativeWizard({
  campaignId,
  adSetId,
}: {
  campaignId: number;
  adSetId: number;
}) {
  const t = useTexts(creativesTexts);
  const query = usePreset(campaignId, adSetId);
  return (
    <Loaded page query={query} failed={t('failed.adSets')}>
      {({ adSet, total }) => {
        if (adSet !== undefined) return <CreativeWizard preset={adSet} />;
        return (
          <>
            <PageHeader title={t('wizard.title')} crumbs={[{ label: t('title'), to: CREATIVES_PATH }]} />
            <EmptyState
              icon={SearchX}
              title={total === 0 ? t('wizard.campaignNotFound') : t('wizard.adSetNotFound')}
              text={t('wizard.notFoundText')}
              action={<ButtonLink to={CAMPAIGNS_PATH}>{t('wizard.toCampaigns')}</ButtonLink>}
            />
          </>
        );
      }}
    </Loaded>
  );
}
