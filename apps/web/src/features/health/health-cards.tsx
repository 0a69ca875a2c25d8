import type { Health } from '@placard/contract/health';
import { JUDGED_MINUTES } from '@placard/domain/health/alarm-thresholds';
import { useQuery } from '@tanstack/react-query';
import { Eye, Gauge, Gift, Layers, ShieldX, Timer, Zap } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { formatMean, formatMoneyShort, formatNumber } from '../../lib/format/number-format.ts';
import { dayIn, formatDateTime, formatSpan } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Count } from '../../ui/count.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { latencyText, shareText } from './health-words.ts';
import { healthTexts } from './texts.ts';

/** What came within the last seconds is on its way as it should be. */
const ON_ITS_WAY_MS = 5_000;
const OVER_DELIVERY_EVERY_MS = 60_000;

/** The last ten minutes, and what waits behind the ad servers. */
export function HealthCards({ health }: { health: Health }) {
  const t = useTexts(healthTexts);
  const { requests, views, filled, events, filtered, p50Ms, p99Ms } = health.lately;
  const span = t('cards.lately', { minutes: JUDGED_MINUTES });
  return (
    <section aria-label={t('cards.title')}>
      <StatCards>
        <StatCard label={t('cards.views')} icon={Eye} value={<Count value={views} />} hint={span} />
        <StatCard
          label={t('cards.fill')}
          icon={Layers}
          value={shareText(filled, views)}
          hint={t('cards.filledOf', { filled: formatNumber(filled) })}
        />
        <StatCard
          label={t('cards.perSecond')}
          icon={Zap}
          value={formatMean(views / (JUDGED_MINUTES * 60))}
          hint={t('cards.calls', { count: requests })}
        />
        <StatCard
          label={t('cards.latency')}
          icon={Timer}
          value={latencyText(p99Ms)}
          hint={t('cards.half', { value: latencyText(p50Ms) })}
        />
        <StatCard
          label={t('cards.filtered')}
          icon={ShieldX}
          value={shareText(filtered, events)}
          hint={t('cards.filteredOf', { filtered: formatNumber(filtered), events: formatNumber(events) })}
        />
        <OverDelivered />
        <Behind label={t('cards.settlement')} icon={Gauge} since={health.unsettledSince} now={health.now} />
      </StatCards>
    </section>
  );
}

/** Of today, as the report has it. */
function OverDelivered() {
  const t = useTexts(healthTexts);
  const today = dayIn(useTimeZone(), serverNow());
  const asked = { from: today, to: today, metrics: 'overDeliveredValue,spend' } as const;
  const query = useQuery({
    ...apiQuery(api.reports.operator, asked),
    refetchInterval: OVER_DELIVERY_EVERY_MS,
  });
  const { totals, currency } = query.data ?? { totals: {}, currency: 'USD' };
  const free = totals.overDeliveredValue ?? 0;
  const all = free + (totals.spend ?? 0);
  return (
    <StatCard
      label={t('cards.overDelivered')}
      icon={Gift}
      loading={query.isPending}
      value={query.isError ? '–' : shareText(free, all)}
      hint={
        query.isError ? t('cards.noReports') : t('cards.free', { value: formatMoneyShort(free, currency) })
      }
    />
  );
}

function Behind({
  label,
  icon,
  since,
  now,
}: {
  label: string;
  icon: typeof Gauge;
  since: string | null;
  now: string;
}) {
  const t = useTexts(healthTexts);
  const timeZone = useTimeZone();
  const behindMs = since === null ? 0 : Date.parse(now) - Date.parse(since);
  const late = since !== null && behindMs > ON_ITS_WAY_MS;
  return (
    <StatCard
      label={label}
      icon={icon}
      value={
        <span className="instead-of-figure">
          {late ? t('cards.late', { age: formatSpan(behindMs) }) : t('cards.upToDate')}
        </span>
      }
      hint={late ? t('cards.waitsSince', { at: formatDateTime(since, timeZone) }) : t('cards.nothingWaits')}
    />
  );
}
