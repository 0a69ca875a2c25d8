import { Button } from '@mantine/core';
import { monthAfter } from '@placard/domain/time-zone';
import { Banknote, Clock, Coins, HandCoins } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { dayIn, formatDate } from '../../lib/format/time-format.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { useTimeZone } from '../../ui/date-time.tsx';
import { lazyPart, quietPart } from '../../ui/lazy-part.tsx';
import { Money } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { FailedState, Unsettled } from '../../ui/states.tsx';
import { UrlTabs } from '../../ui/url-tabs.tsx';
import classes from './payment.module.css';
import { PaymentHistory } from './payment-history.tsx';
import { PaymentSettings } from './payment-settings.tsx';
import { paymentTexts } from './texts.ts';
import { type PaymentSummary, usePaymentSummary } from './use-payment.ts';

const PaymentProfiles = lazyPart(() => import('./payment-profiles.tsx'));
const LowerPanels = quietPart(() => import('./lower-panels.tsx'));
const WithdrawDialog = quietPart(() => import('./withdraw-dialog.tsx'));

/** Parameters of the history's list, which mean nothing on the other tab. */
const EMPTY_LIST = {
  search: undefined,
  sort: undefined,
  page: undefined,
  pageSize: undefined,
  status: undefined,
  year: undefined,
  month: undefined,
};

/** What a publisher has, how it is paid, and what was paid. The tab lives in the URL. */
export default function Payment() {
  const t = useTexts(paymentTexts);
  const [, change] = useSearchParameters();
  const query = usePaymentSummary();
  const [withdrawing, setWithdrawing] = useState(false);
  const summary = query.data;
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={<WithdrawButton summary={summary} onPress={() => setWithdrawing(true)} />}
      />
      {/* What the button says with it takes a line of its own. */}
      {query.isPending && <Unsettled />}
      {query.isError && summary === undefined ? (
        <Panel>
          <FailedState title={t('summaryFailed')} error={query.error} onRetry={() => void query.refetch()} />
        </Panel>
      ) : (
        <>
          <Balances summary={summary} />
          {summary !== undefined && <HowItAddsUp summary={summary} />}
        </>
      )}
      <PaymentSettings />
      <UrlTabs
        label={t('tabs')}
        leaves={EMPTY_LIST}
        className="above-24 below-16"
        tabs={[
          { key: 'history', label: t('tab.history'), content: <PaymentHistory /> },
          { key: 'profiles', label: t('tab.profiles'), content: <PaymentProfiles /> },
        ]}
      />
      <LowerPanels />
      {withdrawing && summary !== undefined && (
        <WithdrawDialog
          summary={summary}
          onClose={() => setWithdrawing(false)}
          onAddProfile={() => {
            setWithdrawing(false);
            change({ ...EMPTY_LIST, tab: 'profiles' });
          }}
        />
      )}
    </>
  );
}

/** Shown also below the minimum, where it says what is missing. */
function WithdrawButton({ summary, onPress }: { summary: PaymentSummary | undefined; onPress: () => void }) {
  const t = useTexts(paymentTexts);
  const least = summary === undefined ? 0 : Math.max(summary.minPayout, 0.01);
  const below = summary !== undefined && summary.withdrawable < least;
  return (
    <div className={`grid items-end gap-4 ${classes.withdraw}`}>
      <Button
        leftSection={<HandCoins size={16} aria-hidden />}
        disabled={summary === undefined || below}
        aria-describedby={below ? 'withdraw-below' : undefined}
        onClick={onPress}
      >
        {t('withdraw.open')}
      </Button>
      {below && (
        <p id="withdraw-below" className="faint text-13">
          {t('withdraw.below', {
            min: formatMoney(least, summary.currency),
            missing: formatMoney(Math.round((least - summary.withdrawable) * 100) / 100, summary.currency),
          })}
        </p>
      )}
    </div>
  );
}

/** Exact, while the cards are cut to cents. */
function HowItAddsUp({ summary }: { summary: PaymentSummary }) {
  const t = useTexts(paymentTexts);
  const money = (dollars: number) => formatMoney(dollars, summary.currency);
  const { adjusted } = summary;
  const sum = t('balance.adds', {
    total: money(summary.total),
    available: money(summary.available),
    pending: money(summary.pending),
    inFlight: money(summary.inFlight),
    paid: money(summary.paid),
  });
  const amount = money(Math.abs(adjusted));
  const words = {
    credited: t('balance.credited', { sum, amount }),
    takenBack: t('balance.takenBack', { sum, amount }),
  };
  return (
    <p className="faint text-13 breaks below-16">
      {adjusted === 0 ? sum : adjusted > 0 ? words.credited : words.takenBack}
      {summary.withheld > 0 && (
        <span className="block">{t('balance.withheld', { amount: money(summary.withheld) })}</span>
      )}
    </p>
  );
}

function Balances({ summary }: { summary: PaymentSummary | undefined }) {
  const t = useTexts(paymentTexts);
  const timeZone = useTimeZone();
  const loading = summary === undefined;
  const currency = summary?.currency ?? 'USD';
  const inFlight = summary?.inFlight ?? 0;
  return (
    <StatCards>
      <StatCard
        label={t('balance.available')}
        icon={Banknote}
        loading={loading}
        value={<Money short value={summary?.available ?? 0} currency={currency} />}
        hint={
          inFlight === 0
            ? t('balance.availableHint')
            : `${t('balance.availableHint')} · ${t('balance.inFlight', { amount: formatMoney(inFlight, currency) })}`
        }
      />
      <StatCard
        label={t('balance.pending')}
        icon={Clock}
        loading={loading}
        value={<Money short value={summary?.pending ?? 0} currency={currency} />}
        hint={t('balance.pendingHint', {
          day: formatDate(summary?.nextPaymentDate ?? monthAfter(dayIn(timeZone, serverNow())), timeZone),
        })}
      />
      <StatCard
        label={t('balance.total')}
        icon={Coins}
        loading={loading}
        value={<Money short value={summary?.total ?? 0} currency={currency} />}
        hint={t('balance.totalHint')}
      />
    </StatCards>
  );
}
