import type { WebsiteStats as Stats } from '@placard/contract/collector';
import type { TimeGrain } from '@placard/domain/analytics/metrics';
import { grainsFor } from '@placard/domain/analytics/report-asked';
import { daysBetween } from '@placard/domain/day-bounds';
import { useTexts } from '../../i18n/texts.ts';
import { dimensionLabel } from '../../kits/report/dimension-label.ts';
import { RemovableChip } from '../../kits/report/removable-chip.tsx';
import { reportTexts } from '../../kits/report/texts.ts';
import { WebsiteFilter } from '../../kits/website/website-filter.tsx';
import { formatDateTime, formatZone } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { ChoiceFilter, DayRangeFilter } from '../../ui/filters.tsx';
import { NARROWING, type Narrowing, NONE, type StatsAsked } from './stats-search.ts';
import { websiteStatsTexts } from './texts.ts';

type Change = (change: Record<string, string | undefined>) => void;

/** Days, website, grain, and what else narrows the page. */
export function StatsControls({
  asked,
  stats,
  onChange,
}: {
  asked: StatsAsked;
  stats: Stats | undefined;
  onChange: Change;
}) {
  const t = useTexts(websiteStatsTexts);
  const tReport = useTexts(reportTexts);
  return (
    <div className="row wrap gap-8 below-16">
      <DayRangeFilter
        label={tReport('range')}
        clearable={false}
        value={{ from: asked.from, to: asked.to }}
        onChange={({ from, to, preset }) =>
          onChange({
            ...(preset === undefined
              ? { range: undefined, from, to }
              : { range: preset, from: undefined, to: undefined }),
            grain: undefined,
          })
        }
      />
      <WebsiteFilter
        label={t('website')}
        none={t('allWebsites')}
        value={asked.website}
        onChange={(id) => onChange({ website: id === undefined ? undefined : String(id), path: undefined })}
      />
      <ChoiceFilter<TimeGrain>
        required
        label={tReport('grain')}
        value={asked.grain}
        choices={grainsFor(daysBetween(asked.from, asked.to)).map((value) => ({
          value,
          label: tReport(`grains.${value}`),
        }))}
        onChange={(grain) => onChange({ grain })}
      />
      {NARROWING.map((name) => (
        <Chip
          key={name}
          name={name}
          value={asked.narrowed[name]}
          onRemove={() => onChange({ [name]: undefined })}
        />
      ))}
      <UpTo stats={stats} />
    </div>
  );
}

/** In whose days the figures are, and up to when; before they are there its room is kept. */
function UpTo({ stats }: { stats: Stats | undefined }) {
  const t = useTexts(reportTexts);
  const own = useTimeZone();
  const { timeZone, updatedAt } = stats ?? { timeZone: own, updatedAt: new Date(serverNow()).toISOString() };
  return (
    <span className="to-end faint text-13" style={stats === undefined ? { visibility: 'hidden' } : undefined}>
      {t('zone', { zone: formatZone(timeZone, serverNow()) })} ·{' '}
      {t('updated', { time: formatDateTime(updatedAt, timeZone) })}
    </span>
  );
}

function Chip({
  name,
  value,
  onRemove,
}: {
  name: Narrowing;
  value: string | undefined;
  onRemove: () => void;
}) {
  const t = useTexts(websiteStatsTexts);
  if (value === undefined) return null;
  const words = () => {
    if (name === 'country') return dimensionLabel('country', value === NONE ? '' : value, undefined);
    if (name === 'device') return dimensionLabel('device', value === 'unknown' ? '' : value, undefined);
    return value === NONE ? t('direct') : value;
  };
  const text = t(`narrowed.${name}`, { value: words() });
  return <RemovableChip text={text} onRemove={onRemove} />;
}
