import { useTexts } from '../../i18n/texts.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { billingTexts } from './texts.ts';
import type { BillingSummary } from './use-billing.ts';

export function LastPaymentCard({ summary }: { summary: BillingSummary }) {
  const t = useTexts(billingTexts);
  const { lastPayment, currency } = summary;
  return (
    <Panel title={t('lastPayment.title')}>
      {lastPayment === null ? (
        <>
          <p>{t('lastPayment.none')}</p>
          <p className="faint text-13">{t('lastPayment.noneText')}</p>
        </>
      ) : (
        <>
          <span className="bold figure breaks text-24">
            <Money value={lastPayment.amount} currency={currency} />
          </span>
          <p className="flex wrap above-8 faint text-13 gap-8-16">
            <DateTime value={lastPayment.at} withTime />
          </p>
        </>
      )}
    </Panel>
  );
}
