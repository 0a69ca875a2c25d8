import type { Campaign } from '@placard/contract/campaigns';
import type { CampaignCode } from '@placard/contract/collector';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../i18n/texts.ts';
import { CODE_CHECK_MS, CodeCheckReport } from '../../../kits/code/code-check.tsx';
import { analyticsCodeTexts } from '../../../kits/code/texts.ts';
import { api, apiQuery } from '../../../lib/api/api.ts';
import { formatNumber } from '../../../lib/format/number-format.ts';
import { CodeSteps } from '../../../ui/code/code-dialog.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Loaded } from '../../../ui/states.tsx';

/** The codes for the advertiser's own website, and whether they have been seen there; asked again while it is open. */
export function AnalyticsCodeTab({ campaign }: { campaign: Campaign }) {
  const t = useTexts(analyticsCodeTexts);
  const query = useQuery({
    ...apiQuery(api.collector.campaignCode, { id: campaign.id }),
    refetchInterval: CODE_CHECK_MS,
  });
  return (
    <Loaded query={query} failed={t('failed')}>
      {(code) => (
        <div className="stack gap-16 max-860">
          <Panel title={t('campaign.title')} description={t('campaign.description')}>
            <CodeSteps
              steps={[
                {
                  title: t('campaign.head'),
                  text: t('campaign.headText', {
                    parameter: code.clickParameter,
                    days: code.conversionWindowDays,
                  }),
                  code: code.snippet,
                },
                {
                  title: t('campaign.conversion'),
                  text: t('campaign.conversionText', { currency: code.currency }),
                  code: code.conversionSnippet,
                },
              ]}
            />
          </Panel>
          <Panel title={t('check.title')}>
            <CodeCheckReport check={code.check} />
            <Figures code={code} />
          </Panel>
        </div>
      )}
    </Loaded>
  );
}

function Figures({ code: { visits, conversions } }: { code: CampaignCode }) {
  const t = useTexts(analyticsCodeTexts);
  const figures = [
    [t('campaign.visits'), visits],
    [t('campaign.counted'), conversions.counted],
    [t('campaign.unattributed'), conversions.unattributed],
    [t('campaign.filtered'), conversions.filtered],
  ] as const;
  return (
    <dl className="no-margin tiles even least-132 above-20" aria-label={t('campaign.figures')}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="faint text-12-5">{label}</dt>
          <dd className="semibold figure">{formatNumber(value)}</dd>
        </div>
      ))}
      <div>
        <dt className="faint text-12-5">{t('campaign.last')}</dt>
        <dd>
          {conversions.lastAt === null ? (
            t('campaign.never')
          ) : (
            <DateTime value={conversions.lastAt} withTime />
          )}
        </dd>
      </div>
    </dl>
  );
}
