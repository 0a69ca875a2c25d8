import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { formatRelative } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { refreshBalance, useBalance } from '../../lib/session/balance-store.ts';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FailedState, Skeleton, Unsettled } from '../../ui/states.tsx';
import classes from './billing.module.css';
import { billingTexts } from './texts.ts';
import type { BillingSummary } from './use-billing.ts';

/** What is in the wallet, and whether that is enough. */
export function BalanceCard({ summary }: { summary: BillingSummary | undefined }) {
  const t = useTexts(billingTexts);
  const wallet = useBalance();
  if (wallet.error !== null) {
    return (
      <Panel title={t('balance.title')}>
        <FailedState title={t('balance.failed')} onRetry={() => void refreshBalance()} />
      </Panel>
    );
  }
  const { balance, currency, lastUpdatedMs } = wallet;
  const low = summary === undefined ? balance <= 0 : summary.lowBalance || balance <= 0;
  return (
    <Panel title={t('balance.title')}>
      {lastUpdatedMs === null ? (
        <>
          <Skeleton width={180} height={40} />
          <Unsettled />
        </>
      ) : (
        <>
          <div className="row wrap gap-12">
            <span className={`bold figure breaks ${classes.figure}`}>
              <Money value={balance} currency={currency} />
            </span>
            <Badge low={low} />
          </div>
          {low && (
            <p className="above-8 muted">
              {balance > 0 && summary !== undefined
                ? t('balance.lowText', { threshold: formatMoney(summary.lowBalanceThreshold, currency) })
                : t('balance.emptyText')}
            </p>
          )}
          <p className="flex wrap above-8 faint text-13 gap-8-16">
            <span>{t('balance.currencyIs', { currency })}</span>
            <span>
              {t('balance.updated', {
                when: formatRelative(new Date(lastUpdatedMs).toISOString(), serverNow()),
              })}
            </span>
          </p>
        </>
      )}
    </Panel>
  );
}

function Badge({ low }: { low: boolean }) {
  const t = useTexts(billingTexts);
  const Icon = low ? TriangleAlert : CircleCheck;
  return (
    <span className={`badge ${low ? 'on-warn' : 'on-good'}`}>
      <Icon size={13} aria-hidden />
      {low ? t('balance.low') : t('balance.available')}
    </span>
  );
}
