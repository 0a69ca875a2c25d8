import { Button } from '@mantine/core';
import type { AdSetChoice } from '@placard/contract/campaigns';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../i18n/texts.ts';
import { campaignReachTexts } from '../../../kits/reach/texts.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { type Size, sizeText } from '../size-text.ts';
import { useAdSetsOf } from '../use-ad-set-choices.ts';
import { creativeReachQuestion } from './creative-reach-question.ts';

/** The server looks at whole days and reads them anew every ten minutes. */
const STALE_MS = 5 * 60_000;
/** Each is a question of its own. */
const MOST_AD_SETS = 6;

/** What the chosen ad sets could reach a day with a creative of this size. */
export function CreativeReach({ adSetIds, size }: { adSetIds: readonly number[]; size: Size }) {
  const t = useTexts(campaignReachTexts);
  const query = useAdSetsOf(adSetIds);
  const chosen = (query.data?.items ?? []).filter(({ id }) => adSetIds.includes(id));
  const shown = chosen.slice(0, MOST_AD_SETS);
  return (
    <Panel title={t('title')} description={t('creative.text', { size: sizeText(size) })}>
      <div aria-live="polite">
        {shown.length === 0 ? (
          <p className="faint text-13">{t('creative.choose')}</p>
        ) : (
          <ul className={'plain-list list-rows flush'}>
            {shown.map((choice) => (
              <AdSetReach key={choice.id} choice={choice} size={size} />
            ))}
          </ul>
        )}
        {chosen.length > shown.length && (
          <p className="faint text-13">{t('creative.more', { count: chosen.length - shown.length })}</p>
        )}
        {shown.length > 0 && <p className="faint text-13">{t('creative.basis')}</p>}
      </div>
    </Panel>
  );
}

function AdSetReach({ choice, size }: { choice: AdSetChoice; size: Size }) {
  const t = useTexts(campaignReachTexts);
  const campaign = useQuery(apiQuery(api.campaigns.get, { id: choice.campaignId }));
  const question = campaign.data === undefined ? null : creativeReachQuestion(campaign.data, choice.id, size);
  const reach = useQuery({
    queryKey: ['reach', JSON.stringify(question)],
    queryFn:
      question === null ? skipToken : ({ signal }) => api.campaigns.estimateReach(question, { signal }),
    staleTime: STALE_MS,
  });
  const failed = campaign.isError || reach.isError || (campaign.data !== undefined && question === null);
  const again = () => void (question === null ? campaign.refetch() : reach.refetch());
  return (
    <li>
      <span>
        {choice.name}
        <small>{choice.campaignName}</small>
      </span>
      {reach.data !== undefined ? (
        <span>
          {reach.data.basis === 'no_data'
            ? t('noData')
            : reach.data.views === 0
              ? t('creative.nothing')
              : t('creative.views', { count: reach.data.views })}
          {reach.data.views > 0 && (
            <small>{t('places', { widgets: reach.data.widgets, websites: reach.data.websites })}</small>
          )}
        </span>
      ) : failed ? (
        <span>
          {t('failed')}{' '}
          <Button size="compact-xs" variant="default" onClick={again}>
            {t('retry')}
          </Button>
        </span>
      ) : (
        <Skeleton width={120} height={18} />
      )}
    </li>
  );
}
