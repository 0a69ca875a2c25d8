import { monthAfter } from '@placard/domain/time-zone';
import { useQuery } from '@tanstack/react-query';
import { Clock, Coins, Wallet } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { dayIn, formatDate } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Money } from '../../ui/money.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { FailedState } from '../../ui/states.tsx';
import { publisherReportTexts } from './publisher-texts.ts';

/** What may be withdrawn, what the running month has brought so far, and what was ever earned. */
export function EarningsCards() {
  const t = useTexts(publisherReportTexts);
  const query = useQuery(apiQuery(api.reports.publisherEarnings, undefined));
  const earnings = query.data;
  if (earnings === undefined && query.isError) {
    return (
      <FailedState title={t('earnings.failed')} error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  const loading = earnings === undefined;
  const money = (value: number) => <Money short value={value} currency={earnings?.currency ?? 'USD'} />;
  return (
    <section aria-label={t('earnings.title')}>
      <StatCards>
        <StatCard
          label={t('earnings.available')}
          icon={Wallet}
          loading={loading}
          hint={t('earnings.availableHint')}
          value={money(earnings?.available ?? 0)}
        />
        <StatCard
          label={t('earnings.pending')}
          icon={Clock}
          loading={loading}
          // A plain day: it is the same day in whatever zone it is read.
          hint={t('earnings.pendingHint', {
            day: formatDate(earnings?.nextPaymentDate ?? monthAfter(dayIn('UTC', serverNow())), 'UTC'),
          })}
          value={money(earnings?.pending ?? 0)}
        />
        <StatCard
          label={t('earnings.total')}
          icon={Coins}
          loading={loading}
          hint={t('earnings.totalHint')}
          value={money(earnings?.total ?? 0)}
        />
      </StatCards>
    </section>
  );
}
