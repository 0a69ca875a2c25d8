import type { WebsiteStats as Stats } from '@placard/contract/collector';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useTexts } from '../../i18n/texts.ts';
import { dimensionLabel } from '../../kits/report/dimension-label.ts';
import { NONE, type StatsAsked } from './stats-search.ts';
import { websiteStatsTexts } from './texts.ts';
import { TopTable } from './top-table.tsx';
import classes from './website-stats.module.css';

/** What the most page views are of; each row narrows everything to it. */
export function StatsTables({
  asked,
  stats,
  onChange,
}: {
  asked: StatsAsked;
  stats: Stats;
  onChange: (change: Record<string, string | undefined>) => void;
}) {
  const t = useTexts(websiteStatsTexts);
  const one = asked.website !== undefined;
  return (
    <div className={classes.tables}>
      <TopTable
        kind="pages"
        rows={stats.pages.map(({ websiteId, domain, path, ...figures }) => ({
          key: `${websiteId} ${path}`,
          label: path,
          note: shownDomain(domain),
          ...figures,
        }))}
        onChoose={({ key, label }) => onChange({ website: key.split(' ', 1)[0], path: label })}
      />
      <TopTable
        kind="referrers"
        rows={stats.referrers.map(({ referrer, ...figures }) => ({
          key: referrer === '' ? NONE : referrer,
          label: referrer === '' ? t('direct') : referrer,
          ...figures,
        }))}
        onChoose={({ key }) => onChange({ referrer: key })}
      />
      <TopTable
        kind="countries"
        rows={stats.countries.map(({ country, label, ...figures }) => ({
          key: country === '' ? NONE : country,
          label: dimensionLabel('country', country, label),
          ...figures,
        }))}
        onChoose={({ key }) => onChange({ country: key })}
      />
      <TopTable
        kind="devices"
        rows={stats.devices.map(({ device, ...figures }) => ({
          key: device,
          label: dimensionLabel('device', device === 'unknown' ? '' : device, undefined),
          ...figures,
        }))}
        onChoose={({ key }) => onChange({ device: key })}
      />
      {!one && stats.websites.length > 1 && (
        <TopTable
          kind="websites"
          rows={stats.websites.map(({ websiteId, domain, ...figures }) => ({
            key: String(websiteId),
            label: shownDomain(domain),
            ...figures,
          }))}
          onChoose={({ key }) => onChange({ website: key })}
        />
      )}
    </div>
  );
}
