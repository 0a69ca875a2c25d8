import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { billingTexts } from '../../i18n/en/billing.ts';
import { currentLocale, useTexts } from '../../i18n/texts.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './billing.module.css';
import type { BillingSummary } from './use-billing.ts';

export function LastPaymentCard({ summary }: { summary: BillingSummary }) {
  const t = useTexts(billingTexts);
  const { lastPayment, currency } = summary;
  return (
    <Panel title={t('lastPayment.title')}>
      {lastPayment === null ? (
        <>
          <p>{t('lastPayment.none')}</p>
          <p className={classes.quiet}>{t('lastPayment.noneText')}</p>
        </>
      ) : (
        <>
          <span className={`${classes.figure} ${classes.smaller}`}>
            <Money value={lastPayment.amount} currency={currency} />
          </span>
          <p className={classes.meta}>
            <DateTime value={lastPayment.at} withTime />
          </p>
        </>
      )}
    </Panel>
  );
}

/** None can be saved yet: says so, and how one can pay instead. */
export function PaymentMethodsCard({
  summary,
  onAddFunds,
}: {
  summary: BillingSummary;
  onAddFunds: () => void;
}) {
  const t = useTexts(billingTexts);
  const names = summary.gateways
    .filter((gateway) => gateway !== 'stripe')
    .map((gateway) => t(`gateway.${gateway}`));
  const methods = new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(names);
  const [explained, setExplained] = useState(false);
  return (
    <Panel title={t('methods.title')}>
      <div className={classes.methods}>
        <p>{t('methods.none')}</p>
        {!explained && (
          <Button
            variant="default"
            leftSection={<Plus size={15} aria-hidden />}
            onClick={() => setExplained(true)}
          >
            {t('methods.addFirst')}
          </Button>
        )}
        <div className={classes.methods} aria-live="polite">
          {explained && (
            <>
              <p className={classes.quiet}>
                {names.length === 0 ? t('deposit.noGateway') : t('methods.text', { methods })}
              </p>
              {names.length > 0 && (
                <Button variant="default" onClick={onAddFunds}>
                  {t('addFunds')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </Panel>
  );
}
